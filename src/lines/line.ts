/** Finds the end of a line, and whether the line is blank. */
import { NEWLINE } from "../core/json/lines.ts";

/** `indexOf` of Buffer takes a tenth of the time of Uint8Array's. */
const { indexOf } = ((globalThis as { Buffer?: { prototype: Uint8Array } }).Buffer ?? Uint8Array).prototype;

/** End of the line that starts at `start`: the offset after its line feed, or the end of the bytes. */
export function endOfLine(bytes: Uint8Array, start: number): number {
  const at = indexOf.call(bytes, NEWLINE, start);
  return at < 0 ? bytes.length : at + 1;
}

/** A line without its line feed. A carriage return stays, because it is white space in JSON. */
export function withoutNewline(bytes: Uint8Array, start: number, end: number): Uint8Array {
  return bytes.subarray(start, bytes[end - 1] === NEWLINE ? end - 1 : end);
}

/** True if the line has only white space, in the first line of a stream after an optional byte order mark. */
export function isBlankLine(line: Uint8Array, number: number): boolean {
  // Shows at once for most lines. A byte order mark in a later line is no white space.
  if ((line[0] as number) > 0x20 && number > 1) return false;
  return isBlank(hasBom(line) ? line.subarray(3) : line);
}

/** True if the bytes start with a byte order mark. */
export const hasBom = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

/** True if the line has only white space as JSON defines it. */
export function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
