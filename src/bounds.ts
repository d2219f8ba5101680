/** Rules that many validators share. */
import {
  ExclusiveMaxValueError,
  ExclusiveMinValueError,
  InvalidTypeError,
  type LengthUnit,
  MaxLengthError,
  MaxValueError,
  MinLengthError,
  MinValueError,
  MultipleError,
  OptionsError,
} from "./errors/errors.ts";
import type { Failed, Report } from "./report/report.ts";
import { Ids } from "./values/ids.ts";
import { MAX_ITEMS, sizeOf, typeName } from "./values/input.ts";
import { isMultiple } from "./values/multiple.ts";

/** Parameters `min` and `max`. */
export interface Range<T> {
  readonly min: T | undefined;
  readonly max: T | undefined;
}

/** Parameters `exclusive_min`, `exclusive_max` and `multiple_of`. */
export interface Steps<T> {
  readonly exclusive_min: T | undefined;
  readonly exclusive_max: T | undefined;
  readonly multiple_of: T | undefined;
}

/** What lengths of the values of a class count, for messages. */
export const UNIT: unique symbol = Symbol("validlib.unit");

/** Parameters `minlen` and `maxlen`. */
export interface Lengths {
  readonly minlen: number | undefined;
  readonly maxlen: number | undefined;
  readonly [UNIT]?: LengthUnit;
}

/** Fails the value if it is outside the limits: `min` first. */
export function outOfRange<T extends number | string | bigint | object>(
  { min, max }: Range<T>,
  value: T,
  report: Report,
): boolean {
  if (min !== undefined && value < min) report.fail(MinValueError, min, value);
  else if (max !== undefined && value > max) report.fail(MaxValueError, max, value);
  else return false;
  return true;
}

/** Fails the value if it is on or beyond an exclusive limit, or is not the multiple it should be. */
export function outOfStep<T extends number | bigint>(
  { exclusive_min, exclusive_max, multiple_of }: Steps<T>,
  value: T,
  report: Report,
): boolean {
  if (exclusive_min !== undefined && value <= exclusive_min) {
    report.fail(ExclusiveMinValueError, exclusive_min, value);
  } else if (exclusive_max !== undefined && value >= exclusive_max) {
    report.fail(ExclusiveMaxValueError, exclusive_max, value);
  } else if (multiple_of !== undefined && !isMultiple(value, multiple_of)) {
    report.fail(MultipleError, multiple_of, value);
  } else return false;
  return true;
}

/** As `outOfRange`, by the order `compare` of values that operators do not compare. */
export function isOutside<T>(
  compare: (a: T, b: T) => number,
  { min, max }: Range<T>,
  value: T,
  report: Report,
): boolean {
  if (min !== undefined && compare(value, min) < 0) report.fail(MinValueError, min, value);
  else if (max !== undefined && compare(value, max) > 0) report.fail(MaxValueError, max, value);
  else return false;
  return true;
}

/** UTF-16 units that make so many code points, whatever they are: each takes one or two. */
export const surelyEnough = (minlen: number): number => 2 * minlen - 1;

/** Fails the value if its length is outside the limits: `minlen` first. */
export function wrongLength(lengths: Lengths, length: number, report: Report): boolean {
  const { minlen, maxlen } = lengths;
  if (minlen !== undefined && length < minlen) failLength(MinLengthError, minlen, length, report, lengths[UNIT]);
  else if (maxlen !== undefined && length > maxlen) failLength(MaxLengthError, maxlen, length, report, lengths[UNIT]);
  else return false;
  return true;
}

/** Fails a value because of its length. */
export function failLength(
  type: typeof MinLengthError | typeof MaxLengthError,
  expected: number | undefined,
  actual: number,
  report: Report,
  unit: LengthUnit | undefined,
): Failed {
  return report.fail(type, expected, actual, undefined, { given: undefined, unit });
}

/** Fails a value that cannot become what is expected, though its type may: the message quotes it. */
export function notConverted(expected: string, input: unknown, report: Report): Failed {
  return report.fail(InvalidTypeError, expected, typeName(input), undefined, { given: input, unit: undefined });
}

/** Fails a primitive value that is not one of the options. */
export function notAnOption(options: readonly unknown[] | undefined, value: unknown, report: Report): boolean {
  if (options === undefined || options.includes(value)) return false;
  report.fail(OptionsError, options, value);
  return true;
}

/** A length that was read of an array, within the bound of all arrays. */
export function arraySize(length: unknown, report: Report): number | Failed {
  const size = sizeOf(length);
  return size > MAX_ITEMS ? failLength(MaxLengthError, MAX_ITEMS, size, report, "item") : size;
}

/** The ids of a call. Lists inside each other look at each object once. */
export function idsOf(report: Report): Ids {
  report.ids ??= new Ids();
  return report.ids;
}
