/**
 * Runs when the package is installed: compiles the addon if nothing that fits is there yet and this machine can. It
 * prints nothing and never fails: without the addon the library is the same, in TypeScript.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const TEN_MINUTES = 600_000;
const root = join(import.meta.dirname, "..");

try {
  if (process.env.VALIDLIB_IMPL !== "pure" && !existsSync(join(root, "build/Release/validlib.node"))) {
    spawnSync(process.execPath, [join(root, "scripts/build-native.mjs")], { stdio: "ignore", timeout: TEN_MINUTES });
  }
} catch {
  // Whatever went wrong, the pure engine is there.
}
process.exitCode = 0;
