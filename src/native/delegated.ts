/**
 * Errors of code that is not the engine's: checks and defaults of the user, Temporal, constructors of error classes.
 * The engine falls back to the TypeScript engine for them. Any other error is a defect of the engine, and tests throw
 * it.
 */
import { values } from "../fast/mode.ts";

/** The last such error; kept in tests only, because it holds values of the user. */
let last: { readonly error: unknown } | undefined;

/** Notes that code which is not the engine's has thrown an error, and throws it again. */
export function rethrow(error: unknown): never {
  if (values.strict) last = { error };
  throw error;
}

/** Runs code that is not the engine's. */
export function delegated<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    return rethrow(error);
  }
}

/**
 * Undefined: the text falls back to the TypeScript engine.
 * @throws an error of the engine's own, in tests. A RangeError is none: the stack is full.
 */
export function fallBack(error: unknown): undefined {
  const isDefect = values.strict && !(error instanceof RangeError) && !(last !== undefined && last.error === error);
  last = undefined;
  if (isDefect) throw error;
  return undefined;
}
