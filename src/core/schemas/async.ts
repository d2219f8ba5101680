/** Finds validators with async functions: Check and Transform with `async`, and all that contain one. */
import type { Checker } from "./checker.ts";
import { reaching } from "./graph.ts";

/** The validators whose own functions are async. */
const asyncSteps = /*#__PURE__*/ new WeakSet<Checker>();
/** While it is false, no call has to search its schema. */
let hasAsyncSteps = false;

/** Records that the function of `validator` is async. See `addAsync`. */
export function markAsync(validator: Checker): void {
  asyncSteps.add(validator);
  hasAsyncSteps = true;
}

const hasAsyncStep = /*#__PURE__*/ reaching((validator) => asyncSteps.has(validator));

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
