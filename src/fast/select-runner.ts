/** Selects the runner that generates code for hot validators; importing this file is enough. */

import { type Mode, values } from "./mode.ts";
import { useRunner } from "./runner.ts";
import { TieredRunner } from "./tiered-runner.ts";

const asked = process.env.VALIDLIB_VALUES;
if (asked === "check" || asked === "compiled" || asked === "auto") {
  values.mode = asked satisfies Mode;
  values.strict = true;
}
/** From this version on, V8's `JSON.stringify` takes half the time: for large values, less than concatenation. */
const FAST_JSON = 13.8;
values.copiesArrays = Number.parseFloat(process.versions.v8 ?? "0") >= FAST_JSON;
// A page, even one with Node's modules, may have a policy that reports each attempt.
if ((process as { type?: unknown }).type !== "renderer") useRunner(TieredRunner);
