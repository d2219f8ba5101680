/** The interface of a call that can wait for async functions: see `async.ts`. */
import type { Stop } from "../../values/stop.ts";
import type { Checker } from "../schemas/checker.ts";
import type { Result } from "./check.ts";

/** A call that can wait for async functions. */
export interface AsyncCall {
  /**
   * The result of the function of `validator` for `input`; undefined if it is not known yet.
   * @param ask calls the function.
   * @throws ValidationError, if the function has thrown it.
   */
  answerFor(validator: Checker, input: unknown, ask: () => unknown): { readonly value: unknown } | undefined;
  /**
   * Returns `result`, or what `source` made of an equal input in an earlier validation of the value, if that differs.
   * Otherwise a random id or the current time would be a value without an answer each time.
   * @param source a step of an AllOf, or the function of a default.
   */
  same(source: object, input: unknown, result: unknown): unknown;
  /** Called after each function of the caller's: it may have changed objects. */
  changed(): void;
}

let current: AsyncCall | undefined;

/** The call that is validating its value now, if it can wait. */
export const asyncCall = (): AsyncCall | undefined => current;

/** Sets the call that is validating its value from now on. */
export function setAsyncCall(call: AsyncCall | undefined): void {
  current = call;
}

/** Limits the number of functions that run at once. */
export interface Limiter {
  run<T>(act: () => T): Promise<Awaited<T>>;
}

/** The implementation of calls that wait: `async.ts`. */
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

/** Sets the implementation of calls that wait. Only async validators do, so programs without one do not include it. */
export function setWaiting(given: Waiting): void {
  waiting = given;
}

/** The implementation of calls that wait, in a program with an async validator. */
export const waitingInUse = (): Waiting => waiting as Waiting;

let unknowns = 0;

/** The argument for `madeUnknown`. */
export const unknownCount = (): number => unknowns;

/**
 * Returns whether a function whose result is not known has been reached since, so that the enclosing result is unknown
 * too.
 */
export const madeUnknown = (since: number): boolean => unknowns !== since;

/** Stands for an unknown result. Each is a separate object, so that no two are equal. */
export class Unknown {}

/**
 * As `AsyncCall.answerFor`, for the current call.
 * @throws TypeError if it does not wait: calls that cannot wait are refused before, so it has not found the validator.
 */
export function answerLater(
  validator: Checker,
  input: unknown,
  ask: () => unknown,
): { readonly value: unknown } | undefined {
  if (current === undefined) {
    const name = validator.constructor.name;
    throw new TypeError(
      `The call does not wait for a ${name} with async: true that is not in the params of the custom validator around it`,
    );
  }
  const answer = current.answerFor(validator, input, ask);
  if (answer === undefined) unknowns++;
  return answer;
}
