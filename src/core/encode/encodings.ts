/**
 * The way back, from values to input. Each class states its own as a method, `ENCODING`: a validator of values whose
 * result is the input. So values are validated on their way out by what validates them on their way in: the same
 * report, limits, errors and generated code.
 */
import { hasRoom } from "../../values/stack.ts";
import { ValueError } from "../errors/errors.ts";
import type { Checker } from "../schemas/checker.ts";
import { instances } from "../schemas/registry.ts";
import { GIVES, type Given, type Kind, type MemberPath, OF_OBJECT, sourcesOf, Target } from "./target.ts";

/** The method that returns the encoder of a validator, or the reason why there is none. */
export const ENCODING: unique symbol = Symbol("encoding");
interface Encodable extends Checker {
  [ENCODING](to: Encoding): Checker | string;
  readonly [GIVES]: Given;
}

/** The encoder of a reference. It has no members until all encoders are made, as it may contain itself. */
export interface Reference<V> {
  readonly parts: readonly V[];
}

/** What the method `ENCODING` of a class gets. */
export interface Encoding {
  /** See `Target`. */
  readonly isJson: boolean;
  readonly kinds: ReadonlySet<Kind>;
  /** A result may be undefined: it is that of a member, which is then absent, or goes to the step before. */
  readonly mayLack: boolean;
  /** Selects one of the forms that its values can be encoded in: see `Target`. */
  prefers(...forms: readonly (Kind | false)[]): Kind | undefined;
  /** The encoder of a member: an item, or the value of a key. `path` leads to it. */
  of<V>(member: V, ...path: MemberPath): V;
  /** The encoder of a validator inside of the same value. */
  ofSame<V>(inner: V, ...path: MemberPath): V;
  /** The encoder of a validator whose values are JSON only if its input is, or go to a function. */
  ofUnchanged<V>(member: V, ...path: MemberPath): V;
  /** The encoder of a validator of the values of this one. */
  ofResult<V>(next: V, ...path: MemberPath): V;
  /** The encoder of a step of an AllOf. */
  ofStep<V>(steps: readonly V[], index: number): V;
  /** The encoder of the keys of an object. */
  ofKey<V>(key: V, ...path: readonly (string | number)[]): V;
  /** The encoder of the target of a reference. */
  ofReference<V>(target: V): Reference<V>;
  /** Records that the way back is a function of the caller. */
  usesFunction(): void;
}

const NO_SOURCES: ReadonlyMap<Checker, Kind> = /*#__PURE__*/ new Map();
const JSON_TARGET = /*#__PURE__*/ new Target(true, NO_SOURCES);
/** That of the values of an object's keys. */
const MEMBER_TARGET = /*#__PURE__*/ new Target(true, NO_SOURCES);
const UNKNOWN_TARGET = /*#__PURE__*/ new Target(false, NO_SOURCES);
const KEY_TARGET = /*#__PURE__*/ new Target(false, NO_SOURCES, ["string"]);
/** A deeper schema is refused, however large the stack is: encoders are made by recursion. */
const MAX_DEPTH = 2048;
/** With more encoders, the targets of others are unknown: unions that contain themselves need ever more. */
const MAX_ENCODERS = 100_000;

type CheckOf = (validator: Checker) => unknown;

/** The encoders of the parts of one schema. */
class Encodings {
  readonly #root: Checker;
  readonly #checkOf: CheckOf;
  readonly #made = new Map<Target, Map<Checker, Checker>>();
  /** By their sources. */
  readonly #targets = new Map<string, Target>();
  readonly #numbers = new Map<Checker, number>();
  #number = 0;
  readonly #references: { readonly parts: Checker[]; readonly target: Checker; readonly to: Target }[] = [];
  #path: (string | number)[] = [];
  /** The encoders that call a function of the caller, so far. */
  #functions = 0;
  /** Aliases were looked up. */
  usesAliases = false;

  constructor(root: Checker, checkOf: CheckOf) {
    this.#root = root;
    this.#checkOf = checkOf;
  }

  all(): Checker {
    const encoder = this.#of(this.#root, JSON_TARGET, []);
    for (let next = this.#references.pop(); next !== undefined; next = this.#references.pop()) {
      next.parts.push(this.#of(next.target, next.to, []));
    }
    return encoder;
  }

  #of(validator: Checker, to: Target, path: MemberPath): Checker {
    if (!this.#made.has(to)) this.#made.set(to, new Map());
    const made = this.#made.get(to) as Map<Checker, Checker>;
    const known = made.get(validator);
    if (known !== undefined) return known;
    this.#path.push(...path);
    if (this.#path.length > MAX_DEPTH || !hasRoom()) throw new ValueError("The schema is nested too deep to encode");
    const encoder = this.#isOwn(validator)
      ? (validator as Encodable)[ENCODING](this.#encodingFor(validator, to))
      : "its class has a check of its own";
    if (typeof encoder === "string") {
      const pointer = this.#path.map((key) => `/${key}`).join("");
      throw new ValueError(`${validator.constructor.name}${pointer && ` at ${pointer}`} has no encoding: ${encoder}`);
    }
    this.#path.length -= path.length;
    made.set(validator, encoder);
    this.#number++;
    return encoder;
  }

  /** Returns whether the class that states the encoding also has the check: a subclass may override it. */
  #isOwn(validator: Checker): boolean {
    const ownPrototype = Object.getPrototypeOf(validator) as Encodable;
    // A validator of another copy of the library has another symbol.
    if (!(ENCODING in ownPrototype)) return false;
    let prototype = ownPrototype;
    while (!Object.hasOwn(prototype, ENCODING)) prototype = Object.getPrototypeOf(prototype) as Encodable;
    return prototype === ownPrototype || prototype.check === this.#checkOf(validator);
  }

  /** The target whose values are those of validators. */
  #valuesOf(validators: readonly Checker[]): Target {
    const sources = sourcesOf(validators);
    if (sources === undefined || sources === "input") return UNKNOWN_TARGET;
    const name = Array.from(sources.keys(), (source) => this.#numberOf(source)).join();
    const known = this.#targets.get(name);
    if (known !== undefined || this.#number > MAX_ENCODERS) return known ?? UNKNOWN_TARGET;
    const target = new Target(false, sources, sources.values());
    this.#targets.set(name, target);
    return target;
  }

  #numberOf(validator: Checker): number {
    const number = this.#numbers.get(validator) ?? this.#numbers.size;
    this.#numbers.set(validator, number);
    return number;
  }

  /** The target of the encoder of a step: what the step before gives. */
  #stepTarget(steps: readonly Checker[], index: number, to: Target): Target {
    const before = steps.slice(0, index).findLast((step) => sourcesOf([step]) !== "input");
    return before === undefined ? to : this.#valuesOf([before]);
  }

  #encodingFor(validator: Checker, to: Target): Encoding {
    const of = (member: unknown, target: Target, path: MemberPath): never =>
      this.#of(member as Checker, target, path) as never;
    return {
      isJson: to.isJson,
      kinds: to.kinds,
      mayLack: to !== JSON_TARGET,
      prefers: (...forms) => to.formOf(validator, forms),
      of: (member, ...path) => {
        if (!to.isJson) return of(member, this.#valuesOf(to.membersAt(validator, path)), path);
        return of(member, OF_OBJECT.includes(path[0]) ? MEMBER_TARGET : JSON_TARGET, path);
      },
      ofSame: (inner, ...path) => of(inner, to, path),
      ofUnchanged: (member, ...path) => of(member, UNKNOWN_TARGET, path),
      ofResult: (next, ...path) => of(next, this.#valuesOf([validator]), path),
      ofStep: (steps, index) => of(steps[index], this.#stepTarget(steps as never, index, to), ["steps", index]),
      ofKey: (key, ...path) => {
        const functions = this.#functions;
        const encoder = of(key, KEY_TARGET, path);
        // A key is text: what converts it to a key is its own way back.
        return functions === this.#functions ? key : encoder;
      },
      ofReference: (target) => {
        this.usesAliases = true;
        const parts: Checker[] = [];
        this.#references.push({ parts, target: target as Checker, to });
        return { parts: parts as never };
      },
      usesFunction: () => {
        this.#functions++;
      },
    };
  }
}

/** The encoder of a validator, and the version of the registry for which it was made, if it looks up aliases. */
export interface KnownEncoder {
  readonly encoder: Checker;
  readonly version: number | undefined;
}

/** Returns whether aliases still mean what they did when an encoder was made. */
export const isCurrent = ({ version }: KnownEncoder): boolean => version === undefined || version === instances.version;

/**
 * Makes the encoder of a validator: the validator whose result for a value is the input.
 * @param checkOf returns the check of a validator.
 * @throws ValueError, which names the validator that has no encoding.
 */
export function makeEncoder(root: Checker, checkOf: CheckOf): KnownEncoder {
  const encodings = new Encodings(root, checkOf);
  const encoder = encodings.all();
  return { encoder, version: encodings.usesAliases ? instances.version : undefined };
}
