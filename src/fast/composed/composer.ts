/** Makes the function for each validator of a schema, from its outline. */
import { FAILED } from "../../report/report.ts";
import { REMEMBERED_STEPS } from "../../report/work.ts";
import { type Leaf, type Quick, quickOf, takesAny } from "../../rules/leaf.ts";
import type { ChainOutline, Form, Outline } from "../../rules/outline.ts";
import type { Checker } from "../../schemas/checker.ts";
import type { Call } from "../call.ts";
import type { Code } from "../code.ts";
import { arrayJudge, tupleJudge } from "./array.ts";
import type { Composing, Judging } from "./judging.ts";
import { ComposedMember } from "./member.ts";
import { objectJudge } from "./object.ts";
import { chainJudge, choiceJudge, taggedJudge } from "./pipelines.ts";

/** Deeper values are left to the check: it takes no more of the stack for a level. */
const MAX_LEVELS = 256;

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
    return this.#code.rawOutlineOf(validator);
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
        return this.#chain(validator, outline);
      case "reference":
        return this.#reference(outline.target);
    }
  }

  #leaf(validator: Checker, outline: Leaf): Judging {
    const { call, makes } = this;
    const quick = quickOf(outline);
    const { isInexact } = outline;
    if (takesAny(outline)) return makes ? quick : () => true;
    if (!makes && !isInexact) return quick;
    const slow = isInexact ? "check" : "misfit";
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

  /** Of values without members each step says quickly what it makes of them, or the check is asked. */
  #chain(validator: Checker, outline: ChainOutline): Judging {
    const { call } = this;
    const leaves = outline.steps.map((step) => this.outlineOf(step)).filter((step) => step?.kind === "leaf");
    if (leaves.length < outline.steps.length) return chainJudge(this, outline);
    const all = leaves.map(quickOf);
    return (x, d, f) => {
      let made = x;
      for (let index = 0; index < all.length && made !== FAILED; index++) made = (all[index] as Quick)(made);
      return made === FAILED ? call.check(validator, x, d, f) : made;
    };
  }

  member(validator: Checker): ComposedMember {
    return new ComposedMember(this, validator);
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
