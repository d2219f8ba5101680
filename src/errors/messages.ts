/**
 * The messages of issues, in plain words. Those of `formatError` are the specification's, and stable for programs that
 * parse them.
 */
import { isFalseOrTrue } from "../values/boolean.ts";
import { clip, literal, plain, visible } from "../values/text.ts";
import type {
  ConditionError,
  FloatValueError,
  FormatError,
  InvalidTypeError,
  JsonDecodeError,
  MinLengthError,
  TupleLengthError,
  ValidationError,
  Words,
} from "./errors.ts";
import {
  commonTemplates,
  type ErrorFormatter,
  fill,
  formatNameOf,
  formatterWith,
  type Templates,
} from "./formatter.ts";

/** Names of types that people say in other words. */
const KINDS: ReadonlyMap<unknown, string> = /*#__PURE__*/ new Map([
  ["instance", "an instance of a class"],
  ["datetime", "a date and time"],
  ["invalid datetime", "an invalid date"],
]);

/** The names of types that are words; those of classes are what they are. */
const WORD = /^(?:integer|number|string|boolean|bigint|symbol|function|array|object|date|time|duration)$/;

function kindOf(name: unknown): string {
  const kind = KINDS.get(name) ?? visible(plain(name));
  return WORD.test(kind) ? `${/^[aio]/.test(kind) ? "an" : "a"} ${kind}` : kind;
}

/** The most characters of a value, and of an option beside others. */
const MAX_QUOTED = 80;
const MAX_OPTION = 40;
/** More options than these are counted only. */
const SHOWN_OPTIONS = 5;
/** More members than these are left out of a value. */
const SHOWN_MEMBERS = 10;

/** A value as people write it: text in quotes. */
function quoted(value: unknown, most: number = MAX_QUOTED): string {
  if (typeof value === "string") return `\u201c${visible(clip(value, most))}\u201d`;
  return clip(typeof value === "bigint" ? literal(value).slice(0, -1) : literal(value, SHOWN_MEMBERS), most);
}

function choiceOf(options: unknown): string {
  if (isFalseOrTrue(options)) return "\u201ctrue\u201d or \u201cfalse\u201d";
  if (!Array.isArray(options)) return quoted(options);
  const most = options.length === 1 ? MAX_QUOTED : MAX_OPTION;
  const shown = options.slice(0, SHOWN_OPTIONS).map((option) => quoted(option, most));
  const more = options.length - shown.length;
  if (more > 0) return `one of ${shown.join(", ")} and ${more} more`;
  return shown.length < 2 ? (shown[0] ?? "nothing") : `${shown.slice(0, -1).join(", ")} or ${shown.at(-1)}`;
}

/** Dates and times are objects, and their text begins with a year or an hour. "Or later" is not said of numbers. */
const isMoment = (value: unknown): boolean =>
  typeof value === "object" && value !== null && /^[+-]?\d/.test(literal(value));

/** What is expected of a value that has a limit. */
function limited(before: string, after: string): (error: ValidationError) => string {
  return (error) => {
    const { expected, actual } = error as ConditionError;
    const limit = quoted(expected);
    return `Expected ${isMoment(expected) ? `${limit} ${after}` : `${before} ${limit}`}, got ${quoted(actual)}.`;
  };
}

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? "" : "s"}`;

function sized(quantity: string): (error: ValidationError) => string {
  return (error) => {
    const { expected, actual, unit } = error as MinLengthError;
    const size = unit === undefined ? `a length of ${quantity} ${expected}` : `${quantity} ${counted(expected, unit)}`;
    return `Expected ${size}, got ${actual}.`;
  };
}

/** What the directives of a format stand for. */
const DIRECTIVES: Readonly<Record<string, string>> = {
  "%Y": "YYYY",
  "%m": "MM",
  "%d": "DD",
  "%H": "hh",
  "%M": "mm",
  "%S": "ss",
  "%T": "hh:mm:ss",
  "%F": "YYYY-MM-DD",
};
const STANDARDS: Readonly<Record<string, string>> = { rfc3339: "RFC 3339", iso: "ISO 8601" };

/** The ending that says how a date or a time is to be written; a format with rare directives is shown as it is. */
function writtenAs(format: unknown): string {
  if (typeof format !== "string") return "";
  if (Object.hasOwn(STANDARDS, format)) return ` in the format of ${STANDARDS[format]}`;
  const readable = format.replace(/%[YmdHMSTF]/g, (directive) => DIRECTIVES[directive] as string);
  return ` in the format ${quoted(readable.includes("%") ? format : readable)}`;
}

/** For values that a class of errors has no words for, as an application's own checks may report them. */
const expectedAndActual = (error: ValidationError): string => {
  const { expected, actual } = error as ConditionError;
  return `Expected ${quoted(expected)}, got ${quoted(actual)}.`;
};

/**
 * The templates of issues: spread them into a {@link Formatter} of your own for the option `formatter` of a call.
 * @example const formatter = Formatter({ ...issueTemplates, MissingKeyError: "Pflichtfeld." });
 * Dict({ a: Int() }).safe({}, { formatter }).error?.issues[0]?.message; // "Pflichtfeld."
 */
export const issueTemplates: Required<Templates> = /*#__PURE__*/ Object.freeze<Required<Templates>>({
  ...commonTemplates,
  ConditionError: expectedAndActual,
  InvalidTypeError: (error) => {
    const { expected, actual, given } = error as InvalidTypeError;
    if (actual === "null") return "Value should not be null.";
    return `Expected ${kindOf(expected)}, got ${given === undefined ? kindOf(actual) : quoted(given)}.`;
  },
  OptionsError: (error) => {
    const { expected, actual } = error as ConditionError;
    return `Expected ${choiceOf(expected)}, got ${quoted(actual)}.`;
  },
  MinValueError: limited("at least", "or later"),
  MaxValueError: limited("at most", "or earlier"),
  ExclusiveMinValueError: limited("more than", "or later"),
  ExclusiveMaxValueError: limited("less than", "or earlier"),
  MultipleError: (error) => {
    const { expected, actual } = error as ConditionError;
    return `Expected a multiple of ${quoted(expected)}, got ${quoted(actual)}.`;
  },
  FloatValueError: (error) => {
    const { expected, actual } = error as FloatValueError;
    if (expected !== "finite" && expected !== "number") return expectedAndActual(error);
    return `Expected a ${expected === "finite" ? "finite number" : "number"}, got ${quoted(actual)}.`;
  },
  StrDecodeError: "Expected bytes that are text in the encoding {expected}.",
  MinLengthError: sized("at least"),
  MaxLengthError: sized("at most"),
  TupleLengthError: (error) => {
    const { expected, actual } = error as TupleLengthError;
    return `Expected exactly ${counted(expected, "item")}, got ${actual}.`;
  },
  PatternMatchError: (error) => {
    const { expected, actual } = error as ConditionError;
    return `Expected text that matches ${quoted(expected)}, got ${quoted(actual)}.`;
  },
  FormatError: (error) => {
    const { expected, actual } = error as FormatError;
    return `Expected a valid ${formatNameOf(expected)}, got ${quoted(actual)}.`;
  },
  DatetimeParseError: (error) => {
    const { expected, actual } = error as ConditionError;
    return `Expected a date or time${writtenAs(expected)}, got ${quoted(actual)}.`;
  },
  DatetimeTypeError: (error) => {
    const { expected } = error as ConditionError;
    if (expected !== "naive" && expected !== "tzaware") return expectedAndActual(error);
    return `Expected a date and time ${expected === "naive" ? "without" : "with"} a time zone.`;
  },
  RecursionMaxDepthError: "Nested too deep: the limit is {expected}.",
  WorkLimitError: "Takes too many steps to check: the limit is {expected}.",
  JsonDecodeError: (error) => {
    const { reason, expected, actual, line, column } = error as JsonDecodeError;
    const at = ` at line ${line}, column ${column}`;
    if (reason === "size") return `JSON text is too large: ${actual} bytes, the limit is ${expected}.`;
    if (reason === "depth") return `JSON text is nested too deep${at}: the limit is ${expected}.`;
    return `${reason === "utf8" ? "JSON text is not valid UTF-8" : "Not valid JSON"}${at}.`;
  },
});

/** What a validator says of an error: values are shown without quotes, and lists without brackets. */
export const said = (words: Words, error: ValidationError): string => String(fill(words, error, shownPlain));

function shownPlain(value: unknown): string {
  if (typeof value === "string") return visible(clip(value, MAX_QUOTED));
  return Array.isArray(value) ? clip(value.map(shownPlain).join(", "), MAX_QUOTED) : quoted(value);
}

/**
 * The formatter of issues, where a call names no other.
 * @example formatIssue(new MissingKeyError("name")); // [ [ "name", "Required key is not provided." ] ]
 */
export const formatIssue: ErrorFormatter = /*#__PURE__*/ formatterWith(issueTemplates);
