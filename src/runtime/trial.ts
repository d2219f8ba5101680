/** Tries nodes: nothing is recorded, and the first failure ends a step. As `core/report/trial.ts`. */
import { FAILED, type Node, type Report } from "./report.ts";

/** Runs a node without recording its failures. */
export function tried(node: Node, input: unknown, report: Report): unknown {
  const { errorBudget, truncated } = report;
  report.errorBudget = 0;
  report.truncated = report.exhausted;
  const result = node(input, report);
  report.errorBudget = errorBudget;
  report.truncated = truncated || report.exhausted;
  return result;
}

/**
 * A value that stands for one that is refused. It is not validated.
 * @param value a primitive, or a function that makes it.
 */
/*#__NO_SIDE_EFFECTS__*/ export const fallback =
  (item: Node, value: unknown): Node =>
  (input, report) => {
    if (!report.enter(0, 1)) return FAILED;
    let result = tried(item, input, report);
    if (result === FAILED && !report.exhausted) result = typeof value === "function" ? value() : value;
    report.leave(0);
    return result;
  };
