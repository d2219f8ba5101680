/** The parameters of a validator that a reader outside its class knows: generated code, JSON Schema. */
import type { Checker } from "./checker.ts";
import { paramsOf } from "./params.ts";

/**
 * Reading a parameter marks it as known. A reader declines a validator with a parameter that it has not read, instead
 * of ignoring the parameter, unless that is at its default. `native/core/dump/params.hpp` does the same for C++.
 */
export class KnownParams<V extends Checker = Checker> {
  readonly validator: V;
  /** The parameters, for the reader. */
  readonly given: V;
  readonly #known = new Set<string | symbol>();

  constructor(validator: V) {
    this.validator = validator;
    this.given = new Proxy(validator, {
      get: (_, name) => {
        this.#known.add(name);
        return Reflect.get(validator, name);
      },
    });
  }

  /**
   * Marks parameters as known that need not be read: they do not affect the result of the reader, or are covered
   * elsewhere.
   */
  know(...names: readonly string[]): void {
    for (const name of names) this.#known.add(name);
  }

  /** A parameter that is not at its default and that the reader does not know. */
  get unknown(): string | undefined {
    return paramsOf(this.validator).find(([name]) => !this.#known.has(name))?.[0];
  }
}
