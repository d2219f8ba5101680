/** Cuts a stream of bytes into documents: lines, or everything as one. */
import { counted } from "./amounts.ts";
import { CommandError } from "./failure.ts";

const NEWLINE = 0x0a;
const FIRST_CAPACITY = 64 * 1024;
const NOTHING = new Uint8Array();

/** A line, or a part of one that is too long to be kept. */
export interface Piece {
  /** The bytes, with the line ending. Borrowed: they may change as soon as the next piece is asked for. */
  readonly bytes: Uint8Array;
  /** Number of the line, from 1. */
  readonly line: number;
  /** Offset of the line in the stream, in bytes. */
  readonly offset: number;
  /** Bytes of the line so far, without the line feed. */
  readonly size: number;
  /** The line does not fit the limit: this is not all of it. */
  readonly long: boolean;
  /** The line ends here. */
  readonly last: boolean;
}

/** Keeps no more than one line, and of a line longer than `maxBytes` nothing. */
export class Splitter {
  readonly #maxBytes: number;
  readonly #lines: boolean;
  #kept = Buffer.allocUnsafe(0);
  #keptSize = 0;
  #line = 1;
  #offset = 0;
  #size = 0;

  /**
   * @param maxBytes most bytes of a line, without the line feed.
   * @param lines false: the whole stream is one document, and line feeds are part of it.
   */
  constructor(maxBytes: number, lines: boolean) {
    this.#maxBytes = maxBytes;
    this.#lines = lines;
  }

  /** The pieces that end, or grow too long, in `chunk`. */
  *push(chunk: Uint8Array): Generator<Piece, void> {
    let start = 0;
    while (this.#lines) {
      const end = chunk.indexOf(NEWLINE, start) + 1;
      if (end === 0) break;
      const size = end - start - 1;
      const bytes = chunk.subarray(start, end);
      if (this.#size > 0 || size > this.#maxBytes) yield* this.#finish(bytes, size);
      else {
        yield this.#piece(bytes, size, false, true);
        this.#next(size + 1);
      }
      start = end;
    }
    if (start < chunk.length) yield* this.#keep(chunk.subarray(start));
  }

  /** The last piece, when the stream has ended: a line without line feed, or the document. */
  *end(): Generator<Piece, void> {
    if (!this.#lines || this.#size > 0) yield* this.#finish(NOTHING, 0);
  }

  /** Ends a line that is not whole in `bytes`, or too long. */
  *#finish(bytes: Uint8Array, size: number): Generator<Piece, void> {
    yield* this.#keep(bytes, size);
    const long = this.#size > this.#maxBytes;
    yield this.#piece(long ? NOTHING : this.#kept.subarray(0, this.#keptSize), 0, long, true);
    this.#next(this.#size + bytes.length - size);
    this.#keptSize = 0;
    if (this.#kept.length > FIRST_CAPACITY) this.#kept = Buffer.allocUnsafe(0);
  }

  #next(length: number): void {
    this.#offset += length;
    this.#line++;
    this.#size = 0;
  }

  /** Adds to the line; once it is too long, everything there is of it is handed out. */
  *#keep(bytes: Uint8Array, size: number = bytes.length): Generator<Piece, void> {
    if (this.#size + size <= this.#maxBytes) {
      this.#append(bytes);
      this.#size += size;
      return;
    }
    if (this.#keptSize > 0) yield this.#piece(this.#kept.subarray(0, this.#keptSize), 0, true, false);
    this.#keptSize = 0;
    yield this.#piece(bytes, size, true, false);
  }

  #piece(bytes: Uint8Array, size: number, long: boolean, last: boolean): Piece {
    this.#size += size;
    return { bytes, line: this.#line, offset: this.#offset, size: this.#size, long, last };
  }

  #append(bytes: Uint8Array): void {
    const needed = this.#keptSize + bytes.length;
    if (needed > this.#kept.length) {
      const grown = allocate(Math.max(FIRST_CAPACITY, needed, Math.min(this.#kept.length * 2, this.#maxBytes + 1)));
      grown.set(this.#kept.subarray(0, this.#keptSize));
      this.#kept = grown;
    }
    this.#kept.set(bytes, this.#keptSize);
    this.#keptSize = needed;
  }
}

/** @throws CommandError where `--max-bytes` allows more than the machine, or Node, has room for. */
function allocate(bytes: number): Buffer<ArrayBuffer> {
  try {
    return Buffer.allocUnsafe(bytes);
  } catch (error) {
    throw new CommandError(`a document of ${counted(bytes, "byte")} does not fit into memory`, { cause: error });
  }
}
