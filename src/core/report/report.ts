/** One outermost call: its failures, the counters that bound every recursion, and its memoized outcomes. */
import { isBeyond, writtenInteger } from "../../values/digits.ts";
import { extentOf } from "../../values/extent.ts";
import type { Ids } from "../../values/ids.ts";
import { hasRoom } from "../../values/stack.ts";
import type { PathNode } from "../errors/context.ts";
import {
  type ConditionInit,
  type ErrorClass,
  quotable,
  RecursionMaxDepthError,
  ValidationError,
  WorkLimitError,
  wordsOf,
} from "../errors/errors.ts";
import type { Reason } from "../errors/reason.ts";
import { type Failures, SchemaError, Unmade } from "../errors/schema-error.ts";
import { kindOf, Stated } from "../errors/stated.ts";
import { errorAnnotationsOf, isSecret, wordsFor } from "../schemas/annotations.ts";
import type { Checker } from "../schemas/checker.ts";
import { resultFormOf } from "../schemas/graph.ts";
import { concealSecrets } from "../schemas/secrets.ts";
import { type CheckReport, FAILED, type Failed } from "./check.ts";
import type { Spellings } from "./digits.ts";
import type { Evaluated } from "./evaluated.ts";
import {
  copyOf,
  type Detail,
  type Explain,
  type Explained,
  errorOf,
  type Failure,
  failureOf,
  isOfValue,
  lengthOf,
  mayWait,
  type PositionOf,
  Refusal,
} from "./failure.ts";
import {
  DEFAULT_MAX_DEPTH,
  DEFAULT_MAX_ERRORS,
  type Depths,
  type Limits,
  maxSchemaDepthOf,
  NO_LIMITS,
  OUTERMOST,
} from "./limits.ts";
import type { Memo, Repeatable, Walk } from "./memo.ts";
import { Output } from "./output.ts";
import { FieldPath, fieldOf, joinedPaths, keysOf, Path } from "./path.ts";
import { PathBudget } from "./path-budget.ts";
import { Reach } from "./reach.ts";
import type { References, ReferencesMark } from "./references.ts";
import type { Replaced } from "./replaced.ts";
import { type Running, reportAround, setRunning } from "./running.ts";
import { FREE_WASTE, Work } from "./work.ts";

export { type CheckReport, FAILED, type Failed, type Result } from "./check.ts";

/** The cost of making an error, in work units. */
const STEPS_PER_ERROR = 50;
/** How far the members of a default are counted. */
const MAX_MADE = 1_000_000;
/** Errors that are made regardless of the work limit. */
export const FEW_ERRORS = 10;
/** One less than a power of 2: how many validators are entered before the rest of the stack is measured again. */
const STACK_LEVELS = 15;
/** The same where each takes more of the stack: of defaults inside defaults, and of dependent schemas. */
export const LARGE_LEVELS = 7;

type MemoClass = new (ownsInput: boolean) => Memo;

/** The outcomes of members that are known already: see `core/partial/settled.ts`. Containers look them up. */
interface SettledMembers {
  check(validator: Checker, value: unknown, report: Report): unknown;
}

/** A state of the walk, restored after a check of the caller has returned or thrown. */
export interface Mark {
  readonly count: number;
  readonly depth: number;
  readonly schemaDepth: number;
  readonly references: ReferencesMark | undefined;
  readonly errorBudget: number;
  readonly retries: number;
  readonly derived: number;
  readonly holder: object | undefined;
  readonly key: unknown;
  readonly conditions: number;
  readonly evaluated: unknown[] | undefined;
  readonly allErrors: boolean;
}

/** The members of an object that was refused. */
export interface RefusedObject {
  readonly input: unknown;
  /** The depth of the object. */
  readonly depth: number;
  /** The results of its members; FAILED for those that are invalid. */
  readonly result: Readonly<Record<string, unknown>>;
}

/** A report as its own methods see it: what others only read, they write. */
type Writable = { -readonly [K in keyof Report]: Report[K] };

/** Collects the failures of one outermost call. Custom validators see it as a {@link CheckReport}. */
export class Report implements CheckReport, Running, Walk {
  /** The number of failures that the call may record. */
  readonly maxErrors: number;
  readonly failures: Failure[] = [];
  /** There was a failure beyond `maxErrors`: nothing more can be collected, so containers stop. */
  truncated = false;
  /** The outcome so far is a single error, not a collection of members' errors. */
  isSingle = true;
  /** The number of failures that may be recorded now: none while a step is tried. */
  errorBudget: number;
  /** Values that were replaced so far, if the caller wants to know. */
  readonly fallbacks: Replaced[] | undefined;
  readonly work: Work;
  /** The call is nested: a check of the caller makes it. */
  #isInner = false;
  readonly paths = new PathBudget();
  readonly maxDepth: number;
  depth: number;
  schemaDepth: number;
  /** The schema depth at which it was asked last whether the stack has room. */
  #roomAt = -1;
  /** Created by the first reference that is followed: see `referencesOf`. */
  references: References | undefined;
  /** The depth of the value of the call. */
  readonly depths: Depths;
  readonly maxSchemaDepth: number;
  /** The number of OneOf and AllOf around the value: inside one, the value may be validated again. */
  #retries = 0;
  /**
   * The number of steps around the value whose input is the result of an earlier step, or a default, not part of the
   * input: all of them; those of outer calls.
   */
  #derived = 0;
  #derivedOutside = 0;
  /**
   * The number of conditions around the value: `is` may convert it. A verdict counts itself: a function around it takes
   * stack on each level of a deep value.
   */
  conditions = 0;
  /** The call is `is`, a type guard. */
  readonly guards: boolean = false;
  readonly output = new Output();
  #memo: Memo | undefined;
  #Memo: MemoClass | undefined;
  /** The logs of evaluated members, if there is a Closed: see `evaluate`. */
  logs: Evaluated | undefined;
  /** The ids by which `unique` compares values: see `idsOf`. */
  ids: Ids | undefined;
  readonly reach = new Reach();
  /** The outer call, one of whose checks makes this call. */
  #outer: Report | undefined;
  /** It may collect fewer errors than it was asked to. */
  #isLimited = false;
  /** It is a nested call with its own depth limit, higher or lower than that of the outer call. */
  #hasOwnLimits = false;
  /** This report has been passed to a check of the caller. */
  #isShared = false;

  /** Whether rules go on that are usually not asked of an invalid value: an AllOf with `all_errors` says so. */
  allErrors = false;
  /** The object that was refused last, for the Checks that follow: see `validMembers`. */
  readonly refused: RefusedObject | undefined;
  /** The digits of numbers, if the value comes from JSON text; undefined for a JavaScript value. */
  readonly digits: Spellings | undefined;
  /** The container of the value being checked, and its key or index there. */
  readonly holder: object | undefined;
  readonly key: unknown;
  readonly settled: SettledMembers | undefined;

  /**
   * @param depths the depth of the value, if it is a part of another value.
   * @param work bounds the work units of the call.
   */
  constructor(
    { maxDepth, maxErrors, onFallback }: Limits = NO_LIMITS,
    depths: Depths = OUTERMOST,
    work: Work = new Work(),
    settled?: SettledMembers,
  ) {
    this.work = work;
    this.maxErrors = this.errorBudget = maxErrors ?? DEFAULT_MAX_ERRORS;
    this.paths.begin(maxErrors, work.bytes);
    this.depth = depths.depth;
    this.schemaDepth = depths.schemaDepth;
    this.reach.enter(this.depth, this.schemaDepth);
    this.depths = depths;
    this.settled = settled;
    this.maxDepth = maxDepth ?? DEFAULT_MAX_DEPTH;
    this.maxSchemaDepth = maxSchemaDepthOf(this.maxDepth);
    if (onFallback !== undefined) this.fallbacks = [];
  }

  /**
   * Returns the report of a call of `root`, to be closed when the call ends. A nested call, made by a check of the
   * caller, continues the depth and work of that check, because its value may be cyclic.
   * @param bytes the size of the text, if the value comes from one.
   */
  static open(root: Checker, limits: Limits | undefined, bytes?: number): Report {
    const outer = reportAround() as Report | undefined;
    if (outer === undefined) return new Report(limits, OUTERMOST, new Work(root, bytes)).resume();
    outer.work.include(root, bytes);
    // At most the remaining error budget of the outer call, but at least one: while steps are tried, that budget is 0.
    const maxErrors = Math.min(limits?.maxErrors ?? DEFAULT_MAX_ERRORS, outer.innerErrorBudget);
    const depths = { depth: outer.depth, schemaDepth: outer.schemaDepth + 1, references: 0 };
    const { maxDepth, onFallback } = limits ?? NO_LIMITS;
    const report = new Report({ maxDepth, maxErrors, onFallback }, depths, outer.work);
    report.#isInner = true;
    report.#isLimited = maxErrors < (limits?.maxErrors ?? DEFAULT_MAX_ERRORS);
    report.references = outer.references?.continued();
    report.#derived = report.#derivedOutside = outer.#derived;
    if (report.maxDepth === outer.maxDepth) {
      // Outcomes are shared between the two calls.
      report.#retries = outer.#retries;
      report.#memo = outer.#memo;
      report.#Memo = outer.#Memo;
      report.#hasOwnLimits = outer.#hasOwnLimits;
    } else report.#hasOwnLimits = true;
    return report.resume();
  }

  /**
   * Resets a call that has ended, so that `reuse` can begin another. Returns false if a check of the caller may have
   * kept the report, or some state cannot be reset here: then the report must not be reused.
   */
  forget(): boolean {
    const isPlain = !(this.fallbacks || this.references || this.ids || this.#memo || this.digits);
    const isUsual = this.depths === OUTERMOST && this.maxDepth === DEFAULT_MAX_DEPTH;
    const hasUsualBudget = this.maxErrors === 0 || this.maxErrors === DEFAULT_MAX_ERRORS;
    const hasLost = this.reach.tooDeep || this.reach.schemaTooDeep || this.paths.haveForgotten;
    if (!isPlain || !isUsual || !hasUsualBudget || hasLost || this.#isShared) return false;
    if (!this.work.forget()) return false;
    if (this.failures.length > 0) this.failures.length = 0;
    this.truncated = this.allErrors = (this as Writable).guards = false;
    this.isSingle = true;
    this.at();
    this.depth = this.schemaDepth = 0;
    this.#roomAt = -1;
    this.reach.reset(0, 0);
    this.#retries = this.#derived = this.#derivedOutside = this.conditions = 0;
    this.logs = (this as Writable).refused = undefined;
    this.output.begin();
    return true;
  }

  /** Begins a call of `root` after `forget`. */
  reuse(root: Checker, maxErrors: number | undefined): void {
    (this as Writable).maxErrors = this.errorBudget = maxErrors ?? DEFAULT_MAX_ERRORS;
    this.paths.begin(maxErrors, undefined);
    this.work.begin(root);
  }

  /** Makes this the running call. */
  resume(): this {
    this.#outer = reportAround() as Report | undefined;
    setRunning(this);
    return this;
  }

  asReport(): this {
    return this;
  }

  /** Ends the call. */
  close(): void {
    const outer = this.#outer;
    setRunning(outer);
    this.#outer = undefined;
    if (outer === undefined) return;
    if (this.reach.tooDeep) outer.reach.exceedDepth();
    if (this.references !== undefined) outer.references?.resume(this.references);
    const all =
      this.#isLimited && this.truncated ? Number.POSITIVE_INFINITY : Math.max(this.count, this.reach.errorBudget);
    outer.reach.include({
      depth: 0,
      // The distance from the limit of the outer call is the same as this call had from its own limit.
      schemaDepth: this.reach.schemaDepth + outer.maxSchemaDepth - this.maxSchemaDepth,
      schemaTooDeep: this.reach.schemaTooDeep,
      errorBudget: outer.count + all,
    });
    if (outer.#retries > 0 && this.maxDepth === outer.maxDepth) outer.#memo ??= this.#memo;
  }

  /** Puts the key of a member on the left of the contexts of what was replaced in it. */
  placeFallbacks(key: PathNode): void {
    this.fallbacks?.at(-1)?.place(this.fallbacks, key, this.depth);
  }

  /** Tells the caller what was replaced, in a call of `root` that has a result. */
  tellFallbacks(root: Checker, limits: Limits | undefined): void {
    const tell = limits?.onFallback;
    if (tell === undefined || this.fallbacks === undefined) return;
    const make = (failures: readonly Failure[], isSingle: boolean): ValidationError => {
      this.isSingle = isSingle;
      return concealSecrets(this.#make(failures, true, undefined), root);
    };
    for (const one of this.fallbacks) one.tell(make, tell, []);
  }

  /** Runs `validator` on the value of this call. */
  run(validator: Pick<Checker, "check">, value: unknown): unknown {
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
      conditions: this.conditions,
      evaluated: this.evaluated,
      allErrors: this.allErrors,
    };
  }

  /** Restores the depths from before a check, in case it did not leave all that it entered. */
  restore(mark: Mark): void {
    this.depth = mark.depth;
    this.schemaDepth = mark.schemaDepth;
    this.references?.restore(mark.references, false);
    this.errorBudget = mark.errorBudget;
    this.#retries = mark.retries;
    this.#derived = mark.derived;
    this.at(mark.holder, mark.key);
    this.conditions = mark.conditions;
    this.logs?.restore(mark.evaluated, mark.depth);
    this.allErrors = mark.allErrors;
  }

  /** Makes this a call of `is`, a type guard. */
  guard(): void {
    (this as Writable).guards = true;
  }

  /**
   * Sets the object that was refused last.
   * @param result its members; undefined if they are not known. Without arguments there is no such object.
   */
  refuse(input?: unknown, result?: RefusedObject["result"]): void {
    (this as Writable).refused = result && { input, depth: this.depth, result };
  }

  /**
   * True if implicit conversions, such as of a Map or a bigint, are refused. Derived values and defaults may be
   * converted.
   */
  get strict(): boolean {
    return this.guards && this.#derived === this.#derivedOutside && this.conditions === 0;
  }

  /**
   * Validates a value that does not come from the input, such as a default: `is` may convert it. One in the place of a
   * part of the input raises the work limit. Others do not: there may be any number of defaults inside defaults.
   * @param places how many places of the same object have the same default: together they raise it once.
   */
  checkMade<T>(validator: { check(input: unknown, report: Report): T }, value: unknown, places = 1): T | Failed {
    if (typeof value === "object" && value !== null) {
      const members = extentOf(value, MAX_MADE);
      if (this.#derived === 0) this.work.admitMade(members / places);
      if (!this.#take(members, undefined)) return FAILED;
    } else if (this.#derived === 0) this.work.admit(value);
    if ((this.#derived & LARGE_LEVELS) === LARGE_LEVELS && isFull()) {
      this.endAtSchemaDepth();
      return FAILED;
    }
    this.#derived++;
    const result = validator.check(value, this);
    this.#derived--;
    return result;
  }

  /** The number of failures so far: read it before a member is checked, pass it to `under` after. */
  get count(): number {
    return this.failures.length;
  }

  /** Records a failure at the value being checked. Returns `FAILED`, for `return report.fail(...)`. */
  fail(type: ErrorClass, expected?: unknown, actual?: unknown, cause?: unknown, detail?: Detail): Failed {
    this.isSingle = true;
    if (type === RecursionMaxDepthError) this.reach.exceedDepth();
    if (this.failures.length < this.errorBudget) {
      this.failures.push(failureOf(type, expected, actual, cause, detail));
    } else this.truncated = true;
    return FAILED;
  }

  /**
   * As `fail`, for a value that a fast path has found invalid without knowing why: `explain` finds the reason when the
   * error is read. It records one failure, without a path, the same whenever it is called, and takes no work units.
   */
  failLazily<By>(explain: Explain<By>, by: By, value: unknown): Failed {
    this.isSingle = true;
    if (this.failures.length < this.errorBudget) this.failures.push(new Refusal(explain, by, value));
    else this.truncated = true;
    return FAILED;
  }

  /**
   * Records the errors that a check called since `mark` has thrown, as failures of the value being checked.
   * @throws the error itself if it is not a ValidationError.
   */
  absorb(error: unknown, mark: Mark): Failed {
    if (!(error instanceof ValidationError)) throw error;
    this.restore(mark);
    this.references?.restore(mark.references, true);
    this.rollback(mark.count); // Failures recorded since then have no path yet.
    return this.#failWith(error, mark.count);
  }

  /**
   * Records an error that a check has thrown, as failures of the value being checked. `start` was their number before.
   */
  #failWith(error: ValidationError, start: number): Failed {
    for (const one of error) {
      // Each level of the input may have a check that rethrows all errors below it.
      if (!this.collects || !this.#affords(1 + one.context.length, this.count - start)) {
        this.truncated = true;
        break;
      }
      const { expected, actual, given, unit } = one as ConditionInit;
      const since = this.count;
      this.fail(one.constructor as ErrorClass, expected, actual, one.cause, { given, unit });
      const failure = this.failures[since];
      if (failure !== undefined) Object.assign(failure, { thrown: one, words: wordsOf(one) });
      for (const node of one.context.toReversed()) this.under(node, since);
    }
    if (error.truncated) this.truncated = true;
    // An error without members still counts as a failure: FAILED always comes with at least one.
    else if (error.length === 0) this.fail(ValidationError);
    this.isSingle = !(error instanceof SchemaError);
    return FAILED;
  }

  /**
   * Prepends `node` to the path of every failure recorded since `count` was `since`.
   * @param key the key of the input that leads there, if it is not `node`; null if the input has no such place.
   */
  under(node: PathNode, since: number, key: PathNode | null = node): void {
    if (!this.paths.hasRoomFor(this.count - since)) this.#forgetHalf(since);
    this.paths.add(this.count - since);
    for (let i = since; i < this.failures.length; i++) {
      const failure = this.failures[i] as Failure;
      failure.path = new Path(node, key, failure.path);
    }
  }

  /**
   * Gives the failures of members since `since` the names of their form fields. One that has a name keeps it.
   * @param nameOf makes the name of the path from the form.
   */
  nameFields(since: number, nameOf: (path: Path) => string): void {
    for (let i = since; i < this.failures.length; i++) {
      const failure = this.failures[i] as Failure;
      const { path } = failure;
      if (path !== undefined && fieldOf(path) === undefined) failure.path = new FieldPath(path, nameOf(path));
    }
  }

  /**
   * Gives the failures since `since` that are of the value itself the words of `validator`, which has refused it. One
   * that has words already keeps them: those of the validator that is closest to it. If its values are secret, all of
   * them say nothing of it.
   */
  word(validator: Checker, since: number): void {
    if (errorAnnotationsOf(validator) === undefined) return;
    const hides = isSecret(validator);
    for (let i = since; i < this.failures.length; i++) {
      const isOwn = isOfValue(this.failures[i] as Failure);
      if (!hides && !isOwn) continue;
      const failure = this.explainedAt(i);
      if (hides) failure.secret = [validator, lengthOf(failure)];
      if (isOwn) failure.words ??= wordsFor(validator, failure);
    }
  }

  /**
   * Gives the failures since `since` a reason why their rules apply.
   * @param more how many nodes that will be prepended to their paths lead from the value of the reason to them.
   */
  because(reason: Reason, since: number, more = 0): void {
    for (let i = since; i < this.failures.length; i++) {
      const failure = this.explainedAt(i);
      failure.reasons = [...(failure.reasons ?? []), [reason, lengthOf(failure) + more]];
    }
  }

  /** The failure with that index. If it is lazy, its reason is computed now. */
  explainedAt(index: number): Explained {
    const failure = explained(this.failures[index] as Failure);
    this.failures[index] = failure;
    return failure;
  }

  /**
   * Keeps the first half of the failures, and one since `since`: their paths must not take more memory than the input.
   */
  #forgetHalf(since: number): void {
    this.paths.haveForgotten = true;
    const kept = Math.max(this.failures.length >> 1, since + 1);
    if (kept < this.failures.length) this.rollback(kept, true);
  }

  /**
   * Begins the check of the member `key` of `container`. Returns the `since` of `memberDone`. A call of `memberAt`,
   * `check` and `memberDone` does the same as `member`, whose only call site would be megamorphic.
   */
  memberAt(container?: object, key?: unknown): number {
    this.at(container, key);
    return this.failures.length;
  }

  /** Ends the check of a member. Returns the value. */
  memberDone<T>(value: T, key: PathNode, since: number): T {
    if (value === FAILED) this.under(key, since);
    if (this.fallbacks !== undefined) this.placeFallbacks(key);
    return value;
  }

  /** Returns whether anything failed since `count` was `since`. */
  failedSince(since: number): boolean {
    return this.truncated || this.failures.length > since;
  }

  /** Ends a container or a OneOf whose members failed: the outcome is a collection. */
  collected(): Failed {
    this.isSingle = false;
    return FAILED;
  }

  /** Drops the failures since `since`. `truncated` is its value at that time. */
  rollback(since: number, truncated = false): void {
    // Exhaustion is final.
    truncated ||= this.exhausted;
    for (let i = since; i < this.failures.length; i++) this.paths.add(-lengthOf(this.failures[i] as Failure));
    this.failures.length = since;
    this.truncated = truncated;
  }

  /** The number of errors that a nested call may collect: at least one, even while steps are tried. */
  get innerErrorBudget(): number {
    return Math.max(this.errorBudget - this.count, 1);
  }

  /** True if one more failure can be recorded. */
  get collects(): boolean {
    return this.failures.length < this.errorBudget;
  }

  /** Removes the last failure and returns it. */
  takeFailure(): Explained {
    const failure = this.failures.pop() as Explained;
    this.paths.add(-lengthOf(failure));
    return failure;
  }

  /** Records a repeatable failure again. */
  failAgain({ failure, truncated }: Repeatable): void {
    // The path to its new place is prepended later.
    this.failures.push(copyOf(failure));
    this.paths.add(lengthOf(failure));
    this.truncated = truncated;
  }

  /** True if the call took more work units than its input warrants: it ends, and its value is refused. */
  get exhausted(): boolean {
    return this.work.exhausted;
  }

  /** Work units so far, of this call and those around it. */
  get steps(): number {
    return this.work.steps;
  }

  /** Counts work units, at members of `container`. Returns false, and the call has ended, if there are too many. */
  #take(steps: number, container: object | undefined): boolean {
    const isWithin = this.work.take(steps, container);
    if (!isWithin) this.truncated = true;
    return isWithin;
  }

  /**
   * Counts one more level of schema depth, and with `nesting` 1 one more level of the input.
   * @param members the number of members of `container` that the validator is about to check, or of its steps.
   * @param levels how often the rest of the stack is measured.
   * @returns false, with the failure recorded, if that is too deep; otherwise call `leave` when done.
   */
  enter(nesting: 0 | 1, members = 0, container?: object, levels = STACK_LEVELS): boolean {
    if (!this.#take(1 + members, this.#derived === 0 ? container : undefined)) return false;
    const isTooDeep = this.depth + nesting > this.maxDepth;
    // Where a program has little stack, or the caller has used most of it.
    const isOver = (this.schemaDepth & levels) === levels && this.#isFull();
    if (isTooDeep || isOver || this.schemaDepth + 1 > this.maxSchemaDepth) {
      if (isTooDeep) this.fail(RecursionMaxDepthError, this.maxDepth, this.maxDepth + 1);
      else this.endAtSchemaDepth();
      return false;
    }
    this.depth += nesting;
    this.schemaDepth++;
    this.reach.enter(this.depth, this.schemaDepth);
    return true;
  }

  /**
   * Returns whether the stack has no room for more validators. Measuring takes microseconds, and the members of a wide
   * tree are at one depth, so it is measured only where the value is deeper than where this was asked last. What has
   * come up since, and goes down again, passes the depths in between, so it stays within the room that was found.
   */
  #isFull(): boolean {
    const known = this.#roomAt;
    this.#roomAt = this.schemaDepth;
    return this.schemaDepth > known && isFull();
  }

  /** Ends what `enter` has begun, with the same `nesting`. */
  leave(nesting: 0 | 1): void {
    this.depth -= nesting;
    this.schemaDepth--;
  }

  /**
   * Counts members of a JavaScript value, whose parts may be shared. Returns false, and the call has ended, if there
   * are too many.
   */
  counts(members: number, container: object): boolean {
    return this.work.bytes !== undefined || this.#take(members, this.#derived === 0 ? container : undefined);
  }

  /** Goes one level deeper, into `container`. Returns the argument of `ascend`, or FAILED if that is too deep. */
  descend(members: number, container?: object): number | Failed {
    if (!this.enter(1, members, container)) return FAILED;
    this.logs?.enter(this.depth);
    return this.count;
  }

  /** Returns from the members. Returns whether all passed; if not, the outcome is a collection of their errors. */
  ascend(start: number): boolean {
    this.logs?.leave(this.depth);
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

  /** Records that validators nest too deep around the value. */
  failSchemaDepth(): Failed {
    return this.fail(RecursionMaxDepthError, this.maxSchemaDepth, this.maxSchemaDepth + 1);
  }

  /**
   * Ends the call: a schema may nest any number of validators around a value, and validating it in each takes too long.
   */
  endAtSchemaDepth(): void {
    this.failSchemaDepth();
    if (this.#hasOwnLimits) this.reach.exceedSchemaDepth();
    else this.work.endAtSchemaDepth(this.maxSchemaDepth);
    this.truncated ||= this.exhausted;
  }

  /**
   * Begins the check of a pipeline. If many tries have failed, outcomes are memoized.
   * @param steps the number of its steps: with more than one, its input may be validated again.
   * @param memo keeps outcomes. Only pipelines and references give it, as bundles without them need none.
   * @returns the memoized result, or FAILED if it is too deep; otherwise `undefined`, and the caller has to call `end`.
   */
  begin(pipeline: object, input: unknown, steps: number, memo?: MemoClass): unknown {
    if (!this.enter(0, steps)) return FAILED;
    if (memo !== undefined) this.#Memo = memo;
    // An outcome says nothing of evaluated members.
    const isRepeated = this.#retries > 0 && this.evaluated === undefined && this.#Memo !== undefined;
    if (isRepeated && this.work.wasted > FREE_WASTE + this.work.steps / 2) {
      this.#memo ??= new (this.#Memo as MemoClass)(this.guards || this.work.bytes !== undefined);
      const known = this.#memo.recall(this, pipeline, input);
      if (known !== undefined) {
        this.leave(0);
        return known;
      }
    }
    if (steps > 1) this.repeat();
    return undefined;
  }

  /** Begins a check that may validate its input, or a part of it, again. */
  repeat(): void {
    this.#retries++;
  }

  /** Ends what `repeat` began. Returns whether there is no other. */
  repeated(): boolean {
    if (--this.#retries > 0) return false;
    this.#memo = undefined;
    return true;
  }

  /** Ends the check that `begin` began. Returns the value. */
  end(pipeline: object, input: unknown, steps: number, value: unknown): unknown {
    if (steps === 1 || !this.repeated()) this.#memo?.remember(this, pipeline, input, value);
    this.leave(0);
    return value;
  }

  /** Begins a step of an AllOf. The step before it converted `given` to `made`. Returns the argument of `proceeded`. */
  proceed(before?: Checker, given?: unknown, made?: unknown): number {
    if (this.#derived++ === 0) this.work.admit(made);
    if (before !== undefined) this.#memo?.isDone(before, given, made);
    if (before !== undefined) this.follow(before, given, made);
    return this.work.steps;
  }

  proceeded(steps: number): void {
    this.#derived--;
    this.work.wasted += this.work.steps - steps;
  }

  /** The evaluated members of the value being checked, for a Closed around it; undefined if there is none. */
  get evaluated(): unknown[] | undefined {
    return this.logs?.log;
  }

  /**
   * Sets the member of the input that is checked next; without arguments, none. A container calls it before it checks
   * each member, so that `Int({ bigint: true })` finds all digits of a number in JSON text.
   */
  at(holder?: object, key?: unknown): void {
    (this as Writable).holder = holder;
    (this as Writable).key = key;
  }

  /** Says that the value comes from JSON text, and how its numbers are spelled there. */
  spell(spellings: Spellings): void {
    (this as Writable).digits = spellings;
  }

  /** The spelling of `value`, the number being checked, in the JSON text; undefined if it does not come from one. */
  spellingOf(value: number): string | undefined {
    const text = this.digits?.of(this.holder, this.key);
    // They differ if an earlier validator has converted the number of the text.
    return text !== undefined && Number(text) === value ? text : undefined;
  }

  /**
   * The value being checked with all digits that it has in the JSON text: bigints in place of the numbers in it that
   * are written as an integer beyond the safe range.
   */
  exact(value: unknown): unknown {
    if (this.digits === undefined) return value;
    if (typeof value === "object" && value !== null) return this.digits.exact(value);
    const text = typeof value === "number" && isBeyond(value) ? this.spellingOf(value) : undefined;
    return text === undefined ? value : writtenInteger(text, value as number);
  }

  /** The digits of numbers in `given` are those in `made`, which a validator that keeps its input has made of it. */
  follow(validator: Checker, given: unknown, made: unknown): void {
    const areContainers = typeof given === "object" && given !== null && typeof made === "object" && made !== null;
    if (this.digits === undefined || !areContainers || given === made || resultFormOf(validator) !== "input") return;
    this.digits.follow(given, made);
  }

  /**
   * Counts the cost of errors that each level of a value makes anew. Returns false if it is too high. A few errors are
   * always made.
   */
  #affords(steps: number, made: number): boolean {
    return this.work.takeForErrors(steps) || made < FEW_ERRORS;
  }

  /** Returns the failure of a call that exceeded a limit of work or schema depth. */
  #exhaustion(): Failure {
    const { allowed, maxSchemaDepth } = this.work;
    const type = maxSchemaDepth === undefined ? WorkLimitError : RecursionMaxDepthError;
    const limit = maxSchemaDepth ?? allowed;
    return failureOf(type, limit, limit + 1);
  }

  /**
   * Returns the error of all failures: a single one by itself, collected ones in a `SchemaError`, which creates them
   * lazily.
   * @param stackless see `ErrorInit`.
   */
  error(stackless = false, positionOf?: PositionOf): ValidationError {
    const failures = this.#afforded();
    if (this.exhausted) {
      this.truncated = true;
      if (failures.length === 0) {
        this.isSingle = true;
        failures.push(this.#exhaustion());
      }
    }
    const error = this.#make(failures, stackless, positionOf);
    error.truncated = this.truncated;
    return error;
  }

  #make(failures: readonly Failure[], stackless: boolean, positionOf: PositionOf | undefined): ValidationError {
    if (this.isSingle && failures.length === 1)
      return errorsOf(failures, positionOf, 1, stackless)[0] as ValidationError;
    const list = new FailureList(failures, positionOf);
    return new SchemaError(failures.every(mayWait) ? new Unmade(failures.length, list, stackless) : list.make());
  }

  /** The failures that become errors: all, unless this is a nested call. */
  #afforded(): Failure[] {
    if (!this.#isInner) return this.failures.slice();
    this.work.take(STEPS_PER_ERROR);
    // Nested checks of the caller may each make all errors anew.
    const most = this.failures.findIndex(
      (failure, index) => !this.#affords(STEPS_PER_ERROR + lengthOf(failure), index),
    );
    if (most < 0) return this.failures.slice();
    this.truncated = true;
    return this.failures.slice(0, most);
  }
}

/** Returns whether the stack has no room for more validators. */
function isFull(): boolean {
  // V8 compiles a function when it is first called, for which there is too little room later.
  const report = new Report();
  report.endAtSchemaDepth();
  report.under("", 0);
  return !hasRoom();
}

/** Makes the errors of failures: all, or the first `most`. `isStackless`: see `ErrorInit`. */
export function errorsOf(
  failures: readonly Failure[],
  positionOf: PositionOf | undefined,
  most: number = failures.length,
  isStackless = true,
): ValidationError[] {
  const errors: ValidationError[] = [];
  for (let index = 0; index < failures.length && index < most; index++) {
    const error = errorOf(explained(failures[index] as Failure), isStackless);
    if (positionOf !== undefined) ValidationError.place(error, () => positionOf(index));
    errors.push(error);
  }
  return errors;
}

/** What issues say of failures; undefined if one of them has to become an error for that. */
export function statedOf(failures: readonly Failure[], positionOf?: PositionOf): readonly Stated[] | undefined {
  const all: Stated[] = new Array(failures.length);
  for (let index = 0; index < failures.length; index++) {
    const failure = explained(failures[index] as Failure);
    const { type, expected, actual, detail, thrown, words, reasons, secret } = failure;
    const kind = kindOf(type);
    if (kind === undefined || (thrown ?? words ?? reasons ?? secret) !== undefined) return undefined;
    const path = keysOf(failure.path);
    if (path === undefined) return undefined;
    all[index] = new Stated(
      kind.code,
      path,
      kind.hasValues ? expected : undefined,
      kind.hasValues ? actual : undefined,
      kind.hasGiven ? quotable(detail?.given) : undefined,
      detail?.unit,
      positionOf?.(index),
      fieldOf(failure.path),
    );
  }
  return all;
}

class FailureList implements Failures {
  readonly #failures: readonly Failure[];
  readonly #positionOf: PositionOf | undefined;

  constructor(failures: readonly Failure[], positionOf: PositionOf | undefined) {
    this.#failures = failures;
    this.#positionOf = positionOf;
  }

  make(most?: number): ValidationError[] {
    return errorsOf(this.#failures, this.#positionOf, most);
  }

  stated(): readonly Stated[] | undefined {
    return statedOf(this.#failures, this.#positionOf);
  }
}

/** The report that explains refusals, reused: creating a report takes longer than recording in it. */
let explainer: Report | undefined;

/** Returns the failure with its reason. */
function explained(refusal: Failure): Explained {
  if (!(refusal instanceof Refusal)) return refusal;
  const report = explainer ?? new Report();
  // Put back only if nothing is thrown in between, such as a stack overflow.
  explainer = undefined;
  refusal.explain(report);
  const failure = report.takeFailure();
  explainer = report;
  failure.path = joinedPaths(refusal.path, failure.path);
  return failure;
}
