/** Verdicts inside a call: whether a validator accepts a value, without a record of its failures. */
import { RecursionMaxDepthError } from "../errors/errors.ts";
import type { Checker } from "../schemas/checker.ts";
import { madeUnknown, unknownCount } from "./async-call.ts";
import { FAILED, type Failed, type Report } from "./report.ts";
import { closeTrial, dropFallbacks, openTrial } from "./trial.ts";

/**
 * Returns whether `validator` accepts the value; undefined if that depends on async functions whose results are not
 * known yet: then the value counts as valid until they are.
 * @returns FAILED, with the failure recorded, if the value is too deep for a verdict: a rule that asks for a refusal
 *   must not accept it.
 */
export function verdictOf(validator: Checker, value: unknown, report: Report): boolean | undefined | Failed {
  const { tooDeep, evaluated } = report;
  const mark = evaluated?.length ?? 0;
  const unknown = unknownCount();
  report.tooDeep = false;
  const trial = openTrial(report);
  // Converted as in the call: `is` accepts nothing that the call refuses.
  report.lenient++;
  const result = validator.check(value, report);
  report.lenient--;
  dropFallbacks(trial, report);
  // All that is kept is the verdict: whatever comes next walks the value again.
  closeTrial(trial, report, FAILED);
  const isUncertain = result === FAILED && report.tooDeep;
  report.tooDeep ||= tooDeep;
  if (result === FAILED && evaluated !== undefined) evaluated.length = mark;
  if (report.exhausted) return FAILED;
  if (isUncertain) return report.fail(RecursionMaxDepthError, report.maxDepth, report.maxDepth + 1);
  return madeUnknown(unknown) ? undefined : result !== FAILED;
}
