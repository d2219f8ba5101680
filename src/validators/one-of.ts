/** OneOf: the first step that passes (specification, "AllOf and OneOf"). */
import { stepAt } from "../errors/context.ts";
import { FAILED, type Failed, type Report } from "../report.ts";
import type { Infer, InferInput, Typed } from "../types.ts";
import { type CommonParams, callable, Validator, type ValidatorStatics } from "../validator.ts";
import { memberArgs, validators } from "./limits.ts";

interface OneOfFields<M = readonly Validator[]> {
  readonly steps: M;
}

interface OneOfValidator extends OneOfFields {}
class OneOfValidator extends Validator {
  static override readonly params = { steps: validators };

  static override args(args: readonly unknown[]): Record<string, unknown> {
    return memberArgs("steps", args, this.name);
  }

  override check(input: unknown, report: Report): unknown | Failed {
    if (!report.enter(0)) return FAILED;
    const start = report.count;
    let value: unknown = FAILED;
    const before = report.truncated;
    let truncated = before;
    for (let index = 0; index < this.steps.length && value === FAILED; index++) {
      const since = report.count;
      // Whether an error was left out tells nothing about the next step: each is judged to the end.
      report.truncated = false;
      value = (this.steps[index] as Validator).check(input, report);
      truncated ||= report.truncated;
      if (value === FAILED) report.under(stepAt(index), since);
    }
    report.leave(0);
    if (value !== FAILED) {
      report.rollback(start, before);
      return value;
    }
    report.truncated = truncated;
    return report.collected();
  }
}

/** A validator made by {@link OneOf}. */
export interface OneOf<M extends readonly Typed[] = readonly Validator[]>
  extends Validator<Infer<M[number]>, InferInput<M[number]>>,
    OneOfFields<M> {}

interface OneOfConstructor extends ValidatorStatics {
  <const M extends readonly Validator[]>(...steps: M): OneOf<M>;
  <const M extends readonly Validator[]>(steps: M, params?: CommonParams): OneOf<M>;
  <const M extends readonly Validator[]>(params: CommonParams & { readonly steps: M }): OneOf<M>;
  new <const M extends readonly Validator[] = readonly Validator[]>(...steps: M): OneOf<M>;
  new <const M extends readonly Validator[] = readonly Validator[]>(steps: M, params?: CommonParams): OneOf<M>;
  readonly prototype: OneOf;
}

/**
 * The result of the first step that passes; every step gets the input itself.
 * Error: SchemaError of the errors of all steps, each with its `Step` on the left of its context.
 */
export const OneOf: OneOfConstructor = callable("OneOf", OneOfValidator);
