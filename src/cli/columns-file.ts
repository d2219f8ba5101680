/** The file of columns: Arrow's file or stream format, or Parquet. */
import type { FileHandle } from "node:fs/promises";
import { PassThrough } from "node:stream";
import type { Table } from "../columns/table.ts";
import type { ColumnBatch } from "../core/columns.ts";
import type { ColumnReader, JsonLimits } from "../core/json/engine.ts";
import type { Validator } from "../core/validator.ts";
import type { BatchReader } from "../lines/values.ts";
import { CommandError, describe, fileError } from "./failure.ts";
import { empty, openReplaced } from "./replaced-file.ts";

type Form = "file" | "stream" | "parquet";

/** What the name of a file says. */
const formOf = (file: string): Form =>
  /\.parquet$/i.test(file) ? "parquet" : /\.arrows$/i.test(file) ? "stream" : "file";

/** Batches that wait to be written. */
const MOST_WAITING = 2;

const OPTION = {
  name: "--columns",
  what: "file of columns",
  isReplaced: (beginning: Buffer): boolean =>
    ["ARROW1", "PAR1", "\xff\xff\xff\xff"].some((magic) => beginning.toString("latin1").startsWith(magic)),
};

/** Makes columns of the values of valid records, and writes them. */
export class ColumnsFile {
  readonly identity: string | undefined;
  /** Reads lines into columns; undefined if they are made of values. */
  readonly reader: BatchReader | undefined;
  readonly #table: Table<unknown>;
  readonly #batches = new PassThrough({ objectMode: true, highWaterMark: MOST_WAITING });
  readonly #write: (batches: AsyncIterable<ColumnBatch>) => Promise<void>;
  readonly #release: (isWritten: boolean) => Promise<void>;
  /** Begins with the first record, so that the file is as it was if the check does not begin. */
  #done: Promise<void> | undefined;
  #error: CommandError | undefined;
  readonly #failed: (error: unknown) => CommandError;

  /**
   * @param table gets the rows that `reader` has read.
   * @param write replaces what is in the file.
   * @param failed says what an error means.
   * @param release closes it, and removes it if it is new and nothing was written.
   */
  constructor(
    identity: string | undefined,
    table: Table<unknown>,
    reader: ColumnReader | undefined,
    write: (batches: AsyncIterable<ColumnBatch>) => Promise<void>,
    failed: (error: unknown) => CommandError,
    release: (isWritten: boolean) => Promise<void>,
  ) {
    this.identity = identity;
    this.#table = table;
    this.reader = reader && { lines: (bytes) => this.#orFail(() => reader.lines(bytes)) };
    this.#write = write;
    this.#failed = failed;
    this.#release = release;
  }

  #orFail<T>(call: () => T): T {
    try {
      return call();
    } catch (error) {
      throw this.#failed(error);
    }
  }

  #begin(): Promise<void> {
    this.#done ??= this.#write(this.#batches).catch((error) => {
      this.#error = this.#failed(error);
      this.#batches.destroy();
    });
    return this.#done;
  }

  /**
   * @param values of valid records, in order.
   * @throws CommandError if their columns would take too much memory.
   */
  add(values: readonly unknown[]): void {
    if (values.length === 0 || this.#error !== undefined) return;
    void this.#begin();
    const table = this.#table;
    const rows = { issues: [], line: 1, lines: values.length, offset: 0, bytes: 0 };
    this.#orFail(() => table.add({ ...rows, values: values as unknown[] }));
    if (table.isFull()) this.#batches.write(table.take());
  }

  get full(): boolean {
    return this.#batches.writableNeedDrain || this.#error !== undefined;
  }

  /** @throws CommandError if the columns cannot be written. */
  async ready(): Promise<void> {
    if (this.#error === undefined && this.#batches.writableNeedDrain)
      await new Promise<void>((resolve) => {
        this.#batches.once("drain", resolve);
        this.#batches.once("close", resolve);
      });
    if (this.#error !== undefined) throw this.#error;
  }

  /** @throws CommandError if the columns cannot be written. */
  async end(): Promise<void> {
    const table = this.#table;
    // Without records, there are columns, too.
    if (table.rows > 0 || !table.wasTaken) this.#batches.write(table.take());
    this.#batches.end();
    await this.#begin();
    if (this.#error !== undefined) throw this.#error;
  }

  /** Called when the check has ended, or failed: then nothing more is written. */
  async close(): Promise<void> {
    this.#batches.destroy();
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
  limits: JsonLimits,
  taken: ReadonlyMap<string, string>,
): Promise<ColumnsFile> {
  const form = formOf(file);
  const [{ ipcOf, loadArrow }, { openTable }] = await Promise.all([
    import("../columns/arrow.ts"),
    import("../columns/read.ts"),
  ]);
  let opened: ReturnType<typeof openTable>;
  try {
    opened = openTable(validator, limits);
  } catch (error) {
    throw new CommandError(`--columns: ${describe(error)}`, { cause: error });
  }
  const { table, reader } = opened;
  await loadArrow("--columns").catch((cause) => {
    throw new CommandError(describe(cause), { cause });
  });
  const parquet = form === "parquet" ? await loadParquet() : undefined;
  const { handle, identity, close } = await openReplaced(OPTION, file, taken);
  const write = async (batches: AsyncIterable<ColumnBatch>): Promise<void> => {
    await empty(handle);
    // Parquet is made of all parts at the end.
    const release = (batch: ColumnBatch): void => batch.release();
    const done = parquet === undefined ? release : undefined;
    const parts = ipcOf(batches, undefined, form === "file" ? "file" : "stream", done);
    await writeAll(handle, parquet === undefined ? parts : [await parquet(parts)]);
  };
  const failed = (error: unknown): CommandError =>
    error instanceof CommandError ? error : fileError("write", file, error);
  return new ColumnsFile(identity, table, reader, write, failed, close);
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
