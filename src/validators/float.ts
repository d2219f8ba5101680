/** Float: a number (specification, "Float"). */

import {
  callable,
  type FieldsOf,
  type ParamsOf,
  RULES,
  type TypeAffectingPart,
  type ValidatorOf,
  type ValidatorStatics,
  withRules,
} from "../core/builtin.ts";
import { changed, encoder } from "../core/encode/encoder.ts";
import { ENCODING, type Encoding } from "../core/encode/encodings.ts";
import { GIVES, type Given, numberForms } from "../core/encode/target.ts";
import { bound, multiple } from "../core/params/number.ts";
import { coercion, flag } from "../core/params/shared.ts";
import type { Report } from "../core/report/report.ts";
import { type Leaf, notConverted, wrongType } from "../core/rules/leaf.ts";
import { NumberRule } from "../core/rules/number.ts";
import { TAKES } from "../core/schemas/checker.ts";
import type {
  Affecting,
  Bound,
  GivenParams,
  IfGiven,
  IfMaybe,
  IfOther,
  IfUsual,
  Names,
  Off,
  Only,
  Returned,
  Unset,
  Usual,
  WordParams,
} from "../core/types.ts";
import type { Validator } from "../core/validator.ts";
import { isBeyond, writtenInteger } from "../values/digits.ts";
import type { JsonType } from "../values/json-type.ts";
import { asFlag, exactNumber, integerOf, numberText, textToNumber, toNumber } from "../values/numeric.ts";

const params = {
  /** Accept null. */
  nullable: flag,
  /**
   * Convert strings as Python's `float()` reads them, and booleans to 0 and 1. `"text"`: convert decimal text, as in
   * queries and forms, and nothing else.
   */
  coerce: coercion,
  /**
   * An integer beyond the safe range is accepted as a bigint, and is one in results: with all the digits that it has in
   * JSON text. Other numbers stay numbers.
   */
  exact: flag,
  /** Accept NaN; the limits do not apply to it. */
  nan: flag,
  /** Accept the infinities. */
  inf: flag,
  /** Lower limit. */
  min: bound,
  /** Upper limit. */
  max: bound,
  /** Exclusive lower limit. */
  exclusive_min: bound,
  /** Exclusive upper limit. */
  exclusive_max: bound,
  /** Values have to be multiples of this positive number, as decimal numbers. */
  multiple_of: multiple,
};

/** The parameters of `Float`. */
export interface FloatParams extends ParamsOf<typeof params> {}

class FloatValidator extends withRules(params) {
  override [RULES](): Leaf {
    const { nullable, coerce } = this;
    const convert = coerce === "text" ? textToNumber : coerce ? toNumber : undefined;
    const { nan, inf, exact } = this;
    const rule = new NumberRule(coerce ? "converted" : "number", this, { nan, inf, takesBigints: exact });
    const readsDigits = exact || rule.readsDigits;
    return {
      kind: "leaf",
      nullable,
      take(input, report) {
        if (typeof input === "bigint" && report.strict && !(exact && isBigInteger(input)))
          return wrongType("number", input, report);
        const value = exact && isBigInteger(input) ? input : (convert ?? exactNumber)(input);
        if (value === undefined) return (coerce ? notConverted : wrongType)("number", input, report);
        if (typeof value === "bigint" || !isBeyond(value)) return value;
        if (!exact && !Number.isFinite(value)) return value;
        if (typeof input !== "string") return report.exact(value);
        return integerOf(input) ?? (coerce === "text" ? writtenInteger(input.replace("+", ""), value) : value);
      },
      rules: [rule],
      readsDigits,
      rounds: !exact,
      unsignsZero: true,
      convert,
      isInexact: coerce !== false || exact,
    };
  }

  override get [GIVES](): Given {
    return "number";
  }

  override [ENCODING]({ isJson, prefers }: Encoding): Validator {
    const form = prefers(...numberForms(this.coerce));
    const isText = form === "string";
    const isFinite = (isJson || (isText && this.coerce === "text")) && (this.nan || this.inf);
    const changes = { coerce: false, ...(isFinite && { nan: false, inf: false }) };
    const own = this.coerce || isFinite ? changed<Float>(Float, this, changes) : this;
    const isFlag = form === "boolean";
    if (!isText && !isFlag) return own;
    const run = (input: unknown, report: Report): unknown => {
      const value = own.check(input, report);
      if (typeof value !== "number") return value;
      if (isFlag) return asFlag(value);
      return numberText(value);
    };
    return encoder(this, [own], run, form);
  }

  [TAKES](): readonly JsonType[] | undefined {
    return this.coerce ? undefined : ["number"];
  }

  override keepsInput(): boolean {
    return !this.coerce;
  }
}

/** A bigint beyond the safe range. */
const isBigInteger = (value: unknown): value is bigint => typeof value === "bigint" && isBeyond(Number(value));

/** A property for the same reason as in `OrNull`. */
interface FloatOutput<P> {
  readonly type: number | IfGiven<P, Off<"exact">, bigint>;
}
interface FloatInput<P> {
  readonly type: FloatOutput<P>["type"] | IfGiven<P, Off<"coerce">, string> | IfMaybe<P, "coerce", true, boolean>;
}

/**
 * A number, and a bigint in the safe range; the result is a number. With `exact`, an integer beyond it is a bigint.
 * Errors, in order: InvalidTypeError, FloatValueError (`"number"`, `"finite"`), MinValueError, MaxValueError,
 * ExclusiveMinValueError, ExclusiveMaxValueError, MultipleError.
 * @param params `nullable`, `coerce`, `exact`, `nan`, `inf`, `min`, `max`, `exclusive_min`, `exclusive_max`,
 *   `multiple_of`, `alias`, `replace`
 * @example Float({ min: 0, max: 1 })(0.5); // 0.5
 */
export const Float: FloatConstructor = callable("Float", FloatValidator);
export interface Float<in out P = {}>
  extends ValidatorOf<P, FloatOutput<P>["type"], FloatInput<P>["type"]>,
    FieldsOf<typeof params> {}
/** The usual parameters, each certainly given. */
export interface FloatTable extends Usual<FloatParams, "nullable" | "exact", "coerce"> {}
/** The signatures of `Float`. The last one is for other parameters. */
export interface FloatConstructor extends ValidatorStatics<Float> {
  (): Float;
  <K extends keyof FloatTable>(
    params: GivenParams<K, FloatTable>,
    ...none: IfUsual<K>
  ): Returned<Float<Affecting<K & ("nullable" | "exact")>>, K>;
  <const P extends Only<FloatParams & Bound, P> = FloatParams, K extends string = never>(
    params?: P & WordParams & Names<K>,
    ...none: IfOther<keyof FloatTable, K, P>
  ): Returned<Float<TypeAffectingPart<P, "nullable" | "coerce" | "exact">>, P>;
  new <const P extends Only<FloatParams, P> = Unset<FloatParams>>(params?: P): Float<P>;
}
