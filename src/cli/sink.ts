/** Where output goes: collects small writes into blocks and tells its writer when to wait. */
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { fileError } from "./failure.ts";

const BLOCK = 64 * 1024;
/** Bytes that are worth a write of their own, where they need no copy. */
const PIECE = 16 * 1024;
/** While less waits to be written: a piece keeps all of the chunk that it is a part of, so there are to be few of them. */
const MOST_PIECES = 1024 * 1024;

export interface SinkOptions {
  /** Its reader may close it early, as `head` does when it has seen enough: that is no error. */
  readonly mayLeave?: boolean;
  /** Called before anything appears. */
  readonly before?: (() => void) | undefined;
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
  #block = Buffer.allocUnsafe(BLOCK);
  #used = 0;
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
    const bytes = typeof data === "string" ? Buffer.from(data) : data;
    this.written += bytes.length;
    if (this.#used + bytes.length > BLOCK) this.flush();
    if (bytes.length > BLOCK) this.#send(Buffer.from(bytes));
    else {
      this.#block.set(bytes, this.#used);
      this.#used += bytes.length;
    }
  }

  /** Takes bytes that nobody changes any more: many are not copied. */
  give(bytes: Uint8Array): void {
    const isPiece = bytes.length >= PIECE && this.#stream.writableLength < MOST_PIECES;
    if (bytes.length > BLOCK || isPiece) {
      this.written += bytes.length;
      this.flush();
      this.#send(bytes);
    } else this.write(bytes);
  }

  /** Hands on what has been collected. */
  flush(): void {
    if (this.#used === 0) return;
    this.#send(this.#block.subarray(0, this.#used));
    this.#block = Buffer.allocUnsafe(BLOCK);
    this.#used = 0;
  }

  #send(bytes: Uint8Array): void {
    if (this.#error !== undefined) return;
    this.#options.before?.();
    this.#stream.write(bytes, this.#sent);
  }

  readonly #sent = (error: Error | null | undefined): void => {
    if (error) this.#failed(error);
    else this.#wake();
  };

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
