/** Integers beyond the safe range: `bigint`, `exact` and `unsafe` of `Int`, and `exact` of `Float`. */
import { hasBeyond, isBeyond, numberLike, writtenInteger } from "../values/digits.ts";
import { type Coercion, integerOf, TooLong, toBigint } from "../values/numeric.ts";
import { failsLimits, type NumberRules, notConverted, passing, type Rule, unsigned, wrongType } from "./leaves.ts";
import { FAILED, type Node, type Report } from "./report.ts";
import { optional, quoted, sized } from "./texts.ts";

/** The limits, and those of the safe range. */
const safe = ({ min, max, ...others }: NumberRules): NumberRules => ({
  ...others,
  min: min !== undefined && min > Number.MIN_SAFE_INTEGER ? min : Number.MIN_SAFE_INTEGER,
  max: max !== undefined && max < Number.MAX_SAFE_INTEGER ? max : Number.MAX_SAFE_INTEGER,
  inf: true,
});

/** @throws RangeError if a number of JSON text, which may be part of a value, has lost digits. */
export function expectDigits(value: unknown, report: Report): void {
  if (report.bytes !== undefined && hasBeyond(value))
    throw new RangeError(
      "A compiled validator cannot read integers with all their digits in JSON text: use the library",
    );
}

/** A validator that may decide by digits of its value, or of a part. */
/*#__NO_SIDE_EFFECTS__*/ export const withDigits =
  (node: Node): Node =>
  (input, report) => {
    expectDigits(input, report);
    return node(input, report);
  };

/** The integer that a value stands for, or FAILED. */
function takeBigint(input: unknown, coerce: Coercion, limits: NumberRules, report: Report): bigint | typeof FAILED {
  const fail = (): typeof FAILED =>
    (coerce || typeof input === "number" ? notConverted : wrongType)("integer", input, report);
  if (typeof input === "number") {
    expectDigits(input, report);
    const whole = coerce === true ? Math.trunc(input) : input;
    if (Number.isSafeInteger(whole)) return BigInt(whole);
    // A number beyond the safe range may differ from the integer that it was.
    return Number.isFinite(input) && isBeyond(input)
      ? (failsLimits(input, safe(limits), true, report) as typeof FAILED)
      : fail();
  }
  const value = toBigint(input, coerce);
  if (value instanceof TooLong) return report.fail(sized, "max_length", value.limit, value.digits, { unit: "digit" });
  return value ?? fail();
}

const ANY_SIZE = { inf: true };

/** `bigint`: the result is a bigint. */
/*#__NO_SIDE_EFFECTS__*/ export const bigInteger = (coerce: Coercion, given: NumberRules, ...rules: Rule[]): Node => {
  const limits = { ...given, ...ANY_SIZE };
  return (input, report) => {
    const value = takeBigint(input, coerce, limits, report);
    if (value === FAILED || failsLimits(value, limits, true, report) === FAILED) return FAILED;
    return passing(value, rules, report);
  };
};

/** The number that is the same integer, if it is in the safe range. */
export const withAllDigits = (value: number | bigint): number | bigint =>
  Number.isSafeInteger(Number(value)) ? Number(value) : value;

/** `exact`: the result is a bigint beyond the safe range. */
/*#__NO_SIDE_EFFECTS__*/ export const exactIntegers = (
  coerce: Coercion,
  given: NumberRules,
  ...rules: Rule[]
): Node => {
  const limits = { ...given, ...ANY_SIZE };
  return (input, report) => {
    const taken = takeBigint(input, coerce, limits, report);
    if (taken === FAILED) return FAILED;
    const value = withAllDigits(taken);
    // A verdict converts nothing.
    if (typeof input === "bigint" && typeof value === "number" && report.strict)
      return wrongType("integer", input, report);
    return failsLimits(value, limits, false, report) === FAILED ? FAILED : passing(value, rules, report);
  };
};

/** `unsafe`: integers of any size as numbers. */
/*#__NO_SIDE_EFFECTS__*/ export const unsafeInteger =
  (
    convert: (input: unknown) => number | bigint | undefined,
    isConverted: boolean,
    limits: NumberRules,
    ...rules: Rule[]
  ): Node =>
  (input, report) => {
    if (typeof input === "bigint" && report.strict) return wrongType("integer", input, report);
    const value = convert(input);
    if (value === undefined)
      return (isConverted || typeof input === "number" ? notConverted : wrongType)("integer", input, report);
    if (failsLimits(value, limits, false, report) === FAILED) return FAILED;
    return passing(value, rules, report) === FAILED ? FAILED : Number(value) + 0;
  };

/** Options: numbers among them stand for the integers that are like them. */
/*#__NO_SIDE_EFFECTS__*/ export const integerOptions =
  (list: readonly (number | bigint)[]): Rule =>
  (value: number | bigint, report) => {
    const like = typeof value === "bigint" && typeof list[0] === "number" ? numberLike(value) : value;
    if (list.includes(value) || list.includes(like)) return undefined;
    return report.fail(optional(quoted), "options", Object.freeze(list), unsigned(like));
  };

const isBigInteger = (value: unknown): value is bigint => typeof value === "bigint" && isBeyond(Number(value));

/**
 * `exact` of a float: integers beyond the safe range are bigints.
 * @param isConverted others than numbers are converted.
 * @param isText only decimal texts are.
 */
/*#__NO_SIDE_EFFECTS__*/ export const exactFloat =
  (
    convert: (input: unknown) => number | undefined,
    isConverted: boolean,
    isText: boolean,
    limits: NumberRules,
    ...rules: Rule[]
  ): Node =>
  (input, report) => {
    if (typeof input === "bigint" && report.strict && !isBigInteger(input)) return wrongType("number", input, report);
    expectDigits(input, report);
    const taken = isBigInteger(input) ? input : convert(input);
    if (taken === undefined) return (isConverted ? notConverted : wrongType)("number", input, report);
    let value: number | bigint = taken;
    if (typeof input === "string" && typeof taken === "number" && isBeyond(taken))
      value = integerOf(input) ?? (isText ? writtenInteger(input.replace("+", ""), taken) : taken);
    const own = typeof value === "bigint" ? { ...limits, inf: true } : limits;
    if (failsLimits(value, own, false, report) === FAILED) return FAILED;
    return unsigned(passing(value, rules, report));
  };
