/** Finds validators with async functions: Check and Transform with `async`, and all that contain one. */
import type { Checker } from "./checker.ts";
import { reach } from "./graph.ts";
import { instances } from "./registry.ts";

/** The validators whose own functions are async. */
const asyncSteps = /*#__PURE__*/ new WeakSet<Checker>();
/** While it is false, no call has to search its schema. */
let hasAsyncSteps = false;

/** Records that the function of `validator` is async. See `addAsync`. */
export function markAsync(validator: Checker): void {
  asyncSteps.add(validator);
  hasAsyncSteps = true;
}

/** By validator: whether it is async, and the version of the registry for which that was found. */
const known = /*#__PURE__*/ new WeakMap<Checker, { readonly version: number; readonly isAsync: boolean }>();

/** Returns whether a call of `root` may have to wait for a function. */
export function isAsync(root: Checker): boolean {
  if (!hasAsyncSteps) return false;
  const { version } = instances;
  const before = known.get(root);
  if (before?.version === version) return before.isAsync;
  const isAsync = [...reach(root).keys()].some((validator) => asyncSteps.has(validator));
  known.set(root, { version, isAsync });
  return isAsync;
}

/**
 * Refuses a call that cannot wait.
 * @throws TypeError
 */
export function expectSync(root: Checker, method: string, instead: string): void {
  if (!isAsync(root)) return;
  throw new TypeError(`${method} cannot wait for a Check or Transform with async: true: use ${instead}`);
}
