/** Unions without a discriminator: as the check of `OneOf`, and the order in which the library has their issues. */

import type { Kind, Located, Placed } from "../core/errors/closest.ts";
import type { PathNode } from "../core/errors/context.ts";
import { type FactReader, factsIn } from "../core/errors/facts.ts";
import { PathBudget } from "../core/report/path-budget.ts";
import type { Ids } from "../values/ids.ts";
import { isArray, typeName } from "../values/input.ts";
import type { LimitedReport } from "./limits.ts";
import { Marker } from "./marker.ts";
import { type Memo, memoOf } from "./memo.ts";
import { type Arrange, FAILED, type Failure, type Node, type Report, type Texts, type UnionState } from "./report.ts";
import { isOfFunction, messageOf, ofClosest, ofTypes, plainly } from "./texts.ts";
import { tried } from "./trial.ts";

const inOrder: Marker[] = [];

class Unions implements UnionState {
  readonly paths = new PathBudget();

  get arrange(): Arrange {
    return arranged;
  }

  markerOf(num: number): PathNode {
    inOrder[num] ??= new Marker(num, false);
    return inOrder[num];
  }
}

function unionsOf(report: LimitedReport): Unions {
  if (report.unions === undefined) {
    const unions = new Unions();
    unions.paths.begin(undefined, report.bytes);
    report.unions = unions;
  }
  return report.unions as Unions;
}

/** Has the paths of a report tell the steps of chains, as if it had met a union. */
export function tellsSteps(report: Report): void {
  unionsOf(report as LimitedReport);
}

/** The outcome of an exclusive union that more than one step accepts: the failure is recorded. */
const AMBIGUOUS = Symbol("ambiguous");

/**
 * The first step that passes.
 * @param isExclusive exactly one must.
 */
/*#__NO_SIDE_EFFECTS__*/ export function union(steps: readonly Node[], isExclusive = false): Node {
  const markers = steps.map((_, num) => new Marker(num, true));
  const isChoice = steps.length > 1;

  /** The result of the first step that passes. */
  const attempt = (input: unknown, report: LimitedReport, memo: Memo): unknown => {
    const { steps: before } = report;
    const passed: number[] = [];
    let since = before;
    let value: unknown = FAILED;
    const { evaluated } = report;
    // Each step that passes may evaluate other members.
    const triesAll = isExclusive || evaluated !== undefined;
    for (let num = 0; num < steps.length && (triesAll || value === FAILED) && !report.exhausted; num++) {
      const mark = evaluated?.length ?? 0;
      const step = steps[num] as Node;
      since = report.steps;
      const result = tried(step, input, report);
      if (result !== FAILED || (isExclusive && report.strict && accepts(step, input, report))) passed.push(num);
      if (value === FAILED) value = result;
      if (result === FAILED && evaluated !== undefined) evaluated.length = mark;
    }
    memo.waste((value === FAILED || passed.length > 1 ? report.steps : since) - before);
    if (report.exhausted) return FAILED;
    if (!isExclusive || passed.length < 2) return value;
    report.fail(plainly, "ambiguous", 1, passed);
    return AMBIGUOUS;
  };

  /** The failures of all steps. */
  const collect = (input: unknown, report: LimitedReport, unions: Unions): unknown => {
    const { truncated, failures } = report;
    const start = failures.length;
    if (isChoice && start >= report.errorBudget) report.truncated = true;
    const isOutermost = isChoice && unions.paths.enterUnion(report.bytes === undefined ? input : undefined);
    let value: unknown = FAILED;
    for (let num = 0; num < steps.length && !(report.truncated && isChoice); num++) {
      const since = failures.length;
      value = (steps[num] as Node)(input, report);
      if (value !== FAILED) break;
      report.under(markers[num] as PathNode, since);
    }
    if (isOutermost) unions.paths.leaveUnion();
    // A function of the caller has accepted the value the second time.
    if (value !== FAILED) report.rollback(start, truncated);
    return value;
  };

  const node: Node = (input, given) => {
    const report = given as LimitedReport;
    if (!report.enter(0, steps.length)) return FAILED;
    const [unions, memo] = [unionsOf(report), memoOf(report)];
    let value = isChoice ? memo.recall(node, input, report) : FAILED;
    if (value === undefined) {
      value = attempt(input, report, memo);
      if (value !== AMBIGUOUS) memo.remember(node, input, report, value);
    }
    if (value === AMBIGUOUS) value = FAILED;
    else if (value === FAILED) value = collect(input, report, unions);
    report.leave(0);
    return value;
  };
  return node;
}

/** Whether a step accepts a value that `is` does not convert. */
function accepts(step: Node, input: unknown, report: LimitedReport): boolean {
  report.derived++;
  const result = tried(step, input, report);
  report.derived--;
  return result !== FAILED;
}

/** A failure with its path as an array, and what it says. */
class LocatedFailure implements Located {
  readonly context: readonly PathNode[];
  readonly failure: Failure;

  constructor(failure: Failure) {
    this.failure = failure;
    const context: PathNode[] = [];
    for (let at = failure.path; at !== undefined; at = at.inner) context.push(at.key);
    this.context = context;
  }
}

const KINDS: Readonly<Record<string, Kind | undefined>> = {
  options: "options",
  forbidden_value: "forbidden",
  invalid_type: "type",
  mapping_key: "key",
  forbidden_key: "key",
  missing_key: "key",
};

class FailureReader implements FactReader<LocatedFailure> {
  readonly #texts: Texts;

  constructor(texts: Texts) {
    this.#texts = texts;
  }

  kindOf({ failure }: LocatedFailure): Kind | undefined {
    const { code, write } = failure;
    return isOfFunction(write) || !Object.hasOwn(KINDS, code) ? undefined : KINDS[code];
  }

  expectedOf({ failure }: LocatedFailure): unknown {
    return failure.expected;
  }

  valueTypeOf({ failure }: LocatedFailure): string {
    return failure.hides?.valueType ?? typeName(failure.actual);
  }

  classOf({ failure }: LocatedFailure): unknown {
    return isOfFunction(failure.write) ? "check" : failure.code;
  }

  factOf({ failure }: LocatedFailure, joined: string | undefined, _ids: Ids): string {
    const reason = failure.write.reason?.conditionOf(failure, this.#texts)?.text;
    // A message shows a bigint as it does a number.
    const types = [typeof failure.expected, typeof failure.actual];
    return JSON.stringify([failure.text, failure.code, joined ?? [messageOf(failure, this.#texts), types], reason]);
  }

  joinableOf({ failure }: LocatedFailure): Failure | undefined {
    return isOfFunction(failure.write) ? undefined : failure;
  }

  joined(errors: readonly [LocatedFailure, ...LocatedFailure[]], expected: readonly unknown[]): LocatedFailure {
    // Only some messages show options of any kind.
    const hasData = ({ failure }: LocatedFailure): boolean =>
      isArray(failure.expected) && failure.expected.some((one) => Object(one) === one);
    const { failure } = errors.find(hasData) ?? errors[0];
    const given = errors.map((one) => one.failure.given).find((one) => one !== undefined);
    const { reason } = failure.write;
    const types = (reason?.of ?? failure.write).hidden?.(ofTypes) ?? ofTypes;
    const write = failure.code === "invalid_type" ? (reason?.around(types) ?? types) : failure.write;
    return new LocatedFailure({ ...failure, expected, given, write });
  }
}

const arranged: Arrange = (failures, isCut, texts) => {
  const placed = failures.map((failure): Placed<LocatedFailure> => ({ error: new LocatedFailure(failure) }));
  const all = factsIn(placed, isCut ? placed.at(-1) : undefined, new FailureReader(texts));
  return all.map(({ error: { failure }, alternative }) => {
    if (alternative === undefined) return failure;
    const { write, more } = failure;
    return {
      ...failure,
      more: { ...more, alternative },
      write: alternative.closest ? Object.assign(ofClosest(write, alternative.of), { more: write.more }) : write,
    };
  });
};
