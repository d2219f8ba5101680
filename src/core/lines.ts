/** What the calls on lines take and give, as types: `lines/` reads them, and is loaded by the first such call. */
import type { StopSignal } from "../values/stop.ts";
import type { ValidationError } from "./errors/errors.ts";
import type { JsonSource } from "./json/engine.ts";
import type { Limits } from "./report/limits.ts";
import type { Checker } from "./schemas/checker.ts";

/** The members of a ReadableStream of the web that are used. */
export interface WebReadable {
  getReader(): {
    read(): Promise<{ done: boolean; value?: unknown }>;
    cancel(): Promise<void>;
  };
}

/**
 * Bytes of NDJSON: a Readable of Node, a ReadableStream of the web, any iterable or async iterable of chunks, or one
 * chunk. Chunks are bytes (UTF-8) or strings, and may end anywhere. Those of streams must not be changed later; an
 * iterable may reuse its array for the next chunk.
 */
export type LineSource = JsonSource | WebReadable | AsyncIterable<JsonSource> | Iterable<JsonSource>;

/** The treatment of lines that have only white space. */
export type BlankLines = "skip" | "error";

/** Options for reading lines. `maxDepth` and `maxErrors` are limits of each line. */
export interface LineOptions extends Limits {
  /** Maximum bytes of a line, without its line feed. Longer lines are invalid and not kept. Default 64 MiB. */
  maxLineBytes?: number | undefined;
  /** Lines that have only white space: `"skip"` (the default), or `"error"`, because they are not JSON. */
  blank?: BlankLines | undefined;
  /**
   * Number of threads that validate, including the calling one. Default 1. Without the addon only that one validates.
   */
  threads?: number | undefined;
  /** Ends the call early, which then throws the reason of the signal. */
  signal?: StopSignal | undefined;
  /**
   * Maximum number of `async` functions of `Check` and `Transform`, and of lines, that are waited for at once. Default
   * 16.
   */
  concurrency?: number | undefined;
}

/**
 * What a source of records is: `"ndjson"`, one JSON text a line; `"json"`, one document with an array of the
 * records; `"json-seq"`, texts that each begin with the byte 0x1E (RFC 7464); or `"csv"`, a row each (RFC 4180), which
 * needs the package `csv-parse`.
 */
export type RecordFormat = "ndjson" | "json" | "json-seq" | "csv";

/** Options for reading records. `maxDepth` and `maxErrors` are limits of each record, `maxLineBytes` is its size. */
export interface RecordOptions extends LineOptions {
  /** What the source is. */
  format: RecordFormat;
  /** With `"json"`: the JSON pointer of the array, such as `"/features"`. Default `""`, the document itself. */
  at?: string | undefined;
  /**
   * With `"json"`: the Dict of the whole document, in which a List of these records stands for the array: validates its
   * siblings, and how many records there are. What is around the array is kept, at most `maxLineBytes` of it.
   */
  document?: Checker | undefined;
  /** Where in the file the source begins, if it is the rest of one: at a record. Default the beginning. */
  from?: RecordStart | undefined;
  /** With `"csv"`: true if the first row has the names of the columns. Default true, unless `columns` are given. */
  header?: boolean | undefined;
  /** With `"csv"`: the names of the columns, in order. */
  columns?: readonly string[] | undefined;
  /** With `"csv"`: the text between cells. Default `","`. */
  delimiter?: string | undefined;
  /** With `"csv"`: the character around cells that have delimiters or line ends; false for none. Default `"`. */
  quote?: string | false | undefined;
  /** With `"csv"`: the character that stands before a quote in such a cell. Default the quote itself. */
  escape?: string | undefined;
  /** With `"csv"`: the encoding of the bytes, as `TextDecoder` names it. Default UTF-8. */
  encoding?: string | undefined;
  /** With `"csv"`: true if a cell without text means that its key is missing. Default true. */
  skipBlank?: boolean | undefined;
}

/** Where a record begins: what results, batches and the counts of a filter say. */
export interface RecordStart {
  /** Its offset in the file, in bytes, from 0. */
  readonly offset: number;
  /** Its number, from 1. */
  readonly record: number;
}

/** The result of a record. */
export type RecordResult<Output> =
  | {
      readonly ok: true;
      readonly value: Output;
      /** Number of the record, from 1. */
      readonly record: number;
      /** Offset of the record in the file, in bytes, from 0. White space before it belongs to it. */
      readonly offset: number;
    }
  | {
      readonly ok: false;
      /** Its positions and paths are those in the file. */
      readonly error: ValidationError;
      /** Number of the record, from 1. */
      readonly record: number;
      /** Offset of the record in the file, in bytes, from 0. White space before it belongs to it. */
      readonly offset: number;
    };

/** Records that were read together. */
export interface RecordBatch<Output> {
  /** The values of the valid records, in order. */
  readonly values: Output[];
  /** The invalid records, in order. Positions and paths of an error are those in the file. */
  readonly issues: { readonly record: number; readonly offset: number; readonly error: ValidationError }[];
  /** Number of the first record, from 1. */
  readonly record: number;
  /** The number of records. */
  readonly records: number;
  /** Offset of the first record in the file, in bytes, from 0. */
  readonly offset: number;
  /** Bytes of the records, with what separates them. */
  readonly bytes: number;
}

/** The amount of errors that are reported for each invalid line. */
export type ErrorLevel = "none" | "first" | "all";

/** Options for filtering lines, and their outputs. */
export interface FilterOptions extends LineOptions {
  /** Receives the valid lines and skipped blank lines, byte for byte. */
  valid?: WritableOutput | undefined;
  /** Receives the invalid lines, byte for byte. */
  invalid?: WritableOutput | undefined;
  /** Receives their errors as NDJSON, `{"line":2,"offset":27,"issues":[...]}` for each. */
  errorsTo?: WritableOutput | undefined;
  /** How much is written to `errorsTo`: `"all"` issues of a line (the default), the `"first"`, or `"none"`. */
  errors?: ErrorLevel | undefined;
  /** True if the call ends the outputs. Default true. The standard output and error of the process are never ended. */
  end?: boolean | undefined;
}

/** Options for filtering records, and their outputs. */
export interface RecordFilterOptions extends RecordOptions, Omit<FilterOptions, keyof LineOptions> {
  /**
   * With `"csv"`: the name of a column that the rows in `invalid` have beside those of the source, with what is wrong.
   */
  reason?: string | undefined;
  /** Called when records have been handed to the outputs, about once for each megabyte, with the counts so far. */
  onProgress?: ((counts: RecordCounts) => void) | undefined;
}

/** Counts of a filter of records. */
export interface RecordCounts {
  /** Records that are valid. */
  readonly good: number;
  /** Records that are invalid. */
  readonly bad: number;
  /** Blank lines, rows and texts that were skipped. */
  readonly blank: number;
  /** Bytes of all records, with what separates them. */
  readonly bytes: number;
  /** Where the next record begins: a call with the rest of the file goes on with `from`. */
  readonly next: RecordStart;
}

/** The result of a line. */
export type LineResult<Output> =
  | {
      readonly ok: true;
      readonly value: Output;
      /** Number of the line, from 1. */
      readonly line: number;
      /** Offset of the line in the stream, in bytes, from 0. */
      readonly offset: number;
    }
  | {
      readonly ok: false;
      /** Its positions are those in the stream. */
      readonly error: ValidationError;
      /** Number of the line, from 1. */
      readonly line: number;
      /** Offset of the line in the stream, in bytes, from 0. */
      readonly offset: number;
    };

/** Lines that were read together. */
export interface LineBatch<Output> {
  /** The values of the valid lines, in order. */
  readonly values: Output[];
  /** The invalid lines, in order. Positions of an error are those in the stream. */
  readonly issues: { readonly line: number; readonly offset: number; readonly error: ValidationError }[];
  /** Number of the first line, from 1. */
  readonly line: number;
  /** The number of lines, including blank ones that are skipped. */
  readonly lines: number;
  /** Offset of the first line in the stream, in bytes, from 0. */
  readonly offset: number;
  /** Bytes of the lines, with their line feeds. */
  readonly bytes: number;
}

/** Counts of a filter. */
export interface LineCounts {
  /** Lines that are valid. */
  good: number;
  /** Lines that are invalid. */
  bad: number;
  /** Blank lines that were skipped. */
  blank: number;
  /** Bytes of all lines, with their endings. */
  bytes: number;
}

/** The members of a Writable of Node that are used. */
export interface NodeWritable {
  readonly destroyed?: boolean;
  write(bytes: Uint8Array, written: (error?: Error | null) => void): boolean;
  end(ended: (error?: Error | null) => void): unknown;
  destroy(error?: Error): unknown;
  // biome-ignore lint/suspicious/noExplicitAny: each event has arguments of its own
  on(event: string, listener: (...args: any[]) => void): unknown;
  // biome-ignore lint/suspicious/noExplicitAny: each event has arguments of its own
  removeListener(event: string, listener: (...args: any[]) => void): unknown;
}

/** The members of a WritableStream of the web that are used. */
export interface WebWritable {
  getWriter(): {
    readonly ready: Promise<unknown>;
    readonly closed: Promise<unknown>;
    write(bytes: Uint8Array): Promise<void>;
    close(): Promise<void>;
    abort(reason?: unknown): Promise<void>;
    releaseLock(): void;
  };
}

/** A Writable of Node, or a WritableStream of the web. */
export type WritableOutput = NodeWritable | WebWritable;
