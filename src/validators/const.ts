/** Const: one value (specification, "Const"). */
import { callable, RULES, type ValidatorStatics, withRules } from "../builtin.ts";
import { OptionsError } from "../errors/errors.ts";
import { valueArg } from "../params/args.ts";
import { anything } from "../params/shared.ts";
import type { Report } from "../report/report.ts";
import type { Leaf } from "../rules/leaf.ts";
import { OptionRule } from "../rules/option.ts";
import { copyLike } from "../schemas/copy.ts";
import type { CommonParams, Returned } from "../types.ts";
import type { Validator } from "../validator.ts";
import { equal } from "../values/equal.ts";

const params = {
  /** The only valid value. */
  value: anything,
};

class ConstValidator extends withRules(params, valueArg("value")) {
  override [RULES](): Leaf {
    const only = this.value;
    const isPrimitive = Object(only) !== only && typeof only !== "symbol";
    const leaf = {
      kind: "leaf",
      nullable: false,
      take: (input: unknown, report: Report) => this.#take(input, report),
    } as const;
    return isPrimitive ? { ...leaf, rules: [new OptionRule([only])], only } : { ...leaf, rules: [], isOpaque: true };
  }

  #take(input: unknown, report: Report): unknown {
    const { value } = this;
    const taken = copyLike(input, value, report);
    return equal(taken, value) ? taken : report.fail(OptionsError, [value], input);
  }

  override keepsInput(): boolean {
    return true;
  }
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
