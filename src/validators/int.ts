/** Int: an integer (specification, "Int"). */

import {
  callable,
  type FieldsOf,
  type ParamsOf,
  RULES,
  type TypeAffectingPart,
  type ValidatorStatics,
  withRules,
} from "../core/builtin.ts";
import { changed, encoder } from "../core/encode/encoder.ts";
import { ENCODING, type Encoding } from "../core/encode/encodings.ts";
import { GIVES, type Given, numberForms } from "../core/encode/target.ts";
import { InvalidTypeError, MaxLengthError } from "../core/errors/errors.ts";
import { limit, multiple, options } from "../core/params/int.ts";
import { coercion, flag } from "../core/params/shared.ts";
import type { Failed, Report } from "../core/report/report.ts";
import { type Leaf, notConverted, wrongType } from "../core/rules/leaf.ts";
import { failLength } from "../core/rules/length.ts";
import { type NumberLimits, NumberRule } from "../core/rules/number.ts";
import { OptionRule } from "../core/rules/option.ts";
import { TAKES } from "../core/schemas/checker.ts";
import type {
  Affecting,
  Bound,
  GivenOptions,
  IfOther,
  IfUsual,
  IntInput,
  IntKind,
  IntOutput,
  Names,
  Only,
  OrNull,
  Returned,
  Unset,
  Usual,
  WordParams,
} from "../core/types.ts";
import type { Validator } from "../core/validator.ts";
import { isBeyondLimit, shown } from "../values/digits.ts";
import type { JsonType } from "../values/json-type.ts";
import { asFlag, exactInteger, jsonBigintOf, TooLong, textToInteger, toBigint, toInteger } from "../values/numeric.ts";

const params = {
  /** Accept null. */
  nullable: flag,
  /**
   * Convert strings as Python's `int()` reads them, booleans to 0 and 1, other numbers toward zero. `"text"`: convert
   * decimal text, as in queries and forms, and nothing else.
   */
  coerce: coercion,
  /** Accept integers of any size; the result is a bigint, and so are the limits and the options. */
  bigint: flag,
  /**
   * Accept integers beyond the safe range too, as the numbers that JavaScript has for them: 1e21, or 2^53 + 1 as 2^53.
   * No effect with `bigint`.
   */
  unsafe: flag,
  /**
   * Accept integers of any size; the result is a bigint where it is beyond the safe range, and else a number. No effect
   * with `bigint`.
   */
  exact: flag,
  /** Lower limit. A bigint needs `bigint`. */
  min: limit,
  /** Upper limit. A bigint needs `bigint`. */
  max: limit,
  /** Exclusive lower limit. A bigint needs `bigint`. */
  exclusive_min: limit,
  /** Exclusive upper limit. A bigint needs `bigint`. */
  exclusive_max: limit,
  /** Values have to be multiples of this positive number. A bigint needs `bigint`. */
  multiple_of: multiple,
  /** The only valid values. Bigints need `bigint`. */
  options,
};

/** The parameters of `Int`. */
export interface IntParams extends ParamsOf<typeof params> {}

/** The limits of numbers. A number beyond the safe range may differ from the integer in the input, so it is refused. */
function safe({ min, max, exclusive_min, exclusive_max, multiple_of }: NumberLimits): NumberLimits {
  return {
    min: min !== undefined && min > Number.MIN_SAFE_INTEGER ? min : Number.MIN_SAFE_INTEGER,
    max: max !== undefined && max < Number.MAX_SAFE_INTEGER ? max : Number.MAX_SAFE_INTEGER,
    ...{ exclusive_min, exclusive_max, multiple_of },
  };
}

/** With `unsafe`: all finite numbers. */
const FINITE = { nan: false, inf: false };

/**
 * The range alone decides which infinities are valid: none, except with limits of bigints, which no infinity reaches.
 */
const EXACT = { nan: false, inf: true, isExact: true };

/** With `exact`. */
const OF_ANY_SIZE = { nan: false, inf: true, takesBigints: true };

/** A number if it has all digits of the integer. */
const withAllDigits = (value: number | bigint): number | bigint =>
  Number.isSafeInteger(Number(value)) ? Number(value) : value;

class IntValidator extends withRules(params) {
  override [RULES](): Leaf {
    const { nullable, coerce, bigint, options } = this;
    const type = coerce || bigint ? "converted" : "integer";
    const exact = this.exact && !bigint;
    const unsafe = this.unsafe && !bigint && !exact;
    const range =
      unsafe || exact
        ? new NumberRule(type, this, unsafe ? FINITE : OF_ANY_SIZE)
        : new NumberRule(type, bigint ? this : safe(this), EXACT);
    return {
      kind: "leaf",
      nullable,
      take: bigint
        ? (input, report) => this.#takeBigint(input, report)
        : exact
          ? (input, report) => this.#takeExact(input, report)
          : (input, report) => this.#takeNumber(input, report),
      rules: options === undefined ? [range] : [range, new OptionRule(options)],
      readsDigits: exact || (unsafe && (range.readsDigits || options?.some(isBeyondLimit) === true)),
      rounds: unsafe,
      unsignsZero: !bigint,
      isOpaque: bigint,
      convert: bigint ? undefined : this.#convert,
      isInexact: coerce !== false || exact,
    };
  }

  override get [GIVES](): Given {
    return this.bigint ? "bigint" : "number";
  }

  override [ENCODING]({ isJson, kinds, prefers }: Encoding): Validator {
    const own = this.coerce ? changed<Int>(Int, this, { coerce: false }) : this;
    const form = prefers(...numberForms(this.coerce), this.bigint && "bigint");
    const isText = form === "string";
    const isFlag = form === "boolean";
    const becomesNumber = this.bigint && form === "number" && kinds.has("number");
    // A step of unknown kind most likely keeps what JSON text has.
    const isNumber = this.bigint && (isJson || kinds.size === 0);
    if (!isText && !isFlag && !becomesNumber && !isNumber) return own;
    const write = isFlag ? asFlag : isText ? String : becomesNumber ? Number : withAllDigits;
    const run = (input: unknown, report: Report): unknown => {
      const value = own.check(input, report);
      return typeof value === "number" || typeof value === "bigint" ? write(value) : value;
    };
    return encoder(this, [own], run, isFlag || isText || becomesNumber ? form : "digits");
  }

  [TAKES](): readonly JsonType[] | undefined {
    return this.coerce ? undefined : ["number"];
  }

  override keepsInput(): boolean {
    return !this.coerce && !this.bigint;
  }

  #takeNumber(input: unknown, report: Report): number | bigint | Failed {
    if (typeof input === "bigint" && report.strict) return wrongType("integer", input, report);
    const value = (this.#convert ?? exactInteger)(input);
    if (value === undefined) return this.#notInteger(input, report);
    if (value !== input || typeof value !== "number") return value;
    const exact = report.exact(value);
    return (this.unsafe ? exact : shown(exact)) as number | bigint;
  }

  get #convert(): ((input: unknown) => number | bigint | undefined) | undefined {
    return this.coerce === "text" ? textToInteger : this.coerce ? toInteger : undefined;
  }

  #takeBigint(input: unknown, report: Report): bigint | Failed {
    const value = typeof input === "number" ? this.#read(input, report) : toBigint(input, this.coerce);
    if (value instanceof TooLong) return failLength(MaxLengthError, value.limit, value.digits, "digit", report);
    return value ?? this.#notInteger(input, report);
  }

  #takeExact(input: unknown, report: Report): number | bigint | Failed {
    const taken = this.#takeBigint(input, report);
    const value = typeof taken === "bigint" ? withAllDigits(taken) : taken;
    // A type guard converts nothing.
    const isConverted = typeof input === "bigint" && typeof value === "number" && report.strict;
    return isConverted ? wrongType("integer", input, report) : value;
  }

  /** Returns the integer value of a number, or of its spelling in JSON. */
  #read(input: number, report: Report): bigint | TooLong | Failed | undefined {
    const truncates = this.coerce === true;
    const whole = truncates ? Math.trunc(input) : input;
    if (Number.isSafeInteger(whole)) return BigInt(whole);
    if (Math.abs(input) < Number.MAX_SAFE_INTEGER || Number.isNaN(input)) return undefined;
    const text = report.spellingOf(input);
    if (text === undefined) return Number.isFinite(input) ? this.#refuse(input, report) : undefined;
    return jsonBigintOf(text, truncates) ?? report.fail(InvalidTypeError, "integer", "number");
  }

  /** The message quotes a number, and also a text if texts are converted. */
  #notInteger(input: unknown, report: Report): Failed {
    return (this.coerce || typeof input === "number" ? notConverted : wrongType)("integer", input, report);
  }

  /** Refuses a number beyond the safe range: it may differ from the integer in the input. */
  #refuse(input: number, report: Report): Failed {
    return new NumberRule("integer", safe(this), EXACT).fails(input, report) as Failed;
  }
}

/**
 * An integer: a number without a fraction, in the safe range (or a bigint in it); the result is a number. With
 * `bigint`, an integer of any size; the result is a bigint, exact to the last digit from JSON text too. With `unsafe`,
 * any number that is an integer. With `exact`, an integer of any size; the result is a bigint only beyond the range.
 * Errors, in order: InvalidTypeError, MaxLengthError (`bigint` only: too many digits), MinValueError, MaxValueError,
 * ExclusiveMinValueError, ExclusiveMaxValueError, MultipleError, OptionsError.
 * @param params `nullable`, `coerce`, `bigint`, `unsafe`, `exact`, `min`, `max`, `exclusive_min`, `exclusive_max`,
 *   `multiple_of`, `options`, `alias`, `replace`
 * @example Int({ min: 1, max: 100, coerce: true })("5"); // 5
 */
export const Int: IntConstructor = callable("Int", IntValidator);
export interface Int<in out P = {}>
  extends Validator<OrNull<P, IntOutput<P>>["type"], OrNull<P, IntInput<P>["type"]>["type"]>,
    FieldsOf<typeof params> {
  readonly min: IntKind<P> | undefined;
  readonly max: IntKind<P> | undefined;
  readonly exclusive_min: IntKind<P> | undefined;
  readonly exclusive_max: IntKind<P> | undefined;
  readonly multiple_of: IntKind<P> | undefined;
  readonly options: readonly IntKind<P>[] | undefined;
}
type Flags = "nullable" | "bigint" | "exact";
/** The usual parameters, each certainly given. */
export interface IntTable extends Usual<IntParams, Flags, "coerce"> {}
/** The signatures of `Int`. The last one is for other parameters. */
export interface IntConstructor extends ValidatorStatics<Int> {
  (): Int;
  <K extends keyof IntTable, const O extends number | bigint = never>(
    params: GivenOptions<K, IntTable, O>,
    ...none: IfUsual<K>
  ): Returned<Int<Affecting<K & (Flags | "options"), O>>, K>;
  <const P extends Only<IntParams & Bound, P> = IntParams, K extends string = never>(
    params?: P & WordParams & Names<K>,
    ...none: IfOther<keyof IntTable, K, P>
  ): Returned<Int<TypeAffectingPart<P, Flags | "coerce" | "options">>, P>;
  new <const P extends Only<IntParams, P> = Unset<IntParams>>(params?: P): Int<P>;
}
