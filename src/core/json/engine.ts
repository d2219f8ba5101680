/**
 * An engine implements the calls on JSON text. There are two: the pure one in TypeScript, and the native one, which
 * uses the addon or the WebAssembly module.
 */
import type { Limits } from "../report/limits.ts";
import type { Result } from "../report/report.ts";
import type { Checker } from "../schemas/checker.ts";
import type { Column, ColumnType } from "./columns.ts";
import type { Extent, ItemState } from "./items.ts";

/** JSON text, or its UTF-8 bytes. */
export type JsonSource = string | Uint8Array;

/** Bounds of one call on JSON text. */
export interface JsonLimits extends Limits {
  /** Maximum size of the text in bytes (a string counts as UTF-8). Default 64 MiB. */
  maxBytes?: number | undefined;
}

/** Validates JSON text against a validator. Every engine gives the same answers. */
export interface Engine {
  readonly impl: EngineInfo["impl"];
  /** @param stackless the error is returned, not thrown: see `ErrorInit`. Default false. */
  parse(validator: Checker, source: JsonSource, limits?: JsonLimits, stackless?: boolean): Result<unknown>;
  test(validator: Checker, source: JsonSource, limits?: JsonLimits): boolean;
  /**
   * Opens an engine for the lines of one caller. Missing if the engine validates lines one by one.
   *
   * @param threads the maximum number of threads that validate at the same time, including the calling one.
   * @throws as `test` for limits.
   */
  openLines?(validator: Checker, threads: number, limits?: JsonLimits): LineEngine | undefined;
  /**
   * Opens a reader of many texts for one caller. Missing if the engine validates texts one by one.
   *
   * @throws as `test` for limits.
   */
  openMany?(validator: Checker, limits?: JsonLimits): ManyReader | undefined;
  /**
   * Opens a reader of lines for one caller that fills columns of that type, without a value for each line. Missing or
   * undefined if values have to be made.
   *
   * @throws as `test` for limits.
   */
  openColumns?(validator: Checker, type: ColumnType, limits?: JsonLimits): ColumnReader | undefined;
  /**
   * As `itemsToLines` in src/lines, which is used where this is missing, or undefined: then nothing has changed.
   */
  itemsToLines?(bytes: Uint8Array, state: ItemState): number | undefined;
  /** As `extentOf` in src/lines, likewise. */
  extentOf?(bytes: Uint8Array): Extent | undefined;
  /** As `parse` for each of several texts, whose errors are returned. Undefined, or missing, if a loop is as fast. */
  parseMany?(validator: Checker, sources: readonly JsonSource[], limits?: JsonLimits): Result<unknown>[] | undefined;
  /** As `test` for each of several texts. */
  testMany?(validator: Checker, sources: readonly JsonSource[], limits?: JsonLimits): boolean[] | undefined;
  /**
   * As `parse`, but a long text is read on another thread, and only the value is made on this one. Missing if there is
   * no other thread. The source must not change before the promise settles.
   */
  parseAsync?(
    validator: Checker,
    source: JsonSource,
    limits?: JsonLimits,
    stackless?: boolean,
  ): Promise<Result<unknown>>;
}

/** Validates many lines, each as `test` would without its line feed. */
export interface LineEngine {
  /**
   * @param blocks whole lines, in each fewer than 2^31 bytes, in which "\n" ends a line; the last line of a block needs
   *   none.
   * @returns for each block three numbers for each run of lines with the same verdict: its end offset, its number of
   *   lines, and their verdict (see `LineVerdict`). The arrays belong to the caller. Undefined if the caller has to
   *   validate each line with `test`.
   * @throws TypeError if a block is not a Uint8Array, RangeError if there are too many bytes.
   */
  validate(blocks: readonly Uint8Array[]): readonly Uint32Array[] | undefined;
}

/** The verdict on one of many texts. */
export const LineVerdict = {
  valid: 0,
  invalid: 1,
  /** Only white space, within the limit of a line. The caller decides how to treat it. */
  blank: 2,
  /** The engine leaves the line to `test`, which may also throw errors of the user's checks. */
  undecided: 3,
} as const;

/** Integers of each text in `Many.texts`: its end, and its verdict. */
export const MANY_STEP = 2;

/** Some texts that were validated together. Belongs to its reader, until that is called again. */
export interface Many {
  /** The number of texts, from the first; there may be more. */
  readonly count: number;
  /**
   * For each the offset of its end, without the line feed, and its `LineVerdict`. The caller validates undecided ones.
   */
  readonly texts: Int32Array;
  /** The values of the valid texts, in order; none if only verdicts were asked for. */
  readonly values: readonly unknown[];
}

/** Validates many texts at once, each as `parse` or `test` would. */
export interface ManyReader {
  /** The first lines of `bytes`, which are whole; undefined if the caller has to validate all of them one by one. */
  lines(bytes: Uint8Array): Many | undefined;
  /**
   * As `lines`, but they are validated on another thread, and only the values are made on this one. The bytes must not
   * change before the promise settles, and the result belongs to the caller.
   */
  linesLater(bytes: Uint8Array): Promise<Many | undefined>;
  /**
   * The first of the texts from the index `from`; undefined if the caller has to validate at least that one itself.
   * @param values whether to make values; else only verdicts.
   */
  texts(sources: readonly JsonSource[], from: number, values: boolean): Many | undefined;
}

/** Stands for a value that a `ColumnReader` has put into its columns. */
export const ROW: unique symbol = Symbol("row");

/** Reads lines into columns. */
export interface ColumnReader {
  /**
   * As `ManyReader.lines`; the values are `ROW` each, and in the columns behind those before.
   *
   * @throws RangeError if there are more bytes than `Room.MOST`.
   */
  lines(bytes: Uint8Array): Many | undefined;
  /** Bytes of the rows that were not taken; undefined if they have to be taken before other lines are read. */
  readonly used?: number | undefined;
  /**
   * Takes the column of all rows since the last call.
   *
   * @param isKept whether its arrays belong to the caller; else they change with the next call.
   * @throws RangeError if there is not enough memory.
   */
  take(isKept: boolean): Column;
  /** Takes memory for columns that are kept: that of one which nothing refers to any more. */
  reuse(memory: ArrayBuffer): void;
}

/** The engine in use, and the reason. */
export interface EngineInfo {
  /** `"TypeScript"` for the pure engine, `"N-API"` for the addon, `"Wasm"` for the WebAssembly module. */
  readonly impl: "TypeScript" | "N-API" | "Wasm";
  /** Why this engine is used; for the others, why the addon is not. */
  readonly reason: string;
  /** The file of the addon or the module, if one is in use. */
  readonly path: string | undefined;
  /** Its version. */
  readonly version: string | undefined;
}
