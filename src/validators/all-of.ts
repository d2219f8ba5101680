/** AllOf: one step after another (specification, "AllOf and OneOf"). */
import { callable, type FieldsOf, type ValidatorStatics, withParams } from "../builtin.ts";
import { stepInOrder } from "../errors/step.ts";
import { memberArgs } from "../params/args.ts";
import { nullable, validators } from "../params/shared.ts";
import { asyncCall, madeUnknown, unknownCount } from "../report/async-call.ts";
import { Memo } from "../report/memo.ts";
import { FAILED, type Failed, type Report } from "../report/report.ts";
import { needsOutput } from "../report/results.ts";
import type { Ir } from "../rules/ir.ts";
import { goesOn, isCheck } from "../schemas/checker.ts";
import type { KnownParams } from "../schemas/known.ts";
import type {
  AnyValidator,
  CheckedForms,
  CheckedSteps,
  FirstInput,
  FormOf,
  GivenSteps,
  LastOutput,
  NextStep,
  NullableParams,
  Only,
  OrNull,
  Output,
  Steps,
  ThroughSteps,
  Unset,
} from "../types.ts";
import type { Validator } from "../validator.ts";
import type { Members } from "../values/mapping.ts";

const params = {
  /** The steps, in order. */
  steps: validators,
  ...nullable,
};

/** A step that can take members which are already read, as a Dict does. */
interface Reading extends Validator {
  check(input: unknown, report: Report, read?: Members): unknown;
}

class AllOfValidator extends withParams(params, memberArgs("steps")) {
  /** @param read the members of the input, for its first step, if they are already read. */
  override check(input: unknown, report: Report, read?: Members): unknown | Failed {
    if (input === null && this.nullable) return null;
    const { steps } = this;
    const known = report.begin(this, input, steps.length, Memo);
    if (known !== undefined) return known;
    const withOutput = needsOutput(report);
    // A step gets the result of the one before.
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
      // Only the first step gets the input; the others get derived values.
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
        // Consecutive Checks are called together; any other step waits for the result.
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
export const irOfAllOf = ({ given: { steps, nullable } }: KnownParams<AllOf>): Ir | undefined =>
  // Generated code runs consecutive Checks on the result of a step.
  nullable || (steps[0] !== undefined && goesOn(steps[0], steps[1])) ? undefined : { kind: "chain", steps };

/**
 * Every step must pass; each gets the result of the one before. Returns the result of the last step.
 * Errors: those of the first step that fails, with its `Step` prepended to their contexts. If that is a `Check`, the
 * `Check`s that directly follow it report too.
 * @param params `nullable`, `alias`, `replace`
 * @example AllOf(Str({ pattern: /\d+$/ }), Int({ coerce: true, max: 99 }))("42"); // 42
 */
export const AllOf: AllOfConstructor = callable("AllOf", AllOfValidator);
export interface AllOf<M = readonly Validator[], in out P = Record<never, never>>
  extends Validator<OrNull<P, LastOutput<M>>["type"], OrNull<P, FirstInput<M>>["type"]>,
    FieldsOf<typeof params, "steps"> {
  readonly steps: M;
}

/** The signatures of `AllOf`: one for all calls, so that the compiler reports an error at the wrong step. */
export interface AllOfConstructor extends ValidatorStatics<AllOf> {
  <
    const A extends AnyValidator | Steps | AllOfParams,
    const B extends object = never,
    const C extends AnyValidator = never,
    const D extends AnyValidator = never,
    const E extends AnyValidator = never,
    const F extends AnyValidator = never,
    const G extends AnyValidator = never,
    const H extends AnyValidator = never,
    const More extends Steps = readonly [],
  >(
    first?: A & CheckedForms<A>[FormOf<A>],
    second?: NextStep<A, [], B>,
    third?: NextStep<A, [B], C>,
    fourth?: NextStep<A, [B, C], D>,
    fifth?: NextStep<A, [B, C, D], E>,
    sixth?: NextStep<A, [B, C, D, E], F>,
    seventh?: NextStep<A, [B, C, D, E, F], G>,
    eighth?: NextStep<A, [B, C, D, E, F, G], H>,
    ...more: More & CheckedSteps<ThroughSteps<Output<A>, [B, C, D, E, F, G, H]>, More>
  ): AllOfForms<A, readonly [A, ...GivenSteps<[B, C, D, E, F, G, H]>, ...More], B>[FormOf<A>];
  new <const V extends Steps = readonly Validator[]>(...members: V): AllOf<V, Unset<NullableParams>>;
  new <
    const V extends readonly Validator[] = readonly Validator[],
    const P extends Only<NullableParams, P> = Unset<NullableParams>,
  >(
    members: V,
    params?: P,
  ): AllOf<V, P>;
}
/** All parameters of an `AllOf` in one object. */
export interface AllOfParams extends NullableParams {
  readonly steps: Steps;
}
/** The result of each form of call: with steps, with a list of them, with all parameters. */
export interface AllOfForms<A, M, P> {
  readonly steps: AllOf<M>;
  readonly list: [P] extends [never] ? AllOf<A> : AllOf<A, P>;
  readonly params: A extends { readonly steps: infer All } ? AllOf<All, Omit<A, "steps">> : never;
}
