/**
 * Prints the code that is generated for a validator, formatted: `node scripts/generated-code.mjs 'Dict({ a: Int() })'`.
 * Afterwards the calls that need it: `copy` (the default), `verdict`, `text`, `json`.
 */
import { spawnSync } from "node:child_process";
import { register } from "node:module";
import { join } from "node:path";

const [expression = "Dict({ a: Int() })", ...calls] = process.argv.slice(2);
const CALLS = {
  copy: (validator) => validator.safe(undefined),
  verdict: (validator) => validator.is(undefined),
  text: (validator) => validator.stringify(undefined),
  json: (validator) => validator.safeJson("[]"),
};

process.env.VALIDLIB_VALUES = "compiled";
if (!process.features.typescript) register("./typescript.mjs", import.meta.url);
const library = await import("../src/index.ts");
const validator = new Function(...Object.keys(library), `return ${expression};`)(...Object.values(library));

const biome = join(import.meta.dirname, "../node_modules/@biomejs/biome/bin/biome");
globalThis.Function = new Proxy(Function, {
  construct(target, parameters) {
    const args = [biome, "format", "--stdin-file-path=generated.js"];
    const source = `function generated(${parameters.slice(0, -1).join(", ")}) {\n${parameters.at(-1)}\n}`;
    const { stdout } = spawnSync(process.execPath, args, { input: source, encoding: "utf8" });
    process.stdout.write(stdout === "" ? source : stdout);
    return Reflect.construct(target, parameters);
  },
});
for (const call of calls.length > 0 ? calls : ["copy"]) {
  console.log(`// ${call}`);
  try {
    CALLS[call](validator);
  } catch (error) {
    // Undefined may not be valid: the code has been generated.
    if (!library.isValidationError?.(error)) console.log(`// ${error}`);
  }
}
