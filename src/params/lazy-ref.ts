/**
 * The parameter `use` of LazyRef: an alias, or a function that returns the validator. A function gets an internal
 * alias.
 */
import { lazy } from "../schemas/lazies.ts";
import type { Lazy } from "../schemas/registry.ts";
import { type Contract, classHint, isValidator, type Validator } from "../validator.ts";
import { typeName } from "../values/input.ts";
import { alias } from "./shared.ts";

type GetValidator = () => Validator;

/** The alias of each function, so that it is the same each time. */
const known: WeakMap<GetValidator, Lazy<Validator>> = new WeakMap();

/** By reference: the entry that keeps its alias alive. */
export const kept: WeakMap<Validator, Lazy<Validator>> = new WeakMap();

const aliasOf: Contract<string, string | GetValidator> = (owner, attr, value) => {
  if (typeof value !== "function" || isValidator(value)) return alias(owner, attr, value);
  const given = value as GetValidator;
  let entry = known.get(given);
  if (entry === undefined) {
    entry = lazy.add(() => {
      const target = given();
      if (isValidator(target)) return target;
      throw new TypeError(
        `The function of a LazyRef should return a validator, got ${typeName(target)}${classHint(target)}`,
      );
    }) as Lazy<Validator>;
    known.set(given, entry);
  }
  kept.set(owner, entry);
  return entry.alias;
};

/** An alias, or a function that returns a validator. */
export const use: Contract<string, string | GetValidator> = /*#__PURE__*/ Object.assign(aliasOf, {
  // A dump cannot hold a function, so the alias stays registered as long as the program runs.
  dump(name: string): string {
    lazy.keep(name);
    return name;
  },
});
