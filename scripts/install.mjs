/**
 * Runs when the package is installed: where no addon that came with it can be used, it compiles one if this machine can,
 * and keeps it if it works. It prints nothing and never fails: without the addon the library is the same, in TypeScript.
 */
import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";

const TEN_MINUTES = 600_000;
const root = join(import.meta.dirname, "..");
const built = join(root, "build/Release/validlib.node");

/** Asks in a process of its own: a file that is damaged may end the one that loads it. */
function works() {
  const library = join(root, "dist/index.js");
  // A clone has not compiled its TypeScript yet.
  if (!existsSync(library)) return existsSync(built);
  const { status } = spawnSync(process.execPath, [library], {
    env: { ...process.env, VALIDLIB_IMPL: "native" },
    stdio: "ignore",
    timeout: TEN_MINUTES,
  });
  return status === 0;
}

try {
  if (process.env.VALIDLIB_IMPL !== "pure" && !works()) {
    spawnSync(process.execPath, [join(root, "scripts/build-native.mjs")], { stdio: "ignore", timeout: TEN_MINUTES });
    if (existsSync(built) && !works()) rmSync(built, { force: true });
  }
} catch {
  // Whatever went wrong, the pure engine is there.
}
process.exitCode = 0;
