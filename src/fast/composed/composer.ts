/** Makes the function for each validator of a schema, from its outline. */
import { FAILED, type Report } from "../../report/report.ts";
import { REMEMBERED_STEPS } from "../../report/work.ts";
import type { Checker } from "../../schemas/checker.ts";
import { ownValue } from "../../values/input.ts";
import type { Call } from "../call.ts";
import type { Code } from "../code.ts";
import type { Form, LeafOutline, Outline } from "../outline.ts";
import { arrayJudge, tupleJudge } from "./array.ts";
import type { Composing, Judging, JudgingMember } from "./judging.ts";
import { objectJudge } from "./object.ts";
import { chainJudge, choiceJudge, taggedJudge } from "./pipelines.ts";

/** Deeper values are left to the check: it takes no more of the stack for a level. */
const MAX_LEVELS = 256;

/**
 * What the check of a validator without members is given where a quick answer is wanted: nothing is recorded, and nothing is
 * converted that a verdict would refuse. What is refused then is asked about again.
 */
const QUICK = { fail: () => FAILED, asItStands: true } as unknown as Report;

export class Composer implements Composing {
  readonly call: Call;
  readonly makes: boolean;
  readonly #code: Code;
  readonly #judges = new Map<Checker, Judging>();
  #making: Composer | undefined;

  /** @param code knows the outlines, of which none is written down here. */
  constructor(form: Form, code: Code, call: Call) {
    this.makes = form === "value";
    this.#code = code;
    this.call = call;
  }

  get making(): Composing {
    if (this.makes) return this;
    this.#making ??= new Composer("value", this.#code, this.call);
    return this.#making;
  }

  outlineOf(validator: Checker): Outline | undefined {
    return this.#code.outlineOf(validator);
  }

  judge(validator: Checker): Judging {
    const known = this.#judges.get(validator);
    if (known !== undefined) return known;
    let made: Judging | undefined;
    // It may be inside itself.
    this.#judges.set(validator, (x, d, f) => (made as Judging)(x, d, f));
    made = this.#compose(validator);
    this.#judges.set(validator, made);
    return made;
  }

  #compose(validator: Checker): Judging {
    const { call } = this;
    const outline = this.outlineOf(validator);
    if (outline === undefined) return (x, d, f) => call.check(validator, x, d, f);
    switch (outline.kind) {
      case "leaf":
        return this.#leaf(validator, outline);
      case "object":
        return objectJudge(this, validator, outline);
      case "array":
        return arrayJudge(this, validator, outline);
      case "tuple":
        return tupleJudge(this, validator, outline);
      case "choice":
        return choiceJudge(this, outline);
      case "tagged":
        return taggedJudge(this, validator, outline);
      case "chain":
        return chainJudge(this, outline);
      case "reference":
        return this.#reference(outline.target);
    }
  }

  #leaf(validator: Checker, { when, isVague }: LeafOutline): Judging {
    const { call, makes } = this;
    const quick = this.quick(validator);
    // Any value is valid, FAILED too.
    if (when === "") return makes ? quick : () => true;
    if (!makes && !isVague) return quick;
    const slow = isVague ? "check" : "misfit";
    return (x, d, f) => {
      const made = quick(x);
      return made === FAILED ? call[slow](validator, x, d, f) : made;
    };
  }

  #reference(target: Checker): Judging {
    const { call } = this;
    const judge = this.judge(target);
    return (x, d, f) => {
      call.steps += 2;
      return judge(x, d, f + 1);
    };
  }

  member(validator: Checker): JudgingMember {
    const { call } = this;
    const outline = this.outlineOf(validator);
    if (!this.makes) return this.judge(validator);
    if (outline === undefined) return (v, d, f, key) => call.member(validator, key, v, d, f);
    if (outline.kind !== "leaf") {
      const judge = this.judge(validator);
      return (v, d, f, key) => (call.truncated ? FAILED : call.under(call.size, judge(v, d, f), key));
    }
    const quick = this.quick(validator);
    if (outline.when === "") return quick;
    const slow = outline.isVague ? "member" : "misfitMember";
    return (v, d, f, key) => {
      const made = quick(v);
      return made === FAILED ? call[slow](validator, key, v, d, f) : made;
    };
  }

  quick(validator: Checker): (x: unknown) => unknown {
    const outline = this.outlineOf(validator);
    if (outline?.kind === "leaf" && outline.when === "") return (x) => x;
    const steps = ownValue(validator, "steps") as readonly Checker[] | undefined;
    return steps === undefined ? (x) => validator.check(x, QUICK) : this.#quickChain(steps);
  }

  #quickChain(steps: readonly Checker[]): (x: unknown) => unknown {
    const all = steps.map((step) => this.quick(step));
    return (x) => {
      let made = x;
      for (let index = 0; index < all.length && made !== FAILED; index++) made = (all[index] as Judging)(made, 0, 0);
      return made;
    };
  }

  isAsGiven(validator: Checker): boolean {
    const value = "x";
    const outline = this.#code.outlineOf(validator, value);
    return outline?.kind === "leaf" && outline.gives === value;
  }

  isDeep(d: number): boolean {
    return d >= MAX_LEVELS;
  }

  enter(steps: number, x: object, d: number, f: number): boolean {
    const { call } = this;
    if (steps > REMEMBERED_STEPS) call.meet(x, steps);
    call.steps += steps;
    return call.steps <= call.free || call.take(steps, x, d, f);
  }
}
