/** Refused values of which the reason is found out when somebody looks: most of what a call that refuses takes goes into that. */
import type { PathNode } from "../errors/context.ts";
import type { ValidationError } from "../errors/errors.ts";
import { SchemaError, Unmade } from "../errors/schema-error.ts";
import { errorOf } from "../report/failures.ts";
import { nodesOf, Path } from "../report/path.ts";
import { FAILED, Report } from "../report/report.ts";
import type { ObjectOutline } from "./outline.ts";

/** What a call has refused: the error is made for who asks. */
export interface Refused {
  /** @param light see `ErrorInit`. */
  error(light: boolean): ValidationError;
}

/** What a check says of one refused value: one failure, and the same at any time. It takes no steps. */
export type Explain = (report: Report) => unknown;

/** Not a bigint: it may stand for a number. */
export const isPlainPrimitive = (value: unknown): boolean =>
  value === null || (typeof value !== "object" && typeof value !== "function" && typeof value !== "bigint");

/**
 * What is said of a key that is not allowed, or of the value of one that is. It is made here, as closures of one function keep
 * alive what any of them uses: an error is not to hold the value of a key that is not allowed.
 */
export function refusing(outline: ObjectOutline, key: string, value: unknown): Explain {
  const held = outline.extra === undefined ? undefined : value;
  return (report) => {
    outline.checkOther(key, held, {}, report);
    return FAILED;
  };
}

interface Refusal {
  readonly explain: Explain;
  path: Path | undefined;
}

/** More than these are better told to a report, which knows the limits. */
const MAX_REFUSALS = 20;

/** A report that is used again: to make one takes longer than to record in it. */
let spare: Report | undefined;

export class Refusals implements Refused {
  readonly #all: Refusal[] = [];
  /** The outcome so far is one error by itself, not a collection of members' errors. */
  isBare = true;

  get size(): number {
    return this.#all.length;
  }

  get isFull(): boolean {
    return this.size === MAX_REFUSALS;
  }

  add(explain: Explain): void {
    this.#all.push({ explain, path: undefined });
    this.isBare = true;
  }

  /** Puts `node` on the left of the paths, since there were `since`. */
  under(node: PathNode, since: number): void {
    for (let index = since; index < this.size; index++) {
      const refusal = this.#all[index] as Refusal;
      refusal.path = new Path(node, node, refusal.path);
    }
  }

  /** Records the failures. */
  explainTo(report: Report): void {
    for (const { explain, path } of this.#all) {
      const since = report.count;
      explain(report);
      for (const node of nodesOf(path).reverse()) report.under(node, since);
    }
    report.bare = this.isBare;
  }

  /** The error that a report would make. */
  error(light: boolean): ValidationError {
    const make = (most?: number, isLight = true): ValidationError[] => {
      const report = spare ?? new Report();
      // Put back only if nothing ends in the middle, as at the end of the stack.
      spare = undefined;
      const errors: ValidationError[] = [];
      for (const { explain, path } of this.#all) {
        if (errors.length === most) break;
        explain(report);
        errors.push(errorOf(report.takeFailure(), isLight, path));
      }
      spare = report;
      return errors;
    };
    return this.isBare && this.size === 1
      ? (make(1, light)[0] as ValidationError)
      : new SchemaError(new Unmade(this.size, make, light));
  }
}
