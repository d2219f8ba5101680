/** Reuses one report for consecutive outermost calls: creating a report takes longer than validating a small value. */
import type { Checker } from "../schemas/checker.ts";
import { FIRST_FAILURE, type Limits } from "./limits.ts";
import { Report } from "./report.ts";
import { isChecking } from "./running.ts";

let spare: Report | undefined;

/**
 * Returns the report of a call of `root` with a JavaScript value. Close it when the call has ended; see `Report.open`.
 */
export function openReport(root: Checker, limits: Limits | undefined): Report {
  const report = spare;
  if (report === undefined || isChecking() || (limits !== undefined && limits !== FIRST_FAILURE))
    return Report.open(root, limits);
  spare = undefined;
  report.reuse(root, limits?.maxErrors);
  return report.resume();
}

/**
 * Keeps the report of a call for the next one, after the call has ended without a throw and its error has been made.
 */
export function releaseReport(report: Report): void {
  if (report.forget()) spare = report;
}
