/** Parameters of Optional, and what a Dict does with members that are one: their keys are optional. */
import { notesOf } from "../schemas/notes.ts";
import { builtInChecks, type Contract, checkOf, type Validator } from "../validator.ts";
import { ownValue } from "../values/input.ts";
import { asValidator } from "./shared.ts";

/** The validators that are an Optional. */
const optionals: WeakSet<Validator> = new WeakSet();

/** The validator of an Optional. */
export const optionalItem: Contract<Validator> = (owner, attr, value) => {
  const item = asValidator(owner, attr, value);
  optionals.add(owner);
  return item;
};

/**
 * What a member of a Dict asks of a value that is there: itself, if it has messages of its own; undefined if it is no
 * Optional, or one of a class with a check of its own.
 */
export function itemOfOptional(member: Validator): Validator | undefined {
  if (!optionals.has(member) || !builtInChecks.has(checkOf(member))) return undefined;
  if (notesOf(member) !== undefined) return member;
  const item = ownValue(member, "item") as Validator;
  return itemOfOptional(item) ?? item;
}
