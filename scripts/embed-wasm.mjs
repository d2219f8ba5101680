/**
 * Puts the WebAssembly module into the compiled library, as text: so every bundler and every runtime finds it, without
 * a loader or a fetch. `npm run build` runs it.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { WASM_FILE } from "./wasm-build.mjs";

const root = join(import.meta.dirname, "..");

export function embedWasm() {
  const module = join(root, "prebuilds", WASM_FILE);
  const file = join(root, "dist/native/wasm/embedded.js");
  if (!existsSync(module)) return;
  const text = readFileSync(file, "utf8").replace(/"[\w+/=]*"/, `"${readFileSync(module).toString("base64")}"`);
  writeFileSync(file, text);
}

if (process.argv[1] === import.meta.filename) embedWasm();
