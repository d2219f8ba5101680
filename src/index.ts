/** The public names. On Node the addon, where one fits, takes over the JSON entry points. */
import "./fast/select-runner.ts";
import "./formats/use.ts";
import "./jsonschema/use.ts";
import "./native/use.ts";

export * from "./pure.ts";
