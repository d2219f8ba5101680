/**
 * Where the C++ sources of others are that the addon is compiled from: in a clone among the packages. In the published
 * package they and our own are compressed, in native/vendor, where `npm pack` puts them: 8.2 MB become 0.4 MB.
 *
 *     node scripts/vendored.mjs simdjson           prints the folder, for binding.gyp; unpacks it first, into build/,
 *                                                  and our own sources to where they are in a clone
 *     node scripts/vendored.mjs --fill [folder]    compresses them into native/vendor, there or here
 *     node scripts/vendored.mjs --empty            removes that
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

const root = join(import.meta.dirname, "..");
const vendor = join(root, "native/vendor");
/** The compiler's folder, which the install script removes in the end. */
const unpacked = join(root, "build/vendor");
const PACKED = ".br";

/** Our own sources: the texts by path, as JSON. */
const OWN = ["native/core", "native/node"];
const OWN_PACKED = `validlib.json${PACKED}`;

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

/** In a clone the sources are there, whatever was packed once. */
function unpackOwn() {
  const packed = join(vendor, OWN_PACKED);
  if (existsSync(join(root, "src")) || !existsSync(packed)) return;
  for (const [path, text] of Object.entries(JSON.parse(brotliDecompressSync(readFileSync(packed)).toString()))) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
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

/** @param to the vendor folder */
function fill(to) {
  for (const [source, { name, folder, files, licence }] of Object.entries(SOURCES)) {
    mkdirSync(join(to, source), { recursive: true });
    for (const file of files) {
      writeFileSync(join(to, source, file + PACKED), compressed(readFileSync(join(home(name), folder, file))));
    }
    copyFileSync(join(home(name), licence), join(to, source, "LICENSE"));
  }
  const texts = OWN.flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
    .map((file) => [relative(root, file).replaceAll("\\", "/"), readFileSync(file, "utf8")]);
  writeFileSync(join(to, OWN_PACKED), compressed(Buffer.from(JSON.stringify(Object.fromEntries(texts)))));
}

const [asked, where = root] = process.argv.slice(2);
if (asked === "--fill") fill(join(resolve(where), "native/vendor"));
else if (asked === "--empty") rmSync(vendor, { recursive: true, force: true });
else if (Object.hasOwn(SOURCES, asked ?? "")) {
  unpackOwn();
  // gyp wants paths from where binding.gyp is, with forward slashes.
  console.log(relative(root, folderOf(asked)).replaceAll("\\", "/"));
} else {
  console.error(`usage: node scripts/vendored.mjs ${Object.keys(SOURCES).join(" | ")} | --fill [folder] | --empty`);
  process.exitCode = 2;
}
