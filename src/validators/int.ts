/** Int: an integer (specification, "Int"). */
import { failLength, notAnOption, notConverted, outOfRange, outOfStep, type Range } from "../bounds.ts";
import { type Constructor, callable, type FieldsOf, type Made, type ParamsOf, withParams } from "../builtin.ts";
import { InvalidTypeError, MaxLengthError } from "../errors/errors.ts";
import type { Condition, Outline } from "../fast/outline.ts";
import { limit, multiple, options } from "../params/int.ts";
import { flag, nullable } from "../params/shared.ts";
import { FAILED, type Failed, type Report } from "../report/report.ts";
import type { IntInput, IntKind, IntOutput, OrNull } from "../types.ts";
import type { Validator } from "../validator.ts";
import { typeName } from "../values/input.ts";
import { exactInteger, jsonBigintOf, TooLong, toBigint, toInteger } from "../values/numeric.ts";

const params = {
  ...nullable,
  /** Convert strings as Python's `int()` reads them, booleans to 0 and 1, other numbers toward zero. */
  coerce: flag,
  /** Accept integers of any size; the result is a bigint, and so are the limits and the options. */
  bigint: flag,
  /** Lower limit. A bigint needs `bigint`. */
  min: limit,
  /** Upper limit. A bigint needs `bigint`. */
  max: limit,
  /** Limit that values have to be greater than. A bigint needs `bigint`. */
  exclusive_min: limit,
  /** Limit that values have to be less than. A bigint needs `bigint`. */
  exclusive_max: limit,
  /** What values have to be multiples of: positive. A bigint needs `bigint`. */
  multiple_of: multiple,
  /** The only valid values. Bigints need `bigint`. */
  options,
};

/** The parameters of `Int`. */
export interface IntParams extends ParamsOf<typeof params> {}

const safe = ({ min, max }: Range<number | bigint>): Range<number | bigint> => ({
  min: min !== undefined && min > Number.MIN_SAFE_INTEGER ? min : Number.MIN_SAFE_INTEGER,
  max: max !== undefined && max < Number.MAX_SAFE_INTEGER ? max : Number.MAX_SAFE_INTEGER,
});

class IntValidator extends withParams(params) {
  /** The limits of numbers: beyond the safe range one is not the integer it stands for. */
  readonly #safe = safe(this);

  override check(input: unknown, report: Report): number | bigint | null | Failed {
    if (input === null && this.nullable) return null;
    if (this.bigint) return this.#checkBigint(input, report);
    if (typeof input === "bigint" && report.asItStands) return report.fail(InvalidTypeError, "integer", "bigint");
    const integer = this.coerce ? toInteger(input) : exactInteger(input);
    if (integer === undefined) return this.#notInteger(input, report);
    if (outOfRange(this.#safe, integer, report)) return FAILED;
    // A bigint is out of range; adding 0 turns -0 into 0.
    const value = Number(integer) + 0;
    return outOfStep(this, value, report) || notAnOption(this.options, value, report) ? FAILED : value;
  }

  override keepsInput(): boolean {
    return !this.coerce && !this.bigint;
  }

  #checkBigint(input: unknown, report: Report): bigint | Failed {
    const value = typeof input === "number" ? this.#read(input, report) : toBigint(input, this.coerce);
    if (value === undefined) return this.#notInteger(input, report);
    if (value === FAILED) return FAILED;
    if (value instanceof TooLong) return failLength(MaxLengthError, value.limit, value.digits, report, "digit");
    if (outOfRange(this, value, report) || outOfStep(this, value, report)) return FAILED;
    return notAnOption(this.options, value, report) ? FAILED : value;
  }

  /** The integer that a number is, or that its text in JSON spells. */
  #read(input: number, report: Report): bigint | TooLong | Failed | undefined {
    const whole = this.coerce ? Math.trunc(input) : input;
    if (Number.isSafeInteger(whole)) return BigInt(whole);
    if (Math.abs(input) < Number.MAX_SAFE_INTEGER || Number.isNaN(input)) return undefined;
    const text = report.spellingOf(input);
    if (text === undefined) return Number.isFinite(input) ? this.#refuse(input, report) : undefined;
    return jsonBigintOf(text, this.coerce) ?? report.fail(InvalidTypeError, "integer", "number");
  }

  /** Of a number it is the value that is wrong; of a text too, if texts are converted. */
  #notInteger(input: unknown, report: Report): Failed {
    if (this.coerce || typeof input === "number") return notConverted("integer", input, report);
    return report.fail(InvalidTypeError, "integer", typeName(input));
  }

  /** Fails a number beyond the safe range: which integer it was meant to be, nobody can tell. */
  #refuse(input: number, report: Report): Failed {
    outOfRange(this.#safe, input, report);
    return FAILED;
  }
}

/** See `Compile`. */
export function compileInt(int: Int): Outline | undefined {
  if (int.bigint) return undefined;
  const { nullable, coerce, options } = int;
  const { min, max } = safe(int);
  const conditions: Condition[] = [
    // What texts stand for may be a bigint, which is out of range.
    { kind: "number", type: coerce ? "any" : "integer", min: Number(min), max: Number(max), steps: int },
  ];
  if (options !== undefined) conditions.push({ kind: "option", options });
  return {
    kind: "leaf",
    nullable,
    convert: coerce ? toInteger : undefined,
    conditions,
    unsignsZero: true,
    isVague: coerce,
  };
}

/**
 * An integer: a number without a fraction, in the safe range (or a bigint in it); the result is a number. With
 * `bigint`, an integer of any size; the result is a bigint, exact to the last digit from JSON text too.
 * Errors, in order: InvalidTypeError, MaxLengthError (`bigint` only: too many digits), MinValueError, MaxValueError,
 * ExclusiveMinValueError, ExclusiveMaxValueError, MultipleError, OptionsError.
 * @param params `nullable`, `coerce`, `bigint`, `min`, `max`, `exclusive_min`, `exclusive_max`, `multiple_of`,
 *   `options`, `alias`, `replace`
 * @example Int({ min: 1, max: 100, coerce: true })("5"); // 5
 */
export const Int: Constructor<MadeInt, IntParams, "nullable" | "coerce" | "bigint" | "options"> = callable(
  "Int",
  IntValidator,
);
export interface Int<in out P = Record<never, never>>
  extends Validator<OrNull<P, IntOutput<P>>["type"], OrNull<P, IntInput<P>["type"]>["type"]>,
    FieldsOf<typeof params> {
  readonly min: IntKind<P> | undefined;
  readonly max: IntKind<P> | undefined;
  readonly exclusive_min: IntKind<P> | undefined;
  readonly exclusive_max: IntKind<P> | undefined;
  readonly multiple_of: IntKind<P> | undefined;
  readonly options: readonly IntKind<P>[] | undefined;
}
/** An `Int`, by its parameters: see `Made`. */
export interface MadeInt extends Made {
  readonly made: Int<this["given"]>;
}
