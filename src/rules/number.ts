/** The rule of numbers and bigints: a range, exclusive limits, and what they are multiples of. */
import {
  ExclusiveMaxValueError,
  ExclusiveMinValueError,
  FloatValueError,
  MaxValueError,
  MinValueError,
  MultipleError,
} from "../errors/errors.ts";
import type { Failed, Report } from "../report/report.ts";
import { multiplesOf } from "../values/multiple.ts";
import type { KeywordReader, Keywords, Refuse, Rule, RuleParts, RuleWriter, Test } from "./rule.ts";

type Limit = number | bigint | undefined;

/** The parameters. */
export interface NumberLimits {
  readonly min: Limit;
  readonly max: Limit;
  readonly exclusive_min: Limit;
  readonly exclusive_max: Limit;
  readonly multiple_of: Limit;
}

/** See `NumberRule`. */
export interface SpecialNumbers {
  readonly nan: boolean;
  readonly inf: boolean;
  readonly isExact?: boolean;
}

/** The type that the fast path accepts; a converted value is a number, or a bigint. */
export type NumberType = "integer" | "number" | "converted";

const isNumber = (value: unknown): boolean => typeof value === "number";

export class NumberRule implements Rule {
  readonly kind = "number";
  readonly type: NumberType;
  readonly limits: NumberLimits;
  /** NaN is valid and ignores the limits. */
  readonly nan: boolean;
  /** The infinities are valid, unless the limits exclude them. */
  readonly inf: boolean;
  /** The limits are those of integers that have all their digits. */
  readonly isExact: boolean;
  /** Tests `multiple_of`; undefined if there is none. */
  readonly isMultiple: ((value: number | bigint) => boolean) | undefined;

  constructor(type: NumberType, limits: NumberLimits, special: SpecialNumbers) {
    this.type = type;
    this.limits = limits;
    this.nan = special.nan;
    this.inf = special.inf;
    this.isExact = special.isExact === true;
    this.isMultiple = limits.multiple_of === undefined ? undefined : multiplesOf(limits.multiple_of);
  }

  /** The inclusive limits of numbers. There is always a comparison, as it refuses NaN. */
  get range(): readonly [min: number, max: number] {
    const most = this.inf ? Number.POSITIVE_INFINITY : Number.MAX_VALUE;
    const { min, max } = this.limits;
    return [Math.max(Number(min ?? -most), -most), Math.min(Number(max ?? most), most)];
  }

  /**
   * True if the range is the only condition: the most frequent case, for which containers have a fast path of their
   * own.
   */
  get isRange(): boolean {
    const { exclusive_min, exclusive_max, multiple_of } = this.limits;
    return this.type !== "converted" && !this.nan && (exclusive_min ?? exclusive_max ?? multiple_of) === undefined;
  }

  test(): Test {
    const [min, max] = this.range;
    const { isInteger } = Number;
    const { type, nan, isRange, limits, isMultiple } = this;
    // Most rules use one of these two functions.
    if (isRange && type === "integer") return (v: number) => isInteger(v) && v >= min && v <= max;
    if (isRange) return (v: number) => typeof v === "number" && v >= min && v <= max;
    const isOfType = { integer: isInteger, number: isNumber, converted: () => true }[type];
    const { exclusive_min, exclusive_max } = limits;
    return (v: number) =>
      isOfType(v) &&
      ((nan && Number.isNaN(v)) ||
        (v >= min &&
          v <= max &&
          (exclusive_min === undefined || v > exclusive_min) &&
          (exclusive_max === undefined || v < exclusive_max) &&
          (isMultiple === undefined || isMultiple(v))));
  }

  fails(value: number | bigint, report: Report): Failed | false {
    const { min, max, exclusive_min, exclusive_max, multiple_of } = this.limits;
    if (Number.isNaN(value)) return !this.nan && report.fail(FloatValueError, "number", value);
    if (!this.inf && !Number.isFinite(value)) return report.fail(FloatValueError, "finite", value);
    if (min !== undefined && value < min) return report.fail(MinValueError, min, value);
    if (max !== undefined && value > max) return report.fail(MaxValueError, max, value);
    // Adding 0 turns -0 into 0.
    const actual = typeof value === "number" ? value + 0 : value;
    if (exclusive_min !== undefined && value <= exclusive_min)
      return report.fail(ExclusiveMinValueError, exclusive_min, actual);
    if (exclusive_max !== undefined && value >= exclusive_max)
      return report.fail(ExclusiveMaxValueError, exclusive_max, actual);
    if (this.isMultiple !== undefined && !this.isMultiple(actual))
      return report.fail(MultipleError, multiple_of, actual);
    return false;
  }
}

function code({ type, nan, range, limits, isMultiple }: NumberRule, v: string, writer: RuleWriter): string {
  const { exclusive_min, exclusive_max } = limits;
  const [least, most] = range;
  const isAnyFinite = type !== "converted" && least === -Number.MAX_VALUE && most === Number.MAX_VALUE;
  // An integer is finite; of any other number, a difference of 0 says so.
  const finite = type === "integer" ? [] : [`${v} - ${v} === 0`];
  const all = isAnyFinite ? finite : [`${v} >= ${writer.literal(least)}`, `${v} <= ${writer.literal(most)}`];
  if (exclusive_min !== undefined) all.push(`${v} > ${writer.literal(exclusive_min)}`);
  if (exclusive_max !== undefined) all.push(`${v} < ${writer.literal(exclusive_max)}`);
  if (isMultiple !== undefined) all.push(`${writer.constant(isMultiple)}(${v})`);
  const ofType = { integer: [`isInteger(${v})`], number: [`typeof ${v} === "number"`], converted: [] }[type];
  const inRange = all.join(" && ");
  return [...ofType, ...(nan && all.length > 0 ? [`(${v} !== ${v} || ${inRange})`] : all)].join(" && ");
}

function write({ limits }: NumberRule, refuse: Refuse): Keywords {
  const isExactly = (value: bigint): boolean => BigInt(Number(value)) === value;
  // Of 2^63 - 1, which is no number of JavaScript, the exclusive limit 2^63.
  const beyond = (param: "min" | "max", step: bigint): number | undefined => {
    const value = limits[param];
    const isNumber = typeof value !== "bigint" || isExactly(value) || !isExactly(value + step);
    return isNumber || limits[`exclusive_${param}`] !== undefined ? undefined : Number(value + step);
  };
  const inclusive = (param: "min" | "max"): number | undefined => {
    const value = limits[param];
    if (typeof value === "bigint" && !isExactly(value)) refuse(param, "no number of JavaScript is the limit");
    return value === undefined || !Number.isFinite(Number(value)) ? undefined : Number(value) + 0;
  };
  const exact = (param: "exclusive_min" | "exclusive_max" | "multiple_of"): number | undefined => {
    const value = limits[param];
    if (value === undefined) return undefined;
    const isExact = typeof value === "bigint" ? isExactly(value) : Number.isFinite(value);
    // Implementations that divide do not find the multiples of a fraction.
    if (isExact && (param !== "multiple_of" || Number.isSafeInteger(Number(value)))) return Number(value) + 0;
    refuse(param, "JSON Schema has no form for it that is exact");
    return undefined;
  };
  const below = beyond("min", -1n);
  const above = beyond("max", 1n);
  return {
    minimum: below === undefined ? inclusive("min") : undefined,
    maximum: above === undefined ? inclusive("max") : undefined,
    exclusiveMinimum: below ?? exact("exclusive_min"),
    exclusiveMaximum: above ?? exact("exclusive_max"),
    multipleOf: exact("multiple_of"),
  };
}

export const numberParts: RuleParts<NumberRule> = {
  params: ["min", "max", "exclusive_min", "exclusive_max", "multiple_of", "nan", "inf"],
  code,
  write,
};

/** Returns the next greater number. */
function above(value: number): number {
  if (value === 0) return Number.MIN_VALUE;
  const [bits, number] = [new BigInt64Array(1), new Float64Array(1)];
  const view = new DataView(bits.buffer);
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) + (value > 0 ? 1n : -1n));
  number[0] = view.getFloat64(0);
  return number[0];
}

const NONE = Number.NEGATIVE_INFINITY;

/**
 * Returns the parameters for `minimum`, `maximum`, their exclusive forms and `multipleOf`, of numbers or of integers;
 * undefined if no number is valid. Integers are `unsafe` unless their limits are in the safe range.
 */
export function readLimits(
  keywords: KeywordReader,
  integers: boolean,
): (Partial<NumberParams> & { readonly unsafe?: true }) | undefined {
  const [least, most] = [keywords.number("minimum"), keywords.number("maximum")];
  const [over, under] = [keywords.number("exclusiveMinimum"), keywords.number("exclusiveMaximum")];
  const round = integers ? Math.ceil : (value: number) => value;
  // Beyond the safe range, one more is the same number.
  const isNext = (value: number): boolean => integers && Number.isSafeInteger(Math.floor(value));
  const after = (value: number): number => (isNext(value) ? Math.floor(value) + 1 : above(value));
  const min = Math.max(least === undefined ? NONE : round(least), over === undefined ? NONE : after(over));
  const max = -Math.max(most === undefined ? NONE : round(-most), under === undefined ? NONE : after(-under));
  if (min > max || min === Number.POSITIVE_INFINITY || max === NONE) return undefined;
  const multiple = keywords.positive("multipleOf");
  // Errors about numbers should name the limit that the schema names.
  const isLower = over === undefined || min !== after(over) || isNext(over);
  const isUpper = under === undefined || max !== -after(-under) || isNext(-under);
  const lower = isLower ? { min: min + 0 } : { exclusive_min: Number(over) + 0 };
  const upper = isUpper ? { max: max + 0 } : { exclusive_max: Number(under) + 0 };
  const isWithin = Math.abs(min) <= Number.MAX_SAFE_INTEGER && Math.abs(max) <= Number.MAX_SAFE_INTEGER;
  const isSafe = isWithin && (multiple === undefined || Number.isSafeInteger(multiple));
  return {
    ...(integers && !isSafe && { unsafe: true as const }),
    ...(Number.isFinite(min) && lower),
    ...(Number.isFinite(max) && upper),
    ...(multiple !== undefined && { multiple_of: multiple }),
  };
}

type NumberParams = Readonly<Record<keyof NumberLimits, number>>;
