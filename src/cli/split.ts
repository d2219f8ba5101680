/** Splits a stream of lines into two files, byte for byte. */
import { constants } from "node:fs";
import { type FileHandle, lstat, open, realpath, unlink } from "node:fs/promises";
import { CommandError, fileError, UsageError } from "./failure.ts";
import { GatheredFile } from "./gathered-file.ts";
import { hasContent, identityOf } from "./identity.ts";

const NEWLINE = 0x0a;
const LINE_FEED = Buffer.from("\n");

interface Part {
  readonly file: string;
  readonly handle: FileHandle;
  readonly identity: string | undefined;
  /** It has a size, so what is in it can be cut off. */
  readonly regular: boolean;
  /** There was none of this name before. */
  readonly created: boolean;
  readonly lines: GatheredFile;
}

/** Where the good lines go, and the bad ones; either may go nowhere. */
export class Split {
  readonly #good: Part | undefined;
  readonly #bad: Part | undefined;
  /** Parts whose last line has no end yet. */
  readonly #open = new Set<Part>();
  /** Parts that begin a new line before anything else. */
  readonly #breaks = new Set<Part>();
  /** Bytes of bad lines that stay. */
  #kept = 0;

  constructor(good: Part | undefined, bad: Part | undefined) {
    this.#good = good;
    this.#bad = bad;
  }

  get #parts(): Part[] {
    return [this.#good, this.#bad].filter((part) => part !== undefined);
  }

  /** @param bytes nobody changes them before `lend` says so. */
  write(bytes: Uint8Array, good: boolean): void {
    const part = good ? this.#good : this.#bad;
    if (part === undefined || bytes.length === 0) return;
    if (this.#breaks.delete(part)) part.lines.write(LINE_FEED);
    part.lines.write(bytes);
    if (bytes.at(-1) === NEWLINE) this.#open.delete(part);
    else this.#open.add(part);
  }

  /** @param done called, perhaps at once, when no bytes that were given so far are needed any more. */
  lend(done: () => void): void {
    const good = this.#good;
    const wait = (): void => (this.#bad === undefined ? done() : this.#bad.lines.lend(done));
    if (good === undefined) wait();
    else good.lines.lend(wait);
  }

  /** More lines may come late: whoever reads those so far gets them. */
  pass(): void {
    this.#good?.lines.pass();
    this.#bad?.lines.pass();
  }

  /** Another file follows, whose first line is a line of its own. */
  next(): void {
    for (const part of this.#open) this.#breaks.add(part);
  }

  /** All bad lines so far are whole. */
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
   * Ends the files; of the bad lines, which are written as they come, nothing is left that was not kept.
   * @throws CommandError if one cannot be written; the other is complete all the same.
   */
  async end(): Promise<void> {
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
 * Opens, and empties, the files of a split. All are opened, and compared, before one is emptied.
 * @param taken what else the command reads or writes: names for people, by the identities of the files.
 * @throws UsageError if one of them is taken, or has the name of code, or both are the same file; CommandError if one
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
    for (const part of parts) await empty(part);
    return split;
  } catch (error) {
    for (const { handle, created, file } of parts) {
      await handle.close();
      if (created) await unlink(file).catch(() => {});
    }
    throw error;
  }
}

/** Names of files that somebody has written, not a program that checks lines. Lines of JSON are no `.json` file. */
const CODE = /\.(?:[cm]?[jt]s|[jt]sx|jsonc?|json5|node|wasm)$/i;

/**
 * Whether a file with something in it has such a name, or a link that leads to it: code may read it later than at the
 * start.
 */
const isCode = async (file: string): Promise<boolean> =>
  (await hasContent(file)) && (CODE.test(file) || CODE.test(await realpath(file).catch(() => "")));

/** Opens a file without emptying it. Which file it is, under whatever name, is certain only once it is open. */
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

const isThere = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    () => false,
  );

async function empty({ file, handle, regular }: Part): Promise<void> {
  try {
    // A file that was cut is written to the disk when it is closed, on some file systems: that takes as long as to
    // check it.
    if (regular && (await handle.stat()).size > 0) await handle.truncate(0);
  } catch (error) {
    throw fileError("write", file, error);
  }
}
