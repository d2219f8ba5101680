/** Type: instances of a class (specification, "Type"). */
import { expectFlag, ValueError } from "../contracts.ts";
import { InvalidTypeError, MaxValueError, MinValueError, OptionsError } from "../errors/errors.ts";
import { FAILED, type Failed, type Report } from "../report/report.ts";
import { timeOf } from "../time/temporal.ts";
import type { FieldsOf, IfMaybe, Only, OrNull, ParamsOf, Unset } from "../types.ts";
import {
  type Contract,
  callable,
  isValidator,
  type Validator,
  type ValidatorStatics,
  withParams,
} from "../validator.ts";
import { keep } from "../values/copy.ts";
import { equal } from "../values/equal.ts";
import {
  codePoints,
  isArray,
  isOfType,
  lengthOf,
  ownValue,
  specName,
  type TypeSpec,
  typeName,
} from "../values/input.ts";
import { literal } from "../values/text.ts";
import { arraySize, firstArg, length, optionsOf, wrongLength } from "./bounds.ts";

/** A class, or String, Number, Boolean or BigInt for the primitive. */
export type TypeClass = abstract new (...args: never[]) => unknown;

const PRIMITIVES: readonly unknown[] = [String, Number, Boolean, BigInt];

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

/** JavaScript's values for "none of this type", which compare with nothing: NaN, and a Date that is no date. */
const isNothing = (value: unknown): boolean => Number.isNaN(value) || Number.isNaN(timeOf(value));

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
    if (input === null) {
      return this.nullable ? null : report.fail(InvalidTypeError, specName(this.tp), "null");
    }
    const isGiven = isOfType(input, this.tp);
    if (!isGiven && this.coerce && this.#isTooLong(input, report)) return FAILED;
    const value = isGiven ? input : this.#convert(input);
    if (value === FAILED) return report.fail(InvalidTypeError, specName(this.tp), typeName(input));
    const { tp, min, max, minlen, maxlen, options } = this;
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
    if (!isArray(input) || !makes(this.tp, TypedArray)) return false;
    const size = lengthOf(input);
    const isTooLong = this.maxlen !== undefined && size > this.maxlen;
    return isTooLong ? wrongLength(this, size, report) : arraySize(input, report) === FAILED;
  }

  #convert(input: unknown): unknown | Failed {
    if (!this.coerce || isInexact(this.tp, input)) return FAILED;
    const tp = this.tp as (new (value: unknown) => unknown) & ((value: unknown) => unknown);
    try {
      if (isCostly(tp, input)) return FAILED;
      const value = PRIMITIVES.includes(tp) ? tp(input) : new tp(input);
      // JavaScript's own way to refuse.
      return isNothing(value) ? FAILED : value;
    } catch {
      return FAILED;
    }
  }

  override keepsInput(): boolean {
    return false;
  }
}

/** A number beyond the safe range has lost digits: a bigint made of it would look as if it had them. */
const isInexact = (tp: TypeSpec, input: unknown): boolean =>
  tp === BigInt && typeof input === "number" && !Number.isSafeInteger(input);

const TypedArray = Object.getPrototypeOf(Uint8Array);

/** `tp` is the class `base`, or one of its subclasses. */
const makes = (tp: TypeSpec, base: unknown): boolean =>
  base !== undefined && (tp === base || (tp as { prototype?: unknown }).prototype instanceof (base as typeof Array));

/** The most digits a text may have that becomes a bigint: reading more takes more than linear time. */
const MAX_DIGITS = 1000;
/** The most members of members an array may have that is spelled out, which JavaScript does to make a number of it. */
const MAX_SPELLED = 2 ** 20;

/** Converting would take more than the input holds: a size, holes, and what is met many times cost nothing there. */
function isCostly(tp: TypeSpec, input: unknown): boolean {
  if (tp === BigInt && typeof input === "string") return input.trim().replace(/^[-+]/, "").length > MAX_DIGITS;
  if (PRIMITIVES.includes(tp) || tp === Date) return isArray(input) && isVast([input]);
  // The constructors of arrays and buffers take a size: the input must not say how much memory to take, only hold it.
  if (makes(tp, TypedArray)) return isArray(input) ? isVast(input) : !ArrayBuffer.isView(input);
  if (makes(tp, Array)) return typeof input !== "object";
  return makes(tp, ArrayBuffer) || makes(tp, globalThis.SharedArrayBuffer);
}

/** Whether the arrays among `items` have too many members, and members of members, or too much text. */
function isVast(items: readonly unknown[]): boolean {
  let left = MAX_SPELLED + lengthOf(items);
  const inside = [items];
  for (let array = inside.pop(); array !== undefined; array = inside.pop()) {
    const length = lengthOf(array);
    left -= length;
    for (let index = 0; index < length && left >= 0; index++) {
      const item = ownValue(array, index);
      if (isArray(item)) inside.push(item);
      else if (typeof item === "string" && item.length > MAX_DIGITS) left -= item.length;
    }
    if (left < 0) return true;
  }
  return false;
}

/** The order of two values: by the class's own `compare` if it has one, as Temporal's do, else by `<`; NaN if none. */
function compare(tp: TypeSpec, a: unknown, b: unknown): number {
  const { compare } = tp as { compare?: unknown };
  if (typeof compare === "function") return compare.call(tp, a, b);
  if ((a as number) < (b as number)) return -1;
  if ((a as number) > (b as number)) return 1;
  return (a as number) >= (b as number) ? 0 : Number.NaN;
}

/** The length, or the size, of a value. */
function lengthOrSize(value: unknown): number | undefined {
  if (typeof value === "string") return codePoints(value);
  const { length, size } = value as { length?: number; size?: number };
  return length ?? size;
}

/** What is measured; undefined for a false instance: an object that only has the prototype of a built-in class. */
function genuine<T>(measure: () => T): T | undefined {
  try {
    return measure();
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** The type of the values a class stands for. */
export type InstanceOf<C> = C extends StringConstructor
  ? string
  : C extends NumberConstructor
    ? number
    : C extends BooleanConstructor
      ? boolean
      : C extends BigIntConstructor
        ? bigint
        : C extends { readonly prototype: infer T }
          ? T
          : never;

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
