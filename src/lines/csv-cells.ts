/** Where the cells of a row of CSV are in its text, and what is wrong with its quotes. */
import type { Position } from "../core/errors/validation-error.ts";
import { NEWLINE } from "../core/json/lines.ts";
import { placeAfter } from "./frame.ts";

const RETURN = 0x0d;

/** How the cells of a row are written, as UTF-8. */
export interface CellSyntax {
  readonly delimiter: Uint8Array;
  /** One byte, or undefined. */
  readonly quote: number | undefined;
  readonly escape: number | undefined;
}

/** Offsets in a row. */
export interface CellOffsets {
  /** The first byte of each cell. */
  readonly starts: readonly number[];
  /** The byte at which a quote is wrong, and how. */
  readonly fault?: { readonly at: number; readonly kind: QuoteFault };
}

/** What is wrong with a quote: it is not closed, is inside a cell, or a cell goes on after it. */
export type QuoteFault = "open" | "late" | "after";

/** @param row without the end of its line; the rest of the source, to find a wrong quote. */
export function cellsIn(row: Uint8Array, { delimiter, quote, escape }: CellSyntax): CellOffsets {
  const starts = [0];
  let at = 0;
  for (;;) {
    const start = at;
    if (quote !== undefined && row[at] === quote) {
      at = afterQuoted(row, at + 1, quote, escape);
      if (at < 0) return { starts, fault: { at: start, kind: "open" } };
      if (!isEnd(row, at) && !isAt(row, at, delimiter)) return { starts, fault: { at, kind: "after" } };
    }
    while (!isEnd(row, at) && !isAt(row, at, delimiter)) {
      if (row[at] === quote) return { starts, fault: { at, kind: "late" } };
      at++;
    }
    if (isEnd(row, at)) return { starts };
    at += delimiter.length;
    starts.push(at);
  }
}

/** The offset after the closing quote; -1 if there is none. */
function afterQuoted(row: Uint8Array, start: number, quote: number, escape: number | undefined): number {
  for (let at = start; at < row.length; at++) {
    const byte = row[at];
    if (byte === escape && (escape !== quote || row[at + 1] === quote)) at++;
    else if (byte === quote) return at + 1;
  }
  return -1;
}

const isEnd = (row: Uint8Array, at: number): boolean =>
  at >= row.length || row[at] === NEWLINE || (row[at] === RETURN && row[at + 1] === NEWLINE);

function isAt(row: Uint8Array, at: number, text: Uint8Array): boolean {
  for (let index = 0; index < text.length; index++) if (row[at + index] !== text[index]) return false;
  return true;
}

/** The places of some bytes of a row, by ascending offsets in it. */
export function placesIn(row: Uint8Array, start: Position, offsets: readonly number[]): Position[] {
  let last = start;
  return offsets.map((offset) => {
    last = placeAfter(last, row.subarray(last.offset - start.offset, offset));
    return last;
  });
}

/** The size of a row without the end of its line. */
export function sizeWithoutEnd(row: Uint8Array): number {
  const size = row.length;
  if (row[size - 1] !== NEWLINE) return size;
  return row[size - 2] === RETURN ? size - 2 : size - 1;
}
