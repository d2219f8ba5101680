/** What generated code of compiled modules calls. It handles ordinary values, and leaves others to the nodes. */
import { define } from "../values/define.ts";
import type { Node } from "./report.ts";

/** What generated code returns for a value that it leaves to the node. */
export const MISS: unique symbol = Symbol("miss");

/** Items of arrays that one call may read: beyond, the node counts what the input warrants. */
const MAX_ITEMS = 200_000;

let left = 0;
const NOTHING: object = {};
const NO_ITEMS: readonly unknown[] = [];

/** What generated code makes of a value. What it throws, or would read of a prototype, the node decides. */
function attempt(copy: (value: unknown) => unknown, value: unknown): unknown {
  for (const _ in NOTHING) return MISS;
  for (const _ in NO_ITEMS) return MISS;
  try {
    return copy(value);
  } catch {
    return MISS;
  }
}

/** Runs generated code for the value of a call. */
/*#__NO_SIDE_EFFECTS__*/ export const ordinarily =
  (copy: (value: unknown) => unknown) =>
  (value: unknown): unknown => {
    left = MAX_ITEMS;
    return attempt(copy, value);
  };

/**
 * Runs generated code for a member of a value that is refused: most of its members are valid. All together read no more
 * items than one call may.
 */
/*#__NO_SIDE_EFFECTS__*/ export const quickly =
  (copy: (value: unknown) => unknown, node: Node): Node =>
  (value, report) => {
    const made = attempt(copy, value);
    return made === MISS ? node(value, report) : made;
  };

/** The verdict by such code: whatever it copies is valid. */
/*#__NO_SIDE_EFFECTS__*/ export function copied(
  copy: (value: unknown) => unknown,
): (value: unknown) => true | undefined {
  const run = ordinarily(copy);
  return (value) => (run(value) === MISS ? undefined : true);
}

/** Whether a value is an object without a prototype of its own. */
export function isOrdinary(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The length of an array of this realm; -1 for any other value. */
export function sizeOfOrdinary(value: unknown): number {
  if (!Array.isArray(value)) return -1;
  // Read first, it tells V8 what the prototype is.
  const size = value.length;
  if (Object.getPrototypeOf(value) !== Array.prototype) return -1;
  left -= size;
  return size >>> 0 === size && left >= 0 ? size : -1;
}

/** Whether an object has keys that it does not list. */
export const hidesKeys = (value: object, listed: number): boolean => Object.getOwnPropertyNames(value).length > listed;

/**
 * The copy of an object whose keys may be in another order than that of the schema.
 * @param names all keys that must be there.
 * @param copy that of an object with just these, in this order.
 */
export function reordered(value: object, names: readonly string[], copy: (value: unknown) => unknown): unknown {
  if (!isOrdinary(value)) return MISS;
  let listed = 0;
  for (const key in value) {
    // An unknown key, or one that a Proxy lists again.
    if (!names.includes(key) || ++listed > names.length) return MISS;
  }
  if (listed !== names.length) return MISS;
  const ordered: Record<string, unknown> = {};
  for (const name of names) define(ordered, name, (value as Record<string, unknown>)[name]);
  const made = copy(ordered);
  return made === MISS ? MISS : inOrder(value, made as Record<string, unknown>);
}

/** The members of a result in the order of the input, without those that have no value. */
export function inOrder(value: object, made: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const key in value) if (Object.hasOwn(made, key) && made[key] !== undefined) define(result, key, made[key]);
  return result;
}
