/** Parameters of Check and Transform: functions of the caller's, and what is said where they refuse a value. */
import { expectCallable, expectSequence } from "../contracts.ts";
import { CheckError } from "../errors/errors.ts";
import { ValidationError } from "../errors/validation-error.ts";
import { answered } from "../report/check.ts";
import type { Contract } from "../validator.ts";
import { isError, isStackOverflow, withoutPrototype } from "../values/input.ts";
import { flag, isAbsent, text } from "./shared.ts";

/** A function of one value. */
export type ValueFunction = (value: never) => unknown;

/** A function that must be given. */
export const valueFunction: Contract<ValueFunction> = (owner, attr, value) =>
  expectCallable<ValueFunction>(owner, attr, value) as ValueFunction;

/** Keys and indexes, from the value to what is wrong in it. */
export const path: Contract<readonly (string | number)[] | undefined> = (owner, attr, value) =>
  isAbsent(value)
    ? undefined
    : (expectSequence(owner, attr, value, { itemType: ["string", "integer"], empty: true }) as (string | number)[]);

/** What an error of the function says: for both tables. */
const refusal = {
  /** What is wrong, for people. */
  message: text,
  /** Where it is, from the value on: keys and indexes. */
  path,
  /** The `code` of the issue. Default `"check"`. */
  code: text,
  /** An Error that the function throws refuses the value: its message says why. */
  throws: flag,
};

/** The table with the parameters that set the error of the function. A call, because bundlers keep an unused spread. */
/*#__NO_SIDE_EFFECTS__*/ export function withRefusal<T extends object>(params: T): T & typeof refusal {
  return { ...params, ...refusal };
}

/** What the parameters say of a value that is refused. */
interface Refusing {
  readonly message: string | undefined;
  readonly path: readonly (string | number)[] | undefined;
  readonly code: string | undefined;
  readonly throws: boolean;
}

/** The error of a value that the function of `owner` refuses. */
export function refused({ message, path, code }: Refusing, cause?: unknown): CheckError {
  const thrown = isError(cause) ? cause.message : undefined;
  return new CheckError(withoutPrototype({ message: message ?? thrown, code, cause, context: path }));
}

/**
 * What a function of the caller's returns for a value.
 * @throws CheckError if it throws an Error where that is meant to refuse the value, as `throws` says; else what it
 *   throws; TypeError if it returns a Promise or another thenable.
 */
export function answerOf(owner: Refusing, act: () => unknown): unknown {
  let answer: unknown;
  try {
    answer = act();
  } catch (error) {
    const isRefusal = owner.throws && isError(error) && !(error instanceof ValidationError) && !isStackOverflow(error);
    throw isRefusal ? refused(owner, error) : error;
  }
  return answered(owner, answer);
}
