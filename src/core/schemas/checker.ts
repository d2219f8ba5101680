/**
 * The interface of validators for reports, registries and engines: a check and parameters. They cannot import the class
 * itself (`validator.ts`), because it imports them.
 */

/** A property of every validator. */
export const VALIDATOR: unique symbol = Symbol("validator");

/** A property of every validator, also of those of another copy of the library. */
export const OF_ANY_COPY: unique symbol = Symbol.for("validlib.validator");

/** An object that checks a value: every validator. */
export interface Checker {
  readonly [VALIDATOR]: true;
  /** Returns the validated value; or records a failure in the report and returns `FAILED`. */
  check(input: unknown, report: object): unknown;
  /**
   * Returns whether the result has the structure of the input, provided that the results of all members have.
   * @internal
   */
  keepsInput(): boolean;
  /** Same class and same parameters. */
  equals(other: unknown): boolean;
}

/** The method of a validator that only calls a function of the caller: returns its result, without a report. */
export const APPLY: unique symbol = Symbol("apply");

/** A validator that only calls a function of the caller. */
export interface Applied extends Checker {
  [APPLY](input: unknown): unknown;
}

/** Returns whether `check` is not overridden by a subclass. */
export const isApplied = (validator: Checker): validator is Applied =>
  Object.hasOwn(Object.getPrototypeOf(validator) as object, APPLY);

/**
 * A property of validators that only refuse values and return accepted ones unchanged, as Check does. True if the
 * Checks that follow in an AllOf still run after it has refused the value.
 */
export const GOES_ON: unique symbol = Symbol("goesOn");

/** What a validator does with the validators in it. Members are items, or the values of keys. */
export interface Roles {
  /** They get the value itself; if `chains`, each gets the result of the one before it. */
  readonly same?: readonly Checker[];
  readonly chains?: true;
  /** They get each key. */
  readonly keys?: readonly Checker[];
  /** Each gets the member of its name or index. */
  readonly named?: Readonly<Record<string, Checker>> | readonly Checker[];
  /** They get each member that has no validator of its name. */
  readonly others?: readonly Checker[];
  /** They get members of any name, beside those. */
  readonly any?: readonly Checker[];
}

/** The method of a built-in validator that says what it does with the validators in it. */
export const MEMBERS: unique symbol = Symbol("members");

interface HasMembers {
  [MEMBERS](): Roles;
}

/** What it does with those in it. A class of the caller's may inherit the method, and do something else. */
export const rolesOf = (validator: Checker): Roles | undefined =>
  MEMBERS in validator ? (validator as HasMembers)[MEMBERS]() : undefined;

/** Returns whether it passes the value itself to other validators, and looks at no member. */
export function isPipeline(validator: Checker): boolean {
  const roles = rolesOf(validator);
  return roles?.same !== undefined && roles.named === undefined;
}

/** Returns whether each of the validators in it gets the result of the one before it. */
export const isChain = (validator: Checker): boolean => rolesOf(validator)?.chains === true;

/** Returns whether it has the property `GOES_ON`. */
export const isCheck = (validator: Checker | undefined): validator is Checker & { readonly [GOES_ON]: boolean } =>
  validator !== undefined && GOES_ON in validator;

/** Returns whether the step after `step`, which has refused a value, also reports failures of that value. */
export const goesOn = (step: Checker, next: Checker | undefined): boolean =>
  isCheck(step) && step[GOES_ON] && isCheck(next);

/**
 * Returns whether it is a Check that names its keys: it also runs on an object with other members that are invalid.
 */
export const namesKeys = (validator: Checker | undefined): boolean =>
  isCheck(validator) && (validator as { readonly keys?: unknown }).keys !== undefined;

/**
 * A method of built-in validators: returns the JSON types of the values that may be valid; undefined if they are not
 * known, or if values of other types are converted.
 */
export const TAKES: unique symbol = Symbol("takes");

/**
 * A property of validators whose result may be undefined for another value: true, or false for one that has a class of
 * its own and never returns it. Without the property, built-in validators do not, and others may.
 */
export const MAY_LACK_VALUE: unique symbol = Symbol("mayLackValue");

/** A class of validators; `params` has the names of its parameters. */
export interface CheckerClass {
  readonly name: string;
  readonly params: object;
}

/** `value` is a validator. One of another copy of the library is not: its errors and reports are of other classes. */
export function isChecker(value: unknown): value is Checker {
  return typeof value === "function" && (value as { [VALIDATOR]?: unknown })[VALIDATOR] === true;
}

/** `value` is a validator of this copy of the library or another, and can be called. */
export function isOfAnyCopy(value: unknown): boolean {
  return typeof value === "function" && (value as { [OF_ANY_COPY]?: unknown })[OF_ANY_COPY] === true;
}

/** @throws TypeError if the argument of a function that knows no compiled validators is no validator. */
export function expectChecker(caller: string, value: unknown): void {
  if (isChecker(value)) return;
  throw new TypeError(`${caller} takes a validator; see fromCompiled`);
}

/** A parameter in messages: the class and the name. */
export const paramName = (owner: object, attr: string): string => `${owner.constructor.name}.${attr}`;
