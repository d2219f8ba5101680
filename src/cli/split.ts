/** Splits a stream of lines into two files, byte for byte. */
import { open, stat, truncate } from "node:fs/promises";
import { fileError, UsageError } from "./failure.ts";
import { identityOf } from "./input.ts";
import { Sink } from "./sink.ts";

interface Part {
  readonly file: string;
  readonly sink: Sink;
}

/** Where the good lines go, and the bad ones; either may go nowhere. */
export class Split {
  readonly #good: Part | undefined;
  readonly #bad: Part | undefined;

  constructor(good: Part | undefined, bad: Part | undefined) {
    this.#good = good;
    this.#bad = bad;
  }

  get #parts(): Part[] {
    return [this.#good, this.#bad].filter((part) => part !== undefined);
  }

  /** Takes a copy of the bytes. */
  write(bytes: Uint8Array, good: boolean): void {
    (good ? this.#good : this.#bad)?.sink.write(bytes);
  }

  /** Bytes of bad lines so far. */
  get badBytes(): number {
    return this.#bad?.sink.written ?? 0;
  }

  get full(): boolean {
    return (this.#good?.sink.full ?? false) || (this.#bad?.sink.full ?? false);
  }

  async ready(): Promise<void> {
    for (const { sink } of this.#parts) await sink.ready();
  }

  /** Ends the files; of the bad lines nothing after `badBytes` is left in theirs. */
  async end(badBytes: number): Promise<void> {
    const cut = badBytes < this.badBytes;
    for (const { sink } of this.#parts) await sink.end(true);
    if (cut && this.#bad !== undefined) await truncate(this.#bad.file, badBytes);
  }
}

/**
 * Opens, and empties, the files of a split.
 * @param input identity of the file that is read.
 * @throws UsageError if one of them is the input or both are the same file; CommandError if one cannot be written.
 */
export async function openSplit(
  good: string | undefined,
  bad: string | undefined,
  input: string | undefined,
): Promise<Split | undefined> {
  if (good === undefined && bad === undefined) return undefined;
  for (const file of [good, bad]) {
    const identity = await existing(file);
    if (identity !== undefined && identity === input) {
      throw new UsageError("--valid or --invalid would overwrite the data");
    }
  }
  const first = await openPart(good);
  try {
    // Only now is there a file to compare with.
    const identity = await existing(good);
    if (identity !== undefined && identity === (await existing(bad))) {
      throw new UsageError("--valid and --invalid are the same file");
    }
    return new Split(first, await openPart(bad));
  } catch (error) {
    await first?.sink.end(true);
    throw error;
  }
}

/** What tells a file from others; undefined for what is not there or, like /dev/null, can be written to twice. */
async function existing(file: string | undefined): Promise<string | undefined> {
  const status = file === undefined ? undefined : await stat(file).catch(() => undefined);
  return status?.isFile() ? identityOf(status) : undefined;
}

async function openPart(file: string | undefined): Promise<Part | undefined> {
  if (file === undefined) return undefined;
  try {
    const handle = await open(file, "w");
    return { file, sink: new Sink(handle.createWriteStream(), file) };
  } catch (error) {
    throw fileError("write", file, error);
  }
}
