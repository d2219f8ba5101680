/**
 * The messages of issues, in plain words. Those of `formatError` are the specification's: whoever reads them by machine
 * gets what they have always been.
 */
import { literal, plain } from "../values/text.ts";
import type { ConditionError, ValidationError } from "./errors.ts";
import { defaultTemplates, type ErrorFormatter, Formatter, type Templates } from "./formatter.ts";

/** Names of types as people say them; those of classes are what they are. */
const KINDS: ReadonlyMap<unknown, string> = /*#__PURE__*/ new Map([
  ["integer", "an integer"],
  ["number", "a number"],
  ["string", "a string"],
  ["boolean", "a boolean"],
  ["bigint", "a bigint"],
  ["symbol", "a symbol"],
  ["function", "a function"],
  ["array", "an array"],
  ["object", "an object"],
  ["instance", "an instance of a class"],
  ["date", "a date"],
  ["time", "a time"],
  ["datetime", "a date and time"],
  ["duration", "a duration"],
]);

const kindOf = (name: unknown): string => KINDS.get(name) ?? plain(name);

/** More options than these are counted only. */
const SHOWN_OPTIONS = 5;

const quoted = (value: unknown): string => (typeof value === "string" ? `\u201c${plain(value)}\u201d` : literal(value));

function choiceOf(options: unknown): string {
  if (!Array.isArray(options)) return quoted(options);
  const shown = options.slice(0, SHOWN_OPTIONS).map(quoted);
  const more = options.length - shown.length;
  if (more > 0) return `one of ${shown.join(", ")} and ${more} more`;
  return shown.length < 2 ? shown.join() : `${shown.slice(0, -1).join(", ")} or ${shown.at(-1)}`;
}

const valuesOf = (error: ValidationError): { readonly expected: unknown; readonly actual: unknown } =>
  error as ConditionError;

/**
 * The templates of issues: spread them into a {@link Formatter} of your own for the option `formatter` of a call.
 * @example const formatter = Formatter({ ...issueTemplates, MissingKeyError: "Pflichtfeld." });
 * Dict({ a: Int() }).safe({}, { formatter }).error?.issues[0]?.message; // "Pflichtfeld."
 */
export const issueTemplates: Required<Templates> = /*#__PURE__*/ Object.freeze<Required<Templates>>({
  ...defaultTemplates,
  InvalidTypeError: (error) => {
    const { expected, actual } = valuesOf(error);
    if (actual === "null") return "Value should not be null.";
    return `Expected ${kindOf(expected)}, got ${kindOf(actual)}.`;
  },
  OptionsError: (error) => {
    const { expected, actual } = valuesOf(error);
    return `Expected ${choiceOf(expected)}, got ${quoted(actual)}.`;
  },
});

/**
 * The formatter of issues, where a call names no other.
 * @example formatIssue(new MissingKeyError("name")); // [ [ "name", "Required key is not provided." ] ]
 */
export const formatIssue: ErrorFormatter = /*#__PURE__*/ Formatter(issueTemplates);
