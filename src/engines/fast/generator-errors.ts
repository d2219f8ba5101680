/** Handles failures of the generator: the only place where its errors are caught. */
import { execution } from "./mode.ts";

/** The code for a schema would be too long. */
export class TooMuchCode extends Error {}

let isForbidden = false;

/**
 * Returns whether the runtime has refused to generate code from strings. There is no second attempt: the policy of a
 * page may report each one.
 */
export const isCodeForbidden = (): boolean => isForbidden;

/**
 * Returns the result of a generator.
 * @returns undefined if the runtime forbids code from strings, the code is too long, or the schema too deep. Any other
 *   error is a defect of the generator: tests throw it; in production, the caller falls back to a path without
 *   generated code.
 */
export function generated<T>(generate: () => T): T | undefined {
  try {
    return generate();
  } catch (error) {
    isForbidden ||= error instanceof EvalError;
    const isExpected = error instanceof EvalError || error instanceof TooMuchCode || error instanceof RangeError;
    if (execution.strict && !isExpected) throw error;
    return undefined;
  }
}
