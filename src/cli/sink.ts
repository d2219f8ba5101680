/** The standard output: collects small texts into blocks and tells its writer when to wait. */
import type { Writable } from "node:stream";
import { fileError } from "./failure.ts";

/** Bytes of a block. */
const BLOCK = 64 * 1024;

/**
 * The standard output. Writing never waits: call `ready` whenever `full` says so.
 *
 * Small writes are copied into blocks here, where `cork` would do the same in fewer lines. But a corked stream keeps an
 * object for each write, and one without `writev`, as Node's standard output into a file is, hands each write to the
 * system by itself.
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

  /**
   * Its reader has closed it early, as `head` does when it has seen enough: what is written goes nowhere. That is no
   * error.
   */
  get closed(): boolean {
    return (this.#error as NodeJS.ErrnoException | undefined)?.code === "EPIPE";
  }

  /** The stream cannot keep up, or has failed. */
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

  /** Hands on what has been collected. */
  flush(): void {
    if (this.#used === 0) return;
    if (this.#error === undefined) {
      this.#stream.write(this.#block.subarray(0, this.#used), (error) => {
        if (error) this.#failed(error);
        else this.#wake();
      });
    }
    // The stream may hand it on to somebody who keeps it.
    this.#block = Buffer.allocUnsafeSlow(BLOCK);
    this.#used = 0;
  }

  /**
   * Waits until the stream takes more: not for its "drain", which comes when it has nothing left to write, so that it
   * would write, and its writer work, in turns. Returns at once when the reader has closed it.
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
   * Writes what has been collected, and waits until it is written.
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
