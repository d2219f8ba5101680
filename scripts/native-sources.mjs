/** The sources and defines of the addon, from binding.gyp. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const MODULES = { simdjson: "node_modules/@nozbe/simdjson", api: "node_modules/node-addon-api" };

/** Headers and other folders, relative to the project. */
export const include = {
  simdjson: `${MODULES.simdjson}/src`,
  addon: MODULES.api,
  /** Node-API's own headers, and the names it exports on Windows. */
  node: "node_modules/node-api-headers/include",
  exports: "node_modules/node-api-headers/def",
};

/** Of the addon: sources, relative to the project, and what is defined. */
export function nativeSources(root) {
  const gyp = JSON.parse(readFileSync(join(root, "binding.gyp"), "utf8"));
  const { version } = versionOf(root, ".");
  const [{ sources, defines }] = gyp.targets;
  // gyp runs a command for the version.
  const addon = { sources, defines: defines.map((define) => define.replace(/<!\(.*\)/, version)) };
  return { addon, shared: gyp.target_defaults.defines, version };
}

const versionOf = (root, module) => JSON.parse(readFileSync(join(root, module, "package.json"), "utf8"));

/** A hash of everything that goes into the addon. */
export const sourceHash = (root) =>
  hashOf(root, ["native/core", "native/node", "scripts/zig"], ["binding.gyp"], [".", ...Object.values(MODULES)]);

/** The same for the WebAssembly module. */
export const wasmSourceHash = (root) =>
  hashOf(
    root,
    ["native/core", "native/wasm", "scripts/zig"],
    ["binding.gyp", "scripts/wasm-build.mjs"],
    [MODULES.simdjson],
  );

/** A hash of all files of folders, of other files, and of the versions of packages. */
function hashOf(root, folders, files, modules) {
  const hash = createHash("sha256");
  const add = (name, content) => hash.update(`${name}\0${content.length}\0`).update(content);
  for (const folder of folders) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()) {
      add(entry.slice(root.length).replaceAll("\\", "/"), readFileSync(entry));
    }
  }
  for (const file of files) add(file, readFileSync(join(root, file)));
  for (const module of modules) add(module, versionOf(root, module).version);
  return hash.digest("hex");
}
