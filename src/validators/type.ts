/** Type: instances of a class (specification, "Type"). */
import { callable, type ValidatorStatics, withParams } from "../builtin.ts";
import { expectFlag, ValueError } from "../contracts.ts";
import { InvalidTypeError, MaxValueError, MinValueError, OptionsError } from "../errors/errors.ts";
import { FAILED, type Failed, type Report } from "../report/report.ts";
import type { FieldsOf, IfMaybe, InstanceOf, Only, OrNull, ParamsOf, Unset } from "../types.ts";
import { type Contract, isValidator, type Validator } from "../validator.ts";
import { compare, convert, genuine, isNothing, lengthOrSize, makesTypedArrays, PRIMITIVES } from "../values/convert.ts";
import { keep } from "../values/copy.ts";
import { equal } from "../values/equal.ts";
import { isArray, isOfType, lengthOf, specName, type TypeSpec, typeName } from "../values/input.ts";
import { literal } from "../values/text.ts";
import { arraySize, firstArg, length, optionsOf, wrongLength } from "./bounds.ts";

/** A class, or String, Number, Boolean or BigInt for the primitive. */
export type TypeClass = abstract new (...args: never[]) => unknown;

const classParam: Contract<TypeSpec> = (owner, attr, value) => {
  const isClass = typeof value === "function" && !isValidator(value) && Object(value.prototype) === value.prototype;
  if (isClass || PRIMITIVES.includes(value)) return value as TypeSpec;
  throw new TypeError(`${owner.constructor.name}.${attr} should be a class`);
};

/** A limit of the type itself. */
const limit: Contract = (owner, attr, value) => {
  if (value === undefined || value === null) return undefined;
  const { tp } = owner as unknown as Fields;
  if (!isOfType(value, tp)) throw new TypeError(`${owner.constructor.name}.${attr} should be of type ${specName(tp)}`);
  if (!isNothing(value)) return keep(value);
  throw new ValueError(`${owner.constructor.name}.${attr} should not be ${literal(value)}`);
};

const typeLength: typeof length = (owner, attr, value) => {
  const checked = length(owner, attr, value);
  const { prototype, name } = (owner as unknown as { tp: { prototype: object; name: string } }).tp;
  if (checked === undefined || "length" in prototype || "size" in prototype) return checked;
  throw new TypeError(`Type ${name} does not provide a length or size`);
};

/** Options of the type itself. */
const typeOptions: Contract<readonly unknown[] | undefined, Iterable<unknown>> = (owner, attr, value) =>
  keep(optionsOf((owner as unknown as Fields).tp)(owner, attr, value));

const isFunction = (value: unknown): boolean => typeof value === "function";

const params = {
  /** The class. */
  tp: classParam,
  /** Accept null. */
  nullable: expectFlag,
  /** Convert with `new tp(value)`, or `tp(value)` for primitives; any error it throws is an InvalidTypeError. */
  coerce: expectFlag,
  /** Lower limit, for types that compare. */
  min: limit,
  /** Upper limit, for types that compare. */
  max: limit,
  /** Least `length` or `size`, for types that have one. */
  minlen: typeLength,
  /** Greatest `length` or `size`, for types that have one. */
  maxlen: typeLength,
  /** The only valid values, compared by structure. */
  options: typeOptions,
};

type Fields = FieldsOf<typeof params>;

class TypeValidator extends withParams(params, firstArg("tp", isFunction)) {
  override check(input: unknown, report: Report): unknown | Failed {
    const { tp, min, max, minlen, maxlen, options } = this;
    if (input === null) return this.nullable ? null : report.fail(InvalidTypeError, specName(tp), "null");
    const isGiven = isOfType(input, tp);
    if (!isGiven && this.coerce && this.#isTooLong(input, report)) return FAILED;
    const value = isGiven || !this.coerce ? input : convert(tp, input);
    if (!isGiven && (!this.coerce || value === undefined)) {
      return report.fail(InvalidTypeError, specName(tp), typeName(input));
    }
    const measures = genuine(() => ({
      least: min === undefined ? 0 : compare(tp, value, min),
      greatest: max === undefined ? 0 : compare(tp, value, max),
      length: minlen === undefined && maxlen === undefined ? 0 : lengthOrSize(value),
    }));
    if (measures?.length === undefined) return report.fail(InvalidTypeError, specName(tp), typeName(input));
    // What cannot be compared, as NaN, is not within a limit.
    if (!(measures.least >= 0)) return report.fail(MinValueError, min, value);
    if (!(measures.greatest <= 0)) return report.fail(MaxValueError, max, value);
    if (wrongLength(this, measures.length, report)) return FAILED;
    if (options?.some((option) => equal(option, value)) === false) return report.fail(OptionsError, options, value);
    return value;
  }

  /** Fails an array that would make too long a typed array: it is not made to find that out. */
  #isTooLong(input: unknown, report: Report): boolean {
    if (!isArray(input) || !makesTypedArrays(this.tp)) return false;
    const size = lengthOf(input);
    const isTooLong = this.maxlen !== undefined && size > this.maxlen;
    return isTooLong ? wrongLength(this, size, report) : arraySize(size, report) === FAILED;
  }

  override keepsInput(): boolean {
    return false;
  }
}

/** Parameters of {@link Type} for instances of `T`. */
export interface TypeParams<T = unknown> extends ParamsOf<typeof params, "tp"> {
  min?: T | undefined;
  max?: T | undefined;
  options?: Iterable<T> | undefined;
}

/** A validator made by {@link Type}. */
export interface Type<T = unknown, P = Record<never, never>>
  extends Validator<OrNull<P, T>, OrNull<P, IfMaybe<P, "coerce", true, unknown, T>>>,
    Fields {
  readonly min: T | undefined;
  readonly max: T | undefined;
  readonly options: readonly T[] | undefined;
}

type AnyClass = TypeClass | ((...args: never[]) => unknown);

interface TypeConstructor extends ValidatorStatics<Type> {
  <C extends AnyClass, const P extends Only<TypeParams<InstanceOf<C>>, P> = Record<never, never>>(
    tp: C,
    params?: P,
  ): Type<InstanceOf<C>, P>;
  new <
    C extends AnyClass = TypeClass,
    const P extends Only<TypeParams<InstanceOf<C>>, P> = Unset<TypeParams<InstanceOf<C>>>,
  >(
    tp: C,
    params?: P,
  ): Type<InstanceOf<C>, P>;
}

/**
 * An instance of a class (`instanceof`: a class of another realm is another class), or a primitive.
 * Errors, in order: InvalidTypeError, MinValueError, MaxValueError, MinLengthError, MaxLengthError, OptionsError.
 */
export const Type: TypeConstructor = callable("Type", TypeValidator);
