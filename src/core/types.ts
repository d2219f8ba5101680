/** Static types of validators. They are computed from the parameters, one conditional type per parameter. */
import type { Words } from "./errors/validation-error.ts";
import type { AnyClass, IsClass, Unexpected } from "./misspelt.ts";
import type { MessageName } from "./schemas/annotations.ts";
import type { Meta } from "./schemas/meta.ts";

/** Texts for errors, by the parameter that refuses a value, or by the code of the issue. */
export interface Messages extends Readonly<Partial<Record<MessageName, Words | undefined>>> {}

/** Messages. Beside a type parameter these tell the compiler what functions among them get. */
export interface WordParams {
  /** The message for a value that this validator itself refuses, if `messages` has none. */
  message?: Words | undefined;
  /** The same by the parameter that refuses the value, or by the code of the issue. */
  messages?: Messages | undefined;
}

/** Parameters of every validator (specification, "Common parameters"). */
export interface CommonParams extends WordParams {
  /** Registers the validator under this name. */
  alias?: string | undefined;
  /** With `alias`: replaces whatever is registered under it. */
  replace?: boolean | undefined;
  /** No error says what the value is. */
  secret?: boolean | undefined;
  /** Documents the validator, for example in JSON Schemas. It does not affect validation. */
  meta?: Meta | undefined;
}

/** The parameters of an `AllOf`, beside its steps. */
export interface PipelineParams extends NullableParams {
  readonly all_errors?: boolean | undefined;
}
/** The parameters of a class that has no others. */
export interface NullableParams extends CommonParams {
  /** Accept null. */
  nullable?: boolean | undefined;
}

/** The `this` of a call that cannot wait, of a validator without async functions. */
// biome-ignore lint/suspicious/noExplicitAny: such a call may have any `this`
export type AnyCaller = any;

/** The output and input types of a validator, and the `this` of calls that cannot wait. */
export interface Types<out Output = unknown, out Input = unknown, in Caller = AnyCaller> {
  readonly output: Output;
  readonly input: Input;
  readonly caller?: (caller: Caller) => void;
}

/**
 * Any validator, by its static types only. With `Validator` the compiler would compare each member of a schema with all
 * its methods, which takes longer than everything else it does for that member.
 */
export interface AnyValidator {
  readonly "~types": Types;
}

/** A validator without async functions, as far as types tell. */
interface SyncValidator {
  readonly "~types": Types<unknown, unknown, unknown>;
}

/**
 * The `this` of a call that cannot wait. No caller is the text, which is the message of the compiler. While the
 * compiler cannot decide, as in a generic function, it takes `any`.
 */
interface Callers {
  readonly sync: AnyCaller;
  readonly async: "This validator has async functions: call validateAsync, safeAsync, jsonAsync or safeJsonAsync";
}

/** The `this` for a validator with the members `V`. */
export type CallerOf<V> = Callers[[V] extends [SyncValidator | undefined] ? "sync" : "async"];
/** The `this` for a validator of a function. */
export type CallerIf<Async> = Callers[[Async] extends [true] ? "async" : "sync"];
/** True if the parameters certainly say `async`. */
export type IsAsync<P> = P extends { readonly async: true } ? true : false;

/** `A`, if it certainly is true. */
export type IsTrue<A> = [A] extends [true] ? true : false;

/** The output type of a validator. */
export type Infer<V extends AnyValidator> = V["~types"]["output"];

/** The input type of a validator: keys with defaults are optional, coerced types are added. */
export type InferInput<V extends AnyValidator> = V["~types"]["input"];

/**
 * No parameters, if the compiler still has to know which parameters are possible: for parameters that are functions,
 * and for classes that extend the constructor. Elsewhere `{}` means no parameters, because it is the
 * shortest form in hovers, and in the declarations of exported schemas.
 */
export type Unset<Params> = Params & { readonly "~unset"?: never };

/** Parameters that types do not depend on: a validator keeps its input and output types if they change. */
type Plain =
  | keyof CommonParams
  | "min"
  | "max"
  | "relmin"
  | "relmax"
  | "minlen"
  | "maxlen"
  | "pattern"
  | "backtrack"
  | "nan"
  | "inf"
  | "unique"
  | "maxdepth"
  | "message"
  | "code"
  | "path";

/**
 * `V`, as the return type of a call that infers `P`. The compiler skips arguments that return functions, as validators
 * are, when it first looks at the arguments of the enclosing call, and then checks all arguments again. Until `P` is
 * inferred, this type hides that the result is a function.
 */
export type Returned<V, P> = Box<V>[keyof P extends unknown ? "made" : never];
interface Box<V> {
  readonly made: V;
}

/**
 * As `Returned`, but visible to the compiler when it infers from the expected type of the call, so that a function
 * among the arguments gets the type of its parameter.
 */
export type Inferred<V, P> = P extends unknown ? V : never;

/** Changes of such parameters only, by their names. */
export type PlainUpdate = { readonly [Name in Plain]?: unknown } & {
  readonly [Path in `${string}.${string}` | `/${string}` | `${string}+` | `${string}-`]?: never;
};

// Unknown names are tested first: the compiler reports only the first of several errors.
/** A bound for the parameters `P` of a validator that takes `Params`: unknown names do not compile. */
export type Only<Params, P> = keyof P extends keyof Params | "~unset" ? Params : Refused<Params, P>;
type Refused<Params, P> = {
  readonly [K in Exclude<keyof P, keyof Params | "~unset">]: Unexpected<K, keyof Params, P[K]>;
} & Params;

/** The same for parameters that are all in one object. Other arguments are compared with `Params`. */
export type AllOnly<Params, P> = "toString" extends keyof P ? Params : Only<Params, P>;

declare const CONTEXT: unique symbol;
/**
 * Stands beside a type parameter for some of the parameters `Params`: editors propose them, and functions among them
 * get the types of their arguments. No object has this type.
 */
export type Context<Params> = Params & { readonly [CONTEXT]: never };

/** `Params` without those `Others`, and with true for the `Flags`. All of them are there. */
export type Usual<Params, Flags = never, Others = never> = {
  readonly [Name in Exclude<keyof Params, Others> | "~other"]: Name extends Flags
    ? true
    : Name extends keyof Params
      ? Params[Name]
      : never;
};
/** Parameters that certainly have the names `K`. The compiler compares these only, not all of the `Table`. */
export type GivenParams<K extends PropertyKey, Table extends Readonly<Record<K, unknown>>> = {
  readonly [Name in K]: Table[Name];
};
/** The same with the options `O`. */
export type GivenOptions<K extends PropertyKey, Table extends Readonly<Record<K, unknown>>, O> = {
  readonly [Name in K]: Name extends "options" ? readonly O[] : Table[Name];
};
/** The parameters `Names` that affect a type: flags, and the options `O`. All such calls have one type. */
export type Affecting<Names extends string, O = never> = [Names] extends [never]
  ? {}
  : { readonly [Name in Names]: Name extends "options" ? readonly O[] : true };

declare const BOUND: unique symbol;
/**
 * What a constraint extends, so that types tell if an argument did not satisfy it: the compiler takes the constraint
 * for the type parameter then.
 */
export interface Bound {
  readonly [BOUND]?: never;
}

/** The last arguments of a signature: as many as no call has drop the signature, and its error. */
type Dropped = readonly [...Five, ...Five, ...Five, ...Five];
type Five = [never, never, never, never, never];
// `Dropping` is a tuple that has an element if the signature is dropped. The spread matters in generic functions: the
// compiler tries any in place of their type parameters, an array of any has no certain first element, and so the
// signature is kept. A property for each outcome would do too, but the compiler infers from the missing arguments, and
// compares the members of both tuples unless it sees a conditional type: that took longer than the rest of a call.
type DropIf<Dropping extends readonly unknown[]> = [...Dropping] extends readonly [unknown] ? Dropped : readonly [];
/** Whether `V` is a constraint. */
type IsBound<V> = [V] extends [never] ? [] : V extends Bound ? (typeof BOUND extends keyof V ? [V] : []) : [];
/** Drops a signature whose argument does not satisfy the constraint of `V`. Another one states the error. */
export type IfFits<V> = DropIf<IsBound<V>>;
/** Drops a signature for parameters that a table does not have. Their names do not satisfy the constraint of `K`. */
export type IfUsual<K, V = unknown> = DropIf<"~other" extends K ? [K] : typeof BOUND extends keyof V ? [V] : []>;
/** Drops a signature for the `Usual` parameters only, if an argument does not satisfy a constraint in `V`. */
export type IfOther<Usual, K, V> = DropIf<[K] extends [Usual] ? IsBound<V> : []>;
/** The same for a `Dict` with the schema `S`. It is also dropped if the schema has getters. */
export type IfOtherSchema<Usual, K, S, P> = DropIf<
  [K] extends [Usual] ? IsBound<P & S> : S extends Refusing ? (typeof GETTERS extends keyof S ? [S] : []) : []
>;
/** Drops a signature whose argument does not satisfy the constraint `Schema`. */
export type IfRecord<S> = DropIf<string extends keyof S ? [S] : []>;
/** Infers the names `K` of parameters. */
export type Names<K extends string> = { readonly [Name in K]?: unknown };

/** Some of these are among the keys of what is no object of parameters: of primitives, classes, validators. */
type NoParams = "toString" | "prototype" | "~types";
/**
 * The constraint of several validators as separate arguments. A list of them or an object of parameters in their place
 * drops the signature.
 */
export type SeparateMembers<V> = [...Strays<V[0 & keyof V]>] extends readonly [unknown]
  ? Dropped
  : readonly AnyValidator[];
/** A tuple that has an element if the first argument `F` is a list or an object of parameters: see `DropIf`. */
type Strays<F> = F extends AnyValidator
  ? []
  : F extends readonly unknown[]
    ? [F]
    : F extends object
      ? Extract<keyof F, NoParams> extends never
        ? [F]
        : []
      : F extends null
        ? [F]
        : [];
/** A bound for an argument: a validator, or undefined, or an object of `Params` in its place. */
export type MemberOr<Params, A> = [...Strays<A>] extends readonly [unknown]
  ? Only<Params, A>
  : AnyValidator | undefined;
/** The constraint of a list of validators. */
export type MemberList<V> = "every" extends keyof V ? readonly AnyValidator[] : readonly AnyValidator[] & Bound;
/** The same where an object of parameters is no form of the call, so that only a validator drops the signature. */
export type OnlyList<V> = [...Strays<V>] extends readonly [unknown]
  ? readonly AnyValidator[]
  : readonly AnyValidator[] & Bound;
/** A bound for the only argument, all parameters in an object. Others drop the signature. */
export type WholeOnly<Params, P> =
  Extract<keyof P, NoParams> extends never ? Only<Params, P> : Bound & { readonly "~refused": never };

/** The constraint of an item. */
export interface Item extends AnyValidator, Bound {}

/**
 * The type that the parameter `K` may have. If `P` has it only in some cases, as an optional property or in one member
 * of a union, it counts as given, so that types are widened rather than wrong.
 */
export type Param<P, K extends string> = P extends unknown
  ? K extends keyof P
    ? "~unset" extends keyof P
      ? never
      : P[K]
    : never
  : never;

// A type compared with never is not a naked type parameter, so it does not distribute, and needs no tuple for that.
/** `Then` if the parameter `K` of `P` may be of type `Value`, else `Else`. */
export type IfMaybe<P, K extends string, Value, Then, Else = never> =
  Extract<Param<P, K>, Value> extends never ? Else : Then;

/** `Then` if some of the `Absent` parameters may be given, as anything but false. Cheaper than `IfMaybe`. */
export type IfGiven<P, Absent, Then> = P extends Absent ? never : "~unset" extends keyof P ? never : Then;
// Extends `object`, so that types without any property in common with this one are assignable to it.
/** Parameters without those with the names `K`, or with false for them. */
export type Off<K extends string> = object & { readonly [Name in K]?: false | undefined };

/** `T`, or its read-only equivalent, as literals have when their types are inferred as constants. */
export type ReadOnly<T> = unknown extends T
  ? T
  : T extends (...args: never[]) => unknown
    ? T
    : { readonly [K in keyof T]: ReadOnly<T[K]> };

/**
 * `OrNull<P, T>["type"]` is `T`, or null too if the parameters may say `nullable`. It is a property because
 * declarations of programs that export inferred types would name the alias of a union, which they cannot import; a
 * property is written out.
 */
export interface OrNull<P, T> {
  readonly type: T | IfGiven<P, Off<"nullable">, null>;
}

/**
 * Only `nullable` of the parameters `P`, if it may be given: the types of a class without other parameters depend on
 * it.
 */
export type NullableOf<P> = IfGiven<P, Off<"nullable">, null> extends never ? {} : Pick<P, keyof P & "nullable">;

/** The literal type of the `options` if there certainly are any, else `T`. */
export type OptionOf<P, T> = P extends { readonly options: infer O } ? ItemOf<O> & T : T;

/** The members of a tuple of validators, as outputs or inputs; those of its parameter `rest` follow. */
export type TupleOf<M extends readonly AnyValidator[], P, Side extends keyof Types> =
  P extends Off<"rest">
    ? M[number] extends NeededItem
      ? Sides<M, Side>
      : ItemsMaybe<M, Side>
    : [...ItemsMaybe<M, Side>, ...RestOf<P>["~types"][Side][]];
type Sides<M extends readonly AnyValidator[], Side extends keyof Types> = {
  -readonly [I in keyof M]: M[I]["~types"][Side];
};
// One test for both marks.
interface NeededItem extends Undefaulted {
  readonly "~optional"?: never;
}
/** Members whose last ones may be missing. Results have those up to the last that has a default. */
type ItemsMaybe<M extends readonly AnyValidator[], Side extends keyof Types> = M extends readonly [
  ...infer Before extends readonly AnyValidator[],
  infer Last extends AnyValidator,
]
  ? Last extends OptionalMember<infer V extends AnyValidator>
    ? [...ItemsMaybe<Before, Side>, (Side extends "input" ? Last : V)["~types"][Side]?]
    : Last extends Defaulted
      ? Side extends "input"
        ? [...ItemsMaybe<Before, Side>, Last["~types"][Side]?]
        : Sides<M, Side>
      : Sides<M, Side>
  : Sides<M, Side>;
/** The validator of the items behind those of a `Tuple`. */
export type RestOf<P> = Extract<Param<P, "rest">, AnyValidator>;

/** One object type in place of an intersection: what editors show. */
export type Simplify<T> = { [K in keyof T]: T[K] } & {};

// Arrays are tested first, because the compiler compares an array with an iterable member by member.
/** The members of an iterable. */
export type ItemOf<I> = I extends readonly (infer K)[] ? K : I extends Iterable<infer K> ? K : never;
type KeyOf<D> = D extends object ? keyof D : never;
type SecondOf<E> = E extends readonly [AnyValidator, infer V extends AnyValidator] ? V : never;

/** The keys that the parameter `N` may name. */
export type MaybeKeys<P, N extends string> = ItemOf<Param<P, N>>;
/** The keys that are certainly dropped. A list type without a length may be empty. */
export type Disposed<P> = P extends { readonly dispose: infer D extends readonly unknown[] }
  ? number extends D["length"]
    ? never
    : D[number]
  : never;
/** The keys that may have a default. */
export type MaybeDefaults<P> = KeyOf<Param<P, "defaults">>;
/** The keys that certainly have a default. */
export type Defaults<P> = P extends { readonly defaults: infer D } ? RequiredKeys<D> : never;
/** The keys of an object that are certainly there. */
export type RequiredKeys<D> = D extends object
  ? { [K in keyof D]-?: Pick<D, K> extends Required<Pick<D, K>> ? K : never }[keyof D]
  : never;
/** The constraint of a schema. */
export interface AnySchema extends Schema, Bound {}
/** Validators by key. */
export type Schema = Readonly<Record<string, AnyValidator>>;

/**
 * The keys whose members have defaults of their own. Usually there are none, so all members are tested at once first.
 */
export type OwnDefaults<S> = S[keyof S] extends Undefaulted
  ? never
  : { [K in keyof S]: S[K] extends Defaulted ? K : never }[keyof S];
interface Defaulted {
  readonly "~default": true;
}
interface Undefaulted extends AnyValidator {
  readonly "~default"?: never;
}

/** The keys whose members are an `Optional`. */
export type OwnOptional<S> = S[keyof S] extends NotOptional
  ? never
  : { [K in keyof S]: S[K] extends OptionalMember<unknown> ? K : never }[keyof S];
// One test for both marks.
interface NotOptional extends AnyValidator {
  readonly "~optional"?: never;
  readonly "~makes"?: never;
}

/** The keys whose members may make undefined: results do not have them then. */
export type OwnMaybe<S> = S[keyof S] extends NotOptional
  ? never
  : { [K in keyof S]: S[K] extends Maker<infer Output> ? IfUndefined<Output, K> : never }[keyof S];
/** The mark of a validator whose output type is that of a function. */
interface Maker<Output> {
  readonly "~makes": true;
  readonly "~types": { readonly output: Output };
}
type IfUndefined<T, Then> = unknown extends T ? never : undefined extends T ? Then : never;

/** The schema that a `Dict` keeps: in place of an `Optional` stands its item. */
export type KeptSchema<S> = { [K in keyof S]: S[K] extends OptionalMember<infer V> ? V : S[K] };
/** The mark that distinguishes an `Optional` from other validators. */
export interface OptionalMember<V> {
  readonly "~optional": true;
  readonly item: V;
}

/** Keys that the result may lack, and those that the input may. */
type LackedByOutput<S, P> =
  | OwnMaybe<S>
  | Exclude<OwnOptional<S>, Defaults<P>>
  | (P extends Off<"optional" | "dispose">
      ? never
      : Exclude<MaybeKeys<P, "optional"> | MaybeKeys<P, "dispose">, Defaults<P> | OwnDefaults<S>>);
type LackedByInput<S, P> =
  | OwnDefaults<S>
  | OwnOptional<S>
  | (P extends Off<"optional" | "defaults" | "dispose">
      ? never
      : MaybeKeys<P, "optional"> | MaybeDefaults<P> | MaybeKeys<P, "dispose">);

/** Members and what is beside them: one object, unless that is any key, with other values than the members. */
type Joined<Keys, Others> = string extends keyof Others ? Keys & Others : Simplify<Keys & Others>;
type Rest<S extends Schema, P, Side extends keyof Types> = [ExtraPair<P>] extends [never]
  ? KeptOf<P, unknown>
  : ExtraOf<P, Side, BesideValue<P, Side> | OwnValue<S, Side>>;
type KeptOf<P, Else> = IfMaybe<
  P,
  "unknown",
  "keep",
  { [key: string]: unknown },
  P extends Off<"patterns"> ? Else : { [key: string]: unknown }
>;
type RestOnly<P, Side extends keyof Types> = [ExtraPair<P>] extends [never]
  ? KeptOf<P, {}>
  : ExtraOf<P, Side, BesideValue<P, Side>>;
type ExtraPair<P> = Extract<Param<P, "extra">, readonly unknown[]>;
/** The values of keys beside those of the schema. Patterns have values of their own. */
type BesideValue<P, Side extends keyof Types> =
  P extends Off<"patterns"> ? SecondOf<Param<P, "extra">>["~types"][Side] : unknown;
// The compiler compares each key of a literal with the type of all keys, also those of the schema.
type OwnValue<S extends Schema, Side extends keyof Types> = string extends keyof S
  ? unknown
  : Side extends "input"
    ? NonNullable<S[keyof S]>["~types"][Side]
    : never;

/** The keys beside those of the schema: by name where their validator names them, else of type `Value`. */
type ExtraOf<P, Side extends keyof Types, Value> =
  ExtraPair<P> extends readonly [infer K extends AnyValidator, infer V extends AnyValidator]
    ? string extends K["~types"][Side]
      ? { [key: string]: Value | Missing<Side> }
      : (P extends { readonly exhaustive: true }
          ? { [Key in K["~types"][Side] & PropertyKey]: V["~types"][Side] }
          : { [Key in K["~types"][Side] & PropertyKey]?: V["~types"][Side] | Missing<Side> }) &
          (P extends Off<"patterns"> ? unknown : { [key: string]: unknown })
    : { [key: string]: unknown };
// The input may have undefined in place of a key that is missing; unknown includes that.
type Missing<Side> = Side extends "input" ? undefined : never;

/**
 * The outputs or inputs of the members of a schema. Members with the keys `Lacked` are optional, and so are those that
 * are optional properties of the schema. Those with the keys `Gone` are left out.
 */
type Sided<S extends Schema, Side extends keyof Types, Lacked, Gone = never> = [Lacked | OwnOptional<S>] extends [never]
  ? { -readonly [K in keyof S]: NonNullable<S[K]>["~types"][Side] }
  : SidedBy<
      [OwnOptional<S>] extends [never] ? S : ItemsOf<S>,
      Side,
      ([Gone] extends [never] ? Partial<S> : Partial<Omit<S, Gone & keyof S>>) & Pick<S, Exclude<keyof S, Lacked>>,
      Lacked
    >;
// A mapped type over an intersection makes one object, with the keys in the order of the schema, whose keys are
// optional only if they are optional in all parts. The intersection with `{}` drops the name of this type, so that
// editors show the object.
type SidedBy<S extends Schema, Side extends keyof Types, Keys, Lacked> = {
  -readonly [K in keyof Keys]: NonNullable<S[K & keyof S]>["~types"][Side] | Undefined<Side, K, Lacked>;
} & {};
/** `KeptSchema`, where the compiler has to see that it is a schema. */
type ItemsOf<S extends Schema> = {
  [K in keyof S]: S[K] extends OptionalMember<infer V extends AnyValidator> ? V : S[K];
};
// The input may have undefined where a key may be missing, also with `exactOptionalPropertyTypes`. Results never have
// it.
type Undefined<Side, K, Lacked> = Side extends "input" ? (K extends Lacked ? undefined : never) : never;

/** The schema of a `Dict` whose parameters are all in one object; undefined if it has none. */
export type SchemaOf<P, Members> = P extends { readonly schema: infer S extends Schema }
  ? S
  : [Param<P, "schema">] extends [never]
    ? undefined
    : Members | undefined;

/** A bound for the parameters of a `Dict`: defaults may only be given for keys of the schema. */
export type KnownDefaults<S, P> = {
  readonly defaults?: P extends { readonly defaults: infer D }
    ? { readonly [K in Exclude<keyof D, keyof S>]: never }
    : unknown;
};

/** A bound for the only argument of a `Dict`: all parameters, or a schema with a member that is no validator. */
export type DictOnly<Params, P> = keyof P extends keyof Params | "~unset"
  ? Params & KnownKeys<P>
  : Extract<P[Exclude<keyof P, keyof Params>], AnyValidator> extends never
    ? AllOnly<Params, P>
    : "toString" extends keyof P
      ? Params
      : MembersOnly<P>;
/** Keys that the schema among the parameters does not have are neither optional nor have a default. */
interface KnownKeys<P> {
  readonly optional?: Iterable<KeysIn<P>> | undefined;
  readonly defaults?: P extends { readonly defaults: infer D }
    ? { readonly [K in Exclude<keyof D, KeysIn<P>>]: never } | undefined
    : unknown;
}
/** The keys of the schema among the parameters: none if there certainly is no schema, any if types do not tell. */
type KeysIn<P> = P extends { readonly schema: infer S }
  ? keyof S
  : "schema" extends keyof P
    ? string
    : Extract<string, MaybeKeys<P, "optional"> | MaybeDefaults<P>>;
/** Some values are validators, under keys that name no parameters: so all have to be. */
type MembersOnly<P> = {
  readonly [K in keyof P]: P[K] extends AnyClass ? IsClass : AnyValidator;
};

// Of any type, so that the compiler does not ask for the types of getters: they may depend on that of the result.
/** The constraint of a schema with getters. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type LooseSchema = Readonly<Record<string, any>>;
/** Keeps a signature for schemas with properties that are only read, as getters are. Asks for no type of a getter. */
export type IfGetters<S> = DropIf<HasGetters<S> extends true ? (WithoutGetters<S> extends Schema ? [] : [S]) : [S]>;
/** A schema whose members the compiler infers only when it looks a second time. */
// biome-ignore lint/suspicious/noExplicitAny: the constraint of the type parameter depends on itself
export type Uninferred = any;
declare const GETTERS: unique symbol;
/**
 * `V`, the constraint of a schema without getters. That of one with getters is satisfied by none, and the compiler sees
 * it without asking for the types of getters: the property is missing.
 */
export type NoGetters<S, V extends Schema = Schema> = string extends keyof S
  ? V
  : (<T>() => T extends { [K in keyof S]: 0 } ? 1 : 2) extends <T>() => T extends { -readonly [K in keyof S]: 0 }
        ? 1
        : 2
    ? V
    : Refusing;
interface Refusing extends AnySchema {
  readonly [GETTERS]: never;
}
/** True if some properties are only read, as getters are. */
type HasGetters<S> = S extends undefined
  ? false
  : string extends keyof S
    ? false
    : Same<{ [K in keyof S]: 0 }, { -readonly [K in keyof S]: 0 }> extends true
      ? false
      : true;
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** The members of a schema that are no getters. */
type WithoutGetters<S> = Pick<S, Exclude<keyof S, GetterKeys<S>>>;
/** The keys of the getters. */
type GetterKeys<S> = {
  [K in keyof S]-?: Same<
    { [Key in keyof S as Key extends K ? Key : never]: 0 },
    { -readonly [Key in keyof S as Key extends K ? Key : never]: 0 }
  > extends true
    ? never
    : K;
}[keyof S];
/**
 * The members of a schema with getters. Whether the key of a getter may be missing is not asked, because that would
 * ask for its type too early: its value may be undefined then.
 */
type MembersAndGetters<S, P, Side extends keyof Types> =
  WithoutGetters<S> extends infer Own extends Schema
    ? Beside<
        Side extends "output" ? DictOutput<Own, P> : InputByKey<Own, P>,
        OfGetters<S, GetterKeys<S>, Side, MaybeKeys<P, "optional">>
      >
    : never;
type Beside<Own, Others> = string extends keyof Own ? Own & Others : Simplify<Own & Others>;
type OfGetters<S, Keys extends keyof S, Side extends keyof Types, Lacked> = {
  -readonly [K in Exclude<Keys, Lacked>]: SideOf<S[K], Side>;
} & { -readonly [K in Extract<Keys, Lacked>]?: SideOf<S[K], Side> | Missing<Side> };
/** The output type of a `Dict` with getters. */
export type OutputWithGetters<S, P> = MembersAndGetters<S, P, "output">;
/** The input type of a `Dict` with getters. */
export type InputWithGetters<S, P> =
  P extends Off<"names" | "null_is_absent">
    ? MembersAndGetters<S, P, "input">
    : P extends { readonly names: infer N }
      ? Outside<WithNull<P, MembersAndGetters<S, P, "input">>, N>
      : WithNull<P, MembersAndGetters<S, P, "input">>;
type SideOf<V, Side extends keyof Types> = (V & AnyValidator)["~types"][Side];

/** The members of a `Dict`, which may have no schema. */
export type SchemaIn<S extends Schema | undefined> = [S] extends [undefined] ? {} : NonNullable<S>;

/** The list `optional` of a `Dict`: its literal keys, if it certainly has one. */
export type OptionalOf<S, P> = P extends { readonly optional: infer O extends Iterable<unknown> }
  ? readonly ((ItemOf<O> | OwnOptional<S>) & string)[]
  : [OwnOptional<S>] extends [never]
    ? readonly string[] | undefined
    : readonly (OwnOptional<S> & string)[];

/** The parameters `optional` and `unknown`, without those that are not given. */
export type OptionalKeys<K, U> = [K] extends [never]
  ? [U] extends [never]
    ? {}
    : { readonly unknown: U }
  : [U] extends [never]
    ? { readonly optional: readonly K[] }
    : { readonly optional: readonly K[]; readonly unknown: U };

/** The `this` for a `Dict`. */
export type DictCaller<S, P> = CallerOf<S[keyof S] | (P extends Off<MembersBeside> ? never : OtherMembers<P>)>;
type MembersBeside = "extra" | "patterns" | "keys" | "dependent_schemas";
type OtherMembers<P> =
  | ItemOf<Param<P, "extra">>
  | ValueOf<Param<P, "patterns">>
  | Extract<Param<P, "keys">, AnyValidator>
  | ValueOf<Param<P, "dependent_schemas">>;
type ValueOf<D> = D extends object ? D[keyof D] : never;

/** The output type of a `Dict`. */
export type DictOutput<S extends Schema | undefined, P> = S extends Schema
  ? keyof S extends never
    ? RestOnly<P, "output">
    : P extends Narrow
      ? Sided<S, "output", LackedByOutput<S, P>>
      : Joined<Sided<S, "output", LackedByOutput<S, P>, Disposed<P>>, Rest<S, P, "output">>
  : RestOnly<P, "output">;

/** The input type of a `Dict`. */
export type DictInput<S extends Schema | undefined, P> =
  P extends Off<"names" | "null_is_absent">
    ? InputByKey<S, P>
    : P extends { readonly names: infer N }
      ? Outside<WithNull<P, InputByKey<S, P>>, N>
      : WithNull<P, InputByKey<S, P>>;
/** An input that may have null in place of a missing key. */
type WithNull<P, I> = P extends { readonly null_is_absent: true }
  ? { [K in keyof I]: string extends K ? I[K] : {} extends Pick<I, K> ? I[K] | null : I[K] }
  : I;
/** An input with the names of its keys outside. Of a key with several names, each may be missing. */
type Outside<I, N> = Simplify<
  { [K in keyof I as NameOf<K, N>]: I[K] } & { [K in keyof I as OneOfNames<K, N>]?: I[K] | undefined }
>;
type NameOf<K, N> = N extends string
  ? K extends string
    ? Styled<K, N>
    : K
  : K extends keyof N
    ? N[K] extends string
      ? N[K]
      : never
    : K;
type OneOfNames<K, N> = N extends string
  ? never
  : K extends keyof N
    ? N[K] extends readonly (infer Name extends string)[]
      ? Name
      : never
    : never;
/** The name of a key in a style, as the function `styled` makes it. */
type Styled<K extends string, Style extends string> = K extends `${infer Mark extends "_" | "-"}${infer Rest}`
  ? `${Mark}${Styled<Rest, Style>}`
  : StyledToEnd<K, Style>;
type StyledToEnd<K extends string, Style extends string> = K extends `${infer Rest}_`
  ? `${StyledToEnd<Rest, Style>}_`
  : K extends `${infer Rest}-`
    ? `${StyledToEnd<Rest, Style>}-`
    : JoinedWords<WordsOf<K>, Style>;
type KindOf<C extends string> = C extends "_" | "-"
  ? "s"
  : C extends Lowercase<C>
    ? C extends Uppercase<C>
      ? "o"
      : "l"
    : "u";
type WordsOf<
  Text extends string,
  Word extends string = "",
  Before extends string = "s",
  Done extends readonly string[] = [],
> = Text extends `${infer C}${infer Rest}`
  ? KindOf<C> extends "s"
    ? WordsOf<Rest, "", "s", WithWord<Done, Word>>
    : BeginsWord<KindOf<C>, Before, Rest> extends true
      ? WordsOf<Rest, Lowercase<C>, KindOf<C>, WithWord<Done, Word>>
      : WordsOf<Rest, `${Word}${Lowercase<C>}`, KindOf<C>, Done>
  : WithWord<Done, Word>;
type BeginsWord<Kind, Before, Rest> = Kind extends "u"
  ? Before extends "u"
    ? Rest extends `${infer Next}${string}`
      ? KindOf<Next> extends "l"
        ? true
        : false
      : false
    : true
  : false;
type WithWord<Done extends readonly string[], Word extends string> = Word extends "" ? Done : [...Done, Word];
type JoinedWords<
  Words extends readonly string[],
  Style extends string,
  Text extends string = "",
> = Words extends readonly [infer Word extends string, ...infer Rest extends readonly string[]]
  ? JoinedWords<Rest, Style, Text extends "" ? Word : `${Text}${NextWord<Word, Style>}`>
  : Text;
type NextWord<Word extends string, Style extends string> = Style extends "camel"
  ? Capitalize<Word>
  : Style extends "kebab"
    ? `-${Word}`
    : `_${Word}`;
type InputByKey<S extends Schema | undefined, P> = S extends Schema
  ? keyof S extends never
    ? RestOnly<P, "input">
    : [P] extends [Narrow]
      ? Sided<S, "input", LackedByInput<S, P>>
      : // What may be dropped may be anything, and need not be in the schema.
        Joined<
          Simplify<
            Sided<S, "input", LackedByInput<S, P>, MaybeKeys<P, "dispose">> & {
              [K in MaybeKeys<P, "dispose"> & PropertyKey]?: unknown;
            }
          >,
          Rest<S, P, "input">
        >
  : RestOnly<P, "input">;
/** Parameters that affect keys only by letting them be missing. */
type Narrow = Off<"dispose" | "extra" | "patterns"> & { readonly unknown?: "forbid" | "strip" | undefined };

/** The type of a default for a key with the validator `V`: its input, or a function that makes one. */
export type DefaultOf<V extends AnyValidator> = ReadOnly<InferInput<V>> | (() => InferInput<V>);

/** The steps of a pipeline. */
export type Steps = readonly AnyValidator[];

/** The input type of an `AllOf`. */
export type FirstInput<M> = M extends readonly [infer F extends AnyValidator, ...unknown[]] ? InferInput<F> : unknown;
/** The output type of an `AllOf`. */
export type LastOutput<M> = M extends readonly [...infer Before, infer L extends AnyValidator]
  ? L extends { readonly "~passes": true }
    ? Before extends readonly []
      ? Infer<L>
      : LastOutput<Before>
    : Infer<L>
  : unknown;

/** The output of a step that gets `Got`, or never if it is the first step. A `Check` returns what it gets. */
type After<Got, Step> = Step extends { readonly "~passes": true }
  ? [Got] extends [never]
    ? Output<Step>
    : Got
  : Output<Step>;
/** The output of a sequence of steps whose first one gets `Got`. */
export type ThroughSteps<Got, M extends readonly unknown[]> = M extends readonly [infer Step, ...infer Rest]
  ? ThroughSteps<After<Got, Step>, Rest>
  : Got;
/** The output and input types of a step, for types that the compiler does not see to be validators. */
export type Output<Step> = (Step & AnyValidator)["~types"]["output"];
type Input<Step> = (Step & AnyValidator)["~types"]["input"];

/**
 * A step that gets a value of type `Got`. It types the argument of functions in `Check` and `Transform`. No validator
 * has this type: it stands beside the type of a step, and the compiler shows it if the step does not fit.
 */
export interface StepThatTakes<Got> {
  readonly "~types": { readonly input: Got };
  readonly check: never;
}

/**
 * `Fitting[Key]` is unknown, which is neutral in an intersection, or never if the key is never. While the compiler
 * cannot decide, as in a generic function, it takes the first.
 */
interface Fitting {
  readonly fits: unknown;
}

/** `"fits"` if the step may get a value of type `Got`. A step that takes only some of these values fits too. */
type Fits<Got, Step> = [Got] extends [Input<Step>]
  ? "fits"
  : Step extends { readonly "~calls": true }
    ? never
    : Overlap<Got, Input<Step>>;

// Each condition is one that the compiler takes to have both outcomes while it cannot decide it.
/** `"fits"` if a type is part of the other, or if objects of type `Got` may have the keys that they lack. */
type Overlap<Got, Taken> = [Taken] extends [Got]
  ? "fits"
  : [Got] extends [Taken]
    ? "fits"
    : [Opened<Got, Taken>] extends [never]
      ? never
      : "fits";

/** `Got` if it is an object with keys that its type does not name, and so may be of type `Taken`; else never. */
type Opened<Got, Taken> = Got extends object
  ? string extends keyof Got
    ? Taken extends readonly unknown[]
      ? never
      : Taken extends object
        ? [KeysApart<Got, Taken>] extends [never]
          ? Got
          : never
        : never
    : never
  : never;

/** The keys of `Taken` with which no object of type `Got` has a value that is taken. */
type KeysApart<Got, Taken> = keyof {
  [K in keyof Taken as string extends K ? never : number extends K ? never : Apart<Got, Taken, K>]: never;
};
type Apart<Got, Taken, K extends keyof Taken> = [Overlap<Got[K & keyof Got], Taken[K]>] extends [never] ? K : never;

/** A step of an `AllOf` after the `First` and those `Before`: it has to take their output. */
export type NextStep<First, Before extends readonly unknown[], Step> =
  | (Step & Fitting[FitsAfter<First, Before, Step>])
  | StepThatTakes<ThroughSteps<Output<First>, Before>>
  | ParamsAfter<First, Before, Step>;
type FitsAfter<First, Before extends readonly unknown[], Step> = First extends AnyValidator
  ? Step extends AnyValidator
    ? Fits<ThroughSteps<Output<First>, Before>, Step>
    : never
  : never;
/** Parameters, which follow if the first argument is a list. */
type ParamsAfter<First, Before extends readonly unknown[], Step> = First extends Steps
  ? Before extends readonly []
    ? Only<PipelineParams, Step> | WordParams
    : never
  : never;

/** Steps: each has to take the output of the one before, the first one `Got`. */
export type CheckedSteps<Got, M> = {
  [I in keyof M]: Fitting[Fits<GotBy<Got, M, I>, M[I]>] | StepThatTakes<GotBy<Got, M, I>>;
};
/** The input of the step with the index `I`. */
type GotBy<Got, M, I, Before extends readonly unknown[] = []> = M extends readonly [infer Step, ...infer Rest]
  ? `${Before["length"]}` extends I
    ? Got
    : GotBy<After<Got, Step>, Rest, I, [...Before, Step]>
  : Got;

/** Stands beside a value of another type. It is an object: an intersection of other types would be never. */
interface Expected<T> {
  readonly expected: T;
}
/** A bound for the parameters `A` of an `AllOf`. */
type StepParams<Params, A> = {
  readonly [K in keyof A]: K extends "steps"
    ? CheckedSteps<never, A[K]>
    : K extends keyof Params
      ? A[K] extends Params[K]
        ? unknown
        : Expected<Params[K]>
      : Expected<Unexpected<K, keyof Params | "steps", A[K]>>;
};

/** Bounds for the first argument of an `AllOf`, by the form of the call. */
export interface CheckedForms<A> {
  readonly steps: unknown;
  readonly list: CheckedSteps<never, A> & Steps;
  readonly params: StepParams<PipelineParams, A> & WordParams & { readonly steps: Steps };
}
/** The steps that are given. */
export type GivenSteps<M extends readonly unknown[]> = M extends readonly [infer Step, ...infer Rest]
  ? [Step] extends [never]
    ? readonly []
    : readonly [Step, ...GivenSteps<Rest>]
  : readonly [];
/** The form in which an `AllOf` is called. */
export type FormOf<A> = A extends AnyValidator ? "steps" : A extends readonly unknown[] ? "list" : "params";

/** The output of an `Int` with the parameters `P`, without options: number or bigint, or both if that is not known. */
export type IntKind<P> = P extends { readonly bigint: true }
  ? bigint
  : number | IfGiven<P, Off<"bigint" | "exact">, bigint>;

type Literal<T> = T extends number ? (`${T}` extends `${infer B extends bigint}` ? B : bigint) : T;

/** The output type of an `Int` without null: the literal type of the `options` if there are any. */
export type IntOutput<P> = P extends { readonly options: infer O }
  ?
      | (number extends IntKind<P> ? ItemOf<O> & number : never)
      | (bigint extends IntKind<P> ? Literal<ItemOf<O>> & bigint : never)
  : IntKind<P>;

/**
 * `IntInput<P>["type"]` is the input type of an `Int` without null. It is a property for the same reason as in
 * `OrNull`.
 */
export interface IntInput<P> {
  readonly type: number | IntKind<P> | IfGiven<P, Off<"coerce">, string> | IfMaybe<P, "coerce", true, boolean>;
}

/** A class, or String, Number, Boolean or BigInt for the primitive. */
export type TypeClass = abstract new (...args: never[]) => unknown;

/** The type of the values a class stands for. */
export type InstanceOf<C> = C extends StringConstructor
  ? string
  : C extends NumberConstructor
    ? number
    : C extends BooleanConstructor
      ? boolean
      : C extends BigIntConstructor
        ? bigint
        : C extends { readonly prototype: infer T }
          ? T
          : never;
