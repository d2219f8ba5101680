/** Values without members that are converted: `coerce` of `Int`, `Float` and `Str`, and the parameters of `Bool`. */

import { BOOLEAN_NAMES, booleanNamed } from "../values/boolean.ts";
import { isBeyond, writtenInteger } from "../values/digits.ts";
import { integerOf } from "../values/numeric.ts";
import { type Conversions, converted } from "../values/spaces.ts";
import { failsLimits, type NumberRules, notConverted, passing, type Rule, unsigned, wrongType } from "./leaves.ts";
import { FAILED, type Node, type Write } from "./report.ts";
import { optional, quoted } from "./texts.ts";

/** @param convert what a value stands for; undefined if it stands for none. */
/*#__NO_SIDE_EFFECTS__*/ export function convertedInteger(
  convert: (input: unknown) => number | bigint | undefined,
  given: NumberRules,
  ...rules: Rule[]
): Node {
  const limits = { ...given, inf: true };
  return (input, report) => {
    if (typeof input === "bigint" && report.strict) return wrongType("integer", input, report);
    const value = convert(input);
    if (value === undefined) return notConverted("integer", input, report);
    if (failsLimits(value, limits, true, report) === FAILED) return FAILED;
    return unsigned(passing(value, rules, report));
  };
}

/** @param isText only decimal texts are converted. */
/*#__NO_SIDE_EFFECTS__*/ export const convertedNumber =
  (convert: (input: unknown) => number | undefined, isText: boolean, limits: NumberRules, ...rules: Rule[]): Node =>
  (input, report) => {
    if (typeof input === "bigint" && report.strict) return wrongType("number", input, report);
    const value = convert(input);
    if (value === undefined) return notConverted("number", input, report);
    if (typeof input === "number" && passing(input, rules, report) === FAILED) return FAILED;
    let exact: number | bigint = value;
    // The text has all digits, by which the limits decide.
    if (typeof input === "string" && Number.isFinite(value) && isBeyond(value))
      exact = integerOf(input) ?? (isText ? writtenInteger(input.replace("+", ""), value) : value);
    return failsLimits(exact, limits, false, report) === FAILED ? FAILED : Number(exact) + 0;
  };

/** Numbers, booleans and bigints are converted to their text. */
/*#__NO_SIDE_EFFECTS__*/ export const coercedString =
  (how: Partial<Conversions>, ...rules: Rule[]): Node =>
  (input, report) => {
    const isConvertible = typeof input === "boolean" || typeof input === "bigint" || Number.isFinite(input);
    const text = isConvertible ? String(input) : input;
    if (typeof text !== "string") return wrongType("string", text, report);
    return passing(converted(how as Conversions, text), rules, report);
  };

/** The names of booleans, in any case, and whether integers are converted. */
/*#__NO_SIDE_EFFECTS__*/ export const namedFlag = (takesIntegers = false): Node => {
  const others = flag([], [], takesIntegers);
  return (input, report) => {
    if (typeof input !== "string") return others(input, report);
    return booleanNamed(input) ?? report.fail(ofBoolean, "options", BOOLEAN_NAMES, input.toLowerCase());
  };
};

const ofBoolean: Write = (failure, texts) => optional(quoted)({ ...failure, expected: ["true", "false"] }, texts);

/** Texts for booleans, and whether integers are converted. */
/*#__NO_SIDE_EFFECTS__*/ export const flag =
  (yes: readonly string[], no: readonly string[], takesIntegers = false): Node =>
  (input, report) => {
    if (typeof input === "boolean") return input;
    if (typeof input === "string" && yes.length + no.length > 0) {
      if (yes.includes(input)) return true;
      return no.includes(input) ? false : report.fail(optional(quoted), "options", [...yes, ...no], input);
    }
    const isInteger = Number.isInteger(input) || (typeof input === "bigint" && !report.strict);
    return takesIntegers && isInteger ? Boolean(input) : wrongType("boolean", input, report);
  };
