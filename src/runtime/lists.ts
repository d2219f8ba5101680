/** Lists with rules of the whole, or whose result is not as long, or in another order: as the check of `List`. */
import { hasBeyond, shown as shownNumber } from "../values/digits.ts";
import { distinct, firstsOf, idsOf } from "../values/ids.ts";
import { compareOrders, type Order, orderOf, sorted } from "../values/order.ts";
import { itemsOf } from "./containers.ts";
import { failsLength, shown } from "./leaves.ts";
import { FAILED, type Node, type Report } from "./report.ts";
import { type both, fill, plainly } from "./texts.ts";

/** What items are compared by. */
type By = (item: never) => unknown;

/** Of a list: what is not given is as in `List`. */
export interface ListRules {
  readonly minlen?: number;
  readonly maxlen?: number;
  readonly unique_items?: true;
  readonly ascending?: true | By;
  readonly unique?: true;
  readonly sort?: 1 | -1;
  readonly sort_key?: By;
  /** Results are as the items: issues have these. */
  readonly isAlike?: true;
}

/** What is compared: digits that `JSON.parse` has dropped may decide. */
function comparable(items: readonly unknown[], report: Report): readonly unknown[] {
  if (report.bytes !== undefined && items.some(hasBeyond))
    throw new RangeError(
      "A compiled validator cannot compare integers with their digits in JSON text: use the library",
    );
  return items;
}

function failsUnique(items: readonly unknown[], report: Report): void {
  const all = comparable(items, report);
  for (const [index, first] of firstsOf(all, () => idsOf(report)).entries()) {
    if (report.truncated) break;
    if (first === index) continue;
    const since = report.failures.length;
    report.fail(plainly, "duplicate_item", first, shownNumber(items[index]));
    report.under(index, since);
  }
}

/** An item in an error, which has no -0. */
const said = (item: unknown): unknown => (item === 0 ? 0 : item);

function failsAscending(items: readonly unknown[], ascending: true | By, report: Report): void {
  const all = ascending === true ? comparable(items, report) : items.map((item) => ascending(item as never));
  let before: Order | undefined;
  for (let index = 0; index < all.length && !report.truncated; index++) {
    const order = orderOf(all[index]);
    if (before !== undefined && compareOrders(before, order) > 0) {
      const since = report.failures.length;
      const [expected, actual] = [index - 1, index].map((at) => said(shownNumber(all[at] === 0 ? items[at] : all[at])));
      report.fail(ofAny, "min_value", expected, actual);
      report.under(index, since);
    }
    before = order;
  }
}

const ofAny: typeof both = ({ code, expected, actual }, { messages }) =>
  fill(messages[code], { expected: shown(expected), actual: shown(actual) });

/*#__NO_SIDE_EFFECTS__*/ export const listWith =
  (item: Node, rules: ListRules): Node =>
  (input, report) => {
    const { minlen = 0, maxlen = Number.POSITIVE_INFINITY, unique, sort, sort_key, isAlike } = rules;
    const read: unknown[] | undefined = isAlike && [];
    const items = itemsOf(item, input, report, unique ? Number.POSITIVE_INFINITY : maxlen, read);
    if (items === FAILED) return FAILED;
    const start = report.failures.length;
    if (unique || items.size <= maxlen) {
      const compared = read ?? items.made;
      if (rules.unique_items) failsUnique(compared, report);
      if (!report.failedSince(start) && rules.ascending !== undefined)
        failsAscending(compared, rules.ascending, report);
      if (report.failedSince(start)) return FAILED;
    }
    const made = unique ? distinct(items.made, () => idsOf(report)) : items.made;
    if (failsLength(unique ? made.length : items.size, minlen, maxlen, "item", report) === FAILED) return FAILED;
    return sort === undefined ? made : sorted(made, sort, sort_key);
  };
