/** Whether a call needs the results of containers. */
import { resultFormOf } from "../schemas/graph.ts";
import type { Report } from "./report.ts";

/**
 * Whether containers put what their members become into their results. A verdict does without where all results have
 * the structure of what was given: nothing depends on them then, but for the steps of an AllOf.
 */
export function needsOutput(report: Report): boolean {
  const { verdictOf } = report;
  if (verdictOf !== undefined) {
    report.verdictOf = undefined;
    report.needsOutput = resultFormOf(verdictOf) !== "input";
  }
  return report.needsOutput;
}
