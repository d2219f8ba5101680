/** Splits a stream of bytes at line feeds, into blocks of whole lines. */
import { NEWLINE } from "../core/json/lines.ts";
import { type Block, OpenRecord } from "./open-record.ts";

/** Cuts a source into blocks of whole records, each a line. */
export interface Cutter<B = Block> {
  /**
   * Yields the blocks that end in `chunk`, or become too long there.
   * @throws RangeError if a record that spans chunks does not fit into memory; ValidationError if what is around the
   *   records is wrong, after the blocks before it.
   */
  push(chunk: Uint8Array): Iterable<B>;
  /** Yields the last block of the source. */
  end(): Iterable<B>;
  /** Call it if no block that was yielded is in use any more: the next ones may take their memory. */
  reuse?(): void;
}

/** Splits chunks into blocks of lines. */
export class Splitter implements Cutter {
  readonly #lines: boolean;
  readonly #open: OpenRecord;

  /**
   * @param maxBytes maximum bytes of a line that is kept, without the line feed.
   * @param lines false if the whole stream is one document and line feeds belong to it.
   * @param from the offset in the file of the first byte.
   */
  constructor(maxBytes: number, lines = true, from = 0) {
    this.#open = new OpenRecord(maxBytes);
    this.#open.offset = from;
    this.#lines = lines;
  }

  /** Lines that are complete in the chunk are not copied, and may be longer than `maxBytes`. */
  *push(chunk: Uint8Array): Generator<Block, void> {
    const open = this.#open;
    let start = 0;
    if (this.#lines && open.size > 0) {
      start = chunk.indexOf(NEWLINE) + 1;
      if (start > 0) yield* open.finish(chunk.subarray(0, start), start - 1);
    }
    const end = this.#lines ? chunk.lastIndexOf(NEWLINE) + 1 : 0;
    if (end > start) {
      yield { bytes: chunk.subarray(start, end), offset: open.offset };
      open.offset += end - start;
      start = end;
    }
    yield* open.keep(chunk.subarray(start), chunk.length - start);
  }

  /** Yields the last block of the stream: a line without line feed, or the document. */
  *end(): Generator<Block, void> {
    if (!this.#lines || this.#open.size > 0) yield* this.#open.finish(new Uint8Array(), 0);
  }
}
