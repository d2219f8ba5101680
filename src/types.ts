/** Static types of validators. They are computed from the parameters, one conditional type per parameter. */

/** What carries static types: every validator. */
export interface Typed {
  readonly "~types"?: { readonly output: unknown; readonly input: unknown };
}

/** The type of what a validator returns. */
export type Infer<V extends Typed> = NonNullable<V["~types"]>["output"];

/** The type of what a validator takes: keys with defaults are optional, coerced types are added. */
export type InferInput<V extends Typed> = NonNullable<V["~types"]>["input"];

/** Parameters `P` of a validator that takes those of `Params`: any other name does not compile. */
export type Known<P, Params> = P & ([Exclude<keyof P, keyof Params>] extends [never] ? unknown : Strange<P, Params>);
type Strange<P, Params> = { readonly [K in Exclude<keyof P, keyof Params>]: never };

/** `T`, or null too if the parameters say `nullable`. */
export type OrNull<P, T> = P extends { readonly nullable: infer N } ? (N extends false | undefined ? T : T | null) : T;

/** The literal type of the `options` if there are any, else `T`. */
export type OptionOf<P, T> = P extends { readonly options: Iterable<infer O> } ? O & T : T;

/** The members of a tuple of validators, as outputs. */
export type Outputs<M extends readonly Typed[]> = { -readonly [I in keyof M]: Infer<M[I]> };

/** The members of a tuple of validators, as inputs. */
export type Inputs<M extends readonly Typed[]> = { -readonly [I in keyof M]: InferInput<M[I]> };

/** One object type in place of an intersection: what editors show. */
export type Simplify<T> = { [K in keyof T]: T[K] } & {};
