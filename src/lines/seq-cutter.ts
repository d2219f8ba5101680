/** Cuts a JSON text sequence (RFC 7464) into blocks of its texts, each a line. */
import type { Position } from "../core/errors/validation-error.ts";
import { NEWLINE } from "../core/json/lines.ts";
import { Frame, placeAfter } from "./frame.ts";
import { type Block, OpenRecord } from "./open-record.ts";
import type { Cutter } from "./splitter.ts";

const RETURN = 0x0d;
/** Begins each text. It is no JSON, so it also stands for a byte that makes a text a bad one, at its place. */
const SEPARATOR = 0x1e;
const SPACE = 0x20;
/** The first bytes of values that show where they end: a string, an array and an object. */
const OPENINGS: readonly (number | undefined)[] = [0x22, 0x5b, 0x7b];

/** Cuts a sequence at the bytes that begin texts: each is the end of the text before it. */
export class SeqCutter implements Cutter {
  readonly #open: OpenRecord;
  #isBegun = false;
  /** True while the next block begins with a text that no separator is in front of. */
  #isHeadless = false;
  /** The place of the first byte that was not used yet. */
  #place: Position = { offset: 0, line: 1, column: 1 };
  /** The place at which the open text begins. */
  #textPlace = this.#place;

  /**
   * @param maxBytes maximum bytes of a text that is kept.
   * @param from the offset in the file of a text with which the source begins.
   */
  constructor(maxBytes: number, from?: number) {
    this.#open = new OpenRecord(maxBytes);
    if (from === undefined) return;
    this.#isBegun = true;
    this.#place = { offset: from, line: 1, column: 1 };
    this.#begin();
  }

  *push(chunk: Uint8Array): Generator<Block, void> {
    const bytes = this.#isBegun ? chunk : this.#afterStart(chunk);
    let start = 0;
    if (this.#open.size > 0) {
      start = bytes.indexOf(SEPARATOR) + 1;
      if (start > 0) yield* this.#finish(bytes.subarray(0, start), start - 1);
    }
    const end = bytes.lastIndexOf(SEPARATOR) + 1;
    if (end > start) {
      const whole = bytes.subarray(start, end);
      yield this.#asLines({ bytes: whole, offset: this.#place.offset });
      this.#advance(whole);
      this.#begin();
      start = end;
    }
    const rest = bytes.subarray(start);
    for (const block of this.#open.keep(rest, rest.length)) yield this.#asLines(block);
    this.#advance(rest);
  }

  *end(): Generator<Block, void> {
    if (this.#open.size > 0) yield* this.#finish(new Uint8Array(), 0);
  }

  /** The bytes after white space, and after the separator of the first text if it has one. */
  #afterStart(bytes: Uint8Array): Uint8Array {
    const first = bytes.findIndex((byte) => !isSpace(byte));
    if (first >= 0) {
      this.#isBegun = true;
      this.#isHeadless = bytes[first] !== SEPARATOR;
    }
    const size = first < 0 ? bytes.length : this.#isHeadless ? first : first + 1;
    this.#advance(bytes.subarray(0, size));
    this.#begin();
    return bytes.subarray(size);
  }

  /** Ends the open text. `bytes` includes the separator after it, `size` does not. */
  *#finish(bytes: Uint8Array, size: number): Generator<Block, void> {
    for (const block of this.#open.finish(bytes, size)) yield this.#asLines(block);
    this.#advance(bytes);
    this.#begin();
  }

  #asLines(block: Block): Block {
    const frame = new Frame(block.bytes, this.#textPlace, undefined);
    const isHeadless = this.#isHeadless;
    this.#isHeadless = false;
    if (block.long !== undefined) return { ...block, frame };
    const bytes = block.bytes.slice();
    textsToLines(bytes);
    if (isHeadless) bytes[0] = SEPARATOR;
    return { ...block, bytes, frame };
  }

  #begin(): void {
    this.#textPlace = this.#place;
    this.#open.offset = this.#place.offset;
  }

  #advance(bytes: Uint8Array): void {
    this.#place = placeAfter(this.#place, bytes);
  }
}

/**
 * Makes texts lines of NDJSON, in place: separators become line feeds, line feeds become carriage returns. Those are
 * white space as well, or as wrong as a line feed is in a string.
 */
function textsToLines(bytes: Uint8Array): void {
  let start = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === NEWLINE) {
      bytes[at] = RETURN;
    } else if (bytes[at] === SEPARATOR) {
      refuseOpen(bytes, start, at);
      bytes[at] = NEWLINE;
      start = at + 1;
    }
  }
  refuseOpen(bytes, start, bytes.length);
}

/** A number or a word that nothing comes after may have been cut: its last byte becomes one that is no JSON. */
function refuseOpen(bytes: Uint8Array, start: number, end: number): void {
  if (end === start || isSpace(bytes[end - 1] as number)) return;
  let first = start;
  while (isSpace(bytes[first] as number)) first++;
  if (!OPENINGS.includes(bytes[first])) bytes[end - 1] = SEPARATOR;
}

const isSpace = (byte: number): boolean => byte === SPACE || byte === NEWLINE || byte === RETURN || byte === 0x09;
