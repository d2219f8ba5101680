/** What one outermost call collects: failures with their paths, and the counters that bound every recursion. */
import { EXTRA_KEY, Extra, type PathNode, Step } from "./errors/context.ts";
import {
  type ErrorClass,
  ForbiddenKeyError,
  type Position,
  RecursionMaxDepthError,
  SchemaError,
  ValidationError,
} from "./errors/errors.ts";
import { ownValue } from "./input.ts";

/** The answer of a `check` that refused its input; why is in the report. */
export const FAILED: unique symbol = Symbol.for("validlib.failed");
export type Failed = typeof FAILED;

/** What the `safe` calls return: the validated value, or the error in place of a throw. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: ValidationError };

/** Bounds of one call. */
export interface Limits {
  /** Deepest nesting of arrays and objects in the input. Default 512. */
  maxDepth?: number | undefined;
  /** Most errors collected before the walk stops. Default 10,000. */
  maxErrors?: number | undefined;
}

export const DEFAULT_MAX_DEPTH = 512;
export const DEFAULT_MAX_ERRORS = 10_000;
export const DEFAULT_MAX_BYTES: number = 64 * 1024 * 1024;

/** The deepest `maxDepth` a call may ask for: with `MAX_FRAMES`, what a stack of 1 MiB holds with room to spare. */
export const MAX_MAX_DEPTH = 1024;

const NO_LIMITS: Limits = Object.freeze(Object.create(null));

/**
 * Checks the limits of a call; those that are not given are undefined, whatever is on `Object.prototype`.
 * @throws TypeError if one is not a non-negative integer, or `maxDepth` is more than 1,024.
 */
export function readLimits<L extends Limits>(limits: L | undefined): L | undefined {
  if (limits === undefined) return undefined;
  const maxDepth = readLimit(limits, "maxDepth");
  if (maxDepth !== undefined && maxDepth > MAX_MAX_DEPTH) {
    throw new TypeError(`maxDepth should not exceed ${MAX_MAX_DEPTH}`);
  }
  const read = { maxDepth, maxErrors: readLimit(limits, "maxErrors"), maxBytes: readLimit(limits, "maxBytes") };
  return read as Limits as L;
}

function readLimit(limits: object, name: "maxDepth" | "maxErrors" | "maxBytes"): number | undefined {
  const value = ownValue(limits, name);
  if (value === undefined || (Number.isInteger(value) && (value as number) >= 0)) return value as number | undefined;
  throw new TypeError(`${name} should be a non-negative integer`);
}

const FIRST_FAILURE: Limits = Object.freeze(Object.assign(Object.create(null), { maxErrors: 0 }));

/** Limits of a call that only wants a verdict: the first failure ends it. */
export function verdictLimits(limits: Limits | undefined): Limits {
  return limits === undefined ? FIRST_FAILURE : { ...readLimits(limits), maxErrors: 0 };
}

/** Nodes of paths that all failures together may take, for each that may be collected: deep ones are truncated earlier. */
const NODES_PER_ERROR = 100;

/** Validators may be nested this many times deeper than the input: pipelines and references between two levels of it. */
const FRAMES_PER_LEVEL = 4;

/** The most validators inside each other, whatever `maxDepth` is. */
export const MAX_FRAMES: number = FRAMES_PER_LEVEL * (DEFAULT_MAX_DEPTH + 1);

/** Where in the input a failure is: the keys and indexes that lead there, innermost first. */
export type Origin = (string | number)[];

/** A failure before it becomes an error. Paths are kept reversed, so that a container adds its key by pushing. */
export interface Failure {
  readonly type: ErrorClass;
  readonly expected: unknown;
  readonly actual: unknown;
  readonly cause: unknown;
  readonly path: PathNode[];
  readonly origin: Origin;
  /** Whether the origin leads to the failing value, or to what is wrong with its key. */
  at: "value" | "key";
  /** The error of another validator that was thrown, not reported. */
  thrown?: ValidationError;
}

/** How deep a value stands. */
export interface Place {
  /** Levels of the input around it. */
  readonly depth: number;
  /** Validators around the one that checks it. */
  readonly frames: number;
  /** References to any one alias that count their depth and lead there, at most. */
  readonly references: number;
}

const OUTERMOST: Place = Object.freeze({ depth: 0, frames: 0, references: 0 });

/** A place in the walk. */
export interface Mark {
  readonly count: number;
  readonly depth: number;
  readonly frames: number;
  readonly references: Map<string, number> | undefined;
}

/** Collects the failures of one outermost call. Custom validators use `fail` and, when they hold others, `under`. */
export class Report {
  readonly maxDepth: number;
  readonly maxErrors: number;
  readonly failures: Failure[] = [];
  /** A failure beyond `maxErrors` was met: there is nothing left to collect, containers stop walking. */
  truncated = false;
  /** The outcome so far is one error by itself, not a collection of members' errors. */
  bare = true;
  /** Something was too deep, whatever became of it. */
  tooDeep = false;
  /** Failures were forgotten because their paths took too much. */
  forgot = false;
  #depth: number;
  #frames: number;
  #references: Map<string, number> | undefined;
  readonly #referencesAround: number;
  readonly #maxNodes: number;
  #nodes = 0;

  /** @param place how deep the value stands that is to be checked, where it is a part of another. */
  constructor({ maxDepth, maxErrors }: Limits = NO_LIMITS, place: Place = OUTERMOST) {
    this.#depth = place.depth;
    this.#frames = place.frames;
    this.#referencesAround = place.references;
    this.maxDepth = maxDepth ?? DEFAULT_MAX_DEPTH;
    this.maxErrors = maxErrors ?? DEFAULT_MAX_ERRORS;
    this.#maxNodes = NODES_PER_ERROR * Math.max(this.maxErrors, DEFAULT_MAX_ERRORS);
  }

  /** Number of failures so far: read it before a member is checked, give it to `under` after. */
  get count(): number {
    return this.failures.length;
  }

  /** Records a failure at the value being checked. Returns `FAILED`, for `return report.fail(...)`. */
  fail(type: ErrorClass, expected?: unknown, actual?: unknown, cause?: unknown): Failed {
    this.bare = true;
    if (type === RecursionMaxDepthError) this.tooDeep = true;
    if (this.failures.length < this.maxErrors) {
      const at = type === ForbiddenKeyError ? "key" : "value";
      this.failures.push({ type, expected, actual, cause, path: [], origin: [], at });
    } else this.truncated = true;
    return FAILED;
  }

  /** Where the walk is, for `absorb` to come back to. */
  mark(): Mark {
    const references = this.#references && new Map(this.#references);
    return { count: this.count, depth: this.#depth, frames: this.#frames, references };
  }

  /**
   * Records the errors that a check called since `mark` has thrown, as failures of the value being checked.
   * @throws the error itself if it is no ValidationError.
   */
  absorb(error: unknown, mark: Mark): Failed {
    if (!(error instanceof ValidationError)) throw error;
    // What was entered since was not left, and what was recorded did not get its place.
    this.rollback(mark.count);
    this.#depth = mark.depth;
    this.#frames = mark.frames;
    this.#references = mark.references;
    for (const one of error) {
      const { expected, actual } = one as { expected?: unknown; actual?: unknown };
      const since = this.count;
      this.fail(one.constructor as ErrorClass, expected, actual, one.cause);
      const failure = this.failures[since];
      if (failure !== undefined) failure.thrown = one;
      for (const node of one.context.toReversed()) this.under(node, since);
    }
    if (error.truncated) this.truncated = true;
    // Nobody may have failed without a trace.
    else if (error.length === 0) this.fail(ValidationError);
    this.bare = !(error instanceof SchemaError);
    return FAILED;
  }

  /**
   * Puts `node` on the left of every failure recorded since `count` was `since`.
   * @param key the key of the input that leads there, where it is not `node`; null when the input has no such place.
   */
  under(node: PathNode, since: number, key: string | number | null = node as string | number): void {
    if (this.#nodes + this.count - since > this.#maxNodes) this.#forgetHalf(since);
    this.#nodes += this.count - since;
    const marker = node instanceof Step || node instanceof Extra;
    for (let i = since; i < this.failures.length; i++) {
      const failure = this.failures[i] as Failure;
      failure.path.push(node);
      // What is inside a key, or in a default, has no place in the input: its key has, and what lacks the key.
      if (node === EXTRA_KEY || key === null) {
        failure.origin.length = 0;
        failure.at = key === null ? "value" : "key";
      } else if (!marker) failure.origin.push(key);
    }
  }

  /** Keeps the first half of the failures, and one since `since`: their paths must not take more than the input does. */
  #forgetHalf(since: number): void {
    this.forgot = true;
    const kept = Math.max(this.failures.length >> 1, since + 1);
    if (kept < this.failures.length) this.rollback(kept, true);
  }

  /** Whether anything failed since `count` was `since`. */
  failedSince(since: number): boolean {
    return this.truncated || this.failures.length > since;
  }

  /** Ends a container or a OneOf whose members failed: the outcome is a collection. */
  collected(): Failed {
    this.bare = false;
    return FAILED;
  }

  /** Forgets the failures since `since`: they did not matter after all. `truncated` is what it was then. */
  rollback(since: number, truncated = false): void {
    for (let i = since; i < this.failures.length; i++) this.#nodes -= (this.failures[i] as Failure).path.length;
    this.failures.length = since;
    this.truncated = truncated;
  }

  /**
   * Counts one more validator inside another, and with `nesting` 1 one more level of the input.
   * @returns false, with the failure recorded, when that is too deep; else call `leave` when done.
   */
  enter(nesting: 0 | 1): boolean {
    if (this.#depth + nesting > this.maxDepth) {
      this.fail(RecursionMaxDepthError, this.maxDepth, this.maxDepth + 1);
      return false;
    }
    const maxFrames = Math.min((this.maxDepth + 1) * FRAMES_PER_LEVEL, MAX_FRAMES);
    if (this.#frames + 1 > maxFrames) {
      this.fail(RecursionMaxDepthError, maxFrames, maxFrames + 1);
      return false;
    }
    this.#depth += nesting;
    this.#frames++;
    return true;
  }

  leave(nesting: 0 | 1): void {
    this.#depth -= nesting;
    this.#frames--;
  }

  /** How many references to `alias` that count their depth are being followed now. */
  depthOf(alias: string): number {
    return this.#references?.get(alias) ?? this.#referencesAround;
  }

  setDepthOf(alias: string, depth: number): void {
    this.#references ??= new Map();
    this.#references.set(alias, depth);
  }

  /** The one error all failures make: a bare one by itself, collected ones in a `SchemaError`. */
  error(): ValidationError {
    const errors = this.failures.map(toError);
    const [first] = errors;
    const error = this.bare && errors.length === 1 && first !== undefined ? first : new SchemaError(errors);
    error.truncated = this.truncated;
    return error;
  }
}

function toError({ type, expected, actual, cause, path, thrown }: Failure): ValidationError {
  const init = { expected, actual, cause, context: path.toReversed() };
  if (thrown === undefined) return new type(init);
  const error = new type({ ...Object.fromEntries(thrown.fields()), ...init });
  const { offset, line, column } = thrown;
  if (offset !== undefined) ValidationError.place(error, () => ({ offset, line, column }) as Position);
  return error;
}
