/** The library as JavaScript, for what cannot run TypeScript: workers and other processes. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Compiles `src` into a new temporary folder and returns the URL of `pure.js` in it. Types are not checked here. */
export function compiled(): URL {
  const folder = mkdtempSync(join(tmpdir(), "validlib-test-"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  execFileSync(process.execPath, [tsc, "-p", join(root, "tsconfig.build.json"), "--outDir", folder, "--noCheck"]);
  return pathToFileURL(join(folder, "pure.js"));
}
