/** Reads a file chunk by chunk, the next one while one is used, into memory that is used again. */
import { read } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { promisify } from "node:util";
import { MAX_CHUNK } from "../lines/source.ts";

/**
 * Bytes that are read at once: each call, and the turn of the event loop behind it, costs as much as to judge 50 kB.
 * Not more, as a larger chunk would be cut in two, and its memory be released when the first part is done.
 */
const CHUNK = MAX_CHUNK;
/** Chunks of memory that wait to be read into. */
const MOST_FREE = 16;

const readInto = promisify(read);

/** The bytes of an input. */
export interface Chunks extends AsyncIterable<Uint8Array> {
  /**
   * Nobody looks at the chunk any more that stands in this memory: another may be read into it. Where nobody says so,
   * each chunk stays as it is.
   */
  release(memory: ArrayBufferLike): void;
  /** No more is wanted. */
  destroy(): void;
}

/**
 * A file, from where it is read next. Node's own stream takes new memory for each chunk, which costs as much as to read
 * it: the system has to empty it, and V8 takes much of it for a reason to collect garbage.
 */
export class FileChunks implements Chunks {
  readonly #file: FileHandle | number;
  readonly #free: Buffer[] = [];
  /** Memory with chunks that somebody has. */
  readonly #lent = new WeakMap<ArrayBufferLike, Buffer>();
  #isDone = false;

  /** @param file is closed in the end if it is a handle; a number is a file of somebody else. */
  constructor(file: FileHandle | number) {
    this.#file = file;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
    let next = this.#read();
    try {
      for (let chunk = await next; chunk.length > 0; chunk = await next) {
        next = this.#read();
        // Whoever waits for it gets what it fails with.
        next.catch(() => {});
        yield chunk;
      }
    } finally {
      await next.catch(() => {});
      this.destroy();
    }
  }

  async #read(): Promise<Uint8Array> {
    const file = this.#file;
    const memory = this.#free.pop() ?? Buffer.allocUnsafeSlow(CHUNK);
    // A handle is not closed while it is read.
    const reading =
      typeof file === "number" ? readInto(file, memory, 0, CHUNK, null) : file.read(memory, 0, CHUNK, null);
    const { bytesRead } = await reading;
    this.#lent.set(memory.buffer, memory);
    return memory.subarray(0, bytesRead);
  }

  release(memory: ArrayBufferLike): void {
    const lent = this.#lent.get(memory);
    if (lent === undefined) return;
    this.#lent.delete(memory);
    if (!this.#isDone && this.#free.length < MOST_FREE) this.#free.push(lent);
  }

  destroy(): void {
    // The command has many files, one after the other, and forgets none of them before its end.
    this.#isDone = true;
    this.#free.length = 0;
    if (typeof this.#file !== "number") this.#file.close().catch(() => {});
  }
}

/** A file that is opened when its first bytes are asked for: a process may not have very many open. */
export class LateChunks implements Chunks {
  readonly #open: () => Promise<FileHandle>;
  #chunks: FileChunks | undefined;
  #isDone = false;

  constructor(open: () => Promise<FileHandle>) {
    this.#open = open;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
    const chunks = new FileChunks(await this.#open());
    this.#chunks = chunks;
    // No more was wanted before it was open.
    if (this.#isDone) chunks.destroy();
    else yield* chunks;
  }

  release(memory: ArrayBufferLike): void {
    this.#chunks?.release(memory);
  }

  destroy(): void {
    this.#isDone = true;
    this.#chunks?.destroy();
  }
}
