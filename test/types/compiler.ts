/** Asks the compiler of the clone about programs that use the library. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
/** What users get: the compiler takes a tenth of the time that it takes for the sources, which it would check too. */
export const library = join(root, "dist/index.js");

/** What the compiler says of a project. */
export function tsc(project: string, ...options: string[]): string {
  const bin = join(root, "node_modules", "typescript", "bin", "tsc");
  const { stdout, stderr } = spawnSync(process.execPath, [bin, "-p", project, ...options], { encoding: "utf8" });
  return stdout + stderr;
}
