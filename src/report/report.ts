/** One outermost call: its failures, the counters that bound every recursion, and its memoized outcomes. */
import { RecursionMaxDepthError, ValidationError } from "../errors/errors.ts";
import type { Checker } from "../schemas/checker.ts";
import type { Ids } from "../values/ids.ts";
import { type CheckReport, FAILED, type Failed } from "./check.ts";
import { Failures, type Mark } from "./failures.ts";
import {
  DEFAULT_MAX_DEPTH,
  DEFAULT_MAX_ERRORS,
  type Depths,
  type Limits,
  maxSchemaDepthOf,
  NO_LIMITS,
  OUTERMOST,
} from "./limits.ts";
import type { Memo, Walk } from "./memo.ts";
import type { References } from "./references.ts";
import { type Running, reportAround, setRunning } from "./running.ts";
import { Work } from "./work.ts";

export { type CheckReport, FAILED, type Failed, type Result } from "./check.ts";

/** Work units that failed tries may take before outcomes are memoized: memoization has a cost too. */
const FREE_WASTE = 2000;
type MemoClass = new (ownsInput: boolean) => Memo;

/** Collects the failures of one outermost call. Custom validators know it as a {@link CheckReport}. */
export class Report extends Failures implements CheckReport, Running, Walk {
  readonly maxDepth: number;
  depth: number;
  schemaDepth: number;
  /** Created by the first reference that is followed: see `referencesOf`. */
  references: References | undefined;
  /** How deep the value of the call stands. */
  readonly depths: Depths;
  readonly maxSchemaDepth: number;
  /** Number of OneOf and AllOf around the value: with any, it may be validated again. */
  #retries = 0;
  /**
   * Number of steps around the value whose input is the result of an earlier step, not part of the input: all of them;
   * those of outer calls.
   */
  #derived = 0;
  #derivedOutside = 0;
  /** Made values around the value, such as defaults: it was not given. */
  #made = 0;
  /** The call is `is`, a type guard. */
  guards = false;
  /** The validator of a call for a verdict only, and whether containers need output then: see `needsOutput`. */
  verdictOf: Checker | undefined;
  needsOutput = true;
  #memo: Memo | undefined;
  #Memo: MemoClass | undefined;
  /** The ids by which `unique` compares values: see `idsOf`. */
  ids: Ids | undefined;
  /** The greatest depths since the outcome that is being made began. */
  deepest: number;
  highest: number;
  /** The schema depth was exceeded since then in a call with its own limits. Any other call ends. */
  schemaTooDeep = false;
  /** The call that this one is made in, by a check of the caller's. */
  #outer: Report | undefined;
  /** It may collect fewer errors than it was asked to. */
  #isLimited = false;
  /** It is made in another, and may nest its value deeper, or less deep, than that. */
  #hasOwnLimits = false;
  /** A check of the caller's has been given this report. */
  #isShared = false;

  /**
   * @param depths how deep the value stands that is to be checked, where it is a part of another.
   * @param work what bounds the steps of the call.
   */
  constructor({ maxDepth, maxErrors }: Limits = NO_LIMITS, depths: Depths = OUTERMOST, work: Work = new Work()) {
    super(maxErrors, work);
    this.depth = this.deepest = depths.depth;
    this.schemaDepth = this.highest = depths.schemaDepth;
    this.depths = depths;
    this.isPart = depths !== OUTERMOST;
    this.maxDepth = maxDepth ?? DEFAULT_MAX_DEPTH;
    this.maxSchemaDepth = maxSchemaDepthOf(this.maxDepth);
  }

  /**
   * The report of a call of `root`, to be closed when it is over. A call that a check of the caller's makes counts
   * depth and work on from where that check stands: its value may hold itself.
   * @param bytes the size of the text, if it is one.
   */
  static open(root: Checker, limits: Limits | undefined, bytes?: number): Report {
    const outer = reportAround() as Report | undefined;
    if (outer === undefined) return new Report(limits, OUTERMOST, new Work(root, bytes)).resume();
    outer.work.include(root, bytes);
    // At most the remaining error budget of the outer call, but at least one: while steps are tried, that budget is 0.
    const maxErrors = Math.min(limits?.maxErrors ?? DEFAULT_MAX_ERRORS, outer.innerErrorBudget);
    const depths = { depth: outer.depth, schemaDepth: outer.schemaDepth + 1, references: 0 };
    const report = new Report({ maxDepth: limits?.maxDepth, maxErrors }, depths, outer.work);
    report.isInner = true;
    report.isPart = false;
    report.#isLimited = maxErrors < (limits?.maxErrors ?? DEFAULT_MAX_ERRORS);
    report.references = outer.references?.continued();
    report.#derived = report.#derivedOutside = outer.#derived;
    if (report.maxDepth === outer.maxDepth) {
      // The outcomes of one call hold for the other.
      report.#retries = outer.#retries;
      report.#memo = outer.#memo;
      report.#Memo = outer.#Memo;
      report.#hasOwnLimits = outer.#hasOwnLimits;
    } else report.#hasOwnLimits = true;
    return report.resume();
  }

  /**
   * Forgets a call that is over, so that `reuse` can begin another. False if a check of the caller's may have kept the
   * report, or something is not undone here: then it is not to be used again.
   */
  override forget(): boolean {
    const isPlain = !(this.references || this.ids || this.#memo || this.spellings || this.schemaTooDeep);
    const isUsual = this.depths === OUTERMOST && this.maxDepth === DEFAULT_MAX_DEPTH;
    if (!isPlain || !isUsual || this.#isShared || !super.forget()) return false;
    this.at();
    this.depth = this.schemaDepth = this.deepest = this.highest = 0;
    this.#retries = this.#derived = this.#derivedOutside = this.#made = 0;
    this.guards = false;
    this.needsOutput = true;
    this.verdictOf = undefined;
    return true;
  }

  /** Sets how deep the value stands that is checked next, where the containers around it were not entered here. */
  place(depth: number, schemaDepth: number): void {
    this.depth = depth;
    this.schemaDepth = schemaDepth;
  }

  /** Makes this the call whose checks are running. */
  resume(): this {
    this.#outer = reportAround() as Report | undefined;
    setRunning(this);
    return this;
  }

  asReport(): this {
    return this;
  }

  /** The call is over. */
  close(): void {
    const outer = this.#outer;
    setRunning(outer);
    this.#outer = undefined;
    if (outer === undefined) return;
    outer.tooDeep ||= this.tooDeep;
    outer.schemaTooDeep ||= this.schemaTooDeep;
    if (this.references !== undefined) outer.references?.resume(this.references);
    const all =
      this.#isLimited && this.truncated ? Number.POSITIVE_INFINITY : Math.max(this.count, this.neededErrorBudget);
    outer.neededErrorBudget = Math.max(outer.neededErrorBudget, outer.count + all);
    // As far from the limit of the outer call as this one was from its own.
    outer.highest = Math.max(outer.highest, this.highest + outer.maxSchemaDepth - this.maxSchemaDepth);
    if (outer.#retries > 0 && this.maxDepth === outer.maxDepth) outer.#memo ??= this.#memo;
  }

  /** Runs `validator` on the value of this call. */
  run(validator: Checker, value: unknown): unknown {
    const result = validator.check(value, this);
    return this.exhausted ? FAILED : result;
  }

  mark(): Mark {
    this.#isShared = true;
    return {
      count: this.count,
      depth: this.depth,
      schemaDepth: this.schemaDepth,
      references: this.references?.mark(),
      errorBudget: this.errorBudget,
      retries: this.#retries,
      derived: this.#derived,
      holder: this.holder,
      key: this.key,
      made: this.#made,
    };
  }

  /** Restores the depths from before a check, whether or not it left all that it entered. */
  restore(mark: Mark): void {
    this.depth = mark.depth;
    this.schemaDepth = mark.schemaDepth;
    this.references?.restore(mark.references, false);
    this.errorBudget = mark.errorBudget;
    this.#retries = mark.retries;
    this.#derived = mark.derived;
    this.at(mark.holder, mark.key);
    this.#made = mark.made;
  }

  /**
   * Whether implicit conversions, as of a Map or a bigint, are refused. Derived values and defaults may be converted.
   */
  get strict(): boolean {
    return this.guards && this.#derived === this.#derivedOutside && this.#made === 0;
  }

  /** Validates a value that is not from the input, such as a default: `is` may convert it. */
  checkMade<T>(validator: { check(input: unknown, report: Report): T }, value: unknown): T {
    this.#made++;
    const result = validator.check(value, this);
    this.#made--;
    return result;
  }

  /**
   * Records the errors that a check called since `mark` has thrown, as failures of the value being checked.
   * @throws the error itself if it is no ValidationError.
   */
  absorb(error: unknown, mark: Mark): Failed {
    if (!(error instanceof ValidationError)) throw error;
    this.restore(mark);
    this.references?.restore(mark.references, true);
    this.rollback(mark.count); // Failures recorded since have no path yet.
    return this.failWith(error, mark.count);
  }

  /**
   * Counts one more validator inside another, and with `nesting` 1 one more level of the input.
   * @param members how many members of `container` the validator is about to hand on, or steps it has.
   * @returns false, with the failure recorded, when that is too deep; else call `leave` when done.
   */
  enter(nesting: 0 | 1, members = 0, container?: object): boolean {
    if (!this.take(1 + members, this.#derived === 0 ? container : undefined)) return false;
    const isTooDeep = this.depth + nesting > this.maxDepth;
    if (isTooDeep || this.schemaDepth + 1 > this.maxSchemaDepth) {
      if (isTooDeep) this.fail(RecursionMaxDepthError, this.maxDepth, this.maxDepth + 1);
      else this.#endAtSchemaDepth();
      return false;
    }
    this.depth += nesting;
    this.schemaDepth++;
    if (this.depth > this.deepest) this.deepest = this.depth;
    if (this.schemaDepth > this.highest) this.highest = this.schemaDepth;
    return true;
  }

  /** Ends what `enter` has begun, with the same `nesting`. */
  leave(nesting: 0 | 1): void {
    this.depth -= nesting;
    this.schemaDepth--;
  }

  /**
   * Counts members of a JavaScript value, which may be there many times; false, and the call has ended, when there were
   * too many.
   */
  counts(members: number, container: object): boolean {
    return this.work.bytes !== undefined || this.take(members, this.#derived === 0 ? container : undefined);
  }

  /** Goes one level deeper, into `container`. Returns what `ascend` wants, or FAILED when that is too deep. */
  descend(members: number, container?: object): number | Failed {
    return this.enter(1, members, container) ? this.count : FAILED;
  }

  /** Comes back from the members. Returns whether all passed; if not, the outcome is a collection of their errors. */
  ascend(start: number): boolean {
    this.leave(1);
    this.at();
    return !this.failedSince(start) || this.collected() !== FAILED;
  }

  /** See {@link CheckReport.member}. */
  member<T>(validator: { check(input: unknown, report: Report): T }, value: unknown, key: string | number): T | Failed {
    if (this.truncated) return FAILED;
    const since = this.memberAt();
    return this.memberDone(validator.check(value, this), key, since);
  }

  /** See {@link CheckReport.nest}. */
  nest<T>(checkMembers: () => T, members = 0): T | Failed {
    const start = this.descend(members);
    if (start === FAILED) return FAILED;
    const result = checkMembers();
    return this.ascend(start) ? result : FAILED;
  }

  #failSchemaDepth(): void {
    this.fail(RecursionMaxDepthError, this.maxSchemaDepth, this.maxSchemaDepth + 1);
  }

  /**
   * Ends the call: a schema may nest any number of validators around a value, and validating it in each takes too long.
   */
  #endAtSchemaDepth(): void {
    this.#failSchemaDepth();
    if (this.#hasOwnLimits) this.schemaTooDeep = true;
    else this.work.endAtSchemaDepth(this.maxSchemaDepth);
    this.truncated ||= this.exhausted;
  }

  /**
   * Begins the check of a pipeline. If many tries have failed, outcomes are memoized.
   * @param steps how many it has: with more than one, its input may be validated again, and `memo` keeps outcomes.
   * @returns the memoized result, or FAILED when it is too deep; otherwise `undefined`, and the caller has to call
   *   `end`.
   */
  begin(pipeline: object, input: unknown, steps: number, memo?: MemoClass): unknown {
    if (!this.enter(0, steps)) return FAILED;
    if (this.#retries > 0 && this.work.wasted > FREE_WASTE + this.work.steps / 2) {
      this.#memo ??= new (this.#Memo as MemoClass)(this.guards || this.work.bytes !== undefined);
      const known = this.#memo.recall(this, pipeline, input);
      if (known !== undefined) {
        this.leave(0);
        return known;
      }
    }
    if (steps > 1) {
      this.#retries++;
      this.#Memo = memo;
    }
    return undefined;
  }

  /** Ends what `begin` has begun. Returns the value. */
  end(pipeline: object, input: unknown, steps: number, value: unknown): unknown {
    if (steps > 1 && --this.#retries === 0) this.#memo = undefined;
    else this.#memo?.remember(this, pipeline, input, value);
    this.leave(0);
    return value;
  }

  /** Begins a step of an AllOf. The step before it converted `given` to `made`. Returns the argument of `proceeded`. */
  proceed(before?: Checker, given?: unknown, made?: unknown): number {
    if (this.#derived++ === 0) this.work.admit(made);
    if (before !== undefined) this.#memo?.isDone(before, given, made);
    return this.work.steps;
  }

  proceeded(steps: number): void {
    this.#derived--;
    this.work.wasted += this.work.steps - steps;
  }

  /** Begins to follow a reference; false, with the failure recorded, if it never ends; else call `references.leave`. */
  follow(references: References, target: Checker, input: unknown): boolean {
    if (references.enter(target, input, this.depth)) return true;
    // The loop would be refused at any depth.
    this.#failSchemaDepth();
    return false;
  }
}
