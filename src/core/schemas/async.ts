/** Finds validators with async functions: Check and Transform with `async`, and all that contain one. */
import type { Checker } from "./checker.ts";
import { derive, derivedOf } from "./derived.ts";
import { reaching } from "./graph.ts";

interface Derived {
  /** A function of its own is async. */
  readonly isAsync: true;
}

/** While it is false, no call has to search its schema. */
let hasAsyncSteps = false;

/** Records that the function of `validator` is async. See `addAsync`. */
export function markAsync(validator: Checker): void {
  derive<Derived>(validator, { isAsync: true });
  hasAsyncSteps = true;
}

const hasAsyncStep = /*#__PURE__*/ reaching((validator) => derivedOf<Derived>(validator).isAsync === true);

/** Returns whether a call of `root` may have to wait for a function. */
export const isAsync = (root: Checker): boolean => hasAsyncSteps && hasAsyncStep(root);

/**
 * Refuses a call that cannot wait.
 * @throws TypeError
 */
export function expectSync(root: Checker, method: string, instead: string): void {
  if (!isAsync(root)) return;
  throw new TypeError(`${method} cannot wait for a Check or Transform with async: true: use ${instead}`);
}
