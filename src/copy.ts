/** Copies of plain data, so that what is stored and what is handed out are never the same object. */
import { ValueError } from "./errors/errors.ts";
import { isArray, isBytes, isPlainObject, ownValue } from "./input.ts";

const MAX_DEPTH = 512;

const mutable = <T>(value: T): T => value;

/**
 * A copy of `value`: arrays, plain objects and bytes are copied, anything else is shared.
 * @throws ValueError if it is nested deeper than 512 levels, as cyclic values are.
 */
export function copy(value: unknown): unknown {
  return copyWith(mutable, value, 0, new Map());
}

/** As {@link copy}, but arrays and objects are frozen: what validators keep. */
export function frozenCopy(value: unknown): unknown {
  return copyWith(Object.freeze, value, 0, new Map());
}

type Finish = <T>(value: T) => T;

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
  if (isArray(value)) return finish(Array.from(value, member));
  if (isBytes(value)) return Uint8Array.from(value);
  if (!isPlainObject(value)) return value;
  return finish(Object.fromEntries(Object.keys(value).map((key) => [key, member(ownValue(value, key))])));
}
