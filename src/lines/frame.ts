/** Where the records of a block are in a file whose records are not lines. */
import { ValidationError } from "../core/errors/errors.ts";
import { SchemaError } from "../core/errors/schema-error.ts";
import type { Position } from "../core/errors/validation-error.ts";
import { engineInUse } from "../core/json/in-use.ts";
import type { Extent } from "../core/json/items.ts";
import { NEWLINE } from "../core/json/lines.ts";

/** The place after some bytes that begin at a place. A byte order mark at the start of the file takes no column. */
export function placeAfter({ offset, line, column }: Position, bytes: Uint8Array): Position {
  const { lineFeeds, characters } =
    (bytes.length < LONG ? undefined : engineInUse().extentOf?.(bytes)) ?? extentOf(bytes);
  const hasMark = offset === 0 && bytes[0] === 0xef;
  const before = lineFeeds > 0 ? 1 : hasMark ? column - 1 : column;
  return { offset: offset + bytes.length, line: line + lineFeeds, column: before + characters };
}

/** Bytes from which the engine counts sooner. */
const LONG = 512;

function extentOf(bytes: Uint8Array): Extent {
  const lastLine = bytes.lastIndexOf(NEWLINE) + 1;
  let lineFeeds = 0;
  for (let at = 0; at < lastLine; at++) if (bytes[at] === NEWLINE) lineFeeds++;
  return { lineFeeds, characters: charactersIn(bytes, lastLine) };
}

const WORD = Uint32Array.BYTES_PER_ELEMENT;
/** The bit of each byte of a word that those of ASCII do not have. */
const NOT_ASCII = 0x80808080;

/** The characters from an offset on: the bytes that continue none. */
function charactersIn(bytes: Uint8Array, start: number): number {
  let count = 0;
  const countUntil = (from: number, end: number): void => {
    for (let at = from; at < end; at++) if (((bytes[at] as number) & 0xc0) !== 0x80) count++;
  };
  // A line may be a whole document of gigabytes: four bytes at once, where they are ASCII.
  const aligned = start + ((WORD - ((bytes.byteOffset + start) % WORD)) % WORD);
  if (bytes.length - aligned < 4 * WORD) {
    countUntil(start, bytes.length);
    return count;
  }
  countUntil(start, aligned);
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + aligned, Math.floor((bytes.length - aligned) / WORD));
  for (let index = 0; index < words.length; index++) {
    if (((words[index] as number) & NOT_ASCII) === 0) count += WORD;
    else countUntil(aligned + index * WORD, aligned + (index + 1) * WORD);
  }
  countUntil(aligned + words.length * WORD, bytes.length);
  return count;
}

/** Errors keep the bytes of a record of at most this size, and compute their positions lazily. */
const MAX_KEPT = 16_384;

/** The bytes of a block as they are in the file, and where they are. */
export class Frame {
  /** The bytes of the block in the file. Its lines are these, with other ends of lines. */
  readonly bytes: Uint8Array;
  readonly #context: readonly string[] | undefined;
  readonly #start: Position;
  /** The last place that was asked for: the next one is usually after it. */
  #last: Position;

  /**
   * @param start the place of the first byte.
   * @param context the path of the array of the records; undefined if each record is a document.
   */
  constructor(bytes: Uint8Array, start: Position, context: readonly string[] | undefined) {
    this.bytes = bytes;
    this.#context = context;
    this.#start = start;
    this.#last = start;
  }

  /** The place of a byte, by its offset in the file. */
  placeOf(offset: number): Position {
    const from = this.#last.offset <= offset ? this.#last : this.#start;
    const base = this.#start.offset;
    this.#last = placeAfter(from, this.bytes.subarray(from.offset - base, offset - base));
    return this.#last;
  }

  /**
   * Makes the positions and paths of the error of a record those in the file. Returns the error itself.
   * @param record number of the record, from 1.
   * @param offset of its first byte in the file.
   * @param size of the record in bytes.
   */
  inFile(error: ValidationError, record: number, offset: number, size: number): ValidationError {
    const start = this.placeOf(offset);
    const at = offset - this.#start.offset;
    if (size > MAX_KEPT) {
      placeNow([...error], start, this.bytes.subarray(at, at + size));
      SchemaError.forEach(error, (one) => this.#prepend(one, record));
      return error;
    }
    // A copy, because an error must not keep the whole block in memory.
    const bytes = this.bytes.slice(at, at + size);
    SchemaError.forEach(error, (one) => {
      this.#prepend(one, record);
      ValidationError.move(one, (inside) => placeAfter(start, bytes.subarray(0, inside.offset)));
    });
    return error;
  }

  /** The same for an error about a record as a whole. */
  atStart<E extends ValidationError>(error: E, record: number, offset: number): E {
    const place = this.placeOf(offset);
    ValidationError.place(error, () => place);
    this.#prepend(error, record);
    return error;
  }

  #prepend(error: ValidationError, record: number): void {
    if (this.#context === undefined) return;
    error.addContext(record - 1);
    for (let index = this.#context.length - 1; index >= 0; index--) error.addContext(this.#context[index] as string);
  }
}

/**
 * Computes the positions of all errors in one pass.
 * @param start the place of the first of the bytes.
 * @param first the offset that the errors have for it.
 */
export function placeNow(errors: readonly ValidationError[], start: Position, bytes: Uint8Array, first = 0): void {
  let last = start;
  const placed = errors
    .filter(({ offset }) => offset !== undefined)
    .map((error) => ({ error, offset: (error.offset as number) - first + start.offset }));
  for (const { error, offset } of placed.sort((a, b) => a.offset - b.offset)) {
    last = placeAfter(last, bytes.subarray(last.offset - start.offset, offset - start.offset));
    const place = last;
    ValidationError.place(error, () => place);
  }
}
