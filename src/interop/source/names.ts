/** The names of a module, and its imports. */
import { layout, object } from "./layout.ts";
import { isReserved, isWord, quoted } from "./tokens.ts";

export class Names {
  readonly #taken = new Set<string>();
  /** By name: the next number behind it. */
  readonly #numbers = new Map<string, number>();
  /** By module and name. */
  readonly #imports = new Map<string, Map<string, Import>>();

  /** Returns the name, or the name with a number if it has a meaning already. */
  take(name: string): string {
    let free = name;
    let number = this.#numbers.get(name) ?? 2;
    while (this.#taken.has(free) || isReserved(free) || free in globalThis) free = `${name}${number++}`;
    this.#numbers.set(name, number);
    this.#taken.add(free);
    return free;
  }

  /** Keeps others from taking the name. */
  keep(name: string): string {
    this.#taken.add(name);
    return name;
  }

  /** The name of a global of JavaScript, also where a constant has it. */
  global(name: string): string {
    return this.#taken.has(name) ? `globalThis.${name}` : name;
  }

  /** The local name of an imported name. */
  import(module: string, name: string, isType = false): string {
    const imports = this.#imports.get(module) ?? new Map<string, Import>();
    this.#imports.set(module, imports);
    const known = imports.get(name);
    if (known !== undefined) return known.local;
    // Nothing else takes a name of the library. The text does not depend on whether the runtime has Temporal.
    const isOwn = isReserved(name) && !isWord(name);
    const isFree = isOwn || !(isWord(name) || this.#taken.has(name) || (name in globalThis && name !== "Temporal"));
    const local = isFree ? this.keep(name) : this.take(`${name}Of`);
    imports.set(name, { local, isType });
    return local;
  }

  /** The import statements, in alphabetical order. */
  get imports(): string {
    const modules = inOrder(this.#imports).map(([module, imports]) => {
      const names = inOrder(imports).map(([name, { local, isType }]) => {
        return `${isType ? "type " : ""}${name}${local === name ? "" : ` as ${local}`}`;
      });
      return layout(["import ", object(names), ` from ${quoted(module)};`]);
    });
    return modules.join("\n");
  }
}

interface Import {
  readonly local: string;
  readonly isType: boolean;
}

const inOrder = <T>(entries: Iterable<[string, T]>): [string, T][] =>
  [...entries].sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
