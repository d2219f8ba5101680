/** The public names. On Node the addon, if a compatible one is found, takes over the JSON entry points. */
import "./core/compiled-members.ts";
import "./engines/fast/select-runner.ts";
import "./text/formats/use.ts";
import "./interop/jsonschema/use.ts";
import "./engines/native/use.ts";

export * from "./pure.ts";
