/** AllOf: one step after another (specification, "AllOf and OneOf"). */
import { callable, type MadeOfMembers, type MembersConstructor, withParams } from "../builtin.ts";
import { stepInOrder } from "../errors/step.ts";
import { memberArgs } from "../params/args.ts";
import { validators } from "../params/shared.ts";
import { asyncCall, madeUnknown, unknownCount } from "../report/async-call.ts";
import { Memo } from "../report/memo.ts";
import { FAILED, type Failed, type Report } from "../report/report.ts";
import { needsOutput } from "../report/results.ts";
import type { Ir } from "../rules/ir.ts";
import { goesOn, isCheck } from "../schemas/checker.ts";
import type { KnownParams } from "../schemas/known.ts";
import type { AnyValidator, FirstInput, LastOutput, Returned } from "../types.ts";
import type { Validator } from "../validator.ts";
import type { Members } from "../values/mapping.ts";

const params = {
  /** What is done, in order. */
  steps: validators,
};

/** A step that takes members which have been read, as a Dict does. */
interface Reading extends Validator {
  check(input: unknown, report: Report, read?: Members): unknown;
}

class AllOfValidator extends withParams(params, memberArgs("steps")) {
  /** @param read the members of the input, for its first step, if they have been read. */
  override check(input: unknown, report: Report, read?: Members): unknown | Failed {
    const { steps } = this;
    const known = report.begin(this, input, steps.length, Memo);
    if (known !== undefined) return known;
    const withOutput = needsOutput(report);
    // A step gets what the one before has made.
    report.needsOutput = true;
    let value = input;
    let given: unknown;
    let hasFailed = false;
    const call = asyncCall();
    const unknown = unknownCount();
    // By index: see OneOf.
    for (let index = 0; index < steps.length; index++) {
      const step = steps[index] as Validator;
      const since = report.count;
      // What all but the first get is not of the input.
      const taken = index === 0 ? undefined : report.proceed(hasFailed ? undefined : steps[index - 1], given, value);
      given = value;
      value = taken === undefined ? (step as Reading).check(given, report, read) : step.check(given, report);
      if (taken !== undefined) report.proceeded(taken);
      if (value === FAILED) {
        hasFailed = true;
        report.under(stepInOrder(index), since);
        if (report.truncated || !goesOn(step, steps[index + 1])) break;
        value = given;
      } else if (hasFailed && !isCheck(steps[index + 1])) break;
      else if (call !== undefined) {
        // Checks in a row are called together; all else waits for the answer.
        if (madeUnknown(unknown) && !(isCheck(step) && isCheck(steps[index + 1]))) break;
        value = call.same(step, given, value);
      }
    }
    if (hasFailed) value = FAILED;
    report.needsOutput = withOutput;
    return report.end(this, input, steps.length, value);
  }

  override keepsInput(): boolean {
    return true;
  }
}

/** See `IrOf`. */
export const irOfAllOf = ({ given: { steps } }: KnownParams<AllOf>): Ir | undefined =>
  // Generated code runs consecutive Checks on what a step has made.
  steps[0] !== undefined && goesOn(steps[0], steps[1]) ? undefined : { kind: "chain", steps };

/**
 * Every step must pass, each getting the result of the one before; the result is the last one's.
 * Errors: those of the first step that fails, with its `Step` on the left of their contexts. If that is a `Check`, the
 * `Check`s that directly follow it report too.
 * @param params `alias`, `replace`
 * @example AllOf(Str({ pattern: /\d+$/ }), Int({ coerce: true, max: 99 }))("42"); // 42
 */
export const AllOf: AllOfConstructor = callable("AllOf", AllOfValidator);
export interface AllOf<M extends readonly AnyValidator[] = readonly Validator[]>
  extends Validator<LastOutput<M>, FirstInput<M>> {
  readonly steps: M;
}
/** The signatures of `AllOf`. */
export interface AllOfConstructor extends MembersConstructor<MadeAllOf, "steps"> {
  <const V extends readonly AnyValidator[]>(...steps: V): Returned<AllOf<V>, V>;
}
/** An `AllOf`, by its parameters: see `Made`. */
export interface MadeAllOf extends MadeOfMembers {
  readonly made: AllOf<this["members"]>;
}
