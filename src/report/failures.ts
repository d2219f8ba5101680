/** The failures of one call with their paths, and the error made of them. */
import type { PathNode } from "../errors/context.ts";
import {
  type ConditionInit,
  type ErrorClass,
  RecursionMaxDepthError,
  ValidationError,
  WorkLimitError,
  wordsOf,
} from "../errors/errors.ts";
import { SchemaError, Unmade } from "../errors/schema-error.ts";
import type { Checker } from "../schemas/checker.ts";
import { notesOf, wordsFor } from "../schemas/notes.ts";
import { extentOf } from "../values/extent.ts";
import { FAILED, type Failed } from "./check.ts";
import {
  type Detail,
  errorsOf,
  type Failure,
  failureOf,
  isOfValue,
  lengthOf,
  mayWait,
  type PositionOf,
} from "./failure.ts";
import { DEFAULT_MAX_ERRORS } from "./limits.ts";
import { Path } from "./path.ts";
import type { ReferencesMark } from "./references.ts";
import { Spelling } from "./spelling.ts";
import type { Work } from "./work.ts";

/**
 * Path nodes per collectable failure that all failures together may take. With deep paths fewer failures are collected.
 */
const NODES_PER_ERROR = 100;
/**
 * Path nodes that errors inside a OneOf may take if `maxErrors` is not given, and more for each byte of JSON text or
 * member of a value: in a recursive OneOf the errors of each level multiply.
 */
const FREE_NODES_IN_STEPS = 20_000;
const NODES_PER_UNIT = 30;

/** The cost of making an error, in work units. */
const STEPS_PER_ERROR = 50;

/** Errors that are always made. */
const FEW_ERRORS = 10;

/** The only failure that was collected, to be recorded again when the same value is validated again. */
export interface Repeatable {
  readonly failure: Failure;
  /** There were others, but the budget allowed this one only. */
  readonly truncated: boolean;
}

/** A state of the walk, restored when a check of the caller's has returned or thrown. */
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
  readonly made: number;
}

/** The state that is restored when the steps of a OneOf have been tried. */
export interface Trial {
  readonly truncated: boolean;
  readonly isSingle: boolean;
  readonly errorBudget: number;
  readonly neededErrorBudget: number;
  readonly steps: number;
}

/** The failures that a report collects. */
export class Failures extends Spelling {
  maxErrors: number;
  readonly failures: Failure[] = [];
  /** A failure beyond `maxErrors` was met: there is nothing left to collect, containers stop walking. */
  truncated = false;
  /** The outcome so far is a single error, not a collection of members' errors. */
  isSingle = true;
  /** A depth limit was exceeded, even if another step accepted the value. */
  tooDeep = false;
  /** The error budget with which calls inside this one would collect all they are asked to. */
  neededErrorBudget = 0;
  /** Failures were forgotten because their paths took too much. */
  forgot = false;
  /** How many failures may be recorded now: none while a step is tried. */
  errorBudget: number;
  protected readonly work: Work;
  /** The call is made in another, by a check of the caller's. */
  protected isInner = false;
  readonly #maxNodes: number;
  #nodes = 0;
  #maxInSteps: number;
  /** Nodes of failures in steps of OneOfs that are over. */
  #inSteps = 0;
  /** How many nodes there were when the outermost OneOf began to collect the errors of its steps. */
  #before: number | undefined;
  /** The value, unless its size is allowed for already. */
  #refused: unknown;

  constructor(maxErrors: number | undefined, work: Work) {
    super();
    this.maxErrors = this.errorBudget = maxErrors ?? DEFAULT_MAX_ERRORS;
    this.work = work;
    this.#maxNodes = NODES_PER_ERROR * Math.max(this.maxErrors, DEFAULT_MAX_ERRORS);
    this.#maxInSteps =
      maxErrors === undefined ? FREE_NODES_IN_STEPS + NODES_PER_UNIT * (work.bytes ?? 0) : this.#maxNodes;
  }

  /** Forgets the failures of a call that is over. False if more has happened than is undone here. */
  forget(): boolean {
    const isUsual = this.maxErrors === 0 || this.maxErrors === DEFAULT_MAX_ERRORS;
    if (!isUsual || this.tooDeep || this.forgot || !this.work.forget()) return false;
    if (this.failures.length > 0) this.failures.length = 0;
    this.truncated = false;
    this.isSingle = true;
    this.neededErrorBudget = this.#nodes = this.#inSteps = 0;
    this.#before = this.#refused = undefined;
    return true;
  }

  /** Begins a call of `root` after `forget`. */
  reuse(root: Checker, maxErrors: number | undefined): void {
    this.maxErrors = this.errorBudget = maxErrors ?? DEFAULT_MAX_ERRORS;
    this.#maxInSteps = maxErrors === undefined ? FREE_NODES_IN_STEPS : this.#maxNodes;
    this.work.begin(root);
  }

  /** The call took more steps than its input warrants: it ends, and its value is refused. */
  get exhausted(): boolean {
    return this.work.exhausted;
  }

  /** Steps taken so far, by this call and those around it. */
  get steps(): number {
    return this.work.steps;
  }

  /** Counts steps, at members of `container`; false, and the call has ended, when there were too many. */
  protected take(steps: number, container: object | undefined): boolean {
    const isWithin = this.work.take(steps, container);
    if (!isWithin) this.truncated = true;
    return isWithin;
  }

  /** Number of failures so far: read it before a member is checked, give it to `under` after. */
  get count(): number {
    return this.failures.length;
  }

  /** Records a failure at the value being checked. Returns `FAILED`, for `return report.fail(...)`. */
  fail(type: ErrorClass, expected?: unknown, actual?: unknown, cause?: unknown, detail?: Detail): Failed {
    this.isSingle = true;
    if (type === RecursionMaxDepthError) this.tooDeep = true;
    if (this.failures.length < this.errorBudget) {
      this.failures.push(failureOf(type, expected, actual, cause, detail));
    } else this.truncated = true;
    return FAILED;
  }

  /** Records what a check has thrown, as failures of the value being checked. `start` was their number before. */
  protected failWith(error: ValidationError, start: number): Failed {
    for (const one of error) {
      // Each level of the input may have a check of its own that throws all errors below it once more.
      if (!this.collects || !this.affords(1 + one.context.length, this.count - start)) {
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
    // An error without members still counts as a failure: FAILED must never come with none recorded.
    else if (error.length === 0) this.fail(ValidationError);
    this.isSingle = !(error instanceof SchemaError);
    return FAILED;
  }

  /**
   * Puts `node` on the left of every failure recorded since `count` was `since`.
   * @param key the key of the input that leads there, where it is not `node`; null when the input has no such place.
   */
  under(node: PathNode, since: number, key: PathNode | null = node): void {
    if (!this.#hasRoomFor(this.count - since)) this.#forgetHalf(since);
    this.#nodes += this.count - since;
    for (let i = since; i < this.failures.length; i++) {
      const failure = this.failures[i] as Failure;
      failure.path = new Path(node, key, failure.path);
    }
  }

  /**
   * Gives the failures since `since` that are of the value itself the words of `validator`, which has refused it. One
   * that has words already keeps them: those of the validator that is closest to it.
   */
  word(validator: Checker, since: number): void {
    if (notesOf(validator) === undefined) return;
    for (let i = since; i < this.failures.length; i++) {
      const failure = this.failures[i] as Failure;
      if (failure.words === undefined && isOfValue(failure)) failure.words = wordsFor(validator, failure);
    }
  }

  #hasRoomFor(nodes: number): boolean {
    const all = this.#nodes + nodes;
    if (all > this.#maxNodes) return false;
    if (this.#before === undefined) return true;
    const inSteps = this.#inSteps + all - this.#before;
    if (inSteps > this.#maxInSteps && this.#refused !== undefined) {
      this.#maxInSteps += NODES_PER_UNIT * extentOf(this.#refused, this.#maxNodes);
      this.#refused = undefined;
    }
    return inSteps <= this.#maxInSteps;
  }

  /**
   * Begins to collect the errors of the steps of a OneOf, which refuse `value`. Returns true if it is the outermost
   * OneOf: then `explained` ends it.
   */
  explain(value: unknown): boolean {
    const isOutermost = this.#before === undefined;
    if (isOutermost) [this.#before, this.#refused] = [this.#nodes, this.work.bytes === undefined ? value : undefined];
    return isOutermost;
  }

  /** Ends `explain` of the outermost OneOf. */
  explained(): void {
    this.#inSteps += this.#nodes - (this.#before as number);
    this.#before = undefined;
  }

  /**
   * Keeps the first half of the failures, and one since `since`: their paths must not take more than the input does.
   */
  #forgetHalf(since: number): void {
    this.forgot = true;
    const kept = Math.max(this.failures.length >> 1, since + 1);
    if (kept < this.failures.length) this.rollback(kept, true);
  }

  /**
   * Begins the check of the member `key` of `container`. Returns the `since` of `memberDone`. `memberAt`, a call of
   * `check` and `memberDone` do the same as `member`, but its one call site for all checks is megamorphic.
   */
  memberAt(container?: object, key?: unknown): number {
    this.at(container, key);
    return this.failures.length;
  }

  /** Ends it. Returns the value. */
  memberDone<T>(value: T, key: PathNode, since: number): T {
    if (value === FAILED) this.under(key, since);
    return value;
  }

  /** Whether anything failed since `count` was `since`. */
  failedSince(since: number): boolean {
    return this.truncated || this.failures.length > since;
  }

  /** Ends a container or a OneOf whose members failed: the outcome is a collection. */
  collected(): Failed {
    this.isSingle = false;
    return FAILED;
  }

  /** Forgets the failures since `since`. `truncated` is its value at that time. */
  rollback(since: number, truncated = false): void {
    // Exhaustion is final.
    truncated ||= this.exhausted;
    for (let i = since; i < this.failures.length; i++) this.#nodes -= lengthOf(this.failures[i] as Failure);
    this.failures.length = since;
    this.truncated = truncated;
  }

  /** Begins to try the steps of a OneOf: nothing is recorded, and the first failure ends a step. */
  try(): Trial {
    const { truncated, isSingle, errorBudget, neededErrorBudget } = this;
    const trial = { truncated, isSingle, errorBudget, neededErrorBudget, steps: this.work.steps };
    this.errorBudget = 0;
    this.truncated = false;
    return trial;
  }

  /** Begins the next step. Returns what to give to `tried`, if it is the last. */
  tryNext(): number {
    this.truncated = this.exhausted;
    return this.work.steps;
  }

  /** The steps have been tried, the last of them since `since`. */
  tried(trial: Trial, value: unknown, since: number): void {
    this.errorBudget = trial.errorBudget;
    this.isSingle = trial.isSingle;
    // A trial has no error budget, however large the one around it is.
    this.neededErrorBudget = trial.neededErrorBudget;
    this.truncated = trial.truncated || this.exhausted;
    this.work.wasted += (value === FAILED ? this.work.steps : since) - trial.steps;
  }

  /** How many errors a call that a check makes may collect. One at least, also while steps are tried. */
  get innerErrorBudget(): number {
    return Math.max(this.errorBudget - this.count, 1);
  }

  /** Whether one more failure can be recorded. */
  get collects(): boolean {
    return this.failures.length < this.errorBudget;
  }

  /** Removes the last failure and returns it. */
  takeFailure(): Failure {
    const failure = this.failures.pop() as Failure;
    this.#nodes -= lengthOf(failure);
    return failure;
  }

  /** Records a repeatable failure again. */
  failAgain({ failure, truncated }: Repeatable): void {
    // The path to its new place will be prepended.
    this.failures.push({ ...failure });
    this.#nodes += lengthOf(failure);
    this.truncated = truncated;
  }

  /**
   * Counts the cost of errors that each level of a value makes anew; false if there were too many. A few are always
   * made.
   */
  protected affords(steps: number, made: number): boolean {
    return this.work.takeForErrors(steps) || made < FEW_ERRORS;
  }

  /** The failure for a call that exceeded a limit of work or schema depth. */
  #exhaustion(): Failure {
    const { allowed, maxSchemaDepth } = this.work;
    const type = maxSchemaDepth === undefined ? WorkLimitError : RecursionMaxDepthError;
    const limit = maxSchemaDepth ?? allowed;
    return failureOf(type, limit, limit + 1);
  }

  /**
   * The error of all failures: a single one itself, collected ones in a `SchemaError`, which creates them lazily.
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
    const make = (most?: number, isStackless = true): ValidationError[] =>
      errorsOf(failures, most, isStackless, positionOf);
    if (this.isSingle && failures.length === 1) return make(1, stackless)[0] as ValidationError;
    return new SchemaError(failures.every(mayWait) ? new Unmade(failures.length, make, stackless) : make());
  }

  /** The failures that become errors: all, unless this is an inner call. */
  #afforded(): Failure[] {
    if (!this.isInner) return this.failures.slice();
    this.work.take(STEPS_PER_ERROR);
    // Nested checks of the caller's may each make all errors anew.
    const most = this.failures.findIndex((failure, index) => !this.affords(STEPS_PER_ERROR + lengthOf(failure), index));
    if (most < 0) return this.failures.slice();
    this.truncated = true;
    return this.failures.slice(0, most);
  }
}
