/** The fast path of a member of a container. */
import { rulesOf } from "../builtin.ts";
import { FAILED } from "../report/check.ts";
import type { Checker } from "../schemas/checker.ts";
import { type Leaf, type Quick, quickOf, takesAny } from "./leaf.ts";
import type { TextRule } from "./length.ts";
import type { NumberRule } from "./number.ts";

/** Which fast path a member has: the most frequent ones take no call. */
const NONE = 0;
const INTEGER = 1;
const NUMBER = 2;
const TEXT = 3;
const BOOLEAN = 4;
const ANY = 5;
const QUICK = 6;

/**
 * One class for all members, so that V8 knows the method that the loops of containers call and inlines it. Closures
 * would be as many functions as there are members.
 */
export class Member {
  readonly validator: Checker;
  /** The rules of a value without members. */
  readonly leaf: Leaf | undefined;
  #path = NONE;
  /** The limits of a number, or of the UTF-16 units of a text. */
  #min = 0;
  #max = 0;
  readonly #quick: Quick | undefined;

  constructor(validator: Checker) {
    this.validator = validator;
    const leaf = rulesOf(validator);
    this.leaf = leaf;
    if (leaf === undefined || leaf.isOpaque) return;
    this.#path = takesAny(leaf) ? ANY : QUICK;
    this.#quick = quickOf(leaf);
    const [rule] = leaf.rules;
    if (leaf.nullable || leaf.convert !== undefined || leaf.rules.length !== 1 || rule === undefined) return;
    if (rule.kind === "boolean") this.#path = BOOLEAN;
    if (rule.kind === "number" && (rule as NumberRule).isRange) {
      this.#path = (rule as NumberRule).type === "integer" ? INTEGER : NUMBER;
      [this.#min, this.#max] = (rule as NumberRule).range;
    }
    if (rule.kind === "text") {
      this.#path = TEXT;
      [this.#min, this.#max] = (rule as TextRule).units;
    }
  }

  /**
   * The result of a value, or FAILED if the slow path has to say: `explain` where there is a leaf, else the validator's
   * check. The loops call that themselves: a deep value needs stack for every call in between.
   */
  quick(v: unknown): unknown {
    switch (this.#path) {
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
    return (this.#quick as Quick)(v);
  }
}
