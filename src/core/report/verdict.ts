/** Verdicts inside a call: whether a validator accepts a value, without a record of its failures. */
import { RecursionMaxDepthError } from "../errors/errors.ts";
import type { Checker } from "../schemas/checker.ts";
import { madeUnknown, unknownCount } from "./async-call.ts";
import { FAILED, type Failed, type Report } from "./report.ts";
import { closeTrial, dropFallbacks, openTrial, type Trial } from "./trial.ts";

/**
 * Returns whether `validator` accepts the value; undefined if that depends on async functions whose results are not
 * known yet: then the value counts as valid until they are.
 * @returns FAILED, with the failure recorded, if the value is too deep for a verdict: a rule that asks for a refusal
 *   must not accept it.
 */
export function verdictOf(validator: Checker, value: unknown, report: Report): boolean | undefined | Failed {
  const outside = openVerdict(report);
  return closeVerdict(outside, report, validator.check(value, report));
}

/** The state of the report before a verdict. */
export interface Outside {
  readonly trial: Trial;
  readonly tooDeep: boolean;
  /** How many members are in the log of evaluated ones. */
  readonly evaluated: number;
  readonly unknown: number;
}

/**
 * Begins a verdict: `verdictOf` in two parts, for those who have to have no function in between. Each takes stack on
 * each level of conditions inside conditions.
 */
export function openVerdict(report: Report): Outside {
  const { tooDeep } = report.reach;
  report.reach.exceedDepth(false);
  const outside = {
    tooDeep,
    trial: openTrial(report),
    evaluated: report.evaluated?.length ?? 0,
    unknown: unknownCount(),
  };
  // Converted as in the call: `is` accepts nothing that the call refuses.
  report.conditions++;
  return outside;
}

/** Ends a verdict, whose validator has returned `result`. Returns what `verdictOf` does. */
export function closeVerdict(outside: Outside, report: Report, result: unknown): boolean | undefined | Failed {
  report.conditions--;
  dropFallbacks(outside.trial, report);
  // All that is kept is the verdict: whatever comes next walks the value again.
  closeTrial(outside.trial, report, FAILED);
  const isUncertain = result === FAILED && report.reach.tooDeep;
  if (outside.tooDeep) report.reach.exceedDepth();
  const log = report.evaluated;
  if (result === FAILED && log !== undefined) log.length = outside.evaluated;
  if (report.exhausted) return FAILED;
  if (isUncertain) return report.fail(RecursionMaxDepthError, report.maxDepth, report.maxDepth + 1);
  return madeUnknown(outside.unknown) ? undefined : result !== FAILED;
}
