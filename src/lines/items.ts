/** Finds where the items of a JSON array end, without reading what is in them, and makes each a line in place. */
import type { ItemState } from "../core/json/items.ts";

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
/** "[" and "]" become "{" and "}" when this bit is set, and no other byte becomes either. */
const CURLY = 0x20;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/**
 * Makes items lines of NDJSON, in place: the comma after an item becomes a line feed, line feeds in it become carriage
 * returns. Those are white space as well, or as wrong as a line feed is in a string.
 *
 * @returns the length of `bytes`; or the offset of the byte at which the items end: the closing bracket of the array,
 *   or one that begins no item
 */
export function itemsToLines(bytes: Uint8Array, state: ItemState): number {
  const end = bytes.length;
  // Properties that are written for each byte would take longer than the rest of the loop.
  let { depth, hasContent } = state;
  let at = state.isInString ? stringToLine(bytes, 0, state) : 0;
  while (at < end) {
    const byte = bytes[at] as number;
    if (byte <= 0x20) {
      if (byte === NEWLINE) bytes[at] = RETURN;
    } else {
      if (!hasContent) {
        // No value begins with a comma, or a byte that is not ASCII, such as a byte order mark.
        if (byte === COMMA || (byte | CURLY) === CLOSING || byte >= 0x80) break;
        hasContent = true;
      }
      if (byte === QUOTE) {
        state.isInString = true;
        at = stringToLine(bytes, at + 1, state);
        continue;
      }
      if (byte === COMMA) {
        if (depth === 0) {
          bytes[at] = NEWLINE;
          hasContent = false;
        }
      } else if ((byte | CURLY) === OPENING) {
        depth++;
      } else if ((byte | CURLY) === CLOSING) {
        if (depth === 0) break;
        depth--;
      }
    }
    at++;
  }
  state.depth = depth;
  state.hasContent = hasContent;
  return at;
}

/** Goes to the end of a string, or of the bytes. */
function stringToLine(bytes: Uint8Array, start: number, state: ItemState): number {
  const end = bytes.length;
  let at = start;
  if (state.isEscaped && at < end) {
    if (bytes[at] === NEWLINE) bytes[at] = RETURN;
    at++;
    state.isEscaped = false;
  }
  for (; at < end; at++) {
    const byte = bytes[at] as number;
    // Most letters are greater than a backslash.
    if (byte > BACKSLASH) continue;
    if (byte === QUOTE) {
      state.isInString = false;
      return at + 1;
    }
    if (byte === BACKSLASH) {
      if (++at === end) state.isEscaped = true;
      else if (bytes[at] === NEWLINE) bytes[at] = RETURN;
    } else if (byte === NEWLINE) {
      bytes[at] = RETURN;
    }
  }
  return end;
}

/** Makes an item that is complete a line, in place. `hasEnd` is true if its last byte is the comma after it. */
export function itemToLine(bytes: Uint8Array, hasEnd: boolean): Uint8Array {
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) bytes[at] = RETURN;
  if (hasEnd) bytes[bytes.length - 1] = NEWLINE;
  return bytes;
}

export const isArrayEnd = (byte: number | undefined): boolean => byte === CLOSE_ARRAY;
