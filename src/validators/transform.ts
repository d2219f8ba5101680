/** Transform: a conversion of your own. */
import { callable, type FieldsOf, type ParamsOf, type ValidatorStatics, withParams } from "../core/builtin.ts";
import { throwingEncoder } from "../core/encode/encoder.ts";
import { ENCODING, type Encoding } from "../core/encode/encodings.ts";
import { encodedResult } from "../core/encode/json-value.ts";
import { GIVES, type Given } from "../core/encode/target.ts";
import { firstArg, isFunction } from "../core/params/args.ts";
import { encode, encodedBy, encodeOf } from "../core/params/encode.ts";
import {
  answerOf,
  answerWithFail,
  type Fail,
  laterAnswerOf,
  laterAnswerWithFail,
  type TransformFail,
  thrownFor,
  valueFunction,
  withRefusal,
} from "../core/params/function.ts";
import { flag } from "../core/params/shared.ts";
import { addAsync } from "../core/report/async.ts";
import { answerLater, Unknown } from "../core/report/async-call.ts";
import { DEFAULT_MAX_ERRORS } from "../core/report/limits.ts";
import type { Report } from "../core/report/report.ts";
import { APPLY, MAY_LACK_VALUE } from "../core/schemas/checker.ts";
import type { CallerIf, Inferred, IsAsync, IsTrue, Only, WordParams } from "../core/types.ts";
import type { Validator } from "../core/validator.ts";

const params = withRefusal({
  /** Converts a value to the result. */
  make: valueFunction,
  /**
   * `make` has a second parameter, `fail`, and calls it for each thing that is wrong. An option, not the number of
   * parameters, says so: `JSON.parse` and other functions have a second parameter of their own.
   */
  reports: flag,
  /** Undoes the conversion, for `encode` and `stringify`. An Error that it throws refuses the value. */
  encode,
});

/** The parameters of `Transform`. */
export interface TransformParams<Input = unknown, Output = never> extends ParamsOf<typeof params, "make" | "encode"> {
  /** Undoes the conversion, for `encode` and `stringify`. An Error that it throws refuses the value. */
  encode?: ((value: Output) => Input) | undefined;
}

/** A conversion with its second parameter. */
interface WithFail {
  readonly make: (value: unknown, fail: Fail) => unknown;
}

class TransformValidator extends withParams(params, firstArg("make", isFunction)) {
  constructor(...args: readonly unknown[]) {
    super(...args);
    if (this.async) addAsync(this);
  }

  override check(input: unknown, report: Report): unknown {
    return this[APPLY](input, report.innerErrorBudget);
  }

  override get [GIVES](): Given {
    return "function";
  }

  get [MAY_LACK_VALUE](): true {
    return true;
  }

  override [ENCODING](to: Encoding): Validator | string {
    const act = encodeOf(this);
    if (act === undefined) return "it has no encode";
    to.usesFunction();
    const run = (input: unknown, report: Report): unknown => encodedResult(encodedBy(this, act, input), to, report);
    return throwingEncoder(this, [], run, to);
  }

  [APPLY](input: unknown, most: number = DEFAULT_MAX_ERRORS): unknown {
    try {
      if (!this.async) return this.#result(input, most);
      const answer = answerLater(this, input, () => this.#laterResult(input));
      return answer === undefined ? new Unknown() : answer.value;
    } catch (error) {
      throw thrownFor(input, error);
    }
  }

  #result(input: unknown, most: number): unknown {
    if (!this.reports) return answerOf(this, () => this.make(input as never));
    return answerWithFail(this, (fail) => (this as unknown as WithFail).make(input, fail), most);
  }

  #laterResult(input: unknown): Promise<unknown> {
    if (!this.reports) return laterAnswerOf(this, () => this.make(input as never));
    return laterAnswerWithFail(this, (fail) => (this as unknown as WithFail).make(input, fail));
  }
}

/**
 * A conversion of your own, used after a validator: `AllOf(Str(), Transform((text) => text.trim()))`. In such a
 * pipeline the compiler infers the type of the function's argument.
 * With `reports`, the function has a second parameter, `fail`, and calls it for each thing that is wrong.
 * Errors: CheckError if the function throws an error of `throws`; the CheckErrors that it reports; a ValidationError
 * that it throws.
 * @param params `reports`, `encode`, `async`, `message`, `path`, `code`, `throws`, `alias`, `replace`
 * @example Transform((text: string) => new URL(text), { throws: true })
 */
export const Transform: TransformConstructor = callable("Transform", TransformValidator, { guard: true });
// biome-ignore lint/suspicious/noExplicitAny: that of any function
export interface Transform<Input = any, Output = unknown, Async = false>
  extends Validator<Output, Input, CallerIf<Async>>,
    FieldsOf<typeof params, "make" | "encode"> {
  readonly make: (value: Input, fail: TransformFail) => Output | Promise<Output>;
  /** Types only: a key with this member may be missing in the result. */
  readonly "~makes": true;
  /** Types only: it passes its input to a function. */
  readonly "~calls": true;
}
/** The function of a `Transform`; with `reports`, it has a second parameter. */
export type Make<Input, Output, Reports> = (value: Input, ...fail: FailIf<Reports>) => Output;
/** No caller has to write `fail` among the parameters of its function. */
type FailIf<Reports> = [Reports] extends [true] ? [fail: TransformFail] : [];
/** The function of a `Transform`, with the other parameters. */
export interface WithMake<Input, Output, Reports = false> {
  readonly make: Make<Input, Output, Reports>;
}
/** The function that undoes a conversion. */
export interface EncodeParam<Input, Output> {
  readonly encode?: ((value: Awaited<Output>) => Input) | undefined;
}
/** The parameters that are flags, if a signature infers them. */
interface Flags<A, R> {
  readonly async?: A | undefined;
  readonly reports?: R | undefined;
}
/** The signatures of `Transform`. */
export interface TransformConstructor extends ValidatorStatics<Transform> {
  // R is a type parameter, because P is not yet inferred when the compiler types functions among the parameters.
  <Input = unknown, Output = unknown, const P extends Only<TransformParams, P> = {}, const R extends boolean = false>(
    make: Make<Input, Output, R>,
    params: (P & WordParams & EncodeParam<Input, Output> & { readonly reports?: R | undefined }) | undefined,
  ): Inferred<Transform<Input, Awaited<Output>, IsAsync<P>>, P>;
  <Input = unknown, Output = unknown, const A extends boolean = false, const R extends boolean = false>(
    make:
      | ((value: Input) => Output)
      | (TransformParams<Input, Awaited<Output>> & WithMake<Input, Output, R> & Flags<A, R>),
  ): Inferred<Transform<Input, Awaited<Output>, IsTrue<A>>, A>;
  new <Input = unknown, Output = unknown, const A extends boolean = false, const R extends boolean = false>(
    make: Make<Input, Output, R>,
    params?: TransformParams<Input, Awaited<Output>> & Flags<A, R>,
  ): Transform<Input, Awaited<Output>, A>;
}
