/** Lines of JSON, judged one by one: for engines that can do no better. */
import { type JsonLimits, LineVerdict } from "../json/engine.ts";
import { bytesOfLines } from "../json/lines.ts";
import { pure } from "../json/pure.ts";
import { DEFAULT_MAX_BYTES, readLimits } from "../report/limits.ts";
import type { Checker } from "../schemas/checker.ts";
import { isBlank, NEWLINE } from "./line.ts";

/** As a `LineEngine` judges a block, by the `test` of the pure engine. */
export function judgeEachLine(validator: Checker, bytes: Uint8Array, limits?: JsonLimits): Uint32Array {
  const bounds = readLimits(limits);
  const maxBytes = bounds?.maxBytes ?? DEFAULT_MAX_BYTES;
  const plain = bytesOfLines(bytes);
  const runs: number[] = [];
  for (let begin = 0; begin < plain.length; ) {
    const found = plain.indexOf(NEWLINE, begin);
    const line = plain.subarray(begin, found < 0 ? plain.length : found);
    begin = found < 0 ? plain.length : found + 1;
    const verdict = line.length <= maxBytes && isBlank(line) ? LineVerdict.blank : judged(validator, line, bounds);
    if (runs.at(-1) === verdict) {
      runs[runs.length - 3] = begin;
      (runs[runs.length - 2] as number)++;
    } else {
      runs.push(begin, 1, verdict);
    }
  }
  return Uint32Array.from(runs);
}

function judged(validator: Checker, line: Uint8Array, limits: JsonLimits | undefined): number {
  try {
    return pure.test(validator, line, limits) ? LineVerdict.valid : LineVerdict.invalid;
  } catch {
    // A check of the user's has thrown. Whoever asks for this line alone gets that, and not those in front of it.
    return LineVerdict.undecided;
  }
}
