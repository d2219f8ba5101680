/** The public `load`: it knows all built-in classes, as data may name any of them. */
import { load as loadRegistered, type Update } from "./core/schemas/dump.ts";
import { classes, type Validator, type ValidatorClass } from "./core/validator.ts";
import * as builtIn from "./validators/index.ts";

/**
 * Builds a validator from data: a dump (`__class__`), a registered validator (`__use__`: alias), or a clone of a
 * registered one (`__clone__`: alias, `update`: changes).
 * @param data the data; its own keys only, and no name is resolved outside the two registries.
 * @param update changes applied before building; see `Update`.
 * @param unset names to remove, by path (as the `path-` keys of `update`).
 * @throws AssertionError if `data` is not one of the forms; KeyError for an unknown class or alias, a path that leads
 *   nowhere, or a key to remove that is not there; ValueError for a member to remove that is not there; what the
 *   parameters' contracts throw.
 * @example load({ __class__: "Int", min: 1 }); // <Int(min=1)>
 */
export function load(data: unknown, update?: Update, unset?: Update): Validator {
  // Each class registered itself when it was made, but a bundler leaves out classes that a program does not name.
  for (const one of Object.values(builtIn) as unknown as ValidatorClass[]) if (!classes.has(one.name)) classes.add(one);
  return loadRegistered(data, update, unset) as Validator;
}
