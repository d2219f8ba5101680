/** Writes valid and invalid records into two files, byte for byte. */
import { constants } from "node:fs";
import { type FileHandle, open, realpath, unlink } from "node:fs/promises";
import type { Framer } from "../lines/framer.ts";
import type { Run } from "../lines/run.ts";
import { CommandError, fileError, UsageError } from "./failure.ts";
import { GatheredFile } from "./gathered-file.ts";
import { hasContent, identityOf, isThere } from "./identity.ts";

const NEWLINE = 0x0a;
const LINE_FEED = Buffer.from("\n");

interface Part {
  readonly file: string;
  readonly handle: FileHandle;
  readonly identity: string | undefined;
  /** True if it is a regular file, which can be truncated. */
  readonly regular: boolean;
  /** True if the file did not exist before. */
  readonly created: boolean;
  readonly lines: GatheredFile;
}

/** The files for valid and invalid lines. Either is optional. */
export class Split {
  readonly #good: Part | undefined;
  readonly #bad: Part | undefined;
  /** Parts whose last line has no line feed yet. */
  readonly #open = new Set<Part>();
  /** Parts that need a line feed before the next line. */
  readonly #breaks = new Set<Part>();
  /** Bytes of complete invalid lines. */
  #kept = 0;
  /** What the files have around records, if these are no lines. */
  #framers: readonly [good: Framer, bad: Framer] | undefined;

  constructor(good: Part | undefined, bad: Part | undefined) {
    this.#good = good;
    this.#bad = bad;
  }

  /** Sets what the files have around records; the first of several inputs says it. */
  frame(framers: () => readonly [good: Framer, bad: Framer]): void {
    this.#framers ??= framers();
  }

  /** Writes a run of records. Their bytes are borrowed, as those of `write`. */
  writeRun(run: Run, good: boolean): void {
    const framer = this.#framers?.[good ? 0 : 1];
    if (framer === undefined) this.write(run.bytes, good);
    else for (const bytes of framer.write(run)) this.write(bytes, good);
  }

  get #parts(): Part[] {
    return [this.#good, this.#bad].filter((part) => part !== undefined);
  }

  /** @param bytes are borrowed: they must not change before the `done` of the next `lend` is called. */
  write(bytes: Uint8Array, good: boolean): void {
    const part = good ? this.#good : this.#bad;
    if (part === undefined || bytes.length === 0) return;
    if (this.#breaks.delete(part)) part.lines.write(LINE_FEED);
    part.lines.write(bytes);
    if (bytes.at(-1) === NEWLINE) this.#open.delete(part);
    else this.#open.add(part);
  }

  /** @param done called when all bytes given so far are no longer needed, possibly at once. */
  lend(done: () => void): void {
    const good = this.#good;
    const wait = (): void => (this.#bad === undefined ? done() : this.#bad.lines.lend(done));
    if (good === undefined) wait();
    else good.lines.lend(wait);
  }

  /** Called if no more lines are available for now, so that live readers get the lines so far. */
  pass(): void {
    this.#good?.lines.pass();
    this.#bad?.lines.pass();
  }

  /** Called before the next input, whose first line must not continue the last one. */
  next(): void {
    for (const part of this.#open) this.#breaks.add(part);
  }

  /** Called if all invalid lines so far are complete. */
  keep(): void {
    this.#kept = this.#bad?.lines.written ?? 0;
  }

  get full(): boolean {
    return (this.#good?.lines.full ?? false) || (this.#bad?.lines.full ?? false);
  }

  async ready(): Promise<void> {
    for (const { lines } of this.#parts) await lines.ready();
  }

  /**
   * Closes the files. Truncates an invalid line that is not complete.
   * @throws CommandError if one cannot be written; the other is complete nevertheless.
   */
  async end(): Promise<void> {
    for (const [index, framer] of this.#framers?.entries() ?? []) this.write(framer.end(), index === 0);
    if (this.#framers !== undefined) this.keep();
    const ends = this.#parts.map((part) => end(part, part === this.#bad ? this.#kept : part.lines.written));
    for (const outcome of await Promise.allSettled(ends)) if (outcome.status === "rejected") throw outcome.reason;
  }
}

async function end({ file, handle, regular, lines }: Part, size: number): Promise<void> {
  try {
    await lines.flush();
    if (regular && size < lines.written) await handle.truncate(size);
  } catch (error) {
    throw error instanceof CommandError ? error : fileError("write", file, error);
  } finally {
    await handle.close();
  }
}

/**
 * Opens and truncates the files of a split. Both are opened and compared before one is truncated.
 * @param taken the other files of the command: names for people, by identity.
 * @throws UsageError if one of them is taken or has a name of code, or if both are the same file; CommandError if one
 *   cannot be written.
 */
export async function openSplit(
  good: string | undefined,
  bad: string | undefined,
  taken: ReadonlyMap<string, string>,
): Promise<Split | undefined> {
  if (good === undefined && bad === undefined) return undefined;
  const parts: Part[] = [];
  const opened = async (file: string | undefined): Promise<Part | undefined> => {
    const part = file === undefined ? undefined : await openPart(file);
    if (part !== undefined) parts.push(part);
    return part;
  };
  try {
    const split = new Split(await opened(good), await opened(bad));
    for (const { identity = "" } of parts) {
      const what = taken.get(identity);
      if (what !== undefined) throw new UsageError(`--valid or --invalid would overwrite ${what}`);
    }
    for (const { file } of parts) {
      if (!(await isCode(file))) continue;
      const advice = "remove it first, or choose another name";
      throw new UsageError(
        `--valid or --invalid would overwrite '${file}', by its name code or configuration: ${advice}`,
      );
    }
    const [first, second] = parts;
    if (first?.identity !== undefined && first.identity === second?.identity) {
      throw new UsageError("--valid and --invalid are the same file");
    }
    for (const part of parts) await truncate(part);
    return split;
  } catch (error) {
    for (const { handle, created, file } of parts) {
      await handle.close();
      if (created) await unlink(file).catch(() => {});
    }
    throw error;
  }
}

/** Names of code and configuration, which are no outputs of this command: NDJSON is not a `.json` file. */
const CODE = /\.(?:[cm]?[jt]s|[jt]sx|jsonc?|json5|ya?ml|node|wasm)$/i;

/** True if a file with content has such a name, or a link to it has: code may read it after the start. */
const isCode = async (file: string): Promise<boolean> =>
  (await hasContent(file)) && (CODE.test(file) || CODE.test(await realpath(file).catch(() => "")));

/** Opens a file without truncating it. Its identity is certain only once it is open. */
async function openPart(file: string): Promise<Part> {
  let handle: FileHandle | undefined;
  try {
    const created = !(await isThere(file));
    handle = await open(file, constants.O_WRONLY | constants.O_CREAT);
    const status = await handle.stat({ bigint: true });
    const regular = status.isFile();
    const lines = new GatheredFile(handle, file, !regular);
    return { file, handle, identity: identityOf(status), regular, created, lines };
  } catch (error) {
    await handle?.close();
    throw fileError("write", file, error);
  }
}

async function truncate({ file, handle, regular }: Part): Promise<void> {
  try {
    // Some file systems flush a truncated file to the disk on close, which takes as long as the check.
    if (regular && (await handle.stat()).size > 0) await handle.truncate(0);
  } catch (error) {
    throw fileError("write", file, error);
  }
}
