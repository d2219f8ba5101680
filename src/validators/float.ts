/** Float: a number (specification, "Float"). */
import { notConverted, outOfRange, outOfStep } from "../bounds.ts";
import {
  type Constructor,
  callable,
  type FieldsOf,
  type Made,
  type ParamsOf,
  type ValidatorOf,
  withParams,
} from "../builtin.ts";
import { FloatValueError, InvalidTypeError } from "../errors/errors.ts";
import type { Outline } from "../fast/outline.ts";
import { flag, nullable, number, positive } from "../params/shared.ts";
import { FAILED, type Failed, type Report } from "../report/report.ts";
import type { IfGiven, Off } from "../types.ts";
import { typeName } from "../values/input.ts";
import { exactNumber, toNumber } from "../values/numeric.ts";

const params = {
  ...nullable,
  /** Convert strings as Python's `float()` reads them, and booleans to 0 and 1. */
  coerce: flag,
  /** Accept NaN; the limits do not apply to it. */
  nan: flag,
  /** Accept the infinities. */
  inf: flag,
  /** Lower limit. */
  min: number,
  /** Upper limit. */
  max: number,
  /** Limit that values have to be greater than. */
  exclusive_min: number,
  /** Limit that values have to be less than. */
  exclusive_max: number,
  /** What values have to be multiples of, as decimal numbers: positive. */
  multiple_of: positive,
};

/** The parameters of `Float`. */
export interface FloatParams extends ParamsOf<typeof params> {}

class FloatValidator extends withParams(params) {
  override check(input: unknown, report: Report): number | null | Failed {
    if (input === null && this.nullable) return null;
    if (typeof input === "bigint" && report.asItStands) return report.fail(InvalidTypeError, "number", "bigint");
    const value = this.coerce ? toNumber(input) : exactNumber(input);
    if (value === undefined) {
      if (this.coerce) return notConverted("number", input, report);
      return report.fail(InvalidTypeError, "number", typeName(input));
    }
    if (Number.isNaN(value)) return this.nan ? value : report.fail(FloatValueError, "number", value);
    if (!Number.isFinite(value) && !this.inf) return report.fail(FloatValueError, "finite", value);
    return outOfRange(this, value, report) || outOfStep(this, value, report) ? FAILED : value;
  }

  override keepsInput(): boolean {
    return !this.coerce;
  }
}

type FloatInput<P> = number | IfGiven<P, Off<"coerce">, string | boolean>;

/** See `Compile`. */
export function compileFloat(float: Float): Outline {
  const { nullable, coerce, nan, inf } = float;
  const most = inf ? Number.POSITIVE_INFINITY : Number.MAX_VALUE;
  const min = Math.max(float.min ?? -most, -most);
  const max = Math.min(float.max ?? most, most);
  return {
    kind: "leaf",
    nullable,
    convert: coerce ? toNumber : undefined,
    conditions: [{ kind: "number", type: coerce ? "any" : "number", nan, min, max, steps: float }],
    unsignsZero: true,
    isVague: coerce,
  };
}

/**
 * A number, and a bigint in the safe range; the result is a number.
 * Errors, in order: InvalidTypeError, FloatValueError (`"number"`, `"finite"`), MinValueError, MaxValueError,
 * ExclusiveMinValueError, ExclusiveMaxValueError, MultipleError.
 * @param params `nullable`, `coerce`, `nan`, `inf`, `min`, `max`, `exclusive_min`, `exclusive_max`, `multiple_of`,
 *   `alias`, `replace`
 * @example Float({ min: 0, max: 1 })(0.5); // 0.5
 */
export const Float: Constructor<MadeFloat, FloatParams, "nullable" | "coerce"> = callable("Float", FloatValidator);
export interface Float<in out P = Record<never, never>>
  extends ValidatorOf<P, number, FloatInput<P>>,
    FieldsOf<typeof params> {}
/** A `Float`, by its parameters: see `Made`. */
export interface MadeFloat extends Made {
  readonly made: Float<this["given"]>;
}
