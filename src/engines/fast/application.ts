/** Calls a function of the caller that is a step of an AllOf, without creating a report: most calls need none. */
import { ValidationError } from "../../core/errors/errors.ts";
import { refusedInSilence } from "../../core/report/check.ts";
import type { Mark } from "../../core/report/report.ts";
import { FAILED, type Report } from "../../core/report/report.ts";
import { type Running, setRunning } from "../../core/report/running.ts";
import { APPLY, type Applied } from "../../core/schemas/checker.ts";

/** Work units of a check of the caller. */
export const STEPS_TO_APPLY = 2;

interface Begun {
  readonly report: Report;
  readonly mark: Mark;
  /** The argument of `proceeded` when the step is done. */
  readonly taken: number;
}

/** If the function refuses the value, or calls a validator, a report is created and the step begins like any other. */
export class Application implements Running {
  readonly #step: Applied;
  readonly #value: unknown;
  readonly #open: () => Report;
  #begun: Begun | undefined;

  constructor(step: Applied, value: unknown, open: () => Report) {
    this.#step = step;
    this.#value = value;
    this.#open = open;
  }

  /** The result of the function for the value; FAILED if it throws a ValidationError. Rethrows any other error. */
  run(): unknown {
    let result: unknown;
    setRunning(this);
    try {
      result = this.#step[APPLY](this.#value);
      if (result === FAILED) throw refusedInSilence(this.#step);
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      const { report, mark } = this.#begin();
      result = report.absorb(error, mark);
    } finally {
      if (this.#begun === undefined) setRunning(undefined);
    }
    return this.#begun === undefined ? result : this.#end(this.#begun, result);
  }

  asReport(): Report {
    return this.#begin().report;
  }

  #begin(): Begun {
    if (this.#begun === undefined) {
      setRunning(undefined);
      const report = this.#open();
      const taken = report.proceed(undefined, undefined, this.#value);
      report.enter(0, 1);
      this.#begun = { report, taken, mark: report.mark() };
    }
    return this.#begun;
  }

  #end({ report, mark, taken }: Begun, result: unknown): unknown {
    report.restore(mark);
    report.leave(0);
    report.proceeded(taken);
    return report.failedSince(mark.count) ? FAILED : result;
  }
}
