/** No item may be equal to an earlier one, by structure: `unique_items`. */
import { firstsOf, idsOf } from "../../values/ids.ts";
import { DuplicateItemError } from "../errors/errors.ts";
import { FAILED, type Report } from "../report/report.ts";
import { type ArrayRule, type ArrayRuleParts, type CheckedArray, exactItems, shownItem } from "./container.ts";
import type { KeywordReader } from "./rule.ts";

export class UniqueItemsRule implements ArrayRule {
  readonly kind = "unique_items";
  readonly params = ["unique_items"];

  fails(array: CheckedArray, report: Report): boolean {
    const start = report.count;
    const items = exactItems(array, report);
    for (const [index, first] of firstsOf(items, () => idsOf(report)).entries()) {
      if (report.truncated) break;
      if (first === index) continue;
      const since = report.memberAt();
      report.fail(DuplicateItemError, first, shownItem(array, items, index));
      array.word(since, report);
      report.under(index, since);
    }
    return report.failedSince(start) && report.collected() === FAILED;
  }
}

export const readUniqueItems = (keywords: KeywordReader): boolean => keywords.flag("uniqueItems");

export const uniqueItemsParts: ArrayRuleParts<UniqueItemsRule> = {
  verdict: (_, { array, size, fail }) => `if (${size} > 1 && hasDuplicates(${array}, state)) ${fail}\n`,
  write(_, to) {
    if (!to.isConverted()) return { uniqueItems: true };
    to.refuse("unique_items", "it compares results, and the items are converted");
    return {};
  },
};
