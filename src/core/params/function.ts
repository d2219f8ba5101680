/** Parameters of Check and Transform: functions of the caller, and the error of a refused value. */
import { isError, isStackOverflow, ownValue, withoutPrototype } from "../../values/input.ts";
import { expectCallable, expectMapping, expectSequence } from "../contracts.ts";
import { CheckError, ValidationError, type Words } from "../errors/errors.ts";
import { SchemaError } from "../errors/schema-error.ts";
import { expectOptions } from "../misspelt.ts";
import { asyncCall } from "../report/async-call.ts";
import { answered } from "../report/check.ts";
import { DEFAULT_MAX_ERRORS } from "../report/limits.ts";
import type { Contract, Validator } from "../validator.ts";
import { flag, isAbsent, text } from "./shared.ts";

/** A function of one value. */
export type ValueFunction = (value: never) => unknown;

/** A function that must be given. */
export const valueFunction: Contract<ValueFunction> = (owner, attr, value) =>
  expectCallable<ValueFunction>(owner, attr, value) as ValueFunction;

/** Keys and indexes from the value to the part that is wrong. */
export const path: Contract<readonly (string | number)[] | undefined> = (owner, attr, value) =>
  isAbsent(value)
    ? undefined
    : (expectSequence(owner, attr, value, { itemType: ["string", "integer"], empty: true }) as (string | number)[]);

/** A text with placeholders, or a function of the error. */
const words: Contract<Words | undefined> = (owner, attr, value) =>
  typeof value === "function" ? (value as Words) : text(owner, attr, value);

/** The parameters that describe the error of the function, for both tables. */
const refusal = {
  /** The error message: a text with placeholders, or a function of the error. */
  message: words,
  /** The path from the value to the part that is wrong: keys and indexes. */
  path,
  /** The `code` of the issue. Default `"check"`. */
  code: text,
  /** The function returns a promise. Calls such as `validateAsync` wait for it. */
  async: flag,
  /** An Error that the function throws refuses the value: its message becomes the error message. */
  throws: flag,
};

/** The table with the parameters that set the error of the function. A call, because bundlers keep an unused spread. */
/*#__NO_SIDE_EFFECTS__*/ export function withRefusal<T extends object>(params: T): T & typeof refusal {
  return { ...params, ...refusal };
}

/** The error of a refused value. */
interface Refusal {
  readonly message: Words | undefined;
  /** The message that the function has given, in place of `message`. */
  readonly text?: string | undefined;
  readonly path: readonly (string | number)[] | undefined;
  readonly code: string | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/** The parameters for the error of a refused value. */
interface Refusing extends Refusal {
  readonly throws: boolean;
}

/** Makes the error of a refused value. */
export function refused(said: Refusal, cause?: unknown): CheckError {
  const { message, path, code } = said;
  // A validator has no property of its own with these names, and might inherit one from `Object.prototype`.
  const params = ownValue(said, "params") as Refusal["params"];
  const given = ownValue(said, "text") as Refusal["text"];
  const thrown = message === undefined && isError(cause) ? cause.message : undefined;
  const text = given ?? (typeof message === "string" ? message : thrown);
  const error = new CheckError(withoutPrototype({ message: text, code, params, cause, context: path }));
  if (given === undefined && message !== undefined) ValidationError.word(error, message);
  return error;
}

/** What a function has thrown for a value: errors know the value, so that secrets in it are found in what they say. */
export function thrownFor(value: unknown, thrown: unknown): unknown {
  if (thrown instanceof ValidationError) for (const one of thrown) ValidationError.refuse(one, value);
  return thrown;
}

/** One thing that a `Check` finds wrong with a value. What is not given is as the parameters of the `Check` say. */
export interface CheckIssue {
  /** The path from the value to the part that is wrong: keys and indexes. */
  readonly path?: readonly (string | number)[] | undefined;
  /** The error message. */
  readonly message?: string | undefined;
  /** The `code` of the issue. */
  readonly code?: string | undefined;
  /** Data for programs: it becomes `params` of the issue. */
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Reports one thing that is wrong with the value; call it once for each. Returns false, so that a function may return
 * its result.
 * @throws TypeError if the issue is not an object, or if it is called after the function has returned.
 */
export type Fail = (issue?: CheckIssue) => false;

/**
 * As `Fail`, for a function that makes a value. Its value counts for nothing then, so what `fail` returns is never one:
 * a function that ends with `return fail(...)` has the type of its other results.
 */
export type TransformFail = (issue?: CheckIssue) => never;

const ISSUE: readonly string[] = ["path", "message", "code", "params"];

/** Reads an issue; properties that are not given are those of `owner`. */
function readIssue(issue: unknown, owner: Validator & Refusing): Refusal {
  expectOptions(issue, ISSUE, "issue");
  const given = (name: string): unknown => ownValue(issue, name);
  const params = expectMapping(owner, "params", given("params"), { nullable: true, empty: true });
  return {
    path: path(owner, "path", given("path")) ?? owner.path,
    message: owner.message,
    text: text(owner, "message", given("message")),
    code: text(owner, "code", given("code")) ?? owner.code,
    params: params && { ...params },
  };
}

/** The issues that a function reports of a value through `fail`. */
class Reported {
  readonly #owner: Validator & Refusing;
  readonly #most: number;
  readonly #errors: ValidationError[] = [];
  #isTruncated = false;
  #isOver = false;

  /** @param most the maximum number of errors that are kept. */
  constructor(owner: Validator & Refusing, most: number) {
    this.#owner = owner;
    this.#most = most;
  }

  readonly fail: Fail = (issue = {}) => {
    if (this.#isOver) {
      throw new TypeError(`${this.#owner.constructor.name}: fail was called after the function had returned`);
    }
    const refusal = readIssue(issue, this.#owner);
    if (this.#errors.length < this.#most) this.#errors.push(refused(refusal));
    else this.#isTruncated = true;
    return false;
  };

  /**
   * Ends with an error that the function has thrown.
   * @throws the error, if it is not a ValidationError or is the only one.
   */
  add(error: unknown): void {
    this.#isOver = true;
    if (this.#errors.length === 0 || !(error instanceof ValidationError)) throw error;
    this.#isTruncated ||= error.truncated;
    this.#errors.push(...error);
  }

  /**
   * Ends with what the function has returned.
   * @throws the reported errors, if there are any.
   */
  end(answer: unknown): unknown {
    this.#isOver = true;
    const [first] = this.#errors;
    if (first === undefined) return answer;
    const error = this.#errors.length === 1 ? first : new SchemaError(this.#errors);
    error.truncated = this.#isTruncated;
    throw error;
  }
}

/**
 * Returns the result of a function with the parameter `fail`.
 * @param act calls the function.
 * @param most the maximum number of errors that are kept.
 * @throws the errors that it reports, followed by what it throws; otherwise as `answerOf`.
 */
export function answerWithFail(owner: Validator & Refusing, act: (fail: Fail) => unknown, most: number): unknown {
  const reported = new Reported(owner, most);
  let answer: unknown;
  try {
    answer = answerOf(owner, () => act(reported.fail));
  } catch (error) {
    reported.add(error);
  }
  return reported.end(answer);
}

/** As `answerWithFail`, for an async function. It keeps as many errors as a call does by default. */
export async function laterAnswerWithFail(owner: Validator & Refusing, act: (fail: Fail) => unknown): Promise<unknown> {
  const reported = new Reported(owner, DEFAULT_MAX_ERRORS);
  let answer: unknown;
  try {
    answer = await laterAnswerOf(owner, () => act(reported.fail));
  } catch (error) {
    reported.add(error);
  }
  return reported.end(answer);
}

/**
 * Returns the result of a function of the caller for a value.
 * @throws CheckError if it throws an Error and `throws` is set; otherwise whatever it throws; TypeError if it returns a
 *   Promise or another thenable.
 */
export function answerOf(owner: Refusing, act: () => unknown): unknown {
  let answer: unknown;
  try {
    answer = act();
  } catch (error) {
    throw thrownBy(owner, error);
  } finally {
    asyncCall()?.changed();
  }
  return answered(owner, answer, ", or be given async: true");
}

/** As `answerOf`, for an async function. */
export async function laterAnswerOf(owner: Refusing, act: () => unknown): Promise<unknown> {
  try {
    return await act();
  } catch (error) {
    throw thrownBy(owner, error);
  }
}

/** Returns the error that a call throws if the function of `owner` throws `error`. */
function thrownBy(owner: Refusing, error: unknown): unknown {
  const isRefusal = owner.throws && isError(error) && !(error instanceof ValidationError) && !isStackOverflow(error);
  return isRefusal ? refused(owner, error) : error;
}
