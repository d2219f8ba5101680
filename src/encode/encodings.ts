/**
 * The way back, from values to input. Each class states its own as a method, `ENCODING`: a validator of values whose
 * result is the input. So values are validated on their way out by what validates them on their way in: the same
 * report, limits, errors and generated code.
 */
import { ValueError } from "../errors/errors.ts";
import { type Checker, isCheck } from "../schemas/checker.ts";
import { instances } from "../schemas/registry.ts";

/** The method that returns the encoder of a validator, or the reason why there is none. */
export const ENCODING: unique symbol = Symbol("encoding");
/** The property with the type of the values of a validator, if it is one of these. */
export const GIVES: unique symbol = Symbol("gives");

/** `"function"`: what a function of the caller takes and returns. */
export type Given = "string" | "number" | "boolean" | "bytes" | "function" | undefined;

/** Returns whether a converted value becomes text for the step before; most likely so if that is a function. */
export const prefersText = (type: Given): boolean => type === "string" || type === "function";

interface Encodable extends Checker {
  [ENCODING](to: Encoding): Checker | string;
  readonly [GIVES]: Given;
}

/** Where the result of an encoder goes. */
interface Target {
  /** It has to be JSON. Otherwise it goes to the step before, which may have values of any kind. */
  readonly isJson: boolean;
  /** The type of the values of the step before: preferred if the input may have several types. */
  readonly type: Given;
}

/** The encoder of a reference. It has no members until all encoders are made, as it may contain itself. */
export interface Reference<V> {
  readonly parts: readonly V[];
}

/** What the method `ENCODING` of a class gets. */
export interface Encoding extends Target {
  /** The encoder of a member, for the same target. `path` leads to it, for errors. */
  of<V>(member: V, ...path: readonly (string | number)[]): V;
  /** The encoder of a validator whose values are JSON only if its input is, or go to a function. */
  ofUnchanged<V>(member: V, ...path: readonly (string | number)[]): V;
  /** The encoder of a step of an AllOf. */
  ofStep<V>(steps: readonly V[], index: number): V;
  /** The encoder of the keys of an object. */
  ofKey<V>(key: V, ...path: readonly (string | number)[]): V;
  /** The encoder of the target of a reference. */
  ofReference<V>(target: V): Reference<V>;
  /** Records that the way back is a function of the caller. */
  usesFunction(): void;
}

const JSON_TARGET: Target = { isJson: true, type: undefined };
/** A deeper schema is refused: encoders are made by recursion. */
const MAX_DEPTH = 2048;

type CheckOf = (validator: Checker) => unknown;

/** The encoders of the parts of one schema. */
class Encodings {
  readonly #root: Checker;
  readonly #checkOf: CheckOf;
  readonly #made = new Map<string, Map<Checker, Checker>>();
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

  #of(validator: Checker, to: Target, path: readonly (string | number)[]): Checker {
    const name = `${to.isJson} ${to.type}`;
    if (!this.#made.has(name)) this.#made.set(name, new Map());
    const made = this.#made.get(name) as Map<Checker, Checker>;
    const known = made.get(validator);
    if (known !== undefined) return known;
    this.#path.push(...path);
    if (this.#path.length > MAX_DEPTH) throw new ValueError("The schema is nested too deep to encode");
    const encoder = this.#isOwn(validator)
      ? (validator as Encodable)[ENCODING](this.#encodingFor(to))
      : "its class has a check of its own";
    if (typeof encoder === "string") {
      const pointer = this.#path.map((key) => `/${key}`).join("");
      throw new ValueError(`${validator.constructor.name}${pointer && ` at ${pointer}`} has no encoding: ${encoder}`);
    }
    this.#path.length -= path.length;
    made.set(validator, encoder);
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

  #encodingFor(to: Target): Encoding {
    const of = (member: unknown, target: Target, path: readonly (string | number)[]): never =>
      this.#of(member as Checker, target, path) as never;
    return {
      ...to,
      of: (member, ...path) => of(member, { ...to, type: undefined }, path),
      ofUnchanged: (member, ...path) => of(member, { isJson: false, type: undefined }, path),
      ofStep: (steps, index) => of(steps[index], stepTarget(steps as readonly Checker[], index, to), ["steps", index]),
      ofKey: (key, ...path) => {
        const functions = this.#functions;
        const encoder = of(key, { isJson: false, type: "string" }, path);
        // A key is text: what converts it to a key is its own way back.
        return functions === this.#functions ? key : encoder;
      },
      ofReference: (target) => {
        this.usesAliases = true;
        const parts: Checker[] = [];
        this.#references.push({ parts, target: target as Checker, to: { ...to, type: undefined } });
        return { parts: parts as never };
      },
      usesFunction: () => {
        this.#functions++;
      },
    };
  }
}

/** The target of the encoder of a step. */
function stepTarget(steps: readonly Checker[], index: number, to: Target): Target {
  if (index === 0) return to;
  const before = steps.slice(0, index).findLast((step) => !isCheck(step));
  return { isJson: false, type: before && (before as Encodable)[GIVES] };
}

/** By validator: the encoder, and the version of the registry for which it was made, if it looks up aliases. */
const known = /*#__PURE__*/ new WeakMap<Checker, { readonly version: number | undefined; readonly encoder: Checker }>();

/**
 * Returns the encoder of a validator: the validator whose result for a value is the input.
 * @param checkOf returns the check of a validator.
 * @throws ValueError, which names the validator that has no encoding.
 */
export function encoderOf<V extends Checker>(root: V, checkOf: CheckOf): V {
  const before = known.get(root);
  if (before !== undefined && (before.version ?? instances.version) === instances.version) return before.encoder as V;
  const encodings = new Encodings(root, checkOf);
  const encoder = encodings.all();
  known.set(root, { version: encodings.usesAliases ? instances.version : undefined, encoder });
  return encoder as V;
}
