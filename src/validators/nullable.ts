/** Nullable: a validator that takes null, too. */

import { callable, type FieldsOf, modelBy, type ValidatorStatics, withParams } from "../core/builtin.ts";
import { changed } from "../core/encode/encoder.ts";
import { ENCODING, type Encoding } from "../core/encode/encodings.ts";
import { GIVES, type Given } from "../core/encode/target.ts";
import { modelOf } from "../core/models/index.ts";
import { MODEL } from "../core/models/model.ts";
import { NullableModel } from "../core/models/steps.ts";
import { firstArg } from "../core/params/args.ts";
import { validator } from "../core/params/shared.ts";
import { OPEN, type Open, type Opened, type OpenType } from "../core/partial/opened.ts";
import type { Failed, Report } from "../core/report/report.ts";
import { MEMBERS, type Roles } from "../core/schemas/checker.ts";
import { AllParams, paramsOf } from "../core/schemas/params.ts";
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
import { frozenClasses, isMember, type Validator, type ValidatorClass } from "../core/validator.ts";

const params = {
  /** The validator of a value that is not null. */
  item: validator,
};

class NullableValidator extends withParams(params, firstArg("item", isMember)) {
  get [MODEL](): NullableModel {
    return modelBy(this, NullableModel);
  }

  #equivalent: Validator | undefined;

  override check(input: unknown, report: Report): unknown | Failed {
    // Not counted as one validator inside another: other engines do without it.
    return input === null ? null : this.item.check(input, report);
  }

  [OPEN](_type: OpenType, open: Open): Opened | undefined {
    return open(this.item);
  }

  override get [GIVES](): Given {
    return [this.item];
  }

  override [ENCODING](to: Encoding): Validator {
    const item = to.ofSame(this.item, "item");
    return item === this.item ? this : changed(Nullable, this, { item });
  }

  [MEMBERS](): Roles {
    return { same: [this.item] };
  }

  override keepsInput(): boolean {
    return true;
  }

  /** The validator with its parameter `nullable`, if it has one. */
  override nativeEquivalent(): Validator {
    const isWhole = paramsOf(this).every(([name]) => name === "item" || name === "meta");
    if (!isWhole || this.constructor !== (Nullable as unknown)) return this;
    this.#equivalent ??= nullableOf(this.item)?.nativeEquivalent() ?? this.#nullableEquivalent();
    return this.#equivalent;
  }

  #nullableEquivalent(): Validator {
    const equivalent = this.item.nativeEquivalent();
    const model = modelOf(equivalent);
    // Parameters do not say that the result has other names than the input.
    return (model?.kind === "object" && model.renames ? undefined : nullableOf(equivalent)) ?? this;
  }
}

/** A validator with its parameter `nullable`; undefined if it has none. */
function nullableOf(item: Validator): Validator | undefined {
  const itemClass = item.constructor as unknown as ValidatorClass;
  if (!frozenClasses.has(itemClass) || !Object.hasOwn(itemClass.params, "nullable")) return undefined;
  return new itemClass(new AllParams({ ...Object.fromEntries(paramsOf(item)), nullable: true }));
}

/**
 * A validator that takes null, too, around any other: the parameter `nullable` for classes that have none. Errors:
 * those of the validator.
 * @param params `alias`, `replace`
 * @example Nullable(AllOf(Str(), Check((text) => text !== "")))(null); // null
 */
export const Nullable: NullableConstructor = callable("Nullable", NullableValidator);
export interface Nullable<V extends AnyValidator = Validator>
  extends Validator<Infer<V> | null, InferInput<V> | null, CallerOf<V>>,
    FieldsOf<typeof params, "item"> {
  readonly item: V;
}
/** The signatures of `Nullable`. */
export interface NullableConstructor extends ValidatorStatics<Nullable> {
  <V extends AnyValidator>(item: V, params: CommonParams | undefined): Returned<Nullable<V>, V>;
  <V extends Item = AnyValidator>(item: V, ...none: IfFits<V>): Returned<Nullable<V>, V>;
  <V extends AnyValidator, const P extends AllOnly<CommonParams & { readonly item: V }, P>>(
    params: P & WordParams & { readonly item: V },
  ): Returned<Nullable<V>, V>;
  new <V extends AnyValidator = Validator>(item: V, params?: CommonParams): Nullable<V>;
}
