/**
 * Integers beyond the safe range: a number stands for several of them, so in JSON text their digits count. Here they
 * are bigints.
 */
import { isArray, isPlainObject, ownValue } from "./input.ts";
import { decimalText, jsonBigintOf } from "./numeric.ts";
import { type Recursion, unstacked } from "./stack.ts";

/** Returns whether a number may have lost digits of the integer that it was read from. */
export const isBeyond = (value: number): boolean => value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER;

/** Returns whether digits decide which integers are equal to a limit, or on which side of it they are. */
export const isBeyondLimit = (value: number | bigint | undefined): boolean =>
  typeof value === "bigint" || (value !== undefined && Number.isFinite(value) && isBeyond(value));

/** Sixteen digits, or an exponent that is not negative. */
const LONG = /[0-9]{16}|[0-9][eE]\+?[0-9]/;

/** Returns whether a JSON text may have a number beyond the safe range. Strings with such characters count too. */
export const mayExceed = (text: string): boolean => LONG.test(text);

/**
 * The integer that a number beyond the safe range is written as; the number itself if it is written with a fraction, or
 * has more digits than are read.
 */
export function writtenInteger(text: string, value: number): number | bigint {
  const integer = jsonBigintOf(text, false);
  return typeof integer === "bigint" ? integer : value;
}

/** An integer of a schema as a number if that is the same integer; else as a bigint. */
export function shortest(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isFinite(number) && BigInt(number) === value ? number : value;
}

/**
 * The number nearest to a limit that is not below it, or, with the sign -1, not above it: 2^53 + 2 of 2^53 + 1, which
 * is no number.
 */
export function within(limit: number | bigint, sign: 1 | -1): number {
  const nearest = Number(limit);
  const isOutside = sign > 0 ? nearest < limit : nearest > limit;
  return isOutside ? nextNumber(nearest, sign) : nearest;
}

function nextNumber(value: number, sign: 1 | -1): number {
  const double = new Float64Array([value]);
  const bits = new BigInt64Array(double.buffer);
  // The bits of greater numbers are greater, but for a sign.
  bits[0] = (bits[0] as bigint) + BigInt(value > 0 ? sign : -sign);
  return double[0] as number;
}

/**
 * The number that an integer of JSON text is, where a schema has a number: the one that is the same integer, as 2^64 is
 * 18446744073709551616, or that JavaScript writes with the same digits, as 1e23. A bigint if there is none.
 */
export function numberLike(value: bigint): number | bigint {
  const number = Number(value);
  if (!Number.isFinite(number) || BigInt(number) === value) return Number.isFinite(number) ? number : value;
  const text = decimalText(number);
  return BigInt(text) === value ? number : value;
}

/** What an error shows of a value with all its digits: a bigint only if the number would have others. */
export const shown = (value: unknown): unknown => (typeof value === "bigint" ? numberLike(value) : value);

/**
 * `shortest` for all bigints in such a value.
 * @throws RangeError if it is nested deeper than 10,000 levels.
 */
export const shortestIn = (value: unknown): unknown =>
  isContainer(value) ? unstacked(shortened(value)) : shortenedLeaf(value);

const isContainer = (value: unknown): value is object => isArray(value) || isPlainObject(value);
const shortenedLeaf = (value: unknown): unknown => (typeof value === "bigint" ? shortest(value) : value);

/** More levels than any parameter of a validator has. */
const MAX_DEPTH = 10_000;

/**
 * The array or object itself if none of its parts is changed. A value may be deeper than any stack.
 * @throws RangeError if it is too deep, as what contains itself is.
 */
function* shortened(value: object, depth = 0): Recursion<unknown> {
  if (depth > MAX_DEPTH) throw new RangeError("it is nested too deep");
  const entries: [key: string, member: unknown][] = [];
  let isSame = true;
  for (const key of isArray(value) ? value.keys() : Object.keys(value)) {
    const given = ownValue(value, key as never);
    const member: unknown = isContainer(given) ? yield shortened(given, depth + 1) : shortenedLeaf(given);
    isSame &&= Object.is(member, given);
    entries.push([String(key), member]);
  }
  if (isSame) return value;
  return isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries);
}

/** Returns whether a value, or a part of it, is a number beyond the safe range, or a bigint. */
export function hasBeyond(value: unknown): boolean {
  const rest = [value];
  const seen = new Set<unknown>();
  for (let one = rest.pop(); one !== undefined || rest.length > 0; one = rest.pop()) {
    if (typeof one === "bigint" || (typeof one === "number" && isBeyond(one))) return true;
    if (typeof one !== "object" || one === null || seen.has(one)) continue;
    seen.add(one);
    if (isArray(one) || isPlainObject(one)) for (const key of Object.keys(one)) rest.push(ownValue(one, key as never));
  }
  return false;
}
