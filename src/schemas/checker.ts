/**
 * What reports, registries and engines know of a validator: that it can check a value, and which parameters it has.
 * They must not import the class itself (`validator.ts`), as that imports them.
 */

/** A property of every validator. By `Symbol.for`, so that validators of another copy of the library have it too. */
export const VALIDATOR: unique symbol = Symbol.for("validlib.validator");

/** Something that checks a value: every validator. */
export interface Checker {
  readonly [VALIDATOR]: true;
  /** Returns the validated value; or records a failure in the report and returns `FAILED`. */
  check(input: unknown, report: object): unknown;
  /** Whether the result has the structure of the input, provided that the results of all members have. */
  keepsInput(): boolean;
  /** Same class and same parameters. */
  equals(other: unknown): boolean;
}

/** The method of a validator that is a function of the caller's: what that makes of a value, which needs no report. */
export const APPLY: unique symbol = Symbol("apply");

/** A validator that is a function of the caller's. */
export interface Applied extends Checker {
  [APPLY](input: unknown): unknown;
}

/** Whether that is all that its check does: a class of the caller's that extends it may have another. */
export const isApplied = (validator: Checker): validator is Applied =>
  Object.hasOwn(Object.getPrototypeOf(validator) as object, APPLY);

/**
 * The property of a validator that only refuses values and returns those it accepts, as Check does: whether the ones
 * that follow it in an AllOf report too if it has refused the value.
 */
export const GOES_ON: unique symbol = Symbol("goesOn");

/** Whether `GOES_ON` is a property of it. */
export const isCheck = (validator: Checker | undefined): validator is Checker & { readonly [GOES_ON]: boolean } =>
  validator !== undefined && GOES_ON in validator;

/** Whether the step after `step`, which has refused a value, reports what is wrong with that value too. */
export const goesOn = (step: Checker, next: Checker | undefined): boolean =>
  isCheck(step) && step[GOES_ON] && isCheck(next);

/** A class of validators; `params` has the names of its parameters. */
export interface CheckerClass {
  readonly name: string;
  readonly params: object;
}

/** `value` is a validator. */
export function isChecker(value: unknown): value is Checker {
  return typeof value === "function" && (value as { [VALIDATOR]?: unknown })[VALIDATOR] === true;
}
