/** The rules of lengths: of text in code points, of bytes, and of the members of containers. */
import { byteLength, codePoints, isBytes, MAX_ITEMS, sizeOf } from "../../values/input.ts";
import { type LengthUnit, MaxLengthError, MinLengthError, TupleLengthError } from "../errors/errors.ts";
import type { Failed, Report } from "../report/report.ts";
import type { KeywordReader, Keywords, Rule, RuleParts, Test } from "./rule.ts";

/** The parameters. */
export interface Lengths {
  readonly minlen: number | undefined;
  readonly maxlen: number | undefined;
}

/** Fails a value because of its length. */
export const failLength = (
  type: typeof MinLengthError | typeof MaxLengthError,
  expected: number | undefined,
  actual: number,
  unit: LengthUnit | undefined,
  report: Report,
): Failed => report.fail(type, expected, actual, undefined, { given: undefined, unit });

/** Fails a value whose length is outside the limits: `minlen` first. */
export function failsLength(
  { minlen, maxlen }: Lengths,
  length: number,
  unit: LengthUnit | undefined,
  report: Report,
): Failed | false {
  if (minlen !== undefined && length < minlen) return failLength(MinLengthError, minlen, length, unit, report);
  return maxlen !== undefined && length > maxlen && failLength(MaxLengthError, maxlen, length, unit, report);
}

/** The numbers of items that a Tuple takes. */
interface TupleLengths {
  readonly least: number;
  readonly most: number;
}

/** Fails a Tuple whose number of items is outside the limits. If those differ, the error has a unit. */
export function failsTupleLength({ least, most }: TupleLengths, size: number, report: Report): Failed | false {
  if (size >= least && size <= most) return false;
  const detail = least === most ? undefined : { given: undefined, unit: "item" as const };
  return report.fail(TupleLengthError, size < least ? least : most, size, undefined, detail);
}

/** Checks a length that was read from an array: proxies may exceed the maximum of arrays. */
export function arraySize(length: unknown, report: Report): number | Failed {
  const size = sizeOf(length);
  return size > MAX_ITEMS ? failLength(MaxLengthError, MAX_ITEMS, size, "item", report) : size;
}

/** Text with a number of code points. */
export class TextRule implements Rule {
  readonly kind = "text";
  readonly minlen: number | undefined;
  readonly maxlen: number | undefined;
  /** True if another rule, or a conversion, has already tested the type. */
  readonly isKnown: boolean;

  constructor({ minlen, maxlen }: Lengths, isKnown = false) {
    this.minlen = minlen;
    this.maxlen = maxlen;
    this.isKnown = isKnown;
  }

  /**
   * The range of `length` (UTF-16 units) within which a text is certain to satisfy the limits (code points): each code
   * point takes one or two units.
   */
  get units(): readonly [min: number, max: number] {
    const { minlen = 0, maxlen = Number.POSITIVE_INFINITY } = this;
    return [minlen > 0 ? 2 * minlen - 1 : 0, maxlen];
  }

  test(): Test {
    const { minlen = 0, maxlen = Number.POSITIVE_INFINITY } = this;
    const [least, most] = this.units;
    const isWithin = (points: number): boolean => points >= minlen && points <= maxlen;
    return (v: unknown) =>
      typeof v === "string" && ((v.length >= least && v.length <= most) || isWithin(codePoints(v)));
  }

  fails(value: string, report: Report): Failed | false {
    const [least, most] = this.units;
    const isCertain = value.length >= least && value.length <= most;
    return !isCertain && failsLength(this, codePoints(value), "character", report);
  }
}

function code({ isKnown, minlen = 0, maxlen, units }: TextRule, v: string): string {
  const all = isKnown ? [] : [`typeof ${v} === "string"`];
  if (minlen > 0) all.push(`(${v}.length >= ${units[0]} || codePoints(${v}) >= ${minlen})`);
  if (maxlen !== undefined) all.push(`(${v}.length <= ${maxlen} || codePoints(${v}) <= ${maxlen})`);
  return all.join(" && ") || "true";
}

const write = ({ minlen, maxlen }: TextRule): Keywords => ({ minLength: minlen, maxLength: maxlen });

/** Returns the parameters for the keywords of text lengths. */
export const readLengths = (keywords: KeywordReader): Lengths => ({
  minlen: keywords.length("minLength"),
  maxlen: keywords.length("maxLength"),
});

export const textParts: RuleParts<TextRule> = { params: ["minlen", "maxlen"], code, write };

/** Bytes of a certain length. */
export class BytesRule implements Rule {
  readonly kind = "bytes";
  readonly minlen: number | undefined;
  readonly maxlen: number | undefined;

  constructor({ minlen, maxlen }: Lengths) {
    this.minlen = minlen;
    this.maxlen = maxlen;
  }

  test(): Test {
    const { minlen = 0, maxlen = Number.POSITIVE_INFINITY } = this;
    return (v: unknown) => isBytes(v) && byteLength(v) >= minlen && byteLength(v) <= maxlen;
  }

  fails(value: Uint8Array, report: Report): Failed | false {
    return failsLength(this, byteLength(value), "byte", report);
  }
}

export const bytesParts: RuleParts<BytesRule> = {
  params: ["minlen", "maxlen"],
  code: (rule, v, writer) => `${writer.constant(rule.test())}(${v})`,
  write(_rule, refuse) {
    refuse("", "JSON has no form for bytes");
    return {};
  },
};
