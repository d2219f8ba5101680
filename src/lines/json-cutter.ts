/** Cuts one JSON document into blocks of the items of an array in it, each a line. */
import { MissingKeyError, ValidationError } from "../core/errors/errors.ts";
import type { Position } from "../core/errors/validation-error.ts";
import { engineInUse } from "../core/json/in-use.ts";
import { ItemState } from "../core/json/items.ts";
import { NEWLINE } from "../core/json/lines.ts";
import { syntaxOffset, utf8Offset } from "../core/json/syntax.ts";
import type { DocumentText } from "./document.ts";
import { DocumentFault, DocumentScanner, syntaxFault, utf8Fault } from "./document-scanner.ts";
import { Frame, placeAfter } from "./frame.ts";
import { isArrayEnd, itemsToLines, itemToLine } from "./items.ts";
import { endOfLine } from "./line.ts";
import { type Block, OpenRecord } from "./open-record.ts";
import { concatenated } from "./source.ts";
import type { Cutter } from "./splitter.ts";

const NO_BYTES = new Uint8Array();

/** Cuts a document into the items of one of its arrays. */
export class JsonCutter implements Cutter {
  readonly #context: readonly string[];
  readonly #scanner: DocumentScanner;
  readonly #open: OpenRecord;
  readonly #item = new ItemState();
  /** True from the opening bracket of the array to the closing one. */
  #isInside = false;
  /** True if an item came before the open one. */
  #hasItems = false;
  /** What is validated beside the records, and how many of them have ended. */
  readonly #document: DocumentText | undefined;
  #count = 0;
  /** Memory of blocks, and how many bytes have been yielded since it was free. */
  #memory = NO_BYTES;
  #inUse = 0;
  /** The place of the first byte that was not used yet. */
  #place: Position = { offset: 0, line: 1, column: 1 };
  /** The place at which the open item begins. */
  #itemPlace = this.#place;
  /** The place of the innermost container that leads to the array. */
  #deepest = this.#place;

  /**
   * @param context the path of the array: keys, and indexes as text.
   * @param maxBytes maximum bytes of an item that is kept.
   * @param maxDepth maximum number of levels around the items.
   * @param from the offset in the file of an item with which the source begins.
   * @param document gets what is around the items, if the source begins with it.
   */
  constructor(context: readonly string[], maxBytes: number, maxDepth: number, from?: number, document?: DocumentText) {
    this.#context = context;
    this.#document = document;
    this.#scanner = new DocumentScanner(context, maxDepth);
    this.#open = new OpenRecord(maxBytes);
    if (from === undefined) return;
    this.#scanner.beginInside();
    this.#isInside = true;
    this.#place = { offset: from, line: 1, column: 1 };
    this.#begin();
  }

  *push(chunk: Uint8Array): Generator<Block, void> {
    for (let at = 0; at < chunk.length; ) {
      const rest = chunk.subarray(at);
      at += this.#isInside ? yield* this.#items(rest) : this.#around(rest);
    }
  }

  end(): readonly Block[] {
    const { offset } = this.#place;
    if (this.#isInside) throw this.#cut(NO_BYTES, offset);
    try {
      // The validator of the document knows whether the array may be missing, and what else is wrong.
      if (this.#document !== undefined) this.#document.validate(this.#count);
      else this.#scanner.end(offset);
    } catch (fault) {
      throw this.#errorAround(fault, NO_BYTES);
    }
    return [];
  }

  /** Reads bytes that are not of the array. Returns how many. */
  #around(all: Uint8Array): number {
    const scanner = this.#scanner;
    const document = this.#document;
    let bytes = all;
    const { found } = scanner;
    let read: number;
    try {
      if (document !== undefined) bytes = document.room(all, this.#place.offset);
      read = scanner.push(bytes, this.#place.offset);
    } catch (fault) {
      throw this.#errorAround(fault, bytes);
    }
    const { deepestAt } = scanner;
    if (deepestAt >= this.#place.offset) {
      this.#deepest = placeAfter(this.#place, bytes.subarray(0, deepestAt - this.#place.offset));
    }
    document?.keep(bytes.subarray(0, read));
    this.#advance(bytes.subarray(0, read));
    if (scanner.found && !found) {
      this.#isInside = true;
      this.#begin();
    }
    return read;
  }

  reuse(): void {
    if (this.#inUse > this.#memory.length) this.#memory = new Uint8Array(this.#inUse);
    this.#inUse = 0;
  }

  /** A copy, in memory that is used again if the caller says so: fresh memory costs more than the copy. */
  #copyOf(bytes: Uint8Array): Uint8Array {
    const start = this.#inUse;
    this.#inUse += bytes.length;
    if (this.#inUse > this.#memory.length) return bytes.slice();
    const copy = this.#memory.subarray(start, this.#inUse);
    copy.set(bytes);
    return copy;
  }

  /** Reads items, as far as the array goes. Returns how many bytes. */
  *#items(raw: Uint8Array): Generator<Block, number> {
    const lines = this.#copyOf(raw);
    const end = engineInUse().itemsToLines?.(lines, this.#item) ?? itemsToLines(lines, this.#item);
    const isEnded = end < lines.length;
    let start = 0;
    if (this.#open.size > 0) {
      start = lines.subarray(0, end).indexOf(NEWLINE) + 1;
      if (start > 0) yield* this.#finish(raw.subarray(0, start), start - 1);
    }
    const after = lines.subarray(0, end).lastIndexOf(NEWLINE) + 1;
    if (after > start) {
      const bytes = raw.subarray(start, after);
      const frame = new Frame(bytes, this.#place, this.#context);
      const block = lines.subarray(start, after);
      if (this.#document !== undefined) this.#count += linesIn(block);
      yield { bytes: block, offset: this.#place.offset, frame };
      this.#advance(bytes);
      this.#begin();
      start = after;
    }
    const rest = raw.subarray(start, end);
    if (after > 0) this.#hasItems = true;
    if (!isEnded) {
      yield* this.#framed(this.#open.keep(rest, rest.length));
      this.#advance(rest);
      return end;
    }
    if (!isArrayEnd(raw[end]) || (this.#hasItems && !this.#item.hasContent)) {
      throw this.#cut(raw.subarray(start, end + 1), this.#place.offset + rest.length);
    }
    if (this.#item.hasContent) yield* this.#finish(rest, rest.length);
    else this.#advance(rest);
    this.#document?.endArray(raw.subarray(end, end + 1), this.#place);
    this.#advance(raw.subarray(end, end + 1));
    this.#scanner.closeArray();
    this.#isInside = false;
    return end + 1;
  }

  /** Ends the open item. `bytes` includes the comma after it, `size` does not. */
  *#finish(bytes: Uint8Array, size: number): Generator<Block, void> {
    this.#count++;
    yield* this.#framed(this.#open.finish(bytes, size), bytes.length > size);
    this.#advance(bytes);
    this.#begin();
  }

  /** @param hasEnd true if blocks of whole items end with a comma. */
  *#framed(blocks: Iterable<Block>, hasEnd = false): Generator<Block, void> {
    for (const block of blocks) {
      const frame = new Frame(block.bytes, this.#itemPlace, this.#context);
      const bytes = block.long === undefined ? itemToLine(block.bytes.slice(), hasEnd) : block.bytes;
      yield { ...block, bytes, frame };
    }
  }

  #begin(): void {
    this.#itemPlace = this.#place;
    this.#open.offset = this.#place.offset;
  }

  #advance(bytes: Uint8Array): void {
    this.#place = placeAfter(this.#place, bytes);
  }

  /**
   * The error of a document that ends, or has a wrong byte, in or between items: the first one in the open item.
   * @param rest what was not kept yet of the item, with the wrong byte.
   */
  #cut(rest: Uint8Array, offset: number): ValidationError {
    const { kept, size } = this.#open;
    const text = concatenated([kept, rest]);
    const isKept = kept.length === size && this.#item.hasContent;
    return isKept
      ? errorAt(firstFault(text, this.#itemPlace.offset), this.#itemPlace, text)
      : errorAt(syntaxFault(offset), this.#place, rest);
  }

  /** @param bytes those from `#place` on. */
  #errorAround(fault: unknown, bytes: Uint8Array): unknown {
    if (!(fault instanceof DocumentFault)) return fault;
    if (fault.offset >= this.#place.offset) return errorAt(fault, this.#place, bytes);
    if (fault.error instanceof MissingKeyError) return errorAt(fault, this.#deepest, NO_BYTES);
    // A character that began in the chunk before is wrong.
    const { line, column } = this.#place;
    return errorAt(fault, { offset: fault.offset, line, column: column - 1 }, NO_BYTES);
  }
}

/** The number of lines, each with a line feed. */
function linesIn(bytes: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at = endOfLine(bytes, at)) count++;
  return count;
}

/** The first fault of the text of an item that is not JSON. */
function firstFault(text: Uint8Array, offset: number): DocumentFault {
  const wrong = utf8Offset(text);
  if (wrong >= 0) return utf8Fault(offset + wrong);
  const decoded = new TextDecoder().decode(text);
  const unit = syntaxOffset(decoded);
  // An item that is JSON by itself is followed by a byte that does not belong there.
  const before = unit < 0 ? decoded : decoded.slice(0, unit);
  return syntaxFault(offset + new TextEncoder().encode(before).length);
}

/** @param bytes those from the place on. */
function errorAt({ error, offset }: DocumentFault, from: Position, bytes: Uint8Array): ValidationError {
  const place = placeAfter(from, bytes.subarray(0, offset - from.offset));
  ValidationError.place(error, () => place);
  return error;
}
