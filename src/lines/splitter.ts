/** Splits a stream of bytes at line feeds, into blocks of whole lines. */
import { NEWLINE } from "../core/json/lines.ts";

/** Whole lines, or a part of one that is too long to be kept. */
export interface Block {
  /** The bytes, with line feeds. They do not change while the block is in use. */
  readonly bytes: Uint8Array;
  /** Offset of the first line in the stream, in bytes. */
  readonly offset: number;
  /** Defined if this is a part of a line that is too long. */
  readonly long?: Long;
}

/** Progress of a line that is too long. */
export interface Long {
  /** Bytes of the line so far, without the line feed. */
  readonly size: number;
  /** True if the line ends here. */
  readonly last: boolean;
}

/** Minimum bytes of the buffer for lines that span chunks. Usually the next such line fits in too. */
const MIN_BUFFER = 16 * 1024;

/**
 * Splits chunks into blocks. Joins the parts of a line that spans chunks if it has at most `maxBytes`. The parts of a
 * longer line are yielded as they come and not kept.
 */
export class Splitter {
  readonly #maxBytes: number;
  readonly #lines: boolean;
  /** Buffer of the open line. The bytes before that line belong to blocks that have been yielded. */
  #buffer: Uint8Array = new Uint8Array();
  #keptAt = 0;
  /** Bytes of the open line that are kept. */
  #keptSize = 0;
  /** Bytes of the open line, without its line feed. */
  #size = 0;
  /** Offset of the open line in the stream. */
  #offset = 0;

  /**
   * @param maxBytes maximum bytes of a line that is kept, without the line feed.
   * @param lines false if the whole stream is one document and line feeds belong to it.
   */
  constructor(maxBytes: number, lines = true) {
    this.#maxBytes = maxBytes;
    this.#lines = lines;
  }

  /**
   * Yields the blocks that end in `chunk`, or become too long there. Lines that are complete in it are not copied, and
   * may be longer than `maxBytes`.
   * @throws RangeError if a line that spans chunks does not fit into memory.
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

  /** Yields the last block of the stream: a line without line feed, or the document. */
  *end(): Generator<Block, void> {
    if (!this.#lines || this.#size > 0) yield* this.#finish(new Uint8Array(), 0);
  }

  /** Ends the open line. `bytes` includes its line feed, `size` does not. */
  *#finish(bytes: Uint8Array, size: number): Generator<Block, void> {
    yield* this.#keep(bytes, size);
    const isLong = this.#size > this.#maxBytes;
    const long = { size: this.#size, last: true };
    yield isLong ? { ...this.#block(new Uint8Array()), long } : this.#block(this.#takeKept());
    this.#offset += this.#size + bytes.length - size;
    this.#size = 0;
  }

  /** Appends to the open line. Once it is too long, everything kept of it is yielded. */
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
    if (this.#keptAt + needed > this.#buffer.length) {
      // Doubling keeps the copies of a line of many chunks linear. One byte more than the limit is for the line feed.
      const capacity = Math.min(Math.max(this.#keptSize * 2, MIN_BUFFER), this.#maxBytes + 1);
      const grown = allocate(Math.max(needed, capacity));
      grown.set(this.#kept);
      this.#buffer = grown;
      this.#keptAt = 0;
    }
    this.#buffer.set(bytes, this.#keptAt + this.#keptSize);
    this.#keptSize = needed;
  }

  get #kept(): Uint8Array {
    return this.#buffer.subarray(this.#keptAt, this.#keptAt + this.#keptSize);
  }

  #takeKept(): Uint8Array {
    const kept = this.#kept;
    this.#keptAt += this.#keptSize;
    this.#keptSize = 0;
    // Short lines must not keep the buffer of a long one alive.
    if (this.#buffer.length > MIN_BUFFER) this.#keptAt = this.#buffer.length;
    return kept;
  }
}

/** @throws RangeError if the machine or the runtime has not enough memory. */
function allocate(bytes: number): Uint8Array {
  try {
    return new Uint8Array(bytes);
  } catch (cause) {
    throw new RangeError(`a text of ${bytes} bytes does not fit into memory`, { cause });
  }
}
