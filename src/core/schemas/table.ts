/** Reads the parameters that are given for a validator, by the table of its class. */
import { withoutPrototype } from "../../values/input.ts";
import { didYouMean } from "../misspelt.ts";
import { ANNOTATIONS } from "./annotations.ts";
import type { Checker, CheckerClass } from "./checker.ts";
import { readOnly, Snapshot } from "./copy.ts";
import { isDefault, type Params } from "./params.ts";

/** The names of the parameters of all classes. */
export const COMMON: readonly string[] = ["alias", "replace", ...ANNOTATIONS];

type Read = (owner: Checker, attr: string, value: unknown, given: Readonly<Record<string, unknown>>) => unknown;

/** One parameter of a class. */
interface Param {
  readonly name: string;
  readonly read: Read;
  readonly isRequired: boolean;
  /** It has the name of a method: it can only be defined. */
  readonly isTaken: boolean;
  /** What it is if it is not given: the prototype has it. */
  readonly initial: unknown;
}

/** The names of the parameters whose defaults a prototype has. */
const defaults = new WeakMap<object, Set<string>>();

export class Table {
  readonly #class: CheckerClass & { readonly prototype: object };
  /** The validators will be frozen, so parameters may be assigned. */
  readonly #isBuiltIn: boolean;
  readonly #params: readonly Param[];
  readonly #names: ReadonlySet<string>;

  /** @param isBuiltIn the class is frozen: what holds of its first validator holds of all. */
  constructor(checkerClass: CheckerClass & { readonly prototype: object }, isBuiltIn: boolean) {
    const params = checkerClass.params as Params & Readonly<Record<string, Read & { readonly required?: boolean }>>;
    const { prototype } = checkerClass;
    const known = defaults.get(prototype);
    this.#class = checkerClass;
    this.#isBuiltIn = isBuiltIn;
    this.#names = new Set(Object.keys(params));
    this.#params = Object.entries(params).map(([name, read]) => ({
      name,
      read,
      isRequired: read.required === true,
      isTaken: name in prototype && !known?.has(name),
      initial: isDefault(params, name, false) ? false : undefined,
    }));
    if (isBuiltIn) this.#writeDefaults();
  }

  /**
   * Puts the defaults into the prototype. A validator has only properties for what is given: most parameters are not,
   * and each takes time and memory.
   */
  #writeDefaults(): void {
    const { prototype } = this.#class;
    const known = defaults.get(prototype) ?? new Set();
    defaults.set(prototype, known);
    for (const { name, isTaken, initial: value } of this.#params) {
      if (isTaken) continue;
      Object.defineProperty(prototype, name, withoutPrototype({ value, writable: true }));
      known.add(name);
    }
  }

  /** The table of the class is as it was: no parameter has been added to it or removed. */
  get isCurrent(): boolean {
    const names = Object.keys(this.#class.params);
    return names.length === this.#params.length && names.every((name, index) => name === this.#params[index]?.name);
  }

  /**
   * Sets the parameters of a validator.
   * @param methods has those methods that a parameter of the same name replaces only if it is given.
   * @returns whether parameters of all classes are given.
   * @throws TypeError for an unknown or a missing one; and what contracts throw.
   */
  readInto(self: Checker, given: Readonly<Record<string, unknown>>, methods: object): boolean {
    const { name: owner } = this.#class;
    let hasCommon = false;
    for (const name of Object.keys(given)) {
      if (COMMON.includes(name)) hasCommon = true;
      else if (!this.#names.has(name)) this.#refuse(name);
    }
    for (const { name, read, isRequired, isTaken, initial } of this.#params) {
      const isGiven = Object.hasOwn(given, name);
      if (isRequired && !isGiven) throw new TypeError(`${owner}.${name} should be given`);
      const value = read(self, name, isGiven ? given[name] : undefined, given);
      if (this.#isBuiltIn && !isTaken && !(value instanceof Snapshot)) {
        if (isRequired || value !== initial) (self as unknown as Record<string, unknown>)[name] = value;
      } else if (value !== undefined || !Object.hasOwn(methods, name)) {
        Object.defineProperty(self, name, readOnly(value));
      }
    }
    return hasCommon;
  }

  #refuse(name: string): never {
    const hint = didYouMean(name, [...this.#names, ...COMMON]);
    throw new TypeError(`${this.#class.name} got an unexpected parameter '${name}'${hint}`);
  }
}
