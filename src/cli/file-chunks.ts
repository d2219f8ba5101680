/** Reads a file in chunks, with read-ahead and a pool of buffers. */
import { read } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { promisify } from "node:util";
import { MAX_CHUNK } from "../lines/source.ts";

/**
 * Bytes per read. A read and its event loop iteration cost as much as validating 50 kB. Not more than MAX_CHUNK,
 * because a larger chunk would be cut in two and its buffer released after the first part.
 */
const CHUNK = MAX_CHUNK;
/** Maximum number of buffers in the pool. */
const MAX_FREE = 16;

const readInto = promisify(read);

/** The bytes of an input. */
export interface Chunks extends AsyncIterable<Uint8Array> {
  /**
   * Returns the buffer of a chunk to the pool, after which its bytes may change. Optional: chunks that are not released
   * never change.
   */
  release(memory: ArrayBufferLike): void;
  /** Closes the input. */
  destroy(): void;
}

/**
 * A file, read from its current position. A stream of Node allocates a buffer for each chunk. That costs as much as
 * reading: the system has to zero the memory, and V8 collects garbage more often.
 */
export class FileChunks implements Chunks {
  readonly #file: FileHandle | number;
  readonly #free: Buffer[] = [];
  /** Buffers of chunks that have not been released. */
  readonly #lent = new WeakMap<ArrayBufferLike, Buffer>();
  #isDone = false;

  /** @param file a handle, which is closed at the end, or a file descriptor, which stays open. */
  constructor(file: FileHandle | number) {
    this.#file = file;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
    let next = this.#read();
    try {
      for (let chunk = await next; chunk.length > 0; chunk = await next) {
        next = this.#read();
        // The loop awaits it later; until then a rejection must not count as unhandled.
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
    // A handle closes only after a pending read is done.
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
    if (!this.#isDone && this.#free.length < MAX_FREE) this.#free.push(lent);
  }

  destroy(): void {
    // The command holds all inputs until it ends, so the pool of each must be freed.
    this.#isDone = true;
    this.#free.length = 0;
    if (typeof this.#file !== "number") this.#file.close().catch(() => {});
  }
}

/** A file that is opened lazily, because the number of open files per process is limited. */
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
    // Closed before it was open.
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
