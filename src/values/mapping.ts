/** Mappings, the input of `Dict`: plain objects, Maps, and multi-value mappings such as forms and queries. */
import { Ids } from "./ids.ts";
import {
  entriesOf,
  isArray,
  isErrorOf,
  isMap,
  isPlainObject,
  isUnreadable,
  MAX_ITEMS,
  ownValue,
  tagOf,
  withoutPrototype,
} from "./input.ts";
import { brandOf } from "./temporal.ts";

/** A multi-value mapping: URLSearchParams, FormData, Headers, the forms of frameworks, and Maps with such a method. */
export interface MultiMapping {
  getAll?(key: unknown): unknown;
  getall?(key: unknown): unknown;
  getlist?(key: unknown): unknown;
  getSetCookie?(): unknown;
  get?(key: unknown): unknown;
  entries?(): unknown;
}

/**
 * Inside a `for-in` over the same object, V8 knows the result of this method without a call, but not that of
 * `Object.hasOwn`.
 */
const { hasOwnProperty: hasOwn, propertyIsEnumerable: isEnumerable } = Object.prototype;

/** The members of a mapping: keys, and the value of each. */
export interface Members {
  readonly keys: readonly unknown[];
  readonly values: readonly unknown[];
  /** It is a multi-value mapping. */
  readonly isMulti?: true;
  /** Its names were read as places in the value. */
  readonly isForm?: true;
}

/**
 * The members of a mapping, in its order: each key once, and each value read once, before any is checked. Undefined if
 * `input` is not a mapping.
 * @param multikeys keys whose value is the list of all their values, if the mapping can have several; or `"all"`.
 * @param strict nothing may be converted, so only a plain object is a mapping.
 * @param named the keys that are read by their names, usually in this order: if an object has just these, their list
 *   itself is returned as the keys, and no other is created.
 */
export function membersOf(
  input: unknown,
  multikeys: readonly string[] | "all" | undefined,
  strict = false,
  named: NamedKeys = NO_NAMES,
): Members | undefined {
  if (typeof input !== "object" || input === null) return undefined;
  if (isPlainObject(input)) return membersOfPlain(input, named);
  if (strict) return undefined;
  if (isArray(input)) return undefined;
  const all = reader(input as MultiMapping);
  if (all === undefined) return isMap(input) ? mapMembers(input) : undefined;
  try {
    return multiMembers(input as MultiMapping, all, multikeys);
  } catch (error) {
    if (isFalseForm(input, error)) return undefined;
    throw error;
  }
}

/** The members of a plain object: see `membersOf`. */
export const membersOfPlain = (input: Record<string, unknown>, named: NamedKeys): Members =>
  listsInherited(input) ? ownMembers(input, named) : plainMembers(input, named);

export function mapMembers(input: Map<unknown, unknown>): Members {
  const entries = entriesOf(input);
  return { keys: entries.map(([key]) => key), values: entries.map(([, value]) => value) };
}

function ownMembers(input: Record<string, unknown>, named: NamedKeys): Members {
  const keys = withHidden(input, Object.keys(input), named);
  return { keys, values: keys.map((key) => ownValue(input, key)) };
}

/**
 * As `ownMembers`, if `for-in` would list nothing inherited: JavaScript engines read a property fastest while they
 * enumerate it.
 */
function plainMembers(input: Record<string, unknown>, named: NamedKeys): Members {
  const { names: expected } = named;
  let others: string[] | undefined;
  const values: unknown[] = [];
  try {
    for (const key in input) {
      // A getter may have deleted the property, or a Proxy lists a property that it lacks: then reading it would give
      // the inherited value.
      const value = hasOwn.call(input, key) ? input[key] : undefined;
      if (others !== undefined) others.push(key);
      else if (value === undefined || key !== expected[values.length])
        others = [...expected.slice(0, values.length), key];
      values.push(value);
    }
  } catch (error) {
    // The remaining members of a Proxy that was revoked meanwhile are missing.
    if (!isUnreadable(input)) throw error;
  }
  if (others === undefined && values.length === expected.length) return { keys: expected, values };
  const listed = others ?? expected.slice(0, values.length);
  const keys = withHidden(input, listed, named);
  for (let index = listed.length; index < keys.length; index++) values.push(ownValue(input, keys[index] as string));
  return { keys, values };
}

/** The keys that a validator has validators for, which are read by their names. */
export interface NamedKeys {
  readonly names: readonly string[];
  /** The index of each. */
  readonly places: ReadonlyMap<unknown, number>;
}

const NO_NAMES: NamedKeys = { names: [], places: new Map() };

/**
 * The keys of a plain object: those that it lists, then those with a validator that it has itself, but does not list.
 * @param listed those that it lists.
 */
export function withHidden(
  input: object,
  listed: readonly string[],
  { places }: NamedKeys = NO_NAMES,
): readonly string[] {
  if (places.size === 0) return listed;
  try {
    const names = Object.getOwnPropertyNames(input);
    if (names.length === listed.length) return listed;
    const hidden = names.filter((name) => places.has(name) && !isEnumerable.call(input, name));
    if (hidden.length === 0) return listed;
    return [...listed, ...hidden.sort((a, b) => (places.get(a) as number) - (places.get(b) as number))];
  } catch (error) {
    if (!isUnreadable(input)) throw error;
    return listed;
  }
}

/** Returns whether a plain object has a key with a validator that it does not list. */
export const hidesNamed = (input: object, named: NamedKeys): boolean => {
  const listed = Object.keys(input);
  return withHidden(input, listed, named) !== listed;
};

/** The copy of an object, which does not list the members that the object has, but does not list. */
export function withUnlisted(given: unknown, copy: unknown): unknown {
  if (copy === given || !isPlainObject(given) || typeof copy !== "object" || copy === null) return copy;
  const names = Object.getOwnPropertyNames(given);
  if (names.length === Object.keys(given).length) return copy;
  for (const name of names) {
    if (isEnumerable.call(given, name)) continue;
    const value = ownValue(hasOwn.call(copy, name) ? copy : given, name);
    Object.defineProperty(copy, name, withoutPrototype({ value, enumerable: false }));
  }
  return copy;
}

const NOTHING: object = {};

/** Returns whether `for-in` might list more than the own properties of a plain object. */
function listsInherited(input: object): boolean {
  const prototype = Object.getPrototypeOf(input);
  if (prototype === null) return false;
  for (const _ in NOTHING) return true;
  return prototype !== Object.prototype;
}

/** The property name for a key: the text of a primitive or of a Temporal value; undefined if it has none. */
export function propertyName(key: unknown): string | undefined {
  if (typeof key === "string") return key;
  const isSimple = key === null || ["number", "bigint", "boolean"].includes(typeof key);
  return isSimple || brandOf(key) !== undefined ? String(key) : undefined;
}

/** The tags of forms. An imitation that inherits the prototype of a form, of any realm, has them too. */
const FORMS: readonly string[] = ["URLSearchParams", "FormData", "Headers"];

/**
 * Returns whether `error` comes from a method of a form that was called on an object which only has the prototype of a
 * form. Errors that a class of the caller throws are rethrown.
 */
const isFalseForm = (input: object, error: unknown): boolean =>
  isErrorOf(error, TypeError) && (input instanceof MultiDict || isForm(input));

/** Whether an object is a form, or an imitation. */
export const isForm = (input: object): boolean => FORMS.includes(tagOf(input));

/** The pairs of a mapping with several values for a key; undefined if it is not iterable. */
export const pairsOf = (input: MultiMapping): unknown[] | undefined =>
  listOf(has(input, "entries") ? input.entries?.() : input);

function multiMembers(
  input: MultiMapping,
  all: (key: unknown) => unknown,
  multikeys: readonly string[] | "all" | undefined,
): Members | undefined {
  // By ids, because the sender of a form may choose keys that collide in a Map.
  const ids = new Ids();
  const entries = new Map<number, { readonly key: unknown; last: unknown; readonly list: unknown[] | undefined }>();
  // A form would look through all of its fields for each.
  const gathers = multikeys === "all" && isForm(input);
  for (const pair of pairsOf(input) ?? [undefined]) {
    // An iterable of other items than pairs is not a mapping.
    if (!isArray(pair)) return undefined;
    const key = ownValue(pair, 0);
    const last = ownValue(pair, 1);
    const id = ids.byIdentity(key);
    const known = entries.get(id);
    if (known === undefined) entries.set(id, { key, last, list: gathers ? [last] : undefined });
    else {
      known.last = last;
      known.list?.push(last);
    }
  }
  const members = [...entries.values()];
  const isList = (key: unknown) => multikeys === "all" || multikeys?.includes(key as string);
  return {
    keys: members.map(({ key }) => key),
    values: members.map(({ key, last, list }) => list ?? (isList(key) ? (allOf(input, all, key) ?? []) : last)),
    isMulti: true,
  };
}

/** All values of a key. Ours has one list, by which the texts of its members are known. */
const allOf = (input: MultiMapping, all: (key: unknown) => unknown, key: unknown): readonly unknown[] | undefined =>
  input instanceof MultiDict ? input.getAll(key) : listOf(all(key));

/** Returns the function that reads all values of a key; undefined if the object has no method for it. */
export function reader(input: MultiMapping): ((key: unknown) => unknown) | undefined {
  for (const name of ["getAll", "getall", "getlist"] as const) {
    if (has(input, name)) return (key) => input[name]?.(key);
  }
  if (!has(input, "getSetCookie")) return undefined;
  return (key) => (String(key).toLowerCase() === "set-cookie" ? input.getSetCookie?.() : [input.get?.(key)]);
}

function has(input: MultiMapping, name: keyof MultiMapping): boolean {
  try {
    return typeof input[name] === "function";
  } catch (error) {
    if (isUnreadable(input)) return false;
    throw error;
  }
}

/** The items of an iterable object, up to the limit for arrays, because an iterator may be endless. */
function listOf(value: unknown): unknown[] | undefined {
  if (typeof value !== "object" || value === null || !(Symbol.iterator in value)) return undefined;
  const list: unknown[] = [];
  for (const item of value as Iterable<unknown>) {
    if (list.length === MAX_ITEMS) break;
    list.push(item);
  }
  return list;
}

/**
 * The result of {@link multidict}: a mapping from keys to lists of values.
 * @example multidict({ tag: ["a", "b"] }) instanceof MultiDict; // true
 */
export class MultiDict implements Iterable<[string, unknown]> {
  readonly #ids = new Ids();
  readonly #keys: string[] = [];
  readonly #lists: (readonly unknown[])[] = [];

  constructor(values: Iterable<readonly [string, readonly unknown[]]>) {
    for (const [key, list] of values) {
      const id = this.#ids.byIdentity(key);
      if (id === this.#keys.length) this.#keys.push(key);
      this.#lists[id] = list;
    }
  }

  /** All values of a key; an empty list for an unknown key. */
  getAll(key: unknown): readonly unknown[] {
    const id = typeof key === "string" ? this.#ids.find(key) : undefined;
    return id === undefined ? [] : (this.#lists[id] as readonly unknown[]);
  }

  *[Symbol.iterator](): Iterator<[string, unknown]> {
    for (const [id, key] of this.#keys.entries()) {
      for (const value of this.#lists[id] as readonly unknown[]) yield [key, value];
    }
  }
}

/**
 * Makes a multi-value mapping from a query or form object, whose values are single values or arrays of them. A key of
 * `multikeys` is then always a list, and any other key has its last value. Null is a mapping without keys: API gateways
 * pass it if there is no query.
 * @throws TypeError if it is neither a plain object nor null.
 * @example Dict({ tag: List(Str()) }, { multikeys: ["tag"] })(multidict({ tag: "a" })); // { tag: [ "a" ] }
 */
export function multidict(values: object | null): MultiDict {
  if (values === null) return new MultiDict([]);
  if (!isPlainObject(values)) throw new TypeError("multidict takes a plain object");
  const lists = Object.keys(values).map((key): [string, readonly unknown[]] => {
    const value = ownValue(values, key);
    return [key, isArray(value) ? value : value === undefined ? [] : [value]];
  });
  return new MultiDict(lists);
}
