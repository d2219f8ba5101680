/** Writes lines to a file by gather I/O (`writev`). Copying a line takes a quarter of the time of validating it. */
import type { FileHandle } from "node:fs/promises";
import { fileError } from "./failure.ts";

/** Pieces of fewer bytes are copied into blocks, because a reference to one costs as much as the copy. */
const SMALL = 4 * 1024;
const BLOCK = 64 * 1024;
/** Bytes that are worth a write, unless the file has a live reader. */
const MIN_WRITE = 256 * 1024;
/** High-water mark in bytes. Waiting for each write would take as long as the check. */
const HIGH_WATER = 4 * 1024 * 1024;

/** The members of a file handle that are used. */
export type GatherHandle = Pick<FileHandle, "writev">;

/** Borrowed memory, needed until the file has so many bytes. */
interface Loan {
  readonly until: number;
  readonly done: () => void;
}

/** A file that is written sequentially. `write` never waits: call `ready` if `full` is true. */
export class GatheredFile {
  readonly #handle: GatherHandle;
  readonly #name: string;
  readonly #live: boolean;
  /**
   * Pending pieces, and the block for small ones. The bytes of the block from `#cut` to `#used` are not among them yet.
   */
  #pieces: Uint8Array[] = [];
  #block = Buffer.alloc(0);
  #cut = 0;
  #used = 0;
  /** Bytes in the file, and bytes up to the last piece in borrowed memory. */
  #done = 0;
  #lent = 0;
  #loans: Loan[] = [];
  #isWriting = false;
  #error: unknown;
  #wake = (): void => {};
  /** Bytes given so far. */
  written = 0;

  /**
   * @param name for messages.
   * @param live whether there may be a live reader, as of a pipe. If so, bytes are written as soon as possible.
   */
  constructor(handle: GatherHandle, name: string, live: boolean) {
    this.#handle = handle;
    this.#name = name;
    this.#live = live;
  }

  /** True under back-pressure, or if a write has failed. */
  get full(): boolean {
    return this.#error !== undefined || this.#waiting >= HIGH_WATER;
  }

  get #waiting(): number {
    return this.written - this.#done;
  }

  /** @param bytes are borrowed: they must not change before the `done` of the next `lend` is called. */
  write(bytes: Uint8Array): void {
    this.written += bytes.length;
    if (bytes.length < SMALL) this.#copy(bytes);
    else {
      this.#cutBlock();
      this.#pieces.push(bytes);
      this.#lent = this.written;
    }
  }

  #copy(bytes: Uint8Array): void {
    if (this.#used + bytes.length > this.#block.length) {
      this.#cutBlock();
      this.#block = Buffer.allocUnsafeSlow(BLOCK);
      this.#cut = this.#used = 0;
    }
    this.#block.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  #cutBlock(): void {
    if (this.#cut === this.#used) return;
    this.#pieces.push(this.#block.subarray(this.#cut, this.#used));
    this.#cut = this.#used;
  }

  /** @param done called when all bytes given so far are no longer needed, possibly at once. */
  lend(done: () => void): void {
    if (this.#done >= this.#lent) done();
    else this.#loans.push({ until: this.#lent, done });
  }

  /** Called if no more bytes are available for now. Starts a write if it is worth one and none is pending. */
  pass(): void {
    if (this.#isWriting || this.#error !== undefined || this.#waiting === 0) return;
    if (this.#live || this.#lent > this.#done || this.#waiting >= MIN_WRITE) this.#writeOut();
  }

  async #writeOut(): Promise<void> {
    this.#isWriting = true;
    this.#cutBlock();
    const [pieces, until] = [this.#pieces, this.written];
    this.#pieces = [];
    try {
      await writeAll(this.#handle, pieces);
      this.#done = until;
    } catch (error) {
      this.#error = error;
      // Nothing is written any more, so all loans are returned.
      this.#done = Number.POSITIVE_INFINITY;
    }
    this.#isWriting = false;
    while (this.#loans[0] !== undefined && this.#loans[0].until <= this.#done) this.#loans.shift()?.done();
    this.#wake();
    this.pass();
  }

  /**
   * Waits until it accepts more.
   * @throws CommandError if it cannot be written.
   */
  async ready(): Promise<void> {
    await this.#until(() => !this.full);
  }

  /**
   * Waits until everything is written.
   * @throws CommandError if it cannot be written.
   */
  async flush(): Promise<void> {
    await this.#until(() => this.#waiting <= 0);
  }

  async #until(condition: () => boolean): Promise<void> {
    while (this.#error === undefined && !condition()) {
      // `pass` may not have been called since, because a line can exceed the high-water mark.
      if (!this.#isWriting) this.#writeOut();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#error !== undefined) throw fileError("write", this.#name, this.#error);
  }
}

/** Repeats the call for the rest: a pipe may accept only a part. */
async function writeAll(handle: GatherHandle, pieces: readonly Uint8Array[]): Promise<void> {
  let rest = pieces;
  while (rest.length > 0) {
    let { bytesWritten } = await handle.writev(rest);
    if (bytesWritten === 0) throw new Error("it takes nothing");
    let whole = 0;
    for (; whole < rest.length; whole++) {
      const { length } = rest[whole] as Uint8Array;
      if (bytesWritten < length) break;
      bytesWritten -= length;
    }
    rest = rest.slice(whole);
    if (bytesWritten > 0) rest = [(rest[0] as Uint8Array).subarray(bytesWritten), ...rest.slice(1)];
  }
}
