/** Refused values whose reasons are found lazily, when the error is read: that is most of the cost of a refusal. */
import type { PathNode } from "../errors/context.ts";
import type { ValidationError } from "../errors/errors.ts";
import { SchemaError, Unmade } from "../errors/schema-error.ts";
import { errorOf } from "../report/failure.ts";
import { nodesOf, Path } from "../report/path.ts";
import { FAILED, Report } from "../report/report.ts";
import type { ObjectIr } from "../rules/ir.ts";
import type { Checker } from "../schemas/checker.ts";

/** The refusals of a call. The error is created lazily. */
export interface Refused {
  /** @param stackless see `ErrorInit`. */
  error(stackless: boolean): ValidationError;
}

/** Not a bigint: it may stand for a number. */
export const isPlainPrimitive = (value: unknown): boolean =>
  value === null || (typeof value !== "object" && typeof value !== "function" && typeof value !== "bigint");

/** Records the failure of one refused value: a single one, the same at any time. It takes no steps. */
export type Explain<By> = (by: By, key: string, value: unknown, report: Report) => unknown;

/** The failure of a validator on a value. */
export const mismatch: Explain<Checker> = (validator, _key, value, report) => validator.check(value, report);

/** The failure of a key that is not allowed, or of the value of an extra key. */
export const notAllowed: Explain<ObjectIr> = (ir, key, value, report) => {
  ir.checkOther(key, value, {}, report);
  return FAILED;
};

/** The failure of a missing key. */
export const missing: Explain<ObjectIr> = (ir, key, _value, report) => ir.fill(key, report);

/**
 * A refused value. What is said of it is a function and what it is called with: a closure takes twice as long to make.
 */
interface Refusal<By = unknown> {
  readonly explain: Explain<By>;
  readonly by: By;
  readonly key: string;
  readonly value: unknown;
  path: Path | undefined;
  /** The one that was refused before it. */
  readonly before: Refusal | undefined;
}

const record = (report: Report, { explain, by, key, value }: Refusal): unknown => explain(by, key, value, report);

/** More than these go to a report, which applies the limits. */
const MAX_REFUSALS = 20;

/** A report that is used again: to make one takes longer than to record in it. */
let spare: Report | undefined;

export class Refusals implements Refused {
  size = 0;
  /** The outcome so far is one error by itself, not a collection of members' errors. */
  isSingle = true;
  /** The one that was added last. */
  last: Refusal | undefined = undefined;

  get isFull(): boolean {
    return this.size === MAX_REFUSALS;
  }

  add<By>(explain: Explain<By>, by: By, key: string, value: unknown): void {
    const refusal: Refusal<By> = { explain, by, key, value, path: undefined, before: this.last };
    this.last = refusal as Refusal;
    this.size++;
    this.isSingle = true;
  }

  /** Puts `node` on the left of the paths, since there were `since`. */
  under(node: PathNode, since: number): void {
    let at = this.last;
    for (let size = this.size; size > since; size--) {
      const refusal = at as Refusal;
      refusal.path = new Path(node, node, refusal.path);
      at = refusal.before;
    }
  }

  get #all(): Refusal[] {
    const all: Refusal[] = [];
    for (let at = this.last; at !== undefined; at = at.before) all.push(at);
    return all.reverse();
  }

  /** Records the failures. */
  explainTo(report: Report): void {
    for (const refusal of this.#all) {
      const since = report.count;
      record(report, refusal);
      for (const node of nodesOf(refusal.path).reverse()) report.under(node, since);
    }
    report.isSingle = this.isSingle;
  }

  /** The error that a report would make. */
  error(stackless: boolean): ValidationError {
    const make = (most?: number, isStackless = true): ValidationError[] => {
      const report = spare ?? new Report();
      // Put back only if nothing ends in the middle, as at the end of the stack.
      spare = undefined;
      const errors: ValidationError[] = [];
      for (const refusal of this.#all) {
        if (errors.length === most) break;
        record(report, refusal);
        errors.push(errorOf(report.takeFailure(), isStackless, refusal.path));
      }
      spare = report;
      return errors;
    };
    return this.isSingle && this.size === 1
      ? (make(1, stackless)[0] as ValidationError)
      : new SchemaError(new Unmade(this.size, make, stackless));
  }
}
