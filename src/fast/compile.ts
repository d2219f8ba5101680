/** Makes functions of generated code. */

import type { Limits } from "../report/limits.ts";
import { FAILED } from "../report/report.ts";
import { isChecking } from "../report/running.ts";
import type { Checker } from "../schemas/checker.ts";
import { instances } from "../schemas/registry.ts";
import { define } from "../values/define.ts";
import { codePoints, lists, ownValue } from "../values/input.ts";
import { type JsonUse, jsonUse } from "./analysis.ts";
import { Call } from "./call.ts";
import { Code, TooMuchCode } from "./code.ts";
import { UNJUDGED, values } from "./mode.ts";

/** The two entry points of the code generated for a validator. They return UNJUDGED for a call that they leave alone. */
export interface Compiled {
  readonly call: Call;
  /** How the value of a JSON text may be judged. */
  readonly json: JsonUse;
  /** Aliases mean something else now. */
  isStale(): boolean;
  value(x: unknown, limits: Limits | undefined): unknown;
  verdict(x: unknown, limits: Limits | undefined): unknown;
}

/** As it is now: the caller may change what all objects have. */
const { hasOwnProperty: hasOwn } = Object.prototype;

/**
 * Generates code for a validator.
 * @returns undefined where the runtime allows no code to be made of text, where there would be too much of it, or nothing to
 *   gain.
 */
export function compile(root: Checker): Compiled | undefined {
  const call = new Call(root);
  const functions = { codePoints, define, hasOwn, isChecking, lists, ownValue };
  const environment = { ...functions, FAILED, UNJUDGED, instances, V: instances.version };
  try {
    const code = new Code(root);
    // The code would ask the check and nothing else.
    if (values.mode === "auto" && code.outlineOf(root) === undefined) return undefined;
    const module = code.module(root);
    const make = new Function("K", "h", "E", module) as (...args: unknown[]) => Pick<Compiled, "value" | "verdict">;
    const isStale = () => code.usesAliases && instances.version !== environment.V;
    return { call, json: jsonUse(root, code), isStale, ...make(code.constants, call, environment) };
  } catch (error) {
    // In use, a schema that no code can be written for is judged by its check; in tests, a defect of the writer's shows.
    const isExpected = error instanceof EvalError || error instanceof TooMuchCode || error instanceof RangeError;
    if (values.mode === "compiled" && !isExpected) throw error;
    return undefined;
  }
}
