/** Parameters and checks that many validators share. */
import type { ReadArgs } from "../builtin.ts";
import {
  type CollectionOptions,
  expect,
  expectBasestr,
  expectContainer,
  expectLength,
  expectSequence,
  ValueError,
} from "../contracts.ts";
import { MaxLengthError, MaxValueError, MinLengthError, MinValueError, OptionsError } from "../errors/errors.ts";
import type { Failed, Report } from "../report/report.ts";
import { type Contract, isValidator, paramsObject, type Validator } from "../validator.ts";
import { isArray, MAX_ITEMS, sizeOf } from "../values/input.ts";
import { literal } from "../values/text.ts";

/** Null and undefined both say "not given". Asked first, as most parameters of most validators are not. */
const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;

/** An optional integer. */
export const integer: Contract<number | undefined> = (owner, attr, value) =>
  isAbsent(value) ? undefined : (expect(owner, attr, value, { types: "integer" }) as number);
/** An optional number that is not NaN. */
export const number: Contract<number | undefined> = (owner, attr, value) => {
  if (isAbsent(value)) return undefined;
  if (Number.isNaN(value)) throw new ValueError(`${owner.constructor.name}.${attr} should not be NaN`);
  return expect(owner, attr, value, { types: "number" }) as number;
};
/** An optional length. */
export const length: Contract<number | undefined> = (owner, attr, value) =>
  isAbsent(value) ? undefined : expectLength(owner, attr, value);
/** An optional string. */
export const text: Contract<string | undefined> = (owner, attr, value) =>
  isAbsent(value) ? undefined : expectBasestr(owner, attr, value);
/** An optional set of values of `itemType`, which `T` is. */
/*#__NO_SIDE_EFFECTS__*/ export function optionsOf<T>(
  itemType: CollectionOptions["itemType"],
): Contract<readonly T[] | undefined, Iterable<T>> {
  return (owner, attr, value) =>
    isAbsent(value) ? undefined : (expectContainer(owner, attr, value, { itemType }) as readonly T[]);
}
/** An optional, possibly empty list of keys. */
export const keys: Contract<readonly string[] | undefined, Iterable<string>> = (owner, attr, value) =>
  isAbsent(value)
    ? undefined
    : (expectContainer(owner, attr, value, { itemType: "string", empty: true }) as readonly string[]);
/** A validator. */
export const validator: Contract<Validator> = (owner, attr, value) => asValidator(owner, attr, value);
/** One or more validators, in order. */
export const validators: Contract<readonly Validator[]> = (owner, attr, value) =>
  Object.freeze((expectSequence(owner, attr, value) ?? []).map((item, index) => asValidator(owner, attr, item, index)));

/** `value`, or the member `key` of it, where a validator must be. */
export function asValidator(owner: Validator, attr: string, value: unknown, key?: string | number): Validator {
  if (isValidator(value)) return value;
  const member = key === undefined ? "" : `[${literal(key)}] value`;
  throw new TypeError(`${owner.constructor.name}.${attr}${member} should be of type Validator`);
}

/** Parameters `min` and `max`. */
export interface Range<T> {
  readonly min: T | undefined;
  readonly max: T | undefined;
}

/** Parameters `minlen` and `maxlen`. */
export interface Lengths {
  readonly minlen: number | undefined;
  readonly maxlen: number | undefined;
}

/** Fails the value if it is outside the limits: `min` first. */
export function outOfRange<T extends number | string | bigint | object>(
  { min, max }: Range<T>,
  value: T,
  report: Report,
): boolean {
  if (min !== undefined && value < min) report.fail(MinValueError, min, value);
  else if (max !== undefined && value > max) report.fail(MaxValueError, max, value);
  else return false;
  return true;
}

/** Fails the value if its length is outside the limits: `minlen` first. */
export function wrongLength({ minlen, maxlen }: Lengths, length: number, report: Report): boolean {
  if (minlen !== undefined && length < minlen) report.fail(MinLengthError, minlen, length);
  else if (maxlen !== undefined && length > maxlen) report.fail(MaxLengthError, maxlen, length);
  else return false;
  return true;
}

/** Fails a primitive value that is not one of the options. */
export function notAnOption(options: readonly unknown[] | undefined, value: unknown, report: Report): boolean {
  if (options === undefined || options.includes(value)) return false;
  report.fail(OptionsError, options, value);
  return true;
}

/** A length that was read of an array, within the bound of all arrays. */
export function arraySize(length: unknown, report: Report): number | Failed {
  const size = sizeOf(length);
  return size > MAX_ITEMS ? report.fail(MaxLengthError, MAX_ITEMS, size) : size;
}

/**
 * Arguments of a class made of several validators: `(a, b, ...)`, `([a, b], params)`, or all in one object; parameters
 * may follow the validators too.
 */
/*#__NO_SIDE_EFFECTS__*/ export function memberArgs(param: string): ReadArgs {
  return (args, { name }) => {
    const [first, second] = args;
    if (isArray(first)) return { ...paramsObject(second, name), [param]: first };
    if (args.length === 1 && !isValidator(first)) return paramsObject(first, name);
    const last = args.at(-1);
    if (args.length === 0 || isValidator(last)) return { [param]: args };
    return { [param]: args.slice(0, -1), ...paramsObject(last, name) };
  };
}

/** Arguments of a class whose first is the parameter `param`, which `isParam` knows; or all in one object. */
/*#__NO_SIDE_EFFECTS__*/ export function firstArg(param: string, isParam: (value: unknown) => boolean): ReadArgs {
  return ([first, params], { name }) =>
    isParam(first) ? { ...paramsObject(params, name), [param]: first } : paramsObject(first, name);
}
