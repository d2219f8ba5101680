/** Parameters of Check and Transform: functions of the caller's, and what is said where they refuse a value. */
import { expectCallable, expectMapping, expectSequence } from "../contracts.ts";
import { CheckError, ValidationError } from "../errors/errors.ts";
import { SchemaError } from "../errors/schema-error.ts";
import { expectOptions } from "../misspelt.ts";
import { answered } from "../report/check.ts";
import type { Contract, Validator } from "../validator.ts";
import { isError, isStackOverflow, ownValue, withoutPrototype } from "../values/input.ts";
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

/** What is said of a value that is refused. */
interface Refusal {
  readonly message: string | undefined;
  readonly path: readonly (string | number)[] | undefined;
  readonly code: string | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/** What the parameters say of a value that is refused. */
interface Refusing extends Refusal {
  readonly throws: boolean;
}

/** The error of a value that is refused. */
export function refused({ message, path, code, params }: Refusal, cause?: unknown): CheckError {
  const thrown = isError(cause) ? cause.message : undefined;
  return new CheckError(withoutPrototype({ message: message ?? thrown, code, params, cause, context: path }));
}

/** One thing that a `Check` finds wrong with a value. What is not given is as the parameters of the `Check` say. */
export interface CheckIssue {
  /** Where it is, from the value on: keys and indexes. */
  readonly path?: readonly (string | number)[] | undefined;
  /** What is wrong, for people. */
  readonly message?: string | undefined;
  /** The `code` of the issue. */
  readonly code?: string | undefined;
  /** What else programs should know: it becomes `params` of the issue. */
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Reports that the value is wrong, once for each thing that is. It returns false, so that a function may return it.
 * @throws TypeError if the issue is none, or if the function that this was given to has returned.
 */
export type Fail = (issue?: CheckIssue) => false;

const ISSUE: readonly string[] = ["path", "message", "code", "params"];

/** What an issue says; where it says nothing, what `owner` does. */
function readIssue(issue: unknown, owner: Validator & Refusing): Refusal {
  expectOptions(issue, ISSUE, "issue");
  const given = (name: string): unknown => ownValue(issue, name);
  const params = expectMapping(owner, "params", given("params"), { nullable: true, empty: true });
  return {
    path: path(owner, "path", given("path")) ?? owner.path,
    message: text(owner, "message", given("message")) ?? owner.message,
    code: text(owner, "code", given("code")) ?? owner.code,
    params: params && { ...params },
  };
}

/**
 * What a function that is given `fail` says of a value.
 * @param act calls the function.
 * @param most errors that are kept.
 * @throws the errors that it reports, after what it throws; otherwise as `answerOf`.
 */
export function answerWithFail(owner: Validator & Refusing, act: (fail: Fail) => unknown, most: number): unknown {
  const errors: ValidationError[] = [];
  let isTruncated = false;
  let isOver = false;
  const fail: Fail = (issue = {}) => {
    if (isOver) throw new TypeError(`${owner.constructor.name}: fail was called after the function had returned`);
    const refusal = readIssue(issue, owner);
    if (errors.length < most) errors.push(refused(refusal));
    else isTruncated = true;
    return false;
  };
  let answer: unknown;
  try {
    answer = answerOf(owner, () => act(fail));
  } catch (error) {
    if (errors.length === 0 || !(error instanceof ValidationError)) throw error;
    isTruncated ||= error.truncated;
    errors.push(...error);
  } finally {
    isOver = true;
  }
  if (errors.length === 0) return answer;
  const error = errors.length === 1 ? (errors[0] as ValidationError) : new SchemaError(errors);
  error.truncated = isTruncated;
  throw error;
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
