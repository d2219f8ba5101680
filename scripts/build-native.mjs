/** Compiles what has changed of the addon into build/Release. Arguments go to node-gyp: `--sanitize=1`, `--debug`. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const gyp = createRequire(import.meta.url).resolve("node-gyp/bin/node-gyp.js");
const options = process.argv.slice(2);
// The headers that came with this Node serve as well as those node-gyp would download.
const prefix = dirname(dirname(process.execPath));
if (existsSync(join(prefix, "include/node/node_api.h"))) options.push(`--nodedir=${prefix}`);
const { status } = spawnSync(process.execPath, [gyp, "configure", "build", ...options], {
  cwd: join(import.meta.dirname, ".."),
  stdio: "inherit",
});
process.exitCode = status ?? 1;
