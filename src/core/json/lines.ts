/** The bytes of many lines of JSON. */
import { byteLength, isBytes, isShared, plainBytes } from "../../values/input.ts";

export const NEWLINE = 0x0a;

/** Offsets of lines, and counts of them, have 31 bits. */
const MAX_LINES_BYTES = 2 ** 31 - 1;

/**
 * Returns the bytes of lines such that no other thread can change them.
 * @throws TypeError if it is not a Uint8Array; RangeError if there are too many bytes.
 */
export function bytesOfLines(bytes: Uint8Array): Uint8Array {
  if (!isBytes(bytes)) throw new TypeError("lines of JSON should be a Uint8Array");
  const size = byteLength(bytes);
  if (size > MAX_LINES_BYTES) throw new RangeError("lines of JSON should come in parts of fewer than 2^31 bytes");
  const plain = plainBytes(bytes, size);
  return isShared(bytes) ? new Uint8Array(plain) : plain;
}
