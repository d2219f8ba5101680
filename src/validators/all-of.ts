/** AllOf: one step after another (specification, "AllOf and OneOf"). */
import { callable, type ValidatorStatics, withParams } from "../builtin.ts";
import { stepAt } from "../errors/context.ts";
import type { Outline } from "../fast/outline.ts";
import { FAILED, type Failed, type Report } from "../report/report.ts";
import type { CommonParams, Infer, InferInput, Typed } from "../types.ts";
import type { Validator } from "../validator.ts";
import { memberArgs, validators } from "./bounds.ts";

const params = {
  /** What is done, in order. */
  steps: validators,
};

class AllOfValidator extends withParams(params, memberArgs("steps")) {
  override check(input: unknown, report: Report): unknown | Failed {
    const { steps } = this;
    const known = report.begin(this, input, steps.length);
    if (known !== undefined) return known;
    const since = report.count;
    let value = input;
    let index = 0;
    for (const step of steps) {
      // What all but the first get is not of the input.
      const taken = index === 0 ? undefined : report.proceed();
      value = step.check(value, report);
      if (taken !== undefined) report.proceeded(taken);
      if (value === FAILED) break;
      index++;
    }
    if (value === FAILED) report.under(stepAt(index), since);
    return report.end(this, input, steps.length, value);
  }

  override compile(): Outline {
    return { kind: "chain", steps: this.steps };
  }

  override keepsInput(): boolean {
    return true;
  }
}

type First<M extends readonly Typed[]> = M extends readonly [infer F extends Typed, ...unknown[]]
  ? InferInput<F>
  : unknown;
type Last<M extends readonly Typed[]> = M extends readonly [...unknown[], infer L extends Typed] ? Infer<L> : unknown;

/** A validator made by {@link AllOf}. */
export interface AllOf<M extends readonly Typed[] = readonly Validator[]> extends Validator<Last<M>, First<M>> {
  readonly steps: M;
}

interface AllOfConstructor extends ValidatorStatics<AllOf> {
  <const M extends readonly Validator[]>(...steps: M): AllOf<M>;
  <const M extends readonly Validator[]>(steps: M, params?: CommonParams): AllOf<M>;
  <const M extends readonly Validator[]>(params: CommonParams & { readonly steps: M }): AllOf<M>;
  new <const M extends readonly Validator[] = readonly Validator[]>(...steps: M): AllOf<M>;
  new <const M extends readonly Validator[] = readonly Validator[]>(steps: M, params?: CommonParams): AllOf<M>;
}

/**
 * Every step must pass, each getting the result of the one before; the result is the last one's.
 * Errors: those of the first step that fails, with its `Step` on the left of their contexts.
 */
export const AllOf: AllOfConstructor = callable("AllOf", AllOfValidator);
