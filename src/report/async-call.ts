/** What the validation of a value asks of a call that can wait: see `async.ts`. */
import { notSync } from "../schemas/async.ts";
import type { Checker } from "../schemas/checker.ts";
import type { Stop } from "../values/stop.ts";
import type { Result } from "./check.ts";

/** A call that can wait for functions of the caller's. */
export interface AsyncCall {
  /**
   * What the function of `validator` answers for `input`; undefined if that is not known yet.
   * @param ask calls the function.
   * @throws ValidationError, if that is what the function has thrown.
   */
  answerFor(validator: Checker, input: unknown, ask: () => unknown): { readonly value: unknown } | undefined;
  /** `result`, or the object that the step of an AllOf made in its place when the value was validated before. */
  same(step: Checker, input: unknown, result: unknown): unknown;
}

let current: AsyncCall | undefined;

/** The call that is validating its value now, if it can wait. */
export const asyncCall = (): AsyncCall | undefined => current;

/** Sets the call that is validating its value from now on. */
export function setAsyncCall(call: AsyncCall | undefined): void {
  current = call;
}

/** Lets at most so many functions run at once. */
export interface Limiter {
  run<T>(act: () => T): Promise<Awaited<T>>;
}

/** What waits for functions: `async.ts`. */
export interface Waiting {
  limiter(concurrency: number): Limiter;
  resultOf<Output>(
    validate: () => Result<Output>,
    limiter: Limiter,
    stop: Stop,
    first?: () => Result<Output>,
  ): Promise<Result<Output>>;
}

let waiting: Waiting | undefined;

/** Sets what waits for functions. Validators that are async do: programs without one need not carry it. */
export function setWaiting(given: Waiting): void {
  waiting = given;
}

/** What waits for functions, in a program that has a validator that is async. */
export const waitingInUse = (): Waiting => waiting as Waiting;

let unknowns = 0;

/** To be given to `madeUnknown`. */
export const unknownCount = (): number => unknowns;

/** Whether a function has been reached since whose answer is not known, so that what it is part of is not known. */
export const madeUnknown = (since: number): boolean => unknowns !== since;

/** Stands for a result that is not known. Each is a value of its own, so that no two are equal. */
export class Unknown {}

/**
 * As `AsyncCall.answerFor`, of the call that is validating its value.
 * @throws TypeError if it cannot wait.
 */
export function answerLater(
  validator: Checker,
  input: unknown,
  ask: () => unknown,
): { readonly value: unknown } | undefined {
  if (current === undefined) throw notSync("This call", "validateAsync, safeAsync, jsonAsync or safeJsonAsync");
  const answer = current.answerFor(validator, input, ask);
  if (answer === undefined) unknowns++;
  return answer;
}
