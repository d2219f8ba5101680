/** Default: a validator with a value for missing input. */

import { callable, type FieldsOf, type ParamsOf, type ValidatorStatics, withParams } from "../core/builtin.ts";
import { ENCODING, type Encoding } from "../core/encode/encodings.ts";
import { GIVES, type Given } from "../core/encode/target.ts";
import { secondArg } from "../core/params/args.ts";
import { item, madeDefault } from "../core/params/default.ts";
import { anything } from "../core/params/shared.ts";
import { OPEN, type Open, type Opened, type OpenType } from "../core/partial/opened.ts";
import type { Failed, Report } from "../core/report/report.ts";
import { MEMBERS, type Roles } from "../core/schemas/checker.ts";
import { paramsOf } from "../core/schemas/params.ts";
import type { AnyValidator, CallerOf, CommonParams, DefaultOf, Infer, InferInput, Returned } from "../core/types.ts";
import type { Validator } from "../core/validator.ts";

const params = {
  /** The validator of the value and of the default. */
  item,
  /** Stands for undefined: a value, copied for each call, or a function that makes one. */
  value: anything,
};

/** The parameters of `Default`. */
export interface DefaultParams extends ParamsOf<typeof params, "item" | "value"> {}

class DefaultValidator extends withParams(params, secondArg("item", "value")) {
  override check(input: unknown, report: Report): unknown | Failed {
    if (input !== undefined) return this.item.check(input, report);
    const { value } = this;
    return report.checkMade(this.item, madeDefault(this, value));
  }

  [OPEN](_type: OpenType, open: Open): Opened | undefined {
    return open(this.item);
  }

  override get [GIVES](): Given {
    return [this.item];
  }

  override [ENCODING](to: Encoding): Validator {
    return to.ofSame(this.item, "item");
  }

  [MEMBERS](): Roles {
    return { same: [this.item] };
  }

  override keepsInput(): boolean {
    return false;
  }

  /** JSON has no undefined. */
  override nativeEquivalent(): Validator {
    const isWhole = paramsOf(this).every(([name]) => ["item", "value", "meta"].includes(name));
    return isWhole && this.constructor === (Default as unknown) ? this.item.nativeEquivalent() : this;
  }
}

/**
 * A validator with a default, which replaces `undefined`. As a member of a Dict, its key may be missing. Errors: those
 * of the validator.
 * @param params `alias`, `replace`
 * @example Dict({ port: Default(Int(), 8080), at: Default(Float(), () => Date.now()) })
 */
export const Default: DefaultConstructor = callable("Default", DefaultValidator);
export interface Default<V extends AnyValidator = Validator>
  extends Validator<Infer<V>, InferInput<V> | undefined, CallerOf<V>>,
    FieldsOf<typeof params, "item"> {
  readonly item: V;
  /** Types only: a key with this member may be missing. */
  readonly "~default": true;
}
/** The signatures of `Default`. */
export interface DefaultConstructor extends ValidatorStatics<Default> {
  <V extends AnyValidator>(item: V, value: DefaultOf<V>, params?: CommonParams): Returned<Default<V>, V>;
  <V extends AnyValidator>(
    params: DefaultParams & { readonly item: V; readonly value: DefaultOf<V> },
  ): Returned<Default<V>, V>;
  new <V extends AnyValidator>(item: V, value: DefaultOf<V>, params?: CommonParams): Default<V>;
}
