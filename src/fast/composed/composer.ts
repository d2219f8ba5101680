/** Makes the function for each validator of a schema, from its ir. */
import { FAILED } from "../../report/report.ts";
import { REMEMBERED_STEPS } from "../../report/work.ts";
import type { ChainIr, Form, Ir } from "../../rules/ir.ts";
import { type Leaf, type Quick, quickOf, takesAny } from "../../rules/leaf.ts";
import type { Checker } from "../../schemas/checker.ts";
import type { Call } from "../call.ts";
import type { Code } from "../code.ts";
import { arrayFunction, tupleFunction } from "./array.ts";
import { ComposedMember } from "./member.ts";
import { objectFunction } from "./object.ts";
import { chainFunction, choiceFunction, taggedFunction } from "./pipelines.ts";
import type { Composing, ValueFunction } from "./types.ts";

/** Deeper values are left to the check: it takes no more of the stack for a level. */
const MAX_LEVELS = 256;

export class Composer implements Composing {
  readonly call: Call;
  readonly makes: boolean;
  readonly #code: Code;
  readonly #functions = new Map<Checker, ValueFunction>();
  #making: Composer | undefined;

  /** @param code provides the IR of validators. */
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

  irOf(validator: Checker): Ir | undefined {
    return this.#code.rawIrOf(validator);
  }

  functionOf(validator: Checker): ValueFunction {
    const known = this.#functions.get(validator);
    if (known !== undefined) return known;
    let made: ValueFunction | undefined;
    // It may be inside itself.
    this.#functions.set(validator, (x, d, f) => (made as ValueFunction)(x, d, f));
    made = this.#compose(validator);
    this.#functions.set(validator, made);
    return made;
  }

  #compose(validator: Checker): ValueFunction {
    const { call } = this;
    const ir = this.irOf(validator);
    if (ir === undefined) return (x, d, f) => call.check(validator, x, d, f);
    switch (ir.kind) {
      case "leaf":
        return this.#leaf(validator, ir);
      case "object":
        return objectFunction(this, validator, ir);
      case "array":
        return arrayFunction(this, validator, ir);
      case "tuple":
        return tupleFunction(this, validator, ir);
      case "choice":
        return choiceFunction(this, ir);
      case "tagged":
        return taggedFunction(this, validator, ir);
      case "chain":
        return this.#chain(validator, ir);
      case "reference":
        return this.#reference(ir.target);
    }
  }

  #leaf(validator: Checker, ir: Leaf): ValueFunction {
    const { call, makes } = this;
    const quick = quickOf(ir);
    const { isInexact } = ir;
    if (takesAny(ir)) return makes ? quick : () => true;
    if (!makes && !isInexact) return quick;
    const slow = isInexact ? "check" : "mismatch";
    return (x, d, f) => {
      const made = quick(x);
      return made === FAILED ? call[slow](validator, x, d, f) : made;
    };
  }

  #reference(target: Checker): ValueFunction {
    const { call } = this;
    const run = this.functionOf(target);
    return (x, d, f) => {
      call.steps += 2;
      return run(x, d, f + 1);
    };
  }

  /** Of values without members each step says quickly what it makes of them, or the check is asked. */
  #chain(validator: Checker, ir: ChainIr): ValueFunction {
    const { call } = this;
    const leaves = ir.steps.map((step) => this.irOf(step)).filter((step) => step?.kind === "leaf");
    if (leaves.length < ir.steps.length) return chainFunction(this, ir);
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
