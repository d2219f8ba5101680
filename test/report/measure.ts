import { Report } from "../../src/core/report/report.ts";
import { Work } from "../../src/core/report/work.ts";
import type { Validator } from "../../src/index.ts";

/** Steps that a call takes, and what comes of it. */
export function measure(validator: Validator, value: unknown, maxErrors = 0): { steps: number; value: unknown } {
  const work = new Work(validator);
  const report = new Report({ maxErrors }, undefined, work).resume();
  try {
    return { value: report.run(validator, value), steps: work.steps };
  } finally {
    report.close();
  }
}
