/** Records of the interface: their fields, and where the library answers otherwise. */
import { differentValue } from "../compare.ts";
import { NotExpressible, type Tagged } from "../tagged-json.ts";
import { type ApiRecord, type Mismatch, Thrown } from "./mismatch.ts";

export { Thrown };

import { isFailure, type PythonFailure, translateMessage } from "./exceptions.ts";

export type { ApiRecord, Mismatch } from "./mismatch.ts";

/** The result of a call, or what it threw. */
export function attempt<T>(call: () => T): T | Thrown {
  try {
    return call();
  } catch (error) {
    if (error instanceof NotExpressible) throw error;
    return new Thrown((error as Error).constructor.name, (error as Error).message);
  }
}

/** Compares field after field. */
export class Fields {
  readonly mismatches: Mismatch[] = [];
  readonly record: ApiRecord;
  readonly #seen = new Set<string>();

  constructor(record: ApiRecord) {
    this.record = record;
  }

  /** A field of the expectation, as it stands. */
  expected(field: string): Tagged | undefined {
    this.#seen.add(field);
    return this.record.expect[field];
  }

  check(field: string, expected: unknown, ours: unknown): void {
    if (differentValue(expected, ours, field) === undefined) return;
    this.mismatches.push({ record: this.record, field, expected, ours });
  }

  /** Whether the whole expectation is a failure; then `ours` is compared with it. */
  isFailure(ours: unknown): boolean {
    const expected: unknown = this.record.expect;
    if (!isFailure(expected)) {
      if (!(ours instanceof Thrown)) return false;
      this.mismatches.push({ record: this.record, field: "outcome", expected: "no failure", ours });
      for (const field of Object.keys(this.record.expect)) this.#seen.add(field);
      return true;
    }
    for (const field of Object.keys(expected)) this.#seen.add(field);
    this.check("failure", asThrown(expected), ours);
    return true;
  }

  /** Fields of the expectation that nobody looked at: a record that is compared in part would count as the same. */
  unseen(): string[] {
    return Object.keys(this.record.expect).filter((field) => field !== "ok" && !this.#seen.has(field));
  }
}

export const asThrown = ({ raises, message }: PythonFailure): Thrown => new Thrown(raises, translateMessage(message));
