/** The limits of values that are not compared by operators, such as dates. */
import { MaxValueError, MinValueError } from "../errors/errors.ts";
import type { Failed, Report } from "../report/report.ts";

/** Parameters `min` and `max`. */
export interface Range<T> {
  readonly min: T | undefined;
  readonly max: T | undefined;
}

/** Fails the value if it is outside the limits by the order `compare`: `min` first. */
export function failsOrder<T>(
  compare: (a: T, b: T) => number,
  { min, max }: Range<T>,
  value: T,
  report: Report,
): Failed | false {
  if (min !== undefined && compare(value, min) < 0) return report.fail(MinValueError, min, value);
  return max !== undefined && compare(value, max) > 0 && report.fail(MaxValueError, max, value);
}
