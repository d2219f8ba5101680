/** What the code of verdicts calls for values that are not handled in the code itself. */
import type { ObjectModel } from "../../core/models/object.ts";
import { verdictLimits } from "../../core/report/limits.ts";
import { openReport, releaseReport } from "../../core/report/pool.ts";
import { FAILED, type Report } from "../../core/report/report.ts";
import { runnerOf } from "../../core/runner.ts";
import type { Applied, Checker } from "../../core/schemas/checker.ts";
import { bail, hasOthers, isListed, leaveUnlessNull } from "../../runtime/verdict.ts";
import type { Matcher } from "../../text/pattern/pattern.ts";
import { hasDuplicates } from "../../values/duplicates.ts";
import type { Ids } from "../../values/ids.ts";
import { lengthOf } from "../../values/input.ts";
import { Application } from "./application.ts";
import { execution } from "./mode.ts";

const { hasOwnProperty: hasOwn, propertyIsEnumerable: isEnumerable } = Object.prototype;

/** Returns whether a value equals a model of plain objects and arrays. */
function isLike(value: unknown, model: unknown): boolean {
  if (typeof model !== "object" || model === null || value === null) return value === model;
  if (typeof value !== "object" || Array.isArray(value) !== Array.isArray(model)) return false;
  if (Array.isArray(value)) {
    if (Object.getPrototypeOf(value) !== Array.prototype) bail();
    const items = model as readonly unknown[];
    if (lengthOf(value) !== items.length) return false;
    for (let index = 0; index < items.length; index++) if (!isLike(value[index], items[index])) return false;
    return true;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) leaveUnlessNull(value);
  return hasAll(value as Members, model as Members) && isWithin(value as Members, model as Members);
}

type Members = Readonly<Record<string, unknown>>;

/** Returns whether a value has the members of a model. */
function hasAll(value: Members, model: Members): boolean {
  for (const key in model) {
    if (hasOwn.call(model, key) && !(isEnumerable.call(value, key) && isLike(value[key], model[key]))) return false;
  }
  return true;
}

/** Returns whether a value has no other keys than a model. */
function isWithin(value: Members, model: Members): boolean {
  for (const key in value) if (hasOwn.call(value, key) && !hasOwn.call(model, key)) return false;
  return true;
}

/** Members that a validator has evaluated. */
interface Evaluated {
  readonly keys: ReadonlySet<unknown>;
  readonly patterns: readonly Matcher[];
  readonly isAll: boolean;
}

/** All members. */
const ALL: Evaluated = { keys: new Set(), patterns: [], isAll: true };

/** What has evaluated members so far. */
interface Log {
  readonly evaluated: Evaluated;
  readonly next: Log | undefined;
}

/** Returns whether an entry of the log has evaluated the member. */
function isEvaluated(log: Log | undefined, key: string | number): boolean {
  for (let entry = log; entry !== undefined; entry = entry.next) {
    const { keys, patterns, isAll } = entry.evaluated;
    if (isAll || keys.has(key)) return true;
    if (typeof key === "string" && patterns.some((matches) => matches(key))) return true;
  }
  return false;
}

/** What the functions of a verdict share. */
export interface VerdictState {
  /** Work units so far, and how many of them repeated a test. */
  work: number;
  waste: number;
  /** Work units of a call of a check. */
  toAsk: number;
  /** Maximum schema depth. */
  levels: number;
  /** Code has been written in this call. */
  hasWritten: boolean;
  ids: Ids | undefined;
  log: Log | undefined;
}

/** With more work units in a call, the check decides, which remembers outcomes. */
export const MOST_WORK = 2_000_000;

function openAt(validator: Checker, depth: number): Report {
  execution.calledOut++;
  const report = openReport(validator, verdictLimits(undefined));
  report.guard();
  report.depth = report.schemaDepth = depth;
  return report;
}

/** Ends a part of a call. Returns whether the value is valid. */
function isValid(report: Report, checked: unknown, state: VerdictState): boolean {
  state.work += state.toAsk + report.steps;
  // The limits apply to the whole call.
  if (report.reach.tooDeep || report.exhausted || state.work > MOST_WORK) bail();
  releaseReport(report);
  return checked !== FAILED;
}

function runs(root: Checker, depth: number, state: VerdictState, check: (report: Report) => unknown): boolean {
  const report = openAt(root, depth);
  let checked: unknown;
  try {
    checked = check(report);
  } finally {
    report.close();
  }
  return isValid(report, checked, state);
}

/** Returns whether the check of a validator accepts a value at that depth. */
const holds = (validator: Checker, value: unknown, depth: number, state: VerdictState): boolean =>
  runs(validator, depth, state, (report) => {
    report.output.begin(validator);
    return validator.check(value, report);
  });

/** Returns whether a missing key of an object has a value that is valid. */
const fills = ({ validator }: ObjectModel, key: string, depth: number, state: VerdictState): boolean =>
  runs(validator, depth, state, (report) => validator.fill(key, report));

/** Returns whether a function of the caller accepts a value. */
function applies(step: Applied, value: unknown, depth: number, state: VerdictState): boolean {
  let report: Report | undefined;
  const application = new Application(step, value, () => {
    report = openAt(step, depth);
    return report;
  });
  let made: unknown;
  try {
    made = application.run();
  } finally {
    report?.close();
  }
  if (report !== undefined) return isValid(report, made, state);
  state.work += state.toAsk;
  return made !== FAILED;
}

/** Returns whether functions of the caller, behind a validator that accepts the value, accept its result. */
function areApplied(steps: readonly Checker[], value: unknown, depth: number, state: VerdictState): boolean {
  const validator = steps[0] as Checker;
  const made = runnerOf(validator).value(validator, value, undefined);
  if (made === FAILED) return false;
  for (let index = 1; index < steps.length; index++)
    if (!applies(steps[index] as Applied, made, depth, state)) return false;
  return true;
}

/** By the names that the code has for them. */
export const verdictCalls = {
  ALL,
  applies,
  areApplied,
  bail,
  fills,
  hasDuplicates,
  hasOthers,
  holds,
  isEvaluated,
  isLike,
  isListed,
  leaveUnlessNull,
};
