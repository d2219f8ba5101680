/** Converts offsets in a text to lines and columns, as editors count them. */

const NEWLINE = 0x0a;
const BOM = 0xfeff;

/** A line and a column of a text. */
export interface LineColumn {
  /** 1-based; lines end at "\n". */
  readonly line: number;
  /** 1-based; counts code points. */
  readonly column: number;
}

/**
 * The lines and columns of many offsets, in one pass that ends at the greatest of them.
 *
 * A byte order mark at the start takes no column: it is not a character of the text. The text may have malformed UTF-8
 * and lone surrogates.
 *
 * @param source - the text, or its UTF-8 bytes
 * @param offsets - 0-based, in any order; bytes for bytes, UTF-16 units for a string
 * @returns a position for each offset, in the order of `offsets`
 */
export function positions(source: Uint8Array | string, offsets: readonly number[]): LineColumn[] {
  const starts = typeof source === "string" ? startsInText(source) : startsInBytes(source);
  return inOnePass(offsets, starts);
}

/**
 * Offsets into the UTF-8 encoding of a text, in one pass.
 *
 * @param text - well-formed UTF-16
 * @param offsets - offsets in UTF-16 units, in any order
 * @returns an offset in bytes for each, in the order of `offsets`
 */
export function byteOffsets(text: string, offsets: readonly number[]): number[] {
  let at = 0;
  let bytes = 0;
  return inOnePass(offsets, (offset) => {
    for (; at < offset; at++) {
      const unit = text.charCodeAt(at);
      // A surrogate is half of a four-byte character.
      bytes += unit < 0x80 ? 1 : unit < 0x800 || isSurrogate(unit) ? 2 : 3;
    }
    return bytes;
  });
}

// Calls `move` with the offsets in ascending order, so that `move` never has to go back in the text.
function inOnePass<T>(offsets: readonly number[], move: (offset: number) => T): T[] {
  const order = Array.from(offsets.keys()).sort((a, b) => (offsets[a] as number) - (offsets[b] as number));
  const found = new Array<T>(offsets.length);
  for (const index of order) found[index] = move(offsets[index] as number);
  return found;
}

function startsInBytes(bytes: Uint8Array): (offset: number) => LineColumn {
  let line = 1;
  let column = 1;
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  return (offset) => {
    for (const end = Math.min(offset, bytes.length); at < end; at++) {
      const byte = bytes[at] as number;
      if (byte === NEWLINE) {
        line++;
        column = 1;
      } else if ((byte & 0xc0) !== 0x80) {
        column++;
      }
    }
    return { line, column };
  };
}

function startsInText(text: string): (offset: number) => LineColumn {
  let line = 1;
  let column = 1;
  let at = text.charCodeAt(0) === BOM ? 1 : 0;
  return (offset) => {
    for (const end = Math.min(offset, text.length); at < end; at++) {
      const unit = text.charCodeAt(at);
      if (unit === NEWLINE) {
        line++;
        column = 1;
      } else if (!isLowSurrogate(unit) || !isHighSurrogate(text.charCodeAt(at - 1))) {
        column++;
      }
    }
    return { line, column };
  };
}

const isSurrogate = (unit: number): boolean => (unit & 0xf800) === 0xd800;
const isHighSurrogate = (unit: number): boolean => (unit & 0xfc00) === 0xd800;
const isLowSurrogate = (unit: number): boolean => (unit & 0xfc00) === 0xdc00;
