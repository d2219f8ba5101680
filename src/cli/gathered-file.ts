/** Writes lines to a file from where they stand: a copy of each would take as long as a quarter of judging it. */
import type { FileHandle } from "node:fs/promises";
import { fileError } from "./failure.ts";

/** Pieces of fewer bytes are put together in blocks: to note where one stands takes as long as to copy it. */
const SMALL = 4 * 1024;
const BLOCK = 64 * 1024;
/** Bytes of blocks that are written at once, where nobody reads them as they come. */
const WORTHWHILE = 256 * 1024;
/** Bytes that may wait to be written while more lines are checked: to wait for each write takes as long as to check. */
const MOST_WAITING = 4 * 1024 * 1024;

/** What it asks of a file. */
export type GatherHandle = Pick<FileHandle, "writev">;

/** Somebody's memory, which a file needs until so many bytes are written. */
interface Loan {
  readonly until: number;
  readonly done: () => void;
}

/** A file that is written from its start to its end. Writing never waits: call `ready` whenever `full` says so. */
export class GatheredFile {
  readonly #handle: GatherHandle;
  readonly #name: string;
  readonly #live: boolean;
  /** What waits to be written, and the block that small pieces are put into: from `#cut` on it is not among them. */
  #pieces: Uint8Array[] = [];
  #block = Buffer.alloc(0);
  #cut = 0;
  #used = 0;
  /** Bytes that are in the file, and those up to the last piece that stands in somebody's memory. */
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
   * @param live whether somebody may read it as it comes: then nothing is kept back while nothing is being written.
   */
  constructor(handle: GatherHandle, name: string, live: boolean) {
    this.#handle = handle;
    this.#name = name;
    this.#live = live;
  }

  /** It cannot keep up, or has failed. */
  get full(): boolean {
    return this.#error !== undefined || this.#waiting >= MOST_WAITING;
  }

  get #waiting(): number {
    return this.written - this.#done;
  }

  /** @param bytes nobody changes them before `lend` says so. */
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

  /** @param done called, perhaps at once, when nothing that was given so far is needed any more. */
  lend(done: () => void): void {
    if (this.#done >= this.#lent) done();
    else this.#loans.push({ until: this.#lent, done });
  }

  /** Nothing more is there for now: what is worth it is written, now or when what is being written has been. */
  pass(): void {
    if (this.#isWriting || this.#error !== undefined || this.#waiting === 0) return;
    if (this.#live || this.#lent > this.#done || this.#waiting >= WORTHWHILE) this.#writeOut();
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
      // Nothing is written any more.
      this.#done = Number.POSITIVE_INFINITY;
    }
    this.#isWriting = false;
    while (this.#loans[0] !== undefined && this.#loans[0].until <= this.#done) this.#loans.shift()?.done();
    this.#wake();
    this.pass();
  }

  /**
   * Waits until it takes more.
   * @throws CommandError if it cannot be written.
   */
  async ready(): Promise<void> {
    await this.#until(() => !this.full);
  }

  /**
   * Waits until all is written.
   * @throws CommandError if it cannot be written.
   */
  async flush(): Promise<void> {
    await this.#until(() => this.#waiting <= 0);
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (this.#error === undefined && !isSo()) {
      // Nobody else may: one line can be more than may wait.
      if (!this.#isWriting) this.#writeOut();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#error !== undefined) throw fileError("write", this.#name, this.#error);
  }
}

/** Of a pipe, the system may take a part at a time. */
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
