/** AllOf: one step after another (specification, "AllOf and OneOf"). */

import {
  callable,
  type FieldsOf,
  modelBy,
  type ValidatorOf,
  type ValidatorStatics,
  withParams,
} from "../core/builtin.ts";
import { type FunctionEncoder, OF_FUNCTION } from "../core/encode/encoder.ts";
import { ENCODING, type Encoding } from "../core/encode/encodings.ts";
import { jsonEncoder } from "../core/encode/json-value.ts";
import { GIVES, type Given, sourcesOf } from "../core/encode/target.ts";
import { InvalidTypeError } from "../core/errors/errors.ts";
import { stepInOrder } from "../core/errors/step.ts";
import { MODEL } from "../core/models/model.ts";
import { ChainModel } from "../core/models/steps.ts";
import { memberArgs } from "../core/params/args.ts";
import { typesOf } from "../core/params/by-type.ts";
import { flag, validators } from "../core/params/shared.ts";
import { steps } from "../core/params/steps.ts";
import { alteredOpened, OPEN, type Open, type Opened, type OpenType } from "../core/partial/opened.ts";
import { asyncCall, madeUnknown, unknownCount } from "../core/report/async-call.ts";
import { isOfValue } from "../core/report/failure.ts";
import { Memo } from "../core/report/memo.ts";
import { refusedAs, validMembers } from "../core/report/refused-object.ts";
import { FAILED, type Failed, type RefusedObject, type Report } from "../core/report/report.ts";
import { isPassedOn } from "../core/report/results.ts";
import {
  goesOn,
  isApplied,
  isCheck,
  MAY_LACK_VALUE,
  MEMBERS,
  namesKeys,
  type Roles,
  TAKES,
} from "../core/schemas/checker.ts";
import { resultFormOf } from "../core/schemas/graph.ts";
import { AllParams, paramsOf } from "../core/schemas/params.ts";
import type {
  AnyValidator,
  CallerOf,
  CheckedForms,
  CheckedSteps,
  FirstInput,
  FormOf,
  GivenSteps,
  IfFits,
  ItemOf,
  LastOutput,
  NextStep,
  Only,
  OnlyList,
  Output,
  PipelineParams,
  SeparateMembers,
  Steps,
  ThroughSteps,
  Unset,
} from "../core/types.ts";
import type { Validator } from "../core/validator.ts";
import { isPlainObject } from "../values/input.ts";
import type { JsonType } from "../values/json-type.ts";
import { type Members, withUnlisted } from "../values/mapping.ts";

const params = {
  /** The steps, in order. */
  steps,
  /** Accept null. */
  nullable: flag,
  /**
   * Report all errors: those of an array or object as a whole beside those of its members, of each rule of a text or
   * number, and of each step that gets the same value.
   */
  all_errors: flag,
};

/** A step that can take members which are already read, as a Dict does. */
interface Reading extends Validator {
  check(input: unknown, report: Report, read?: Members): unknown;
}

/** Returns the result if it is known before any step runs; otherwise undefined, and the caller has to call `end`. */
const begin = (validator: AllOfValidator | AllOfEncoder, input: unknown, report: Report): unknown =>
  input === null && validator.nullable ? null : report.begin(validator, input, validator.steps.length, Memo);

/**
 * Returns whether the next step gets what this one gets; otherwise it gets the result. A function of the caller never
 * gets the input itself.
 */
function passesOn(step: Validator, next: Validator | undefined, withOutput: boolean, report: Report): boolean {
  const isSame = !(next !== undefined && isApplied(next)) && isPassedOn(step, report);
  report.output.need(!isSame || (withOutput && next === undefined));
  return isSame;
}

/**
 * Returns whether a step also reports failures of a value that the one before has refused. Both get the same value, and
 * it is of the type that the first one takes. `since` is when that began.
 */
function mayFollow(step: Validator, next: Validator | undefined, since: number, report: Report): boolean {
  if (next === undefined || isApplied(next) || resultFormOf(step) !== "input") return false;
  for (let index = since; index < report.count; index++) {
    const failure = report.explainedAt(index);
    if (isOfValue(failure) && failure.type === InvalidTypeError) return false;
  }
  return true;
}

class AllOfValidator extends withParams(params, memberArgs("steps")) {
  get [MODEL](): ChainModel {
    return modelBy(this, ChainModel);
  }

  /** @param read the members of the input, for its first step, if they are already read. */
  override check(input: unknown, report: Report, read?: Members): unknown | Failed {
    const { steps } = this;
    const remembered = begin(this, input, report);
    if (remembered !== undefined) return remembered;
    const withOutput = report.output.isNeeded;
    const outer = report.allErrors;
    report.allErrors ||= this.all_errors;
    let value = input;
    let given: unknown;
    let hasFailed = false;
    /** What a step has refused, and what a Check has refused that no other step has. */
    let refused: RefusedObject | undefined;
    let passed: unknown;
    const call = asyncCall();
    const unknown = unknownCount();
    // By index: see OneOf.
    for (let index = 0; index < steps.length; index++) {
      const step = steps[index] as Validator;
      // Behind the last one, an index may be inherited.
      const next = steps.at(index + 1);
      if (refused !== undefined && !namesKeys(step)) continue;
      const since = report.count;
      // Only the first step gets the input; the others get derived values.
      report.refuse();
      const taken = index === 0 ? undefined : report.proceed(hasFailed ? undefined : steps[index - 1], given, value);
      given = value;
      const isSame = passesOn(step, next, withOutput, report);
      value = taken === undefined ? (step as Reading).check(given, report, read) : step.check(given, report);
      if (taken !== undefined) report.proceeded(taken);
      if (value === FAILED) {
        hasFailed = true;
        report.under(stepInOrder(index), since);
        if (report.truncated) break;
        if (!isCheck(step)) {
          refused = this.#checksFollow(index) ? refusedAs(given, report) : undefined;
          if (refused !== undefined) value = validMembers(refused);
          else if (report.allErrors && mayFollow(step, next, since, report)) value = given;
          else break;
          continue;
        }
        if (refused !== undefined) report.collected();
        else if (this.#checksFollow(index)) passed = given;
        if (!goesOn(step, next)) break;
        value = given;
      } else if (hasFailed && !isCheck(next) && !(report.allErrors && next !== undefined && !isApplied(next))) break;
      else if (call !== undefined) {
        // Consecutive Checks without `abort` are called together; any other step waits for the result.
        if (madeUnknown(unknown) && !goesOn(step, next)) break;
        value = call.same(step, given, value);
      }
      if (next === undefined || value === FAILED) continue;
      if (isSame) value = given;
      else if (!isApplied(next) && resultFormOf(step) === "input") value = withUnlisted(given, value);
    }
    if (hasFailed) {
      value = FAILED;
      // Checks around this AllOf may follow.
      const result = refused?.result ?? (isPlainObject(passed) ? passed : undefined);
      report.refuse(input, result);
    }
    report.output.need(withOutput);
    report.allErrors = outer;
    return report.end(this, input, steps.length, value);
  }

  /** Returns whether only Checks follow a step, so that what it gives is the value of the whole. */
  #checksFollow(index: number): boolean {
    return this.steps.slice(index + 1).every(isCheck);
  }

  /** Found once: steps may be shared at each level. Not known as long as it is being found, as a step may lead back. */
  #gives: { given: Given } | undefined;

  /** What the first step knows; others get its result. */
  [OPEN](type: OpenType, open: Open): Opened | undefined {
    const [first, ...others] = this.steps;
    // A text is refused for all that is wrong with it, which is not known before it ends.
    if (first === undefined || (this.all_errors && type === "string")) return undefined;
    const isKept = others.every(isCheck);
    return alteredOpened(open(first), ({ nodes, shows, isAsIs }) => ({
      nodes: [stepInOrder(0), ...nodes],
      shows: shows && isKept,
      ...(isAsIs && !isKept && { isAsIs: undefined as never }),
    }));
  }

  override get [GIVES](): Given {
    if (this.#gives === undefined) {
      this.#gives = { given: undefined };
      const last = this.steps.findLast((step) => sourcesOf([step]) !== "input");
      this.#gives.given = last === undefined ? "input" : [last];
    }
    return this.#gives.given;
  }

  override [ENCODING](to: Encoding): Validator {
    if (this.steps.length === 0) return to.isJson ? jsonEncoder(this) : this;
    const steps = this.steps.map((_, index) => to.ofStep(this.steps, index));
    return steps.every((step, index) => step === this.steps[index])
      ? this
      : new AllOfEncoder(new AllParams({ ...Object.fromEntries(paramsOf(this)), steps }));
  }

  [MEMBERS](): Roles {
    return { same: this.steps, chains: true };
  }

  [TAKES](): readonly JsonType[] | undefined {
    return typesOf(this.steps[0] as Validator);
  }

  override keepsInput(): boolean {
    return true;
  }
}

/** The way back: the encoders of the steps, the last one first. Their errors have the numbers of the steps. */
class AllOfEncoder extends withParams({ ...params, steps: validators }) {
  get [MAY_LACK_VALUE](): false {
    return false;
  }

  get [OF_FUNCTION](): FunctionEncoder {
    return { of: this, parts: this.steps, form: "steps" };
  }

  override check(input: unknown, report: Report, read?: Members): unknown | Failed {
    const { steps } = this;
    const remembered = begin(this, input, report);
    if (remembered !== undefined) return remembered;
    const withOutput = report.output.need(true);
    const outer = report.allErrors;
    report.allErrors ||= this.all_errors;
    let value = input;
    for (let end = steps.length; end > 0 && value !== FAILED; ) {
      // The Checks that follow a step get a value that it has accepted.
      let checks = end;
      while (isCheck(steps[checks - 1])) checks--;
      const given = value;
      report.refuse();
      if (checks > 0) value = this.#step(checks - 1, given, report, value === input ? read : undefined);
      if (value !== FAILED) {
        if (!this.#passes(checks, end, given, report)) value = FAILED;
      } else if (isPlainObject(given) && !report.truncated) {
        const refused = refusedAs(given, report);
        const isJoined = refused && !this.#passes(checks, end, validMembers(refused, given), report, namesKeys);
        if (isJoined) report.collected();
      }
      end = checks - 1;
    }
    report.allErrors = outer;
    report.output.need(withOutput);
    return report.end(this, input, steps.length, value);
  }

  #step(index: number, given: unknown, report: Report, read?: Members): unknown {
    const since = report.count;
    const step = this.steps[index] as Reading;
    const taken = index === this.steps.length - 1 ? undefined : report.proceed(undefined, undefined, given);
    const value = step.check(given, report, read);
    if (taken !== undefined) report.proceeded(taken);
    if (value === FAILED) report.under(stepInOrder(index), since);
    return value;
  }

  /** Runs the Checks from `first` on, before `end`. */
  #passes(
    first: number,
    end: number,
    value: unknown,
    report: Report,
    runs: (step?: Validator) => boolean = isCheck,
  ): boolean {
    let hasPassed = true;
    for (let index = first; index < end && !report.truncated; index++) {
      if (!runs(this.steps[index])) continue;
      if (this.#step(index, value, report) !== FAILED) continue;
      hasPassed = false;
      if (!goesOn(this.steps[index] as Validator, this.steps.at(index + 1))) break;
    }
    return hasPassed;
  }
}

/**
 * Every step must pass; each gets the result of the one before. Returns the result of the last step.
 * Errors: those of the first step that fails, with its `Step` prepended to their contexts. If that is a `Check`, the
 * `Check`s that directly follow it report too. If the value is an object with invalid members, those do that name their
 * `keys`, where these are valid.
 * @param params `nullable`, `all_errors`, `alias`, `replace`
 * @example AllOf(Str({ pattern: /\d+$/ }), Int({ coerce: true, max: 99 }))("42"); // 42
 */
export const AllOf: AllOfConstructor = callable("AllOf", AllOfValidator);
export interface AllOf<M = readonly Validator[], in out P = {}>
  extends ValidatorOf<P, LastOutput<M>, FirstInput<M>, CallerOf<ItemOf<M>>>,
    FieldsOf<typeof params, "steps"> {
  readonly steps: M;
  /** Types only: a key with this member may be missing in the result. */
  readonly "~makes": true;
  /** Types only: of a refined Dict, what that is made of. */
  readonly "~composable": Refined<M, P>;
}
/** What a Dict that comes first is made of, and the steps behind it. */
export type Refined<M, P> = M extends readonly [
  { readonly "~composable": readonly [infer S, infer D, never, never] },
  ...infer C,
]
  ? readonly [schema: S, params: D, checks: C, named: P]
  : never;

/** The signatures of `AllOf`: one for all calls, so that the compiler reports an error at the wrong step. */
export interface AllOfConstructor extends ValidatorStatics<AllOf> {
  <
    const A extends object,
    const B extends object = never,
    const C extends AnyValidator = never,
    const D extends AnyValidator = never,
    const E extends AnyValidator = never,
    const F extends AnyValidator = never,
    const G extends AnyValidator = never,
    const H extends AnyValidator = never,
    const I extends AnyValidator = never,
    const J extends AnyValidator = never,
    const K extends AnyValidator = never,
    const L extends AnyValidator = never,
    const M extends AnyValidator = never,
    const N extends AnyValidator = never,
    const O extends AnyValidator = never,
    const P extends AnyValidator = never,
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
    ninth?: NextStep<A, [B, C, D, E, F, G, H], I>,
    tenth?: NextStep<A, [B, C, D, E, F, G, H, I], J>,
    eleventh?: NextStep<A, [B, C, D, E, F, G, H, I, J], K>,
    twelfth?: NextStep<A, [B, C, D, E, F, G, H, I, J, K], L>,
    thirteenth?: NextStep<A, [B, C, D, E, F, G, H, I, J, K, L], M>,
    fourteenth?: NextStep<A, [B, C, D, E, F, G, H, I, J, K, L, M], N>,
    fifteenth?: NextStep<A, [B, C, D, E, F, G, H, I, J, K, L, M, N], O>,
    sixteenth?: NextStep<A, [B, C, D, E, F, G, H, I, J, K, L, M, N, O], P>,
    ...more: More & CheckedSteps<ThroughSteps<Output<A>, [B, C, D, E, F, G, H, I, J, K, L, M, N, O, P]>, More>
  ): AllOfForms<A, readonly [A, ...GivenSteps<[B, C, D, E, F, G, H, I, J, K, L, M, N, O, P]>, ...More], B>[FormOf<A>];
  new <const V extends SeparateMembers<V> = readonly Validator[]>(...members: V): AllOf<V, Unset<PipelineParams>>;
  new <
    const V extends OnlyList<V> = readonly Validator[],
    const P extends Only<PipelineParams, P> = Unset<PipelineParams>,
  >(
    members: V,
    params?: P,
    ...none: IfFits<V>
  ): AllOf<V, P>;
}
/** All parameters of an `AllOf` in one object. */
export interface AllOfParams extends PipelineParams {
  readonly steps: Steps;
}
/** The result of each form of call: with steps, with a list of them, with all parameters. */
export interface AllOfForms<A, M, P> {
  readonly steps: AllOf<M>;
  readonly list: [P] extends [never] ? AllOf<A> : AllOf<A, P>;
  readonly params: A extends { readonly steps: infer All } ? AllOf<All, Omit<A, "steps">> : never;
}
