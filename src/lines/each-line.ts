/** Validates lines of JSON one by one, for engines without `openLines`. */
import type { JsonLimits } from "../core/json/engine.ts";
import { LineVerdict } from "../core/json/engine.ts";
import { bytesOfLines, NEWLINE } from "../core/json/lines.ts";
import { pure } from "../core/json/pure.ts";
import { DEFAULT_MAX_BYTES, readLimits } from "../core/report/limits.ts";
import type { Checker } from "../core/schemas/checker.ts";
import { isBlank } from "./line.ts";

/** Returns the runs of a block like a `LineEngine`, by `test` of the pure engine. */
export function validateEachLine(validator: Checker, bytes: Uint8Array, limits?: JsonLimits): Uint32Array {
  const bounds = readLimits(limits);
  const maxBytes = bounds?.maxBytes ?? DEFAULT_MAX_BYTES;
  const plain = bytesOfLines(bytes);
  const runs: number[] = [];
  for (let begin = 0; begin < plain.length; ) {
    const found = plain.indexOf(NEWLINE, begin);
    const line = plain.subarray(begin, found < 0 ? plain.length : found);
    begin = found < 0 ? plain.length : found + 1;
    const verdict = line.length <= maxBytes && isBlank(line) ? LineVerdict.blank : verdictOf(validator, line, bounds);
    if (runs.at(-1) === verdict) {
      runs[runs.length - 3] = begin;
      (runs[runs.length - 2] as number)++;
    } else {
      runs.push(begin, 1, verdict);
    }
  }
  return Uint32Array.from(runs);
}

function verdictOf(validator: Checker, line: Uint8Array, limits: JsonLimits | undefined): number {
  try {
    return pure.test(validator, line, limits) ? LineVerdict.valid : LineVerdict.invalid;
  } catch {
    // Code of the user has thrown. The caller validates this line again when it reaches it, and gets the error then.
    return LineVerdict.undecided;
  }
}
