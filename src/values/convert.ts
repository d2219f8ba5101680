/** Values of classes: what a class makes of a value, and how its instances compare. */
import { timeOf } from "../time/temporal.ts";
import { codePoints, isArray, lengthOf, ownValue, type TypeSpec } from "./input.ts";

/** What makes primitives, and is called without `new`. */
export const PRIMITIVES: readonly unknown[] = [String, Number, Boolean, BigInt];

/** JavaScript's values for "none of this type", which compare with nothing: NaN, and a Date that is no date. */
export const isNothing = (value: unknown): boolean => Number.isNaN(value) || Number.isNaN(timeOf(value));

/** What the class, or the function of a primitive, makes of a value; undefined if it refuses, for it never makes that. */
export function convert(tp: TypeSpec, input: unknown): unknown {
  if (isInexact(tp, input)) return undefined;
  const make = tp as (new (value: unknown) => unknown) & ((value: unknown) => unknown);
  try {
    if (isCostly(tp, input)) return undefined;
    const value = PRIMITIVES.includes(tp) ? make(input) : new make(input);
    // JavaScript's own way to refuse.
    return isNothing(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** A number beyond the safe range has lost digits: a bigint made of it would look as if it had them. */
const isInexact = (tp: TypeSpec, input: unknown): boolean =>
  tp === BigInt && typeof input === "number" && !Number.isSafeInteger(input);

const TypedArray = /*#__PURE__*/ Object.getPrototypeOf(Uint8Array);

/** `tp` is the class `base`, or one of its subclasses. */
const makes = (tp: TypeSpec, base: unknown): boolean =>
  base !== undefined && (tp === base || (tp as { prototype?: unknown }).prototype instanceof (base as typeof Array));

/** What makes text of an array: of one that stands in many places, each time. */
const SPELLERS: readonly unknown[] = [...PRIMITIVES, Date, RegExp, globalThis.URL];

/** The most digits a text may have that becomes a bigint: reading more takes more than linear time. */
const MAX_DIGITS = 1000;
/** The most members of members an array may have that is spelled out, which JavaScript does to make a number of it. */
const MAX_SPELLED = 2 ** 20;

/** Converting would take more than the input holds: a size, holes, and what is met many times cost nothing there. */
function isCostly(tp: TypeSpec, input: unknown): boolean {
  if (tp === BigInt && typeof input === "string") return input.trim().replace(/^[-+]/, "").length > MAX_DIGITS;
  if (SPELLERS.includes(tp)) return isArray(input) && isVast([input]);
  // The constructors of arrays and buffers take a size: the input must not say how much memory to take, only hold it.
  if (makesTypedArrays(tp)) return isArray(input) ? isVast(input) : !ArrayBuffer.isView(input);
  if (makes(tp, Array)) return typeof input !== "object";
  if (makes(tp, ArrayBuffer) || makes(tp, globalThis.SharedArrayBuffer)) return true;
  return isArray(input) && isRepeated(input);
}

/** Whether the arrays among `items` have too many members, and members of members, or too much text. */
function isVast(items: readonly unknown[]): boolean {
  let left = MAX_SPELLED + lengthOf(items);
  const inside = [items];
  for (let array = inside.pop(); array !== undefined; array = inside.pop()) {
    const length = lengthOf(array);
    left -= length;
    for (let index = 0; index < length && left >= 0; index++) {
      const item = ownValue(array, index);
      if (isArray(item)) inside.push(item);
      else if (typeof item === "string" && item.length > MAX_DIGITS) left -= item.length;
    }
    if (left < 0) return true;
  }
  return false;
}

/** Whether an array has too many holes, or members where it comes again inside: other classes may make text of it too. */
function isRepeated(array: readonly unknown[]): boolean {
  let left = MAX_SPELLED;
  const seen = new Set<unknown>();
  const inside = [array];
  for (let next = inside.pop(); next !== undefined && left >= 0; next = inside.pop()) {
    const length = lengthOf(next);
    if (seen.has(next)) left -= length;
    else seen.add(next);
    for (let index = 0; index < length && left >= 0; index++) {
      const item = ownValue(next, index);
      if (item === undefined) left--;
      else if (isArray(item)) inside.push(item);
    }
  }
  return left < 0;
}

/** The class of a typed array. */
export const makesTypedArrays = (tp: TypeSpec): boolean => makes(tp, TypedArray);

/** The order of two values: by the class's own `compare` if it has one, as Temporal's do, else by `<`; NaN if none. */
export function compare(tp: TypeSpec, a: unknown, b: unknown): number {
  const { compare } = tp as { compare?: unknown };
  if (typeof compare === "function") return compare.call(tp, a, b);
  if ((a as number) < (b as number)) return -1;
  if ((a as number) > (b as number)) return 1;
  return (a as number) >= (b as number) ? 0 : Number.NaN;
}

/** The length, or the size, of a value. */
export function lengthOrSize(value: unknown): number | undefined {
  if (typeof value === "string") return codePoints(value);
  const { length, size } = value as { length?: number; size?: number };
  return length ?? size;
}

/** What is measured; undefined for a false instance: an object that only has the prototype of a built-in class. */
export function genuine<T>(measure: () => T): T | undefined {
  try {
    return measure();
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
