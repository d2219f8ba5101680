/** The execution mode of calls with JavaScript values, and counters for tests. */

/** Which calls generated code handles: none, those of hot validators, or all. */
export type Mode = "check" | "auto" | "compiled";

export const execution = {
  mode: "auto" as Mode,
  /** In tests: an accelerator that fails throws. Otherwise it falls back to the checks, or to the TypeScript engine. */
  strict: false,
  /** Calls that generated code has handled, in the mode `compiled`. */
  answered: 0,
  /** Values, in such calls, that have fallen back to the checks of validators. */
  calledOut: 0,
  /** To write arrays of objects, generated code copies them for `JSON.stringify`. */
  copiesArrays: false,
};

/** The result of generated code for a call that it does not handle: the call falls back to the check. */
export const NOT_HANDLED: unique symbol = Symbol("not handled");
