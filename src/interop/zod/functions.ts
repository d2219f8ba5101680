/** The functions of zod schemas as functions of validators. */
import type { ValidationError } from "../../core/errors/errors.ts";
import { SchemaError } from "../../core/errors/schema-error.ts";
import { type Fail, refused } from "../../core/params/function.ts";
import type { Check, ErrorMap, Issue, Payload } from "./schema.ts";
import { messageOfMap } from "./words.ts";

type AnyFunction = (...args: never[]) => unknown;

const textOf = (given: AnyFunction): string => Function.prototype.toString.call(given);

/** A function with one parameter, whose source shows that it reads no other argument. */
const UNARY =
  /^(?:async\s+)?(?:\(\s*(?:[\w$]+|\{[^{}()=]*\}|\[[^[\]()=]*\])\s*\)|[\w$]+)\s*=>|^(?:async\s+)?function\s*[\w$]*\(\s*[\w$]+\s*\)/;
const NATIVE = /\{\s*\[native code\]\s*\}$/;

/** Whether a call with one argument does the same as one with more. */
function isUnary(given: AnyFunction): boolean {
  const text = textOf(given);
  return given.length <= 1 && (NATIVE.test(text) || (UNARY.test(text) && !/\barguments\b/.test(text)));
}

/** A function without parameters. */
const NULLARY = /^(?:function\s*[\w$]*|[\w$]+)?\s*\(\s*\)/;

/** Whether a function reads no argument. */
export function takesNothing(given: AnyFunction): boolean {
  const text = textOf(given);
  return NULLARY.test(text) && !NATIVE.test(text) && !/\barguments\b/.test(text);
}

export const isAsync = (given: AnyFunction): boolean => given.constructor.name === "AsyncFunction";

/** The wrapper of a function, with its name: so that it can be imported in source. */
function named<F extends AnyFunction>(wrapper: F, given: { readonly name: string }): F {
  return Object.defineProperty(wrapper, "name", { value: given.name });
}

/** What `then` makes of a result, or of that of a promise. */
const after = <T>(result: unknown, then: (value: unknown) => T): T | Promise<T> =>
  result instanceof Promise ? result.then(then) : then(result);

/** What a function of zod finds of a value. */
function payloadOf(value: unknown): Payload {
  const payload: Payload = {
    value,
    issues: [],
    addIssue: (issue) => payload.issues.push(typeof issue === "string" ? { code: "custom", message: issue } : issue),
  };
  return payload;
}

const pathOf = ({ path = [] }: Issue): (string | number)[] =>
  path.map((key) => (typeof key === "symbol" ? String(key) : key));

/** The message of an issue, by the maps of the check and of its schema. */
const messageOf = (issue: Issue, maps: readonly (ErrorMap | undefined)[]): string | undefined =>
  issue.message ?? maps.reduce<string | undefined>((message, map) => message ?? messageOfMap(map, issue), undefined);

const codeOf = ({ code }: Issue): string | undefined => (code === "custom" ? undefined : code);

/** The error for issues of a conversion. */
function errorFromIssues(issues: readonly Issue[], maps: readonly (ErrorMap | undefined)[]): ValidationError {
  const errors = issues.map((issue) =>
    refused({
      message: undefined,
      text: messageOf(issue, maps),
      path: pathOf(issue),
      code: codeOf(issue),
      params: issue.params,
    }),
  );
  return errors.length === 1 ? (errors[0] as ValidationError) : new SchemaError(errors);
}

/**
 * A function that converts a value: `given` may report issues through its second argument.
 * @param maps the texts for issues that have none.
 */
export function converting(
  given: AnyFunction,
  maps: readonly (ErrorMap | undefined)[] = [],
): (value: unknown) => unknown {
  if (isUnary(given)) return given as (value: unknown) => unknown;
  const act = given as unknown as (value: unknown, payload: Payload) => unknown;
  return named((value: unknown) => {
    const payload = payloadOf(value);
    return after(act(value, payload), (result) => {
      if (payload.issues.length > 0) throw errorFromIssues(payload.issues, maps);
      return result;
    });
  }, given);
}

/**
 * Whether a function that converts a value may report issues through its second argument: then `conversion` is its
 * wrapper.
 */
export const mayReport = (given: AnyFunction): boolean => !isUnary(given);

/**
 * As `converting`, for a Transform with `reports`.
 * @param maps the texts for issues that have none.
 */
export function conversion(
  given: AnyFunction,
  maps: readonly (ErrorMap | undefined)[],
): (value: unknown, fail: Fail) => unknown {
  const act = given as unknown as (value: unknown, payload: Payload) => unknown;
  return named((value: unknown, fail: Fail) => {
    const payload = payloadOf(value);
    return after(act(value, payload), (result) => {
      report(payload, maps, fail);
      return result;
    });
  }, given);
}

/** Reports the issues of a function. */
function report({ issues }: Payload, maps: readonly (ErrorMap | undefined)[], fail: Fail): void {
  for (const issue of issues) {
    fail({ path: pathOf(issue), message: messageOf(issue, maps), code: codeOf(issue), params: issue.params });
  }
}

/** A check that may change the value. */
export function changing(check: Check, name: string): (value: unknown) => unknown {
  return converting(
    named((_: unknown, payload: Payload) => after(check._zod.check(payload), () => payload.value), {
      name,
    }) as AnyFunction,
    [check._zod.def.error],
  );
}

/** The function of a `refine`. */
export function testOf(given: AnyFunction): (value: unknown) => unknown {
  if (isUnary(given) && given.length === 1) return given as (value: unknown) => unknown;
  return named((value: unknown) => (given as unknown as (value: unknown) => unknown)(value), given);
}

/**
 * A check that reports issues, each with its path.
 * @param maps the texts for issues that have none.
 */
export function reporting(
  check: Check,
  name: string,
  maps: readonly (ErrorMap | undefined)[],
): (value: unknown, fail: Fail) => unknown {
  const { when } = check._zod.def;
  return named(
    (value: unknown, fail: Fail) => {
      const payload = payloadOf(value);
      if (when !== undefined && !when(payload)) return undefined;
      return after(check._zod.check(payload), () => {
        report(payload, maps, fail);
        // What a check assigns would be lost.
        if (!Object.is(payload.value, value)) throw new TypeError(`${name} changes the value: use overwrite for that`);
        return undefined;
      });
    },
    { name },
  );
}
