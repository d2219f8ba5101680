/** Messages for people (specification, "Formatter"). */
import { formatInUse } from "../../text/formats/format.ts";
import { isPlainObject } from "../../values/input.ts";
import { clip, literal, plain, shareOf, shownPattern } from "../../values/text.ts";
import { compareContexts, contextText } from "./context.ts";
import {
  CheckError,
  type ConditionError,
  type ErrorClass,
  type ErrorName,
  errorNames,
  type FormatError,
  type PatternMatchError,
  type TupleLengthError,
  ValidationError,
} from "./errors.ts";

/**
 * A message with placeholders: `{expected}`, `{actual}`, `{context}` or any other property of the error,
 * `{expected[0]}` for a member, `{actual!r}` for the literal form; `{{` and `}}` are braces. Or a function.
 */
export type SimpleTemplate = string | ((error: ValidationError) => string);

/** A simple template with the predicate that selects it. */
export type ConditionalTemplate = readonly [predicate: (error: ValidationError) => boolean, text: SimpleTemplate];

/**
 * One template, or a list: the first one whose predicate is true is used. The predicate of a simple template is always
 * true.
 */
export type MessageTemplate = SimpleTemplate | readonly (SimpleTemplate | ConditionalTemplate)[];

/** Templates by the name of the error class. */
export type Templates = { readonly [Name in ErrorName]?: MessageTemplate };

/** Context and message of each error, sorted by context. */
export type Messages = [context: string, message: string][];

/** Turns an error into messages. */
export type ErrorFormatter = (error: ValidationError) => Messages;

/** Stands for a value that the error does not have. */
const HIDDEN_VALUE = "\u2026";

const PLACEHOLDER = /\{\{|\}\}|\{(?:0\.)?(\w+)(?:\[(\d+)\])?(?:!([rs]))?\}/g;

/** @param show the text form of a value. */
export function fill(
  template: SimpleTemplate,
  error: ValidationError,
  show: (value: unknown) => string = plain,
): string {
  if (typeof template === "function") return template(error);
  return template.replace(PLACEHOLDER, (placeholder, name?: string, index?: string, form?: string) => {
    if (name === undefined) return placeholder[0] as string;
    const property = propertyOf(error, name);
    if (property === undefined && error.hidesValue) return HIDDEN_VALUE;
    const value = index === undefined ? property : (Object(property) as readonly unknown[])[Number(index)];
    return form === "r" ? literal(value) : show(value);
  });
}

/** The value for a placeholder. The `actual` of an error of a function is the value that it got. */
function propertyOf(error: ValidationError, name: string): unknown {
  if (name === "context") return error.formatContext();
  const isOfFunction = name === "actual" && error instanceof CheckError && !error.hidesValue;
  return isOfFunction ? ValidationError.input(error)?.value : (error as unknown as Record<string, unknown>)[name];
}

function choose(template: MessageTemplate | undefined, error: ValidationError): SimpleTemplate | undefined {
  if (!Array.isArray(template)) return template as SimpleTemplate | undefined;
  for (const one of template as readonly (SimpleTemplate | ConditionalTemplate)[]) {
    if (!Array.isArray(one)) return one as SimpleTemplate;
    const [predicate, text] = one as ConditionalTemplate;
    if (predicate(error)) return text;
  }
  return undefined;
}

function checkTemplate(name: string, template: unknown): void {
  const isSimple = (value: unknown): boolean => typeof value === "string" || typeof value === "function";
  const isPair = (value: unknown): boolean =>
    Array.isArray(value) && value.length === 2 && typeof value[0] === "function" && isSimple(value[1]);
  const items = Array.isArray(template) ? template : [template];
  if (items.every((item) => isSimple(item) || (Array.isArray(template) && isPair(item)))) return;
  throw new TypeError(`The template of ${name} should be a string, a function, or a list of them and of pairs`);
}

/** Templates, including those for error classes of the user. */
type AnyTemplates = Readonly<Record<string, MessageTemplate>>;

interface FormatterConstructor {
  (templates: Templates): ErrorFormatter;
  (templates: AnyTemplates, classes: readonly ErrorClass[]): ErrorFormatter;
  new (templates: Templates): ErrorFormatter;
  new (templates: AnyTemplates, classes: readonly ErrorClass[]): ErrorFormatter;
}

/**
 * Makes a function that turns errors into `[context, message]` pairs.
 * @param templates by class name, without inheritance. An error without a matching template shows its `formatError()`.
 *   To change only some messages, spread {@link defaultTemplates}.
 * @param classes error classes of your own that `templates` names.
 * @throws TypeError if a template is invalid, its name is not that of an error class, or `templates` is not a plain
 *   object.
 * @example Formatter({ ...defaultTemplates, MissingKeyError: "Pflichtfeld fehlt." })
 */
export const Formatter: FormatterConstructor = function Formatter(
  templates: AnyTemplates,
  classes: readonly ErrorClass[] = [],
): ErrorFormatter {
  if (!isPlainObject(templates)) throw new TypeError("Templates should be an object");
  const names = new Set([...errorNames, ...classes.map(({ name }) => name)]);
  for (const [name, template] of Object.entries(templates)) {
    if (!names.has(name)) throw new TypeError(`There is no error class ${name}: see the second argument for your own`);
    checkTemplate(name, template);
  }
  return formatterWith(templates);
} as FormatterConstructor;

/** As {@link Formatter}, with templates that need no check. Internal. */
export function formatterWith(templates: AnyTemplates): ErrorFormatter {
  const byName = new Map(Object.entries(templates));
  return (error) => {
    const most = shareOf(error.length);
    // A sorted copy: formatting an error does not change it.
    return [...error].sort(byContext).map((one): [string, string] => {
      const template = choose(byName.get(one.name), one);
      const message = template === undefined ? one.formatError() : fill(template, one);
      return [contextText(one.context, most), clip(message, most)];
    });
  };
}

const byContext = (a: ValidationError, b: ValidationError): number => compareContexts(a.context, b.context);

const expected = (test: (value: unknown) => boolean) => (error: ValidationError) =>
  test((error as ConditionError).expected);
const has = (name: string, value: unknown) => (error: ValidationError) =>
  (error as unknown as Record<string, unknown>)[name] === value;
const isInfinite = (sign: 1 | -1) => (error: ValidationError) => {
  const { expected, actual } = error as ConditionError;
  return expected === "finite" && typeof actual === "number" && Math.sign(actual) === sign;
};
/** On which side of a Tuple's limits a length is, if that may vary: -1 or 1; 0 otherwise. */
const sideOf = (error: ValidationError): number => {
  const { expected, actual, unit } = error as TupleLengthError;
  return unit === undefined ? 0 : Math.sign(actual - expected);
};
/** The original's text for an error if no message fits its values. */
const textForm = (error: ValidationError): string => error.formatError();
/** The name of a text format for people. */
const formatNameOf = (format: string): string => formatInUse(format)?.label ?? plain(format);
const at = "at line {line}, column {column}";

/**
 * The messages of {@link formatError}: one for every error class.
 * @example defaultTemplates.MissingKeyError; // "Required key is not provided."
 */
export const defaultTemplates: Required<Templates> = /*#__PURE__*/ Object.freeze<Required<Templates>>({
  ValidationError: "Value is not valid.",
  SchemaError: "Value is not valid.",
  ConditionError: textForm,
  InvalidTypeError: [
    [has("actual", "null"), "Value should not be null."],
    "Expected type \u201c{expected}\u201d, got \u201c{actual}\u201d.",
  ],
  OptionsError: [
    [expected((value) => Array.isArray(value) && value.length === 1), "Expected {expected[0]}, got {actual}."],
    "Expected one of {expected}, got {actual}.",
  ],
  MinValueError: "Expected value \u2265 {expected}, got {actual}.",
  MaxValueError: "Expected value \u2264 {expected}, got {actual}.",
  ExclusiveMinValueError: "Expected value > {expected}, got {actual}.",
  ExclusiveMaxValueError: "Expected value < {expected}, got {actual}.",
  MultipleError: "Expected a multiple of {expected}, got {actual}.",
  FloatValueError: [
    [has("expected", "number"), "Expected number, got NaN."],
    [isInfinite(-1), "Expected finite number, got -\u221e."],
    [isInfinite(1), "Expected finite number, got +\u221e."],
    textForm,
  ],
  StrDecodeError: "Cannot decode value using \u201c{expected}\u201d encoding.",
  MinLengthError: "Expected value length \u2265 {expected}, got {actual}.",
  MaxLengthError: "Expected value length \u2264 {expected}, got {actual}.",
  TupleLengthError: [
    [(error) => sideOf(error) < 0, "Expected value length \u2265 {expected}, got {actual}."],
    [(error) => sideOf(error) > 0, "Expected value length \u2264 {expected}, got {actual}."],
    [has("expected", 1), "Expected exactly 1 element, got {actual}."],
    "Expected exactly {expected} elements, got {actual}.",
  ],
  DuplicateItemError: "Item is equal to item {expected}.",
  ForbiddenValueError: "Value is not allowed.",
  AmbiguousError: "Value matches more than one alternative.",
  PatternMatchError: (error) => {
    const { expected, actual, hidesValue } = error as PatternMatchError;
    const value = hidesValue ? HIDDEN_VALUE : plain(actual);
    return `Cannot match \u201c${value}\u201d using \u201c${plain(shownPattern(expected))}\u201d.`;
  },
  FormatError: (error) => {
    const { expected, actual, hidesValue } = error as FormatError;
    return `Expected a valid ${formatNameOf(expected)}, got \u201c${hidesValue ? HIDDEN_VALUE : plain(actual)}\u201d.`;
  },
  DatetimeParseError: [
    [
      expected((value) => typeof value === "string"),
      "Cannot parse date/time value from \u201c{actual}\u201d using \u201c{expected}\u201d format.",
    ],
    "Cannot parse date/time value from \u201c{actual}\u201d.",
  ],
  DatetimeTypeError: [
    [has("expected", "naive"), "Naive date/time object is expected."],
    [has("expected", "tzaware"), "Timezone-aware date/time object is expected."],
    textForm,
  ],
  CheckError: (error) => (error as CheckError).text ?? "Value is not valid.",
  MappingKeyError: "Key is not valid.",
  ForbiddenKeyError: "Key is not allowed.",
  MissingKeyError: "Required key is not provided.",
  RecursionMaxDepthError: "Too many nested structures, limit is {expected}.",
  WorkLimitError: "Value takes too many steps to judge, limit is {expected}.",
  JsonDecodeError: [
    [has("reason", "size"), "JSON text is too large: {actual} bytes, limit is {expected}."],
    [has("reason", "depth"), `Too many nested structures in JSON text, limit is {expected}, ${at}.`],
    [has("reason", "utf8"), `JSON text is not valid UTF-8 ${at}.`],
    `Not valid JSON ${at}.`,
  ],
});

/**
 * The default formatter: English messages for every error class.
 * @example formatError(new MissingKeyError("name")); // [ [ "name", "Required key is not provided." ] ]
 */
export const formatError: ErrorFormatter = /*#__PURE__*/ formatterWith(defaultTemplates);
