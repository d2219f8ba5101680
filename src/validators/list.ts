/** List: items of one kind (specification, "List"). */
import {
  callable,
  type FieldsOf,
  type ParamsOf,
  type TypeNeutral,
  type ValidatorStatics,
  withParams,
} from "../builtin.ts";
import { changed } from "../encode/encoder.ts";
import { ENCODING, type Encoding } from "../encode/encodings.ts";
import { InvalidTypeError, type LengthUnit, MaxLengthError } from "../errors/errors.ts";
import { firstArg } from "../params/args.ts";
import { direction, sortKey } from "../params/list.ts";
import { flag, length, nullable, validator } from "../params/shared.ts";
import { madeUnknown, unknownCount } from "../report/async-call.ts";
import { FAILED, type Failed, type Report } from "../report/report.ts";
import { needsOutput } from "../report/results.ts";
import type { Ir } from "../rules/ir.ts";
import { explainRejected } from "../rules/leaf.ts";
import { arraySize, failsLength, UNIT } from "../rules/length.ts";
import { Member } from "../rules/member.ts";
import type { KnownParams } from "../schemas/known.ts";
import type { AnyValidator, Infer, InferInput, Only, OrNull, Returned, Unset } from "../types.ts";
import { isValidator, type Validator } from "../validator.ts";
import { distinct, idsOf } from "../values/ids.ts";
import { isArray, isOrdinaryArray, listFor, ownItem, typeName } from "../values/input.ts";
import { sort } from "../values/order.ts";

const params = {
  /** The validator of each item. */
  item: validator,
  ...nullable,
  /** Least number of items in the result. */
  minlen: length,
  /** Greatest number of items in the result. */
  maxlen: length,
  /** Drop items that are equal to an earlier one, by structure. */
  unique: flag,
  /** Sort the result: 1 in ascending, -1 in descending order. */
  sort: direction,
  /** The sort key: a function of the item. Arrays are compared member by member. */
  sort_key: sortKey,
};

/** The parameters of `List`. */
export interface ListParams extends ParamsOf<typeof params, "item"> {}

class ListValidator extends withParams(params, firstArg("item", isValidator)) {
  get [UNIT](): LengthUnit {
    return "item";
  }

  /** Made by the first call. */
  #member: Member | undefined;

  /** @param read the length, if it is already read. */
  override check(input: unknown, report: Report, read?: { readonly length: unknown }): unknown[] | null | Failed {
    if (input === null && this.nullable) return null;
    if (!isArray(input)) return report.fail(InvalidTypeError, "array", typeName(input));
    const size = arraySize((read ?? input).length, report);
    if (size === FAILED) return FAILED;
    // If there are too many items, they are only checked for their errors, which come before that of the length.
    const tooLong = !this.unique && this.maxlen !== undefined && size > this.maxlen;
    if (tooLong && report.maxErrors === 0) return report.fail(MaxLengthError, this.maxlen, size);
    const start = report.descend(size, input);
    if (start === FAILED) return FAILED;
    this.#member ??= new Member(this.item);
    const member = this.#member;
    const unknown = unknownCount();
    const withOutput = !tooLong && needsOutput(report);
    const items = withOutput ? listFor(size) : [];
    const isOrdinary = isOrdinaryArray(input);
    for (let index = 0; index < size; index++) {
      const item = ownItem(input, index, isOrdinary);
      let value = member.quick(item);
      if (value === FAILED) {
        const since = report.memberAt(input, index);
        const { leaf } = member;
        const result = leaf === undefined ? this.item.check(item, report) : explainRejected(leaf, item, report);
        value = report.memberDone(result, index, since);
        if (report.truncated) break;
      }
      // Failed items too: there is no result then, and FAILED may be a valid value.
      if (withOutput) items[index] = value;
    }
    if (!report.ascend(start)) return FAILED;
    const result = this.unique ? distinct(items, () => idsOf(report)) : items;
    if (failsLength(this, this.unique ? result.length : size, "item", report)) return FAILED;
    if (this.sort !== undefined && withOutput && !madeUnknown(unknown)) sort(result, this.sort, this.sort_key);
    return result;
  }

  override [ENCODING](to: Encoding): Validator {
    const item = to.of(this.item, "item");
    return item === this.item && this.sort === undefined
      ? this
      : changed(List, this, { item, sort: undefined, sort_key: undefined });
  }

  override keepsInput(): boolean {
    return !this.unique && this.sort === undefined;
  }
}

/** See `IrOf`. */
export function irOfList({ validator: list, given }: KnownParams<ListValidator>): Ir {
  const { nullable, item, unique, minlen, maxlen } = given;
  return {
    kind: "array",
    ...{ nullable, item, unique, minlen, maxlen },
    checkItems: (input, length, report) => list.check(input, report, { length }),
    failLength: (size, report) => {
      const since = report.count;
      const failed = failsLength(list, size, "item", report);
      if (failed) report.word(list, since);
      return failed;
    },
  };
}

/**
 * An array whose items all pass one validator; the result is a new array.
 * Errors: InvalidTypeError; SchemaError of the items' errors; MinLengthError, MaxLengthError by themselves.
 * @param params `nullable`, `minlen`, `maxlen`, `unique`, `sort`, `sort_key`, `alias`, `replace`
 * @example List(Str(), { maxlen: 10, unique: true })(["a", "b", "a"]); // [ "a", "b" ]
 */
export const List: ListConstructor = callable("List", ListValidator);
export interface List<V extends AnyValidator = Validator, in out P = Record<never, never>>
  extends Validator<OrNull<P, Infer<V>[]>["type"], OrNull<P, InferInput<V>[]>["type"]>,
    FieldsOf<typeof params, "item"> {
  readonly item: V;
}
/** The sort key of items. */
export interface SortedBy<Item> {
  readonly sort_key?: ((item: Awaited<Item>) => unknown) | undefined;
}
/** The signatures of `List`. */
export interface ListConstructor extends ValidatorStatics<List> {
  <V extends AnyValidator>(
    item: V,
    params?: TypeNeutral<Omit<ListParams, "sort_key">, "nullable"> & SortedBy<Infer<V>>,
  ): Returned<List<V>, V>;
  <V extends AnyValidator, const P extends Only<ListParams, P> = Record<never, never>>(
    item: V,
    params?: P & SortedBy<Infer<V>>,
  ): Returned<List<V, P>, V>;
  <V extends AnyValidator, const P extends Only<ListParams & { item: V }, P>>(
    params: P & { readonly item: V },
  ): Returned<List<V, P>, V>;
  new <V extends Validator = Validator, const P extends Only<ListParams, P> = Unset<ListParams>>(
    item: V,
    params?: P,
  ): List<V, P>;
}
