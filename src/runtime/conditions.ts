/** Nodes that ask for the verdict of others: as the checks of `Not` and `If`. */
import { DEFAULT_MAX_DEPTH } from "../core/report/limits.ts";
import { type LimitedReport, limited } from "./limits.ts";
import { Marker } from "./marker.ts";
import { memoOf } from "./memo.ts";
import { because } from "./reasons.ts";
import { FAILED, type Node } from "./report.ts";
import { plainly } from "./texts.ts";
import { tried } from "./trial.ts";

/** Whether a node accepts a value; FAILED, with the failure recorded, if it is too deep for a verdict. */
export function verdictIn(node: Node, input: unknown, report: LimitedReport): boolean | typeof FAILED {
  const { guards, tooDeep, steps, evaluated } = report;
  const mark = evaluated?.length ?? 0;
  // Converted as in the call: `is` accepts nothing that the call refuses.
  report.guards = report.tooDeep = false;
  const result = tried(node, input, report);
  memoOf(report).waste(report.steps - steps);
  const isUncertain = result === FAILED && report.tooDeep;
  report.guards = guards;
  report.tooDeep ||= tooDeep;
  if (result === FAILED && evaluated !== undefined) evaluated.length = mark;
  if (report.exhausted) return FAILED;
  return isUncertain
    ? report.fail(limited, "recursion_max_depth", DEFAULT_MAX_DEPTH, DEFAULT_MAX_DEPTH + 1)
    : result !== FAILED;
}

/** Remembers what `run` returns. Failures are found again, unless nothing more is recorded. */
function remembering(run: (input: unknown, report: LimitedReport) => unknown): Node {
  const node: Node = (input, given) => {
    const report = given as LimitedReport;
    if (!report.enter(0, 2)) return FAILED;
    const memo = memoOf(report);
    let value = memo.recall(node, input, report);
    if (value === FAILED && report.failures.length >= report.errorBudget) report.truncated = true;
    else if (value === undefined || value === FAILED) {
      value = run(input, report);
      if (!report.tooDeep) memo.remember(node, input, report, value);
    }
    report.leave(0);
    return value;
  };
  return node;
}

/**
 * Values that a node refuses.
 * @param why what it excludes, if that is described.
 */
/*#__NO_SIDE_EFFECTS__*/ export const not = (item: Node, why?: unknown): Node =>
  remembering((input, report) => {
    const { evaluated } = report;
    // A refused value has no evaluated members.
    report.evaluated = undefined;
    const verdict = verdictIn(item, input, report);
    report.evaluated = evaluated;
    if (verdict === false) return input;
    if (verdict === FAILED) return FAILED;
    const since = report.failures.length;
    report.fail(plainly, "forbidden_value", undefined, input);
    if (why !== undefined) because(report, since, why);
    return FAILED;
  });

/** A branch: why it is taken, and its node; without one, it takes any value. */
export type Branch = readonly [why: unknown, node?: Node | undefined];

/**
 * One of two nodes, by the verdict of a third.
 * @param branches that of values which the condition accepts, and the other.
 */
/*#__NO_SIDE_EFFECTS__*/ export const either = (condition: Node, ...branches: readonly [Branch, Branch]): Node => {
  const markers = branches.map(([why], index) => new Marker(index + 1, false, why));
  return remembering((input, report) => {
    const verdict = verdictIn(condition, input, report);
    if (verdict === FAILED) return FAILED;
    const num = verdict ? 0 : 1;
    const [, node] = branches[num];
    if (node === undefined) return input;
    const since = report.failures.length;
    const value = node(input, report);
    if (value !== FAILED) return value;
    report.under(markers[num] as Marker, since);
    because(report, since);
    return FAILED;
  });
};

/**
 * The way back of `either`: the first branch whose result the condition sends to that branch.
 * @param copy what takes the place of a branch without a node, if it is not the value itself.
 */
/*#__NO_SIDE_EFFECTS__*/ export const eitherEncoder = (
  condition: Node,
  met: Branch,
  unmet: Branch,
  copy: Node = (input) => input,
): Node => {
  const branches = [met, unmet].map(([why, node = copy], index) => ({
    node,
    marker: new Marker(index + 1, false, why),
  }));
  return remembering((input, report) => {
    for (const [index, { node }] of branches.entries()) {
      const result = tried(node, input, report);
      if (result === FAILED) continue;
      const verdict = verdictIn(condition, result, report);
      if (verdict === FAILED) return FAILED;
      if (verdict === (index === 0)) return result;
    }
    // None fits: the errors are those of the branch for the value as it is.
    const { node, marker } = branches[verdictIn(condition, input, report) === false ? 1 : 0] as (typeof branches)[0];
    const since = report.failures.length;
    if (node(input, report) !== FAILED) return report.fail(plainly, "forbidden_value", undefined, input);
    report.under(marker, since);
    because(report, since);
    return FAILED;
  });
};

/**
 * The way back of a union whose values are of exactly one step: what a step writes is taken if the union reads it.
 * @param own the union of the steps that read.
 * @param union that of those that write.
 */
/*#__NO_SIDE_EFFECTS__*/ export const exclusiveEncoder = (own: Node, union: Node, ...steps: readonly Node[]): Node =>
  remembering((input, report) => {
    let refused: unknown = FAILED;
    for (const step of steps) {
      const written = tried(step, input, report);
      if (written === FAILED) continue;
      const verdict = verdictIn(own, written, report);
      if (verdict !== false) return verdict === FAILED ? FAILED : written;
      refused = written;
    }
    return refused === FAILED ? union(input, report) : own(refused, report);
  });
