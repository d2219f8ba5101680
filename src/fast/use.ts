/** Lets code be generated for validators that are much used; importing this file is enough. */
import { compile } from "./compile.ts";
import { useCompiler } from "./judge.ts";
import { type Mode, values } from "./mode.ts";

const asked = process.env.VALIDLIB_VALUES;
if (asked === "check" || asked === "compiled" || asked === "auto") values.mode = asked satisfies Mode;
useCompiler(compile);
