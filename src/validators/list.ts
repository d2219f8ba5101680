/** List: items of one kind (specification, "List"). */

import {
  callable,
  type FieldsOf,
  modelBy,
  type ParamsOf,
  rulesOf,
  type ValidatorOf,
  type ValidatorStatics,
  withParams,
} from "../core/builtin.ts";
import { changed, encodedBy, encoder } from "../core/encode/encoder.ts";
import { ENCODING, type Encoding } from "../core/encode/encodings.ts";
import { GIVES, type Given } from "../core/encode/target.ts";
import { InvalidTypeError, MaxLengthError } from "../core/errors/errors.ts";
import { ListModel } from "../core/models/array.ts";
import { MODEL } from "../core/models/model.ts";
import { firstArg } from "../core/params/args.ts";
import { ascending, direction, itemOf, prefixOf, sortKey, typedArrayName } from "../core/params/list.ts";
import { flag, length, maybeValidator } from "../core/params/shared.ts";
import { OPEN, type Opened, type OpenMember, type OpenType } from "../core/partial/opened.ts";
import { madeUnknown, unknownCount } from "../core/report/async-call.ts";
import { areSpelled } from "../core/report/digits.ts";
import { ALL_MEMBERS } from "../core/report/evaluated.ts";
import { Memo } from "../core/report/memo.ts";
import { FAILED, type Failed, type Report } from "../core/report/report.ts";
import type { ArrayRule, CheckedArray } from "../core/rules/container.ts";
import { explainRejected, takesAny } from "../core/rules/leaf.ts";
import { arraySize } from "../core/rules/length.ts";
import { MEMBERS, type Roles, TAKES } from "../core/schemas/checker.ts";
import { resultFormOf } from "../core/schemas/graph.ts";
import type {
  AllOnly,
  AnyValidator,
  Bound,
  CallerOf,
  GivenParams,
  IfFits,
  IfOther,
  IfUsual,
  Infer,
  InferInput,
  Item,
  ItemOf,
  Names,
  Off,
  Only,
  Param,
  Returned,
  Unset,
  Usual,
  WordParams,
} from "../core/types.ts";
import { isMember, type Validator } from "../core/validator.ts";
import { distinct, idsOf } from "../values/ids.ts";
import { isArray, isOrdinaryArray, itemsOfTyped, listFor, ownItem, typedArrayKind, typeName } from "../values/input.ts";
import type { JsonType } from "../values/json-type.ts";
import { sorted } from "../values/order.ts";
import { type TypedArrayName, type TypedArrays, typedArray } from "../values/typed-arrays.ts";

const params = {
  /** The validator of each item; with `prefix`, of those after it. */
  item: itemOf,
  /** Accept null. */
  nullable: flag,
  /** Least number of items in the result. */
  minlen: length,
  /** Greatest number of items in the result. */
  maxlen: length,
  /** Validators of the first items, in order, in place of `item`. */
  prefix: prefixOf,
  /** Items that `Any` accepts count as evaluated, for `Closed`: otherwise only those of another validator do. */
  evaluates: flag,
  /** A validator that accepts some of the items: at least `min_contains`, at most `max_contains`. */
  contains: maybeValidator,
  /** Least number of items that `contains` accepts; 1 if it is not given. */
  min_contains: length,
  /** Greatest number of items that `contains` accepts. */
  max_contains: length,
  /** No item may be equal to an earlier one, by structure. */
  unique_items: flag,
  /** Items in order, the least first: true, or by what a function `by` returns. Equal ones may follow each other. */
  ascending,
  /** Drop items that are equal to an earlier one, by structure. */
  unique: flag,
  /** Sort the result: 1 in ascending, -1 in descending order. */
  sort: direction,
  /** The sort key: a function of the item. Arrays are compared member by member. */
  sort_key: sortKey,
  /** The result is a typed array of this kind, such as `"Float64Array"`. Its range limits the items. */
  as: typedArrayName,
};

/** The parameters of `List`. */
export interface ListParams extends ParamsOf<typeof params, "item"> {}

/** The items of the result, in an array or a typed array. */
type Items = unknown[] | object;

/** The items of an array, each read once. */
function copyOfInput(input: readonly unknown[], report: Report): unknown[] | Failed {
  const size = arraySize(input.length, report);
  if (size === FAILED) return FAILED;
  const isOrdinary = isOrdinaryArray(input);
  const items = listFor(size);
  for (let index = 0; index < size; index++) items[index] = ownItem(input, index, isOrdinary);
  return items;
}

/** The input, with the items of a typed array of this kind in an array. */
const untyped = (input: unknown, as: TypedArrayName | undefined): unknown =>
  as !== undefined && typedArrayKind(input) === as ? itemsOfTyped(input) : input;

class ListValidator extends withParams(params, firstArg("item", isMember)) {
  get [MODEL](): ListModel {
    return modelBy<ListValidator, ListModel>(this, ListModel);
  }

  /**
   * Few variables and no function in between: each takes stack on each level of a deep value.
   * @param read the length, if it is already read.
   * @param isBegun the list has `contains`, and the caller, which is this function, does the rest.
   */
  override check(
    given: unknown,
    report: Report,
    read?: { readonly length: unknown },
    isBegun?: true,
  ): Items | null | Failed {
    const model = this[MODEL];
    const input = this.as === undefined ? given : untyped(given, this.as);
    if (model.contains !== undefined && !isBegun && isArray(input)) {
      // Its items are validated twice, and where schemas refer to themselves, twice as often at each level: it begins
      // as a pipeline does. When `contains` looks at the items, the walk has returned.
      let walked = report.begin(this, input, 2, Memo) as Walked | Failed | undefined;
      if (walked !== undefined) return walked;
      walked = this.check(input, report, read, true) as Walked | Failed;
      // An object may show other members when it is read again. The values of a text do not, and have their digits.
      const seen = walked !== FAILED && walked[1] && (areSpelled(report.digits) ? walked[1] : comparedOf(walked));
      if (seen && model.contains.fails(new Checked(this, seen, input), report)) walked = FAILED;
      return report.end(this, input, 2, walked === FAILED ? FAILED : finish(this, input, walked, report)) as Items;
    }
    if (input === null && this.nullable) return null;
    if (!isArray(input)) return report.fail(InvalidTypeError, "array", typeName(input));
    const size = arraySize((read ?? input).length, report);
    if (size === FAILED) return FAILED;
    // If there are too many items, they are only checked for their errors, which come before that of the length.
    const tooLong = !this.unique && this.maxlen !== undefined && size > this.maxlen;
    if (tooLong && report.maxErrors === 0) return report.fail(MaxLengthError, this.maxlen, size);
    const start = report.descend(size, input);
    if (start === FAILED) return FAILED;
    const unknown = unknownCount();
    const needed = report.output.isNeeded;
    // The results of items are compared, and validated again; the items themselves if the results are equal to them,
    // because what is known of those is remembered.
    const comparesInput = model.rules.length > 0 && resultFormOf(this) === "input";
    const compared = comparesInput && !tooLong ? listFor(size) : undefined;
    if (model.rules.length > 0 && !comparesInput) report.output.need(true);
    const withOutput = !tooLong && report.output.isNeeded;
    const items = withOutput ? listFor(size) : [];
    const isOrdinary = isOrdinaryArray(input);
    for (let index = 0; index < size; index++) {
      const item = ownItem(input, index, isOrdinary);
      if (compared !== undefined) compared[index] = item;
      const member = model.memberAt(index);
      let value = member.quick(item);
      if (value === FAILED) {
        const since = report.memberAt(input, index);
        if (member.leaf !== undefined) value = explainRejected(member.leaf, item, report);
        else if (report.settled !== undefined) value = report.settled.check(member.validator, item, report);
        else value = member.validator.check(item, report);
        value = report.memberDone(value, index, since);
        if (report.truncated) break;
      }
      // Failed items too: there is no result then, and FAILED may be a valid value.
      if (withOutput) items[index] = value;
    }
    report.output.need(needed);
    if (!report.ascend(start)) return report.allErrors ? failWhole(this, input, size, report) : FAILED;
    const isKnown = !madeUnknown(unknown);
    const whole = model.rules.length > 0 && !tooLong && isKnown ? (compared ?? items) : undefined;
    const walked: Walked = [items, whole, size, withOutput, isKnown];
    return isBegun ? walked : finish(this, input, walked, report);
  }

  failsRules(items: readonly unknown[], input: readonly unknown[], report: Report): boolean {
    return failsAny(this[MODEL].rules, new Checked(this, items, input), report);
  }

  failLength(size: number, report: Report): Failed | false {
    const since = report.count;
    const failed = this[MODEL].lengths.fails(size, report);
    if (failed) report.word(this, since);
    return failed;
  }

  [OPEN](type: OpenType): Opened | undefined {
    if (type !== "array") return undefined;
    const member = (index: string | number): OpenMember => {
      const item = this[MODEL].memberAt(index as number);
      return { validator: item.validator, quick: (value) => item.quick(value), name: index };
    };
    return { nodes: [], shows: this.as === undefined, member };
  }

  override get [GIVES](): Given {
    return "array";
  }

  override [ENCODING](to: Encoding): Validator | string {
    if (this[MODEL].movesFirst) return "sort and unique move items of its prefix";
    const item = to.of(this.item, "item");
    const prefix = this.prefix?.map((one, index) => to.of(one, "prefix", index));
    const isSame = item === this.item && prefix?.every((one, index) => one === this.prefix?.[index]) !== false;
    const { as, unique, contains } = this;
    const { rules } = this[MODEL];
    if (isSame && this.sort === undefined && as === undefined) return this;
    const ofItems = { item, prefix, sort: undefined, sort_key: undefined, as: undefined };
    if (!(unique || rules.length > 0) || (isSame && as === undefined)) {
      const list = changed<List>(List, this, ofItems);
      return as === undefined ? list : encoder(this, [list], (given, report) => list.check(untyped(given, as), report));
    }
    // Items are compared and counted by their values, before they are encoded.
    const ofValues = ["minlen", "maxlen", "unique", ...rules.flatMap((rule) => rule.params)];
    const none = Object.fromEntries(ofValues.map((name) => [name, undefined]));
    const list = changed<List>(List, this, { ...ofItems, ...none });
    return encoder(this, [list, contains], (given, report) => {
      const input = untyped(given, as);
      const items = isArray(input) ? copyOfInput(input, report) : input;
      const results = items === FAILED ? FAILED : list.check(items, report);
      if (!isArray(items) || !isArray(results)) return results;
      if (this.failsRules(items, items, report)) return FAILED;
      const kept = unique ? distinct(items, () => idsOf(report), results) : results;
      return this[MODEL].lengths.fails(kept.length, report) || kept;
    });
  }

  [TAKES](): readonly JsonType[] | undefined {
    return ["array"];
  }

  [MEMBERS](): Roles {
    return { others: [this.item], any: [...(this.prefix ?? []), this.contains].filter((one) => one !== undefined) };
  }

  override keepsInput(): boolean {
    return !this.unique && this.sort === undefined && this.as === undefined;
  }
}

/** An array whose items have been checked, for the rules of the whole. */
class Checked implements CheckedArray {
  readonly items: readonly unknown[];
  readonly input: readonly unknown[];
  readonly #list: ListValidator;

  constructor(list: ListValidator, items: readonly unknown[], input: readonly unknown[]) {
    this.items = items;
    this.input = input;
    this.#list = list;
  }

  given(index: number): unknown {
    const item = this.items[index];
    const mayDiffer = item === 0 || Object(item) === item;
    const given = mayDiffer && resultFormOf(this.#list) === "input" ? this.input[index] : item;
    // The result of -0 is 0. A number that is read again may be another.
    return item === 0 && given !== 0 ? item : given;
  }

  word(since: number, report: Report): void {
    report.word(this.#list, since);
  }
}

function failsAny(rules: readonly ArrayRule[], array: CheckedArray, report: Report): boolean {
  let hasFailed = false;
  for (let index = 0; index < rules.length; index++) {
    if (!(rules[index] as ArrayRule).fails(array, report)) continue;
    if (!report.allErrors) return true;
    hasFailed = true;
  }
  return hasFailed;
}

/** Fails a list that has invalid items for all that is wrong with the whole: by the items as they are. */
function failWhole(list: ListValidator, input: readonly unknown[], size: number, report: Report): Failed {
  const { contains, later } = list[MODEL];
  const items = report.truncated ? FAILED : copyOfInput(input, report);
  if (items !== FAILED) {
    const checked = new Checked(list, items, input);
    contains?.fails(checked, report);
    failsAny(later, checked, report);
    list.failLength(size, report);
  }
  return report.collected();
}

/** A list whose items are valid. `whole`: the items that are compared; undefined if they are not. */
type Walked = readonly [
  items: unknown[],
  whole: readonly unknown[] | undefined,
  size: number,
  withOutput: boolean,
  isKnown: boolean,
];

/** The results, if there are any: what is compared is what is returned, whatever the items are when read again. */
const comparedOf = (walked: Walked): readonly unknown[] | undefined => (walked[1] && walked[3] ? walked[0] : walked[1]);

/** The result of a list whose items are valid. Read by index: iterators may be polluted. */
function finish(list: ListValidator, input: readonly unknown[], walked: Walked, report: Report): Items | Failed {
  const [items] = walked;
  const compared = comparedOf(walked);
  const isRefused = compared && failsAny(list[MODEL].later, new Checked(list, compared, input), report);
  if (isRefused && !report.allErrors) return FAILED;
  const result = list.unique ? distinct(items, () => idsOf(report)) : items;
  const { lengths } = list[MODEL];
  if (lengths.fails(list.unique ? result.length : walked[2], report) || isRefused) return FAILED;
  const isSorted = list.sort !== undefined && walked[3] && walked[4];
  const made = isSorted ? sorted(result, list.sort as number, list.sort_key) : result;
  if (report.evaluated !== undefined) evaluate(list, walked[2], report.evaluated);
  return list.as === undefined || !walked[3] ? made : typedArray(list.as, made);
}

/** Adds the evaluated items to the log; those that `contains` has accepted are in it. */
function evaluate(list: ListValidator, size: number, log: unknown[]): void {
  const leaf = rulesOf(encodedBy(list.item));
  if (list.evaluates || leaf === undefined || !takesAny(leaf)) log.push(ALL_MEMBERS);
  for (let index = 0; index < (list.prefix?.length ?? 0) && index < size; index++) log.push(index);
}

/**
 * An array whose items all pass one validator; the result is a new array.
 * Errors: InvalidTypeError; SchemaError of the items' errors; MinLengthError, MaxLengthError by themselves, for
 * `contains`; SchemaError of DuplicateItemErrors; MinLengthError, MaxLengthError by themselves, for the length.
 * @param params `nullable`, `minlen`, `maxlen`, `prefix`, `evaluates`, `contains`, `min_contains`, `max_contains`,
 *   `unique_items`, `ascending`, `unique`, `sort`, `sort_key`, `as`, `alias`, `replace`
 * @example List(Str(), { maxlen: 10, unique: true })(["a", "b", "a"]); // [ "a", "b" ]
 */
export const List: ListConstructor = callable("List", ListValidator);
export interface List<V extends AnyValidator = Validator, in out P = {}>
  extends ValidatorOf<
      P,
      ListOutput<P, (Infer<V> | PrefixOf<P, "output">)[]>,
      ListInput<P, (InferInput<V> | PrefixOf<P, "input">)[]>,
      CallerOf<V | OtherItems<P>>
    >,
    FieldsOf<typeof params, "item"> {
  readonly item: V;
}
/** The validators of items beside that of all. */
export type OtherItems<P> =
  P extends Off<"prefix" | "contains">
    ? never
    : ItemOf<Param<P, "prefix">> | Extract<Param<P, "contains">, AnyValidator>;
/** The types of the first items, if they have validators of their own. */
export type PrefixOf<P, Side extends "input" | "output"> = P extends { readonly prefix: infer First }
  ? First extends readonly AnyValidator[]
    ? First[number]["~types"][Side]
    : never
  : never;
/** The result: the items, or the typed array that the parameters name. */
export type ListOutput<P, Items> = P extends Off<"as"> ? Items : TypedBy<P> | UnlessGiven<P, Items>;
/** The input: the items, in a typed array of that kind too. */
export type ListInput<P, Items> = P extends Off<"as"> ? Items : Items | TypedBy<P>;
type TypedBy<P> = TypedArrays[Extract<Param<P, "as">, TypedArrayName>];
// Parameters that are unknown to the compiler make an array.
type UnlessGiven<P, Items> = "~unset" extends keyof P
  ? Items
  : P extends { readonly as: TypedArrayName }
    ? never
    : Items;
/** The sort key of items. */
export interface SortedBy<Item> {
  readonly sort_key?: SortKey<Awaited<Item>>["of"] | undefined;
}
// Parameters of methods may be of a narrower type: `ListParams` itself is for any items.
interface SortKey<Item> {
  of(item: Item): unknown;
}
/** The usual parameters, each certainly given: they do not affect the type, nor does it affect them. */
export interface ListTable extends Usual<ListParams, never, "nullable" | "as" | "prefix" | "contains" | "sort_key"> {}
/** The signatures of `List`: with such parameters, with others, without any, and with all in one object. */
export interface ListConstructor extends ValidatorStatics<List> {
  <V extends AnyValidator, K extends keyof ListTable>(
    item: V,
    params: GivenParams<K, ListTable>,
    ...none: IfUsual<K>
  ): Returned<List<V>, V>;
  <V extends Item = AnyValidator, const P extends Only<ListParams & Bound, P> = ListParams, K extends string = never>(
    item: V,
    params: (P & WordParams & SortedBy<Infer<V>> & Names<K>) | undefined,
    ...none: IfOther<keyof ListTable, K, P & V>
  ): Returned<List<V, P>, V>;
  <V extends Item = AnyValidator>(item: V, ...none: IfFits<V>): Returned<List<V>, V>;
  <V extends AnyValidator, const P extends AllOnly<ListParams & { item: V }, P>>(
    params: P & WordParams & { readonly item: V },
  ): Returned<List<V, P>, V>;
  new <V extends Validator = Validator, const P extends Only<ListParams, P> = Unset<ListParams>>(
    item: V,
    params?: P & WordParams,
  ): List<V, P>;
}
