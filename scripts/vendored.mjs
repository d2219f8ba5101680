/**
 * Where the C++ sources of others are that the addon is compiled from: in a clone among the packages, in the published
 * package in native/vendor, where `npm pack` puts them.
 *
 *     node scripts/vendored.mjs simdjson    prints the folder, for binding.gyp
 *     node scripts/vendored.mjs --fill      copies them to native/vendor; --empty removes that
 */
import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

const root = join(import.meta.dirname, "..");
const vendor = join(root, "native/vendor");

/** The package, the folder of it, and the files that are needed. */
const SOURCES = {
  simdjson: { name: "@nozbe/simdjson", folder: "src", files: ["simdjson.cpp", "simdjson.h"], licence: "LICENSE" },
  "node-addon-api": {
    name: "node-addon-api",
    folder: ".",
    files: ["napi.h", "napi-inl.h", "napi-inl.deprecated.h"],
    licence: "LICENSE.md",
  },
};

const home = (name) => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));

function folderOf(source) {
  const { name, folder } = SOURCES[source];
  // Of its own: where the package is installed, others may have brought another version.
  if (existsSync(join(root, "node_modules", name))) return join(root, "node_modules", name, folder);
  const kept = join(vendor, source);
  return existsSync(kept) ? kept : join(home(name), folder);
}

function fill() {
  for (const [source, { name, folder, files, licence }] of Object.entries(SOURCES)) {
    mkdirSync(join(vendor, source), { recursive: true });
    for (const file of files) cpSync(join(home(name), folder, file), join(vendor, source, file));
    cpSync(join(home(name), licence), join(vendor, source, "LICENSE"));
  }
}

const [asked] = process.argv.slice(2);
if (asked === "--fill") fill();
else if (asked === "--empty") rmSync(vendor, { recursive: true, force: true });
// gyp wants paths from where binding.gyp is, with forward slashes.
else if (Object.hasOwn(SOURCES, asked ?? "")) console.log(relative(root, folderOf(asked)).replaceAll("\\", "/"));
else {
  console.error(`usage: node scripts/vendored.mjs ${Object.keys(SOURCES).join(" | ")} | --fill | --empty`);
  process.exitCode = 2;
}
