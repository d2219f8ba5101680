/** The slow path of generated code: the state of one outermost call. */
import { EXTRA_VALUE, type PathNode } from "../../core/errors/context.ts";
import { stepInOrder } from "../../core/errors/step.ts";
import type { ListModel, TupleModel } from "../../core/models/array.ts";
import { MODEL } from "../../core/models/model.ts";
import type { ObjectModel } from "../../core/models/object.ts";
import type { ChainValidator, ChoiceValidator } from "../../core/models/steps.ts";
import type { Tags } from "../../core/params/discriminator.ts";
import type { Explain } from "../../core/report/failure.ts";
import { type Limits, OUTERMOST } from "../../core/report/limits.ts";
import { FAILED, Report } from "../../core/report/report.ts";
import { passedOn } from "../../core/report/results.ts";
import { closeTrial, openTrial } from "../../core/report/trial.ts";
import { FREE_STEPS, isLong, REMEMBERED_STEPS, Work } from "../../core/report/work.ts";
import { isPlainPrimitive } from "../../core/rules/leaf.ts";
import type { Refused } from "../../core/runner.ts";
import { type Applied, type Checker, goesOn, isApplied } from "../../core/schemas/checker.ts";
import { distinct, idsOf } from "../../values/ids.ts";
import { isPlainObject } from "../../values/input.ts";
import { Application, STEPS_TO_APPLY } from "./application.ts";
import { execution } from "./mode.ts";
import { mismatch, Refusals } from "./refusals.ts";

/** The failure of a key that is not allowed, or of the value of an extra key. */
const notAllowed: Explain<{ readonly model: ObjectModel; readonly key: string }> = ({ model, key }, value, report) => {
  model.validator.checkOther(key, value, {}, report as Report);
  return FAILED;
};

/** The failure of a missing key. */
const missing: Explain<ObjectModel> = (model, key, report) => model.validator.fill(key as string, report as Report);

/**
 * One for each validator with generated code, reused by each call. The report is created lazily: valid values on the
 * fast path need none. The code passes on the depth and the schema depth of a value.
 */
export class Call {
  readonly root: Checker;
  /** Code of this validator is running. */
  busy = false;
  limits: Limits | undefined;
  /** Work units so far; see `Work`. */
  steps = 0;
  /** Beyond this number of work units, `Work` itself counts each container. */
  free = FREE_STEPS;
  /** Failures recorded so far. */
  size = 0;
  /** Values refused so far, recorded or not. */
  refused = 0;
  /** There is nothing left to collect; or, in a step that is tried, something was refused. */
  truncated = false;
  /** Choices around the value: their steps are tried, and nothing is recorded. */
  tries = 0;
  report: Report | undefined;
  /** The refusals before there was a report. */
  #refusals: Refusals | undefined;
  /** A check is running, or is reading objects of the caller, so an exception is the caller's. */
  #isChecking = false;
  #work: Work | undefined;
  #last: Refused | undefined;
  /** Large containers from before there was a report, each followed by its work units. */
  large: (object | number)[] | undefined;

  constructor(root: Checker) {
    this.root = root;
  }

  /** Returns the report, for a value at that depth. */
  #open(depth: number, schemaDepth: number): Report {
    let { report } = this;
    if (report === undefined) {
      this.#work = new Work(this.root);
      const large = this.large ?? [];
      for (let at = 0; at < large.length; at += 2) this.#work.meet(large[at] as object, large[at + 1] as number);
      report = new Report(this.limits, OUTERMOST, this.#work).resume();
      this.report = report;
      // A verdict may be decided, but while steps are tried `truncated` is about the step.
      report.truncated = this.truncated && this.tries === 0;
      this.#refusals?.explainTo(report);
      this.#refusals = undefined;
    }
    this.#isChecking = true;
    report.depth = depth;
    report.schemaDepth = schemaDepth;
    (this.#work as Work).steps = this.steps;
    return report;
  }

  /** Finishes a part of the check that has returned `value`. */
  #done(report: Report, value: unknown): unknown {
    this.#isChecking = false;
    this.steps = (this.#work as Work).steps;
    this.size = report.count;
    if (value === FAILED) {
      this.refused++;
      this.truncated = this.tries > 0 || report.truncated;
    }
    return value;
  }

  /** Runs a part of the check for a value at that depth. It records failures, except in a step that is tried. */
  #run<T>(depth: number, schemaDepth: number, part: (report: Report) => T): T {
    execution.calledOut++;
    const report = this.#open(depth, schemaDepth);
    if (this.tries === 0) return this.#done(report, part(report)) as T;
    const trial = openTrial(report);
    const value = part(report);
    closeTrial(trial, report, value);
    return this.#done(report, value) as T;
  }

  /**
   * Refuses a value. `explain` finds the reason lazily, when the error is read. While steps are tried, no reason is
   * needed.
   */
  #refuse<By>(explain: Explain<By>, by: By, value: unknown, depth: number, schemaDepth: number): unknown {
    if (this.tries > 0) return this.refuse();
    if (this.report !== undefined || this.limits !== undefined || this.#refusals?.isFull)
      return this.#run(depth, schemaDepth, (report) => explain(by, value, report));
    this.refused++;
    this.#refusals ??= new Refusals();
    this.#refusals.add(explain, by, value);
    this.size++;
    return FAILED;
  }

  /** Falls back to the validator's own check. */
  check(validator: Checker, value: unknown, depth: number, schemaDepth: number): unknown {
    return this.#run(depth, schemaDepth, (report) => validator.check(value, report));
  }

  /** Validates a value that the fast path does not handle, of a type whose primitives are all invalid then. */
  mismatch(validator: Checker, value: unknown, depth: number, schemaDepth: number): unknown {
    return isPlainPrimitive(value)
      ? this.#refuse(mismatch, validator, value, depth, schemaDepth)
      : this.check(validator, value, depth, schemaDepth);
  }

  /** As `mismatch`, for a member. */
  mismatchMember(
    validator: Checker,
    key: string | number,
    value: unknown,
    depth: number,
    schemaDepth: number,
  ): unknown {
    if (this.truncated) return this.refuse();
    return this.under(this.size, this.mismatch(validator, value, depth, schemaDepth), key);
  }

  /** Falls back to the validator's own check for a member. */
  member(validator: Checker, key: string | number, value: unknown, depth: number, schemaDepth: number): unknown {
    if (this.truncated) return this.refuse();
    return this.under(this.size, this.check(validator, value, depth, schemaDepth), key);
  }

  /** Prepends the key to the paths of the failures of a member, those since `since`. */
  under(since: number, value: unknown, key: PathNode): unknown {
    if (value === FAILED) this.#put(key, since);
    return value;
  }

  #put(node: PathNode, since: number): void {
    if (this.tries > 0) return;
    const { report } = this;
    (report ?? this.#refusals)?.under(node, since);
    // A report drops failures if paths take too much memory.
    if (report !== undefined) [this.size, this.truncated] = [report.count, report.truncated];
  }

  /** As `under`, for the value of a key that is not in the schema. */
  underExtra(since: number, key: string): void {
    this.#put(EXTRA_VALUE, since);
    this.#put(key, since);
  }

  /** Refuses a value without a failure of its own. */
  refuse(): typeof FAILED {
    this.refused++;
    if (this.tries > 0) this.truncated = true;
    return FAILED;
  }

  /** Ends a container whose members failed. */
  collected(): typeof FAILED {
    if (this.report !== undefined) this.report.collected();
    else if (this.#refusals !== undefined) this.#refusals.isSingle = false;
    return FAILED;
  }

  /** Counts the work units of a container, which are already in `steps`, after the free ones are used up. */
  take(steps: number, container: object, depth: number, schemaDepth: number): boolean {
    this.steps -= steps;
    const report = this.#open(depth, schemaDepth);
    const taken = (this.#work as Work).take(steps, container);
    this.#isChecking = false;
    // The limit grows with each container.
    this.free = -1;
    this.steps = (this.#work as Work).steps;
    if (taken) return true;
    report.truncated = this.truncated = true;
    this.refused++;
    return false;
  }

  /** Records a container of many members, with its work units. */
  meet(container: object, steps: number): void {
    if (steps <= REMEMBERED_STEPS || this.free < 0) return;
    if (this.report !== undefined) (this.#work as Work).meet(container, steps);
    else if (this.large === undefined) this.large = [container, steps];
    else this.large.push(container, steps);
  }

  /** Falls back to the check of a plain object whose properties are already read. */
  members(
    model: ObjectModel,
    x: object,
    keys: readonly string[],
    values: readonly unknown[],
    depth: number,
    schemaDepth: number,
  ): unknown {
    const prototype = Object.getPrototypeOf(x);
    // `for-in` has listed inherited properties too.
    const isOwn = (key: string): boolean => prototype === null || !(key in prototype) || Object.hasOwn(x, key);
    const own = values.map((value, at) => (isOwn(keys[at] as string) ? value : undefined));
    return this.#run(depth, schemaDepth, (report) => model.validator.check(x, report, { keys, values: own }));
  }

  /** The rest of the check of an array whose length is already read. */
  items(
    model: ListModel | TupleModel,
    x: readonly unknown[],
    length: unknown,
    depth: number,
    schemaDepth: number,
  ): unknown {
    return this.#run(depth, schemaDepth, (report) => model.validator.check(x, report, { length }));
  }

  /**
   * Checks a member that is not in the schema.
   * @param isMismatch the key is valid, and primitives that the fast path rejects are invalid.
   */
  other(
    model: ObjectModel,
    key: string,
    value: unknown,
    result: Record<string, unknown>,
    depth: number,
    schemaDepth: number,
    isMismatch = false,
  ): boolean {
    const known = model.extra === undefined || (isMismatch && isPlainPrimitive(value));
    // An error must not retain the value of a key that is not allowed.
    const held = model.extra && value;
    if (known) return this.#refuse(notAllowed, { model, key }, held, depth, schemaDepth) !== FAILED;
    return (
      this.#run(depth, schemaDepth, (report) => {
        const { count, truncated } = report;
        model.validator.checkOther(key, value, result, report);
        return report.count > count || report.truncated !== truncated ? FAILED : true;
      }) !== FAILED
    );
  }

  /** The default of a missing key. */
  fill(model: ObjectModel, key: string, depth: number, schemaDepth: number): unknown {
    if (this.truncated) return this.refuse();
    return model.defaults.has(key)
      ? this.#run(depth, schemaDepth, (report) => model.validator.fill(key, report))
      : this.#refuse(missing, model, key, depth, schemaDepth);
  }

  /** Fails a container because of the number of its members. */
  failLength(model: ObjectModel | ListModel, size: number, depth: number, schemaDepth: number): unknown {
    return this.#run(depth, schemaDepth, (report) => model.validator.failLength(size, report));
  }

  /** Asks the rules of an array whose items are valid. Returns FAILED if one refuses it. */
  rules(
    model: ListModel,
    items: readonly unknown[],
    x: readonly unknown[],
    depth: number,
    schemaDepth: number,
  ): unknown {
    return this.#run(depth, schemaDepth, (report) => (model.validator.failsRules(items, x, report) ? FAILED : x));
  }

  /** An array without the items that are equal to an earlier one. */
  distinct(items: unknown[], depth: number, schemaDepth: number): unknown[] {
    const result = distinct(items, () => idsOf(this.#open(depth, schemaDepth)));
    this.#isChecking = false;
    return result;
  }

  /**
   * Runs the step `index` of a chain on the result of the step before.
   * @param isRead the next step may read members that the value does not list.
   */
  derive(
    validator: Checker,
    value: unknown,
    index: number,
    depth: number,
    schemaDepth: number,
    isRead = false,
  ): unknown {
    const since = this.size;
    const result = this.#run(depth, schemaDepth, (report) => {
      const taken = report.proceed(undefined, undefined, value);
      const made = validator.check(value, report);
      report.proceeded(taken);
      return isRead ? passedOn(validator, value, made, report) : made;
    });
    return this.underStep(since, result, index);
  }

  /** As `derive`, for a function of the caller. */
  apply(step: Applied, value: unknown, index: number, depth: number, schemaDepth: number): unknown {
    const isBounded = this.limits !== undefined || this.tries > 0 || this.steps + STEPS_TO_APPLY > this.free;
    const mayNeedReport = this.report !== undefined || isBounded;
    if (mayNeedReport || isLong(value)) return this.derive(step, value, index, depth, schemaDepth);
    execution.calledOut++;
    const since = this.size;
    const application = new Application(step, value, () => {
      this.steps -= STEPS_TO_APPLY;
      return this.#open(depth, schemaDepth);
    });
    this.steps += STEPS_TO_APPLY;
    this.#isChecking = true;
    const result = application.run();
    // Without a report, the call has counted the work units itself.
    if (this.report !== undefined) this.#done(this.report, result);
    this.#isChecking = false;
    return this.underStep(since, result, index);
  }

  /**
   * Runs consecutive Checks of a chain, the first of them its step `index`: all get the same value, and report its
   * failures.
   */
  checks(steps: readonly Checker[], value: unknown, index: number, depth: number, schemaDepth: number): unknown {
    let given = value;
    let hasFailed = false;
    for (let at = 0; at < steps.length; at++) {
      const step = steps[at] as Checker;
      const run = isApplied(step) ? this.apply : this.derive;
      const made = run.call(this, step as Applied, given, index + at, depth, schemaDepth);
      if (made !== FAILED) given = made;
      else {
        hasFailed = true;
        if (this.truncated || !goesOn(step, steps[at + 1])) break;
      }
    }
    return hasFailed ? FAILED : given;
  }

  underStep(since: number, value: unknown, index: number): unknown {
    return this.under(since, value, stepInOrder(index));
  }

  /** Begins to try the steps of a choice. Returns the argument of `tried`. */
  try(): boolean {
    const { truncated } = this;
    this.tries++;
    this.truncated = this.#isExhausted;
    return truncated;
  }

  /** Begins the next step; false if no further step can be tried. */
  tryNext(): boolean {
    this.truncated = this.#isExhausted;
    return !this.truncated;
  }

  /** Ends the trial: `refused` and `steps` are their values from before it. */
  tried(truncated: boolean, refused: number): void {
    this.tries--;
    this.refused = refused;
    this.truncated = truncated || this.#isExhausted;
  }

  get #isExhausted(): boolean {
    return this.report?.exhausted === true;
  }

  /**
   * Fails a value for which no step of a choice has passed, with the failures of the check, unless they are not needed.
   */
  refuseChoice(oneOf: ChoiceValidator, x: unknown, depth: number, schemaDepth: number): unknown {
    if (this.tries > 0) return this.refuse();
    // The check counts them again.
    this.steps -= 1 + oneOf.steps.length;
    return this.#run(depth, schemaDepth, (report) => oneOf.check(x, report, true));
  }

  /** Fails a value that a step of a chain has refused, with the failures of the check, unless they are not needed. */
  refuseChain(allOf: ChainValidator, x: unknown, depth: number, schemaDepth: number): unknown {
    if (this.tries > 0) return this.refuse();
    // The check counts them again.
    this.steps -= 1 + allOf.steps.length;
    return this.check(allOf, x, depth, schemaDepth);
  }

  /** Falls back to the check of an object whose tag is already read, if it is plain. */
  tagged(oneOf: ChoiceValidator, x: object, tag: unknown, depth: number, schemaDepth: number): unknown {
    if (!isPlainObject(x)) return this.check(oneOf, x, depth, schemaDepth);
    // `for-in` has listed inherited properties too.
    const { discriminator, tags } = oneOf[MODEL];
    const own = Object.hasOwn(x, discriminator as string) ? tag : undefined;
    return this.#run(depth, schemaDepth, (report) => oneOf.checkTagged(x, report, tags as Tags, { tag: own }));
  }

  /**
   * Falls back to the check of a value that throws when it is read. Checks treat a revoked Proxy like any other value,
   * and do not read the members of an object that is not plain.
   */
  unreadable(error: unknown, validator: Checker, value: unknown, depth: number, schemaDepth: number): unknown {
    if (!isPlainObject(value)) return this.check(validator, value, depth, schemaDepth);
    this.#isChecking = true;
    throw error;
  }

  /** Rethrows an error that has another cause. */
  mustBeRevoked(error: unknown): void {
    const isRevoked = error instanceof TypeError && error.message.includes("revoked");
    if (this.#isChecking || !isRevoked) throw error;
  }

  /** Ends the call at any point, after an exception of the caller. */
  abandon(): void {
    this.refused = this.size = this.tries = 0;
    this.#refusals = undefined;
    this.truncated = this.#isChecking = false;
  }

  /** The call is over. */
  end(): void {
    this.large = undefined;
    const { report } = this;
    // A report would keep the value alive.
    const hasRefused = this.refused > 0 || report?.exhausted;
    this.#last = hasRefused ? (report ?? this.#refusals) : undefined;
    this.abandon();
    report?.close();
    this.report = this.#work = undefined;
    this.free = FREE_STEPS;
  }

  /** The refusals of the last call. */
  takeRefused(): Refused {
    // A value that is FAILED itself counts as refused.
    const last = this.#last ?? new Refusals();
    this.#last = undefined;
    return last;
  }
}
