/** What a validator has beside its parameters, because contracts have found it out while they checked these. */
import type { Checker } from "./checker.ts";

/** The property of a validator that holds its runner. */
export const RUNNER: unique symbol = Symbol("runner");

interface Derived {
  /** Prototypes have none. */
  readonly [RUNNER]?: { derived: object | undefined };
}

const NOTHING: object = /*#__PURE__*/ Object.freeze(/*#__PURE__*/ Object.create(null));

/** What has been derived so far. Its model, or its rules, are made of it: nothing is found out twice. */
export const derivedOf = <D extends object>(validator: Checker): Readonly<Partial<D>> =>
  ((validator as Checker & Derived)[RUNNER]?.derived ?? NOTHING) as Partial<D>;

/** Adds to it. Each contract has names of its own: those of an interface `Derived` beside it. */
export function derive<D extends object>(validator: Checker, facts: Partial<D>): void {
  const runner = (validator as Checker & Required<Derived>)[RUNNER];
  runner.derived = { ...runner.derived, ...facts };
}
