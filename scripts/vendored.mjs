/**
 * Where the C++ sources of others are that the addon is compiled from: in a clone among the packages. In the published
 * package they are compressed, in native/vendor, where `npm pack` puts them: 7.7 MB become 0.3 MB.
 *
 *     node scripts/vendored.mjs simdjson    prints the folder, for binding.gyp; unpacks it first, into build/
 *     node scripts/vendored.mjs --fill      compresses them into native/vendor; --empty removes that
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

const root = join(import.meta.dirname, "..");
const vendor = join(root, "native/vendor");
/** The compiler's folder, which the install script removes in the end. */
const unpacked = join(root, "build/vendor");
const PACKED = ".br";

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
  return existsSync(join(vendor, source)) ? unpack(source) : join(home(name), folder);
}

function unpack(source) {
  const to = join(unpacked, source);
  mkdirSync(to, { recursive: true });
  for (const file of readdirSync(join(vendor, source)).filter((name) => name.endsWith(PACKED))) {
    writeFileSync(join(to, basename(file, PACKED)), brotliDecompressSync(readFileSync(join(vendor, source, file))));
  }
  return to;
}

/** The kernels of simdjson repeat each other over megabytes: the window has to reach that far. */
function compressed(bytes) {
  const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = { [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_QUALITY]: 10, [BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return brotliCompressSync(bytes, { params });
}

function fill() {
  for (const [source, { name, folder, files, licence }] of Object.entries(SOURCES)) {
    mkdirSync(join(vendor, source), { recursive: true });
    for (const file of files) {
      writeFileSync(join(vendor, source, file + PACKED), compressed(readFileSync(join(home(name), folder, file))));
    }
    copyFileSync(join(home(name), licence), join(vendor, source, "LICENSE"));
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
