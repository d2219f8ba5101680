/** A validator that accepts some of the items of a list: as `core/rules/contains.ts`. */
import { isArray } from "../values/input.ts";
import { verdictIn } from "./conditions.ts";
import { failsLength } from "./leaves.ts";
import type { LimitedReport } from "./limits.ts";
import type { ItemsRule } from "./lists.ts";
import { FAILED, type Node } from "./report.ts";

/** So many of the items must be valid by a node. */
/*#__NO_SIDE_EFFECTS__*/ export const contains = (
  node: Node,
  min = 1,
  max: number = Number.POSITIVE_INFINITY,
): ItemsRule => ({
  around(input, report, walk) {
    if (!isArray(input)) return walk();
    if (!report.enter(0, 2)) return FAILED;
    const result = walk();
    report.leave(0);
    return result;
  },
  fails(items, given) {
    const report = given as LimitedReport;
    const { evaluated } = report;
    if (!report.enter(1, items.length)) return true;
    // The results are no new input.
    report.derived++;
    const start = report.failures.length;
    let count = 0;
    for (let index = 0; index < items.length && !report.truncated; index++) {
      // Where they are logged, each matters.
      if (evaluated === undefined && count >= min && max === Number.POSITIVE_INFINITY) break;
      const since = report.failures.length;
      const verdict = verdictIn(node, items[index], report);
      if (verdict === FAILED) report.under(index, since);
      if (verdict !== true) continue;
      count++;
      evaluated?.push(index);
    }
    report.derived--;
    report.leave(1);
    return report.failedSince(start) || failsLength(count, min, max, "match", report) === FAILED;
  },
});
