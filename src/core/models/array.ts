/** The models of List, Set and Tuple: arrays by their items. */
import type { TypedArrayName } from "../../values/typed-arrays.ts";
import { partsOfDefault } from "../params/default.ts";
import { mayBeMissing } from "../params/optional.ts";
import type { Report } from "../report/report.ts";
import { type Ascending, AscendingRule } from "../rules/ascending.ts";
import { ContainsRule } from "../rules/contains.ts";
import type { AnyArrayRule } from "../rules/index.ts";
import type { Lengths } from "../rules/length.ts";
import { LengthsRule } from "../rules/lengths.ts";
import { Member } from "../rules/member.ts";
import { UniqueItemsRule } from "../rules/unique-items.ts";
import type { Validator } from "../validator.ts";
import { Description } from "./model.ts";

/** A List or Tuple, as generated code needs it. */
export interface ArrayValidator extends Validator {
  /** @param read the length, if it is already read. */
  check(input: unknown, report: Report, read?: { readonly length: unknown }): unknown;
}

/** A List, as its model needs it. */
export interface ListValidator extends ArrayValidator, Lengths {
  readonly item: Validator;
  readonly nullable: boolean;
  readonly prefix: readonly Validator[] | undefined;
  readonly evaluates: boolean;
  readonly contains: Validator | undefined;
  readonly min_contains: number | undefined;
  readonly max_contains: number | undefined;
  readonly unique_items: boolean;
  readonly ascending: Ascending | undefined;
  readonly unique: boolean;
  readonly sort: number | undefined;
  readonly sort_key: ((item: never) => unknown) | undefined;
  readonly as: TypedArrayName | undefined;
  /** Returns whether a rule of the whole refuses the items, after it has reported why. */
  failsRules(items: readonly unknown[], input: readonly unknown[], report: Report): boolean;
  /** Fails an array because of its number of items. */
  failLength(size: number, report: Report): unknown;
}

export class ListModel extends Description<ListValidator> {
  readonly kind = "list";
  readonly item: Validator;
  readonly nullable: boolean;
  /** The validators of the first items, in place of `item`. */
  readonly prefix: readonly Validator[];
  readonly minlen: number | undefined;
  readonly maxlen: number | undefined;
  readonly lengths: LengthsRule;
  readonly evaluates: boolean;
  readonly contains: ContainsRule | undefined;
  readonly min_contains: number | undefined;
  readonly max_contains: number | undefined;
  readonly unique_items: UniqueItemsRule | undefined;
  readonly ascending: AscendingRule | undefined;
  /** What the result is made of: distinct items, in order, in a typed array. */
  readonly unique: boolean;
  readonly sort: number | undefined;
  readonly sort_key: ((item: never) => unknown) | undefined;
  readonly as: TypedArrayName | undefined;

  /** The rules of the array as a whole, in the order of errors; those but `contains`, which is asked first. */
  readonly rules: readonly AnyArrayRule[];
  readonly later: readonly AnyArrayRule[];
  /** The fast paths of the first items, and of the others: see `memberAt`. */
  #first: readonly Member[] = [];
  #rest: Member | undefined;

  constructor(list: ListValidator) {
    super(list);
    const { item, nullable, prefix = [], minlen, maxlen, evaluates, unique, sort, sort_key, as } = list;
    const { contains, min_contains, max_contains, unique_items } = list;
    [this.item, this.nullable, this.prefix, this.evaluates] = [item, nullable, prefix, evaluates];
    [this.minlen, this.maxlen, this.lengths] = [minlen, maxlen, new LengthsRule(list, "item")];
    [this.min_contains, this.max_contains] = [min_contains, max_contains];
    [this.unique, this.sort, this.sort_key, this.as] = [unique, sort, sort_key, as];
    this.contains = contains && new ContainsRule(contains, list);
    this.unique_items = unique_items ? new UniqueItemsRule() : undefined;
    this.ascending = list.ascending && new AscendingRule(list.ascending);
    this.later = [this.unique_items, this.ascending].filter((one) => one !== undefined);
    this.rules = this.contains === undefined ? this.later : [this.contains, ...this.later];
  }

  /** The fast path of an item. The first call makes all: a LazyRef may not be able to give its validator before. */
  memberAt(index: number): Member {
    if (this.#rest === undefined) {
      this.#first = this.prefix.map((one) => new Member(one));
      this.#rest = new Member(this.item);
    }
    return index < this.#first.length ? (this.#first[index] as Member) : this.#rest;
  }

  /** Items may move to places for which the list has other validators. */
  get movesFirst(): boolean {
    return (this.unique || this.sort !== undefined) && this.prefix.some((one) => !one.equals(this.item));
  }
}

/** A Set, as its model needs it. */
export interface SetValidator extends Validator, Lengths {
  readonly item: Validator;
  readonly nullable: boolean;
}

export class SetModel extends Description<SetValidator> {
  readonly kind = "set";
  readonly item: Validator;
  readonly nullable: boolean;
  readonly minlen: number | undefined;
  readonly maxlen: number | undefined;
  readonly lengths: LengthsRule;
  #member: Member | undefined;

  constructor(set: SetValidator) {
    super(set);
    ({ item: this.item, nullable: this.nullable, minlen: this.minlen, maxlen: this.maxlen } = set);
    this.lengths = new LengthsRule(set, "item");
  }

  /** The fast path of the items, made by the first call. */
  get member(): Member {
    this.#member ??= new Member(this.item);
    return this.#member;
  }
}

/** A Tuple, as its model needs it. */
export interface TupleValidator extends ArrayValidator {
  readonly items: readonly Validator[];
  readonly rest: Validator | undefined;
  readonly nullable: boolean;
}

export class TupleModel extends Description<TupleValidator> {
  readonly kind = "tuple";
  readonly items: readonly Validator[];
  /** That of the items behind those; undefined if there are none. */
  readonly rest: Validator | undefined;
  readonly nullable: boolean;
  /** The least number of items of the input; those behind may be missing. */
  least: number;
  /** The least number of items of the result: up to the last that has a default. */
  filled: number;
  #members: readonly Member[] | undefined;
  #others: Member | undefined;

  constructor(tuple: TupleValidator) {
    super(tuple);
    ({ items: this.items, rest: this.rest, nullable: this.nullable } = tuple);
    this.least = this.items.findLastIndex((one) => !mayBeMissing(one)) + 1;
    this.filled = Math.max(this.least, this.items.findLastIndex((one) => partsOfDefault(one) !== undefined) + 1);
  }

  /** Sets the least number of items of an encoder: it takes results, and JSON has no undefined, so none is Optional. */
  takesResultsOf({ filled }: TupleModel): void {
    this.least = this.filled = filled;
  }

  /** The greatest number of items. */
  get most(): number {
    return this.rest === undefined ? this.items.length : Number.POSITIVE_INFINITY;
  }

  /** All arrays have the same number of items. */
  get isFixed(): boolean {
    return this.least === this.most;
  }

  /** The fast paths of the members, made by the first call. */
  get members(): readonly Member[] {
    this.#members ??= this.items.map((item) => new Member(item));
    return this.#members;
  }

  /** The fast path of the items behind. */
  get others(): Member {
    this.#others ??= new Member(this.rest as Validator);
    return this.#others;
  }
}
