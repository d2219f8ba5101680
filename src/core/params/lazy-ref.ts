/** The parameter `use` of LazyRef: an alias, or a function that returns the validator. */
import { typeName } from "../../values/input.ts";
import { paramName } from "../schemas/checker.ts";
import { lazy } from "../schemas/lazies.ts";
import { type Contract, classHint, isMember, memberOf, type Validator } from "../validator.ts";
import { alias } from "./shared.ts";

/** A function that returns a validator. */
export type GetValidator = () => Validator;

/** What a function has returned, if it is a validator. */
function expectTarget(target: Validator): Validator {
  const found = memberOf(target);
  if (found !== undefined) return found;
  throw new TypeError(
    `The function of a LazyRef should return a validator, got ${typeName(target)}${classHint(target)}`,
  );
}

const read: Contract<string | GetValidator> = (owner, attr, value) => {
  if (typeof value === "function" && !isMember(value)) {
    lazy.of(value as GetValidator, expectTarget);
    return value as GetValidator;
  }
  if (isMember(value)) {
    const name = paramName(owner, attr);
    throw new TypeError(`${name} should be an alias, or a function that returns the validator: () => ...`);
  }
  const name = alias(owner, attr, value);
  // That of a function in a dump.
  return (lazy.get(name) as GetValidator | undefined) ?? name;
};

/** An alias, or a function that returns a validator. */
export const use: Contract<string | GetValidator> = /*#__PURE__*/ Object.assign(read, {
  // A dump cannot hold a function.
  dump: (given: string | GetValidator): string => (typeof given === "string" ? given : lazy.aliasOf(given)),
});
