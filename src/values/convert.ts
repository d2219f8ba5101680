/** Values of classes: conversion to a class, and the order of its instances. */
import {
  builtInNames,
  codePoints,
  isArray,
  isErrorOf,
  isStackOverflow,
  lengthOf,
  ownValue,
  type TypeSpec,
} from "./input.ts";
import { timeOf } from "./temporal.ts";

/** Functions that make primitives, and are called without `new`. */
export const PRIMITIVES: readonly unknown[] = [String, Number, Boolean, BigInt];

/** JavaScript's values for "none of this type", which compare with nothing: NaN, and an invalid Date. */
export const isNothing = (value: unknown): boolean => Number.isNaN(value) || Number.isNaN(timeOf(value));

/**
 * Returns the result of the class, or of the function of a primitive, for a value; undefined if it refuses the value
 * (no class returns undefined).
 */
export function convert(tp: TypeSpec, input: unknown): unknown {
  if (isInexact(tp, input)) return undefined;
  const make = tp as (new (value: unknown) => unknown) & ((value: unknown) => unknown);
  try {
    if (isCostly(tp, input)) return undefined;
    const value = PRIMITIVES.includes(tp) ? make(input) : new make(input);
    // JavaScript's own form of refusal.
    return isNothing(value) ? undefined : value;
  } catch (error) {
    if (isStackOverflow(error)) throw error;
    return undefined;
  }
}

/** A number beyond the safe range has lost digits: a bigint made from it would look exact. */
const isInexact = (tp: TypeSpec, input: unknown): boolean =>
  tp === BigInt && typeof input === "number" && !Number.isSafeInteger(input);

/** `tp` is the built-in class `name` of some realm, or one of its subclasses. */
const makes = (tp: TypeSpec, name: string): boolean => typeof tp === "function" && builtInNames(tp).includes(name);

/**
 * `URL` or a subclass. Node's is written in JavaScript, so its source text does not tell it from a class of the caller.
 */
function makesUrls(tp: TypeSpec): boolean {
  const { URL } = globalThis;
  return URL !== undefined && (tp === URL || (tp as { prototype?: unknown }).prototype instanceof URL);
}

/** Classes that convert an array to text, including shared parts each time they occur. */
const SPELLERS: readonly unknown[] = [...PRIMITIVES, Date, RegExp, globalThis.URL];

/** Maximum number of digits of a text that is converted to a bigint: the conversion takes more than linear time. */
const MAX_DIGITS = 1000;
/** Maximum number of members, at all levels, of an array that JavaScript converts to text to make a number of it. */
const MAX_SPELLED = 2 ** 20;

/**
 * Returns whether converting would take more resources than the input: sizes, holes and shared parts take none in the
 * input.
 */
function isCostly(tp: TypeSpec, input: unknown): boolean {
  if (tp === BigInt && typeof input === "string") return input.trim().replace(/^[-+]/, "").length > MAX_DIGITS;
  const isUrl = makesUrls(tp);
  if (isUrl || SPELLERS.includes(tp)) {
    if (isArray(input) && isVast([input])) return true;
    return isUrl && (typeof input === "string" || isArray(input)) && hasLongHost(String(input));
  }
  // The constructors of arrays and buffers accept a size: the input must not decide how much memory is allocated
  // without holding as much itself.
  if (makesTypedArrays(tp)) return isArray(input) ? isVast(input) : !ArrayBuffer.isView(input);
  if (makes(tp, "Array")) return typeof input !== "object";
  if (makes(tp, "ArrayBuffer") || makes(tp, "SharedArrayBuffer")) return true;
  return isArray(input) && isRepeated(input);
}

/**
 * Maximum length of the host of a URL that is converted, in UTF-16 units: the parser takes quadratic time for Punycode.
 */
const MAX_HOST = 1024;
/** Characters that the parser of URLs removes anywhere. */
const REMOVED = /[\t\n\r]+/g;
/** The start of a URL up to its host, for schemes whose host may be in any script. */
const SPECIAL = /^[\0- ]*(?:(?:https?|wss?|ftp):[/\\]*|file:[/\\]{2}(?![/\\]))/i;
const HOST_END = /[/\\?#]/;

/**
 * Returns whether `URL` would find a host in the text that is longer than any real one: names in DNS have at most 253
 * characters.
 */
function hasLongHost(given: string): boolean {
  if (given.length <= MAX_HOST) return false;
  const text = given.replace(REMOVED, "");
  const start = SPECIAL.exec(text)?.[0].length;
  if (start === undefined) return false;
  const rest = text.slice(start);
  const end = rest.search(HOST_END);
  const authority = end < 0 ? rest : rest.slice(0, end);
  return authority.length - (authority.lastIndexOf("@") + 1) > MAX_HOST;
}

/**
 * Maximum number of levels of arrays that are converted to text: JavaScript does it recursively, and the data must not
 * exhaust the stack.
 */
const MAX_LEVELS = 500;

/**
 * Walks an array and the arrays in it, level by level.
 * @param visit called with each array; returns false to stop. It calls `add` with the arrays of the next level.
 * @returns whether it was stopped, or there are too many levels.
 */
function exceeds(
  root: readonly unknown[],
  visit: (array: readonly unknown[], add: (inner: readonly unknown[]) => void) => boolean,
): boolean {
  let level = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_LEVELS) return true;
    const next: (readonly unknown[])[] = [];
    const add = (inner: readonly unknown[]): void => void next.push(inner);
    if (!level.every((array) => visit(array, add))) return true;
    level = next;
  }
  return false;
}

/** Returns whether the arrays among `items` have too many members at all levels, too much text, or too many levels. */
function isVast(items: readonly unknown[]): boolean {
  let left = MAX_SPELLED + lengthOf(items);
  return exceeds(items, (array, add) => {
    const length = lengthOf(array);
    left -= length;
    for (let index = 0; index < length && left >= 0; index++) {
      const item = ownValue(array, index);
      if (isArray(item)) add(item);
      else if (typeof item === "string" && item.length > MAX_DIGITS) left -= item.length;
    }
    return left >= 0;
  });
}

/** An array as {@link isRepeated} counts it: each time that it occurs, nothing but this is asked of it. */
interface Part {
  readonly members: number;
  readonly holes: number;
  readonly arrays: readonly (readonly unknown[])[];
}

/** @param most gives up once there are more holes. */
function partOf(array: readonly unknown[], most: number): Part {
  const members = lengthOf(array);
  const arrays: (readonly unknown[])[] = [];
  let holes = 0;
  for (let index = 0; index < members && holes <= most; index++) {
    const item = ownValue(array, index);
    if (item === undefined) holes++;
    else if (isArray(item)) arrays.push(item);
  }
  return { members, holes, arrays };
}

/**
 * Returns whether an array has too many holes, too many members in repeated parts, or too many levels: other classes
 * may convert it to text too.
 */
function isRepeated(root: readonly unknown[]): boolean {
  let left = MAX_SPELLED;
  const parts = new Map<unknown, Part>();
  return exceeds(root, (array, add) => {
    const known = parts.get(array);
    const part = known ?? partOf(array, left);
    left -= known === undefined ? part.holes : part.members + part.holes;
    parts.set(array, part);
    part.arrays.forEach(add);
    return left >= 0;
  });
}

/** The class of a typed array. */
export const makesTypedArrays = (tp: TypeSpec): boolean => makes(tp, "TypedArray");

/**
 * Compares two values: by the class's own `compare` if it has one, as those of Temporal do, else by `<`; NaN if they
 * are not comparable.
 */
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

/** Returns the result of `measure`; undefined for an object that only has the prototype of a built-in class. */
export function genuine<T>(measure: () => T): T | undefined {
  try {
    return measure();
  } catch (error) {
    if (isErrorOf(error, TypeError)) return undefined;
    throw error;
  }
}
