/** Selects the runner that generates code for hot validators; importing this file is enough. */
import { useRunner } from "../../core/runner.ts";
import { environment } from "../environment.ts";
import { execution, type Mode } from "./mode.ts";
import { TieredRunner } from "./tiered-runner.ts";

/** Missing in browsers. */
const runtime = globalThis.process as (NodeJS.Process & { type?: unknown }) | undefined;
const asked = environment("VALIDLIB_VALUES");
if (asked === "check" || asked === "compiled" || asked === "auto") {
  execution.mode = asked satisfies Mode;
  execution.strict = true;
}
/** From this version on, V8's `JSON.stringify` takes half the time: for large values, less than concatenation. */
const FAST_JSON = 13.8;
execution.copiesArrays = Number.parseFloat(runtime?.versions?.v8 ?? "0") >= FAST_JSON;
// A page, even one with Node's modules, may have a policy that reports each attempt.
if (runtime?.type !== "renderer") useRunner(TieredRunner);
