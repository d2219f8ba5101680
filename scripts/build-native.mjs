/** Compiles what has changed of the addon into build/Release. Arguments go to node-gyp: `--sanitize=1`, `--debug`. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** In a clone it is a package of ours; where the package is installed, npm has one of its own. */
function nodeGyp() {
  const { npm_config_node_gyp: configured, npm_execpath: npm } = process.env;
  const bundled = (entry) => join(dirname(entry), "../node_modules/node-gyp/bin/node-gyp.js");
  const beside = join(dirname(process.execPath), "../lib/node_modules/npm/bin/npm-cli.js");
  const onWindows = join(dirname(process.execPath), "node_modules/npm/bin/npm-cli.js");
  const candidates = [configured, ...[npm, beside, onWindows].filter(Boolean).map(bundled)];
  try {
    candidates.unshift(createRequire(import.meta.url).resolve("node-gyp/bin/node-gyp.js"));
  } catch {
    // Not among the packages.
  }
  return candidates.find((file) => file?.endsWith(".js") && existsSync(file));
}

const gyp = nodeGyp();
if (gyp === undefined) {
  console.error("node-gyp was not found: it comes with npm");
  process.exit(1);
}
const options = process.argv.slice(2);
// The headers that came with this Node serve as well as those node-gyp would download.
const prefix = dirname(dirname(process.execPath));
if (existsSync(join(prefix, "include/node/node_api.h"))) options.push(`--nodedir=${prefix}`);
const { status } = spawnSync(process.execPath, [gyp, "configure", "build", ...options], {
  cwd: join(import.meta.dirname, ".."),
  stdio: "inherit",
});
process.exitCode = status ?? 1;
