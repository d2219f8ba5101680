/** Validators that pass the value itself to others, and functions of the caller. */
import { isError, isStackOverflow } from "../values/input.ts";
import { jsonTypeOf } from "../values/json-type.ts";
import { answered } from "./containers.ts";
import { CompiledError, type CompiledIssue } from "./error.ts";
import { type LimitedReport, limited } from "./limits.ts";
import { FAILED, type Failure, type Node, type Report } from "./report.ts";
import { unexplained } from "./texts.ts";

/*#__NO_SIDE_EFFECTS__*/ export const nullable =
  (item: Node): Node =>
  (input, report) =>
    input === null ? null : item(input, report);

/*#__NO_SIDE_EFFECTS__*/ export const mayBeUndefined =
  (item: Node): Node =>
  (input, report) =>
    input === undefined ? undefined : item(input, report);

/** @param value a primitive, or a function that makes the default. */
/*#__NO_SIDE_EFFECTS__*/ export const withDefault =
  (item: Node, value: unknown): Node =>
  (input, report) => {
    if (input !== undefined) return item(input, report);
    report.derived++;
    const checked = item(typeof value === "function" ? value() : value, report);
    report.derived--;
    return checked;
  };

/** What refuses a value in a function of the caller. */
export interface Refusal {
  readonly message?: string;
  readonly path?: readonly (string | number)[];
  readonly code?: string;
  readonly throws?: true;
}

/** A step that calls a function. A check goes on: those that follow run on what it refuses. */
export type Step = Node & { readonly goesOn?: boolean };

/** A step; `change` gets the failures that it records. */
/*#__NO_SIDE_EFFECTS__*/ export const withFailures = (
  node: Step,
  change: (failure: Failure, input: unknown) => void,
): Step =>
  Object.assign(
    ((input, report) => {
      const since = report.failures.length;
      const made = node(input, report);
      if (made === FAILED) for (const failure of report.failures.slice(since)) change(failure, input);
      return made;
    }) as Step,
    node.goesOn === undefined ? {} : { goesOn: node.goesOn },
  );

/** @param said the text that the function itself has given, which gives way to a message of the schema. */
function refuse(
  { path = [], ...refusal }: Refusal & { readonly params?: object },
  report: Report,
  said?: string,
): typeof FAILED {
  const since = report.failures.length;
  const { message: text, code = "check", params } = refusal;
  report.fail(unexplained, code, undefined, undefined, { text, said, more: params && { params } });
  for (const key of path.toReversed()) report.under(key, since);
  return FAILED;
}

/** What `called` returns if the function refuses the value by an error. A function can return FAILED itself. */
export const REFUSED: unique symbol = Symbol("refused");

/**
 * Calls the function of a validator of the class `owner`.
 * @param otherwise what it may do in place of returning no Promise.
 */
export function called(
  owner: string,
  act: () => unknown,
  refusal: Refusal,
  report: Report,
  otherwise = ", or be given async: true",
): unknown {
  let answer: unknown;
  try {
    answer = act();
  } catch (error) {
    if (isRefusal(error)) {
      absorb(error, report);
      return REFUSED;
    }
    if (!refusal.throws || !isError(error) || isStackOverflow(error)) throw error;
    refuse(refusal, report, error.message);
    return REFUSED;
  }
  // That it is a Promise is a mistake of the program, which `throws` does not make a refusal.
  return answered(owner, answer, otherwise);
}

/** An error of a validator, compiled or of the library, which the function has called. */
interface Refused {
  readonly issues: readonly CompiledIssue[];
}

const isRefusal = (error: unknown): error is Refused =>
  error instanceof CompiledError || (isError(error) && "issues" in error && "formatError" in error);

/** Records the failures of an error as those of the value. */
function absorb({ issues }: Refused, report: Report): void {
  for (const { code, path, message: said, expected, actual, params, alternative, condition } of issues) {
    const more = { ...(params && { params }), ...(alternative && { alternative }), ...(condition && { condition }) };
    const since = report.failures.length;
    report.fail(unexplained, code, expected, actual, { said, more });
    for (const key of path.toReversed()) report.under(key, since);
  }
}

/** A condition of the caller. */
/*#__NO_SIDE_EFFECTS__*/ export const check = (
  test: (value: never) => unknown,
  refusal: Refusal = {},
  abort = false,
): Step =>
  Object.assign(
    ((input, report) => {
      const answer = called("Check", () => test(input as never), refusal, report);
      if (answer === REFUSED) return FAILED;
      return answer ? input : refuse(refusal, report);
    }) as Node,
    { goesOn: !abort },
  );

/** What a condition reports. */
export interface CheckIssue {
  readonly path?: readonly (string | number)[] | undefined;
  readonly message?: string | undefined;
  readonly code?: string | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/** One that reports what is wrong by its second parameter. */
/*#__NO_SIDE_EFFECTS__*/ export const checkEach = (
  test: (value: never, fail: FailEach) => unknown,
  refusal: Refusal = {},
  abort = false,
): Step =>
  Object.assign(
    ((input, report) => {
      const answer = reported("Check", (fail) => test(input as never, fail), refusal, report);
      if (answer === REFUSED) return FAILED;
      return (answer === undefined ? test.length > 1 : answer) ? input : refuse(refusal, report);
    }) as Node,
    { goesOn: !abort },
  );

type FailEach = (issue?: CheckIssue) => false;

/** Calls a function that reports what is wrong by its parameter. REFUSED if it has done so, else what it returns. */
function reported(owner: string, act: (fail: FailEach) => unknown, refusal: Refusal, report: Report): unknown {
  let isOver = false;
  const since = report.failures.length;
  const wasTruncated = report.truncated;
  const answer = called(
    owner,
    () =>
      act((issue = {}) => {
        if (isOver) throw new TypeError(`${owner}: fail was called after the function had returned`);
        const { message, path = refusal.path, code = refusal.code } = issue;
        const params = issue.params && { ...issue.params };
        const { message: text } = message === undefined ? refusal : {};
        refuse({ message: text, path, code, params } as Refusal, report, message);
        return false;
      }),
    refusal,
    report,
  );
  isOver = true;
  return report.failures.length > since || report.truncated !== wasTruncated ? REFUSED : answer;
}

/** A conversion of the caller. */
/*#__NO_SIDE_EFFECTS__*/ export const transform =
  (make: (value: never) => unknown, refusal: Refusal = {}): Step =>
  (input, report) =>
    functionResult(called("Transform", () => make(input as never), refusal, report));

export function functionResult(made: unknown, owner = "Transform"): unknown {
  if (made === REFUSED) return FAILED;
  if (made !== FAILED) return made;
  const error = new Error(`${owner}.check refused a value without calling report.fail`);
  throw Object.assign(error, { name: "AssertionError" });
}

/** One that reports what is wrong by its second parameter. */
/*#__NO_SIDE_EFFECTS__*/ export const transformEach =
  (make: (value: never, fail: FailEach) => unknown, refusal: Refusal = {}): Step =>
  (input, report) =>
    functionResult(reported("Transform", (fail) => make(input as never, fail), refusal, report));

/** Each step gets the result of the one before. */
/*#__NO_SIDE_EFFECTS__*/ export const chain =
  (...steps: Step[]): Node =>
  (input, report) => {
    if (!report.enter(0, steps.length)) return FAILED;
    let value: unknown = input;
    let hasFailed = false;
    for (let index = 0; index < steps.length; index++) {
      const step = steps[index] as Step;
      if (index > 0) report.derived++;
      const since = report.failures.length;
      const checked = step(value, report);
      if (index > 0) report.derived--;
      if (checked === FAILED && report.unions !== undefined) report.under(report.unions.markerOf(index), since);
      if (checked === FAILED) hasFailed = true;
      else value = checked;
      if (report.truncated) break;
      // Checks that follow each other all say what is wrong.
      const next = steps[index + 1];
      if (hasFailed && !(step.goesOn && next?.goesOn !== undefined)) break;
    }
    report.leave(0);
    return hasFailed ? FAILED : value;
  };

/** The way back of a chain: its encoders, the last one first. Checks get what the step before them gets. */
/*#__NO_SIDE_EFFECTS__*/ export const chainBack = (...steps: Step[]): Node => {
  const run = (index: number, value: unknown, report: Report): unknown => {
    const since = report.failures.length;
    const isLast = index === steps.length - 1;
    if (!isLast) report.derived++;
    const made = (steps[index] as Step)(value, report);
    if (!isLast) report.derived--;
    if (made === FAILED && report.unions !== undefined) report.under(report.unions.markerOf(index), since);
    return made;
  };
  const passes = (first: number, end: number, value: unknown, report: Report): boolean => {
    let hasPassed = true;
    for (let index = first; index < end && !report.truncated; index++) {
      if (run(index, value, report) !== FAILED) continue;
      hasPassed = false;
      if (!steps[index]?.goesOn || steps[index + 1]?.goesOn === undefined) break;
    }
    return hasPassed;
  };
  return (input, report) => {
    if (!report.enter(0, steps.length)) return FAILED;
    let value: unknown = input;
    for (let end = steps.length; end > 0 && value !== FAILED; ) {
      let first = end;
      while (steps[first - 1]?.goesOn !== undefined) first--;
      const given = value;
      if (first > 0) value = run(first - 1, given, report);
      if (value !== FAILED && !passes(first, end, given, report)) value = FAILED;
      end = first - 1;
    }
    report.leave(0);
    return value;
  };
};

/** The type of the value selects the step. */
/*#__NO_SIDE_EFFECTS__*/ export function byType(steps: Readonly<Record<string, Node>>, others: Node): Node {
  return (input, report) => {
    if (!report.enter(0, 1)) return FAILED;
    const checked = (steps[jsonTypeOf(input) ?? ""] ?? others)(input, report);
    report.leave(0);
    return checked;
  };
}

/**
 * A reference with a limit.
 * @param use what it refers to: the same for references that count together.
 */
/*#__NO_SIDE_EFFECTS__*/ export const limitedLazy =
  (target: () => Node, maxdepth: number, use: unknown): Node =>
  (input, report) => {
    if (!report.enter(0, 1)) return FAILED;
    report.references ??= new Map();
    const depth = report.references.get(use) ?? 0;
    report.references.set(use, depth + 1);
    if (depth >= maxdepth) (report as LimitedReport).tooDeep = true;
    const checked =
      depth < maxdepth ? target()(input, report) : report.fail(limited, "recursion_max_depth", maxdepth, depth + 1);
    report.references.set(use, depth);
    report.leave(0);
    return checked;
  };

/** A validator that may contain itself. */
/*#__NO_SIDE_EFFECTS__*/ export const lazy =
  (target: () => Node): Node =>
  (input, report) => {
    if (!report.enter(0, 1)) return FAILED;
    const checked = target()(input, report);
    report.leave(0);
    return checked;
  };
