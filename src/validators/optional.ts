/** Optional: a member of a Dict that may be missing. */

import { callable, type FieldsOf, type ValidatorStatics, withParams } from "../core/builtin.ts";
import { changed } from "../core/encode/encoder.ts";
import { ENCODING, type Encoding } from "../core/encode/encodings.ts";
import { GIVES, type Given } from "../core/encode/target.ts";
import { firstArg } from "../core/params/args.ts";
import { optionalItem } from "../core/params/optional.ts";
import { OPEN, type Open, type Opened, type OpenType } from "../core/partial/opened.ts";
import type { Failed, Report } from "../core/report/report.ts";
import { MEMBERS, type Roles } from "../core/schemas/checker.ts";
import { paramsOf } from "../core/schemas/params.ts";
import type {
  AllOnly,
  AnyValidator,
  CallerOf,
  CommonParams,
  IfFits,
  Infer,
  InferInput,
  Item,
  Returned,
  WordParams,
} from "../core/types.ts";
import { isMember, type Validator } from "../core/validator.ts";

const params = {
  /** The validator of the value, if there is one. */
  item: optionalItem,
};

class OptionalValidator extends withParams(params, firstArg("item", isMember)) {
  override check(input: unknown, report: Report): unknown | Failed {
    // Not counted as one validator inside another: other engines do without it.
    return input === undefined ? undefined : this.item.check(input, report);
  }

  [OPEN](_type: OpenType, open: Open): Opened | undefined {
    return open(this.item);
  }

  override get [GIVES](): Given {
    return [this.item];
  }

  /** JSON has no undefined. */
  override [ENCODING](to: Encoding): Validator {
    const item = to.ofSame(this.item, "item");
    if (to.isJson) return item;
    return item === this.item ? this : changed(Optional, this, { item });
  }

  [MEMBERS](): Roles {
    return { same: [this.item] };
  }

  override keepsInput(): boolean {
    return true;
  }

  /** JSON has no undefined. */
  override nativeEquivalent(): Validator {
    const isWhole = paramsOf(this).every(([name]) => name === "item" || name === "meta");
    return isWhole && this.constructor === (Optional as unknown) ? this.item.nativeEquivalent() : this;
  }
}

/**
 * A validator that takes `undefined`, too. As a member of a Dict, its key may be missing: the Dict puts it into its
 * list `optional`, and the validator itself into its `schema`. Errors: those of the validator.
 * @param params `alias`, `replace`
 * @example Dict({ name: Str(), age: Optional(Int()) })
 */
export const Optional: OptionalConstructor = callable("Optional", OptionalValidator);
export interface Optional<V extends AnyValidator = Validator>
  extends Validator<Infer<V> | undefined, InferInput<V> | undefined, CallerOf<V>>,
    FieldsOf<typeof params, "item"> {
  readonly item: V;
  /** Types only: a key with this member may be missing. */
  readonly "~optional": true;
}
/** The signatures of `Optional`. */
export interface OptionalConstructor extends ValidatorStatics<Optional> {
  <V extends AnyValidator>(item: V, params: CommonParams | undefined): Returned<Optional<V>, V>;
  <V extends Item = AnyValidator>(item: V, ...none: IfFits<V>): Returned<Optional<V>, V>;
  <V extends AnyValidator, const P extends AllOnly<CommonParams & { readonly item: V }, P>>(
    params: P & WordParams & { readonly item: V },
  ): Returned<Optional<V>, V>;
  new <V extends AnyValidator = Validator>(item: V, params?: CommonParams): Optional<V>;
}
