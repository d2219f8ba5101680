/**
 * Copies of data: what goes into a validator is copied once, and what comes out is never the inside. Copied are arrays,
 * plain objects, bytes, Dates, Maps and Sets; keys of Maps and members of Sets stay the same objects, as they are told
 * apart by identity. Anything else, such as an instance of a class of the caller's, is shared.
 */
import { ValueError } from "../errors/errors.ts";
import { timeOf } from "../time/temporal.ts";
import {
  byteLength,
  entriesOf,
  isArray,
  isBytes,
  isMap,
  isPlainObject,
  isSet,
  lengthOf,
  membersOfSet,
  ownValue,
  plainBytes,
} from "./input.ts";

const MAX_DEPTH = 512;

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

/** @param copies what has been copied: an object that is met again is the same object in the copy. */
function copyWith(finish: Finish, value: unknown, depth: number, copies: Map<object, unknown>): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH) throw new ValueError(`A parameter should not be nested deeper than ${MAX_DEPTH} levels`);
  const known = copies.get(value);
  if (known !== undefined) return known;
  const made = copyOf(finish, value, (item) => copyWith(finish, item, depth + 1, copies));
  copies.set(value, made);
  return made;
}

function copyOf(finish: Finish, value: object, member: (item: unknown) => unknown): unknown {
  if (isArray(value)) return finish(Array.from(value, (item) => member(item)));
  if (isPlainObject(value)) {
    return finish(Object.fromEntries(Object.keys(value).map((key) => [key, member(ownValue(value, key))])));
  }
  if (isMap(value) && isBuiltIn(value)) return new Map(entriesOf(value).map(([key, item]) => [key, member(item)]));
  return copyOfLeaf(value);
}

/** A copy of what has no members to copy; the value itself if it is of a class of the caller's, or cannot be changed. */
function copyOfLeaf(value: object): unknown {
  if (isBytes(value)) return alike(new Uint8Array(plainBytes(value)), value);
  const time = timeOf(value);
  if (time !== undefined) return isBuiltIn(value) ? new Date(time) : value;
  return isSet(value) && isBuiltIn(value) ? new Set(membersOfSet(value)) : value;
}

/** A Date, Map or Set is of no subclass: only the root of prototypes is above its own. */
function isBuiltIn(value: object): boolean {
  try {
    const root = Object.getPrototypeOf(Object.getPrototypeOf(value) ?? value);
    return root !== null && Object.getPrototypeOf(root) === null;
  } catch {
    // Its prototype is a Proxy that was revoked.
    return false;
  }
}

/** Bytes stay a Buffer if they are one. */
const alike = <T extends object>(made: T, value: T): T => Object.setPrototypeOf(made, Object.getPrototypeOf(value));

/** What a validator keeps though it cannot be frozen: a part of it is bytes, a Date, a Map or a Set. */
export class Snapshot {
  readonly #inside: unknown;
  constructor(inside: unknown) {
    this.#inside = inside;
  }
  /** A copy for whoever reads the parameter. */
  read(): unknown {
    return frozenCopy(this.#inside);
  }
}

/**
 * What a contract makes of a parameter that may be any data: a frozen copy, or where that is not enough a {@link Snapshot}
 * one, of which the property of the validator gives a copy each time it is read. Typed as what is read there.
 */
export function keep<T>(value: T): T {
  const inside = frozenCopy(value) as T;
  return isFrozen(inside, new Set()) ? inside : (new Snapshot(inside) as T);
}

function isFrozen(value: unknown, seen: Set<unknown>): boolean {
  if (typeof value !== "object" || value === null || seen.has(value)) return true;
  seen.add(value);
  if (isArray(value) || isPlainObject(value)) return Object.values(value).every((member) => isFrozen(member, seen));
  return !isBytes(value) && timeOf(value) === undefined && !isMap(value) && !isSet(value);
}

/** Stands for what is not built like the model, and is equal to nothing else. */
const UNLIKE = Symbol("unlike");

/**
 * A copy of `input` as far as it is built like `model`, so that it is never larger, each property read once: what is
 * compared is then what is returned.
 */
export function copyLike(input: unknown, model: unknown): unknown {
  return typeof input === "object" ? takeLike(input, model, new Map()) : input;
}

function takeLike(input: unknown, model: unknown, taken: Map<unknown, unknown>): unknown {
  if (typeof input !== "object" || input === null || typeof model !== "object" || model === null) return input;
  const known = taken.get(input);
  if (known !== undefined) return known;
  const made = partsLike(input, model, (part, partOfModel) => takeLike(part, partOfModel, taken));
  taken.set(input, made);
  return made;
}

/** The recursion ends where the model does: that is a copy, and so not cyclic. */
function partsLike(input: object, model: object, take: (part: unknown, model: unknown) => unknown): unknown {
  if (isArray(input)) {
    const length = lengthOf(input);
    if (!isArray(model) || length !== model.length) return UNLIKE;
    return model.map((item, index) => take(ownValue(input, index), item));
  }
  if (isPlainObject(input)) {
    const keys = Object.keys(input);
    if (!isPlainObject(model) || keys.length !== Object.keys(model).length) return UNLIKE;
    return Object.fromEntries(keys.map((key) => [key, take(ownValue(input, key), ownValue(model, key))]));
  }
  if (isMap(input) && isMap(model)) {
    return new Map(entriesOf(input).map(([key, item]) => [key, take(item, model.get(key))]));
  }
  if (isBytes(input)) return isBytes(model) && byteLength(input) === byteLength(model) ? copyOfLeaf(input) : UNLIKE;
  return copyOfLeaf(input);
}
