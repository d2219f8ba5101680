/** The outcomes of members that ended before their container: so no value is validated once more for each level. */
import { copyOf, type Failure } from "../report/failure.ts";
import type { Report } from "../report/report.ts";
import type { Checker } from "../schemas/checker.ts";

interface Outcome {
  readonly validator: Checker;
  readonly result: unknown;
  /** Their paths begin at the value. */
  readonly failures: readonly Failure[];
}

export class Settled {
  readonly #outcomes = new Map<unknown, Outcome>();

  /** Keeps the outcome of an array or object. */
  keep(validator: Checker, value: object, result: unknown, failures: readonly Failure[]): void {
    this.#outcomes.set(value, { validator, result, failures: failures.map(copyOf) });
  }

  /** As the check of the validator. */
  check(validator: Checker, value: unknown, report: Report): unknown {
    const known = this.#outcomes.get(value);
    if (known?.validator !== validator) return validator.check(value, report);
    for (const failure of known.failures) {
      if (report.collects) report.failAgain({ failure, truncated: report.truncated });
      else report.truncated = true;
    }
    return known.failures.length > 0 ? report.collected() : known.result;
  }
}
