/**
 * Checks how deep a JSON text is nested, without parsing it. It runs before `JSON.parse`, which takes seconds and
 * gigabytes for 64 MiB of "[". So it must be correct for any text, even one that is not JSON.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
// "[" and "]" become "{" and "}" when this bit is set, and no other character becomes either.
const CURLY = 0x20;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/**
 * The number of opening brackets in a text, wherever they are. Most texts have fewer than the allowed levels, and need
 * no scan of their depth: searching for a character is many times as fast.
 *
 * @param most counting stops beyond this number
 */
export function openingBrackets(text: string, most: number): number {
  let count = 0;
  for (const bracket of ["[", "{"]) {
    for (let at = text.indexOf(bracket); at >= 0 && count <= most; at = text.indexOf(bracket, at + 1)) count++;
  }
  return count;
}

/**
 * The offset at which a JSON text is nested too deep.
 *
 * A scalar has 0 levels, `[1]` has 1. Brackets in strings do not count; a closing bracket without an opening one is
 * ignored. Time is linear, memory constant.
 *
 * @param source - the text, or its UTF-8 bytes; it need not be JSON
 * @param maxDepth - the maximum number of levels
 * @returns the offset of the first bracket that opens level `maxDepth + 1` (bytes for bytes, UTF-16 units for a
 *   string), or -1
 */
export function depthOffset(source: Uint8Array | string, maxDepth: number): number {
  return typeof source === "string" ? depthOffsetOfText(source, maxDepth) : depthOffsetOfBytes(source, maxDepth);
}

// There are two loops because each kind of source has its own fast way to skip a string.

function depthOffsetOfBytes(bytes: Uint8Array, maxDepth: number): number {
  const end = bytes.length;
  let depth = 0;
  for (let at = 0; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) {
      // No byte of a multibyte sequence is ASCII, so bytes can be compared without decoding.
      for (at++; at < end; at++) {
        const inside = bytes[at];
        if (inside === QUOTE) break;
        if (inside === BACKSLASH) at++;
      }
    } else if ((byte | CURLY) === OPENING) {
      if (++depth > maxDepth) return at;
    } else if ((byte | CURLY) === CLOSING && depth > 0) {
      depth--;
    }
  }
  return -1;
}

function depthOffsetOfText(text: string, maxDepth: number): number {
  const end = text.length;
  let depth = 0;
  for (let at = 0; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      at = closingQuote(text, at);
    } else if ((unit | CURLY) === OPENING) {
      if (++depth > maxDepth) return at;
    } else if ((unit | CURLY) === CLOSING && depth > 0) {
      depth--;
    }
  }
  return -1;
}

/** The offset of the first character at or after `at` that is not white space, or the length of the text. */
export function afterSpace(text: string, at: number): number {
  let end = at;
  for (;;) {
    const unit = text.charCodeAt(end);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return end;
    end++;
  }
}

export const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;

/**
 * The offset of the quote that closes a JSON string, or the length of the text if none does.
 *
 * @param text - any text
 * @param opening - the offset of the opening quote
 */
export function closingQuote(text: string, opening: number): number {
  let start = opening + 1;
  for (;;) {
    const quote = text.indexOf('"', start);
    if (quote < 0) return text.length;
    let backslashes = 0;
    // This loop ends at the quote before `start`, if not earlier.
    while (text.charCodeAt(quote - backslashes - 1) === BACKSLASH) backslashes++;
    if ((backslashes & 1) === 0) return quote;
    start = quote + 1;
  }
}
