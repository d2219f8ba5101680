/** Type: instances of a class (specification, "Type"). */
import { callable, type FieldsOf, type ParamsOf, type ValidatorStatics, withParams } from "../core/builtin.ts";
import { changed, throwingEncoder } from "../core/encode/encoder.ts";
import { ENCODING, type Encoding } from "../core/encode/encodings.ts";
import { encodedResult } from "../core/encode/json-value.ts";
import { GIVES, type Given, type Kind } from "../core/encode/target.ts";
import { InvalidTypeError, MaxValueError, MinValueError, OptionsError } from "../core/errors/errors.ts";
import { firstArg, isFunction } from "../core/params/args.ts";
import { encode, encodedBy, encodeOf } from "../core/params/encode.ts";
import { flag } from "../core/params/shared.ts";
import { classParam, limit, measure, options } from "../core/params/type.ts";
import { FAILED, type Failed, type Report } from "../core/report/report.ts";
import { notConverted } from "../core/rules/leaf.ts";
import { arraySize, failsLength } from "../core/rules/length.ts";
import type { IfGiven, InstanceOf, Off, Only, OrNull, Returned, TypeClass, Unset, WordParams } from "../core/types.ts";
import type { Validator } from "../core/validator.ts";
import { compare, convert, genuine, lengthOrSize, makesTypedArrays } from "../values/convert.ts";
import { equal } from "../values/equal.ts";
import { isArray, isOfType, lengthOf, specName, typeName } from "../values/input.ts";
import { timeOf } from "../values/temporal.ts";

const params = {
  /** The class. */
  tp: classParam,
  /** Accept null. */
  nullable: flag,
  /** Convert with `new tp(value)`, or `tp(value)` for primitives; any error it throws is an InvalidTypeError. */
  coerce: flag,
  /** Lower limit, for types that compare. */
  min: limit,
  /** Upper limit, for types that compare. */
  max: limit,
  /** Least `length` or `size`, for types that have one. */
  minlen: measure,
  /** Greatest `length` or `size`, for types that have one. */
  maxlen: measure,
  /** The only valid values, compared by structure. */
  options,
  /** Returns the input of a value, for `encode` and `stringify`. An Error that it throws refuses the value. */
  encode,
};

/** The parameters of `Type`. */
export interface TypeParams<T = unknown> extends ParamsOf<typeof params, "tp" | "encode"> {
  encode?: ((value: T) => unknown) | undefined;
  min?: T | undefined;
  max?: T | undefined;
  options?: Iterable<T> | undefined;
}

const KINDS: ReadonlyMap<unknown, Kind> = /*#__PURE__*/ new Map<unknown, Kind>([
  [String, "string"],
  [Number, "number"],
  [BigInt, "bigint"],
  [Boolean, "boolean"],
  [Array, "array"],
  [Set, "set"],
  [Date, "date"],
  [Uint8Array, "bytes"],
]);
/** Kinds that a value of another class can be converted from. */
const PRIMITIVES: readonly Kind[] = ["string", "number", "bigint", "boolean", "bytes"];

/** Classes whose values may be JSON. */
const MAY_BE_JSON: readonly unknown[] = [String, Number, Boolean, Array, Object];

class TypeValidator extends withParams(params, firstArg("tp", isFunction)) {
  override check(input: unknown, report: Report): unknown | Failed {
    const { tp, min, max, minlen, maxlen, options } = this;
    if (input === null) return this.nullable ? null : report.fail(InvalidTypeError, specName(tp), "null");
    const isGiven = isOfType(input, tp);
    if (!isGiven && this.coerce && this.#isTooLong(input, report)) return FAILED;
    const value = isGiven || !this.coerce ? input : convert(tp, input);
    if (!isGiven && !this.coerce) return report.fail(InvalidTypeError, specName(tp), typeName(input));
    if (!isGiven && value === undefined) return notConverted(specName(tp), input, report);
    const measures = genuine(() => ({
      least: min === undefined ? 0 : compare(tp, value, min),
      greatest: max === undefined ? 0 : compare(tp, value, max),
      length: minlen === undefined && maxlen === undefined ? 0 : lengthOrSize(value),
    }));
    if (measures?.length === undefined) return report.fail(InvalidTypeError, specName(tp), typeName(input));
    // A value that cannot be compared, such as NaN, is outside any limit.
    if (!(measures.least >= 0)) return report.fail(MinValueError, min, value);
    if (!(measures.greatest <= 0)) return report.fail(MaxValueError, max, value);
    // An invalid Date is JavaScript's form of "no date".
    if (Number.isNaN(timeOf(value))) return report.fail(InvalidTypeError, specName(tp), "invalid datetime");
    if (failsLength(this, measures.length, undefined, report)) return FAILED;
    if (options?.some((option) => equal(option, value)) === false) return report.fail(OptionsError, options, value);
    return value;
  }

  /** Fails an array that would make a typed array of too great a length, before the typed array is created. */
  #isTooLong(input: unknown, report: Report): boolean {
    if (!isArray(input) || !makesTypedArrays(this.tp)) return false;
    const size = lengthOf(input);
    const isTooLong = this.maxlen !== undefined && size > this.maxlen;
    return isTooLong ? failsLength(this, size, undefined, report) !== false : arraySize(size, report) === FAILED;
  }

  override get [GIVES](): Given {
    return KINDS.get(this.tp);
  }

  override [ENCODING](to: Encoding): Validator | string {
    const { isJson, kinds, usesFunction } = to;
    const own = this.coerce ? changed<Type>(Type, this, { coerce: false }) : this;
    const act = encodeOf(this);
    const isConverted = this.coerce && PRIMITIVES.some((kind) => kinds.has(kind)) && !kinds.has(this[GIVES] as Kind);
    if (act === undefined && !isJson && !isConverted) return own;
    if (act === undefined && (isConverted || !MAY_BE_JSON.includes(this.tp)))
      return `it has no encode for ${specName(this.tp)}`;
    if (act !== undefined) usesFunction();
    const form = { isJson, mayLack: to.mayLack && act !== undefined };
    const run = (input: unknown, report: Report): unknown => {
      const value = own.check(input, report);
      if (value === FAILED || value === null) return value;
      return encodedResult(act === undefined ? value : encodedBy(this, act, value), form, report);
    };
    return throwingEncoder(this, [own], run, form);
  }

  override keepsInput(): boolean {
    return false;
  }
}

/**
 * An instance of a class (by `instanceof`, so classes of other realms differ), or a primitive.
 * Errors, in order: InvalidTypeError, MinValueError, MaxValueError, MinLengthError, MaxLengthError, OptionsError.
 * @param params `nullable`, `coerce`, `min`, `max`, `minlen`, `maxlen`, `options`, `encode`, `alias`, `replace`
 * @example Type(URL, { coerce: true })("https://example.org/a").host; // "example.org"
 */
export const Type: TypeConstructor = callable("Type", TypeValidator);
export interface Type<T = unknown, in out P = {}>
  extends Validator<OrNull<P, T>["type"], OrNull<P, T | IfGiven<P, Off<"coerce">, unknown>>["type"]>,
    FieldsOf<typeof params, "encode"> {
  readonly min: T | undefined;
  readonly max: T | undefined;
  readonly options: readonly T[] | undefined;
}
/** The function that returns what a value is made of. */
export interface EncodeOf<T> {
  readonly encode?: ((value: T) => unknown) | undefined;
}
type AnyClass = TypeClass | ((...args: never[]) => unknown);

/** The signatures of `Type`. */
export interface TypeConstructor extends ValidatorStatics<Type> {
  <C extends AnyClass, const P extends Only<TypeParams<InstanceOf<C>>, P> = {}>(
    tp: C,
    params?: P & WordParams & EncodeOf<InstanceOf<C>>,
  ): Returned<Type<InstanceOf<C>, P>, C>;
  new <
    C extends AnyClass = TypeClass,
    const P extends Only<TypeParams<InstanceOf<C>>, P> = Unset<TypeParams<InstanceOf<C>>>,
  >(
    tp: C,
    params?: P & WordParams,
  ): Type<InstanceOf<C>, P>;
}
