/**
 * Parameters of Optional and the items of a Tuple, and what a Dict does with members that are one: their keys are
 * optional.
 */
import { ownValue } from "../../values/input.ts";
import { errorAnnotationsOf, metaOf } from "../schemas/annotations.ts";
import { paramName } from "../schemas/checker.ts";
import { derive, derivedOf } from "../schemas/derived.ts";
import { withMeta } from "../schemas/params.ts";
import { builtInChecks, type Contract, checkOf, frozenClasses, type Validator } from "../validator.ts";
import { partsOfDefault } from "./default.ts";
import { asValidator, validators } from "./shared.ts";

interface Derived {
  /** It is an Optional. */
  readonly isOptional: true;
}

/** Whether it is an Optional whose check is not overridden. */
const isOptional = (validator: Validator): boolean =>
  derivedOf<Derived>(validator).isOptional === true && builtInChecks.has(checkOf(validator));

/** The validator of an Optional. */
export const optionalItem: Contract<Validator> = (owner, attr, value, given) => {
  const item = asValidator(owner, attr, value, undefined, given);
  derive<Derived>(owner, { isOptional: true });
  return item;
};

/** Whether an item of a Tuple may be missing, if all behind it may be: it is an Optional, or has a default. */
export const mayBeMissing = (item: Validator): boolean => isOptional(item) || partsOfDefault(item) !== undefined;

/** One or more validators of items, in order: those that may be missing are the last. */
export const tupleItems: Contract<readonly Validator[]> = (owner, attr, value, given) => {
  const items = validators(owner, attr, value, given);
  const first = items.findIndex(isOptional);
  const needed = first < 0 ? -1 : items.findIndex((item, index) => index > first && !mayBeMissing(item));
  if (needed < 0) return items;
  throw new TypeError(
    `${paramName(owner, attr)}[${needed}] should be Optional, or have a Default: item ${first} may be missing`,
  );
};

/**
 * What a member of a Dict asks of a value that is there: itself, if it has messages of its own; undefined if it is no
 * Optional, or one of a class with a check of its own. The validator inside gets the metadata, but for a class of the
 * caller's, which may be more than its parameters.
 */
export function itemOfOptional(member: Validator): Validator | undefined {
  if (!isOptional(member)) return undefined;
  const item = ownValue(member, "item") as Validator;
  const meta = metaOf(member);
  const isWhole = meta !== undefined && !frozenClasses.has(item.constructor as never);
  if (isWhole || errorAnnotationsOf(member) !== undefined) return member;
  const described = meta === undefined ? item : withMeta(item, { ...metaOf(item), id: undefined, ...meta });
  return itemOfOptional(described) ?? described;
}
