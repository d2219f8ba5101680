/**
 * Values that a shape refuses, made from one that it takes: each member in turn is of a wrong type, out of bounds,
 * missing, or one too many. With the valid values they show that all peers check the same, before anything is timed.
 */

/** Of what is long only so much is tried. */
const MANY = { items: 2, keys: 20, levels: 3 };

/** @returns {Generator<unknown>} */
export function* refused(shape, value, root = shape, level = 0) {
  switch (shape.kind) {
    case "recursive":
      return yield* refused(shape.body, value, shape, level);
    case "ref":
      return level < MANY.levels ? yield* refused(root.body, value, root, level + 1) : undefined;
    case "union":
      yield* [null, "text", { ...value, [shape.tag]: "none of them" }];
      return yield* refused(stepOf(shape, value), value, root, level);
    case "list": {
      yield* [null, "text", {}];
      const items = value.slice(0, MANY.items);
      for (const [index, item] of items.entries()) {
        for (const wrong of refused(shape.item, item, root, level)) yield items.with(index, wrong);
      }
      return;
    }
    case "record":
      return yield* refusedRecords(shape, value, root, level);
    default:
      return yield* refusedScalars(shape, value);
  }
}

const stepOf = (shape, value) => shape.steps.find(({ keys }) => keys[shape.tag].value === value[shape.tag]);

function* refusedRecords(shape, value, root, level) {
  yield* [null, "text", 5];
  const members = Object.entries(shape.keys).filter(([key]) => key in value);
  const few = members.length > MANY.keys ? members.slice(-MANY.keys) : members;
  for (const [key, member] of few) {
    const { [key]: removed, ...rest } = value;
    if (!shape.optional.includes(key)) yield rest;
    for (const wrong of refused(member, value[key], root, level)) yield { ...value, [key]: wrong };
  }
  if (shape.extra) yield { ...value, "one more": "not a number" };
  else if (shape.unknown === "refuse") yield { ...value, "one more": 1 };
}

function* refusedScalars({ kind, min, max, minlen, maxlen, pattern, options }, value) {
  const isText = kind === "str" || kind === "constant";
  yield* [null, [], {}, isText ? 5 : "text"];
  if (kind === "int") yield 1.5;
  if (kind === "bool") yield 1;
  if (min !== undefined) yield min - 1;
  if (max !== undefined) yield max + 1;
  if (minlen > 0) yield value.slice(0, minlen - 1);
  if (maxlen !== undefined) yield value.padEnd(maxlen + 1, "x");
  if (pattern !== undefined) yield* [`${value}\n`, "\u0000"];
  if (options !== undefined || kind === "constant") yield "none of them";
}

/** A value with a key more, in the object and in each object in it, where the shape says what becomes of such keys. */
export function withMore(shape, value) {
  if (shape.kind !== "record" || shape.unknown === "refuse") return value;
  const members = Object.entries(shape.keys).map(([key, member]) => [key, withMore(member, value[key])]);
  return { ...Object.fromEntries(members), "one more": 1 };
}
