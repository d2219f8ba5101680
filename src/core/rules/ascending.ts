/** Items in order, the least first: `ascending`. */
import { compareOrders, type Order, orderOf, sorted } from "../../values/order.ts";
import { MinValueError } from "../errors/errors.ts";
import { FAILED, type Report } from "../report/report.ts";
import { type ArrayRule, type ArrayRuleParts, type CheckedArray, exactItems, shownItem } from "./container.ts";

/** The parameter: whether items are compared by themselves, or what they are compared by. */
export type Ascending = true | { readonly by: (item: never) => unknown };

export class AscendingRule implements ArrayRule {
  readonly kind = "ascending";
  readonly params = ["ascending"];
  readonly by: ((item: never) => unknown) | undefined;
  /** A function of the caller is called by the check only, once for each item. */
  readonly test: ((items: readonly unknown[]) => boolean) | undefined;

  constructor(ascending: Ascending) {
    this.by = ascending === true ? undefined : ascending.by;
    this.test = this.by === undefined ? isAscending : undefined;
  }

  fails(array: CheckedArray, report: Report): boolean {
    const start = report.count;
    const { by } = this;
    const items = by === undefined ? exactItems(array, report) : array.items.map((item) => by(item as never));
    let before: Order | undefined;
    for (let index = 0; index < items.length && !report.truncated; index++) {
      const order = orderOf(items[index]);
      if (before !== undefined && compareOrders(before, order) > 0) {
        const since = report.memberAt();
        const [expected, actual] = [index - 1, index].map((at) => said(shownItem(array, items, at)));
        report.fail(MinValueError, expected, actual);
        array.word(since, report);
        report.under(index, since);
      }
      before = order;
    }
    return report.failedSince(start) && report.collected() === FAILED;
  }

  arrange(items: readonly unknown[]): unknown[] {
    return sorted(items, 1, this.by);
  }
}

/** An item in an error: what of a number a result has, which is no -0. */
const said = (item: unknown): unknown => (item === 0 ? 0 : item);

/** Objects are left to `fails`, which reads each once. */
function isAscending(items: readonly unknown[]): boolean {
  for (let index = 0; index < items.length; index++) {
    const [before, item] = [items[index - 1], items[index]];
    if (typeof item === "object" && item !== null) return false;
    // Nothing comes before the first: the order begins with undefined.
    if (typeof before === "number" && typeof item === "number" && before <= item) continue;
    if (compareOrders(orderOf(before), orderOf(item)) > 0) return false;
  }
  return true;
}

export const ascendingParts: ArrayRuleParts<AscendingRule> = {
  write(_, { refuse }) {
    refuse("ascending", "JSON Schema has no form for the order of items");
    return {};
  },
};
