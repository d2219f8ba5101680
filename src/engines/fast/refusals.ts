/** Refused values of a call without a report: creating one takes longer than validating a small value. */
import type { PathNode } from "../../core/errors/context.ts";
import type { ValidationError } from "../../core/errors/errors.ts";
import { type Failures, SchemaError, Unmade } from "../../core/errors/schema-error.ts";
import type { Stated } from "../../core/errors/stated.ts";
import { type Explain, Refusal } from "../../core/report/failure.ts";
import { nodesOf, Path } from "../../core/report/path.ts";
import { errorsOf, type Report, statedOf } from "../../core/report/report.ts";
import type { Refused } from "../../core/runner.ts";
import type { Checker } from "../../core/schemas/checker.ts";

/** The failure of a validator on a value. */
export const mismatch: Explain<Checker> = (validator, value, report) => validator.check(value, report);

/** Further ones go to a report, which applies the limits. */
const MAX_REFUSALS = 20;

export class Refusals implements Refused, Failures {
  size = 0;
  /** The outcome so far is one error by itself, not a collection of members' errors. */
  isSingle = true;
  #last: Refusal | undefined = undefined;

  get isFull(): boolean {
    return this.size === MAX_REFUSALS;
  }

  add<By>(explain: Explain<By>, by: By, value: unknown): void {
    this.#last = new Refusal(explain, by, value, this.#last) as Refusal;
    this.size++;
    this.isSingle = true;
  }

  /** Prepends `node` to the paths of the refusals since `since`. */
  under(node: PathNode, since: number): void {
    let at = this.#last;
    for (let size = this.size; size > since; size--) {
      const refusal = at as Refusal;
      refusal.path = new Path(node, node, refusal.path);
      at = refusal.before;
    }
  }

  get #all(): Refusal[] {
    const all: Refusal[] = new Array(this.size);
    let index = this.size;
    for (let at = this.#last; at !== undefined; at = at.before) all[--index] = at;
    return all;
  }

  /** Records the failures. */
  explainTo(report: Report): void {
    for (const refusal of this.#all) {
      const since = report.count;
      refusal.explain(report);
      for (const node of nodesOf(refusal.path).reverse()) report.under(node, since);
    }
    report.isSingle = this.isSingle;
  }

  /** The error that a report would make. */
  error(stackless: boolean): ValidationError {
    return this.isSingle && this.size === 1
      ? (errorsOf(this.#all, undefined, 1, stackless)[0] as ValidationError)
      : new SchemaError(new Unmade(this.size, this, stackless));
  }

  make(most?: number): ValidationError[] {
    return errorsOf(this.#all, undefined, most);
  }

  stated(): readonly Stated[] | undefined {
    return statedOf(this.#all);
  }
}
