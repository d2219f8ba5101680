/** The public names. On Node the addon, if a compatible one is found, takes over the JSON entry points. */
import "./fast/select-runner.ts";
import "./formats/use.ts";
import "./jsonschema/use.ts";
import "./native/use.ts";

export * from "./pure.ts";
