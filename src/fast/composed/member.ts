/** Judges a member of a container. */
import { FAILED } from "../../report/report.ts";
import type { Checker } from "../../schemas/checker.ts";
import { surelyWithin } from "../conditions.ts";
import type { LeafOutline, NumberCondition } from "../outline.ts";
import type { Composing, Judging } from "./judging.ts";
import { type Quick, quickOf, takesAny } from "./leaf.ts";

/** How a member is judged: the most frequent ways without a call. */
const INTEGER = 0;
const NUMBER = 1;
const TEXT = 2;
const BOOLEAN = 3;
const QUICK = 4;
const ANY = 5;
const INSIDE = 6;
const CHECK = 7;

/**
 * One class for all: so V8 knows the method that the loops over members call, and puts it into them. Closures are as
 * many functions as there are members.
 */
export class Member {
  readonly #composer: Composing;
  readonly #validator: Checker;
  #way = CHECK;
  /** The limits of a number; the UTF-16 units of a text that are sure to be enough, and not too many, code points. */
  #min = 0;
  #max = 0;
  #leaf: LeafOutline | undefined;
  /** Made when a value is met that no way takes. */
  #quick: Quick | undefined;
  #judge: Judging | undefined;
  /** The check is asked about values that are refused here. */
  #isVague = true;

  constructor(composer: Composing, validator: Checker) {
    this.#composer = composer;
    this.#validator = validator;
    const outline = composer.outlineOf(validator);
    if (outline?.kind === "leaf") this.#take(outline);
    else if (outline !== undefined) {
      this.#way = INSIDE;
      this.#judge = composer.judge(validator);
    }
  }

  #take(outline: LeafOutline): void {
    const { nullable, convert, conditions, unsignsZero, isVague = false } = outline;
    this.#isVague = isVague;
    this.#leaf = outline;
    this.#way = takesAny(outline) ? ANY : QUICK;
    const [condition] = conditions;
    if (nullable || convert !== undefined || conditions.length !== 1 || condition === undefined) return;
    if (condition.kind === "boolean") this.#way = BOOLEAN;
    if (condition.kind === "number" && unsignsZero && isPlain(condition)) {
      this.#way = condition.type === "integer" ? INTEGER : NUMBER;
      [this.#min, this.#max] = [condition.min, condition.max];
    }
    if (condition.kind === "text" && !condition.isKnown) {
      this.#way = TEXT;
      [this.#min, this.#max] = surelyWithin(condition);
    }
  }

  /** What the validator makes of the value, or FAILED; of a refused one the key is put on the paths of the failures. */
  judge(v: unknown, d: number, f: number, key: string | number): unknown {
    switch (this.#way) {
      case INTEGER:
        if (Number.isInteger(v) && (v as number) >= this.#min && (v as number) <= this.#max) return (v as number) + 0;
        break;
      case NUMBER:
        if (typeof v === "number" && v >= this.#min && v <= this.#max) return v + 0;
        break;
      case TEXT:
        if (typeof v === "string" && v.length >= this.#min && v.length <= this.#max) return v;
        break;
      case BOOLEAN:
        if (typeof v === "boolean") return v;
        break;
      case ANY:
        return this.#composer.makes ? v : true;
      case INSIDE:
        return this.#judgeInside(v, d, f, key);
    }
    return this.#judgeSlowly(v, d, f, key);
  }

  #judgeInside(v: unknown, d: number, f: number, key: string | number): unknown {
    const { call, makes } = this.#composer;
    const judge = this.#judge as Judging;
    if (!makes) return judge(v, d, f);
    return call.truncated ? FAILED : call.under(call.size, judge(v, d, f), key);
  }

  #judgeSlowly(v: unknown, d: number, f: number, key: string | number): unknown {
    if (this.#leaf !== undefined) {
      this.#quick ??= quickOf(this.#leaf);
      const made = this.#quick(v);
      if (made !== FAILED) return made;
    }
    const { call, makes } = this.#composer;
    if (!makes) return this.#isVague ? call.check(this.#validator, v, d, f) : FAILED;
    return this.#isVague
      ? call.member(this.#validator, key, v, d, f)
      : call.misfitMember(this.#validator, key, v, d, f);
  }
}

const isPlain = ({ type, nan, steps }: NumberCondition): boolean =>
  type !== "any" &&
  !nan &&
  steps.exclusive_min === undefined &&
  steps.exclusive_max === undefined &&
  steps.multiple_of === undefined;
