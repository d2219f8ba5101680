/** Handles failures of the generator: the only place where its errors are caught. */
import { values } from "./mode.ts";

/** The code for a schema would be too long. */
export class TooMuchCode extends Error {}

let isForbidden = false;

/**
 * Whether the runtime has refused to make code from strings. It is not asked again: a page may have a policy that
 * reports each attempt.
 */
export const isCodeForbidden = (): boolean => isForbidden;

/**
 * The result of a generator.
 * @returns undefined where the runtime forbids code from strings, the code is too long, or the schema too deep. Any
 *   other error is a defect of the generator: tests throw it; in use, the caller falls back to what needs no code.
 */
export function generated<T>(generate: () => T): T | undefined {
  try {
    return generate();
  } catch (error) {
    isForbidden ||= error instanceof EvalError;
    const isExpected = error instanceof EvalError || error instanceof TooMuchCode || error instanceof RangeError;
    if (values.strict && !isExpected) throw error;
    return undefined;
  }
}
