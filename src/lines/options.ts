/** The options of calls on lines. */
import type { JsonLimits } from "../core/json/engine.ts";
import { MAX_MAX_BYTES } from "../core/json/pure.ts";
import type {
  BlankLines,
  ErrorLevel,
  FilterOptions,
  LineOptions,
  RecordFilterOptions,
  RecordFormat,
  RecordOptions,
  RecordStart,
} from "../core/lines.ts";
import { expectOptions } from "../core/misspelt.ts";
import { concurrencyOf } from "../core/report/async-limits.ts";
import { DEFAULT_MAX_BYTES, type Limits, limitsIn, wordingIn, wordingOf } from "../core/report/limits.ts";
import { unescaped } from "../text/json-pointer.ts";
import { ownValue, typeName } from "../values/input.ts";
import { type StopSignal, signalOf } from "../values/stop.ts";
import { DocumentForm } from "./document.ts";

/** Options that have been checked. */
export interface KnownLineOptions {
  readonly maxLineBytes: number;
  readonly blank: BlankLines;
  readonly threads: number;
  readonly signal: StopSignal | undefined;
  readonly concurrency: number;
  /** Limits of each line, as for `json`. Undefined if all are the defaults, which is faster. */
  readonly limits: JsonLimits | undefined;
  /** Where in the file the source begins, if not at its beginning. */
  readonly from?: RecordStart | undefined;
}

export const MAX_THREADS = 64;

export const LINE_OPTIONS: readonly string[] = [
  "maxLineBytes",
  "blank",
  "threads",
  "signal",
  "concurrency",
  "maxDepth",
  "maxErrors",
  "formatter",
  "locale",
];
const OUTPUT_OPTIONS = ["valid", "invalid", "errorsTo", "errors", "end"];
const FILTER_OPTIONS = [...OUTPUT_OPTIONS, ...LINE_OPTIONS];

/** Options of records that have been checked. */
export interface KnownRecordOptions extends KnownLineOptions {
  readonly format: RecordFormat;
  /** The path of the array: keys, and indexes as text. */
  readonly at: readonly string[];
  /** The validator of what is around the array, if there is one. */
  readonly document: DocumentForm | undefined;
  readonly csv: KnownCsvOptions;
}

/** How CSV is written. */
export interface KnownCsvOptions {
  readonly header: boolean;
  /** Undefined if the header has them. */
  readonly columns: readonly string[] | undefined;
  readonly delimiter: string;
  readonly quote: string | undefined;
  readonly escape: string | undefined;
  /** Undefined for UTF-8. */
  readonly encoding: string | undefined;
  readonly skipBlank: boolean;
}

const CSV_OPTIONS = ["header", "columns", "delimiter", "quote", "escape", "encoding", "skipBlank"] as const;
const FORMATS: readonly RecordFormat[] = ["ndjson", "json", "json-seq", "csv"];

/** The options that each format has beside those of all. */
const FORMAT_OPTIONS: Readonly<Record<RecordFormat, readonly string[]>> = {
  ndjson: ["blank"],
  json: ["at", "document"],
  "json-seq": ["blank"],
  csv: ["blank", ...CSV_OPTIONS],
};

/**
 * @param validator that of the records.
 * @param others the names of further options.
 * @throws TypeError if an option is unknown or invalid.
 */
export function readRecordOptions(
  validator: object,
  options: RecordOptions,
  ...others: readonly string[]
): KnownRecordOptions {
  const format = oneOf(Object(options), "format", FORMATS);
  if (format === undefined) throw new TypeError('records need a format, such as { format: "json" }');
  const names = LINE_OPTIONS.filter((name) => name !== "blank");
  const known = readLineOptions(options, ["format", "from", ...FORMAT_OPTIONS[format], ...names, ...others]);
  const [at, csv, from] = [pathOf(ownValue(options, "at") ?? ""), csvOptionsOf(options), fromOf(options)];
  if (from !== undefined && format === "csv" && csv.header)
    throw new TypeError("from needs columns: the header is not in the rest of the file");
  if (from !== undefined && at.some((key) => /^\d+$/.test(key)))
    throw new TypeError("from needs an array that no index leads to");
  const given = ownValue(options, "document");
  if (from !== undefined && given !== undefined)
    throw new TypeError("document needs the beginning of the file, so it does not go with from");
  const document = given === undefined ? undefined : new DocumentForm(given, validator, at);
  return { ...known, format, at, document, csv, from };
}

function fromOf(options: RecordOptions): RecordStart | undefined {
  const from = ownValue(options, "from") as RecordStart | undefined;
  if (from === undefined) return undefined;
  expectOptions(from, ["offset", "record"], "from");
  const [offset, record] = [wholeNumber(from, "offset", 0), wholeNumber(from, "record", 1)];
  if (offset === undefined || record === undefined) throw new TypeError("from should have an offset and a record");
  // So that programs need not tell the first call from others.
  return offset === 0 && record === 1 ? undefined : { offset, record };
}

/** The options of a filter of records. */
export function readRecordFilterOptions(
  validator: object,
  options: RecordFilterOptions,
): KnownRecordOptions & KnownOutputOptions & Pick<RecordFilterOptions, "reason" | "onProgress"> {
  const format = ownValue(Object(options), "format");
  const others = [...OUTPUT_OPTIONS, "onProgress"];
  if (format === "csv") others.push("reason");
  const known = readRecordOptions(validator, options, ...others);
  const [reason, onProgress] = [ownValue(options, "reason"), ownValue(options, "onProgress")];
  if (reason !== undefined && typeof reason !== "string") throw new TypeError("reason should be the name of a column");
  if (reason !== undefined && ownValue(options, "invalid") === undefined)
    throw new TypeError("reason needs an output of invalid rows");
  if (onProgress !== undefined && typeof onProgress !== "function")
    throw new TypeError("onProgress should be a function");
  const outputs = outputOptionsOf(options, reason !== undefined);
  return { ...known, ...outputs, reason, onProgress: onProgress as RecordFilterOptions["onProgress"] };
}

function csvOptionsOf(options: RecordOptions): KnownCsvOptions {
  const columns = ownValue(options, "columns") as readonly string[] | undefined;
  const isNames = Array.isArray(columns) && columns.length > 0 && columns.every((one) => typeof one === "string");
  if (columns !== undefined && !isNames) throw new TypeError("columns should be an array of the names of the columns");
  const header = flag(options, "header") ?? columns === undefined;
  if (!header && columns === undefined) throw new TypeError("without a header, columns should name the columns");
  const delimiter = ownValue(options, "delimiter") ?? ",";
  if (typeof delimiter !== "string" || delimiter === "" || /[\r\n]/.test(delimiter))
    throw new TypeError('delimiter should be a text without line ends, such as ";"');
  const quote = ownValue(options, "quote") === false ? undefined : (character(options, "quote") ?? '"');
  const escape = character(options, "escape") ?? quote;
  if (quote === undefined && escape !== undefined) throw new TypeError("escape needs a quote");
  if (quote !== undefined && (delimiter.includes(quote) || delimiter.includes(escape as string)))
    throw new TypeError("delimiter should not have the quote or escape in it");
  const skipBlank = flag(options, "skipBlank") ?? true;
  return {
    header,
    columns: columns && [...columns],
    delimiter,
    quote,
    escape,
    encoding: encodingOf(options),
    skipBlank,
  };
}

function encodingOf(options: RecordOptions): string | undefined {
  try {
    const { encoding } = new TextDecoder(ownValue(options, "encoding") as string | undefined);
    return encoding === "utf-8" ? undefined : encoding;
  } catch (cause) {
    throw new TypeError('encoding should be one that TextDecoder knows, such as "windows-1252"', { cause });
  }
}

function flag(options: object, name: string): boolean | undefined {
  const value = ownValue(options, name);
  if (value === undefined || typeof value === "boolean") return value;
  throw new TypeError(`${name} should be true or false`);
}

function character(options: object, name: string): string | undefined {
  const value = ownValue(options, name);
  if (value === undefined || (typeof value === "string" && /^[!-~]$/.test(value))) return value as string | undefined;
  throw new TypeError(`${name} should be one character of ASCII`);
}

/** The tokens of a JSON pointer. */
function pathOf(pointer: unknown): readonly string[] {
  if (pointer === "") return [];
  if (typeof pointer === "string" && /^(?:\/(?:[^~/]|~[01])*)+$/.test(pointer)) {
    return pointer.slice(1).split("/").map(unescaped);
  }
  throw new TypeError('at should be the JSON pointer of an array, such as "/features"');
}

/** @throws TypeError if an option is unknown or invalid. */
export function readLineOptions(options: LineOptions = {}, names: readonly string[] = LINE_OPTIONS): KnownLineOptions {
  expectOptions(options, names);
  const { maxDepth, maxErrors } = limitsIn<Limits>(options);
  const maxLineBytes = Math.min(wholeNumber(options, "maxLineBytes", 0) ?? DEFAULT_MAX_BYTES, MAX_MAX_BYTES);
  const threads = wholeNumber(options, "threads", 1) ?? 1;
  if (threads > MAX_THREADS) throw new TypeError(`threads should not exceed ${MAX_THREADS}`);
  const isDefault =
    [maxDepth, maxErrors, wordingOf(options)].every((one) => one === undefined) && maxLineBytes === DEFAULT_MAX_BYTES;
  return {
    maxLineBytes,
    threads,
    blank: oneOf(options, "blank", ["skip", "error"]) ?? "skip",
    signal: signalOf(options),
    concurrency: concurrencyOf(options),
    limits: isDefault
      ? undefined
      : Object.freeze({ ...wordingIn(options), maxDepth, maxErrors, maxBytes: maxLineBytes }),
  };
}

interface KnownOutputOptions {
  readonly errors: ErrorLevel;
  readonly end: boolean;
}

/** The same for a filter. */
export function readFilterOptions(options: FilterOptions = {}): KnownLineOptions & KnownOutputOptions {
  return { ...readLineOptions(options, FILTER_OPTIONS), ...outputOptionsOf(options) };
}

/** @param needsErrors true if there is another place for errors than `errorsTo`. */
function outputOptionsOf(options: FilterOptions, needsErrors = false): KnownOutputOptions {
  const errors = oneOf(options, "errors", ["none", "first", "all"]);
  const errorsTo = ownValue(options, "errorsTo");
  if (needsErrors && errors === "none") throw new TypeError("errors is 'none', so there is no reason");
  if (errorsTo === undefined && !needsErrors && errors !== undefined && errors !== "none") {
    throw new TypeError(`errors is '${errors}', so errorsTo should be a writable stream for them`);
  }
  const end = flag(options, "end") ?? true;
  return { errors: errorsTo === undefined && !needsErrors ? "none" : (errors ?? "all"), end };
}

function wholeNumber(options: object, name: string, min: number): number | undefined {
  const value = ownValue(options, name);
  if (value === undefined || (Number.isInteger(value) && (value as number) >= min)) return value as number | undefined;
  throw new TypeError(`${name} should be ${min === 0 ? "a non-negative" : "a positive"} integer`);
}

function oneOf<T extends string>(options: object, name: string, values: readonly T[]): T | undefined {
  const value = ownValue(options, name);
  if (value === undefined || values.includes(value as T)) return value as T | undefined;
  const list = values.map((one) => `"${one}"`).join(", ");
  throw new TypeError(`${name} should be one of ${list}${typeof value === "object" ? `, not ${typeName(value)}` : ""}`);
}
