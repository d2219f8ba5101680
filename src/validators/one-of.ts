/** OneOf: the first step that passes (specification, "AllOf and OneOf"). */
import { callable, type MadeOfMembers, type MembersConstructor, withParams } from "../builtin.ts";
import { stepAt } from "../errors/context.ts";
import type { Outline } from "../fast/outline.ts";
import { memberArgs } from "../params/args.ts";
import { validators } from "../params/shared.ts";
import { FAILED, type Failed, type Report } from "../report/report.ts";
import type { Infer, InferInput, Typed } from "../types.ts";
import type { Validator } from "../validator.ts";

const params = {
  /** What is tried, in order. */
  steps: validators,
};

class OneOfValidator extends withParams(params, memberArgs("steps")) {
  /** @param isTried whether it is known that no step passes. */
  override check(input: unknown, report: Report, isTried = false): unknown | Failed {
    const { steps } = this;
    const known = report.begin(this, input, steps.length);
    if (known !== undefined) return known;
    let value: unknown = FAILED;
    // A single step need not be tried: its errors are those of the whole.
    if (steps.length > 1 && !isTried) {
      const trial = report.try();
      let since = trial.steps;
      for (const step of steps) {
        if (report.exhausted) break;
        since = report.tryNext();
        value = step.check(input, report);
        if (value !== FAILED) break;
      }
      report.tried(trial, value, since);
    }
    if (value === FAILED) {
      // No step passes: now their errors are of interest, as many as are wanted.
      if (steps.length > 1 && !report.collects) report.truncated = true;
      const { count: start, truncated } = report;
      let index = 0;
      for (const step of steps) {
        if (report.truncated && steps.length > 1) break;
        const since = report.count;
        value = step.check(input, report);
        if (value !== FAILED) break;
        report.under(stepAt(index++), since);
      }
      if (value === FAILED) report.collected();
      // A check of the caller's has changed its mind.
      else report.rollback(start, truncated);
    }
    return report.end(this, input, steps.length, value);
  }

  override compile(): Outline {
    return { kind: "choice", steps: this.steps, explain: (input, report) => this.check(input, report, true) };
  }

  override keepsInput(): boolean {
    return true;
  }
}

/**
 * The result of the first step that passes; every step gets the input itself.
 * Error: SchemaError of the errors of all steps, each with its `Step` on the left of its context.
 */
export const OneOf: MembersConstructor<MadeOneOf, "steps"> = callable("OneOf", OneOfValidator);
export interface OneOf<M extends readonly Typed[] = readonly Validator[]>
  extends Validator<Infer<M[number]>, InferInput<M[number]>> {
  readonly steps: M;
}
interface MadeOneOf extends MadeOfMembers {
  readonly made: OneOf<this["members"]>;
}
