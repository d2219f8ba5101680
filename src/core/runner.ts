/**
 * Runs outermost calls with JavaScript values, by the check of the validator. `TieredRunner` compiles hot validators.
 */
import type { KnownEncoder } from "./encode/encodings.ts";
import { jsonText } from "./encode/text.ts";
import type { ValidationError } from "./errors/errors.ts";
import type { Spellings } from "./report/digits.ts";
import { type Limits, readLimits, verdictLimits } from "./report/limits.ts";
import { openReport, releaseReport } from "./report/pool.ts";
import { FAILED, Report } from "./report/report.ts";
import { expectSync } from "./schemas/async.ts";
import type { Checker } from "./schemas/checker.ts";
import { RUNNER } from "./schemas/derived.ts";

/** The refusals of a call. The error is created lazily. */
export interface Refused {
  /** @param stackless see `ErrorInit`. */
  error(stackless: boolean): ValidationError;
}

/** The refusals of the call that has just failed. */
let failed: Refused | undefined;

/** Records the refusals of a call that returns FAILED. */
export function refuse(refused: Refused): void {
  failed = refused;
}

/** The error of the last `value` that returned FAILED. `stackless`: see `ErrorInit`. */
export function takeError(stackless: boolean): ValidationError {
  const refused = failed as Refused;
  // Released even if the constructor of a class of the caller throws.
  failed = undefined;
  const error = refused.error(stackless);
  if (refused instanceof Report) releaseReport(refused);
  return error;
}

/** Runs one validator. */
export class Runner {
  /** Its encoder, made when it is first needed. */
  encoder: KnownEncoder | undefined;
  /** Its model, or its rules, likewise. Fields of the validator itself, a function, take long to add. */
  model: unknown;
  /** What contracts have derived from its parameters: see `derivedOf`. */
  derived: object | undefined;
  /** What its result is like, and since which version of the aliases: see `resultFormOf`. */
  forms = 0;
  formsVersion = -1;

  /** The validated value; or FAILED, and `takeError` says why. */
  value(root: Checker, x: unknown, limits: Limits | undefined): unknown {
    return this.check(root, x, readLimits(limits));
  }

  /** As `value`, for one that has parts of JSON text: the digits of their numbers count. */
  spelled(root: Checker, x: unknown, spellings: Spellings, limits: Limits | undefined): unknown {
    return this.check(root, x, readLimits(limits), spellings);
  }

  /** The JSON text of the validated value; or FAILED, and `takeError` says why. */
  text(root: Checker, x: unknown, limits: Limits | undefined): unknown {
    return this.textByCheck(root, x, readLimits(limits));
  }

  /**
   * Returns whether a value is valid without implicit conversions.
   * @throws TypeError if the validator has to wait for a function.
   */
  verdict(root: Checker, x: unknown, limits: Limits | undefined): boolean {
    expectSync(root, "is", "safeAsync");
    const report = openReport(root, verdictLimits(limits));
    report.guard();
    report.output.begin(root);
    let checked: unknown;
    try {
      checked = report.run(root, x);
    } finally {
      report.close();
      this.warm(root, report.steps);
    }
    releaseReport(report);
    return checked !== FAILED;
  }

  /** Receives the number of steps of each call. */
  warm(_root: Checker, _steps: number): void {}

  /** As `text`, by the check, within limits that are already read. */
  protected textByCheck(root: Checker, x: unknown, limits: Limits | undefined): unknown {
    const value = this.check(root, x, limits);
    return value === FAILED ? FAILED : jsonText(value);
  }

  /** As `value`, by the check, within limits that are already read. */
  protected check(root: Checker, x: unknown, limits: Limits | undefined, spellings?: Spellings): unknown {
    const report = openReport(root, limits);
    if (spellings !== undefined) report.spell(spellings);
    let checked: unknown;
    try {
      checked = report.run(root, x);
    } finally {
      report.close();
      this.warm(root, report.steps);
    }
    if (checked === FAILED) refuse(report);
    else {
      report.tellFallbacks(root, limits);
      releaseReport(report);
    }
    return checked;
  }
}

let RunnerInUse: typeof Runner = Runner;

/** Selects the runner of validators created after this call. */
export function useRunner(runner: typeof Runner): void {
  RunnerInUse = runner;
}

/** The runner of a new validator. */
export const makeRunner = (): Runner => new RunnerInUse();

/** The runner of a validator. */
export const runnerOf = (validator: Checker): Runner => (validator as Checker & { readonly [RUNNER]: Runner })[RUNNER];
