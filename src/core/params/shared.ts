/** Contracts of parameters that several classes have. */
import type { Coercion } from "../../values/numeric.ts";
import { keepText, literal } from "../../values/text.ts";
import {
  type CollectionOptions,
  expect,
  expectBasestr,
  expectContainer,
  expectFlag,
  expectLength,
  expectSequence,
  ValueError,
} from "../contracts.ts";
import { paramName } from "../schemas/checker.ts";
import { keep } from "../schemas/copy.ts";
import { AllParams } from "../schemas/params.ts";
import type { AnyValidator } from "../types.ts";
import { type Contract, memberHint, memberOf, type Validator } from "../validator.ts";

/** Null and undefined both mean "not given". Tested first, because most parameters are not given. */
export const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;

/** A flag: false if it is not given. */
export { expectFlag as flag } from "../contracts.ts";
/** The conversions: a flag, or `"text"` for decimal text only. */
export const coercion: Contract<Coercion> = /*#__PURE__*/ Object.assign(
  (owner: Validator, attr: string, value: unknown): Coercion => {
    if (value === "text") return value;
    if (typeof value !== "string") return expectFlag(owner, attr, value);
    throw new TypeError(`${paramName(owner, attr)} should be 'text' or a flag, got ${literal(value)}`);
  },
  { isFlag: true },
);
/** An optional integer. */
export const integer: Contract<number | undefined> = (owner, attr, value) =>
  isAbsent(value) ? undefined : (expect(owner, attr, value, { types: "integer" }) as number);
/** An optional number that is not NaN. */
export const number: Contract<number | undefined> = (owner, attr, value) => {
  if (isAbsent(value)) return undefined;
  if (Number.isNaN(value)) throw new ValueError(`${paramName(owner, attr)} should not be NaN`);
  return expect(owner, attr, value, { types: "number" }) as number;
};
/** An optional number that is positive and finite. */
export const positive: Contract<number | undefined> = (owner, attr, value) => {
  const given = number(owner, attr, value);
  if (given === undefined || (given > 0 && Number.isFinite(given))) return given;
  throw new ValueError(`${paramName(owner, attr)} should be positive finite number`);
};
/** An optional length. */
export const length: Contract<number | undefined> = (owner, attr, value) =>
  isAbsent(value) ? undefined : expectLength(owner, attr, value);
/** An optional string. */
export const text: Contract<string | undefined> = (owner, attr, value) =>
  isAbsent(value) ? undefined : expectBasestr(owner, attr, value);
/** An optional set of values of `itemType`, whose static type is `T`. */
/*#__NO_SIDE_EFFECTS__*/ export function optionsOf<T>(
  itemType: CollectionOptions["itemType"],
): Contract<readonly T[] | undefined, Iterable<T>> {
  return (owner, attr, value) => {
    if (isAbsent(value)) return undefined;
    const options = expectContainer(owner, attr, value, { itemType }) as readonly T[];
    // Instances of classes may change.
    return typeof itemType === "function" ? options : keepText(options);
  };
}
/** One of several names, or undefined. */
/*#__NO_SIDE_EFFECTS__*/ export function choice<T extends string>(names: readonly T[]): Contract<T | undefined> {
  return (owner, attr, value) => {
    const name = text(owner, attr, value);
    if (name === undefined || names.includes(name as T)) return name as T | undefined;
    const known = names.map((one) => literal(one)).join(", ");
    throw new ValueError(`${paramName(owner, attr)} should be one of ${known}, got ${literal(name)}`);
  };
}
/** A string that must be given. */
export const alias: Contract<string> = (owner, attr, value) => String(expectBasestr(owner, attr, value));
/** Any value. It is copied. */
export const anything: Contract = /*#__PURE__*/ Object.assign(
  (_owner: Validator, _attr: string, value: unknown) => keep(value),
  {
    // Data loaded from elsewhere may have lost the value. That must not mean undefined, which is a value like any
    // other.
    required: true,
  },
);
/** A validator. */
export const validator: Contract<Validator> = (owner, attr, value, given) =>
  asValidator(owner, attr, value, undefined, given);
/** An optional validator. */
export const maybeValidator: Contract<Validator | undefined, AnyValidator> = (owner, attr, value, given) =>
  isAbsent(value) ? undefined : asValidator(owner, attr, value, undefined, given);
/** One or more validators, in order. */
export const validators: Contract<readonly Validator[]> = (owner, attr, value, given) =>
  Object.freeze(
    (expectSequence(owner, attr, value) ?? []).map((item, index) => asValidator(owner, attr, item, index, given)),
  );

/** An optional list of validators, in order. */
export const maybeValidators: Contract<readonly Validator[] | undefined, readonly AnyValidator[]> = (
  owner,
  attr,
  value,
  given,
) => (isAbsent(value) ? undefined : validators(owner, attr, value, given));

/**
 * Returns `value`, or its member `key`, if it is a validator.
 * @param given all parameters, as a contract gets them.
 */
export function asValidator(
  owner: Validator,
  attr: string,
  value: unknown,
  key?: string | number,
  given?: object,
): Validator {
  const found = memberOf(value);
  if (found !== undefined) return found;
  // Objects in data are validators that lack their class.
  const isData = given !== undefined && AllParams.has(given) && typeof value === "object";
  const hint = isData ? "" : memberHint(value);
  const member = key === undefined ? "" : `[${literal(key)}] value`;
  throw new TypeError(`${paramName(owner, attr)}${member} should be of type Validator${hint}`);
}
