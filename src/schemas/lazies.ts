/** Validators that functions return: the registry finds them under internal aliases. */
import { weakly, whenGone } from "../values/weak.ts";
import type { Checker } from "./checker.ts";
import { findLazyWith, type Lazy } from "./registry.ts";

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
 * The results of the caller's functions, by alias. Each is known while its entry is reachable, or for ever if it is
 * kept.
 */
class Lazies {
  readonly #byAlias = new Map<string, ReturnType<typeof weakly<Lazy>>>();
  readonly #kept = new Set<Lazy>();
  readonly #gone = whenGone<string>((alias) => this.#byAlias.delete(alias));
  #count = 0;
  /** That of the function that runs. */
  #created: Created | undefined;

  constructor() {
    findLazyWith((alias) => this.get(alias));
  }

  add(make: () => Checker): Lazy {
    const alias = `lazy:${++this.#count}`;
    const created = this.#created ?? { count: 0 };
    created.count++;
    let target: Checker | undefined;
    const entry: Lazy = {
      alias,
      target: () => {
        target ??= this.#make(make, created);
        return target;
      },
    };
    this.#byAlias.set(alias, weakly(entry));
    this.#gone?.register(entry, alias);
    return entry;
  }

  /** @throws TypeError if there is no end of what functions create. */
  #make(make: () => Checker, created: Created): Checker {
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

  get(alias: string): Lazy | undefined {
    return this.#byAlias.get(alias)?.deref();
  }

  keep(alias: string): void {
    const entry = this.get(alias);
    if (entry !== undefined) this.#kept.add(entry);
  }
}

/** References to validators without a name; created only in programs that use them. */
export const lazy: Lazies = /*#__PURE__*/ new Lazies();
