/** For tests that say how values are validated. */
import { afterEach } from "vitest";
import { values } from "../../src/engines/fast/mode.ts";
import type { Validator } from "../../src/index.ts";

/** Puts the mode back after each test of the file. */
export function keepMode(): void {
  const { mode } = values;
  afterEach(() => {
    values.mode = mode;
  });
}

/** How many of these calls generated code has validated. */
export function answeredBy(act: () => void): number {
  const before = values.answered;
  act();
  return values.answered - before;
}

/** The verdict of generated code, which must not fall back to the check. */
export function verdictByCode(validator: Validator, value: unknown): boolean {
  const { mode } = values;
  values.mode = "compiled";
  try {
    let verdict = false;
    const answered = answeredBy(() => {
      verdict = validator.is(value);
    });
    if (answered !== 1) throw new Error(`generated code has not validated ${JSON.stringify(value)} by ${validator}`);
    return verdict;
  } finally {
    values.mode = mode;
  }
}
