/** Keeps the record that is open where a chunk ends, until it ends or becomes too long. */
import type { Frame } from "./frame.ts";

/** Whole records as lines, or a part of a record that is too long to be kept. */
export interface Block {
  /** The bytes, with line feeds. They do not change while the block is in use. */
  readonly bytes: Uint8Array;
  /** Offset of the first line in the stream, in bytes. */
  readonly offset: number;
  /** Defined if this is a part of a line that is too long. */
  readonly long?: Long;
  /** Where the lines are in their file, if they are not lines there. */
  readonly frame?: Frame;
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
 * Joins the parts of a record that spans chunks if it has at most `maxBytes`. The parts of a longer one are yielded as
 * they come and not kept.
 */
export class OpenRecord {
  readonly #maxBytes: number;
  /** Buffer of the open record. The bytes before that record belong to blocks that have been yielded. */
  #buffer: Uint8Array = new Uint8Array();
  #keptAt = 0;
  /** Bytes of the open record that are kept. */
  #keptSize = 0;
  /** Bytes of the open record, without its end. */
  size = 0;
  /** Offset of the open record in the stream. */
  offset = 0;

  /** @param maxBytes maximum bytes of a record that is kept, without its end. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Ends the open record. `bytes` includes its end, which is one byte or missing; `size` does not. */
  *finish(bytes: Uint8Array, size: number): Generator<Block, void> {
    yield* this.keep(bytes, size);
    const isLong = this.size > this.#maxBytes;
    const long = { size: this.size, last: true };
    yield isLong ? { ...this.#block(new Uint8Array()), long } : this.#block(this.#takeKept());
    this.offset += this.size + bytes.length - size;
    this.size = 0;
  }

  /** Appends to the open record. Once it is too long, everything kept of it is yielded. */
  *keep(bytes: Uint8Array, size: number): Generator<Block, void> {
    const before = this.size;
    this.size += size;
    if (this.size <= this.#maxBytes) return this.#append(bytes);
    if (this.#keptSize > 0) {
      yield { ...this.#block(this.#takeKept()), long: { size: before, last: false } };
    }
    if (bytes.length > 0) yield { ...this.#block(bytes), long: { size: this.size, last: false } };
  }

  #block(bytes: Uint8Array): Block {
    return { bytes, offset: this.offset };
  }

  #append(bytes: Uint8Array): void {
    const needed = this.#keptSize + bytes.length;
    if (this.#keptAt + needed > this.#buffer.length) {
      // Doubling keeps the copies of a line of many chunks linear. One byte more than the limit is for the line feed.
      const capacity = Math.min(Math.max(this.#keptSize * 2, MIN_BUFFER), this.#maxBytes + 1);
      const grown = allocate(Math.max(needed, capacity));
      grown.set(this.kept);
      this.#buffer = grown;
      this.#keptAt = 0;
    }
    this.#buffer.set(bytes, this.#keptAt + this.#keptSize);
    this.#keptSize = needed;
  }

  /** The bytes of the open record; none if it is too long. */
  get kept(): Uint8Array {
    return this.#buffer.subarray(this.#keptAt, this.#keptAt + this.#keptSize);
  }

  #takeKept(): Uint8Array {
    const { kept } = this;
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
