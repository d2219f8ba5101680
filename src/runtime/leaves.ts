/** Values without members: a function for each class, and for each of its rules. Only those in use are in a bundle. */
import { isMoment, SHOWN_MEMBERS } from "../core/errors/shown.ts";
import type { Format } from "../text/formats/format.ts";
import { isBeyond, numberLike } from "../values/digits.ts";
import { codePoints } from "../values/input.ts";
import { isMultiple } from "../values/multiple.ts";
import { exactInteger, exactNumber } from "../values/numeric.ts";
import { type Conversions, converted } from "../values/spaces.ts";
import { clip, literal } from "../values/text.ts";
import { FAILED, type Node, type Report, type Write } from "./report.ts";
import { both, fill, formatName, isolated, ofType, optional, quoted, sized } from "./texts.ts";

/** A rule: reports a value that breaks it, which has the type that it is about. */
export type Rule = (value: never, report: Report) => typeof FAILED | undefined;

export function wrongType(expected: string, input: unknown, report: Report): typeof FAILED {
  return report.fail(ofType, "invalid_type", expected, report.values.typeName(input));
}

/** The message quotes a text or a number that cannot be converted. */
export function notConverted(expected: string, input: unknown, report: Report): typeof FAILED {
  const given = typeof input === "string" || typeof input === "number" ? input : undefined;
  return report.fail(ofType, "invalid_type", expected, report.values.typeName(input), { given });
}

/** The value, or FAILED for the first rule that it breaks. */
export function passing<T>(value: T, rules: readonly Rule[], report: Report): T | typeof FAILED {
  for (const rule of rules) if (rule(value as never, report) === FAILED) return FAILED;
  return value;
}

/** The value; 0 for -0. */
export const unsigned = (value: unknown): unknown => (typeof value === "number" ? value + 0 : value);

/*#__NO_SIDE_EFFECTS__*/ export const string =
  (...rules: Rule[]): Node =>
  (input, report) =>
    typeof input === "string" ? passing(input, rules, report) : wrongType("string", input, report);

/** Text that is converted before its rules apply: see `Str`. */
/*#__NO_SIDE_EFFECTS__*/ export const convertedString =
  (how: Partial<Conversions>, ...rules: Rule[]): Node =>
  (input, report) =>
    typeof input === "string"
      ? passing(converted(how as Conversions, input), rules, report)
      : wrongType("string", input, report);

/** A length in code points. */
/*#__NO_SIDE_EFFECTS__*/ export const length =
  (minlen = 0, maxlen: number = Number.POSITIVE_INFINITY): Rule =>
  (value: string, report) =>
    failsLength(codePoints(value), minlen, maxlen, "character", report);

/** Refuses a number of members, or of characters. */
export function failsLength(
  size: number,
  minlen: number,
  maxlen: number,
  unit: string | undefined,
  report: Report,
): typeof FAILED | undefined {
  if (size < minlen) return report.fail(sized, "min_length", minlen, size, { unit });
  return size > maxlen ? report.fail(sized, "max_length", maxlen, size, { unit }) : undefined;
}

export const ascii: Rule = (value: string, report) =>
  /\P{ASCII}/u.test(value) ? report.fail(ofFormat(undefined), "format", "ASCII text", value) : undefined;

export const ofFormat =
  (label: string | undefined): Write =>
  ({ expected, actual }, { messages }) =>
    fill(messages.format, { expected: formatName(String(expected), label), actual: quoted(actual) });

/*#__NO_SIDE_EFFECTS__*/ export const format =
  (name: string, { test, label }: Format): Rule =>
  (value: string, report) =>
    test(value) ? undefined : report.fail(ofFormat(label), "format", name, value);

/** What runs a pattern: a sticky expression, or an automaton. */
export interface Expression {
  lastIndex: number;
  test(text: string): boolean;
}

/** Whether a sticky expression matches from the start of a text: not, if it would take more memory than it may. */
export function matches(expression: Expression, value: string): boolean {
  expression.lastIndex = 0;
  try {
    return expression.test(value);
  } catch {
    return false;
  }
}

/**
 * @param source the pattern, as the issue has it.
 * @param shown as the message has it.
 */
/*#__NO_SIDE_EFFECTS__*/ export const pattern =
  (expression: Expression, source: string, shown: string = source): Rule =>
  (value: string, report) =>
    matches(expression, value)
      ? undefined
      : report.fail(
          ({ actual }, { messages }) =>
            fill(messages.pattern_match, { expected: quoted(shown), actual: quoted(actual) }),
          "pattern_match",
          source,
          value,
        );

/*#__NO_SIDE_EFFECTS__*/ export const options =
  (list: readonly unknown[]): Rule =>
  (value: unknown, report) => {
    if (list.includes(value)) return undefined;
    return report.fail(optional(quoted), "options", Object.freeze(list), unsigned(value));
  };

/** The limits of a number: see `Int` and `Float`. */
export interface NumberRules {
  readonly min?: number | bigint;
  readonly max?: number | bigint;
  readonly exclusive_min?: number | bigint;
  readonly exclusive_max?: number | bigint;
  readonly multiple_of?: number | bigint;
  readonly nan?: boolean;
  readonly inf?: boolean;
}

export const ofFloat: Write = ({ expected, actual }, { messages, types }) =>
  fill(messages.invalid_type, { expected: isolated(types?.[String(expected)] as string), actual: quoted(actual) });

/** @param isExact limits are those of integers that have all their digits. */
export function failsLimits(value: number | bigint, rules: NumberRules, isExact: boolean, report: Report): unknown {
  const { min, max, exclusive_min, exclusive_max, multiple_of, nan, inf } = rules;
  if (Number.isNaN(value)) return nan ? undefined : report.fail(ofFloat, "float_value", "number", value);
  if (!inf && !Number.isFinite(Number(value))) return report.fail(ofFloat, "float_value", "finite", value);
  const like = typeof value === "bigint" && !isExact ? numberLike(value) : value;
  const actual = unsigned(like);
  // A limit that is a number is compared with the number that an integer is like.
  const to = (limit: number | bigint): number | bigint => (typeof limit === "bigint" ? value : like);
  if (min !== undefined && to(min) < min) return report.fail(both, "min_value", min, like);
  if (max !== undefined && to(max) > max) return report.fail(both, "max_value", max, like);
  if (exclusive_min !== undefined && to(exclusive_min) <= exclusive_min)
    return report.fail(both, "exclusive_min_value", exclusive_min, actual);
  if (exclusive_max !== undefined && to(exclusive_max) >= exclusive_max)
    return report.fail(both, "exclusive_max_value", exclusive_max, actual);
  if (multiple_of === undefined || isMultiple(value, multiple_of)) return undefined;
  return report.fail(both, "multiple", multiple_of, actual);
}

/** @param limits those of the safe range are among them. */
/*#__NO_SIDE_EFFECTS__*/ export const integer = (given: NumberRules, ...rules: Rule[]): Node => {
  const limits = { ...given, inf: true };
  return (input, report) => {
    const value = typeof input === "bigint" && report.strict ? undefined : exactInteger(input);
    if (value === undefined) return (typeof input === "number" ? notConverted : wrongType)("integer", input, report);
    if (failsLimits(value, limits, true, report) === FAILED) return FAILED;
    return unsigned(passing(value, rules, report));
  };
};

/*#__NO_SIDE_EFFECTS__*/ export const number =
  (limits: NumberRules, ...rules: Rule[]): Node =>
  (input, report) => {
    const value = typeof input === "bigint" && report.strict ? undefined : exactNumber(input);
    if (value === undefined) return wrongType("number", input, report);
    if (passing(value, rules, report) === FAILED) return FAILED;
    return failsLimits(value, limits, false, report) === FAILED ? FAILED : value + 0;
  };

/** A rule that needs all digits of an integer: those of JSON text are lost beyond the safe range. */
export const digits: Rule = (value: number, report) => {
  if (report.bytes !== undefined && isBeyond(value))
    throw new RangeError(`A compiled validator cannot read the digits of ${value} in JSON text: use the library`);
  return undefined;
};

export const boolean: Node = (input, report) =>
  typeof input === "boolean" ? input : wrongType("boolean", input, report);

/** One of a few primitives that stand for themselves. */
/*#__NO_SIDE_EFFECTS__*/ export const constant =
  (value: unknown): Node =>
  (input, report) =>
    input === value ? input : report.fail(optional(quotedValue), "options", [value], input);

/** How any value is quoted. */
export const quotedValue = (value: unknown, most = 80): string => {
  const isNumber = typeof value === "number" || typeof value === "bigint";
  if (typeof value === "string" || isNumber) return quoted(value, most);
  return isolated(clip(literal(value, SHOWN_MEMBERS), most));
};

/** A limit of any kind. That of dates and times says so. */
export const ofLimit: Write = ({ code, expected, actual }, { messages }) => {
  const key = isMoment(expected) ? code.replace("value", "time") : code;
  return fill(messages[key], { expected: quotedValue(expected), actual: quotedValue(actual) }, expected as number);
};

export const any: Node = (input) => input;
