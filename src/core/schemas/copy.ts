/**
 * Copies of data. A validator copies its parameters once, and never returns its own copy if the caller could change it.
 * Arrays, plain objects, typed arrays, Dates, Maps and Sets are copied. Keys of Maps and members of Sets stay the same
 * objects, because Maps and Sets compare them by identity. Anything else, such as an instance of a custom class, is
 * shared.
 */
import {
  byteLength,
  entriesOf,
  isArray,
  isMap,
  isPlainObject,
  isSet,
  lengthOf,
  mapSize,
  membersOfSet,
  ownValue,
  setSize,
  typedArrayKind,
  withoutPrototype,
} from "../../values/input.ts";
import { timeOf } from "../../values/temporal.ts";
import type { TypedArrayName } from "../../values/typed-arrays.ts";
import { ValueError } from "../errors/errors.ts";

/** Maximum depth of data among the parameters. */
const MAX_DEPTH = 512;
/** The same with the validators around it: more than any call enters, and so much that cycles are found at once. */
const MAX_SCHEMA_DEPTH = 10_000;

/** @throws ValueError if it is too deep. */
function expectDepth(depth: number, what: string, most = MAX_DEPTH): void {
  if (depth > most) throw new ValueError(`A ${what} should not be nested deeper than ${most} levels`);
}

/** @throws ValueError if a schema is too deep. */
export const expectSchemaDepth = (depth: number, what: string): void => expectDepth(depth, what, MAX_SCHEMA_DEPTH);

type Finish = <T>(value: T) => T;
const mutable: Finish = (value) => value;

/**
 * A copy of `value`.
 * @throws ValueError if it is nested deeper than 512 levels, as cyclic values are.
 */
export function copy(value: unknown): unknown {
  return copyWith(mutable, value, 0, new Map());
}

/** As {@link copy}, but arrays and objects are frozen. */
export function frozenCopy(value: unknown): unknown {
  return copyWith(Object.freeze, value, 0, new Map());
}

/** @param copies the copies made so far: an object that occurs twice is also one object in the copy. */
function copyWith(finish: Finish, value: unknown, depth: number, copies: Map<object, unknown>): unknown {
  if (typeof value !== "object" || value === null) return value;
  expectDepth(depth, "parameter");
  const known = copies.get(value);
  if (known !== undefined) return known;
  const result = copyBy(finish, value, (item) => copyWith(finish, item, depth + 1, copies));
  copies.set(value, result);
  return result;
}

function copyBy(finish: Finish, value: object, member: (item: unknown) => unknown): unknown {
  if (isArray(value)) return finish(Array.from(value, (item) => member(item)));
  if (isPlainObject(value)) {
    return finish(Object.fromEntries(Object.keys(value).map((key) => [key, member(ownValue(value, key))])));
  }
  if (isMap(value) && isBuiltIn(value)) return new Map(entriesOf(value).map(([key, item]) => [key, member(item)]));
  return copyOfLeaf(value);
}

/** Returns a copy of a value without members to copy; the value itself if it is of a custom class, or immutable. */
function copyOfLeaf(value: object): unknown {
  const kind = typedArrayKind(value) as TypedArrayName | undefined;
  if (kind !== undefined) {
    // Of a typed array the constructor copies the items. Over a detached buffer there are none.
    const items = (byteLength(value as Uint8Array) === 0 ? [] : value) as Uint8Array;
    return withPrototypeOf(value, new globalThis[kind](items as never));
  }
  const time = timeOf(value);
  if (time !== undefined) return isBuiltIn(value) ? new Date(time) : value;
  return isSet(value) && isBuiltIn(value) ? new Set(membersOfSet(value)) : value;
}

/**
 * Returns whether a Date, Map or Set is not of a subclass: its prototype chain has only Object.prototype above its own.
 */
function isBuiltIn(value: object): boolean {
  try {
    const root = Object.getPrototypeOf(Object.getPrototypeOf(value) ?? value);
    return root !== null && Object.getPrototypeOf(root) === null;
  } catch {
    // Its prototype is a revoked Proxy.
    return false;
  }
}

/** `result` with the prototype of `value`, so that the copy of a Buffer is a Buffer. */
const withPrototypeOf = <T extends object>(value: T, result: T): T =>
  Object.setPrototypeOf(result, Object.getPrototypeOf(value));

/** A parameter that a validator keeps though it cannot be frozen, as it contains bytes, a Date, a Map or a Set. */
export class Snapshot {
  /** Makes a copy for each reader of the parameter. */
  readonly read: () => unknown;
  constructor(read: () => unknown) {
    this.read = read;
  }
}

/**
 * Copies a parameter that may be any data, and freezes it. If it cannot be frozen, a {@link Snapshot} holds it, and the
 * validator's property returns a new copy on each access. The static type is that of the property.
 */
export function keep<T>(value: T): T {
  const copied = frozenCopy(value) as T;
  return isFrozen(copied, new Set()) ? copied : (new Snapshot(() => frozenCopy(copied)) as T);
}

/**
 * Returns the property descriptor for a result of `keep`. It has no prototype: a "get" on `Object.prototype` would
 * become part of it.
 */
export function readOnly(value: unknown): PropertyDescriptor {
  return withoutPrototype(
    value instanceof Snapshot ? { get: () => value.read(), enumerable: true } : { value, enumerable: true },
  );
}

function isFrozen(value: unknown, seen: Set<unknown>): boolean {
  if (seen.has(value)) return true;
  seen.add(value);
  if (isArray(value) || isPlainObject(value)) return Object.values(value).every((member) => isFrozen(member, seen));
  return typedArrayKind(value) === undefined && timeOf(value) === undefined && !isMap(value) && !isSet(value);
}

/** Replaces a part whose structure differs from the model: it equals nothing else. */
const UNLIKE = Symbol("unlike");

/** Counts the keys of objects that are listed: see `Report.counts`. */
interface Counter {
  counts(members: number, container: object): boolean;
}

/**
 * Copies `input` as far as it has the structure of `model`, so the copy is never larger than the model. Each property
 * is read only once, so the value that is compared is also the value that is returned.
 */
export function copyLike(input: unknown, model: unknown, counter: Counter): unknown {
  return typeof input === "object" ? takeLike(input, model, counter, new Map()) : input;
}

function takeLike(input: unknown, model: unknown, counter: Counter, taken: Map<unknown, unknown>): unknown {
  if (typeof input !== "object" || input === null || typeof model !== "object" || model === null) return input;
  const known = taken.get(input);
  if (known !== undefined) return known;
  const take: Take = (part, partOfModel) => takeLike(part, partOfModel, counter, taken);
  const made = partsLike(input, model, counter, take);
  taken.set(input, made);
  return made;
}

type Take = (part: unknown, model: unknown) => unknown;

/** The number of keys of models, which do not change: V8 lists the keys of a large object anew each time. */
const sizes = new WeakMap<object, number>();

function keyCount(model: object): number {
  const known = sizes.get(model);
  if (known !== undefined) return known;
  const size = Object.keys(model).length;
  sizes.set(model, size);
  return size;
}

/** The recursion follows the model, which is a copy and therefore not cyclic: it ends. */
function partsLike(input: object, model: object, counter: Counter, take: Take): unknown {
  if (isArray(input)) {
    const length = lengthOf(input);
    if (!isArray(model) || length !== model.length) return UNLIKE;
    return model.map((item, index) => take(ownValue(input, index), item));
  }
  if (isPlainObject(input)) {
    if (!isPlainObject(model)) return UNLIKE;
    const keys = Object.keys(input);
    if (!counter.counts(keys.length, input) || keys.length !== keyCount(model)) return UNLIKE;
    return Object.fromEntries(keys.map((key) => [key, take(ownValue(input, key), ownValue(model, key))]));
  }
  const kind = typedArrayKind(input);
  if (kind !== undefined) {
    const isLike =
      kind === typedArrayKind(model) && byteLength(input as Uint8Array) === byteLength(model as Uint8Array);
    return isLike ? copyOfLeaf(input) : UNLIKE;
  }
  // Members of Maps and Sets are listed only if the model has the same number.
  if (mapSize(input) !== mapSize(model) || setSize(input) !== setSize(model)) return UNLIKE;
  if (!isMap(input)) return copyOfLeaf(input);
  return new Map(entriesOf(input).map(([key, item]) => [key, take(item, (model as typeof input).get(key))]));
}
