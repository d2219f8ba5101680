/**
 * The messages of issues, in plain words and in the language of the call. Those of `formatError` are defined by the
 * specification, and stable for programs that parse them.
 */
import { en } from "../../text/locales/en.ts";
import type { MessageKey } from "../../text/locales/locale.ts";
import { readableFormat, standardOf } from "../../text/time/shown.ts";
import { patternIn } from "../../values/anywhere.ts";
import { isFalseOrTrue } from "../../values/boolean.ts";
import { ignoreRejection, isThenable, typeName } from "../../values/input.ts";
import { clip, shareOf, shownPattern } from "../../values/text.ts";
import { isStep, REASON } from "./context.ts";
import {
  CheckError,
  type ConditionError,
  type ErrorClass,
  type ErrorName,
  errorNames,
  InvalidTypeError,
  isBuiltIn,
  type JsonDecodeError,
  type MinLengthError,
  type TupleLengthError,
  ValidationError,
  type Words,
} from "./errors.ts";
import { type ErrorFormatter, fill, formatterWith, type Templates } from "./formatter.ts";
import { type Alternative, type Condition, codeOf } from "./issue.ts";
import { Language, type Values } from "./language.ts";
import type { Reason } from "./reason.ts";
import { isMoment, MAX_OPTION, SHOWN_OPTIONS, withoutStop } from "./shown.ts";
import type { Stated } from "./stated.ts";

/** The actual value, if the error has one. */
const actualOf = (
  error: ValidationError & { readonly actual?: unknown },
  language: Language,
  show = (value: unknown): string => language.value(value),
): Values => (error.hidesValue && error.actual === undefined ? {} : { actual: show(error.actual) });

const valuesOf = (error: ValidationError, language: Language): Values =>
  withActual(error, language, shownBy(error, language));

const shownBy = (error: ValidationError, language: Language): string =>
  language.value((error as Partial<ConditionError> & ValidationError).expected);

/** What is expected, and the actual value, if the error has one. */
function withActual(
  error: ValidationError & { readonly actual?: unknown },
  language: Language,
  expected: string,
): Values {
  if (error.hidesValue && error.actual === undefined) return { expected };
  return { expected, actual: language.value(error.actual) };
}

/** The message with `expected` and `actual`. */
const both = (key: MessageKey, error: ValidationError, language: Language, count?: number): string =>
  language.message(key, valuesOf(error, language), count);

/** Writes the message of an error in a language. */
type Writer = (error: never, language: Language, code: MessageKey) => string;

const limited: Writer = (error: ConditionError, language, code) =>
  both(isMoment(error.expected) ? (code.replace("value", "time") as MessageKey) : code, error, language);

const sized: Writer = (error: MinLengthError, language, code) => {
  const { expected, unit } = error;
  if (unit === undefined) return both(`${code}_any` as MessageKey, error, language);
  return language.message(code, withActual(error, language, language.count(unit, expected)));
};

/** The code of an error class, by its name. */
type CodeOf<Name extends string> = Name extends `${infer First}${infer Rest}Error`
  ? `${Lowercase<First>}${SnakeCase<Rest>}`
  : never;
type SnakeCase<Text extends string> = Text extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${SnakeCase<Rest>}`
  : "";
/** A SchemaError has no message, because the errors in it have messages. */
type Unwritten = Exclude<CodeOf<Exclude<ErrorName, "SchemaError">>, MessageKey>;

/**
 * Writers of messages that need more than `expected` and `actual`. Any other message has the code of its error as its
 * key. A new error class needs its message in each language, or a line here.
 */
const WRITERS = {
  invalid_type: (error: InvalidTypeError, language, code) => {
    const { expected, actual, given } = error;
    // A list of types if several alternatives are joined.
    const isOne = !Array.isArray(expected);
    if (actual === "null" && isOne) return language.message("not_null");
    const got = (type: unknown): string => (given === undefined ? language.type(type) : language.value(given));
    const types = isOne
      ? language.type(expected)
      : language.list(
          (expected as readonly string[]).map((type) => language.type(type)),
          0,
        );
    if (!error.hidesValue) return language.message(code, { expected: types, actual: got(actual) });
    const isHidden = (error as Partial<Stated>).hidesGiven === true || InvalidTypeError.givenTo(error) !== undefined;
    return language.message(code, { expected: types, ...(!isHidden && actualOf(error, language, got)) });
  },
  options: (error: ConditionError, language) => {
    const { expected } = error;
    // A secret does not say what is expected either.
    if (expected === undefined && error.hidesValue) return language.message("validation");
    const all = isFalseOrTrue(expected) ? ["true", "false"] : Array.isArray(expected) ? expected : [expected];
    const shown = all.slice(0, SHOWN_OPTIONS);
    const most = all.length > 1 ? MAX_OPTION : undefined;
    const more = all.length - shown.length;
    const list = language.list(
      shown.map((one) => language.value(one, most)),
      more,
    );
    const values = { expected: list, ...actualOf(error, language), count: language.value(more) };
    return language.message(more > 0 ? "options_more" : "condition", values, more);
  },
  min_value: limited,
  max_value: limited,
  min_length: sized,
  max_length: sized,
  tuple_length: (error: TupleLengthError, language, code) => {
    const { expected, actual, unit } = error;
    if (unit === undefined) return both(code, error, language, expected);
    // A secret does not say on which side of a limit it is.
    if (typeof actual !== "number") return language.message("validation");
    return sized(error as never, language, actual < expected ? "min_length" : "max_length");
  },
  float_value: (error: ConditionError, language) => {
    const { expected } = error;
    if (expected !== "finite" && expected !== "number") return both("condition", error, language);
    return language.message("invalid_type", { expected: language.type(expected), ...actualOf(error, language) });
  },
  str_decode: ({ expected }: ConditionError, language, code) =>
    language.message(code, { expected: language.name(expected) }),
  pattern_match: (error: ConditionError, language, code) => {
    const { expected } = error;
    const pattern = typeof expected === "string" ? patternIn(expected) : expected;
    return language.message(code, { expected: language.value(shownPattern(pattern)), ...actualOf(error, language) });
  },
  format: (error: ConditionError, language, code) =>
    language.message(code, withActual(error, language, language.format(error.expected as string))),
  /** Says how a date or a time is to be written; a format with rare directives is shown as it is. */
  datetime_parse: (error: ConditionError, language, code) => {
    const format = error.expected;
    const actual = actualOf(error, language);
    if (typeof format !== "string") return language.message(code, actual);
    const standard = standardOf(format);
    if (standard !== undefined)
      return language.message("datetime_parse_standard", { expected: language.name(standard), ...actual });
    const expected = language.value(readableFormat(format));
    return language.message("datetime_parse_format", { expected, ...actual });
  },
  datetime_type: (error: ConditionError, language) => {
    const { expected } = error;
    if (expected !== "naive" && expected !== "tzaware") return both("condition", error, language);
    return language.message(`datetime_${expected}`);
  },
  check(error: CheckError, language) {
    const { text } = error;
    if (text === undefined) return language.message("validation");
    return language.own(text) ?? CheckError.writtenIn(error, language) ?? text;
  },
  json_decode: (error: JsonDecodeError, language) => {
    const { reason, actual, line, column } = error;
    const place = { line: language.value(line), column: language.value(column) };
    // The command prints the position itself, so its errors have none.
    const position = line === undefined ? "" : language.message("position", place);
    return language.message(`json_${reason}`, { ...valuesOf(error, language), position }, actual);
  },
} as const satisfies Readonly<Record<Unwritten, Writer>> & {
  [Key in MessageKey]?: Writer;
};

function written(language: Language, code: string, error: ValidationError | Stated): string {
  const key = code as MessageKey;
  const write = (WRITERS as { [Key in MessageKey]?: Writer })[key];
  return write === undefined ? both(key, error as never, language) : write(error as never, language, key);
}

/** The message of a single error in a language. */
export function messageIn(language: Language, error: ValidationError): string {
  const isOwn = isBuiltIn(error.constructor as ErrorClass);
  return clip(isOwn ? written(language, codeOf(error.name), error) : ofOther(error, language), MAX_MESSAGE);
}

/** The same of a failure that is no error. */
export const statedMessage = (language: Language, stated: Stated): string =>
  clip(written(language, stated.code, stated), MAX_MESSAGE);

/** Maximum number of characters of a message. */
const MAX_MESSAGE = shareOf(1);

/** The message of an error of a class of the application. */
function ofOther(error: ValidationError, language: Language): string {
  const text = language.own(error.code);
  return text === undefined ? error.formatError() : fill(text, error, (value) => language.plain(value));
}

/**
 * The message that a validator has for an error. Its text may have a translation. A function may ask the error for the
 * message that it has without the function.
 * @returns undefined if it is a function that returns undefined or null: it leaves the message to others.
 * @throws whatever the function throws; TypeError if it returns anything else than text.
 */
export function said(words: Words, error: ValidationError, language: Language): string | undefined {
  const text = typeof words === "string" ? (language.own(words) ?? words) : words;
  ValidationError.word(error, undefined);
  let message: unknown;
  try {
    message = fill(text, error, (value) => language.plain(value));
  } finally {
    ValidationError.word(error, words);
  }
  if (typeof message === "string") return message;
  if (message === undefined || message === null) return undefined;
  if (isThenable(message)) ignoreRejection(message);
  throw new TypeError(`The function of a message should return text, got ${typeName(message)}`);
}

/** Returns the condition of an error, of its own reasons and of the branches in its context, if there are any. */
export function statedCondition(error: ValidationError, language: Language): Condition | undefined {
  const { context } = error;
  const outermostFirst = ValidationError.reasons(error).toReversed();
  const reasons = outermostFirst.map(([reason, length]) => [reason, context.length - length] as const);
  for (const [index, node] of context.entries()) {
    const reason = isStep(node) ? (node[REASON] as Reason | undefined) : undefined;
    if (reason !== undefined) reasons.push([reason, index]);
  }
  return reasons[0]?.[0].conditionOf(reasons, context, language);
}

/** The message of an error with the reason why its rule applies, if there is one. */
export const because = (language: Language, message: string, reason: string | undefined): string =>
  reason === undefined ? message : language.message("because", { message: withoutStop(message), reason });

/** Marks the message of an error in the closest alternative. */
export function withAlternative(language: Language, message: string, alternative: Alternative | undefined): string {
  if (!alternative?.closest) return message;
  const { of } = alternative;
  return language.message("closest", { message: withoutStop(message), count: language.value(of) }, of);
}

/**
 * The templates of issues in English: spread them into a {@link Formatter} of your own for the option `formatter` of a
 * call. For another language see the option `locale`.
 * @example const formatter = Formatter({ ...issueTemplates, MissingKeyError: "Needed." });
 * Dict({ a: Int() }).safe({}, { formatter }).error?.issues[0]?.message; // "Needed."
 */
export const issueTemplates: Required<Templates> = /*#__PURE__*/ Object.freeze(
  /*#__PURE__*/ Object.fromEntries(
    /*#__PURE__*/ errorNames.map((name) => [name, (error: ValidationError) => messageIn(Language.of(en), error)]),
  ) as unknown as Required<Templates>,
);

/** The property of formatters that can write issues in a language by themselves. */
export const LANGUAGE: unique symbol = Symbol("validlib.language");

/**
 * The formatter of issues if a call sets no other formatter and no language.
 * @example formatIssue(new MissingKeyError("name")); // [ [ "name", "Required key is not provided." ] ]
 */
export const formatIssue: ErrorFormatter = /*#__PURE__*/ Object.assign(/*#__PURE__*/ formatterWith(issueTemplates), {
  [LANGUAGE]: /*#__PURE__*/ Language.of(en),
});
