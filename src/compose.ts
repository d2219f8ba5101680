/** Dicts made of Dicts: with more keys, with some of them, with keys that may or must be there. Their types follow. */
import { expectContainer, ValueError } from "./core/contracts.ts";
import { partsOfDefault } from "./core/params/default.ts";
import { assembled, givenTo, type Members, type Part, schemaEntries } from "./core/params/dict.ts";
import { tagsOfUnion } from "./core/params/discriminator.ts";
import { itemOfOptional } from "./core/params/optional.ts";
import { KEY_GROUPS } from "./core/rules/key-groups.ts";
import { annotationParams } from "./core/schemas/annotations.ts";
import { isBuiltIn } from "./core/schemas/graph.ts";
import type { Meta } from "./core/schemas/meta.ts";
import { type GivenNames, NAMING, outsideOf } from "./core/schemas/names.ts";
import { AllParams, paramsOf, withChanges } from "./core/schemas/params.ts";
import { referredBy } from "./core/schemas/registry.ts";
import type {
  AnyValidator,
  CommonParams,
  Defaults,
  Disposed,
  IfFits,
  IfGetters,
  KnownDefaults,
  LooseSchema,
  MaybeDefaults,
  MaybeKeys,
  Messages,
  NoGetters,
  Only,
  OwnDefaults,
  OwnOptional,
  Param,
  RequiredKeys,
  Returned,
  Schema,
  SchemaIn,
  Simplify,
  Uninferred,
} from "./core/types.ts";
import { isCompiled, isValidator, type Validator, type ValidatorClass } from "./core/validator.ts";
import { AllOf } from "./validators/all-of.ts";
import { Check } from "./validators/check.ts";
import { Dict, type DictParams, type DictWithGetters } from "./validators/dict.ts";
import { LazyRef } from "./validators/lazy-ref.ts";
import { List } from "./validators/list.ts";
import { Nullable } from "./validators/nullable.ts";
import { OneOf } from "./validators/one-of.ts";
import { isPlainObject, ownValue, typeName } from "./values/input.ts";
import { literal } from "./values/text.ts";

/** What parameters say about keys, and everything else that affects types; for each key also whether it is certain. */
interface Said {
  readonly optional: unknown;
  readonly defaults: unknown;
  readonly maybeDefaults: unknown;
  readonly dispose: unknown;
  readonly maybeDispose: unknown;
  readonly nullable: unknown;
  readonly extra: unknown;
  readonly patterns: unknown;
  readonly exhaustive: unknown;
  readonly unknown: unknown;
  readonly null_is_absent: unknown;
}

/** The statements of the parameters `P`, without those about the keys `Gone`. */
interface SaidBy<P, Gone> extends Said {
  readonly optional: Exclude<MaybeKeys<P, "optional">, Gone>;
  readonly defaults: Exclude<Defaults<P>, Gone>;
  readonly maybeDefaults: Exclude<MaybeDefaults<P>, Gone>;
  readonly dispose: Exclude<Disposed<P>, Gone>;
  readonly maybeDispose: Exclude<MaybeKeys<P, "dispose">, Gone>;
  readonly nullable: Param<P, "nullable">;
  readonly extra: Param<P, "extra">;
  readonly patterns: Param<P, "patterns">;
  readonly exhaustive: Param<P, "exhaustive">;
  readonly unknown: Param<P, "unknown">;
  readonly null_is_absent: Param<P, "null_is_absent">;
}

/** The parameters that say so, without those that types do not depend on. */
type Params<R extends Said> = Simplify<
  Listed<"optional", R["optional"]> &
    ([R["maybeDefaults"]] extends [never]
      ? unknown
      : {
          readonly defaults: Simplify<
            { readonly [K in R["defaults"] & PropertyKey]: unknown } & {
              readonly [K in Exclude<R["maybeDefaults"], R["defaults"]> & PropertyKey]?: unknown;
            }
          >;
        }) &
    // In a list with a length, all members are certain.
    ([Exclude<R["maybeDispose"], R["dispose"]>] extends [never]
      ? [R["dispose"]] extends [never]
        ? unknown
        : { readonly dispose: readonly [R["dispose"]] }
      : Listed<"dispose", R["maybeDispose"]>) &
    Named<"nullable", R["nullable"]> &
    Named<"extra", R["extra"]> &
    Named<"patterns", R["patterns"]> &
    Named<"exhaustive", R["exhaustive"]> &
    Named<"unknown", R["unknown"]> &
    Named<"null_is_absent", R["null_is_absent"]>
>;
type Named<Name extends string, Value> = [Value] extends [never] ? unknown : { readonly [N in Name]: Value };
type Listed<Name extends string, Keys> = [Keys] extends [never] ? unknown : { readonly [N in Name]: readonly Keys[] };

/** The parameters `P` without the keys `Gone`. */
type Without<P, Gone> = P extends unknown ? Params<SaidBy<P, Gone>> : never;

/** The parameters `P` without the keys `Gone`, overridden by `Q`. */
type Joined<P, Gone, Q> = P extends unknown ? (Q extends unknown ? Params<Both<SaidBy<P, Gone>, Q>> : never) : never;
interface Both<A extends Said, Q> extends Said {
  readonly optional: A["optional"] | MaybeKeys<Q, "optional">;
  readonly defaults: A["defaults"] | Defaults<Q>;
  readonly maybeDefaults: A["maybeDefaults"] | MaybeDefaults<Q>;
  readonly dispose: A["dispose"] | Disposed<Q>;
  readonly maybeDispose: A["maybeDispose"] | MaybeKeys<Q, "dispose">;
  readonly nullable: [Param<Q, "nullable">] extends [never]
    ? A["nullable"]
    : [Param<Q, "nullable">] extends [true]
      ? true
      : [Param<Q, "nullable">] extends [false]
        ? false
        : A["nullable"] | Param<Q, "nullable">;
  readonly extra: Param<Q, "extra"> | KeptRest<A["extra"], Q>;
  readonly patterns: Param<Q, "patterns"> | A["patterns"];
  readonly exhaustive: Param<Q, "exhaustive"> | KeptRest<A["exhaustive"], Q>;
  readonly unknown: Param<Q, "unknown"> | KeptRest<A["unknown"], Q>;
  readonly null_is_absent: [Param<Q, "null_is_absent">] extends [never]
    ? A["null_is_absent"]
    : Param<Q, "null_is_absent">;
}
/** The parameters about other keys, unless `Q` certainly replaces them: `extra` and `unknown` exclude each other. */
type KeptRest<Before, Q> = [Param<Q, "extra" | "unknown">] extends [never]
  ? Before
  : undefined extends Param<Q, "extra" | "unknown">
    ? Before
    : never;

/** A Dict cannot tell a flag that it was given as false from one that it was not given. */
type Flagged<Q> = Q extends { readonly nullable: false } ? Omit<Q, "nullable"> : Q;

/** The schema of a Dict, which may have none. */
type Keyed = Schema | undefined;

/** The keys that a list certainly has. */
type Certain<L extends readonly unknown[]> = number extends L["length"] ? never : L[number];
type Uncertain<L extends readonly unknown[]> = number extends L["length"] ? L[number] : never;

/** Tells the compiler that a computed type is a schema. */
type AsSchema<S> = S extends Schema ? S : Schema;

// Each of these is one mapped type of its parameters. The compiler follows a chain of calls through them, and gives up
// after a hundred nested types.

/** The schema `S` and the members `M`, which win. If a member is conditional, the previous one may still be there. */
type Extended<S, M> = AsSchema<{
  [K in keyof (Pick<S, Exclude<keyof S, keyof M>> & M)]: K extends keyof M
    ? M[K] | (K extends Exclude<keyof S, RequiredKeys<M>> ? S[K] : never)
    : K extends keyof S
      ? S[K]
      : never;
}>;

/** The schema `S` and the members `M`, which win; some are getters, whose types are not asked for. */
type WithGetters<S, M> = {
  [K in keyof (Pick<S, Exclude<keyof S, keyof M>> & M)]: K extends keyof M ? M[K] : K extends keyof S ? S[K] : never;
};

/** Some keys of a schema. If only the element type of the list is known, each of them is optional. */
type Picked<S, L extends readonly unknown[]> = AsSchema<{
  [K in keyof (Pick<S, Extract<keyof S, Certain<L>>> & Partial<Pick<S, Extract<keyof S, Uncertain<L>>>>)]: S[K];
}>;
type Omitted<S, L extends readonly unknown[]> = AsSchema<{
  [K in keyof (Pick<S, Exclude<keyof S, L[number]>> & Partial<Pick<S, Extract<keyof S, Uncertain<L>>>>)]: S[K];
}>;

/** The parameters of a Dict whose keys `L` may be missing. */
type PartialParams<P, L extends readonly unknown[]> = P extends unknown
  ? Params<
      {
        readonly optional: MaybeKeys<P, "optional"> | L[number];
        readonly defaults: Exclude<Defaults<P>, L[number]>;
        readonly maybeDefaults: Exclude<MaybeDefaults<P>, Certain<L>>;
      } & Omit<SaidBy<P, never>, "optional" | "defaults" | "maybeDefaults">
    >
  : never;

/** The parameters of a Dict whose keys `L` must be there. */
type RequiredParams<P, L extends readonly unknown[]> = P extends unknown
  ? Params<
      {
        readonly defaults: Exclude<Defaults<P>, L[number]>;
        readonly dispose: Exclude<Disposed<P>, L[number]>;
      } & Omit<SaidBy<P, Certain<L>>, "defaults" | "dispose">
    >
  : never;

/** A schema whose keys `L` have no defaults of their own any more, and are not optional by themselves. */
type Undefaulted<S extends Keyed, L extends readonly unknown[]> = [
  (OwnDefaults<SchemaIn<S>> | OwnOptional<SchemaIn<S>>) & L[number],
] extends [never]
  ? S
  : AsSchema<{
      [K in keyof S]: K extends L[number]
        ? S[K] extends Wrapper<unknown>
          ? Inner<S[K]> | (K extends Certain<L> ? never : S[K])
          : S[K]
        : S[K];
    }>;

// Unlike one that several modules share, this alias need not be nameable in declarations of programs.
type Wrapper<V> = { readonly item: V } & ({ readonly "~default": true } | { readonly "~optional": true });
// What is in a Default or an Optional.
type Inner<V> = V extends Wrapper<infer W> ? Inner<W> : V;

type Checks = readonly AnyValidator[];

/**
 * A Dict, or an AllOf that begins with one and goes on with Checks: a refined Dict. Compared by one property: to
 * compare all of a class takes the compiler 17,000 steps.
 */
interface Composable<S extends Keyed, P, C extends readonly unknown[], N> {
  readonly "~composable": readonly [schema: S, params: P, checks: C, named: N];
}

/** The Dict that was made of one, refined as that was. */
type Composed<D, C extends readonly unknown[], N> = [C] extends [never] ? D : AllOf<readonly [D, ...C], N>;

/** A list of all keys. */
type All<S> = readonly [keyof S];

/** A union of Dicts that a key tells apart; `T` is never for anything else. */
type Union<M extends Checks, P, T> = OneOf<M, P> & { readonly "~union": T };
/** What was made of a Dict, or of a union. */
type Made<T, OfDict, Steps, P> = [T] extends [never] ? OfDict : OneOf<Steps & Checks, P>;
type ExtendedSteps<M, N, Q> = {
  [I in keyof M]: M[I] extends Dict<infer S extends Keyed, infer P>
    ? Dict<Extended<SchemaIn<S>, N>, Joined<P, RequiredKeys<N>, Q>>
    : M[I];
};
type PickedSteps<M, L extends readonly unknown[]> = {
  [I in keyof M]: M[I] extends Dict<infer S extends Keyed, infer P>
    ? Dict<Picked<SchemaIn<S>, L>, Without<P, Exclude<keyof SchemaIn<S>, L[number]>>>
    : M[I];
};
type OmittedSteps<M, L extends readonly unknown[]> = {
  [I in keyof M]: M[I] extends Dict<infer S extends Keyed, infer P>
    ? Dict<Omitted<SchemaIn<S>, L>, Without<P, Certain<L>>>
    : M[I];
};
type PartialSteps<M, L extends readonly unknown[]> = {
  [I in keyof M]: M[I] extends Dict<infer S extends Keyed, infer P>
    ? Dict<Undefaulted<S, L>, PartialParams<P, L>>
    : M[I];
};
type RequiredSteps<M, L extends readonly unknown[]> = {
  [I in keyof M]: M[I] extends Dict<infer S extends Keyed, infer P>
    ? Dict<Undefaulted<S, L>, RequiredParams<P, L>>
    : M[I];
};

/** Parameters by name, as a Dict has stored them. */
type Stored = Record<string, unknown>;

/**
 * A new Dict with the keys of `dict` and more. A key that both have is replaced: it is no longer optional, and has no
 * default, unless `params` say so.
 * @param members validators by key, or getters that return them, which may return what is made of the new Dict.
 * @param params those of a Dict. Lists and defaults are added to those of `dict`, other parameters replace them.
 * @throws TypeError if `dict` is no Dict, or a member no validator; what the constructor of Dict throws.
 * @example extend(user, { age: Int() }, { optional: ["age"] })
 */
export function extend<
  S extends Keyed,
  P,
  M extends NoGetters<M> = Uninferred,
  const Q extends Only<DictParams<Extended<SchemaIn<S>, M>>, Q> & KnownDefaults<Extended<SchemaIn<S>, M>, Q> = {},
  const C extends Checks = never,
  N = {},
  const U extends Checks = never,
  V = never,
  T = never,
>(
  dict: Composable<S, P, C, N> | Union<U, V, T>,
  members: M,
  params?: Q,
  ...none: IfFits<M>
): Made<T, Composed<Dict<Extended<SchemaIn<S>, M>, Joined<P, RequiredKeys<M>, Q>>, C, N>, ExtendedSteps<U, M, Q>, V>;
/**
 * The same with getters among the members, which may return what is made of the new Dict: its type is inferred.
 * @example const tree = extend(node, { get children() { return List(tree); } })
 */
export function extend<S extends Keyed, P, M extends LooseSchema, const Q extends Only<DictParams, Q> = {}>(
  dict: Composable<S, P, never, never>,
  members: M,
  params?: Q,
  ...none: IfGetters<M>
): Returned<DictWithGetters<WithGetters<SchemaIn<S>, M>, Joined<P, keyof M, Q>>, M>;
export function extend(dict: unknown, members: unknown, params?: object): unknown {
  const given = params ?? {};
  if (!isPlainObject(members)) throw new TypeError("extend: the members should be an object");
  if (!isPlainObject(given)) throw new TypeError("extend: the parameters should be an object");
  for (const name of ["schema", "alias", "replace"]) {
    if (Object.hasOwn(given, name)) throw new TypeError(`extend got an unexpected parameter '${name}'`);
  }
  const checked = keyParamsOf(storedOf("extend", Dict({ schema: members as never })));
  const { optional, defaults } = keyParamsOf(given);
  const added = {
    ...given,
    schema: checked.schema,
    optional: [...checked.optional, ...optional],
    defaults: { ...checked.defaults, ...defaults },
  };
  const change = (stored: Stored): Stored => joined(stored, added, true);
  return composed("extend", dict, change, isReplaced) as never;
}

/**
 * A new Dict with the keys of two Dicts. If both have a key or a parameter, that of the second one wins.
 * @throws TypeError if one of them is no Dict; what the constructor of Dict throws.
 * @example merge(user, timestamps)
 */
export function merge<S extends Keyed, P, M extends Keyed, Q, const C extends Checks = never, N = {}>(
  first: Composable<S, P, C, N>,
  second: Composable<M, Q, never, never>,
): Composed<Dict<Extended<SchemaIn<S>, SchemaIn<M>>, Joined<P, RequiredKeys<SchemaIn<M>>, Flagged<Q>>>, C, N> {
  const other = storedOf("merge", second);
  return composed("merge", first, (stored) => joined(stored, other), isReplaced) as never;
}

/**
 * A new Dict with some of the keys only.
 * @throws TypeError if `dict` is no Dict, or `keys` no list of texts; ValueError if one is not in the schema.
 * @example pick(user, ["id", "name"])
 */
export function pick<
  S extends Keyed,
  P,
  const L extends readonly (keyof SchemaIn<S>)[],
  const C extends Checks = never,
  N = {},
  const U extends Checks = never,
  V = never,
  T = never,
>(
  dict: Composable<S, P, C, N> | Union<U, V, T>,
  keys: L,
): Made<
  T,
  Composed<Dict<Picked<SchemaIn<S>, L>, Without<P, Exclude<keyof SchemaIn<S>, L[number]>>>, C, N>,
  PickedSteps<U, L>,
  V
> {
  return composed("pick", dict, (stored, _tags, known) => {
    const kept = namedKeys("pick", stored, keys, known);
    return forgetting(stored, (key) => Object.hasOwn(keyParamsOf(stored).schema, key) && !kept.has(key));
  }) as never;
}

/**
 * A new Dict without some of the keys.
 * @throws TypeError if `dict` is no Dict, or `keys` no list of texts; ValueError if one is not in the schema.
 * @example omit(user, ["password"])
 */
export function omit<
  S extends Keyed,
  P,
  const L extends readonly (keyof SchemaIn<S>)[],
  const C extends Checks = never,
  N = {},
  const U extends Checks = never,
  V = never,
  T = never,
>(
  dict: Composable<S, P, C, N> | Union<U, V, T>,
  keys: L,
): Made<T, Composed<Dict<Omitted<SchemaIn<S>, L>, Without<P, Certain<L>>>, C, N>, OmittedSteps<U, L>, V> {
  return composed("omit", dict, (stored, _tags, known) => {
    const gone = namedKeys("omit", stored, keys, known);
    return forgetting(stored, (key) => gone.has(key));
  }) as never;
}

/**
 * A new Dict in which all keys, or those that are named, are optional. They lose their defaults: a missing key stays
 * missing.
 * @throws TypeError if `dict` is no Dict, or `keys` no list of texts; ValueError if one is not in the schema.
 * @example partial(user)
 */
export function partial<
  S extends Keyed,
  P,
  const L extends readonly (keyof SchemaIn<S>)[] = All<SchemaIn<S>>,
  const C extends Checks = never,
  N = {},
  const U extends Checks = never,
  V = never,
  T = never,
>(
  dict: Composable<S, P, C, N> | Union<U, V, T>,
  keys?: L,
): Made<T, Composed<Dict<Undefaulted<S, L>, PartialParams<P, L>>, C, N>, PartialSteps<U, L>, V> {
  const change: Change = (stored, tags, known) => {
    const named = namedKeys("partial", stored, keys, known);
    return partialOf(stored, keys === undefined ? untagged(named, tags) : named);
  };
  return composed("partial", dict, change) as never;
}

/** All keys but the tags of unions around a Dict. */
const untagged = (keys: ReadonlySet<string>, tags: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...keys].filter((key) => !tags.has(key)));

/** The parameters of a Dict in which these keys may be missing. */
function partialOf(stored: Stored, missing: ReadonlySet<string>): Stored {
  const { schema, optional, defaults, required } = keyParamsOf(stored);
  return {
    ...stored,
    schema: withoutWrappers(schema, missing),
    optional: [...new Set([...optional, ...missing])],
    required: required.filter((key) => !missing.has(key)),
    defaults: membersWithout(defaults, (key) => missing.has(key)),
  };
}

/** A validator in a Dict all of whose keys are optional, at any depth. */
type Deep<V> =
  V extends Dict<infer S extends Keyed, infer P>
    ? Dict<DeepSchema<S>, PartialParams<P, All<SchemaIn<S>>>>
    : V extends List<infer I extends AnyValidator, infer P>
      ? List<Deep<I> & AnyValidator, P>
      : V;
type DeepSchema<S extends Keyed> = AsSchema<{ [K in keyof SchemaIn<S>]: Deep<Inner<SchemaIn<S>[K]>> }>;

/**
 * A new Dict in which all keys are optional, also those of Dicts in it: in members, items of a List, unions with a
 * discriminator, whose key stays, behind a Nullable and a reference. They lose their defaults.
 * @throws TypeError if `dict` is no Dict, nor a union of such; ValueError if a Check in it does not name its keys.
 * @example deepPartial(user)({ address: { city: "Oslo" } })
 */
export function deepPartial<
  S extends Keyed,
  P,
  const C extends Checks = never,
  N = {},
  const U extends Checks = never,
  V = never,
  T = never,
>(
  dict: Composable<S, P, C, N> | Union<U, V, T>,
): Made<T, Composed<Dict<DeepSchema<S>, PartialParams<P, All<SchemaIn<S>>>>, C, N>, { [I in keyof U]: Deep<U[I]> }, V> {
  const made = new Map<unknown, Validator>();
  const change: Change = (stored, tags) => {
    const after = partialOf(stored, untagged(namedKeys("deepPartial", stored, undefined), tags));
    return { ...after, schema: changedMembers(keyParamsOf(after).schema, deep) };
  };
  /** Once for each: a schema may contain itself. */
  const deep = (member: Validator): Validator => {
    const known = made.get(member);
    if (known !== undefined) return known;
    const result = changed(member);
    made.set(member, result);
    return result;
  };
  const changed = (member: Validator): Validator => {
    if (member instanceof LazyRef) return leadingTo(member, deep);
    if (member instanceof List || member instanceof Nullable) {
      const item = member.item as Validator;
      return deep(item) === item ? member : withChanges(member as Validator, { item: deep(item) } as never);
    }
    let first: unknown = member;
    while (isValidator(first) && first instanceof AllOf) first = first.steps[0];
    return first instanceof Dict || isUnion(first) ? composed("deepPartial", member, change) : member;
  };
  return composed("deepPartial", dict, change) as never;
}

/**
 * A new Dict in which all keys, or those that are named, are required. They lose their defaults, and are no longer
 * dropped.
 * @throws TypeError if `dict` is no Dict, or `keys` no list of texts; ValueError if one is not in the schema.
 * @example required(user, ["email"])
 */
export function required<
  S extends Keyed,
  P,
  const L extends readonly (keyof SchemaIn<S>)[] = All<SchemaIn<S>>,
  const C extends Checks = never,
  N = {},
  const U extends Checks = never,
  V = never,
  T = never,
>(
  dict: Composable<S, P, C, N> | Union<U, V, T>,
  keys?: L,
): Made<T, Composed<Dict<Undefaulted<S, L>, RequiredParams<P, L>>, C, N>, RequiredSteps<U, L>, V> {
  return composed("required", dict, (stored, _tags, known) => {
    const needed = namedKeys("required", stored, keys, known);
    const { schema, optional, defaults, dispose } = keyParamsOf(stored);
    return {
      ...stored,
      schema: withoutWrappers(schema, needed),
      optional: optional.filter((key) => !needed.has(key)),
      defaults: membersWithout(defaults, (key) => needed.has(key)),
      dispose: dispose.filter((key) => !needed.has(key)),
    };
  }) as never;
}

/** Whether a member of a Dict is another one in the Dict that was made of it. No getter is called. */
const isReplaced = (now: Part<Validator> | undefined, before: Part<Validator> | undefined): boolean =>
  now?.value !== before?.value || now?.get !== before?.get;

/**
 * A Dict of changed parameters, refined as the given one was, also several times.
 * @param isOther whether a member is not what it was; no member, if it is not given.
 * @throws TypeError if `dict` is neither a Dict nor a refined one; ValueError if a Check does not name its keys, or one
 *   of them is gone or another now.
 */
function composed(
  caller: string,
  dict: unknown,
  change: Change,
  isOther: typeof isReplaced = () => false,
  tags: ReadonlySet<string> = new Set(),
  known?: ReadonlySet<string>,
): Validator {
  if (isUnion(dict)) {
    const more = new Set([...tags, (dict as unknown as { readonly discriminator: string }).discriminator]);
    const all = known ?? new Set(keysOfSteps(dict));
    return ofSteps(dict, (step) => composed(caller, step, change, isOther, more, all));
  }
  const refined: AllOf[] = [];
  let first = dict;
  for (; isValidator(first) && first instanceof AllOf; first = first.steps[0]) refined.push(first);
  const before = storedOf(caller, first);
  const after = change(before, tags, known);
  const changed = made(after);
  const old = new Map(schemaEntries(keyParamsOf(before).schema));
  const now = new Map(schemaEntries(keyParamsOf(after).schema));
  const expectKept = (check: unknown, index: number): void => {
    const keys = check instanceof Check ? check.keys : undefined;
    const name = `${caller}: step ${index + 1} of the AllOf`;
    if (keys === undefined) throw new ValueError(`${name} should be a Check that names its keys`);
    for (const key of keys) {
      const is = now.has(key);
      if (is ? !isOther(now.get(key), old.get(key)) : !old.has(key)) continue;
      const hint = `gone: without it, give ${caller} the Dict inside`;
      throw new ValueError(`${name} needs the key ${literal(key)}, which is ${is ? "replaced" : hint}`);
    }
  };
  return refined.reduceRight<Validator>((inner, outer) => {
    const [, ...checks] = outer.steps;
    checks.forEach(expectKept);
    const params = { ...Object.fromEntries(paramsOf(outer)), steps: [inner, ...checks] };
    return new (AllOf as unknown as ValidatorClass<AllOf>)(unnamed(params));
  }, changed);
}

/** Changes the parameters of a Dict. `tags` and `known` are the tags, and all keys, of the unions around it. */
type Change = (stored: Stored, tags: ReadonlySet<string>, known?: ReadonlySet<string>) => Stored;

/** The keys of all steps of a union; not of those behind a reference, which may not be there yet. */
function keysOfSteps(union: OneOf): string[] {
  return union.steps.flatMap((step) => {
    if (isUnion(step)) return keysOfSteps(step);
    let first: unknown = step;
    while (isValidator(first) && first instanceof AllOf) first = first.steps[0];
    return first instanceof Dict ? Object.keys((first as Dict).schema ?? {}) : [];
  });
}

/** Whether it is a union of Dicts with a discriminator. */
const isUnion = (dict: unknown): dict is OneOf =>
  isValidator(dict) && dict instanceof OneOf && tagsOfUnion(dict as Validator) !== undefined;

/** A reference to what is made of its target, when it is first followed: the target may contain the reference. */
const leadingTo = (reference: LazyRef, made: (target: Validator) => Validator): Validator =>
  withChanges(reference as Validator, { use: () => made(referredBy(reference.use) as Validator) });

/** The same union of other steps. */
function ofSteps(union: OneOf, made: (step: Validator) => Validator): Validator {
  const steps = (union.steps as readonly Validator[]).map((step) =>
    step instanceof LazyRef ? leadingTo(step, made) : made(step),
  );
  const params = { ...Object.fromEntries(paramsOf(union as never)), steps };
  return new (OneOf as unknown as ValidatorClass<Validator>)(unnamed(params));
}

/** The parameters of a Dict that are not at their defaults. */
function storedOf(caller: string, dict: unknown): Stored {
  if (isValidator(dict) && dict instanceof Dict) return Object.fromEntries(paramsOf(dict, givenTo(dict as Validator)));
  // Its members, and those of `fromCompiled`, are not known.
  const hint = isCompiled(dict) ? ": this validator is compiled, so give the one of its source module" : "";
  const got = isValidator(dict) ? dict.constructor.name : typeName(dict);
  throw new TypeError(`${caller} takes a Dict, got ${got}${hint}`);
}

/** The parameters that have keys. */
interface Parts {
  readonly schema: Members;
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly optional: readonly string[];
  readonly dispose: readonly string[];
  readonly required: readonly string[];
  readonly dependent_required: Readonly<Record<string, readonly string[]>>;
  readonly dependent_schemas: Members;
  readonly names: GivenNames | undefined;
}

/** The parameters that are lists of keys. */
const LISTS: readonly string[] = /*#__PURE__*/ Object.keys(NAMING).filter((name) => NAMING[name] === "list");

const listIn = (stored: object, name: string): readonly string[] => [
  ...((ownValue(stored, name) ?? []) as Iterable<string>),
];

function keyParamsOf(stored: object): Parts {
  const object = (name: string): Record<string, never> => (ownValue(stored, name) ?? {}) as Record<string, never>;
  return {
    schema: object("schema"),
    defaults: object("defaults"),
    optional: listIn(stored, "optional"),
    dispose: listIn(stored, "dispose"),
    required: listIn(stored, "required"),
    dependent_required: object("dependent_required"),
    dependent_schemas: object("dependent_schemas"),
    names: (ownValue(stored, "names") ?? undefined) as GivenNames | undefined,
  };
}

/** The names of keys outside, by key, as far as they differ. */
function namesByKey({ names, schema }: Parts): Record<string, string | readonly string[]> {
  const all = names === undefined ? [] : [...outsideOf(names, Object.keys(schema))];
  return Object.fromEntries(all.filter(([key, outside]) => outside.length > 1 || outside[0] !== key));
}

/** The names of keys of two Dicts outside: one style for all stays one. */
function joinedNames(mine: Parts, other: Parts, isExtension: boolean): GivenNames {
  if (typeof mine.names === "string" && (other.names === mine.names || (isExtension && other.names === undefined)))
    return mine.names;
  return { ...namesByKey(mine), ...namesByKey(other) };
}

/**
 * The keys of a schema that a caller names: all, if none are given.
 * @param known keys of other Dicts, which may be named too.
 */
function namedKeys(
  caller: string,
  stored: Stored,
  keys: Iterable<PropertyKey> | undefined,
  known?: ReadonlySet<string>,
): ReadonlySet<string> {
  const { schema } = keyParamsOf(stored);
  if (keys === undefined) return new Set(Object.keys(schema));
  const owner = { constructor: { name: caller } };
  // Other libraries take an object with a flag for each key. Here only its keys would count, whatever the flags say.
  if (isPlainObject(keys)) throw new TypeError(`${caller}.keys should be of type array or set`);
  const named = expectContainer(owner, "keys", keys, { itemType: "string", empty: true }) as readonly string[];
  for (const key of named) {
    if (known?.has(key) || Object.hasOwn(schema, key)) continue;
    const all = [...(known ?? Object.keys(schema))].map((one) => literal(one));
    throw new ValueError(`${caller}: ${literal(key)} is not in the schema, which has ${all.join(", ") || "no keys"}`);
  }
  return new Set(named.filter((key) => Object.hasOwn(schema, key)));
}

/** The members that stay. */
const membersWithout = <T>(members: Readonly<Record<string, T>>, isGone: (key: string) => boolean): Record<string, T> =>
  assembled(schemaEntries(members).filter(([key]) => !isGone(key)));

/** What a function makes of each member; of one that a getter returns, when that is asked for it. */
const changedMembers = (members: Members, change: (member: Validator, key: string) => Validator): Members =>
  assembled(
    schemaEntries(members).map(([key, { get, value }]) => [
      key,
      get === undefined ? { value: change(value as Validator, key) } : { get: () => change(get(), key) },
    ]),
  );

/** The members, those named in `keys` without a Default or an Optional around them. */
const withoutWrappers = (schema: Members, keys: ReadonlySet<string>): Members =>
  changedMembers(schema, (member, key) => (keys.has(key) ? unwrapped(member) : member));

/** What is in a Default or an Optional, with what that says of errors, and with its metadata. */
function unwrapped(member: Validator): Validator {
  if (partsOfDefault(member) === undefined && itemOfOptional(member) === undefined) return member;
  const item = unwrapped(ownValue(member, "item") as Validator);
  const outer: Annotations = Object.fromEntries(annotationParams(member));
  if (Object.keys(outer).length === 0) return item;
  const texts = textsOf(outer);
  // Any parameter of a class of the caller's may have one of these names.
  if (!isBuiltIn(item)) return AllOf([item], { ...outer, messages: texts });
  const own: Annotations = Object.fromEntries(annotationParams(item));
  return withChanges(item, {
    message: own.message ?? outer.message,
    // Its own message is one for all errors.
    messages: own.message === undefined && texts !== undefined ? { ...texts, ...own.messages } : own.messages,
    secret: own.secret === true || outer.secret === true,
    meta: outer.meta === undefined ? own.meta : { ...own.meta, id: undefined, ...outer.meta },
  });
}

/** The parameters of all classes that do not affect which values are valid. */
type Annotations = Pick<CommonParams, "message" | "messages" | "secret" | "meta">;

/** The texts by code: `value` is a parameter of Default, but not of what is in it. */
function textsOf({ messages }: Annotations): Messages | undefined {
  const { value, ...others } = messages ?? {};
  return value === undefined ? messages : { options: value, ...others };
}

const groupsIn = (stored: Stored, name: string): readonly unknown[] => [
  ...((ownValue(stored, name) ?? []) as Iterable<unknown>),
];

/** The groups of keys without some. One key alone is no group. */
function groupsOf(stored: Stored, name: string, stays: (key: string) => boolean): readonly string[][] | undefined {
  const groups = ownValue(stored, name) as readonly (readonly string[])[] | undefined;
  const kept = groups?.map((group) => group.filter(stays)).filter((group) => group.length > 1);
  return kept === undefined || kept.length === 0 ? undefined : kept;
}

/** The parameters that list keys, by what `map` makes of each. */
const mapLists = (stored: Stored, map: (keys: readonly string[], name: string) => readonly string[]): Stored =>
  Object.fromEntries(LISTS.map((name) => [name, map(listIn(stored, name), name)]));

/** The parameters without some keys, which others may still ask for. */
function without(stored: Stored, isGone: (key: string) => boolean): Stored {
  const { schema, defaults, names } = keyParamsOf(stored);
  const stays = (key: string): boolean => !isGone(key);
  return {
    ...stored,
    schema: membersWithout(schema, isGone),
    defaults: membersWithout(defaults, isGone),
    ...mapLists(stored, (keys) => keys.filter(stays)),
    ...Object.fromEntries(KEY_GROUPS.map((name) => [name, groupsOf(stored, name, stays)])),
    names: typeof names === "object" ? membersWithout(names, isGone) : names,
  };
}

/** The parameters without some keys, which nothing asks for any more. */
function forgetting(stored: Stored, isGone: (key: string) => boolean): Stored {
  const { dependent_required, dependent_schemas } = keyParamsOf(stored);
  const needed = Object.entries(membersWithout(dependent_required, isGone))
    .map(([key, names]) => [key, names.filter((name) => !isGone(name))] as const)
    .filter(([, names]) => names.length > 0);
  return {
    ...without(stored, isGone),
    dependent_required: Object.fromEntries(needed),
    dependent_schemas: membersWithout(dependent_schemas, isGone),
  };
}

/** The first parameters, without those about keys of the second schema, overridden by the second. */
function joined(first: Stored, second: Stored, isExtension = false): Stored {
  const other = keyParamsOf(second);
  const { schema } = keyParamsOf(first);
  const rest = without(first, (key) => Object.hasOwn(other.schema, key));
  const mine = keyParamsOf(rest);
  const isGiven = (name: string): boolean => (second[name] ?? undefined) !== undefined;
  const given = Object.fromEntries(Object.entries(second).filter(([name]) => isGiven(name)));
  // `extra` and `unknown` exclude each other.
  if (isGiven("extra")) delete rest.unknown;
  if (isGiven("unknown")) delete rest.extra;
  if (isGiven("extra") || isGiven("unknown")) delete rest.exhaustive;
  return {
    ...rest,
    ...given,
    schema: assembled([...schemaEntries(schema), ...schemaEntries(other.schema)]),
    defaults: { ...mine.defaults, ...other.defaults },
    ...mapLists(rest, (keys, name) => [...keys, ...listIn(second, name)]),
    ...Object.fromEntries(
      KEY_GROUPS.map((name) => [name, [...groupsIn(rest, name), ...groupsIn(given, name)]] as const).filter(
        ([, groups]) => groups.length > 0,
      ),
    ),
    names: joinedNames(mine, other, isExtension),
  };
}

/**
 * Makes a Dict with these parameters. The subclass of the original is dropped: its behaviour may not hold for other
 * keys.
 */
function made(stored: Stored): Dict {
  const hasAny = (value: unknown): boolean => typeof value !== "object" || Object.keys(value as object).length > 0;
  const keyed = [...Object.keys(NAMING), "dependent_schemas", "names"].filter((name) => name !== "schema");
  const params = Object.fromEntries(
    Object.entries(stored).filter(([name, value]) => !keyed.includes(name) || hasAny(value)),
  );
  return new (Dict as unknown as ValidatorClass<Dict>)(unnamed(params));
}

/** The parameters without the `id` of the metadata, which names the original. */
const unnamed = (params: Stored): AllParams =>
  new AllParams({ ...params, meta: { ...(params.meta as Meta | undefined), id: undefined } });
