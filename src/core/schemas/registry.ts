/**
 * The registries (specification, "Registries"): validators by alias, validator classes and functions by name. Their
 * methods are bound functions, so that they can be passed on alone: `@classes.add`, `names.map(classes.get)`.
 */
import { AssertionError, KeyError } from "../errors/errors.ts";
import { type Checker, type CheckerClass, expectChecker } from "./checker.ts";

/** A function of the caller that returns a validator. */
export type GetChecker = () => Checker;

/** The validator that such a function returns. */
export interface Lazy {
  /** The validator: the function is called once, when the validator is first needed. */
  readonly target: () => Checker;
}

let lazyOf: (use: string | GetChecker) => Lazy | undefined = () => undefined;

/** Sets the function that finds what functions return, by themselves or by their aliases. Internal: see `lazies.ts`. */
export function findLazyWith(find: (use: string | GetChecker) => Lazy | undefined): void {
  lazyOf = find;
}

/** Validators by alias. */
export class Instances<Validator extends Checker = Checker> {
  readonly #byAlias = new Map<string, Validator>();
  /** The previous values of changed aliases, oldest first, while `attempt` may have to undo the changes. */
  #journal: [alias: string, before: Validator | undefined][] | undefined;
  /** Increases with every change: references compiled with an older version may then lead to other validators. */
  version = 0;

  /**
   * Registers `instance` and returns it. If an equal validator already has the alias, that one stays registered.
   * @throws AssertionError if another validator has the alias.
   */
  readonly add = <V extends Validator>(alias: string, instance: V): V => {
    const other = this.#find(alias);
    if (other === undefined) return this.put(alias, instance);
    // A module that is loaded again creates its validators again: an equal one is no conflict.
    if (instance.equals(other)) return instance;
    throw new AssertionError(`Alias '${alias}' of ${instance} conflicts with ${other}`);
  };

  /** Registers `instance`, in place of any other with the alias, and returns it. */
  readonly put = <V extends Validator>(alias: string, instance: V): V => {
    expectChecker("instances", instance);
    this.#set(alias, instance);
    return instance;
  };

  /**
   * The registered validator.
   * @throws KeyError if there is none.
   */
  readonly get = (alias: string): Validator => {
    const instance = this.#find(alias);
    if (instance === undefined) throw new KeyError(`Instance '${alias}' is not registered`);
    return instance;
  };

  /** Returns whether a validator is registered. */
  readonly has = (alias: string): boolean => this.#byAlias.has(alias) || lazyOf(alias) !== undefined;

  /** All aliases and their validators. */
  readonly entries = (): [alias: string, instance: Validator][] => [...this.#byAlias];

  /** Forgets a validator. Returns whether there was one. */
  readonly delete = (alias: string): boolean => {
    const had = this.#byAlias.has(alias);
    if (had) this.#set(alias, undefined);
    return had;
  };

  /** Forgets every validator. */
  readonly clear = (): void => {
    for (const alias of [...this.#byAlias.keys()]) this.#set(alias, undefined);
  };

  /** Returns the result of `make`. If it throws, its changes of the registry are undone. */
  attempt<T>(make: () => T): T {
    const outer = this.#journal;
    const journal: [string, Validator | undefined][] = [];
    this.#journal = journal;
    try {
      const result = make();
      outer?.push(...journal);
      return result;
    } catch (error) {
      this.#journal = undefined;
      for (const [alias, before] of journal.toReversed()) this.#set(alias, before);
      throw error;
    } finally {
      this.#journal = outer;
    }
  }

  #find(alias: string): Validator | undefined {
    return this.#byAlias.get(alias) ?? (lazyOf(alias)?.target() as Validator | undefined);
  }

  #set(alias: string, instance: Validator | undefined): void {
    this.#journal?.push([alias, this.#byAlias.get(alias)]);
    if (instance === undefined) this.#byAlias.delete(alias);
    else this.#byAlias.set(alias, instance);
    this.version++;
  }
}

/** Validator classes by name. */
export class Classes<ValidatorClass extends CheckerClass = CheckerClass> {
  readonly #byName = new Map<string, ValidatorClass>();

  /**
   * Registers `validatorClass` under its name and returns it; works as a class decorator.
   * @throws AssertionError if the name is taken.
   */
  readonly add = <C extends ValidatorClass>(validatorClass: C, _context?: unknown): C => {
    const { name } = validatorClass;
    if (this.#byName.has(name)) throw new AssertionError(`Name of ${name} conflicts with another validator class`);
    this.#byName.set(name, validatorClass);
    return validatorClass;
  };

  /**
   * The registered class.
   * @throws KeyError if there is none.
   */
  readonly get = (name: string): ValidatorClass => {
    const validatorClass = this.#byName.get(name);
    if (validatorClass === undefined) throw new KeyError(`Class '${name}' is not registered`);
    return validatorClass;
  };

  /** Returns whether a class is registered. */
  readonly has = (name: string): boolean => this.#byName.has(name);
}

/** A function of the caller's. */
type AnyFunction = (...args: never[]) => unknown;

/** Functions by name, for dumps. */
export class Functions {
  readonly #byName = new Map<string, AnyFunction>();

  /**
   * Registers `fn` and returns it. Validators with this function among their parameters can then be dumped as JSON.
   * @throws AssertionError if another function has the name; TypeError if `fn` is no function.
   * @example const isIsbn = functions.add("shop.isIsbn", (text: string) => ...)
   */
  readonly add = <F extends AnyFunction>(name: string, fn: F): F => {
    if ((this.#byName.get(name) ?? fn) !== fn)
      throw new AssertionError(`Name '${name}' conflicts with another function`);
    return this.put(name, fn);
  };

  /** Registers `fn`, in place of any other with the name, and returns it: for modules that may be loaded again. */
  readonly put = <F extends AnyFunction>(name: string, fn: F): F => {
    if (typeof fn !== "function") throw new TypeError(`What is registered as '${name}' should be a function`);
    this.#byName.set(name, fn);
    return fn;
  };

  /**
   * The registered function.
   * @throws KeyError if there is none.
   */
  readonly get = (name: string): AnyFunction => {
    const fn = this.#byName.get(name);
    if (fn === undefined) throw new KeyError(`Function '${name}' is not registered`);
    return fn;
  };

  /** Returns whether a function is registered. */
  readonly has = (name: string): boolean => this.#byName.has(name);

  /** Forgets a function. Returns whether there was one. */
  readonly delete = (name: string): boolean => this.#byName.delete(name);

  /** The name of a function, the first if there are several; undefined if it is not registered. */
  readonly nameOf = (fn: AnyFunction): string | undefined => {
    for (const [name, its] of this.#byName) if (its === fn) return name;
    return undefined;
  };
}

/** The registries themselves; `validator.ts` exports them with their full types. */
export const instances: Instances = new Instances();
export const classes: Classes = new Classes();

/**
 * The validator that a reference with the parameter `use` leads to now: an alias, or a function. Undefined if no
 * validator is registered under the alias, and for anything else.
 */
export function referredBy(use: unknown): Checker | undefined {
  if (typeof use === "string") return instances.has(use) ? instances.get(use) : undefined;
  return typeof use === "function" ? lazyOf(use as GetChecker)?.target() : undefined;
}

/**
 * Your functions by name, so that a `Check`, a `Transform` or a default that has one can be dumped and loaded.
 * @example Check(functions.add("shop.isOdd", (value: number) => value % 2 === 1)).is(3); // true
 */
export const functions: Functions = new Functions();
