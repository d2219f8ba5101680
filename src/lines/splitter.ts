/** Cuts a stream of bytes at line feeds, into blocks of whole lines: the only place that does. */
import { NEWLINE } from "./line.ts";

/** Whole lines, or a part of one that is too long to be kept. */
export interface Block {
  /** The bytes, with the line endings. Nobody changes them any more. */
  readonly bytes: Uint8Array;
  /** Offset in the stream, in bytes, of the first line that is in it. */
  readonly offset: number;
  /** There if this is a part of a line that is too long. */
  readonly long?: Long;
}

/** How far a line that is too long has come. */
export interface Long {
  /** Bytes of the line so far, without the line feed. */
  readonly size: number;
  /** The line ends here. */
  readonly last: boolean;
}

/**
 * Lines that span chunks are put together in memory of as many bytes at least: most often there is room for the next
 * too.
 */
const ROOM = 16 * 1024;

/**
 * Cuts chunks into blocks. A line that spans chunks is put together, if it is no longer than `maxBytes`. Of a longer
 * one nothing is kept: its parts are handed out as they come.
 */
export class Splitter {
  readonly #maxBytes: number;
  readonly #lines: boolean;
  /** Where the open line is kept. What stands in front of it has been handed out: whoever has it may keep it. */
  #room: Uint8Array = new Uint8Array();
  #keptAt = 0;
  /** Bytes of the open line that are kept. */
  #keptSize = 0;
  /** Bytes of the open line, without its line feed. */
  #size = 0;
  /** Where the open line begins in the stream. */
  #offset = 0;

  /**
   * @param maxBytes most bytes of a line that is kept, without the line feed.
   * @param lines false: the whole stream is one document, and line feeds are part of it.
   */
  constructor(maxBytes: number, lines = true) {
    this.#maxBytes = maxBytes;
    this.#lines = lines;
  }

  /**
   * The blocks that end in `chunk`, or grow too long there. Lines that are whole in it are handed out as they stand,
   * and may be longer than `maxBytes`.
   * @throws RangeError if there is no memory for a line that spans chunks.
   */
  *push(chunk: Uint8Array): Generator<Block, void> {
    let start = 0;
    if (this.#lines && this.#size > 0) {
      start = chunk.indexOf(NEWLINE) + 1;
      if (start > 0) yield* this.#finish(chunk.subarray(0, start), start - 1);
    }
    const end = this.#lines ? chunk.lastIndexOf(NEWLINE) + 1 : 0;
    if (end > start) {
      yield { bytes: chunk.subarray(start, end), offset: this.#offset };
      this.#offset += end - start;
      start = end;
    }
    if (start < chunk.length) yield* this.#keep(chunk.subarray(start), chunk.length - start);
  }

  /** The last block, when the stream has ended: a line without line feed, or the document. */
  *end(): Generator<Block, void> {
    if (!this.#lines || this.#size > 0) yield* this.#finish(new Uint8Array(), 0);
  }

  /** Ends the open line. `bytes` has its line feed, `size` does not count it. */
  *#finish(bytes: Uint8Array, size: number): Generator<Block, void> {
    yield* this.#keep(bytes, size);
    const isLong = this.#size > this.#maxBytes;
    const long = { size: this.#size, last: true };
    yield isLong ? { ...this.#block(new Uint8Array()), long } : this.#block(this.#takeKept());
    this.#offset += this.#size + bytes.length - size;
    this.#size = 0;
  }

  /** Adds to the open line; once it is too long, everything there is of it is handed out. */
  *#keep(bytes: Uint8Array, size: number): Generator<Block, void> {
    const before = this.#size;
    this.#size += size;
    if (this.#size <= this.#maxBytes) return this.#append(bytes);
    if (this.#keptSize > 0) {
      yield { ...this.#block(this.#takeKept()), long: { size: before, last: false } };
    }
    if (bytes.length > 0) yield { ...this.#block(bytes), long: { size: this.#size, last: false } };
  }

  #block(bytes: Uint8Array): Block {
    return { bytes, offset: this.#offset };
  }

  #append(bytes: Uint8Array): void {
    const needed = this.#keptSize + bytes.length;
    if (this.#keptAt + needed > this.#room.length) {
      // Doubled, so that a line of many chunks is not copied for each; one more than the limit is for the line feed.
      const room = Math.min(Math.max(this.#keptSize * 2, ROOM), this.#maxBytes + 1);
      const grown = allocate(Math.max(needed, room));
      grown.set(this.#kept);
      this.#room = grown;
      this.#keptAt = 0;
    }
    this.#room.set(bytes, this.#keptAt + this.#keptSize);
    this.#keptSize = needed;
  }

  get #kept(): Uint8Array {
    return this.#room.subarray(this.#keptAt, this.#keptAt + this.#keptSize);
  }

  #takeKept(): Uint8Array {
    const kept = this.#kept;
    this.#keptAt += this.#keptSize;
    this.#keptSize = 0;
    // What was for a long line is not to be held by short ones.
    if (this.#room.length > ROOM) this.#keptAt = this.#room.length;
    return kept;
  }
}

/** @throws RangeError where the limit allows more than the machine, or the runtime, has room for. */
function allocate(bytes: number): Uint8Array {
  try {
    return new Uint8Array(bytes);
  } catch (cause) {
    throw new RangeError(`a text of ${bytes} bytes does not fit into memory`, { cause });
  }
}
