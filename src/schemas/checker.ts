/**
 * What a call, a registry and an engine know of a validator: enough to ask it, and to see what it is made of. The class
 * with all its calls is `validator.ts`, which stands on them: so they cannot know it.
 */

/** What every validator answers to; by `Symbol.for`, so that validators of another copy of the library count too. */
export const VALIDATOR: unique symbol = Symbol.for("validlib.validator");

/** Something that checks a value: every validator. */
export interface Checker {
  readonly [VALIDATOR]: true;
  /** The validated value, or `FAILED` after telling the report why. */
  check(input: unknown, report: object): unknown;
  /** Whether the result has the structure of the input, if that is so of the members. */
  keepsInput(): boolean;
}

/** A class of them, with the names of its parameters. */
export interface CheckerClass {
  readonly name: string;
  readonly params: object;
}

/** `value` is a validator. */
export function isChecker(value: unknown): value is Checker {
  return typeof value === "function" && (value as { [VALIDATOR]?: unknown })[VALIDATOR] === true;
}
