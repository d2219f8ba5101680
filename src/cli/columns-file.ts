/** The file of columns: Arrow's file or stream format, or Parquet. */
import type { FileHandle } from "node:fs/promises";
import { PassThrough } from "node:stream";
import type { ColumnOptions, RecordColumnOptions } from "../core/columns.ts";
import type { JsonLimits } from "../core/json/engine.ts";
import type { Validator } from "../core/validator.ts";
import { CommandError, describe, fileError } from "./failure.ts";
import { empty, openReplaced } from "./replaced-file.ts";

type Form = "file" | "stream" | "parquet";

/** What the name of a file says. */
const formOf = (file: string): Form =>
  /\.parquet$/i.test(file) ? "parquet" : /\.arrows$/i.test(file) ? "stream" : "file";

const NEWLINE = 0x0a;
const LINE_FEED = Buffer.from("\n");
/** Bytes of lines that wait to become columns. */
const MOST_WAITING = 4 * 1024 * 1024;

const OPTION = {
  name: "--columns",
  what: "file of columns",
  isReplaced: (beginning: Buffer): boolean =>
    ["ARROW1", "PAR1", "\xff\xff\xff\xff"].some((magic) => beginning.toString("latin1").startsWith(magic)),
};

/** How the bytes that a file of columns gets are written: lines of NDJSON if undefined. */
type Written = RecordColumnOptions | undefined;

/** Gets the valid records, as lines of NDJSON or rows of CSV, whose values become columns. */
export class ColumnsFile {
  readonly identity: string | undefined;
  readonly #lines = new PassThrough({ highWaterMark: MOST_WAITING });
  readonly #write: (lines: PassThrough, options: Written) => Promise<void>;
  #written: () => Written = () => undefined;
  readonly #release: (isWritten: boolean) => Promise<void>;
  /** Begins with the first line, so that the file is as it was if the check does not begin. */
  #done: Promise<void> | undefined;
  /** The last line has no line feed yet. */
  #isOpen = false;
  #error: unknown;
  #isFull = false;

  /**
   * @param write replaces what is in the file.
   * @param release closes it, and removes it if it is new and nothing was written.
   */
  constructor(
    identity: string | undefined,
    write: (lines: PassThrough, options: Written) => Promise<void>,
    release: (isWritten: boolean) => Promise<void>,
  ) {
    this.identity = identity;
    this.#write = write;
    this.#release = release;
  }

  #begin(): Promise<void> {
    this.#done ??= this.#write(this.#lines, this.#written()).catch((error) => {
      this.#error = error;
      this.#lines.destroy();
    });
    return this.#done;
  }

  /** Sets how the records are written; asked for with the first of them, or at the end. */
  writtenAs(options: () => Written): void {
    this.#written = options;
  }

  /** @param bytes of valid records, with their ends. They are copied. */
  write(bytes: Uint8Array): void {
    if (bytes.length === 0 || this.#error !== undefined) return;
    void this.#begin();
    this.#isFull = !this.#lines.write(Buffer.from(bytes));
    this.#isOpen = bytes.at(-1) !== NEWLINE;
  }

  /** Called before the next input, whose first line must not continue the last one. */
  next(): void {
    if (this.#isOpen) this.write(LINE_FEED);
  }

  get full(): boolean {
    return this.#isFull || this.#error !== undefined;
  }

  /** @throws CommandError if the columns cannot be made or written. */
  async ready(): Promise<void> {
    if (this.#error === undefined && this.#lines.writableNeedDrain)
      await new Promise<void>((resolve) => {
        this.#lines.once("drain", resolve);
        this.#lines.once("close", resolve);
      });
    this.#isFull = false;
    if (this.#error !== undefined) throw this.#error;
  }

  /** @throws CommandError if the columns cannot be made or written. */
  async end(): Promise<void> {
    this.#lines.end();
    await this.#begin();
    if (this.#error !== undefined) throw this.#error;
  }

  /** Called when the check has ended, or failed: then nothing more is written. */
  async close(): Promise<void> {
    this.#lines.destroy();
    await this.#done;
    await this.#release(this.#done !== undefined);
  }
}

/**
 * Opens the file, which is not changed yet.
 * @param taken the other files of the command: names for people, by identity.
 * @throws UsageError if it has content that is no file of columns; CommandError if it cannot be written, a package is
 *   not installed, or the schema has a part without a column.
 */
export async function openColumns(
  file: string,
  validator: Validator,
  { maxBytes, maxDepth }: JsonLimits,
  taken: ReadonlyMap<string, string>,
): Promise<ColumnsFile> {
  const form = formOf(file);
  const { ipcOf, schemaOfValidator } = await import("../columns/arrow.ts");
  try {
    await schemaOfValidator(validator);
  } catch (error) {
    throw new CommandError(`--columns: ${describe(error)}`, { cause: error });
  }
  const parquet = form === "parquet" ? await loadParquet() : undefined;
  const { handle, identity, close } = await openReplaced(OPTION, file, taken);
  const options: ColumnOptions = {
    ...(maxBytes !== undefined && { maxLineBytes: maxBytes }),
    ...(maxDepth !== undefined && { maxDepth }),
  };
  const write = async (lines: PassThrough, written: Written): Promise<void> => {
    try {
      await empty(handle);
      // The records were valid when they were checked.
      const columns = validator.columns(lines, { ...options, ...written } as RecordColumnOptions);
      const parts = ipcOf(columns, undefined, form === "file" ? "file" : "stream");
      await writeAll(handle, parquet === undefined ? parts : [await parquet(parts)]);
    } catch (error) {
      throw error instanceof CommandError ? error : fileError("write", file, error);
    }
  };
  return new ColumnsFile(identity, write, close);
}

async function writeAll(handle: FileHandle, parts: AsyncIterable<Uint8Array> | Uint8Array[]): Promise<void> {
  let at = 0;
  for await (const part of parts) {
    for (let from = 0; from < part.length; ) {
      const { bytesWritten } = await handle.write(part, from, part.length - from, at);
      from += bytesWritten;
      at += bytesWritten;
    }
  }
}

/** Loads the package, which makes a file of a stream of Arrow, in memory. */
async function loadParquet(): Promise<(parts: AsyncIterable<Uint8Array>) => Promise<Uint8Array>> {
  const { Table, writeParquet } = await import("parquet-wasm").catch((cause) => {
    throw new CommandError("columns in Parquet need the package parquet-wasm: npm install parquet-wasm", { cause });
  });
  return async (parts) => {
    const all: Uint8Array[] = [];
    for await (const part of parts) all.push(part);
    return writeParquet(Table.fromIPCStream(Buffer.concat(all)));
  };
}
