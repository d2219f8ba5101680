/**
 * Errors of code outside the engine: checks and defaults of the user, Temporal, constructors of error classes. For such
 * an error the call falls back to the TypeScript engine. Any other error is a defect of the engine, and tests throw it.
 */
import { execution } from "../fast/mode.ts";

/** The last such error; kept in tests only, because it holds values of the user. */
let last: { readonly error: unknown } | undefined;

/** Records that code outside the engine has thrown an error, and rethrows it. */
export function rethrow(error: unknown): never {
  if (execution.strict) last = { error };
  throw error;
}

/** Runs code outside the engine. */
export function delegated<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    return rethrow(error);
  }
}

/**
 * Returns undefined: the text falls back to the TypeScript engine.
 * @throws the error, in tests, if the engine itself caused it. A RangeError does not count: it is a stack overflow.
 */
export function fallBack(error: unknown): undefined {
  const isDefect = execution.strict && !(error instanceof RangeError) && !(last !== undefined && last.error === error);
  last = undefined;
  if (isDefect) throw error;
  return undefined;
}
