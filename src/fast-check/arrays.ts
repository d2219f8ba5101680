/** Arbitraries of List, Set and Tuple. */
import fc from "fast-check";
import type { ListModel, SetModel, TupleModel } from "../core/models/array.ts";
import { modelIn } from "../core/models/index.ts";
import type { ArrayRule } from "../core/rules/container.ts";
import type { Validator } from "../core/validator.ts";
import type { List } from "../validators/list.ts";
import type { Set as SetValidator } from "../validators/set.ts";
import type { Tuple } from "../validators/tuple.ts";
import { equal } from "../values/equal.ts";
import {
  accepted,
  at,
  type Invalid,
  type Kind,
  type Maker,
  nameOf,
  orNull,
  possible,
  refusedBy,
  wrongType,
} from "./kind.ts";
import { distinct } from "./such.ts";

type AnyList = List | SetValidator;

/** Whether lengths count what is distinct, or all items have to be. */
const isDistinct = (list: AnyList): boolean => (list as List).unique !== false || (list as List).unique_items;

/** The rules of the array as a whole. */
function wholeRules(list: AnyList): readonly ArrayRule[] {
  const model = modelIn<ListModel | SetModel>(list as never);
  return model.kind === "list" ? model.rules : [];
}

/** Whether lists with valid items and lengths may be refused all the same. */
const hasMore = (list: AnyList): boolean =>
  isDistinct(list) || wholeRules(list).length > 0 || (list as List).prefix !== undefined;

/** Arrays of the items, as the rules want them. */
const arranged = (list: AnyList, all: fc.Arbitrary<unknown[]>): fc.Arbitrary<unknown[]> =>
  all.map((items) => wholeRules(list).reduce((some, rule) => rule.arrange?.(some) ?? some, items));

/** The items, or those that have to be among them. */
function itemsOf(list: AnyList, to: Maker): fc.Arbitrary<unknown> | undefined {
  const { contains } = list as List;
  const all = [list.item, contains].map((one) => one && to.valid(one)).filter((one) => one !== undefined);
  return all.length === 0 ? undefined : fc.oneof(...all);
}

/** Arrays that begin with the items of the prefix. */
function withPrefix(list: AnyList, all: fc.Arbitrary<unknown[]>, to: Maker): fc.Arbitrary<unknown[]> {
  const { prefix = [] } = list as List;
  const first = prefix.map((one) => to.valid(one as never)).filter((one) => one !== undefined);
  if (first.length === 0) return all;
  return fc.tuple(fc.tuple(...first), all).map(([own, rest]) => [...own, ...rest.slice(own.length)]);
}

function items(list: AnyList, item: fc.Arbitrary<unknown>, minLength: number, maxLength: number) {
  if (!isDistinct(list)) return fc.array(item, { minLength, maxLength });
  const lengths = { minLength, maxLength };
  return fc.oneof(distinct(item, lengths, equal, nameOf(list as never)), fc.array(item, lengths));
}

/** Valid arrays. */
function arrays(list: AnyList, to: Maker, least = 0): fc.Arbitrary<unknown[]> | undefined {
  const { minlen = 0, maxlen = Number.POSITIVE_INFINITY } = list;
  const item = itemsOf(list, to);
  const minLength = Math.max(minlen, least);
  if (minLength > maxlen) return to.none(list as never, "no length is within its limits");
  if (item === undefined || maxlen === 0) return minLength === 0 ? fc.constant([]) : undefined;
  const all = items(list, item, minLength, Math.max(minLength, Math.min(maxlen, minLength + to.more)));
  if (!hasMore(list)) return all;
  return accepted(list as never, arranged(list, withPrefix(list, all, to)), to) as fc.Arbitrary<unknown[]> | undefined;
}

/** The faults of one item among valid ones. */
const ofItem = (all: fc.Arbitrary<unknown[]>, faulty: fc.Arbitrary<Invalid>): fc.Arbitrary<Invalid> =>
  fc.tuple(all, fc.nat(), faulty).map(([values, number, one]) => withItem(values, number % values.length, one));

const withItem = (values: readonly unknown[], index: number, one: Invalid): Invalid =>
  at(index, { ...one, value: values.with(index, one.value) });

function faults(list: AnyList, to: Maker) {
  const { minlen = 0, maxlen } = list;
  const { lengths } = modelIn<ListModel | SetModel>(list as never);
  const validator = list as unknown as Validator;
  const wrong = [wrongType(list)];
  const [item, faulty] = [to.valid(list.item), to.fault(list.item)];
  // Those whose lengths count what is distinct have enough distinct items most of the time.
  const sized = (minLength: number, maxLength: number) =>
    wrong.push(refusedBy(validator, fc.array(item as fc.Arbitrary<unknown>, { minLength, maxLength })));
  if (item !== undefined && wholeRules(list).length > 0) sized(minlen, minlen + 2 + to.more);
  if (item !== undefined) for (const [least, most] of lengths.wrongSizes(to.more)) sized(least, most);
  const ofMember = faulty && maxlen !== 0 ? [ofItem(arrays(list, to, 1) ?? fc.constant([undefined]), faulty)] : [];
  return { single: [...possible(wrong), ...ofMember] };
}

export const list: Kind<List> = {
  valid: (list, to) => orNull(list, arrays(list, to)),
  faults,
};

export const set: Kind<SetValidator> = {
  valid(set, to) {
    const all = arrays(set, to);
    if (all === undefined || to.json) return orNull(set, all);
    return orNull(
      set,
      fc.oneof(
        all,
        all.map((values) => new Set(values)),
      ),
    );
  },
  faults,
};

/** The members of a tuple, all of them; undefined if one has no valid values. */
function members(tuple: Tuple, to: Maker): fc.Arbitrary<unknown[]> | undefined {
  const all = tuple.items.map((item) => to.valid(item as never));
  return all.includes(undefined) ? undefined : fc.tuple(...(all as fc.Arbitrary<unknown>[]));
}

/** Valid arrays: those at the end may be missing, or others follow. */
function ofTuple(tuple: Tuple, to: Maker): fc.Arbitrary<unknown[]> | undefined {
  const { items, least, isFixed, rest } = modelIn<TupleModel>(tuple as never);
  const all = members(tuple, to);
  if (all === undefined || isFixed) return all;
  const shorter = fc.tuple(all, fc.integer({ min: least, max: items.length })).map(([one, size]) => one.slice(0, size));
  const other = rest && to.valid(rest);
  if (other === undefined) return shorter;
  const longer = fc.tuple(all, fc.array(other, { maxLength: 1 + to.more })).map(([one, more]) => [...one, ...more]);
  return fc.oneof(shorter, longer);
}

export const tuple: Kind<Tuple> = {
  valid: (tuple, to) => orNull(tuple, ofTuple(tuple, to)),
  faults(tuple, to) {
    const single = [wrongType(tuple)];
    const all = members(tuple, to);
    if (all === undefined) return { single };
    const { least, rest } = modelIn<TupleModel>(tuple as never);
    const wrong: fc.Arbitrary<unknown[]>[] = [];
    if (rest === undefined) wrong.push(all.map((values) => [...values, null]));
    if (least > 0) wrong.push(all.map((values) => values.slice(0, least - 1)));
    if (wrong.length > 0) single.push(refusedBy(tuple as never, fc.oneof(...wrong)));
    const other = rest && to.fault(rest);
    if (other)
      single.push(fc.tuple(all, other).map(([values, one]) => withItem([...values, null], values.length, one)));
    for (const [index, item] of tuple.items.entries()) {
      const faulty = to.fault(item as never);
      if (faulty) single.push(fc.tuple(all, faulty).map(([values, one]) => withItem(values, index, one)));
    }
    return { single };
  },
};
