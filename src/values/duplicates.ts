/** Whether a list has equal items: a fast path for JSON values, for which creating ids takes too long. */
import { firstsOf, type Ids, idsOf } from "./ids.ts";
import { MAX_ITEMS } from "./input.ts";

/** At most so many items are compared with each other: those of a short list, or with the same fingerprint. */
const MAX_COMPARED = 8;
/** Members nested deeper are left to ids, whose recursion is bounded. */
const MAX_DEPTH = 50;

/** Thrown for values that are left to ids. */
const UNUSUAL = new Error("unusual value");

/**
 * Returns whether two items are equal: see `Ids.byStructure`.
 * @param call keeps the ids, so that nested lists of a call read each object once.
 */
export function hasDuplicates(items: readonly unknown[], call: { ids: Ids | undefined }): boolean {
  try {
    return items.length <= MAX_COMPARED ? hasEqualPair(items) : hasEqualPrints(items);
  } catch (error) {
    if (error !== UNUSUAL) throw error;
    // Holes are items, too.
    return firstsOf(Array.from(items), () => idsOf(call)).some((first, index) => first < index);
  }
}

function hasEqualPair(items: readonly unknown[]): boolean {
  for (let index = 1; index < items.length; index++) {
    for (let other = 0; other < index; other++) if (areEqual(items[index], items[other], 0)) return true;
  }
  return false;
}

/** Compares only items with the same fingerprint. */
function hasEqualPrints(items: readonly unknown[]): boolean {
  if (typeof items[0] === "string" && items.every((item) => typeof item === "string"))
    return new Set(items).size < items.length;
  // Items with the same fingerprint follow each other. Each index is the rest of a sorted number.
  const sorted = Float64Array.from(items, (item, index) => (printOf(item, 0) >>> 6) * MAX_ITEMS + index).sort();
  let same: unknown[] = [];
  let last = -1;
  for (const one of sorted) {
    const print = Math.floor(one / MAX_ITEMS);
    if (print !== last) same = [];
    last = print;
    const item = items[one % MAX_ITEMS];
    // Each item is compared a few times only: comparing large ones again and again would take quadratic time.
    if (same.length === MAX_COMPARED) throw UNUSUAL;
    if (same.some((other) => areEqual(item, other, 0))) return true;
    same.push(item);
  }
  return false;
}

/** An integer that is the same for equal values. */
function printOf(value: unknown, depth: number): number {
  switch (typeof value) {
    case "string":
      return printOfText(value);
    case "number":
      return (value * 65_537) | 0;
    case "boolean":
      return value ? 3 : 4;
    case "object":
      // Two levels tell most items of a list apart.
      return value === null || depth === 2 ? 5 : printOfMembers(value, depth + 1);
    default:
      throw UNUSUAL;
  }
}

function printOfText(text: string): number {
  const { length } = text;
  // A few characters of a long text.
  const step = 1 + (length >> 4);
  let print = length;
  for (let index = 0; index < length; index += step) print = (Math.imul(print, 31) + text.charCodeAt(index)) | 0;
  return length === 0 ? 0 : (Math.imul(print, 31) + text.charCodeAt(length - 1)) | 0;
}

function printOfMembers(value: object, depth: number): number {
  let print = 0;
  if (isOrdinaryArray(value)) {
    for (let index = 0; index < value.length; index++)
      print = (Math.imul(print, 31) + printOf(value[index], depth)) | 0;
    return print;
  }
  expectOrdinary(value);
  // Regardless of the order of keys.
  for (const key in value) {
    expectOwn(value, key);
    print = (print + Math.imul(printOfText(key), 1 + printOf(value[key], depth))) | 0;
  }
  return print;
}

function areEqual(a: unknown, b: unknown, depth: number): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) {
    // Values with identity are equal, but what has them as members is not.
    if (a === b && (typeof a === "function" || typeof a === "symbol")) throw UNUSUAL;
    // NaN is equal to itself.
    return a === b || (Number.isNaN(a) && Number.isNaN(b));
  }
  if (depth > MAX_DEPTH) throw UNUSUAL;
  if (isOrdinaryArray(a) && isOrdinaryArray(b)) {
    if (a.length !== b.length) return false;
    for (let index = 0; index < a.length; index++) if (!areEqual(a[index], b[index], depth + 1)) return false;
    return true;
  }
  if (isOrdinaryArray(a) !== isOrdinaryArray(b)) {
    expectOrdinary(isOrdinaryArray(a) ? b : a);
    return false;
  }
  expectOrdinary(a);
  expectOrdinary(b);
  let size = 0;
  for (const key in a) {
    expectOwn(a, key);
    if (!hasOwn.call(b, key) || !areEqual(a[key], b[key], depth + 1)) return false;
    size++;
  }
  for (const key in b) {
    expectOwn(b, key);
    size--;
  }
  return size === 0;
}

const { hasOwnProperty: hasOwn } = Object.prototype;

const isOrdinaryArray = (value: object): value is unknown[] =>
  Array.isArray(value) && Object.getPrototypeOf(value) === Array.prototype;

function expectOrdinary(value: object): asserts value is Record<string, unknown> {
  if (Object.getPrototypeOf(value) !== Object.prototype || Array.isArray(value)) throw UNUSUAL;
}

/** `for-in` lists what a Proxy says, which it may not have. Of other objects V8 knows the answer. */
function expectOwn(value: object, key: string): void {
  if (!hasOwn.call(value, key)) throw UNUSUAL;
}
