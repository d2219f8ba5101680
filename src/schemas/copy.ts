/**
 * Copies of data: a validator copies its parameters once, and never hands out its own copy if the caller could change
 * it. Copied are arrays, plain objects, bytes, Dates, Maps and Sets. Keys of Maps and members of Sets stay the same
 * objects, as Maps and Sets compare them by identity. Anything else, such as an instance of a class of the caller's, is
 * shared.
 */
import { ValueError } from "../errors/errors.ts";
import {
  byteLength,
  entriesOf,
  isArray,
  isBytes,
  isMap,
  isPlainObject,
  isSet,
  lengthOf,
  mapSize,
  membersOfSet,
  ownValue,
  plainBytes,
  setSize,
  withoutPrototype,
} from "../values/input.ts";
import { timeOf } from "../values/temporal.ts";

/** Parameters and dumps may be nested this deep. */
const MAX_DEPTH = 512;

/** @throws ValueError if it is too deep. */
export function expectDepth(depth: number, what: string): void {
  if (depth > MAX_DEPTH) throw new ValueError(`A ${what} should not be nested deeper than ${MAX_DEPTH} levels`);
}

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
  const result = copyOf(finish, value, (item) => copyWith(finish, item, depth + 1, copies));
  copies.set(value, result);
  return result;
}

function copyOf(finish: Finish, value: object, member: (item: unknown) => unknown): unknown {
  if (isArray(value)) return finish(Array.from(value, (item) => member(item)));
  if (isPlainObject(value)) {
    return finish(Object.fromEntries(Object.keys(value).map((key) => [key, member(ownValue(value, key))])));
  }
  if (isMap(value) && isBuiltIn(value)) return new Map(entriesOf(value).map(([key, item]) => [key, member(item)]));
  return copyOfLeaf(value);
}

/** A copy of a value without members to copy; the value itself if it is of a class of the caller's, or immutable. */
function copyOfLeaf(value: object): unknown {
  if (isBytes(value)) return withPrototypeOf(value, new Uint8Array(plainBytes(value)));
  const time = timeOf(value);
  if (time !== undefined) return isBuiltIn(value) ? new Date(time) : value;
  return isSet(value) && isBuiltIn(value) ? new Set(membersOfSet(value)) : value;
}

/** A Date, Map or Set is not of a subclass: above its prototype there is only the root of all prototypes. */
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
 * The copy of a parameter that may be any data. It is frozen; where it cannot be, a {@link Snapshot} holds it, and the
 * validator's property gives a new copy each time it is read. The type is that of the property when read.
 */
export function keep<T>(value: T): T {
  const copied = frozenCopy(value) as T;
  return isFrozen(copied, new Set()) ? copied : (new Snapshot(() => frozenCopy(copied)) as T);
}

/**
 * Describes a property for what `keep` has made. It has no prototype: a "get" on `Object.prototype` would be a part of
 * it.
 */
export function readOnly(value: unknown): PropertyDescriptor {
  return withoutPrototype(
    value instanceof Snapshot ? { get: () => value.read(), enumerable: true } : { value, enumerable: true },
  );
}

function isFrozen(value: unknown, seen: Set<unknown>): boolean {
  if (typeof value !== "object" || value === null || seen.has(value)) return true;
  seen.add(value);
  if (isArray(value) || isPlainObject(value)) return Object.values(value).every((member) => isFrozen(member, seen));
  return !isBytes(value) && timeOf(value) === undefined && !isMap(value) && !isSet(value);
}

/** Replaces a part that has another structure than the model, as it is equal to nothing else. */
const UNLIKE = Symbol("unlike");

/** Who counts the keys of objects that are listed: see `Report.counts`. */
interface Counter {
  counts(members: number, container: object): boolean;
}

/**
 * A copy of `input` as far as it has the structure of `model`: it is never larger than the model. Each property is read
 * only once, so that the value which is compared is also the value which is returned.
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

/** How many keys models have, which do not change: V8 lists those of a large object anew each time. */
const sizes = new WeakMap<object, number>();

function sizeOf(model: object): number {
  const known = sizes.get(model);
  if (known !== undefined) return known;
  const size = Object.keys(model).length;
  sizes.set(model, size);
  return size;
}

/** The recursion follows the model, which is a copy and so not cyclic: it ends. */
function partsLike(input: object, model: object, counter: Counter, take: Take): unknown {
  if (isArray(input)) {
    const length = lengthOf(input);
    if (!isArray(model) || length !== model.length) return UNLIKE;
    return model.map((item, index) => take(ownValue(input, index), item));
  }
  if (isPlainObject(input)) {
    if (!isPlainObject(model)) return UNLIKE;
    const keys = Object.keys(input);
    if (!counter.counts(keys.length, input) || keys.length !== sizeOf(model)) return UNLIKE;
    return Object.fromEntries(keys.map((key) => [key, take(ownValue(input, key), ownValue(model, key))]));
  }
  if (isBytes(input)) return isBytes(model) && byteLength(input) === byteLength(model) ? copyOfLeaf(input) : UNLIKE;
  // Members of Maps and Sets are listed only where the model has as many.
  if (mapSize(input) !== mapSize(model) || setSize(input) !== setSize(model)) return UNLIKE;
  if (!isMap(input)) return copyOfLeaf(input);
  return new Map(entriesOf(input).map(([key, item]) => [key, take(item, (model as typeof input).get(key))]));
}
