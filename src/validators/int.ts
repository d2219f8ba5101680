/** Int: an integer (specification, "Int"). */
import { expectFlag } from "../contracts.ts";
import { InvalidTypeError } from "../errors/errors.ts";
import { typeName } from "../input.ts";
import { integerOf } from "../numeric.ts";
import { FAILED, type Failed, type Report } from "../report.ts";
import type { IfMaybe, Only, OptionOf, OrNull, Unset } from "../types.ts";
import { type CommonParams, callable, Validator, type ValidatorStatics } from "../validator.ts";
import { integer, notAnOption, optionsOf, outOfRange, type Range } from "./limits.ts";

/** Parameters of {@link Int}. */
export interface IntParams extends CommonParams {
  /** Accept null. */
  nullable?: boolean | undefined;
  /** Convert strings as Python's `int()` reads them, booleans to 0 and 1, other numbers toward zero. */
  coerce?: boolean | undefined;
  /** Lower limit. */
  min?: number | undefined;
  /** Upper limit. */
  max?: number | undefined;
  /** The only valid values. */
  options?: Iterable<number> | undefined;
}

interface IntFields extends Range<number> {
  readonly nullable: boolean;
  readonly coerce: boolean;
  readonly options: readonly number[] | undefined;
}

interface IntValidator extends IntFields {}
class IntValidator extends Validator {
  static override readonly params = {
    nullable: expectFlag,
    coerce: expectFlag,
    min: integer,
    max: integer,
    options: optionsOf("integer"),
  };

  override check(input: unknown, report: Report): number | null | Failed {
    if (input === null && this.nullable) return null;
    if (typeof input === "bigint" && report.asItStands) return report.fail(InvalidTypeError, "integer", "bigint");
    const value = this.coerce ? toInteger(input) : exact(input);
    if (value === undefined) return report.fail(InvalidTypeError, "integer", typeName(input));
    if (outOfRange(this, value, report)) return FAILED;
    return notAnOption(this.options, value, report) ? FAILED : value;
  }

  override keepsInput(): boolean {
    return !this.coerce;
  }
}

/** The value itself if it is an integer. Adding 0 turns -0 into 0. */
function exact(input: unknown): number | undefined {
  if (typeof input === "number") return Number.isInteger(input) ? input + 0 : undefined;
  if (typeof input !== "bigint") return undefined;
  const value = Number(input);
  return Number.isSafeInteger(value) ? value : undefined;
}

function toInteger(input: unknown): number | undefined {
  if (typeof input === "number") return Number.isFinite(input) ? Math.trunc(input) + 0 : undefined;
  if (typeof input === "boolean") return Number(input);
  return typeof input === "string" ? integerOf(input) : exact(input);
}

/** What an {@link Int} with parameters `P` takes. */
export type IntInput<P> = OrNull<P, IfMaybe<P, "coerce", true, number | string | boolean, number>>;

/** A validator made by {@link Int}. */
export interface Int<P extends IntParams = Unset<IntParams>>
  extends Validator<OrNull<P, OptionOf<P, number>>, IntInput<P>>,
    IntFields {}

interface IntConstructor extends ValidatorStatics {
  <const P extends Only<IntParams, P> = Unset<IntParams>>(params?: P): Int<P>;
  new <const P extends Only<IntParams, P> = Unset<IntParams>>(params?: P): Int<P>;
  readonly prototype: Int;
}

/**
 * An integer: any number without a fraction, and a bigint in the safe range; the result is a number.
 * Errors, in order: InvalidTypeError, MinValueError, MaxValueError, OptionsError.
 */
export const Int: IntConstructor = callable("Int", IntValidator);
