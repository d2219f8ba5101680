/** Validators that functions return: the registry finds them under internal aliases. */
import type { Checker } from "./checker.ts";
import { findLazyWith, type Lazy } from "./registry.ts";

/**
 * The results of the caller's functions, by alias. Each is known while its entry is reachable, or for ever if it is
 * kept.
 */
class Lazies {
  readonly #byAlias = new Map<string, WeakRef<Lazy>>();
  readonly #kept = new Set<Lazy>();
  readonly #gone = new FinalizationRegistry<string>((alias) => this.#byAlias.delete(alias));
  #count = 0;

  constructor() {
    findLazyWith((alias) => this.get(alias));
  }

  add(make: () => Checker): Lazy {
    const alias = `lazy:${++this.#count}`;
    let target: Checker | undefined;
    const entry: Lazy = {
      alias,
      target: () => {
        target ??= make();
        return target;
      },
    };
    this.#byAlias.set(alias, new WeakRef(entry));
    this.#gone.register(entry, alias);
    return entry;
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
