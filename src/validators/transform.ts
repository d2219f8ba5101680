/** Transform: a conversion of your own. */
import { callable, type FieldsOf, type ParamsOf, type ValidatorStatics, withParams } from "../core/builtin.ts";
import { throwingEncoder } from "../core/encode/encoder.ts";
import { ENCODING, type Encoding } from "../core/encode/encodings.ts";
import { encodedResult } from "../core/encode/json-value.ts";
import { GIVES, type Given } from "../core/encode/target.ts";
import { firstArg, isFunction } from "../core/params/args.ts";
import { encode, encoded, encodeOf } from "../core/params/encode.ts";
import { answerOf, laterAnswerOf, thrownFor, valueFunction, withRefusal } from "../core/params/function.ts";
import { addAsync } from "../core/report/async.ts";
import { answerLater, Unknown } from "../core/report/async-call.ts";
import type { Report } from "../core/report/report.ts";
import { APPLY, MAY_LACK_VALUE } from "../core/schemas/checker.ts";
import type { CallerIf, Inferred, IsAsync, IsTrue, Only, WordParams } from "../core/types.ts";
import type { Validator } from "../core/validator.ts";

const params = withRefusal({
  /** Converts a value to the result. */
  make: valueFunction,
  /** Undoes the conversion, for `encode` and `stringify`. An Error that it throws refuses the value. */
  encode,
});

/** The parameters of `Transform`. */
export interface TransformParams<Input = unknown, Output = never> extends ParamsOf<typeof params, "make" | "encode"> {
  /** Undoes the conversion, for `encode` and `stringify`. An Error that it throws refuses the value. */
  encode?: ((value: Output) => Input) | undefined;
}

class TransformValidator extends withParams(params, firstArg("make", isFunction)) {
  constructor(...args: readonly unknown[]) {
    super(...args);
    if (this.async) addAsync(this);
  }

  override check(input: unknown): unknown {
    return this[APPLY](input);
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
    const run = (input: unknown, report: Report): unknown => encodedResult(encoded(this, act, input), to, report);
    return throwingEncoder(this, [], run, to.mayLack);
  }

  [APPLY](input: unknown): unknown {
    const act = (): unknown => this.make(input as never);
    try {
      if (!this.async) return answerOf(this, act);
      const answer = answerLater(this, input, () => laterAnswerOf(this, act));
      return answer === undefined ? new Unknown() : answer.value;
    } catch (error) {
      throw thrownFor(input, error);
    }
  }
}

/**
 * A conversion of your own, used after a validator: `AllOf(Str(), Transform((text) => text.trim()))`. In such a
 * pipeline the compiler infers the type of the function's argument.
 * Errors: CheckError if the function throws an error of `throws`; a ValidationError that the function throws.
 * @param params `encode`, `async`, `message`, `path`, `code`, `throws`, `alias`, `replace`
 * @example Transform((text: string) => new URL(text), { throws: true })
 */
export const Transform: TransformConstructor = callable("Transform", TransformValidator, { guard: true });
// biome-ignore lint/suspicious/noExplicitAny: that of any function
export interface Transform<Input = any, Output = unknown, Async = false>
  extends Validator<Output, Input, CallerIf<Async>>,
    FieldsOf<typeof params, "make" | "encode"> {
  readonly make: (value: Input) => Output | Promise<Output>;
  /** Types only: a key with this member may be missing in the result. */
  readonly "~makes": true;
  /** Types only: it passes its input to a function. */
  readonly "~calls": true;
}
/** The function of a `Transform`, with the other parameters. */
export interface WithMake<Input, Output> {
  readonly make: (value: Input) => Output;
}
/** The function that undoes a conversion. */
export interface EncodeParam<Input, Output> {
  readonly encode?: ((value: Awaited<Output>) => Input) | undefined;
}
/** The signatures of `Transform`. */
export interface TransformConstructor extends ValidatorStatics<Transform> {
  <Input = unknown, Output = unknown, const P extends Only<TransformParams, P> = {}>(
    make: (value: Input) => Output,
    params: (P & WordParams & EncodeParam<Input, Output>) | undefined,
  ): Inferred<Transform<Input, Awaited<Output>, IsAsync<P>>, P>;
  <Input = unknown, Output = unknown, const A extends boolean = false>(
    make:
      | ((value: Input) => Output)
      | (TransformParams<Input, Awaited<Output>> & WithMake<Input, Output> & { readonly async?: A | undefined }),
  ): Inferred<Transform<Input, Awaited<Output>, IsTrue<A>>, A>;
  new <Input = unknown, Output = unknown, const A extends boolean = false>(
    make: (value: Input) => Output,
    params?: TransformParams<Input, Awaited<Output>> & { readonly async?: A | undefined },
  ): Transform<Input, Awaited<Output>, A>;
}
