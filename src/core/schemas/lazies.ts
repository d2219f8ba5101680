/** Validators that functions return: what a LazyRef refers to without a name. */
import type { Checker } from "./checker.ts";
import { findLazyWith, type GetChecker, type Lazy } from "./registry.ts";

/**
 * Maximum number of references that functions create, directly or through functions of such references. A function that
 * creates its validator anew may lead to ever more of them: what walks a schema would never end.
 */
const MAX_CREATED = 10_000;

/** Counts the references that a function creates, and those of their functions. */
interface Created {
  count: number;
}

/**
 * The validators of functions. An entry lives as long as its function: a validator that contains itself by one is freed
 * as a whole.
 */
class Lazies {
  readonly #byGetter = new WeakMap<GetChecker, Lazy>();
  /** The functions in dumps, which are found by alias as long as the program runs. */
  readonly #byAlias = new Map<string, GetChecker>();
  readonly #aliases = new WeakMap<GetChecker, string>();
  /** That of the function that runs. */
  #created: Created | undefined;

  constructor() {
    findLazyWith((use) => {
      const make = typeof use === "string" ? this.#byAlias.get(use) : use;
      return make && this.#byGetter.get(make);
    });
  }

  /**
   * The entry of a function, the same each time.
   * @param check returns the validator that the function has returned; throws for anything else.
   */
  of<V extends Checker>(make: () => V, check: (target: V) => V): Lazy {
    const known = this.#byGetter.get(make);
    if (known !== undefined) return known;
    const created = this.#created ?? { count: 0 };
    created.count++;
    let target: Checker | undefined;
    const entry: Lazy = {
      target: () => {
        target ??= check(this.#make(make, created) as V);
        return target;
      },
    };
    this.#byGetter.set(make, entry);
    return entry;
  }

  /** @throws TypeError if there is no end of what functions create. */
  #make(make: GetChecker, created: Created): Checker {
    if (created.count > MAX_CREATED) {
      throw new TypeError("The function of a LazyRef should return the same validator each time, not ever new ones");
    }
    const outer = this.#created;
    this.#created = created;
    try {
      return make();
    } finally {
      this.#created = outer;
    }
  }

  /** The function that has the alias; undefined if none has it. */
  get(alias: string): GetChecker | undefined {
    return this.#byAlias.get(alias);
  }

  /** The alias by which a dump names a function. It stays registered as long as the program runs. */
  aliasOf(make: GetChecker): string {
    let alias = this.#aliases.get(make);
    if (alias === undefined) {
      alias = `lazy:${this.#byAlias.size + 1}`;
      this.#aliases.set(make, alias);
      this.#byAlias.set(alias, make);
    }
    return alias;
  }
}

/** References to validators without a name; created only in programs that use them. */
export const lazy: Lazies = /*#__PURE__*/ new Lazies();
