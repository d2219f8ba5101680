// Builds the addon into build/Release with node-gyp. Arguments are handed on: `--sanitize=1`, `--debug`.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const gyp = createRequire(import.meta.url).resolve("node-gyp/bin/node-gyp.js");
const root = fileURLToPath(new URL("..", import.meta.url));
const given = process.argv.slice(2);
// `--again` compiles only what has changed.
const command = given[0] === "--again" ? (given.shift(), "build") : "rebuild";
// The headers that came with this Node serve as well as those node-gyp would download.
const prefix = dirname(dirname(process.execPath));
if (existsSync(join(prefix, "include/node/node_api.h"))) given.push(`--nodedir=${prefix}`);
const { status } = spawnSync(process.execPath, [gyp, command, ...given], { cwd: root, stdio: "inherit" });
process.exitCode = status ?? 1;
