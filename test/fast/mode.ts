/** For tests that say how values are validated. */
import { afterEach } from "vitest";
import { execution } from "../../src/engines/fast/mode.ts";
import type { Validator } from "../../src/index.ts";

/** Puts the mode back after each test of the file. */
export function keepMode(): void {
  const { mode } = execution;
  afterEach(() => {
    execution.mode = mode;
  });
}

/** How many of these calls generated code has validated. */
export function answeredBy(act: () => void): number {
  const before = execution.answered;
  act();
  return execution.answered - before;
}

/** The verdict of generated code, which must not fall back to the check. */
export function verdictByCode(validator: Validator, value: unknown): boolean {
  const { mode } = execution;
  execution.mode = "compiled";
  try {
    let verdict = false;
    const answered = answeredBy(() => {
      verdict = validator.is(value);
    });
    if (answered !== 1) throw new Error(`generated code has not validated ${JSON.stringify(value)} by ${validator}`);
    return verdict;
  } finally {
    execution.mode = mode;
  }
}
