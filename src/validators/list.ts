/** List: items of one kind (specification, "List"). */
import { expectFlag } from "../contracts.ts";
import { InvalidTypeError, MaxLengthError } from "../errors/errors.ts";
import { FAILED, type Failed, type Report } from "../report/report.ts";
import type { FieldsOf, Infer, InferInput, Only, OrNull, ParamsOf, Typed, Unset } from "../types.ts";
import { callable, isValidator, type Validator, type ValidatorStatics, withParams } from "../validator.ts";
import { isArray, ownValue, typeName } from "../values/input.ts";
import { arraySize, firstArg, length, validator, wrongLength } from "./bounds.ts";

const params = {
  /** What each item has to pass. */
  item: validator,
  /** Accept null. */
  nullable: expectFlag,
  /** Least number of items in the result. */
  minlen: length,
  /** Greatest number of items in the result. */
  maxlen: length,
  /** Drop items that are equal to an earlier one, by structure. */
  unique: expectFlag,
};

class ListValidator extends withParams(params, firstArg("item", isValidator)) {
  override check(input: unknown, report: Report): unknown[] | null | Failed {
    if (input === null && this.nullable) return null;
    if (!isArray(input)) return report.fail(InvalidTypeError, "array", typeName(input));
    const size = arraySize(input, report);
    if (size === FAILED) return FAILED;
    // Too many items are looked at for their errors only, which come before that of the length.
    const tooLong = !this.unique && this.maxlen !== undefined && size > this.maxlen;
    if (tooLong && report.maxErrors === 0) return report.fail(MaxLengthError, this.maxlen, size);
    if (!report.enter(1, size, input)) return FAILED;
    const items = this.#checkItems(input, size, !tooLong, report);
    report.leave(1);
    return items === FAILED || wrongLength(this, tooLong ? size : items.length, report) ? FAILED : items;
  }

  #checkItems(input: unknown[], size: number, keeps: boolean, report: Report): unknown[] | Failed {
    const items: unknown[] = [];
    const start = report.count;
    for (let index = 0; index < size && !report.truncated; index++) {
      const since = report.count;
      report.at(input, index);
      const value = this.item.check(ownValue(input, index), report);
      if (value === FAILED) report.under(index, since);
      else if (keeps) items.push(value);
    }
    if (report.failedSince(start)) return report.collected();
    return this.unique ? report.ids.distinct(items) : items;
  }

  override keepsInput(): boolean {
    return !this.unique;
  }
}

/** Parameters of {@link List}. */
export interface ListParams extends ParamsOf<typeof params, "item"> {}

/** A validator made by {@link List}. */
export interface List<V extends Typed = Validator, P extends ListParams = Record<never, never>>
  extends Validator<OrNull<P, Infer<V>[]>, OrNull<P, InferInput<V>[]>>,
    FieldsOf<typeof params, "item"> {
  readonly item: V;
}

interface ListConstructor extends ValidatorStatics<List> {
  <V extends Validator, const P extends Only<ListParams, P> = Record<never, never>>(item: V, params?: P): List<V, P>;
  <V extends Validator, const P extends Only<ListParams & { item: V }, P>>(
    params: P & { readonly item: V },
  ): List<V, P>;
  new <V extends Validator = Validator, const P extends Only<ListParams, P> = Unset<ListParams>>(
    item: V,
    params?: P,
  ): List<V, P>;
}

/**
 * An array whose items all pass one validator; the result is a new array.
 * Errors: InvalidTypeError; SchemaError of the items' errors; MinLengthError, MaxLengthError by themselves.
 */
export const List: ListConstructor = callable("List", ListValidator);
