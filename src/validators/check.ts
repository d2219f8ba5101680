/** Check: a condition of your own. */
import { callable, type FieldsOf, type ParamsOf, type ValidatorStatics, withParams } from "../core/builtin.ts";
import { ENCODING, type Encoding } from "../core/encode/encodings.ts";
import { checkedJsonEncoder } from "../core/encode/json-value.ts";
import { GIVES, type Given } from "../core/encode/target.ts";
import { firstArg, isFunction } from "../core/params/args.ts";
import { keys } from "../core/params/dict.ts";
import {
  answerOf,
  answerWithFail,
  type Fail,
  laterAnswerWithFail,
  refused,
  thrownFor,
  valueFunction,
  withRefusal,
} from "../core/params/function.ts";
import { flag } from "../core/params/shared.ts";
import { addAsync } from "../core/report/async.ts";
import { answerLater } from "../core/report/async-call.ts";
import { DEFAULT_MAX_ERRORS } from "../core/report/limits.ts";
import type { Report } from "../core/report/report.ts";
import { APPLY, GOES_ON } from "../core/schemas/checker.ts";
import type { CallerIf, Inferred, IsAsync, IsTrue, Only, WordParams } from "../core/types.ts";
import type { Validator } from "../core/validator.ts";
import { isPlainObject, ownValue } from "../values/input.ts";

const params = withRefusal({
  /** Returns whether a value is valid; or, with a second parameter, reports what is wrong. */
  test: valueFunction,
  /** The Checks that follow in an AllOf are not run on a value that this one refuses. */
  abort: flag,
  /**
   * The keys of the object that the function needs: it is not called where one is missing. With them, it is also called
   * where other members are invalid, on a frozen object of the valid ones; and an AllOf of a Dict and Checks can be
   * extended, picked and made partial.
   */
  keys,
});

/** The parameters of `Check`. */
export interface CheckParams extends ParamsOf<typeof params, "test"> {}

/** A test with its second parameter. */
interface WithFail {
  readonly test: (value: unknown, fail: Fail) => unknown;
}

class CheckValidator extends withParams(params, firstArg("test", isFunction)) {
  constructor(...args: readonly unknown[]) {
    super(...args);
    if (this.async) addAsync(this);
  }

  override check(input: unknown, report: Report): unknown {
    return this[APPLY](input, report.innerErrorBudget);
  }

  get [GOES_ON](): boolean {
    return !this.abort;
  }

  override get [GIVES](): Given {
    return "input";
  }

  /** It accepts its input and returns it. An AllOf calls it when the step before has accepted the value. */
  override [ENCODING]({ isJson }: Encoding): Validator {
    return isJson ? checkedJsonEncoder(this) : this;
  }

  [APPLY](input: unknown, most: number = DEFAULT_MAX_ERRORS): unknown {
    if (this.keys?.some((key) => isPlainObject(input) && ownValue(input, key) === undefined)) return input;
    try {
      // A value counts as valid until the answer is known.
      if (this.async) answerLater(this, input, () => this.#passesLater(input));
      else if (!this.#passes(input, most)) throw refused(this);
    } catch (error) {
      throw thrownFor(input, error);
    }
    return input;
  }

  #passes(input: unknown, most: number): unknown {
    if (this.test.length === 1) return answerOf(this, () => this.test(input as never));
    return this.#isYes(answerWithFail(this, (fail) => (this as unknown as WithFail).test(input, fail), most));
  }

  async #passesLater(input: unknown): Promise<void> {
    const { test } = this as unknown as WithFail;
    const answer = await laterAnswerWithFail(this, (fail) => test(input, fail));
    if (!this.#isYes(answer)) throw refused(this);
  }

  /** A function with a second parameter reports what is wrong, so it may return nothing. */
  #isYes(answer: unknown): unknown {
    return answer === undefined ? this.test.length > 1 : answer;
  }
}

/**
 * A condition of your own, used after a validator: `AllOf(Dict({...}), Check(...))`. Returns the input itself.
 * A function with a second parameter, `fail`, calls it for each thing that is wrong.
 * With `keys`, a Check behind a Dict runs if these keys are valid, whatever else is wrong; without, if nothing is.
 * Errors: CheckError, if the function returns a falsy value; the CheckErrors that it reports; a ValidationError that it
 * throws.
 * @param params `abort`, `keys`, `async`, `message`, `path`, `code`, `throws`, `alias`, `replace`
 * @example Check((booking) => booking.end > booking.start, { message: "It ends before it begins.", path: ["end"] })
 */
export const Check: CheckConstructor = callable("Check", CheckValidator, { guard: true });
// biome-ignore lint/suspicious/noExplicitAny: a function without types is one of any value
export interface Check<T = any, Async = false>
  extends Validator<T, T, CallerIf<Async>>,
    FieldsOf<typeof params, "test"> {
  readonly test: (value: T, fail: Fail) => unknown;
  /** Types only: it returns its input. */
  readonly "~passes": true;
  /** Types only: it passes its input to a function. */
  readonly "~calls": true;
}
/** The function of a `Check`, with the other parameters. */
export interface WithTest<T> extends NeededKeys<T> {
  readonly test: (value: T, fail: Fail) => unknown;
}
/** The parameter `keys` of a `Check`: those of the objects that its function takes. */
export interface NeededKeys<T> {
  readonly keys?: Iterable<NoInfer<KeyIn<T>>> | undefined;
}
// Of each member of a union: a value may be any of them.
type KeyIn<T> = unknown extends T ? string : T extends object ? Extract<keyof T, string> : never;
/** The signatures of `Check`. */
export interface CheckConstructor extends ValidatorStatics<Check> {
  // biome-ignore lint/suspicious/noExplicitAny: see above
  <T = any, const P extends Only<CheckParams, P> = {}>(
    test: (value: T, fail: Fail) => unknown,
    params: (P & WordParams & NeededKeys<T>) | undefined,
  ): Inferred<Check<T, IsAsync<P>>, P>;
  // biome-ignore lint/suspicious/noExplicitAny: see above
  <T = any, const A extends boolean = false>(
    test: ((value: T, fail: Fail) => unknown) | (CheckParams & WithTest<T> & { readonly async?: A | undefined }),
  ): Inferred<Check<T, IsTrue<A>>, A>;
  // biome-ignore lint/suspicious/noExplicitAny: see above
  new <T = any, const P extends Only<CheckParams, P> = {}>(
    test: (value: T, fail: Fail) => unknown,
    params?: P & NeededKeys<T>,
  ): Check<T, IsAsync<P>>;
}
