/** OneOf: the first step that passes (specification, "AllOf and OneOf"). */
import { callable, type ValidatorStatics, withParams } from "../builtin.ts";
import { stepAt } from "../errors/context.ts";
import type { Outline } from "../fast/outline.ts";
import { FAILED, type Failed, type Report } from "../report/report.ts";
import type { CommonParams, Infer, InferInput, Typed } from "../types.ts";
import type { Validator } from "../validator.ts";
import { memberArgs, validators } from "./bounds.ts";

const params = {
  /** What is tried, in order. */
  steps: validators,
};

class OneOfValidator extends withParams(params, memberArgs("steps")) {
  override check(input: unknown, report: Report): unknown | Failed {
    const { steps } = this;
    const known = report.begin(this, input, steps.length);
    if (known !== undefined) return known;
    let value: unknown = FAILED;
    // A single step need not be tried: its errors are those of the whole.
    if (steps.length > 1) {
      const trial = report.try();
      let since = trial.steps;
      for (const step of steps) {
        if (report.exhausted) break;
        since = report.tryNext();
        value = step.check(input, report);
        if (value !== FAILED) break;
      }
      report.tried(trial, value, since);
      if (!report.collects) report.truncated ||= value === FAILED;
    }
    if (value === FAILED) {
      // No step passes: now their errors are of interest, as many as are wanted.
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
    return { kind: "choice", steps: this.steps };
  }

  override keepsInput(): boolean {
    return true;
  }
}

/** A validator made by {@link OneOf}. */
export interface OneOf<M extends readonly Typed[] = readonly Validator[]>
  extends Validator<Infer<M[number]>, InferInput<M[number]>> {
  readonly steps: M;
}

interface OneOfConstructor extends ValidatorStatics<OneOf> {
  <const M extends readonly Validator[]>(...steps: M): OneOf<M>;
  <const M extends readonly Validator[]>(steps: M, params?: CommonParams): OneOf<M>;
  <const M extends readonly Validator[]>(params: CommonParams & { readonly steps: M }): OneOf<M>;
  new <const M extends readonly Validator[] = readonly Validator[]>(...steps: M): OneOf<M>;
  new <const M extends readonly Validator[] = readonly Validator[]>(steps: M, params?: CommonParams): OneOf<M>;
}

/**
 * The result of the first step that passes; every step gets the input itself.
 * Error: SchemaError of the errors of all steps, each with its `Step` on the left of its context.
 */
export const OneOf: OneOfConstructor = callable("OneOf", OneOfValidator);
