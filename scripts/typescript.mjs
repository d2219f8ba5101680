/**
 * Lets Node import the TypeScript sources as they stand, at full speed: `register("./typescript.mjs",
 * import.meta.url)`. Node 22.18 and later do it by themselves.
 */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { transformWithOxc } from "vite";

/** The hook of `module.register`. */
export async function load(url, context, next) {
  if (!url.endsWith(".ts")) return next(url, context);
  const path = fileURLToPath(url);
  const { code } = await transformWithOxc(await readFile(path, "utf8"), path, { sourcemap: false });
  return { format: "module", source: code, shortCircuit: true };
}
