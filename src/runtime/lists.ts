/** Lists with rules of the whole, or whose result is not as long, or in another order: as the check of `List`. */
import { hasBeyond, shown as shownNumber } from "../values/digits.ts";
import { distinct, firstsOf, idsOf } from "../values/ids.ts";
import { isArray, isOrdinaryArray, itemsOfTyped, listFor, ownItem, typedArrayKind } from "../values/input.ts";
import { compareOrders, type Order, orderOf, sorted } from "../values/order.ts";
import { type TypedArrayName, typedArray } from "../values/typed-arrays.ts";
import { arraySize, itemsOf } from "./containers.ts";
import { failsLength, ofLimit, unsigned } from "./leaves.ts";
import { FAILED, type Node, type Report } from "./report.ts";
import { plainly } from "./texts.ts";

/** What items are compared by. */
type By = (item: never) => unknown;

/** Of a list: what is not given is as in `List`. */
export interface ListRules {
  /** The nodes of the first items. */
  readonly prefix?: readonly Node[];
  /** The typed array that it makes: see `typed`. */
  readonly as?: TypedItems;
  /** Rules that run other nodes: see `contains`. */
  readonly contains?: ItemsRule;
  /** The messages that the schema has for an item, by their codes. */
  readonly texts?: Readonly<Record<string, string>>;
  readonly minlen?: number;
  readonly maxlen?: number;
  readonly unique_items?: true;
  readonly ascending?: true | By;
  readonly unique?: true;
  readonly sort?: 1 | -1;
  readonly sort_key?: By;
  /** Results are as the items, which errors show. */
  readonly isAlike?: true;
}

/** Typed arrays of a kind. */
export interface TypedItems {
  /** The input, with the items of such an array in an ordinary one. */
  read(input: unknown): unknown;
  make(items: readonly unknown[]): object;
}

/** Reports what is wrong with valid items. */
export interface ItemsRule {
  /** Runs a walk through the items, and what follows. */
  around(input: unknown, report: Report, walk: () => unknown): unknown;
  fails(items: readonly unknown[], report: Report): boolean;
}

/*#__NO_SIDE_EFFECTS__*/ export const typed = (name: TypedArrayName): TypedItems => ({
  read: (input) => (typedArrayKind(input) === name ? itemsOfTyped(input) : input),
  make: (items) => typedArray(name, items),
});

/** What is compared: digits that `JSON.parse` has dropped may decide. */
function comparable(items: readonly unknown[], report: Report): readonly unknown[] {
  if (report.bytes !== undefined && items.some(hasBeyond))
    throw new RangeError(
      "A compiled validator cannot compare integers with their digits in JSON text: use the library",
    );
  return items;
}

type ItemTexts = NonNullable<ListRules["texts"]>;

/**
 * An item in an error: as it was given, if the result is another object, or is no -0.
 * @param read the items that were given, if they are alike.
 */
function shownItem(items: readonly unknown[], read: readonly unknown[] | undefined, index: number): unknown {
  const item = items[index];
  const mayDiffer = item === 0 || Object(item) === item;
  return shownNumber(mayDiffer && read !== undefined ? read[index] : item);
}

function failsUnique(
  items: readonly unknown[],
  read: readonly unknown[] | undefined,
  { duplicate_item: text }: ItemTexts,
  report: Report,
): void {
  const all = comparable(items, report);
  for (const [index, first] of firstsOf(all, () => idsOf(report)).entries()) {
    if (report.truncated) break;
    if (first === index) continue;
    const since = report.failures.length;
    report.fail(plainly, "duplicate_item", first, shownItem(items, read, index), { text });
    report.under(index, since);
  }
}

function failsAscending(
  items: readonly unknown[],
  read: readonly unknown[] | undefined,
  ascending: true | By,
  { min_value: text }: ItemTexts,
  report: Report,
): void {
  const all = ascending === true ? comparable(items, report) : items.map((item) => ascending(item as never));
  let before: Order | undefined;
  for (let index = 0; index < all.length && !report.truncated; index++) {
    const order = orderOf(all[index]);
    if (before !== undefined && compareOrders(before, order) > 0) {
      const since = report.failures.length;
      const [expected, actual] = [index - 1, index].map((at) =>
        unsigned(ascending === true || all[at] === 0 ? shownItem(items, read, at) : shownNumber(all[at])),
      );
      report.fail(ofLimit, "min_value", expected, actual, { text });
      report.under(index, since);
    }
    before = order;
  }
}

/** Whether a rule of the whole refuses valid items. */
function failsRules(
  items: readonly unknown[],
  read: readonly unknown[] | undefined,
  { unique_items, ascending, texts = {} }: ListRules,
  report: Report,
): boolean {
  const start = report.failures.length;
  if (unique_items) failsUnique(items, read, texts, report);
  if (!report.failedSince(start) && ascending !== undefined) failsAscending(items, read, ascending, texts, report);
  return report.failedSince(start);
}

/*#__NO_SIDE_EFFECTS__*/ export const listWith = (item: Node, rules: ListRules): Node => {
  const { minlen = 0, maxlen = Number.POSITIVE_INFINITY, prefix, as, contains } = rules;
  const { unique, sort, sort_key, isAlike } = rules;
  const walk = (input: unknown, report: Report): unknown => {
    const read: unknown[] | undefined = isAlike && [];
    const items = itemsOf(item, input, report, unique ? Number.POSITIVE_INFINITY : maxlen, read, prefix);
    if (items === FAILED) return FAILED;
    if (unique || items.size <= maxlen) {
      if (contains?.fails(items.made, report) || failsRules(items.made, read, rules, report)) return FAILED;
    }
    const made = unique ? distinct(items.made, () => idsOf(report)) : items.made;
    if (failsLength(unique ? made.length : items.size, minlen, maxlen, "item", report) === FAILED) return FAILED;
    const inOrder = sort === undefined ? made : sorted(made, sort, sort_key);
    return as === undefined ? inOrder : as.make(inOrder);
  };
  return (given, report) => {
    const input = as === undefined ? given : as.read(given);
    return contains === undefined ? walk(input, report) : contains.around(input, report, () => walk(input, report));
  };
};

/**
 * The way back of a list whose items are compared by their values, before they are encoded.
 * @param list encodes the items.
 */
/*#__NO_SIDE_EFFECTS__*/ export const listEncoder = (list: Node, rules: ListRules): Node => {
  const { minlen = 0, maxlen = Number.POSITIVE_INFINITY, as, contains, unique } = rules;
  return (given, report) => {
    const input = as === undefined ? given : as.read(given);
    const items = isArray(input) ? copyOf(input, report) : input;
    const results = items === FAILED ? FAILED : list(items, report);
    if (!isArray(items) || !isArray(results)) return results;
    if (contains?.fails(items, report) || failsRules(items, undefined, rules, report)) return FAILED;
    const kept = unique ? distinct(items, () => idsOf(report), results) : results;
    return failsLength(kept.length, minlen, maxlen, "item", report) ?? kept;
  };
};

/** The items of an array, each read once. */
function copyOf(input: readonly unknown[], report: Report): unknown[] | typeof FAILED {
  const size = arraySize(input, report);
  if (size === FAILED) return FAILED;
  const isOrdinary = isOrdinaryArray(input);
  const items = listFor(size);
  for (let index = 0; index < size; index++) items[index] = ownItem(input, index, isOrdinary);
  return items;
}
