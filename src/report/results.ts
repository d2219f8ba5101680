/** Decides whether a call needs the results of containers. */
import { resultFormOf } from "../schemas/graph.ts";
import type { Report } from "./report.ts";

/**
 * Returns whether containers need to collect the output of their members. A verdict does not need it if all results
 * have the structure of the input: then only the steps of an AllOf depend on output.
 */
export function needsOutput(report: Report): boolean {
  const { verdictOf } = report;
  if (verdictOf !== undefined) {
    report.verdictOf = undefined;
    report.needsOutput = resultFormOf(verdictOf) !== "input";
  }
  return report.needsOutput;
}
