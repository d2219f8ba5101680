/** What counts as a mapping for `Dict`: plain objects, Maps, and multi-value mappings such as forms and queries. */
import { isArray, isMap, isPlainObject, MAX_ITEMS, ownValue } from "./input.ts";

/** A multi-value mapping: URLSearchParams, FormData, Headers, and what frameworks make of them. */
interface MultiMapping {
  getAll?(key: unknown): Iterable<unknown>;
  getall?(key: unknown): Iterable<unknown>;
  getlist?(key: unknown): Iterable<unknown>;
  getSetCookie?(): Iterable<unknown>;
  get?(key: unknown): unknown;
  entries?(): Iterable<[unknown, unknown]>;
  [Symbol.iterator]?(): Iterator<[unknown, unknown]>;
}

export type Pair = readonly [key: unknown, value: unknown];

/**
 * The members of a mapping in its order, each key once and read once; undefined if it is no mapping.
 * @param multikeys keys whose value is the list of all their values, where the mapping can have several.
 */
export function pairsOf(input: unknown, multikeys: readonly string[] | undefined): Pair[] | undefined {
  if (typeof input !== "object" || input === null) return undefined;
  if (isPlainObject(input)) return Object.keys(input).map((key) => [key, ownValue(input, key)] as const);
  if (isMap(input)) return [...input];
  if (isArray(input)) return undefined;
  const all = reader(input as MultiMapping);
  return all === undefined ? undefined : multiPairs(input as MultiMapping, all, multikeys ?? []);
}

function multiPairs(
  input: MultiMapping,
  all: (key: unknown) => Iterable<unknown>,
  multikeys: readonly string[],
): Pair[] {
  const pairs = new Map<unknown, unknown>();
  let left = MAX_ITEMS;
  for (const [key, value] of input.entries?.() ?? (input as Iterable<[unknown, unknown]>)) {
    if (left-- === 0) break;
    pairs.set(key, value);
  }
  return Array.from(pairs, ([key, last]) => [key, multikeys.includes(key as string) ? [...all(key)] : last] as const);
}

/** How all values of a key are read, if the object has a way. A revoked Proxy has none. */
function reader(input: MultiMapping): ((key: unknown) => Iterable<unknown>) | undefined {
  for (const name of ["getAll", "getall", "getlist"] as const) {
    if (isCallable(input, name)) return (key) => input[name]?.(key) ?? [];
  }
  if (!isCallable(input, "getSetCookie")) return undefined;
  return (key) => (String(key).toLowerCase() === "set-cookie" ? input.getSetCookie?.() : [input.get?.(key)]) ?? [];
}

function isCallable(input: MultiMapping, name: keyof MultiMapping): boolean {
  try {
    Array.isArray(input);
  } catch {
    return false;
  }
  return typeof input[name] === "function";
}

/** What {@link multidict} makes: a mapping of lists that `multikeys` can ask. */
export class MultiDict implements Iterable<[string, unknown]> {
  readonly #values: ReadonlyMap<string, readonly unknown[]>;

  constructor(values: Iterable<readonly [string, readonly unknown[]]>) {
    this.#values = new Map(values);
  }

  /** All values of a key, none if it is not there. */
  getAll(key: unknown): readonly unknown[] {
    return this.#values.get(key as string) ?? [];
  }

  *[Symbol.iterator](): Iterator<[string, unknown]> {
    for (const [key, values] of this.#values) for (const value of values) yield [key, value];
  }
}

/**
 * A query or form object, whose values are single values or arrays of them, as a multi-value mapping: a key of
 * `multikeys` is then a list however often it was given, and the last value of any other key counts.
 * @throws TypeError if it is not a plain object.
 */
export function multidict(values: object): MultiDict {
  if (!isPlainObject(values)) throw new TypeError("multidict takes a plain object");
  const lists = Object.keys(values).map((key): [string, readonly unknown[]] => {
    const value = ownValue(values, key);
    return [key, isArray(value) ? value : value === undefined ? [] : [value]];
  });
  return new MultiDict(lists);
}
