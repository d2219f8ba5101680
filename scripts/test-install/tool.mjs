/** Programs of others: package managers, bundlers, a registry, schemas. Fetched into the cache when first needed. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { npm } from "../npm.mjs";
import { cache } from "../zig.mjs";

/**
 * Of the environment only what a program and the network need: none of our settings, nor those of the npm that runs
 * this.
 */
const NEEDED = /^(HOME|PATH|SystemRoot|TEMP|APPDATA|LOCALAPPDATA|USERPROFILE|(NODE_EXTRA|SSL)_\w*CERT\w*|\w+_proxy)$/i;
export const basic = Object.fromEntries(Object.entries(process.env).filter(([name]) => NEEDED.test(name)));

/**
 * @param {string} name of a dependency in package.json beside this file.
 * @returns {string} its folder.
 */
export function tool(name) {
  const { dependencies, overrides } = JSON.parse(readFileSync(join(import.meta.dirname, "package.json"), "utf8"));
  const wanted = dependencies[name];
  const folder = join(cache, "install-tools", `${name}-${wanted}`.replaceAll(/[^\w.-]+/g, "-"));
  const home = join(folder, "node_modules", name);
  if (existsSync(home)) return home;
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ private: true, dependencies: { [name]: wanted }, overrides }),
  );
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier"];
  const { status, stdout, stderr } = npm(args, { cwd: folder, env: basic });
  if (status !== 0) throw new Error(`npm install ${name}: exit code ${status}\n${stdout}${stderr}`);
  return home;
}
