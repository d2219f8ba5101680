/** The standard output, with buffering and back-pressure. */
import type { Writable } from "node:stream";
import { fileError } from "./failure.ts";

/** Bytes of a block. */
const BLOCK = 64 * 1024;

/**
 * The standard output. `write` never waits: call `ready` if `full` is true.
 *
 * Small writes are copied into blocks. `cork` would not do: a corked stream keeps an object for each write, and one
 * without `writev`, such as the standard output of Node into a file, makes a system call for each.
 */
export class Sink {
  readonly #stream: Writable;
  #block = Buffer.allocUnsafeSlow(BLOCK);
  #used = 0;
  #error: Error | undefined;
  #wake = (): void => {};

  constructor(stream: Writable) {
    this.#stream = stream;
    stream.on("error", (error) => this.#failed(error));
  }

  #failed(error: Error): void {
    this.#error ??= error;
    this.#wake();
  }

  /** True if the reader has closed it early, like `head`. That is not an error: further writes are discarded. */
  get closed(): boolean {
    return (this.#error as NodeJS.ErrnoException | undefined)?.code === "EPIPE";
  }

  /** True under back-pressure, or if the stream has failed. */
  get full(): boolean {
    return this.#error !== undefined || this.#isBehind;
  }

  get #isBehind(): boolean {
    return this.#stream.writableLength >= this.#stream.writableHighWaterMark;
  }

  write(text: string): void {
    let rest: Uint8Array = Buffer.from(text);
    while (this.#used + rest.length > BLOCK) {
      const fits = BLOCK - this.#used;
      this.#collect(rest.subarray(0, fits));
      this.flush();
      rest = rest.subarray(fits);
    }
    this.#collect(rest);
  }

  #collect(bytes: Uint8Array): void {
    this.#block.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  /** Writes the buffered text to the stream. */
  flush(): void {
    if (this.#used === 0) return;
    if (this.#error === undefined) {
      this.#stream.write(this.#block.subarray(0, this.#used), (error) => {
        if (error) this.#failed(error);
        else this.#wake();
      });
    }
    // A new block, because the stream may still hold the old one.
    this.#block = Buffer.allocUnsafeSlow(BLOCK);
    this.#used = 0;
  }

  /**
   * Waits until the stream accepts more. Not until its `drain`, which is emitted when it has nothing left to write:
   * writer and stream would work alternately instead of in parallel. Returns at once if the reader has closed it.
   * @throws CommandError if it cannot be written.
   */
  async ready(): Promise<void> {
    while (this.#error === undefined && this.#isBehind) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#rethrow();
  }

  /**
   * Writes the buffered text and waits until it is written.
   * @throws CommandError if it cannot be written.
   */
  async end(): Promise<void> {
    this.flush();
    if (this.#error === undefined) await new Promise((written) => this.#stream.write("", written));
    this.#rethrow();
  }

  #rethrow(): void {
    if (this.#error !== undefined && !this.closed) throw fileError("write", "-", this.#error);
  }
}
