/** The fast path of a member of a container. */
import { rulesOf } from "../builtin.ts";
import { FAILED } from "../report/check.ts";
import { errorAnnotationsOf } from "../schemas/annotations.ts";
import type { Checker } from "../schemas/checker.ts";
import { type Leaf, type Quick, quickOf, takesAny } from "./leaf.ts";
import type { TextRule } from "./length.ts";
import type { NumberRule } from "./number.ts";

/** The kind of fast path of a member: the most frequent kinds need no call. */
const NEW = 0;
const MET = 1;
const NONE = 2;
const INTEGER = 3;
const NUMBER = 4;
const TEXT = 5;
const BOOLEAN = 6;
const ANY = 7;
const QUICK = 8;

/**
 * One class for all members, so that the call in the loops of containers is monomorphic and V8 inlines it. Closures
 * would be a different function for each member. The first value takes the slow path, as many schemas are used once.
 */
export class Member {
  readonly validator: Checker;
  /** The rules of a value without members, if they are all that the check does. */
  leaf: Leaf | undefined = undefined;
  #path = NEW;
  /** The limits of a number, or of the UTF-16 units of a text. */
  #min = 0;
  #max = 0;
  #rules: Leaf | undefined = undefined;
  #quick: Quick | undefined = undefined;

  constructor(validator: Checker) {
    this.validator = validator;
  }

  /** Chooses the fast path. */
  #choose(): number {
    const leaf = rulesOf(this.validator);
    // If the validator has messages of its own, its check sets them.
    if (errorAnnotationsOf(this.validator) === undefined) this.leaf = leaf;
    if (leaf === undefined || leaf.isOpaque) return NONE;
    if (takesAny(leaf)) return ANY;
    this.#rules = leaf;
    const [rule] = leaf.rules;
    if (leaf.nullable || leaf.convert !== undefined || leaf.rules.length !== 1 || rule === undefined) return QUICK;
    switch (rule.kind) {
      case "boolean":
        return BOOLEAN;
      case "number":
        if (!(rule as NumberRule).isRange || leaf.readsDigits) return QUICK;
        [this.#min, this.#max] = (rule as NumberRule).range;
        return (rule as NumberRule).type === "integer" ? INTEGER : NUMBER;
      case "text":
        [this.#min, this.#max] = (rule as TextRule).units;
        return TEXT;
    }
    return QUICK;
  }

  /**
   * Returns the result of a value, or FAILED if the slow path has to decide: `explain` if there is a leaf, else the
   * validator's check. The loops call that themselves, because each call in between takes stack from deep values.
   */
  quick(v: unknown): unknown {
    switch (this.#path) {
      case NEW:
        this.#path = MET;
        return FAILED;
      case MET:
        this.#path = this.#choose();
        return this.quick(v);
      case NONE:
        return FAILED;
      case INTEGER:
        if (Number.isInteger(v) && (v as number) >= this.#min && (v as number) <= this.#max) return (v as number) + 0;
        return FAILED;
      case NUMBER:
        if (typeof v === "number" && v >= this.#min && v <= this.#max) return v + 0;
        return FAILED;
      case TEXT:
        if (typeof v === "string" && v.length >= this.#min && v.length <= this.#max) return v;
        break;
      case BOOLEAN:
        return typeof v === "boolean" ? v : FAILED;
      case ANY:
        return v;
    }
    this.#quick ??= quickOf(this.#rules as Leaf);
    return this.#quick(v);
  }
}
