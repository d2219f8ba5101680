/** Const: one value (specification, "Const"). */
import { callable, type ValidatorStatics, withParams } from "../builtin.ts";
import { OptionsError } from "../errors/errors.ts";
import type { Outline } from "../fast/outline.ts";
import { valueArg } from "../params/args.ts";
import { anything } from "../params/shared.ts";
import type { Failed, Report } from "../report/report.ts";
import type { CommonParams, Returned } from "../types.ts";
import type { Validator } from "../validator.ts";
import { copyLike } from "../values/copy.ts";
import { equal } from "../values/equal.ts";

const params = {
  /** The only valid value. */
  value: anything,
};

class ConstValidator extends withParams(params, valueArg("value")) {
  override check(input: unknown, report: Report): unknown | Failed {
    const { value } = this;
    const taken = copyLike(input, value, report);
    return equal(taken, value) ? taken : report.fail(OptionsError, [value], input);
  }

  override keepsInput(): boolean {
    return true;
  }
}

/** See `Compile`. */
export function compileConst({ value: only }: Const): Outline | undefined {
  if (Object(only) === only || typeof only === "symbol") return undefined;
  return { kind: "leaf", nullable: false, conditions: [{ kind: "option", options: [only] }], only };
}

/**
 * One value, compared by structure; the result is a copy of the input. Error: OptionsError.
 * @param params `alias`, `replace`
 * @example Const("ok")("ok"); // "ok"
 */
export const Const: ConstConstructor = callable("Const", ConstValidator);
export interface Const<T = unknown> extends Validator<T, T> {
  readonly value: T;
}
/** The signatures of `Const`. */
export interface ConstConstructor extends ValidatorStatics<Const> {
  <const T>(value: T, params?: CommonParams): Returned<Const<T>, T>;
  new <const T = unknown>(value: T, params?: CommonParams): Const<T>;
}
