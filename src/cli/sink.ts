/** Where output goes: collects small writes into blocks and tells its writer when to wait. */
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { fileError } from "./failure.ts";

/** Bytes of a block, unless the options say otherwise. */
const BLOCK = 64 * 1024;
/** Blocks that wait to be filled again: more are there only while a stream that cannot keep up is given more. */
const MOST_SPARE = 16;

export interface SinkOptions {
  /**
   * Bytes of a block. With this, blocks are filled again once they have been written, as fresh memory costs as much as to fill
   * it: right for a file, and wrong for a stream that hands on what it is given.
   */
  readonly reused?: number;
  /** Somebody may read it as it comes: nothing is kept back while nothing is being written. */
  readonly live?: boolean;
  /** Its reader may close it early, as `head` does when it has seen enough: that is no error. */
  readonly mayLeave?: boolean;
}

/**
 * An output stream. Writing never waits: call `ready` whenever `full` says so.
 *
 * Small writes are copied into blocks here, where `cork` would do the same in fewer lines. But a corked stream keeps an
 * object for each write, which makes a split into files half as slow again, and one without `writev`, as Node's standard
 * output into a file is, hands each write to the system by itself.
 */
export class Sink {
  readonly #stream: Writable;
  readonly #name: string;
  readonly #options: SinkOptions;
  readonly #size: number;
  #block: Buffer;
  #used = 0;
  /** Blocks that have been written. */
  readonly #spare: Buffer[] = [];
  #error: Error | undefined;
  #wake = (): void => {};
  /** Bytes written so far. */
  written = 0;

  /**
   * @param name for messages: what cannot be written.
   */
  constructor(stream: Writable, name: string, options: SinkOptions = {}) {
    this.#stream = stream;
    this.#name = name;
    this.#options = options;
    this.#size = options.reused ?? BLOCK;
    this.#block = Buffer.allocUnsafeSlow(this.#size);
    stream.on("error", (error) => this.#failed(error));
  }

  #failed(error: Error): void {
    this.#error ??= error;
    this.#wake();
  }

  /** The reader has closed it early, and may: what is written goes nowhere. */
  get closed(): boolean {
    return this.#options.mayLeave === true && (this.#error as NodeJS.ErrnoException | undefined)?.code === "EPIPE";
  }

  /** The stream cannot keep up, or has failed. */
  get full(): boolean {
    return this.#error !== undefined || this.#isBehind;
  }

  get #isBehind(): boolean {
    return this.#stream.writableLength >= this.#stream.writableHighWaterMark;
  }

  /** Takes a copy of the bytes. */
  write(data: string | Uint8Array): void {
    let rest = typeof data === "string" ? Buffer.from(data) : data;
    this.written += rest.length;
    while (this.#used + rest.length > this.#size) {
      const fits = this.#size - this.#used;
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
    const block = this.#block;
    if (this.#error === undefined) {
      this.#stream.write(block.subarray(0, this.#used), (error) => this.#sent(block, error));
    }
    this.#block = this.#spare.pop() ?? Buffer.allocUnsafeSlow(this.#size);
    this.#used = 0;
  }

  #sent(block: Buffer, error: Error | null | undefined): void {
    if (error) this.#failed(error);
    else {
      if (this.#options.reused !== undefined && this.#spare.length < MOST_SPARE) this.#spare.push(block);
      this.pass();
      this.#wake();
    }
  }

  /** Nothing more is there to be written for now: what is live is handed on, now or when what is being written has been. */
  pass(): void {
    if (this.#options.live && this.#stream.writableLength === 0) this.flush();
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
   * @param close whether to end the stream as well, which is right for a file and wrong for the standard output.
   */
  async end(close: boolean): Promise<void> {
    this.flush();
    if (this.#error === undefined) {
      if (close) await finished(this.#stream.end()).catch(() => {});
      else await new Promise((written) => this.#stream.write("", written));
    }
    this.#rethrow();
  }

  #rethrow(): void {
    if (this.#error !== undefined && !this.closed) throw fileError("write", this.#name, this.#error);
  }
}
