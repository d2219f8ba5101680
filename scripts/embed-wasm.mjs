/**
 * Puts the WebAssembly module into the compiled library, compressed, as text: so every bundler and every runtime finds
 * it, without a loader or a fetch. `npm run build` runs it.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { WASM_FILE } from "./wasm-build.mjs";

const root = join(import.meta.dirname, "..");

export function embedWasm() {
  const path = join(root, "prebuilds", WASM_FILE);
  const file = join(root, "dist/engines/native/wasm/embedded.js");
  if (!existsSync(path)) return;
  const module = readFileSync(path);
  const embedded = `"${module.length},${deflateRawSync(module, { level: 9 }).toString("base64")}"`;
  writeFileSync(file, readFileSync(file, "utf8").replace(/"[\w+/=,]*"/, embedded));
}

if (process.argv[1] === import.meta.filename) embedWasm();
