/** Documents with one fault each, of several kinds, and the places of the faults. */

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** All values of a document, with their places. */
function* placesIn(value, path = []) {
  yield { value, path };
  if (typeof value !== "object" || value === null) return;
  for (const key of Object.keys(value)) {
    yield* placesIn(value[key], [...path, Array.isArray(value) ? Number(key) : key]);
  }
}

/** The document with another value at a place; without it, if that is undefined. */
function changed(document, path, value) {
  if (path.length === 0) return value;
  // Not structuredClone, which keeps parts that are shared.
  const copy = JSON.parse(JSON.stringify(document));
  let holder = copy;
  for (const key of path.slice(0, -1)) holder = holder[key];
  const last = path.at(-1);
  if (value === undefined) delete holder[last];
  else Object.defineProperty(holder, last, { value, writable: true, enumerable: true, configurable: true });
  return copy;
}

const OTHERS = [17.5, "fault", true, null, ["fault"], { fault: 1 }];
const typeOf = (value) => (Array.isArray(value) ? "array" : value === null ? "null" : typeof value);

/** By kind: which values can have the fault, the value with it, and the place of the fault. */
export const KINDS = {
  "missing key": {
    fits: ({ value }) => isObject(value) && Object.keys(value).length > 0,
    make: ({ value, path }, pick) => {
      const key = pick(Object.keys(value));
      return { path: [...path, key], value: undefined, at: [...path, key] };
    },
  },
  "wrong type": {
    fits: ({ path }) => path.length > 0,
    make: ({ value, path }, pick) => {
      return { path, value: pick(OTHERS.filter((one) => typeOf(one) !== typeOf(value))), at: path };
    },
  },
  "unknown key": {
    fits: ({ value }) => isObject(value),
    make: ({ path }) => ({ path: [...path, "faultyKey"], value: 1, at: [...path, "faultyKey"] }),
  },
  "wrong text": {
    fits: ({ value }) => typeof value === "string",
    make: ({ path }) => ({ path, value: "\u0000 fault", at: path }),
  },
  "wrong number": {
    fits: ({ value }) => typeof value === "number",
    make: ({ path }, pick) => ({ path, value: pick([-1e9, 1e12, 0.123]), at: path }),
  },
  "too many items": {
    fits: ({ value }) => Array.isArray(value) && value.length > 0,
    make: ({ value, path }) => ({
      path,
      value: Array.from({ length: 300 }, (_, i) => value[i % value.length]),
      at: path,
    }),
    // One of the items is the fault if they have to be unique.
    isAt: (pointer, at) => pointer.startsWith(`${at}/`),
  },
  "empty array": {
    fits: ({ value }) => Array.isArray(value) && value.length > 0,
    make: ({ path }) => ({ path, value: [], at: path }),
  },
};

/**
 * The document with some faults of each kind, their places as JSON Pointers, and whether an error is at the fault.
 */
export function* faultsIn(document, count, pick) {
  const places = [...placesIn(document)];
  for (const [kind, { fits, make, isAt = () => false }] of Object.entries(KINDS)) {
    const suited = places.filter(fits);
    for (let n = 0; n < count && suited.length > 0; n++) {
      const { path, value, at } = make(pick(suited), pick);
      const pointer = at.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
      const isThere = (other) => other === pointer || isAt(other, pointer);
      yield { kind, value, pointer, isThere, document: changed(document, path, value) };
    }
  }
}
