/** Selects the runner that generates code for hot validators; importing this file is enough. */

import { type Mode, values } from "./mode.ts";
import { useRunner } from "./runner.ts";
import { TieredRunner } from "./tiered-runner.ts";

const asked = process.env.VALIDLIB_VALUES;
if (asked === "check" || asked === "compiled" || asked === "auto") {
  values.mode = asked satisfies Mode;
  values.strict = true;
}
// A page, even one with Node's modules, may have a policy that reports each attempt.
if ((process as { type?: unknown }).type !== "renderer") useRunner(TieredRunner);
