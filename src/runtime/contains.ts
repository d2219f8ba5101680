/** A validator that accepts some of the items of a list: as `core/rules/contains.ts`. */
import { isArray } from "../values/input.ts";
import { failsLength } from "./leaves.ts";
import type { ItemsRule } from "./lists.ts";
import { FAILED, type Node } from "./report.ts";
import { tried } from "./trial.ts";

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
  fails(items, report) {
    if (!report.enter(1, items.length)) return true;
    // The results are no new input.
    report.derived++;
    const start = report.failures.length;
    let count = 0;
    for (let index = 0; index < items.length && !report.truncated; index++) {
      if (count >= min && max === Number.POSITIVE_INFINITY) break;
      if (tried(node, items[index], report) !== FAILED) count++;
    }
    report.derived--;
    report.leave(1);
    return report.failedSince(start) || failsLength(count, min, max, "match", report) === FAILED;
  },
});
