/** The call as a `check` sees it, and the result of a `check`. */
import { ignoreRejection, isThenable } from "../../values/input.ts";
import { AssertionError, type ErrorClass, type ValidationError } from "../errors/errors.ts";

/**
 * The return value of a `check` that refuses its input. The reason is in the report.
 * @example check(input: unknown, report: Report) { return isIsbn(input) ? input : report.fail(PatternMatchError, "ISBN", input); }
 */
export const FAILED: unique symbol = Symbol.for("validlib.failed");
/** The type of `FAILED`. */
export type Failed = typeof FAILED;

/** The result of the `safe` calls: the validated value, or the error instead of a throw. */
export type Result<T> =
  | { readonly ok: true; readonly value: T; readonly error?: undefined }
  | { readonly ok: false; readonly error: ValidationError; readonly value?: undefined };

/** The report that a `check` gets: it records failures, and checks the members of a value. */
export interface CheckReport {
  /** Records a failure at the value being checked. Returns `FAILED`, for `return report.fail(...)`. */
  fail(type: ErrorClass, expected?: unknown, actual?: unknown, cause?: unknown): Failed;
  /**
   * Goes one level deeper and calls `checkMembers`, which calls `member` for each member. Returns its result, or
   * `FAILED` if a member failed or the level is too deep.
   * @param members the number of members, to bound the work of the call.
   */
  nest<T>(checkMembers: () => T, members?: number): T | Failed;
  /**
   * Returns the result of `validator` for a member, or `FAILED`: `key` is then prepended to the paths of its failures.
   */
  member<T>(
    validator: { check(input: unknown, report: CheckReport): T | Failed },
    value: unknown,
    key: string | number,
  ): T | Failed;
}

/**
 * Checks the result of the caller's function of `validator`. Internal.
 * @param otherwise the end of the error message: the alternative.
 * @throws TypeError if it is a Promise, or any other thenable, such as a query of a database library, which would count
 *   as a value.
 */
export function answered(validator: object, answer: unknown, otherwise = ""): unknown {
  if (!isThenable(answer)) return answer;
  ignoreRejection(answer);
  throw new TypeError(`${validator.constructor.name} returned a Promise: it should answer at once${otherwise}`);
}

/** The error for a check that returns FAILED without recording a failure. Internal. */
export const refusedInSilence = (validator: object): AssertionError =>
  new AssertionError(`${validator.constructor.name}.check refused a value without calling report.fail`);
