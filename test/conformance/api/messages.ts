/** The grammar of the texts of errors, for either language. */
import type { Printer } from "./texts.ts";

/** An error as the grammar sees it. */
export interface ErrorParts<T> {
  readonly name: string;
  readonly context: readonly T[];
  readonly expected?: T | undefined;
  readonly actual?: T | undefined;
  /** Whether there are `expected` and `actual`. */
  readonly isCondition: boolean;
}

export function contextText<T>(printer: Printer<T>, context: readonly T[]): string {
  const node = (one: T): string => (typeof one === "string" && one.includes(".") ? `[${one}]` : printer.plain(one));
  return context.map(node).join(".");
}

export function errorText<T>(printer: Printer<T>, { name, isCondition, expected, actual }: ErrorParts<T>): string {
  const fields = isCondition
    ? `expected=${printer.literal(expected as T)}, actual=${printer.literal(actual as T)}`
    : "";
  return `${name}(${fields})`;
}

export function bareText<T>(printer: Printer<T>, error: ErrorParts<T>): string {
  const context = error.context.length === 0 ? "" : `${contextText(printer, error.context)}: `;
  return `<${context}${errorText(printer, error)}>`;
}

export function schemaText<T>(printer: Printer<T>, errors: readonly ErrorParts<T>[]): string {
  const texts = errors.map((error) => `    ${bareText(printer, error)}`);
  return `<SchemaError(errors=[\n${texts.join(",\n")}\n])>`;
}

/** What a message says about the fields of an error. */
export interface Fields {
  readonly expected: string;
  readonly actual: string;
  readonly isNull: boolean;
  /** Whether `expected` is a string, a format and not a parser. */
  readonly isText: boolean;
  /** The only option; undefined if there are several. */
  readonly only: string | undefined;
}

/** The default messages (the table of the original); undefined where it has none. */
export function message(name: string, { expected, actual, isNull, isText, only }: Fields): string | undefined {
  switch (name) {
    case "InvalidTypeError":
      return isNull ? "Value should not be null." : `Expected type \u201c${expected}\u201d, got \u201c${actual}\u201d.`;
    case "OptionsError":
      return only === undefined ? `Expected one of ${expected}, got ${actual}.` : `Expected ${only}, got ${actual}.`;
    case "MinValueError":
      return `Expected value \u2265 ${expected}, got ${actual}.`;
    case "MaxValueError":
      return `Expected value \u2264 ${expected}, got ${actual}.`;
    case "FloatValueError":
      if (expected === "number") return "Expected number, got NaN.";
      return `Expected finite number, got ${actual.startsWith("-") ? "-" : "+"}\u221e.`;
    case "StrDecodeError":
      return `Cannot decode value using \u201c${expected}\u201d encoding.`;
    case "MinLengthError":
      return `Expected value length \u2265 ${expected}, got ${actual}.`;
    case "MaxLengthError":
      return `Expected value length \u2264 ${expected}, got ${actual}.`;
    case "TupleLengthError":
      return `Expected exactly ${expected} element${expected === "1" ? "" : "s"}, got ${actual}.`;
    case "PatternMatchError":
      return `Cannot match \u201c${actual}\u201d using \u201c${expected}\u201d.`;
    case "DatetimeParseError":
      return `Cannot parse date/time value from \u201c${actual}\u201d${isText ? ` using \u201c${expected}\u201d format` : ""}.`;
    case "DatetimeTypeError":
      return `${expected === "naive" ? "Naive" : "Timezone-aware"} date/time object is expected.`;
    case "RecursionMaxDepthError":
      return `Too many nested structures, limit is ${expected}.`;
    case "ForbiddenKeyError":
      return "Key is not allowed.";
    case "MissingKeyError":
      return "Required key is not provided.";
  }
  return undefined;
}
