/** The two registries (specification, "Registries"): validators by alias, validator classes by name. */
import { AssertionError, KeyError } from "./errors/errors.ts";
import type { Validator, ValidatorClass } from "./validator.ts";

/** Validators by alias. */
export class Instances {
  readonly #byAlias = new Map<string, Validator>();
  /** Goes up with every change: what was compiled against an older one may follow a reference to the wrong place. */
  version = 0;

  /**
   * Registers `instance` and returns it.
   * @throws AssertionError if the alias is taken.
   */
  add<V extends Validator>(alias: string, instance: V): V {
    const other = this.#byAlias.get(alias);
    if (other !== undefined) throw new AssertionError(`Alias '${alias}' of ${instance} conflicts with ${other}`);
    return this.put(alias, instance);
  }

  /** Registers `instance`, in place of any other with the alias, and returns it. */
  put<V extends Validator>(alias: string, instance: V): V {
    this.#byAlias.set(alias, instance);
    this.version++;
    return instance;
  }

  /**
   * The registered validator.
   * @throws KeyError if there is none.
   */
  get(alias: string): Validator {
    const instance = this.#byAlias.get(alias);
    if (instance === undefined) throw new KeyError(`Instance '${alias}' is not registered`);
    return instance;
  }

  has(alias: string): boolean {
    return this.#byAlias.has(alias);
  }

  /** Forgets every validator. */
  clear(): void {
    this.#byAlias.clear();
    this.version++;
  }
}

/** Validator classes by name. */
export class Classes {
  readonly #byName = new Map<string, ValidatorClass>();

  /**
   * Registers `validatorClass` under its name and returns it; works as a class decorator.
   * @throws AssertionError if the name is taken.
   */
  add<C extends ValidatorClass>(validatorClass: C, _context?: unknown): C {
    const { name } = validatorClass;
    if (this.#byName.has(name)) throw new AssertionError(`Name of ${name} conflicts with another validator class`);
    this.#byName.set(name, validatorClass);
    return validatorClass;
  }

  /**
   * The registered class.
   * @throws KeyError if there is none.
   */
  get(name: string): ValidatorClass {
    const validatorClass = this.#byName.get(name);
    if (validatorClass === undefined) throw new KeyError(`Class '${name}' is not registered`);
    return validatorClass;
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }
}

export const instances: Instances = new Instances();
export const classes: Classes = new Classes();
