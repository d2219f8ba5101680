/** Tries validators: nothing is recorded, and the first failure ends a step. */
import { FAILED } from "./check.ts";
import { FEW_ERRORS, type Report } from "./report.ts";

/** The state of the report before a trial, and of its current step. */
export interface Trial {
  readonly truncated: boolean;
  readonly isSingle: boolean;
  readonly errorBudget: number;
  readonly reachedBudget: number;
  readonly steps: number;
  readonly count: number;
  readonly fallbacks: number;
  /** Work units when the current step began. */
  since: number;
}

export function openTrial(report: Report): Trial {
  const { truncated, isSingle, errorBudget, reach, work, count } = report;
  const reachedBudget = reach.errorBudget;
  const { steps } = work;
  const fallbacks = report.fallbacks?.length ?? 0;
  report.errorBudget = 0;
  report.truncated = false;
  return { truncated, isSingle, errorBudget, reachedBudget, steps, count, fallbacks, since: steps };
}

/** Records the first failures of the trial, until it is closed. */
export function record(trial: Trial, report: Report): void {
  report.errorBudget = trial.count + FEW_ERRORS;
}

/** Begins a step, one of several. */
export function beginStep(trial: Trial, report: Report): void {
  dropFallbacks(trial, report);
  report.truncated = report.exhausted;
  trial.since = report.work.steps;
}

/** Forgets what was replaced in the trial. */
export function dropFallbacks(trial: Trial, report: Report): void {
  if (report.fallbacks !== undefined) report.fallbacks.length = trial.fallbacks;
}

/** Ends a trial whose last step has returned `value`. The work of steps that failed is wasted. */
export function closeTrial(trial: Trial, report: Report, value: unknown): void {
  report.errorBudget = trial.errorBudget;
  report.isSingle = trial.isSingle;
  report.refuse();
  report.reach.endTrial(trial.reachedBudget);
  report.truncated = trial.truncated || report.exhausted;
  report.work.wasted += (value === FAILED ? report.work.steps : trial.since) - trial.steps;
}
