/**
 * npm run prebuilds [-- --verify | --check] [target ...]: compiles the addon for other systems, all of them on this
 * machine, into prebuilds/. Without targets, for all of scripts/targets.mjs, and the WebAssembly module, whose target
 * is `wasm`.
 *
 *   --verify   builds each once more, in a folder with another name, and compares the bytes
 *   --check    builds nothing: looks whether what is there is whole, and of these sources
 */
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { readBinary, unprotected } from "./binary.mjs";
import { CrossBuild } from "./cross-build.mjs";
import { include, sourceHash, wasmSourceHash } from "./native-sources.mjs";
import { entries, targetsNamed } from "./targets.mjs";
import { buildWasm, WASM_FILE, WASM_RECORD } from "./wasm-build.mjs";
import { cache, compiler } from "./zig.mjs";

const root = join(import.meta.dirname, "..");
const prebuilds = join(root, "prebuilds");
const manifestFile = join(prebuilds, "manifest.json");

/** The module is in git, so that clones have it without the compiler: its sources are recorded in a file of its own. */
const wasm = Object.freeze({ name: "wasm", file: WASM_FILE });
const wasmRecord = join(prebuilds, WASM_RECORD);

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

const short = (names) => names.slice(0, 10).join(", ") + (names.length > 10 ? ` and ${names.length - 10} more` : "");

const make = (target, zig, folder) =>
  target === wasm ? buildWasm(zig, folder) : new CrossBuild(target, zig, folder).addon();

const sourcesOf = (target) => (target === wasm ? wasmSourceHash(root) : sourceHash(root));

/** The faults of a file by itself, in a sentence each. */
export function faults(bytes, target) {
  const named = [root, cache, tmpdir()].some((folder) => bytes.includes(folder))
    ? ["it names folders of this machine"]
    : [];
  return [...(target === wasm ? wasmFaults(bytes) : addonFaults(bytes, target)), ...named];
}

function wasmFaults(bytes) {
  const imported = WebAssembly.Module.imports(new WebAssembly.Module(bytes));
  return imported.map(({ name }) => `it imports ${name}`);
}

function addonFaults(bytes, target) {
  const binary = readBinary(bytes);
  const found = [];
  if (binary.arch !== target.arch) found.push(`it is for ${binary.arch}`);
  if (binary.exports.join() !== entries.join()) found.push(`it exports ${short(binary.exports)}`);
  const foreign = binary.libraries.filter((library) => /libstdc\+\+|libc\+\+\.so|libgcc/.test(library));
  if (foreign.length > 0) found.push(`it needs ${foreign.join(", ")}`);
  if (binary.format === "Mach-O" && target.arch === "arm64" && !binary.signed) found.push("it is not signed");
  // clang leaves calls of `__memcpy_chk` in four of our sources, for each processor.
  found.push(...unprotected(binary, { fortified: target.libc === "glibc" }));
  return found;
}

const readManifest = () => (existsSync(manifestFile) ? JSON.parse(readFileSync(manifestFile, "utf8")) : {});

/** Adds a file to the manifest; what is no longer there leaves it. */
function record(target, bytes, compiler, sources) {
  if (target === wasm) {
    const entry = { size: bytes.length, sha256: sha256(bytes), sources, compiler };
    writeFileSync(wasmRecord, `${JSON.stringify(entry, null, 2)}\n`);
    return;
  }
  const all = { ...readManifest(), [target.file]: { size: bytes.length, sha256: sha256(bytes), sources, compiler } };
  const kept = Object.entries(all).filter(([file]) => existsSync(join(prebuilds, file)));
  writeFileSync(manifestFile, `${JSON.stringify(Object.fromEntries(kept.sort()), null, 2)}\n`);
}

/** The bytes that the same sources give in a folder with another name: all of them are compiled again for it. */
async function again(target, zig) {
  const parent = mkdtempSync(join(tmpdir(), "validlib-elsewhere-"));
  try {
    const folder = join(parent, "a folder with another name");
    const modules = [include.simdjson, include.addon, include.node, include.exports];
    for (const path of [
      "binding.gyp",
      "package.json",
      "native",
      "scripts/wasm-build.mjs",
      "scripts/zig",
      ...modules,
      `${include.addon}/package.json`,
    ]) {
      cpSync(join(root, path), join(folder, path), { recursive: true });
    }
    return await make(target, zig, folder);
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

async function build(target, zig, verify) {
  const sources = sourcesOf(target);
  const bytes = await make(target, zig, root);
  const found = faults(bytes, target);
  if (verify && !bytes.equals(await again(target, zig))) found.push("a second build has other bytes");
  if (found.length > 0) throw new Error(found.join("; "));
  const file = join(prebuilds, target.file);
  mkdirSync(dirname(file), { recursive: true });
  // At one go, and beside the old one, which a process may have loaded.
  const fresh = join(dirname(file), `.${basename(file)}.${process.pid}`);
  writeFileSync(fresh, bytes);
  renameSync(fresh, file);
  record(target, bytes, `zig ${zig.version}`, sources);
  return bytes;
}

/** The faults of the files in prebuilds/, a sentence per target. */
export function check(wanted) {
  const manifest = readManifest();
  if (existsSync(wasmRecord)) manifest[WASM_FILE] = JSON.parse(readFileSync(wasmRecord, "utf8"));
  return wanted.flatMap((target) => {
    const file = join(prebuilds, target.file);
    const entry = manifest[target.file];
    if (!existsSync(file)) return [`${target.name}: there is none`];
    if (entry === undefined) return [`${target.name}: it is not in the manifest`];
    if (entry.sources !== sourcesOf(target)) return [`${target.name}: it was built from other sources`];
    const bytes = readFileSync(file);
    if (bytes.length !== entry.size || sha256(bytes) !== entry.sha256) {
      return [`${target.name}: it is not the file that was built`];
    }
    return faults(bytes, target).map((fault) => `${target.name}: ${fault}`);
  });
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { verify: { type: "boolean" }, check: { type: "boolean" } },
  });
  const names = positionals.filter((name) => name !== wasm.name);
  const addons = positionals.length > 0 && names.length === 0 ? [] : targetsNamed(names);
  const wanted = [...addons, ...(names.length < positionals.length || positionals.length === 0 ? [wasm] : [])];
  if (values.check) {
    const found = check(wanted);
    console.log(found.length === 0 ? `${wanted.length} prebuilds are whole and of these sources` : found.join("\n"));
    return found.length === 0;
  }
  const zig = compiler();
  const failed = [];
  for (const [index, target] of wanted.entries()) {
    process.stderr.write(`[${index + 1}/${wanted.length}] ${target.name} ...`);
    const start = performance.now();
    try {
      const { length } = await build(target, zig, values.verify);
      const seconds = ((performance.now() - start) / 1000).toFixed(0);
      process.stderr.write(
        ` ${(length / 1000).toFixed(0)} kB in ${seconds} s${values.verify ? ", the same again" : ""}\n`,
      );
    } catch (error) {
      failed.push(target.name);
      process.stderr.write(` failed\n${error.message.replace(/^/gm, "  ")}\n`);
    }
  }
  if (failed.length > 0) console.error(`${failed.length} of ${wanted.length} failed: ${failed.join(", ")}`);
  return failed.length === 0;
}

if (process.argv[1] === import.meta.filename) {
  process.exitCode = await main().then(
    (good) => (good ? 0 : 1),
    (error) => {
      console.error(error.message);
      return 2;
    },
  );
}
