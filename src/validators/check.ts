/** Check: a condition of the caller's. */
import { callable, type FieldsOf, type ParamsOf, type ValidatorStatics, withParams } from "../builtin.ts";
import { firstArg, isFunction } from "../params/args.ts";
import { answerOf, refused, valueFunction, withRefusal } from "../params/function.ts";
import { APPLY } from "../schemas/checker.ts";
import type { Only, Returned } from "../types.ts";
import type { Validator } from "../validator.ts";

const params = withRefusal({
  /** Whether a value is valid. */
  test: valueFunction,
});

/** The parameters of `Check`. */
export interface CheckParams extends ParamsOf<typeof params, "test"> {}

class CheckValidator extends withParams(params, firstArg("test", isFunction)) {
  override check(input: unknown): unknown {
    return this[APPLY](input);
  }

  [APPLY](input: unknown): unknown {
    if (!answerOf(this, () => this.test(input as never))) throw refused(this);
    return input;
  }
}

/**
 * A condition of your own, to put behind a validator: `AllOf(Dict({...}), Check(...))`. Returns the input itself.
 * Errors: CheckError, if the function returns a falsy value; a ValidationError that it throws.
 * @param params `message`, `path`, `code`, `throws`, `alias`, `replace`
 * @example Check((booking) => booking.end > booking.start, { message: "It ends before it begins.", path: ["end"] })
 */
export const Check: CheckConstructor = callable("Check", CheckValidator, { guard: true });
// biome-ignore lint/suspicious/noExplicitAny: a function without types is one of any value
export interface Check<T = any> extends Validator<T, T>, FieldsOf<typeof params, "test"> {
  readonly test: (value: T) => unknown;
  /** Types only: what it returns is what it is given. */
  readonly "~passes": true;
}
/** The signatures of `Check`. */
export interface CheckConstructor extends ValidatorStatics<Check> {
  // biome-ignore lint/suspicious/noExplicitAny: see above
  <T = any, const P extends Only<CheckParams, P> = Record<never, never>>(
    test: (value: T) => unknown,
    params?: P,
  ): Returned<Check<T>, T>;
  // biome-ignore lint/suspicious/noExplicitAny: see above
  <T = any>(params: CheckParams & { readonly test: (value: T) => unknown }): Returned<Check<T>, T>;
  // biome-ignore lint/suspicious/noExplicitAny: see above
  new <T = any>(test: (value: T) => unknown, params?: CheckParams): Check<T>;
}
