/** Where a line ends, and whether there is anything in it. */
import { isBlank } from "../json/lines.ts";

export const NEWLINE = 0x0a;

/** Where the line that begins at `start` ends: behind its line feed, or where the bytes end. */
export function endOfLine(bytes: Uint8Array, start: number): number {
  const at = bytes.indexOf(NEWLINE, start);
  return at < 0 ? bytes.length : at + 1;
}

/** A line without its line feed. A carriage return stays: it is white space of JSON. */
export function withoutNewline(bytes: Uint8Array, start: number, end: number): Uint8Array {
  return bytes.subarray(start, bytes[end - 1] === NEWLINE ? end - 1 : end);
}

/** The line has nothing but white space, behind a byte order mark if it is the first of the stream. */
export function isBlankLine(line: Uint8Array, number: number): boolean {
  return isBlank(number === 1 && hasBom(line) ? line.subarray(3) : line);
}

/** They begin with a byte order mark. */
export const hasBom = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
