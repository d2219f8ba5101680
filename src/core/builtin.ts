/** The base classes and constructors of the built-in validators, and the types of both. */
import { onlyParams, type ReadArgs } from "./params/args.ts";
import { FAILED, type Report } from "./report/report.ts";
import { explain, type Leaf, type Quick, quickOf } from "./rules/leaf.ts";
import type { Checker } from "./schemas/checker.ts";
import { RUNNER } from "./schemas/derived.ts";
import type { Update } from "./schemas/dump.ts";
import type {
  AnyCaller,
  AnyValidator,
  CommonParams,
  Context,
  IfFits,
  MemberList,
  Only,
  OnlyList,
  OrNull,
  Returned,
  SeparateMembers,
  Unset,
  WholeOnly,
  WordParams,
} from "./types.ts";
import {
  builtInChecks,
  checkOf,
  classes,
  constructors,
  frozenClasses,
  type ParamTable,
  Validator,
  type ValidatorClass,
} from "./validator.ts";

/** A class whose instances have the parameters of the table `T` as read-only properties. */
export interface ClassWithParams<T extends ParamTable> {
  new (...args: readonly unknown[]): Validator & FieldsOf<T>;
  readonly params: T;
  args(args: readonly unknown[]): Record<string, unknown>;
}

/** The method that returns the rules of a validator. */
export const RULES: unique symbol = Symbol("rules");

/** As `ClassWithParams`, with a check that follows the rules. */
export interface ClassWithRules<T extends ParamTable> {
  new (
    ...args: readonly unknown[]
  ): Validator & FieldsOf<T> & { [RULES](): Leaf; check(input: unknown, report: Report): unknown };
  readonly params: T;
  args(args: readonly unknown[]): Record<string, unknown>;
}

// Bundlers may drop unused results of calls of a function with this mark (tree shaking): most programs use few
// validators. A dropped class is not registered either, which is no loss, as `load` imports all of them.

/**
 * Makes the base class of a validator class with the parameters `params`, in this order.
 * @param readArgs reads the arguments of a constructor that takes more than one object of parameters: see
 *   `core/params/args.ts`.
 */
/*#__NO_SIDE_EFFECTS__*/ export function withParams<T extends ParamTable>(
  params: T,
  readArgs: ReadArgs = onlyParams,
): ClassWithParams<T> {
  return classWith(Validator, params, readArgs) as unknown as ClassWithParams<T>;
}

/** As `withParams`, for a class whose values have no members: it states its rules instead of a check. */
/*#__NO_SIDE_EFFECTS__*/ export function withRules<T extends ParamTable>(
  params: T,
  readArgs: ReadArgs = onlyParams,
): ClassWithRules<T> {
  return classWith(LeafValidator, params, readArgs) as unknown as ClassWithRules<T>;
}

/*#__NO_SIDE_EFFECTS__*/ function classWith(
  Base: typeof LeafValidator | typeof Validator,
  params: ParamTable,
  readArgs: ReadArgs,
): unknown {
  return class extends (Base as typeof LeafValidator) {
    static override readonly params = params;
    static override args(args: readonly unknown[]): Record<string, unknown> {
      return readArgs(args, this);
    }
  };
}

/** A class that interprets rules: `check` tries the fast path, then the slow path. */
class LeafValidator extends Validator {
  [RULES](): Leaf {
    throw new TypeError(`${this.constructor.name} should have rules`);
  }

  override check(input: unknown, report: Report): unknown {
    const rules = this[RUNNER].model as Rules | undefined;
    if (rules === undefined) return explain(leafOf(this), input, report);
    rules.quick ??= quickOf(rules.leaf);
    const result = rules.quick(input);
    return result === FAILED ? explain(rules.leaf, input, report) : result;
  }
}

/** Made by the first call. The second call makes the fast path, as many validators are called only once. */
interface Rules {
  readonly leaf: Leaf;
  quick: Quick | undefined;
}

function leafOf(validator: LeafValidator): Leaf {
  const runner = validator[RUNNER];
  runner.model ??= { leaf: validator[RULES](), quick: undefined } satisfies Rules;
  return (runner.model as Rules).leaf;
}

/** The model of a validator, made when it is first needed: many validators are never called. */
export function modelBy<V extends Validator, M>(validator: V, Class: new (validator: V) => M): M {
  const runner = validator[RUNNER];
  runner.model ??= new Class(validator);
  return runner.model as M;
}

/** Returns the rules of a validator; undefined if it is not a leaf, or a subclass overrides its check. */
export const rulesOf = (validator: Checker): Leaf | undefined =>
  checkOf(validator) === LeafValidator.prototype.check ? leafOf(validator as unknown as LeafValidator) : undefined;

/**
 * Makes a built-in class callable without `new`, and registers it; `instanceof` and `extends` work as with the class
 * itself.
 * @param guard whether its check may throw errors, as checks of custom classes may. They are then recorded.
 */
/*#__NO_SIDE_EFFECTS__*/ export function callable<C>(
  name: string,
  validatorClass: ValidatorClass,
  { guard = false }: { readonly guard?: boolean } = {},
): C {
  const { prototype } = validatorClass;
  // Says to the base class that the validator will be frozen. For a target that is no class, V8 would make a hidden
  // class with each validator.
  const Frozen = class extends (validatorClass as ValidatorClass) {};
  function construct(...args: unknown[]): unknown {
    const isSubclass = new.target !== undefined && new.target !== construct;
    const instance = Reflect.construct(validatorClass, args, isSubclass ? new.target : Frozen);
    // A subclass may still have to set fields of its own. The fields of the built-in class are already read-only.
    return isSubclass ? instance : Object.freeze(instance);
  }
  Object.setPrototypeOf(construct, validatorClass);
  Object.defineProperty(construct, "name", { value: name });
  Object.defineProperty(construct, "prototype", { value: prototype, writable: false });
  Object.defineProperty(prototype, "constructor", { value: construct });
  if (!guard) builtInChecks.add(prototype.check);
  frozenClasses.add(construct as unknown as ValidatorClass);
  constructors.set(Frozen, construct as unknown as ValidatorClass);
  classes.add(construct as unknown as ValidatorClass);
  return construct as C;
}

/** The static members of the constructors of built-in classes, besides their signatures. */
export interface ValidatorStatics<V extends Validator = Validator> {
  /** Parameters, in order; a subclass with parameters of its own spreads it into its own table. */
  readonly params: ParamTable;
  args(args: readonly unknown[]): Record<string, unknown>;
  load(data: unknown, update?: Update, unset?: Update): Validator;
  readonly prototype: V;
}

type StoredBy<C> = C extends (...args: never[]) => infer Stored ? Stored : never;
type GivenTo<C> = "~given" extends keyof C ? C["~given"] : StoredBy<C>;

// Mapped over the keys of the table itself, so that editors show the comment of a parameter in the table everywhere.
type Given<Table, K extends keyof Table> = { [Name in K]?: GivenTo<Table[Name]> | undefined };
type Stored<Table, K extends keyof Table> = { readonly [Name in K]: StoredBy<Table[Name]> };

/**
 * The arguments of the constructor of a class with this table of parameters, without those that are separate arguments.
 */
export type ParamsOf<Table, Except extends keyof Table = never> = CommonParams &
  Given<Table, Exclude<keyof Table, Except>>;

/** The parameters of a validator with this table, without those whose types depend on the arguments. */
export type FieldsOf<Table, Except extends keyof Table = never> = Stored<Table, Exclude<keyof Table, Except>>;

/** A validator that returns and takes these, and null where the parameters `P` are `nullable`. */
export type ValidatorOf<P, Output, Input = Output, Caller = AnyCaller> = Validator<
  OrNull<P, Output>["type"],
  OrNull<P, Input>["type"],
  Caller
>;

/**
 * The type of the validators of a class: `made` is what its constructor returns for parameters of type `this["given"]`.
 * TypeScript cannot pass on an uninstantiated generic type, such as `Int`, in any other way.
 */
export interface Made {
  readonly given: unknown;
  readonly made: Validator;
}
type MadeOf<M extends Made, P> = (M & { readonly given: P })["made"];

/**
 * What matters of the parameters `P`: `None` if none of them is named in `TypeAffecting`. If those that are named are
 * only flags, all `P` with the same flags become one type, which the compiler computes once.
 */
export type TypeAffectingPart<P, TypeAffecting extends PropertyKey, None = {}> = Part<
  P,
  NamesIn<P> & TypeAffecting,
  None
>;
/** The names in each member of a union. */
type NamesIn<P> = P extends unknown ? keyof P : never;
type Part<P, Names extends PropertyKey, None> = [Names] extends [never] ? None : P extends On<Names> ? On<Names> : P;
type On<Names extends PropertyKey> = { readonly [Name in Names]: true };

/**
 * The constructor of a class that takes one object of `Params`, all of them optional. The type of the validator depends
 * on those named in `TypeAffecting`; `None` stands for no object. Only one signature takes parameters, so an error of
 * the compiler is about the parameter that is wrong.
 */
export interface Constructor<
  M extends Made,
  Params,
  TypeAffecting extends keyof Params = never,
  None extends Only<Partial<Params>, None> = {},
> extends ValidatorStatics<MadeOf<M, None>> {
  (): MadeOf<M, None>;
  <const P extends Only<Partial<Params>, P> = None>(
    params?: P | Context<Partial<Params>>,
  ): Returned<MadeOf<M, TypeAffectingPart<P, TypeAffecting, None>>, P>;
  new <const P extends Only<Partial<Params>, P> = Unset<Params>>(params?: P): MadeOf<M, P>;
}

type ListOf<Members> = Members extends readonly AnyValidator[] ? Members : never;

/** As `Made`, for a class made of several validators, which have the type `this["members"]`. */
export interface MadeOfMembers extends Made {
  readonly list: unknown;
  readonly members: ListOf<this["list"]>;
}
type MadeOfList<M extends MadeOfMembers, List, P> = (M & { readonly list: List; readonly given: P })["made"];

/**
 * The constructor of a class made of several validators, its parameter `Name`. This signature takes them in an array.
 * Each class adds its own signature for separate arguments, the usual form, because that is cheaper for the compiler.
 */
export interface MembersConstructor<
  M extends MadeOfMembers,
  Name extends string,
  Params = CommonParams,
  None extends Only<Partial<Params>, None> = {},
> extends ValidatorStatics<MadeOfList<M, readonly Validator[], None>> {
  <const V extends MemberList<V> = readonly AnyValidator[], const P extends Only<Partial<Params>, P> = None>(
    members: V,
    params?: P & WordParams,
    ...none: IfFits<V>
  ): Returned<MadeOfList<M, V, P>, P>;
  <const V extends readonly AnyValidator[], const P extends WholeOnly<Partial<Params> & Record<Name, V>, P>>(
    params: P & WordParams & { readonly [K in Name]: V },
    ...none: IfFits<P>
  ): Returned<MadeOfList<M, V, P>, P>;
  new <const V extends SeparateMembers<V> = readonly Validator[]>(...members: V): MadeOfList<M, V, None>;
  new <const V extends OnlyList<V> = readonly Validator[], const P extends Only<Partial<Params>, P> = Unset<Params>>(
    members: V,
    params?: P & WordParams,
    ...none: IfFits<V>
  ): MadeOfList<M, V, P>;
}
