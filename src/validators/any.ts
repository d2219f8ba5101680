/** Any: any value (specification, "Any"). */
import { callable, RULES, type ValidatorStatics, withRules } from "../builtin.ts";
import { ENCODING, type Encoding } from "../encode/encodings.ts";
import { jsonEncoder } from "../encode/json-value.ts";
import { GIVES, type Given } from "../encode/target.ts";
import type { Leaf } from "../rules/leaf.ts";
import type { CommonParams } from "../types.ts";
import type { Validator } from "../validator.ts";

const params = {};

class AnyValidator extends withRules(params) {
  override [RULES](): Leaf {
    return { kind: "leaf", nullable: false, take: (input) => input, rules: [] };
  }

  override get [GIVES](): Given {
    return "input";
  }

  override [ENCODING]({ isJson }: Encoding): Validator {
    return isJson ? jsonEncoder(this) : this;
  }

  override keepsInput(): boolean {
    return true;
  }
}

/**
 * Any value, unchanged.
 * @param params `alias`, `replace`
 * @example Any()([1, null]); // [ 1, null ]
 */
export const Any: AnyConstructor = callable("Any", AnyValidator);
export interface Any extends Validator<unknown, unknown> {}
/** The signatures of `Any`. */
export interface AnyConstructor extends ValidatorStatics<Any> {
  (params?: CommonParams): Any;
  new (params?: CommonParams): Any;
}
