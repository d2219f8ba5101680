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
  /** The function returns a promise: calls wait for it, with `validateAsync` and others. */
  async: flag,
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
export function refused(said: Refusal, cause?: unknown): CheckError {
  const { message, path, code } = said;
  // A validator has none, and inherits what is on `Object.prototype`.
  const params = ownValue(said, "params") as Refusal["params"];
  const thrown = isError(cause) ? cause.message : undefined;
  return new CheckError(withoutPrototype({ message: message ?? thrown, code, params, cause, context: path }));
}

/** What a function has thrown for a value: errors know the value, so that secrets in it are found in what they say. */
export function thrownFor(value: unknown, thrown: unknown): unknown {
  if (thrown instanceof ValidationError) for (const one of thrown) ValidationError.refuse(one, value);
  return thrown;
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

/** What a function that is given `fail` reports of a value. */
class Reported {
  readonly #owner: Validator & Refusing;
  readonly #most: number;
  readonly #errors: ValidationError[] = [];
  #isTruncated = false;
  /** The function has returned. */
  isOver = false;

  /** @param most errors that are kept. */
  constructor(owner: Validator & Refusing, most: number) {
    this.#owner = owner;
    this.#most = most;
  }

  readonly fail: Fail = (issue = {}) => {
    if (this.isOver) {
      throw new TypeError(`${this.#owner.constructor.name}: fail was called after the function had returned`);
    }
    const refusal = readIssue(issue, this.#owner);
    if (this.#errors.length < this.#most) this.#errors.push(refused(refusal));
    else this.#isTruncated = true;
    return false;
  };

  /**
   * Adds what the function has thrown.
   * @throws it, if it is no ValidationError or the only one.
   */
  add(error: unknown): void {
    if (this.#errors.length === 0 || !(error instanceof ValidationError)) throw error;
    this.#isTruncated ||= error.truncated;
    this.#errors.push(...error);
  }

  /** @throws what has been reported, if anything. */
  check(): void {
    const [first] = this.#errors;
    if (first === undefined) return;
    const error = this.#errors.length === 1 ? first : new SchemaError(this.#errors);
    error.truncated = this.#isTruncated;
    throw error;
  }
}

/**
 * What a function that is given `fail` says of a value.
 * @param act calls the function.
 * @param most errors that are kept.
 * @throws the errors that it reports, after what it throws; otherwise as `answerOf`.
 */
export function answerWithFail(owner: Validator & Refusing, act: (fail: Fail) => unknown, most: number): unknown {
  const reported = new Reported(owner, most);
  let answer: unknown;
  try {
    answer = answerOf(owner, () => act(reported.fail));
  } catch (error) {
    reported.add(error);
  } finally {
    reported.isOver = true;
  }
  reported.check();
  return answer;
}

/** As `answerWithFail`, of a function that answers later. */
export async function laterAnswerWithFail(
  owner: Validator & Refusing,
  act: (fail: Fail) => unknown,
  most: number,
): Promise<unknown> {
  const reported = new Reported(owner, most);
  let answer: unknown;
  try {
    answer = await laterAnswerOf(owner, () => act(reported.fail));
  } catch (error) {
    reported.add(error);
  } finally {
    reported.isOver = true;
  }
  reported.check();
  return answer;
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
    throw thrownBy(owner, error);
  }
  return answered(owner, answer, ", or be given async: true");
}

/** As `answerOf`, of a function that answers later. */
export async function laterAnswerOf(owner: Refusing, act: () => unknown): Promise<unknown> {
  try {
    return await act();
  } catch (error) {
    throw thrownBy(owner, error);
  }
}

/** What a call throws if the function of `owner` throws `error`. */
function thrownBy(owner: Refusing, error: unknown): unknown {
  const isRefusal = owner.throws && isError(error) && !(error instanceof ValidationError) && !isStackOverflow(error);
  return isRefusal ? refused(owner, error) : error;
}
