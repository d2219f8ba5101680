/** Parameters of Default. A Dict takes the values of such members as its defaults. */
import { ownValue } from "../../values/input.ts";
import { asyncCall } from "../report/async-call.ts";
import { answered } from "../report/check.ts";
import { paramName } from "../schemas/checker.ts";
import { copy } from "../schemas/copy.ts";
import { derive, derivedOf } from "../schemas/derived.ts";
import { builtInChecks, type Contract, checkOf, type Validator } from "../validator.ts";
import { asValidator } from "./shared.ts";

interface Derived {
  /** It is a Default. */
  readonly hasDefault: true;
}

/** The validator of a Default. It must not be a Default itself, because the inner default would never be used. */
export const item: Contract<Validator> = (owner, attr, value, given) => {
  const checked = asValidator(owner, attr, value, undefined, given);
  if (isDefault(checked)) throw new TypeError(`${paramName(owner, attr)} should not be a Default`);
  derive<Derived>(owner, { hasDefault: true });
  return checked;
};

/** Returns whether it is a Default, including subclasses that override the check. */
export const isDefault = (validator: Validator): boolean => derivedOf<Derived>(validator).hasDefault === true;

interface DefaultParts {
  readonly item: Validator;
  readonly value: unknown;
}

/** The parts of a Default; undefined if `member` is not one, or overrides the check. */
export function partsOfDefault(member: Validator): DefaultParts | undefined {
  if (!isDefault(member) || !builtInChecks.has(checkOf(member))) return undefined;
  return { item: ownValue(member, "item") as Validator, value: ownValue(member, "value") };
}

/**
 * The default of `owner` for a missing value: a copy, or the result of its function.
 * @throws TypeError if the function returns a Promise or another thenable.
 */
export function madeDefault(owner: Validator, value: unknown): unknown {
  if (typeof value !== "function") return copy(value);
  const made = answered(owner, value());
  const call = asyncCall();
  return call === undefined ? made : call.same(value, undefined, made);
}

/** A schema and its defaults, including those of its members; undefined if they are the same. */
export function withoutDefaults(
  schema: Readonly<Record<string, Validator>>,
  defaults: Readonly<Record<string, unknown>>,
): { readonly schema: Record<string, Validator>; readonly defaults: Record<string, unknown> } | undefined {
  const keys = Object.keys(schema);
  if (!keys.some((key) => isDefault(schema[key] as Validator))) return undefined;
  const members: [key: string, member: Validator][] = [];
  const own: [key: string, value: unknown][] = [];
  let isSame = true;
  for (const key of keys) {
    const member = schema[key] as Validator;
    const parts = partsOfDefault(member);
    // A Default with messages of its own has to be asked about them.
    const isKept = parts === undefined || Object.hasOwn(member, "check");
    members.push([key, isKept ? member : parts.item]);
    if (parts !== undefined) own.push([key, parts.value]);
    isSame &&= isKept && (parts === undefined || Object.hasOwn(defaults, key));
  }
  if (isSame) return undefined;
  return { schema: Object.fromEntries(members), defaults: { ...Object.fromEntries(own), ...defaults } };
}
