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
import { dirname, join, relative, resolve } from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

const root = join(import.meta.dirname, "..");
const vendor = join(root, "native/vendor");
/** The compiler's folder, which the install script removes in the end. */
const unpacked = join(root, "build/vendor");

/** Our own sources. */
const OWN = ["native/core", "native/node"];

/** The sources of a package, or our own, in one file: the texts by path, as JSON. */
const packedIn = (folder, source) => join(folder, `${source}.json.br`);

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
  return unpack(source, join(unpacked, source)) ?? join(home(name), folder);
}

/** Returns the folder; undefined if there is nothing to unpack. */
function unpack(source, to) {
  const packed = packedIn(vendor, source);
  if (!existsSync(packed)) return undefined;
  for (const [path, text] of Object.entries(JSON.parse(brotliDecompressSync(readFileSync(packed)).toString()))) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    writeFileSync(join(to, path), text);
  }
  return to;
}

/**
 * The kernels of simdjson repeat each other over megabytes, in its two files: the window has to reach that far.
 * @param files by path
 */
function pack(source, to, files) {
  const texts = files.map(([path, file]) => [path, readFileSync(file, "utf8")]);
  const bytes = Buffer.from(JSON.stringify(Object.fromEntries(texts)));
  const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = { [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_QUALITY]: 10, [BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(packedIn(to, source), brotliCompressSync(bytes, { params }));
}

/** @param to the vendor folder */
function fill(to) {
  for (const [source, { name, folder, files, licence }] of Object.entries(SOURCES)) {
    mkdirSync(join(to, source), { recursive: true });
    pack(
      source,
      to,
      files.map((file) => [file, join(home(name), folder, file)]),
    );
    copyFileSync(join(home(name), licence), join(to, source, "LICENSE"));
  }
  const files = OWN.flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  pack(
    "validlib",
    to,
    files.map((file) => [relative(root, file).replaceAll("\\", "/"), file]),
  );
}

const [asked, where = root] = process.argv.slice(2);
if (asked === "--fill") fill(join(resolve(where), "native/vendor"));
else if (asked === "--empty") rmSync(vendor, { recursive: true, force: true });
else if (Object.hasOwn(SOURCES, asked ?? "")) {
  // In a clone our sources are there, whatever was packed once.
  if (!existsSync(join(root, "src"))) unpack("validlib", root);
  // gyp wants paths from where binding.gyp is, with forward slashes.
  console.log(relative(root, folderOf(asked)).replaceAll("\\", "/"));
} else {
  console.error(`usage: node scripts/vendored.mjs ${Object.keys(SOURCES).join(" | ")} | --fill [folder] | --empty`);
  process.exitCode = 2;
}
