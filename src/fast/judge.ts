/** Judges JavaScript values for outermost calls: with generated code where a validator is much used, else with its check. */
import type { ValidationError } from "../errors/errors.ts";
import { type Limits, readLimits, verdictLimits } from "../report/limits.ts";
import { FAILED, Report } from "../report/report.ts";
import type { Checker } from "../schemas/checker.ts";
import type { Compiled, Run } from "./compile.ts";
import { UNJUDGED, values } from "./mode.ts";
import type { Form } from "./outline.ts";
import type { Refused } from "./refusals.ts";

/** Steps that a validator takes until code is generated for it: about two thousand calls with a small object. */
const HOT = 30_000;
/** A call takes so many apart from those that the check counts: a value without members has none. */
const CALL = 5;
/** With each validator that code has been generated for, the next has to take so many more: V8 has to compile it all. */
const HOTTER = HOT / 20;
/** How often code is generated anew for a validator, when aliases mean something else. */
const MAX_COMPILED = 10;

/** Where a validator has its judge. */
export const JUDGE: unique symbol = Symbol("judge");

const FIRST_FAILURE = verdictLimits(undefined);

type Compile = (root: Checker) => Compiled | undefined;

/** Undefined where no code may be generated. */
let generate: Compile | undefined;
let hot = HOT;

/** Allows to generate code. */
export function useCompiler(compile: Compile): void {
  generate = compile;
}

/** What the call that has just failed has refused. */
let failed: Refused | undefined;

/** Why the last `value` has returned FAILED. */
export function takeError(): ValidationError {
  const error = (failed as Refused).error();
  failed = undefined;
  return error;
}

/** What judges the values of one validator. */
export class Judge {
  #compiled: Compiled | undefined;
  #steps = 0;
  #times = 0;

  // What most calls do comes first and is short: V8 makes one piece of code of it and of the generated code.

  /** The validated value; or FAILED, and `takeError` says why. */
  value(root: Checker, x: unknown, limits: Limits | undefined): unknown {
    const compiled = this.#compiled;
    if (compiled?.value !== undefined && limits === undefined && values.mode !== "check") {
      const result = compiled.value(x, undefined);
      if (result === FAILED) failed = compiled.call.takeRefused();
      if (result !== UNJUDGED) return result;
    }
    return this.#valueAnyway(root, x, readLimits(limits));
  }

  /** Whether a value, as it stands, is valid. */
  verdict(root: Checker, x: unknown, limits: Limits | undefined): boolean {
    const compiled = this.#compiled;
    if (compiled?.verdict !== undefined && limits === undefined && values.mode !== "check") {
      const verdict = compiled.verdict(x, undefined);
      if (verdict !== UNJUDGED) return verdict as boolean;
    }
    return this.#verdictAnyway(root, x, limits);
  }

  /**
   * What becomes of the value of a JSON text of so many bytes, which nobody else holds: it may be its own result.
   * @param mayHoldMinusZero asked where it matters: the result has no negative zeros.
   * @returns UNJUDGED where the check has to judge it, as always where it is invalid.
   */
  parsed(root: Checker, x: unknown, bytes: number, mayHoldMinusZero: () => boolean): unknown {
    const compiled = this.#codeForText(root);
    if (compiled === undefined) return UNJUDGED;
    const { call } = compiled;
    call.bytes = bytes;
    try {
      if (compiled.json === "itself" && !mayHoldMinusZero()) {
        const { calledOut } = values;
        const isItself = run(compiled, "verdict")(x, undefined) === true && values.calledOut === calledOut;
        return isItself ? x : UNJUDGED;
      }
      // Where it is invalid the check has the say, and the caller's limits with it: no more is looked at than the check does.
      const result = run(compiled, "value")(x, FIRST_FAILURE);
      if (result !== FAILED) return result;
      call.takeRefused();
      return UNJUDGED;
    } finally {
      call.bytes = undefined;
    }
  }

  /** Whether the value of a JSON text of so many bytes is valid; or UNJUDGED. */
  isParsed(root: Checker, x: unknown, bytes: number): unknown {
    const compiled = this.#codeForText(root);
    if (compiled === undefined) return UNJUDGED;
    compiled.call.bytes = bytes;
    const { calledOut } = values;
    try {
      const verdict = run(compiled, "verdict")(x, undefined);
      // It is that of the value as it stands, and a check that was called may convert what `is` refuses.
      return verdict === true || values.calledOut === calledOut ? verdict : UNJUDGED;
    } finally {
      compiled.call.bytes = undefined;
    }
  }

  #codeForText(root: Checker): Compiled | undefined {
    const compiled = this.#codeNow(root);
    return compiled === undefined || compiled.json === "check" || compiled.call.busy ? undefined : compiled;
  }

  #valueAnyway(root: Checker, x: unknown, limits: Limits | undefined): unknown {
    const result = limits?.maxDepth === undefined ? this.#ask("value", root, x, limits) : UNJUDGED;
    if (result !== UNJUDGED) return result;
    const report = Report.open(root, limits);
    try {
      const checked = report.judge(root, x);
      if (checked === FAILED) failed = report;
      return checked;
    } finally {
      report.close();
      this.warm(root, report.steps);
    }
  }

  #verdictAnyway(root: Checker, x: unknown, limits: Limits | undefined): boolean {
    const verdict = limits === undefined ? this.#ask("verdict", root, x, limits) : UNJUDGED;
    if (verdict !== UNJUDGED) return verdict as boolean;
    const report = Report.open(root, verdictLimits(limits));
    report.guards = true;
    try {
      return report.judge(root, x) !== FAILED;
    } finally {
      report.close();
      this.warm(root, report.steps);
    }
  }

  /** Asks code that has not been asked yet: it is written now, or the call has limits of its own. */
  #ask(form: Form, root: Checker, x: unknown, limits: Limits | undefined): unknown {
    const compiled = this.#codeNow(root);
    if (compiled === undefined || (limits === undefined && compiled[form] !== undefined)) return UNJUDGED;
    const result = run(compiled, form)(x, limits);
    if (result === FAILED) failed = compiled.call.takeRefused();
    return result;
  }

  /** The code as it is to be now. */
  #codeNow(root: Checker): Compiled | undefined {
    if (values.mode === "check") return undefined;
    if (this.#compiled?.isStale()) this.#compiled = undefined;
    if (this.#compiled === undefined && values.mode === "compiled") this.#generate(root);
    return this.#compiled;
  }

  /** Counts a call that took so many steps; after many, code is generated. */
  warm(root: Checker, steps: number): void {
    this.#steps += CALL + steps;
    if (this.#steps >= hot && values.mode === "auto" && this.#compiled === undefined) this.#generate(root);
  }

  #generate(root: Checker): void {
    this.#steps = 0;
    if (generate === undefined || this.#times === MAX_COMPILED) return;
    this.#times++;
    const compiled = generate(root);
    if (compiled === undefined) this.#times = MAX_COMPILED;
    else hot += HOTTER;
    this.#compiled = compiled;
  }
}

/** The entry point of a form. It is written when it is first asked for: most validators are asked for one. */
const run = (compiled: Compiled, form: Form): Run => (compiled[form] ??= compiled.write(form));

/** The judge of a validator. */
export const judgeOf = (validator: Checker): Judge => (validator as Checker & { readonly [JUDGE]: Judge })[JUDGE];
