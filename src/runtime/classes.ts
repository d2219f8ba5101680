/** Values of classes: bytes, Sets, and instances: as the checks of `Bytes`, `Set` and `Type`. */
import { type BinaryFormat, decoded, encoded } from "../values/binary-text.ts";
import { compare, convert, genuine, lengthOrSize, makesTypedArrays } from "../values/convert.ts";
import { equal } from "../values/equal.ts";
import { distinct, idsOf } from "../values/ids.ts";
import {
  byteLength,
  isArray,
  isBytes,
  isOfType,
  isSet,
  lengthOf,
  membersOfSet,
  specName,
  type TypeSpec,
} from "../values/input.ts";
import { timeOf } from "../values/temporal.ts";
import { arraySize, itemsOf } from "./containers.ts";
import { failsLength, notConverted, ofFormat, ofLimit, quotedValue, wrongType } from "./leaves.ts";
import { FAILED, type Node, type Report, type Write } from "./report.ts";
import { both, ofType, optional } from "./texts.ts";

const ANY_LENGTH = Number.POSITIVE_INFINITY;

/** @param format that of texts which are accepted, too. */
/*#__NO_SIDE_EFFECTS__*/ export const bytes =
  (format?: BinaryFormat, minlen = 0, maxlen: number = ANY_LENGTH): Node =>
  (input, report) => {
    const isText = format !== undefined && typeof input === "string";
    if (!isText && !isBytes(input)) return wrongType("bytes", input, report);
    const value = isText ? decoded(input, format) : (input as Uint8Array);
    if (value === undefined) return report.fail(ofFormat(undefined), "format", format, input);
    return failsLength(byteLength(value), minlen, maxlen, "byte", report) ?? value;
  };

/** Writes bytes as text. */
/*#__NO_SIDE_EFFECTS__*/ export const textOfBytes =
  (format: BinaryFormat) =>
  (value: Uint8Array): string =>
    encoded(value, format);

/** The distinct items of an array or a Set, as a Set. */
/*#__NO_SIDE_EFFECTS__*/ export const setOf =
  (item: Node, minlen = 0, maxlen: number = ANY_LENGTH): Node =>
  (input, report) => {
    const items = itemsOf(item, isSet(input) ? membersOfSet(input) : input, report, ANY_LENGTH);
    if (items === FAILED) return FAILED;
    const members = distinct(items.made, () => idsOf(report));
    return failsLength(members.length, minlen, maxlen, "item", report) ?? new Set(members);
  };

/** The way back of a Set: an array, or a Set of encoded items. Members are compared before they are encoded. */
/*#__NO_SIDE_EFFECTS__*/ export const setEncoder =
  (item: Node, isSetNext: boolean, minlen = 0, maxlen: number = ANY_LENGTH): Node =>
  (input, report) => {
    if (!isSet(input)) return wrongType("set", input, report);
    const members = membersOfSet(input);
    const items = itemsOf(item, members, report, ANY_LENGTH);
    if (items === FAILED) return FAILED;
    const kept = distinct(members, () => idsOf(report), items.made);
    return failsLength(kept.length, minlen, maxlen, "item", report) ?? (isSetNext ? new Set(kept) : kept);
  };

/** Of an instance: what is not given is as in `Type`. */
export interface InstanceRules {
  readonly coerce?: true;
  readonly min?: unknown;
  readonly max?: unknown;
  readonly minlen?: number;
  readonly maxlen?: number;
  readonly options?: readonly unknown[];
}

/** The message of a length that counts nothing with a name. */
const ofAnyLength: Write = (failure, texts) => both({ ...failure, code: `${failure.code}_any` }, texts);

function failsAnyLength(size: number, minlen: number | undefined, maxlen: number | undefined, report: Report): boolean {
  if (minlen !== undefined && size < minlen) return report.fail(ofAnyLength, "min_length", minlen, size) === FAILED;
  return maxlen !== undefined && size > maxlen && report.fail(ofAnyLength, "max_length", maxlen, size) === FAILED;
}

/** An array that would make a typed array of too great a length. */
function isTooLong(type: TypeSpec, input: unknown, maxlen: number | undefined, report: Report): boolean {
  if (!isArray(input) || !makesTypedArrays(type)) return false;
  const size = lengthOf(input);
  return failsAnyLength(size, undefined, maxlen, report) || arraySize(input, report) === FAILED;
}

/** An instance of a class, or a primitive. */
/*#__NO_SIDE_EFFECTS__*/ export const instance =
  (type: TypeSpec, rules: InstanceRules = {}): Node =>
  (input, report) => {
    const { min, max, minlen, maxlen, options, coerce } = rules;
    const name = specName(type);
    if (input === null) return wrongType(name, input, report);
    const isGiven = isOfType(input, type);
    if (!isGiven && !coerce) return wrongType(name, input, report);
    if (!isGiven && isTooLong(type, input, maxlen, report)) return FAILED;
    const value = isGiven ? input : convert(type, input);
    if (!isGiven && value === undefined) return notConverted(name, input, report);
    const measures = genuine(() => ({
      least: min === undefined ? 0 : compare(type, value, min),
      greatest: max === undefined ? 0 : compare(type, value, max),
      length: minlen === undefined && maxlen === undefined ? 0 : lengthOrSize(value),
    }));
    if (measures?.length === undefined) return wrongType(name, input, report);
    // A value that cannot be compared, such as NaN, is outside any limit.
    if (!(measures.least >= 0)) return report.fail(ofLimit, "min_value", min, value);
    if (!(measures.greatest <= 0)) return report.fail(ofLimit, "max_value", max, value);
    if (Number.isNaN(timeOf(value))) return report.fail(ofType, "invalid_type", name, "invalid datetime");
    if (failsAnyLength(measures.length, minlen, maxlen, report)) return FAILED;
    if (options?.some((option) => equal(option, value)) === false)
      return report.fail(optional(quotedValue), "options", Object.freeze(options), value);
    return value;
  };
