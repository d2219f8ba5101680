import { describe, expect, test } from "vitest";
import { Dict, Int, List, type RecordOptions } from "../../src/index.ts";
import { DocumentForm } from "../../src/lines/document.ts";
import {
  MAX_THREADS,
  readFilterOptions,
  readLineOptions,
  readRecordFilterOptions,
  readRecordOptions,
} from "../../src/lines/options.ts";
import { de } from "../../src/text/locales/de.ts";

const DEFAULT_BYTES = 64 * 1024 * 1024;
const { signal } = new AbortController();
const item = Int();
const document = Dict({ a: List(item) });
const formatter = () => "";

const DEFAULTS = {
  maxLineBytes: DEFAULT_BYTES,
  blank: "skip",
  threads: 1,
  signal: undefined,
  concurrency: 16,
  limits: undefined,
};
const CSV_DEFAULTS = {
  header: true,
  columns: undefined,
  delimiter: ",",
  quote: '"',
  escape: '"',
  encoding: undefined,
  skipBlank: true,
};
const NO_LIMITS = { formatter: undefined, locale: undefined, maxDepth: undefined, maxErrors: undefined };

/** The options that are known, or what is wrong with those given. */
function read<Known>(known: () => Known): Known | string {
  try {
    return known();
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    return (error as Error).message;
  }
}

const linesWith = (options: unknown) => read(() => readLineOptions(options as never));
const recordsWith = (options: unknown, of = "json") =>
  read(() => readRecordOptions(item, { format: of, ...(options as object) } as RecordOptions));
const csvWith = (options: unknown) => recordsWith(options, "csv");
const filterWith = (options: unknown) => read(() => readFilterOptions(options as never));
const recordFilterWith = (options: unknown, of = "json") =>
  read(() => readRecordFilterOptions(item, { format: of, ...(options as object) } as never));

/** Rows of a table: each of the values of an option is refused. */
const all = (name: string, values: readonly unknown[], message: string) =>
  values.map((value): [object, string] => [{ [name]: value }, message]);

describe("the options of lines", () => {
  test("have defaults", () => {
    expect(readLineOptions()).toEqual(DEFAULTS);
    expect(linesWith({})).toEqual(DEFAULTS);
    expect(linesWith({ maxLineBytes: DEFAULT_BYTES })).toEqual(DEFAULTS);
  });

  test.each<[options: object, known: object]>([
    [{ maxLineBytes: 0 }, { maxLineBytes: 0, limits: { ...NO_LIMITS, maxBytes: 0 } }],
    [{ maxLineBytes: 2 ** 30 }, { maxLineBytes: 2 ** 29 - 24, limits: { ...NO_LIMITS, maxBytes: 2 ** 29 - 24 } }],
    [{ blank: "error" }, { blank: "error" }],
    [{ blank: "skip" }, { blank: "skip" }],
    [{ threads: MAX_THREADS }, { threads: MAX_THREADS }],
    [{ signal }, { signal }],
    [{ concurrency: 3 }, { concurrency: 3 }],
    [{ maxDepth: 5 }, { limits: { ...NO_LIMITS, maxDepth: 5, maxBytes: DEFAULT_BYTES } }],
    [{ maxErrors: 0 }, { limits: { ...NO_LIMITS, maxErrors: 0, maxBytes: DEFAULT_BYTES } }],
    [{ formatter }, { limits: { ...NO_LIMITS, formatter, maxBytes: DEFAULT_BYTES } }],
    [{ locale: de }, { limits: { ...NO_LIMITS, locale: de, maxBytes: DEFAULT_BYTES } }],
  ])("%j are known as %j", (options, known) => {
    expect(linesWith(options)).toEqual({ ...DEFAULTS, ...known });
    expect(filterWith(options)).toEqual({ ...DEFAULTS, ...known, errors: "none", end: true });
  });

  test.each<[options: unknown, message: string]>([
    [null, "options should be an object, not null"],
    [{ thread: 1 }, "There is no option 'thread': did you mean 'threads'?"],
    [{ errors: "all" }, "There is no option 'errors'"],
    [{ onFallback: formatter }, "There is no option 'onFallback'"],
    [{ maxLineBytes: -1 }, "maxLineBytes should be a non-negative integer"],
    [{ maxLineBytes: 0.5 }, "maxLineBytes should be a non-negative integer"],
    [{ threads: 0 }, "threads should be a positive integer"],
    [{ threads: 1.5 }, "threads should be a positive integer"],
    [{ threads: MAX_THREADS + 1 }, "threads should not exceed 64"],
    [{ blank: "keep" }, 'blank should be one of "skip", "error"'],
    [{ blank: ["skip"] }, 'blank should be one of "skip", "error", not array'],
    [{ blank: null }, 'blank should be one of "skip", "error", not null'],
    [{ maxDepth: -1 }, "maxDepth should be a non-negative integer"],
    [{ signal: {} }, "signal should be an AbortSignal"],
    [{ concurrency: 0 }, "concurrency should be a positive integer"],
    [{ locale: de, formatter }, "Give a formatter or a locale, not both"],
  ])("%j are refused: %s", (options, message) => {
    expect(linesWith(options)).toBe(message);
  });
});

describe("the options of records", () => {
  const known = { ...DEFAULTS, at: [], document: undefined, from: undefined, csv: CSV_DEFAULTS };

  test.each<[format: string, options: object, known?: object]>([
    ["ndjson", { blank: "error" }],
    ["json-seq", { blank: "error" }],
    ["csv", { blank: "error" }],
    ["json", {}],
    ["json", { threads: 2, signal, concurrency: 2 }],
    ["json", { maxErrors: 1 }, { limits: { ...NO_LIMITS, maxErrors: 1, maxBytes: DEFAULT_BYTES } }],
    ["json", { at: "" }, { at: [] }],
    ["json", { at: "/" }, { at: [""] }],
    ["json", { at: "/a/0//~01~1b" }, { at: ["a", "0", "", "~1/b"] }],
    ["json", { from: { offset: 0, record: 1 } }, { from: undefined }],
    ["json", { from: { offset: 0, record: 2 } }],
    ["json", { from: { offset: 5, record: 1 } }],
    ["json", { from: { offset: 5, record: 1 }, at: "/a1/1a" }, { from: { offset: 5, record: 1 }, at: ["a1", "1a"] }],
    ["ndjson", { from: { offset: 5, record: 3 } }],
  ])("of %s: %j", (format, options, more = options) => {
    expect(recordsWith(options, format)).toEqual({ ...known, format, ...more });
  });

  test.each<[options: object, known: object]>([
    [
      { header: false, columns: ["a", "b"] },
      { header: false, columns: ["a", "b"] },
    ],
    [{ columns: ["a"] }, { header: false, columns: ["a"] }],
    [{ header: true, columns: ["a"] }, { columns: ["a"] }],
    [{ header: true }, {}],
    [{ delimiter: "||" }, { delimiter: "||" }],
    [{ quote: "'" }, { quote: "'", escape: "'" }],
    [{ quote: "!" }, { quote: "!", escape: "!" }],
    [{ escape: "~" }, { escape: "~" }],
    [{ quote: false }, { quote: undefined, escape: undefined }],
    [
      { quote: false, delimiter: '"' },
      { quote: undefined, escape: undefined, delimiter: '"' },
    ],
    [
      { quote: false, delimiter: "undefined" },
      { quote: undefined, escape: undefined, delimiter: "undefined" },
    ],
    [{ encoding: "latin1" }, { encoding: "windows-1252" }],
    [{ encoding: "UTF8" }, {}],
    [{ skipBlank: false }, { skipBlank: false }],
    [{ skipBlank: true }, {}],
  ])("of CSV: %j", (options, csv) => {
    expect(csvWith(options)).toEqual({ ...known, format: "csv", csv: { ...CSV_DEFAULTS, ...csv } });
  });

  test("of CSV may begin after the header if the columns are named", () => {
    const from = { offset: 5, record: 2 };
    expect(csvWith({ from, columns: ["a"] })).toMatchObject({ from, csv: { header: false } });
    const message = "from needs columns: the header is not in the rest of the file";
    expect([{}, { columns: ["a"], header: true }].map((one) => csvWith({ from, ...one }))).toEqual([message, message]);
  });

  test("are a copy of the columns", () => {
    const columns = ["a"];
    const options = readRecordOptions(item, { format: "csv", columns });
    columns.push("b");
    expect(options.csv.columns).toEqual(["a"]);
  });

  test("have the form of the document around the records", () => {
    expect(readRecordOptions(item, { format: "json", at: "/a", document }).document).toBeInstanceOf(DocumentForm);
  });

  test("need a format", () => {
    for (const options of [undefined, null, 5, {}, { format: undefined }])
      expect(read(() => readRecordOptions(item, options as never))).toBe(
        'records need a format, such as { format: "json" }',
      );
    const message = 'format should be one of "ndjson", "json", "json-seq", "csv"';
    expect(recordsWith({}, "xml")).toBe(message);
    expect(recordsWith({}, ["json"] as never)).toBe(`${message}, not array`);
  });

  test.each<[options: object, message: string, format?: string]>([
    [{ blank: "skip" }, "There is no option 'blank'"],
    [{ header: true }, "There is no option 'header'"],
    [{ at: "/a" }, "There is no option 'at'", "ndjson"],
    [{ at: "/a" }, "There is no option 'at'", "json-seq"],
    [{ at: "/a" }, "There is no option 'at'", "csv"],
    [{ onProgress: formatter }, "There is no option 'onProgress'"],
    ...all(
      "at",
      ["a", "/~", "/~2", "/a/~", "a/b", 5, ["/a"]],
      'at should be the JSON pointer of an array, such as "/features"',
    ),
    [{ from: 5 }, "from should be an object, not integer"],
    [{ from: { offset: 1, record: 1, line: 2 } }, "There is no option 'line'"],
    [{ from: { offset: 1 } }, "from should have an offset and a record"],
    [{ from: { record: 1 } }, "from should have an offset and a record"],
    [{ from: { offset: -1, record: 1 } }, "offset should be a non-negative integer"],
    [{ from: { offset: 0, record: 0 } }, "record should be a positive integer"],
    [{ from: { offset: 5, record: 2 }, at: "/a/10" }, "from needs an array that no index leads to"],
    [{ from: { offset: 5, record: 2 }, at: "/0/a" }, "from needs an array that no index leads to"],
    [
      { from: { offset: 5, record: 2 }, at: "/a", document },
      "document needs the beginning of the file, so it does not go with from",
    ],
    [{ document: 5 }, "document needs at, the place of the array in it: nothing is around a root"],
  ])("%j are refused: %s", (options, message, format) => {
    expect(recordsWith(options, format)).toBe(message);
  });

  test.each<[options: object, message: string]>([
    ...all("columns", ["a", [], ["a", 5], {}, null], "columns should be an array of the names of the columns"),
    [{ header: false }, "without a header, columns should name the columns"],
    [{ header: "yes" }, "header should be true or false"],
    [{ skipBlank: 1 }, "skipBlank should be true or false"],
    ...all("delimiter", [5, "", "\n", "a\r", "\ra"], 'delimiter should be a text without line ends, such as ";"'),
    ...all("quote", ["", "''", "é", "é'", "'é", " ", "\x7f", 5, true, null], "quote should be one character of ASCII"),
    [{ escape: false }, "escape should be one character of ASCII"],
    [{ quote: false, escape: "\\" }, "escape needs a quote"],
    [{ delimiter: 'a"' }, "delimiter should not have the quote or escape in it"],
    [{ delimiter: 'a"', escape: "\\" }, "delimiter should not have the quote or escape in it"],
    [{ delimiter: "\\", escape: "\\" }, "delimiter should not have the quote or escape in it"],
    [{ encoding: "x" }, 'encoding should be one that TextDecoder knows, such as "windows-1252"'],
    [{ encoding: null }, 'encoding should be one that TextDecoder knows, such as "windows-1252"'],
  ])("%j are refused for CSV: %s", (options, message) => {
    expect(csvWith(options)).toBe(message);
  });

  test("that no decoder knows say why", () => {
    expect(() => readRecordOptions(item, { format: "csv", encoding: "x" })).toThrow(
      expect.objectContaining({ cause: expect.any(RangeError) }),
    );
  });
});

const output = {};

describe("the options of a filter", () => {
  test.each<[options: object | undefined, errors: string, end?: boolean]>([
    [undefined, "none"],
    [{}, "none"],
    [{ errors: "none" }, "none"],
    [{ errorsTo: output }, "all"],
    [{ errorsTo: output, errors: "all" }, "all"],
    [{ errorsTo: output, errors: "first" }, "first"],
    [{ errorsTo: output, errors: "none" }, "none"],
    [{ valid: output, invalid: output, end: false }, "none", false],
    [{ end: true }, "none", true],
  ])("%j", (options, errors, end = true) => {
    expect(filterWith(options)).toEqual({ ...DEFAULTS, errors, end });
    expect(recordFilterWith(options)).toMatchObject({ errors, end });
  });

  test.each<[options: object, message: string]>([
    [{ errors: "first" }, "errors is 'first', so errorsTo should be a writable stream for them"],
    [{ errors: "all" }, "errors is 'all', so errorsTo should be a writable stream for them"],
    [{ errors: "some" }, 'errors should be one of "none", "first", "all"'],
    [{ end: 1 }, "end should be true or false"],
    [{ reason: "why", invalid: output }, "There is no option 'reason'"],
  ])("%j are refused: %s", (options, message) => {
    expect(filterWith(options)).toBe(message);
    expect(recordFilterWith(options)).toBe(message);
  });

  test("of lines has no progress", () => {
    expect(filterWith({ onProgress: formatter })).toBe("There is no option 'onProgress'");
  });
});

describe("the options of a filter of records", () => {
  test.each<[options: object, known: object, format?: string]>([
    [{ onProgress: formatter }, { onProgress: formatter, reason: undefined, errors: "none" }],
    [{ reason: "why", invalid: output }, { reason: "why", errors: "all" }, "csv"],
    [{ reason: "why", invalid: output, errors: "first" }, { reason: "why", errors: "first" }, "csv"],
    [{ reason: "why", invalid: output, errors: "all", errorsTo: output }, { reason: "why", errors: "all" }, "csv"],
  ])("%j", (options, known, format) => {
    expect(recordFilterWith(options, format)).toMatchObject(known);
  });

  test.each<[options: unknown, message: string, format?: string]>([
    [{ onProgress: 1 }, "onProgress should be a function"],
    [{ reason: 5, invalid: output }, "reason should be the name of a column", "csv"],
    [{ reason: "why" }, "reason needs an output of invalid rows", "csv"],
    [{ reason: "why", invalid: output, errors: "none" }, "errors is 'none', so there is no reason", "csv"],
    [
      { reason: "why", invalid: output, errors: "none", errorsTo: output },
      "errors is 'none', so there is no reason",
      "csv",
    ],
  ])("%j are refused: %s", (options, message, format) => {
    expect(recordFilterWith(options, format)).toBe(message);
  });

  test("need a format", () => {
    expect(read(() => readRecordFilterOptions(item, undefined as never))).toMatch("records need a format");
  });
});
