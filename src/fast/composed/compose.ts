/**
 * Composes functions that validate values: until code is generated, and where code generation from strings is
 * forbidden.
 */
import { FAILED } from "../../report/report.ts";
import { isChecking } from "../../report/running.ts";
import type { Checker } from "../../schemas/checker.ts";
import { instances } from "../../schemas/registry.ts";
import { Call } from "../call.ts";
import { Code } from "../code.ts";
import { type Compiled, counted, type Run } from "../compile.ts";
import { generated } from "../generated.ts";
import { NOT_HANDLED, values } from "../mode.ts";
import { Composer } from "./composer.ts";
import type { ValueFunction } from "./types.ts";

const NOTHING: object = [];

/**
 * Composes functions for a validator.
 * @param warm receives the number of steps of each call.
 * @returns undefined where there is nothing to gain.
 */
export function compose(root: Checker, warm: (steps: number) => void): Compiled | undefined {
  return generated(() => {
    const code = new Code(root);
    // The check would be asked and nothing else.
    if (values.mode === "auto" && code.irOf(root) === undefined) return undefined;
    const call = new Call(root);
    const { version } = instances;
    const isStale = (): boolean => code.usesAliases && instances.version !== version;
    const write = (form: "value" | "verdict"): Run =>
      entryPoint(form === "verdict", call, new Composer(form, code, call).functionOf(root), isStale, warm);
    return {
      call,
      json: "check",
      countsContainers: false,
      value: undefined,
      verdict: undefined,
      itself: undefined,
      isStale,
      write: (entry) => (entry === "itself" ? undefined : counted(generated(() => write(entry)))),
    };
  });
}

/** An entry point. What it does the entry points of generated code do too. */
function entryPoint(
  isVerdict: boolean,
  call: Call,
  run: ValueFunction,
  isStale: () => boolean,
  warm: (steps: number) => void,
): Run {
  return (x, limits) => {
    // Objects and arrays are taken to inherit nothing that a loop over their keys lists.
    if (call.busy || isChecking() || isStale() || "length" in Object.prototype) return NOT_HANDLED;
    for (const _ in NOTHING) return NOT_HANDLED;
    call.busy = true;
    call.guards = isVerdict;
    call.limits = limits;
    try {
      const made = run(x, 0, 0);
      const checked = call.report?.exhausted ? FAILED : made;
      return isVerdict ? checked !== FAILED : checked;
    } catch (error) {
      try {
        call.mustBeRevoked(error);
      } finally {
        call.abandon();
      }
      return NOT_HANDLED;
    } finally {
      const { steps } = call;
      call.busy = false;
      call.steps = 0;
      if (call.large !== undefined || call.report !== undefined || call.refused > 0) call.end();
      warm(steps);
    }
  };
}
