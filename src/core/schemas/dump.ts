/**
 * Validators as data (specification, "Dump, load, clone"). This file knows validators as `Checker`, because their class
 * has these functions as methods.
 */
import { equal } from "../../values/equal.ts";
import {
  entriesOf,
  isArray,
  isBytes,
  isMap,
  isPlainObject,
  isSet,
  itemsOfTyped,
  membersOfSet,
  ownValue,
  typedArrayKind,
  typeName,
} from "../../values/input.ts";
import { type Recursion, unstacked } from "../../values/stack.ts";
import { brandOf, temporal, textOf, timeOf } from "../../values/temporal.ts";
import { literal } from "../../values/text.ts";
import { isTypedArrayName, TYPED_ARRAYS, type TypedArrayName, typedArray } from "../../values/typed-arrays.ts";
import { AssertionError, KeyError, ValueError } from "../errors/errors.ts";
import { ANNOTATIONS } from "./annotations.ts";
import { below, type Changes, Definitions, Place, readUpdate, type Update } from "./changes.ts";
import { type Checker, type CheckerClass, expectChecker, isChecker } from "./checker.ts";
import { expectSchemaDepth } from "./copy.ts";
import { sharedNamesIn } from "./graph.ts";
import { AllParams, paramsOf } from "./params.ts";
import { classes, functions, instances } from "./registry.ts";

export type { Update } from "./changes.ts";

/** The key of a value that has no form in JSON: `{ "__value__": "number", "text": "Infinity" }`. */
export const VALUE = "__value__";

/** The keys that mark special objects in a dump: a new validator, a registered one, a clone, or a value. */
const FORM_KEYS = ["__class__", "__use__", "__clone__", VALUE];

/** Whether `load` would take an object of the user for one of the special objects. */
export const looksSpecial = (value: object): boolean => FORM_KEYS.some((key) => Object.hasOwn(value, key));

/** The key of validators that occur several times in a dump: each is written there once, under a name. */
const DEFS = "__defs__";

/**
 * The validator as plain data: JSON, except for functions and classes among its parameters that have no name in
 * `functions`. A validator with members that stands in several places is written once, under `__defs__`.
 * @throws TypeError if it is no validator.
 * @example dump(Int({ min: 1 })); // { __class__: "Int", min: 1 }
 */
export function dump(validator: Checker): Record<string, unknown> {
  expectChecker("dump", validator);
  const dumper = new Dumper(validator);
  const data = unstacked(dumper.write(validator, dumper.sharesAny ? 1 : 0));
  return dumper.sharesAny ? { ...data, [DEFS]: Object.fromEntries(dumper.defs) } : data;
}

class Dumper {
  /** The validators that occur several times, and their names. */
  readonly #shared: ReadonlyMap<unknown, string>;
  /** Their dumps, by name. */
  readonly defs = new Map<string, unknown>();
  /** Data among the parameters that has been written: parts of a value may be shared. */
  readonly #dumped = new Map<object, unknown>();

  constructor(root: Checker) {
    this.#shared = sharedNamesIn(root);
  }

  get sharesAny(): boolean {
    return this.#shared.size > 0;
  }

  /** @param depth as `load` will count it: a definition, and an object with definitions, add one level. */
  *write(validator: Checker, depth: number): Recursion<Record<string, unknown>> {
    const { name, params } = validator.constructor as unknown as CheckerClass;
    const data: Record<string, unknown> = { __class__: name };
    for (const [param, value] of paramsOf(validator)) {
      const dumpOf = ownValue(ownValue(params, param) ?? {}, "dump") as ((value: never) => unknown) | undefined;
      data[param] = dumpOf === undefined ? yield this.#encode(value, depth + 1) : dumpOf(value as never);
    }
    return data;
  }

  *#encode(value: unknown, depth: number): Recursion<unknown> {
    expectSchemaDepth(depth, "dump");
    if (typeof value === "number") {
      return Number.isFinite(value) && !Object.is(value, -0)
        ? value
        : textForm("number", Object.is(value, -0) ? "-0" : value);
    }
    if (typeof value === "bigint" || value === undefined) return textForm(typeName(value), value);
    if (isChecker(value)) return yield this.#member(value, depth);
    if (typeof value === "function") {
      const name = functions.nameOf(value as () => unknown);
      return name === undefined ? value : textForm("function", name);
    }
    if (typeof value !== "object" || value === null) return value;
    const known = this.#dumped.get(value);
    if (known !== undefined) return known;
    const data = yield this.#encodeObject(value, depth);
    this.#dumped.set(value, data);
    return data;
  }

  *#member(validator: Checker, depth: number): Recursion<unknown> {
    const name = this.#shared.get(validator);
    if (name === undefined) return yield this.write(validator, depth);
    if (!this.defs.has(name)) {
      // Takes its place before the definitions inside it.
      this.defs.set(name, undefined);
      this.defs.set(name, yield this.write(validator, depth + 1));
    }
    return textForm("validator", name);
  }

  *#encodeObject(value: object, depth: number): Recursion<unknown> {
    if (isArray(value)) {
      const items: unknown[] = [];
      for (const item of Array.from(value)) items.push(yield this.#encode(item, depth + 1));
      return items;
    }
    if (isBytes(value)) {
      return textForm("bytes", Array.from(value, (byte) => byte.toString(16).padStart(2, "0")).join(""));
    }
    if (isPlainObject(value)) return yield this.#encodePlain(value, depth);
    if (isMap(value)) return { [VALUE]: "map", entries: yield this.#encode(entriesOf(value), depth) };
    if (isSet(value)) return { [VALUE]: "set", entries: yield this.#encode(membersOfSet(value), depth) };
    const kind = typedArrayKind(value);
    if (kind !== undefined) return { [VALUE]: kind, entries: yield this.#encode(itemsOfTyped(value), depth) };
    const time = timeOf(value);
    if (time !== undefined) return textForm("date", new Date(time).toJSON());
    const brand = brandOf(value);
    return brand === undefined ? value : textForm(`Temporal.${brand}`, textOf(value));
  }

  *#encodePlain(value: Record<string, unknown>, depth: number): Recursion<unknown> {
    const entries: [string, unknown][] = [];
    for (const key of Object.keys(value)) entries.push([key, yield this.#encode(ownValue(value, key), depth + 1)]);
    // An object of the user with one of these keys is written as entries, or `load` would take it for a validator.
    if (looksSpecial(value)) return { [VALUE]: "object", entries };
    return Object.fromEntries(entries);
  }
}

function textForm(kind: string, value: unknown): Record<string, unknown> {
  return { [VALUE]: kind, text: String(value) };
}

/** The syntax of the texts of values. */
const TEXT_FORMS: Readonly<Record<string, RegExp>> = {
  number: /^NaN$|^-?(?:Infinity|\d+(?:\.\d+)?(?:e[-+]?\d+)?)$/,
  bigint: /^-?\d+$/,
  bytes: /^(?:[\da-f]{2})*$/i,
};

/** Returns the value that `encode` has written under `__value__`. */
function decode(data: Record<string, unknown>): unknown {
  const kind = data[VALUE];
  const text = String(data.text);
  const form = ownValue(TEXT_FORMS, String(kind)) as RegExp | undefined;
  if (form?.test(text) === false) throw new ValueError(`The text of ${VALUE} '${kind}' should not be ${literal(text)}`);
  switch (kind) {
    case "number":
      return Number(text);
    case "bigint":
      return BigInt(text);
    case "undefined":
      return undefined;
    case "bytes":
      return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
    case "function":
      return functions.get(text);
    case "map":
      return new Map(pairsOf(data));
    case "set":
      if (!isArray(data.entries)) throw new ValueError(`The entries of ${VALUE} 'set' should be an array`);
      return new Set(data.entries);
    case "date":
      return new Date(text);
  }
  if (isTypedArrayName(kind)) return typedArrayOf(kind, ownValue(data, "entries"));
  const type =
    typeof kind === "string" && kind.startsWith("Temporal.") ? ownValue(temporal(), kind.slice(9)) : undefined;
  if (typeof type !== "function") throw new ValueError(`${literal(kind)} is not a kind of ${VALUE}`);
  return (type as unknown as { from(text: string): unknown }).from(text);
}

/** A typed array, if it holds the entries. */
function typedArrayOf(kind: TypedArrayName, entries: unknown): object {
  const { isInteger, range = [] } = TYPED_ARRAYS[kind];
  const type = typeof (isInteger ? range[0] : 0);
  const holds = (item: unknown): boolean =>
    typeof item === type && (!isInteger || itemsOfTyped(typedArray(kind, [item]))[0] === item);
  if (isArray(entries) && entries.every(holds)) return typedArray(kind, entries);
  throw new ValueError(`The entries of ${VALUE} '${kind}' should be numbers that it holds`);
}

/** The entries of a value that is written as pairs. */
function pairsOf(data: Record<string, unknown>): [unknown, unknown][] {
  const entries = ownValue(data, "entries");
  if (isArray(entries) && entries.every((pair) => isArray(pair) && pair.length === 2)) return entries as never;
  throw new ValueError(`The entries of ${VALUE} ${literal(ownValue(data, VALUE))} should be an array of pairs`);
}

/** The members of an object that is written as entries because it has a reserved key; undefined for any other. */
function writtenMembers(data: Record<string, unknown>): [string, unknown][] | undefined {
  const isForm = FORM_KEYS.some((key) => key !== VALUE && Object.hasOwn(data, key));
  if (isForm || ownValue(data, VALUE) !== "object") return undefined;
  const pairs = pairsOf(data) as [string, unknown][];
  if (pairs.every(([key]) => typeof key === "string")) return pairs;
  throw new ValueError(`The keys of ${VALUE} 'object' should be text`);
}

/**
 * Builds a validator from data: a dump (`__class__`), a registered validator (`__use__`: alias), or a clone of a
 * registered one (`__clone__`: alias, `update`: changes).
 * @param data the data; its own keys only, and no name is resolved outside the two registries.
 * @param update changes applied before building; see `Update`.
 * @param unset names to remove, by path (as the `path-` keys of `update`).
 * @throws AssertionError if `data` is not one of the forms; KeyError for an unknown class or alias, a path that leads
 *   nowhere, or a key to remove that is not there; ValueError for a member to remove that is not there; what the
 *   parameters' contracts throw.
 */
export function load(data: unknown, update?: Update, unset?: Update): Checker {
  if (!isPlainObject(data)) throw new AssertionError(`Expected object, got ${typeName(data)}`);
  const forms = FORM_KEYS.slice(0, 3);
  if (!forms.some((form) => Object.hasOwn(data, form))) {
    throw new AssertionError(`One of keys ${literal(forms)} must be specified in: ${literal(data)}`);
  }
  const changes = readUpdate(update, unset);
  // If loading fails, aliases that were registered on the way are removed again.
  return instances.attempt(() => {
    const validator = unstacked(build(data, new Place(changes)));
    if (!isChecker(validator)) throw new AssertionError(`The update of ${literal(data)} leaves no validator`);
    for (const [path, key] of changes.unmet) {
      throw new KeyError(`${literal(key)} leads nowhere: there is no object or array at ${literal(path)}`);
    }
    return validator;
  });
}

/** A new validator with the changes; equals `load(dump(validator), update, unset)`. */
export function clone(validator: Checker, update?: Update, unset?: Update): Checker {
  return load(dump(validator), update, unset);
}

/**
 * Builds the members of `data` first; then adds and removes members; then makes a validator of an object in one of the
 * special forms.
 */
function* build(data: unknown, place: Place): Recursion<unknown> {
  expectSchemaDepth(place.depth, "dump");
  if (!isArray(data) && !isPlainObject(data)) return data;
  // A part that changes in one place stays the same in all others.
  if (place.isChanged) return yield buildNew(data, place);
  const { built } = place.definitions;
  if (!built.has(data)) built.set(data, yield buildNew(data, place.unchanged()));
  return built.get(data);
}

function* buildNew(data: unknown[] | Record<string, unknown>, place: Place): Recursion<unknown> {
  if (isArray(data)) return yield buildArray(data, place);
  const isClass = Object.hasOwn(data, "__class__");
  if (!isClass && ownValue(data, VALUE) === "validator") {
    const { dump, definitions } = place.definitions.find(String(data.text));
    return yield build(dump, place.with(definitions));
  }
  const defs = isClass ? ownValue(data, DEFS) : undefined;
  if (defs === undefined) return yield buildObject(data, place);
  if (!isPlainObject(defs)) throw new TypeError(`${DEFS} should be an object`);
  return yield buildObject(data, place.with(new Definitions(defs, place.definitions)), DEFS);
}

/** @param skipped a key that is not a member. */
function* buildObject(data: Record<string, unknown>, place: Place, skipped?: string): Recursion<unknown> {
  const { changes, path } = place;
  const result = new Map<string, unknown>();
  const written = writtenMembers(data);
  for (const [key, value] of written ?? Object.keys(data).map((key) => [key, ownValue(data, key)] as const)) {
    if (key !== skipped) result.set(key, yield build(value, place.at(key)));
  }
  if (changes !== undefined && Object.hasOwn(data, "__class__")) yield addUnset(result, changes, place);
  const add = changes?.add.get(path);
  changes?.unmet.delete(path);
  if (add !== undefined) {
    if (!isPlainObject(add)) throw new TypeError(`The update of '${path}' should be an object`);
    for (const key of Object.keys(add)) result.set(key, yield build(ownValue(add, key), place.added()));
  }
  for (const key of changes?.remove.get(path) ?? []) {
    if (!result.delete(String(key))) throw new KeyError(`${literal(key)} is not in object at '${path}'`);
  }
  return written === undefined ? finish(result) : Object.fromEntries(result);
}

/** Adding to a parameter that is not set begins with an empty object or array. */
function* addUnset(result: Map<string, unknown>, changes: Changes, place: Place): Recursion<void> {
  const name = result.get("__class__") as string;
  if (!classes.has(name)) return;
  for (const param of [...Object.keys(classes.get(name).params), ...ANNOTATIONS]) {
    const add = changes.add.get(below(place.path, param));
    if (add === undefined || result.has(param)) continue;
    result.set(param, yield build(isArray(add) ? [] : {}, place.at(param)));
  }
}

/** Makes the validator or value that a special form describes; any other object stays an object. */
function finish(members: Map<string, unknown>): unknown {
  if (members.has("__class__")) {
    const params = Object.fromEntries([...members].filter(([key]) => key !== "__class__"));
    const Class = named("Class", members.get("__class__"), classes.get) as unknown as new (all: AllParams) => Checker;
    return new Class(new AllParams(params));
  }
  if (members.has("__clone__")) {
    const { __clone__, update, unset, ...loose } = Object.fromEntries(members);
    return clone(named("Instance", __clone__, instances.get), { ...(update as Update), ...loose }, unset as Update);
  }
  if (members.has("__use__")) return named("Instance", members.get("__use__"), instances.get);
  const result = Object.fromEntries(members);
  return members.has(VALUE) ? decode(result) : result;
}

/** Looks up a name, which data may give as anything, in a registry. */
function named<T>(what: string, name: unknown, get: (name: string) => T): T {
  if (typeof name !== "string") throw new KeyError(`${what} '${literal(name)}' is not registered`);
  return get(name);
}

function* buildArray(data: unknown[], place: Place): Recursion<unknown[]> {
  const { changes, path } = place;
  const result: unknown[] = [];
  for (const [index, item] of Array.from(data).entries()) result.push(yield build(item, place.at(index)));
  changes?.unmet.delete(path);
  const add = changes?.add.get(path);
  if (add !== undefined) {
    if (!isArray(add)) throw new TypeError(`The update of '${path}' should be an array`);
    for (const item of add) result.push(yield build(item, place.added()));
  }
  for (const item of changes?.remove.get(path) ?? []) {
    const member = yield build(item, place.added());
    const index = result.findIndex((other) => isMember(other, member));
    if (index < 0) throw new ValueError(`${literal(member)} is not in array at '${path}'`);
    result.splice(index, 1);
  }
  return result;
}

/**
 * Returns whether `given` stands for the member `item`. A safe integer also stands for an equal bigint: parameters may
 * store numbers as bigints.
 */
function isMember(item: unknown, given: unknown): boolean {
  if (isChecker(item)) return item.equals(given);
  return equal(item, typeof item === "bigint" && Number.isSafeInteger(given) ? BigInt(given as number) : given);
}
