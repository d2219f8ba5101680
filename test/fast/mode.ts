/** For tests that say how values are validated. */
import { afterEach } from "vitest";
import { values } from "../../src/fast/mode.ts";

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
