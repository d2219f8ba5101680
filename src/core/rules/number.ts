/** The rule of numbers and bigints: a range, exclusive limits, and what they are multiples of. */
import { isBeyondLimit, numberLike, shortest, within } from "../../values/digits.ts";
import { multiplesOf } from "../../values/multiple.ts";
import {
  ExclusiveMaxValueError,
  ExclusiveMinValueError,
  FloatValueError,
  MaxValueError,
  MinValueError,
  MultipleError,
} from "../errors/errors.ts";
import type { Failed, Report } from "../report/report.ts";
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
  /** Bigints are results, and of integers, no number beyond the safe range is. */
  readonly takesBigints?: boolean;
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
  readonly takesBigints: boolean;
  /**
   * Whether the digits of an integer may decide: the number that it is rounded to may be on the other side of a limit,
   * or a multiple.
   */
  get readsDigits(): boolean {
    const { min, max, exclusive_min, exclusive_max, multiple_of } = this.limits;
    return multiple_of !== undefined || [min, max, exclusive_min, exclusive_max].some(isBeyondLimit);
  }

  /** Tests `multiple_of`; undefined if there is none. */
  readonly isMultiple: ((value: number | bigint) => boolean) | undefined;

  constructor(type: NumberType, limits: NumberLimits, special: SpecialNumbers) {
    this.type = type;
    this.limits = limits;
    this.nan = special.nan;
    this.inf = special.inf;
    this.isExact = special.isExact === true;
    this.takesBigints = special.takesBigints === true;
    this.isMultiple = limits.multiple_of === undefined ? undefined : multiplesOf(limits.multiple_of);
  }

  /** The inclusive limits of numbers. There is always a comparison, as it refuses NaN. */
  get range(): readonly [min: number, max: number] {
    const isSafe = this.takesBigints && this.type !== "number";
    const most = isSafe ? Number.MAX_SAFE_INTEGER : this.inf ? Number.POSITIVE_INFINITY : Number.MAX_VALUE;
    const { min, max } = this.limits;
    return [Math.max(within(min ?? -most, 1), -most), Math.min(within(max ?? most, -1), most)];
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
    if (Number.isNaN(value)) return !this.nan && report.fail(FloatValueError, "number", value);
    const isFinite = this.takesBigints && typeof value === "bigint" ? true : Number.isFinite(Number(value));
    if (!this.inf && !isFinite) return report.fail(FloatValueError, "finite", value);
    // A limit that is a number is compared with the number that an integer is like.
    const like = typeof value === "bigint" && !this.isExact ? numberLike(value) : value;
    // Adding 0 turns -0 into 0.
    const actual = typeof like === "number" ? like + 0 : like;
    const hasFailed = this.#failsLimit(value, like, actual, report);
    if ((hasFailed && !report.allErrors) || this.isMultiple === undefined || this.isMultiple(value)) return hasFailed;
    return report.fail(MultipleError, this.limits.multiple_of, actual);
  }

  #failsLimit(value: number | bigint, like: number | bigint, actual: number | bigint, report: Report): Failed | false {
    const { min, max, exclusive_min, exclusive_max } = this.limits;
    const to = (limit: number | bigint): number | bigint => (typeof limit === "bigint" ? value : like);
    if (min !== undefined && to(min) < min) return report.fail(MinValueError, min, like);
    if (max !== undefined && to(max) > max) return report.fail(MaxValueError, max, like);
    if (exclusive_min !== undefined && to(exclusive_min) <= exclusive_min)
      return report.fail(ExclusiveMinValueError, exclusive_min, actual);
    if (exclusive_max !== undefined && to(exclusive_max) >= exclusive_max)
      return report.fail(ExclusiveMaxValueError, exclusive_max, actual);
    return false;
  }
}

function code({ type, nan, range, limits, isMultiple }: NumberRule, v: string, writer: RuleWriter): string {
  const { exclusive_min, exclusive_max } = limits;
  const [least, most] = range;
  const isAnyFinite = type !== "converted" && least === -Number.MAX_VALUE && most === Number.MAX_VALUE;
  // An integer is finite; of any other number, a difference of 0 says so.
  const finite = type === "integer" ? [] : [`${v} - ${v} === 0`];
  const isSafe = type === "integer" && least >= Number.MIN_SAFE_INTEGER && most <= Number.MAX_SAFE_INTEGER;
  const isBound = (limit: number, safe: number): boolean => !(isSafe && limit === safe);
  const bounds = [
    isBound(least, Number.MIN_SAFE_INTEGER) && `${v} >= ${writer.literal(least)}`,
    isBound(most, Number.MAX_SAFE_INTEGER) && `${v} <= ${writer.literal(most)}`,
  ];
  const all = isAnyFinite ? finite : bounds.filter((one) => one !== false);
  if (exclusive_min !== undefined) all.push(`${v} > ${writer.literal(exclusive_min)}`);
  if (exclusive_max !== undefined) all.push(`${v} < ${writer.literal(exclusive_max)}`);
  if (isMultiple !== undefined) all.push(`${writer.constant(isMultiple)}(${v})`);
  const ofType = {
    integer: [`${isSafe ? "isSafeInteger" : "isInteger"}(${v})`],
    number: [`typeof ${v} === "number"`],
    converted: [],
  }[type];
  const inRange = all.join(" && ");
  return [...ofType, ...(nan && all.length > 0 ? [`(${v} !== ${v} || ${inRange})`] : all)].join(" && ");
}

function write({ limits }: NumberRule, refuse: Refuse, keepsDigits: boolean): Keywords {
  const isExactly = (value: bigint): boolean => BigInt(Number(value)) === value;
  // Of 2^63 - 1, which is no number of JavaScript, the exclusive limit 2^63.
  const beyond = (param: "min" | "max", step: bigint): number | undefined => {
    const value = limits[param];
    if (keepsDigits) return undefined;
    const isNumber = typeof value !== "bigint" || isExactly(value) || !isExactly(value + step);
    return isNumber || limits[`exclusive_${param}`] !== undefined ? undefined : Number(value + step);
  };
  const inclusive = (param: "min" | "max"): number | bigint | undefined => {
    const value = limits[param];
    if (keepsDigits && typeof value === "bigint") return shortest(value);
    if (typeof value === "bigint" && !isExactly(value)) refuse(param, "no number of JavaScript is the limit");
    return value === undefined || !Number.isFinite(Number(value)) ? undefined : Number(value) + 0;
  };
  const exact = (param: "exclusive_min" | "exclusive_max" | "multiple_of"): number | bigint | undefined => {
    const value = limits[param];
    if (keepsDigits && typeof value === "bigint") return shortest(value);
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

/**
 * Returns the parameters for `minimum`, `maximum`, their exclusive forms and `multipleOf`, of numbers or of integers;
 * undefined if no number is valid. Integers are `unsafe` unless their limits are in the safe range.
 */
export function readNumberLimits(
  keywords: KeywordReader,
  integers: boolean,
): (Partial<NumberParams> & { readonly unsafe?: true }) | undefined {
  const lower = stricter(keywords.number("minimum"), keywords.number("exclusiveMinimum"), 1, integers);
  const upper = stricter(keywords.number("maximum"), keywords.number("exclusiveMaximum"), -1, integers);
  const { limit: min = Number.NEGATIVE_INFINITY } = lower;
  const { limit: max = Number.POSITIVE_INFINITY } = upper;
  if (min > max || (min >= max && (lower.isExclusive || upper.isExclusive))) return undefined;
  const multiple = keywords.positive("multipleOf");
  const isSafe =
    Number.isFinite(min) &&
    Number.isFinite(max) &&
    !isBeyondLimit(min) &&
    !isBeyondLimit(max) &&
    (multiple === undefined || Number.isSafeInteger(multiple));
  return {
    ...(integers && !isSafe && { unsafe: true as const }),
    ...(lower.limit !== undefined && { [lower.isExclusive ? "exclusive_min" : "min"]: lower.limit }),
    ...(upper.limit !== undefined && { [upper.isExclusive ? "exclusive_max" : "max"]: upper.limit }),
    ...(multiple !== undefined && { multiple_of: multiple }),
  };
}

/** A limit, and whether it is itself excluded. */
interface Limited {
  readonly limit: number | bigint | undefined;
  readonly isExclusive: boolean;
}

/**
 * The stricter one of an inclusive and an exclusive limit. In the safe range, that of integers is inclusive.
 * @param sign 1 for lower limits, -1 for upper ones.
 */
function stricter(inclusive: Limit, exclusive: Limit, sign: 1 | -1, integers: boolean): Limited {
  const within = !integers ? inclusive : rounded(inclusive, sign);
  const isNext = integers && typeof exclusive === "number" && Number.isSafeInteger(Math.floor(exclusive));
  // Integers after a limit: those from the next one on.
  const next = isNext ? (Math.floor(exclusive * sign) + 1) * sign + 0 : exclusive;
  const one = { limit: within, isExclusive: false };
  const other = { limit: next, isExclusive: next !== undefined && !isNext };
  if (next === undefined || within === undefined) return next === undefined ? one : other;
  const isStricter = sign > 0 ? next > within : next < within;
  return isStricter || (next >= within && next <= within && other.isExclusive) ? other : one;
}

/** The first integer from a limit on. */
const rounded = (limit: Limit, sign: 1 | -1): Limit =>
  typeof limit === "number" ? Math.ceil(limit * sign) * sign + 0 : limit;

type NumberParams = Readonly<Record<keyof NumberLimits, number | bigint>>;
