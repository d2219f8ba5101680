/**
 * npm runs this in a clone: after `npm ci`, before `npm pack`, and when the clone is installed as a folder or by a Git
 * URL. Compiles the TypeScript; the addon is compiled by scripts/install.mjs.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, relative } from "node:path";

const root = join(import.meta.dirname, "..");

// Not in the package, where this script finds that all is there: a package manager may run it for an installed folder.
if (existsSync(join(root, "src")) && existsSync(join(root, "node_modules/typescript")))
  (await import("./setup.mjs")).build();
else if (!existsSync(join(root, "dist"))) {
  console.error("validlib is not compiled yet: run `npm ci` in its folder first");
  process.exit(1);
}

// npm has cloned the repository to pack it for a user: the sources of the addon are included, as by `npm pack`.
const { npm_config_cache: cache } = process.env;
if (cache && !relative(cache, root).startsWith("..")) {
  spawnSync(process.execPath, [join(root, "scripts/vendored.mjs"), "--fill"], { stdio: "inherit" });
}
