/** Lines of JSON, judged one by one: what engines that can do better go by. */
import { DEFAULT_MAX_BYTES, readLimits } from "../report/limits.ts";
import type { Checker } from "../schemas/checker.ts";
import { byteLength, isBytes, isShared, plainBytes } from "../values/input.ts";
import { type Engine, type JsonLimits, LineVerdict } from "./engine.ts";

/** Offsets of lines, and counts of them, have 31 bits. */
const MAX_LINES_BYTES = 2 ** 31 - 1;
const LINE_FEED = 0x0a;

/**
 * The bytes of lines as no other thread can change them.
 * @throws TypeError if it is no Uint8Array; RangeError if they are too many.
 */
export function bytesOfLines(bytes: Uint8Array): Uint8Array {
  if (!isBytes(bytes)) throw new TypeError("lines of JSON should be a Uint8Array");
  const size = byteLength(bytes);
  if (size > MAX_LINES_BYTES) throw new RangeError("lines of JSON should come in parts of fewer than 2^31 bytes");
  const plain = plainBytes(bytes, size);
  return isShared(bytes) ? new Uint8Array(plain) : plain;
}

/** As `judgeLines` of an engine, by its `test`. */
export function judgeEachLine(
  test: Engine["test"],
  validator: Checker,
  bytes: Uint8Array,
  limits?: JsonLimits,
): Uint32Array {
  const bounds = readLimits(limits);
  const maxBytes = bounds?.maxBytes ?? DEFAULT_MAX_BYTES;
  const plain = bytesOfLines(bytes);
  const runs: number[] = [];
  for (let begin = 0; begin < plain.length; ) {
    const found = plain.indexOf(LINE_FEED, begin);
    const line = plain.subarray(begin, found < 0 ? plain.length : found);
    begin = found < 0 ? plain.length : found + 1;
    const verdict =
      line.length <= maxBytes && isBlank(line) ? LineVerdict.blank : judged(test, validator, line, bounds);
    if (runs.at(-1) === verdict) {
      runs[runs.length - 3] = begin;
      (runs[runs.length - 2] as number)++;
    } else {
      runs.push(begin, 1, verdict);
    }
  }
  return Uint32Array.from(runs);
}

function judged(test: Engine["test"], validator: Checker, line: Uint8Array, limits: JsonLimits | undefined): number {
  try {
    return test(validator, line, limits) ? LineVerdict.valid : LineVerdict.invalid;
  } catch {
    // A check of the user's has thrown. Whoever asks for this line alone gets that, and not those in front of it.
    return LineVerdict.undecided;
  }
}

/** Nothing but what JSON calls white space. */
export function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
