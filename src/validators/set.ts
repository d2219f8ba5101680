/** Set: distinct items of one kind, as a JavaScript Set. */
import {
  callable,
  type FieldsOf,
  modelBy,
  type ParamsOf,
  type TypeAffectingPart,
  type ValidatorOf,
  type ValidatorStatics,
  withParams,
} from "../core/builtin.ts";
import { changed, encoder } from "../core/encode/encoder.ts";
import { ENCODING, type Encoding } from "../core/encode/encodings.ts";
import { GIVES, type Given } from "../core/encode/target.ts";
import { InvalidTypeError } from "../core/errors/errors.ts";
import { SetModel } from "../core/models/array.ts";
import { MODEL } from "../core/models/model.ts";
import { firstArg } from "../core/params/args.ts";
import { flag, length, validator } from "../core/params/shared.ts";
import { madeUnknown, unknownCount } from "../core/report/async-call.ts";
import { ALL_MEMBERS } from "../core/report/evaluated.ts";
import { FAILED, type Failed, type Report } from "../core/report/report.ts";
import { explainRejected } from "../core/rules/leaf.ts";
import { arraySize } from "../core/rules/length.ts";
import { MEMBERS, type Roles, TAKES } from "../core/schemas/checker.ts";
import type {
  AllOnly,
  AnyValidator,
  CallerOf,
  Context,
  IfFits,
  Infer,
  InferInput,
  Item,
  Only,
  Returned,
  Unset,
  WordParams,
} from "../core/types.ts";
import { isMember, type Validator } from "../core/validator.ts";
import { distinct, idsOf } from "../values/ids.ts";
import { isArray, isOrdinaryArray, isSet, membersOfSet, ownItem, typeName } from "../values/input.ts";
import type { JsonType } from "../values/json-type.ts";

const params = {
  /** The validator of each item. */
  item: validator,
  /** Accept null. */
  nullable: flag,
  /** Least number of items in the result. */
  minlen: length,
  /** Greatest number of items in the result. */
  maxlen: length,
};

/** The parameters of `Set`. */
export interface SetParams extends ParamsOf<typeof params, "item"> {}

class SetValidator extends withParams(params, firstArg("item", isMember)) {
  get [MODEL](): SetModel {
    return modelBy(this, SetModel);
  }

  override check(input: unknown, report: Report): globalThis.Set<unknown> | null | Failed {
    if (input === null && this.nullable) return null;
    const given = isArray(input) ? input : isSet(input) ? membersOfSet(input) : undefined;
    if (given === undefined) return report.fail(InvalidTypeError, "array", typeName(input));
    const unknown = unknownCount();
    const items = this.results(given, report);
    if (items === FAILED) return FAILED;
    // Checked before the Set is created, because hostile members may collide in it: `maxlen` bounds them.
    const members = distinct(items, () => idsOf(report));
    // The number of distinct items is not known before all results are.
    if (madeUnknown(unknown)) return new globalThis.Set(members);
    return this[MODEL].lengths.fails(members.length, report) || new globalThis.Set(members);
  }

  /** The results of all items. */
  results(given: readonly unknown[], report: Report): unknown[] | Failed {
    const size = arraySize(given.length, report);
    if (size === FAILED) return FAILED;
    const start = report.descend(size, given);
    if (start === FAILED) return FAILED;
    const { member } = this[MODEL];
    const isOrdinary = isOrdinaryArray(given);
    const items: unknown[] = [];
    for (let index = 0; index < size && !report.truncated; index++) {
      const item = ownItem(given, index, isOrdinary);
      let value = member.quick(item);
      if (value === FAILED) {
        const since = report.memberAt(given, index);
        const { leaf } = member;
        const result = leaf === undefined ? this.item.check(item, report) : explainRejected(leaf, item, report);
        value = report.memberDone(result, index, since);
      }
      items.push(value);
    }
    if (!report.ascend(start)) return FAILED;
    report.evaluated?.push(ALL_MEMBERS);
    return items;
  }

  override get [GIVES](): Given {
    return "set";
  }

  override [ENCODING](to: Encoding): Validator {
    const isSetNext = to.prefers("array", "set") === "set";
    const set = changed<Validator>(Set, this, { item: to.of(this.item, "item") }) as SetValidator;
    const run = (input: unknown, report: Report): unknown => {
      if (input === null && this.nullable) return null;
      if (!isSet(input)) return report.fail(InvalidTypeError, "set", typeName(input));
      // Items are compared before they are encoded: only their values are certain to be distinct.
      const members = membersOfSet(input);
      const results = set.results(members, report);
      if (results === FAILED) return FAILED;
      const kept = distinct(members, () => idsOf(report), results);
      if (this[MODEL].lengths.fails(kept.length, report)) return FAILED;
      report.evaluated?.push(ALL_MEMBERS);
      return isSetNext ? new globalThis.Set(kept) : kept;
    };
    return encoder(this, [set], run, isSetNext ? "set" : "array");
  }

  [TAKES](): readonly JsonType[] | undefined {
    return ["array"];
  }

  [MEMBERS](): Roles {
    return { others: [this.item] };
  }

  override keepsInput(): boolean {
    return false;
  }
}

/**
 * An array or a Set whose items all pass one validator; the result is a new Set of the items that are distinct by
 * structure. Errors: InvalidTypeError; SchemaError of the items' errors; MinLengthError, MaxLengthError by themselves.
 * @param params `nullable`, `minlen`, `maxlen`, `alias`, `replace`
 * @example v.Set(Int())([1, 2, 1]).size; // 2
 */
export const Set: SetConstructor = callable("Set", SetValidator);
export interface Set<V extends AnyValidator = Validator, in out P = {}>
  extends ValidatorOf<P, globalThis.Set<Infer<V>>, readonly InferInput<V>[] | ReadonlySet<InferInput<V>>, CallerOf<V>>,
    FieldsOf<typeof params, "item"> {
  readonly item: V;
}
/** The signatures of `Set`. */
export interface SetConstructor extends ValidatorStatics<Set> {
  <V extends AnyValidator, const P extends Only<SetParams, P>>(
    item: V,
    params: P | Context<SetParams> | undefined,
  ): Returned<Set<V, TypeAffectingPart<P, "nullable">>, V>;
  <V extends Item = AnyValidator>(item: V, ...none: IfFits<V>): Returned<Set<V>, V>;
  <V extends AnyValidator, const P extends AllOnly<SetParams & { item: V }, P>>(
    params: P & WordParams & { readonly item: V },
  ): Returned<Set<V, P>, V>;
  new <V extends Validator = Validator, const P extends Only<SetParams, P> = Unset<SetParams>>(
    item: V,
    params?: P & WordParams,
  ): Set<V, P>;
}
