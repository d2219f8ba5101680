/** What the built-in classes of validators are made with: their parameters, their constructors, and the types of both. */
import type { Update } from "./schemas/dump.ts";
import type { FieldsOf, Only, OrNull, Unset } from "./types.ts";
import {
  builtInChecks,
  classes,
  frozenClasses,
  type ParamTable,
  paramsObject,
  Validator,
  type ValidatorClass,
} from "./validator.ts";

/** Turns the arguments of the constructor of `owner` into parameters. */
export type ReadArgs = (
  args: readonly unknown[],
  owner: { readonly name: string; readonly params: ParamTable },
) => Record<string, unknown>;

/** A class whose instances have the parameters of the table `T` as read-only properties. */
interface ClassWithParams<T extends ParamTable> {
  new (...args: readonly unknown[]): Validator & FieldsOf<T>;
  readonly params: T;
  args(args: readonly unknown[]): Record<string, unknown>;
}

const onlyParams: ReadArgs = ([params], { name }) => paramsObject(params, name);

// A bundler may leave out what is made by a call of a function that is marked so, if nobody uses it: most programs use few
// validators. That a class is registered then is no loss, as `load` brings all of them along.

/**
 * What a validator class extends that has the parameters `params`, in this order.
 * @param readArgs how its constructor is called, where that is not with one object of parameters.
 */
/*#__NO_SIDE_EFFECTS__*/ export function withParams<T extends ParamTable>(
  params: T,
  readArgs: ReadArgs = onlyParams,
): ClassWithParams<T> {
  class WithParams extends Validator {
    static override readonly params = params;
    static override args(args: readonly unknown[]): Record<string, unknown> {
      return readArgs(args, this);
    }
  }
  return WithParams as unknown as ClassWithParams<T>;
}

/**
 * Makes a built-in class callable without `new`, and registers it; `instanceof` and `extends` work as with the class
 * itself.
 */
/*#__NO_SIDE_EFFECTS__*/ export function callable<C>(name: string, validatorClass: ValidatorClass): C {
  const { prototype } = validatorClass;
  function construct(...args: unknown[]): unknown {
    const instance = Reflect.construct(validatorClass, args, new.target ?? construct);
    // A subclass may still have fields of its own to set; what the built-in class has set is read-only already.
    return new.target === undefined || new.target === construct ? Object.freeze(instance) : instance;
  }
  Object.setPrototypeOf(construct, validatorClass);
  Object.defineProperty(construct, "name", { value: name });
  Object.defineProperty(construct, "prototype", { value: prototype, writable: false });
  Object.defineProperty(prototype, "constructor", { value: construct });
  builtInChecks.add(prototype.check);
  frozenClasses.add(construct as unknown as ValidatorClass);
  classes.add(construct as unknown as ValidatorClass);
  return construct as C;
}

/** What the constructors of the built-in classes have besides their signatures. */
export interface ValidatorStatics<V extends Validator = Validator> {
  /** Parameters, in order; a subclass with parameters of its own spreads it into its own table. */
  readonly params: ParamTable;
  args(args: readonly unknown[]): Record<string, unknown>;
  load(data: unknown, update?: Update, unset?: Update): Validator;
  readonly prototype: V;
}

/**
 * The type of the validators of a class: `made` is what its constructor returns for parameters of type `this["given"]`.
 * TypeScript has no other way to hand on a generic type, such as `Int`, without what makes it one.
 */
export interface Made {
  readonly given: unknown;
  readonly made: Validator;
}
type MadeOf<M extends Made, P> = (M & { readonly given: P })["made"];

/** The constructor of a class that takes one object of `Params`, all of them optional; `None` stands for no object. */
export interface Constructor<M extends Made, Params, None extends Only<Partial<Params>, None> = Record<never, never>>
  extends ValidatorStatics<MadeOf<M, None>> {
  <const P extends Only<Partial<Params>, P> = None>(params?: P): MadeOf<M, P>;
  new <const P extends Only<Partial<Params>, P> = Unset<Params>>(params?: P): MadeOf<M, P>;
}

/**
 * What a validator of a class with this table of parameters is, where those given are `P`: what it returns and takes
 * besides null, which `nullable` adds.
 */
export type ValidatorOf<Table, P, Output, Input = Output> = Validator<OrNull<P, Output>, OrNull<P, Input>> &
  FieldsOf<Table>;
