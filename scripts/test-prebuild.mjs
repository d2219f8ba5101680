/**
 * npm run test:prebuild [-- target [argument ...]]: runs the native half of the suite over the addon in prebuilds/, not
 * one that was built here. Fails if it is not the target's. Arguments behind the target go to vitest.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { build } from "./setup.mjs";
import { targetsNamed } from "./targets.mjs";

const root = join(import.meta.dirname, "..");
const [name, ...args] = process.argv.slice(2);

function fail(text) {
  console.error(text);
  process.exit(2);
}

let target;
try {
  if (name !== undefined) [target] = targetsNamed([name]);
} catch (error) {
  fail(error.message);
}
if (existsSync(join(root, "build"))) fail("build/ is there, and would be used instead of prebuilds/");

build();
process.env.VALIDLIB_IMPL = "native";
const { engine } = await import("../dist/index.js");
const file = relative(join(root, "prebuilds"), engine().path ?? "").replaceAll("\\", "/");
console.log(`engine: ${engine().impl}, prebuilds/${file}`);
if (target !== undefined && file !== target.file) fail(`this is not the addon for ${name}: prebuilds/${target.file}`);

const vitest = join(root, "node_modules/vitest/vitest.mjs");
const { status } = spawnSync(process.execPath, [vitest, "run", "--project", "native", ...args], {
  cwd: root,
  stdio: "inherit",
});
process.exitCode = status ?? 1;
