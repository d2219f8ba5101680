/**
 * Validators under stricter types: branded ones, and ones whose results are not to be changed. Nothing happens at run
 * time.
 */
import { typeName } from "../values/input.ts";
import { validatorOf } from "./compiled.ts";
import type { AnyValidator, CallerOf, Infer, InferInput } from "./types.ts";
import { classHint, type Validator } from "./validator.ts";

/** A value of type `T` that has been through a validator with the brand `B`; null and undefined have none. */
export type Branded<T, B extends string> = T extends null | undefined
  ? T
  : T & { readonly "~brand": { readonly [Name in B]: true } };

/** The validator `V`, whose results have the brand `B`. Types only. */
export type Brand<V extends AnyValidator, B extends string> = Validator<
  Branded<Infer<V>, B>,
  InferInput<V>,
  CallerOf<V>
> &
  V &
  (V extends Wrapper<infer I extends AnyValidator> ? { readonly item: Brand<I, B> } : unknown);

// An Optional, or a Default: a Dict takes the types of what is in it.
type Wrapper<V> = { readonly item: V } & ({ readonly "~optional": true } | { readonly "~default": true });

// A validator as `V`, whose results are not to be changed.
type Unchanging<V extends AnyValidator> = Validator<Readonly<Infer<V>>, InferInput<V>, CallerOf<V>> &
  (V extends Wrapper<infer I extends AnyValidator>
    ? { readonly [Mark in keyof V & ("~optional" | "~default")]: true } & { readonly item: Unchanging<I> }
    : unknown);

/**
 * The same validator, with a type of its own for the results. So a function can ask for the id of a user, and the
 * compiler refuses any other number. Nothing changes at run time.
 * @param _name the name of the brand: a literal text, which makes the type.
 * @throws TypeError if it is no validator.
 * @example const userId = brand(Int({ min: 1 }), "UserId"); type UserId = Infer<typeof userId>;
 */
export function brand<V extends AnyValidator, const B extends string>(validator: V, _name: B): Brand<V, B> {
  return checked("brand", validator) as unknown as Brand<V, B>;
}

/**
 * The same validator, whose results have the type `Readonly`. They are not frozen.
 * @throws TypeError if it is no validator.
 * @example const config = readonly(Dict({ port: Int() }))
 */
export function readonly<V extends AnyValidator>(validator: V): Unchanging<V> {
  return checked("readonly", validator) as never;
}

function checked(caller: string, given: unknown): Validator {
  const validator = validatorOf(given);
  if (validator !== undefined) return validator;
  throw new TypeError(`${caller} takes a validator, got ${typeName(given)}${classHint(given)}`);
}
