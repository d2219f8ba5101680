/**
 * npm run prebuilds [-- --verify | --check] [target ...]: compiles the addon for other systems, all of them on this
 * machine, into prebuilds/. Without targets, for all of scripts/targets.mjs.
 *
 *   --verify   builds each once more, in another folder and from nothing, and compares the bytes
 *   --check    builds nothing: looks whether what is there is whole, and of these sources
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { readBinary } from "./binary.mjs";
import { include, nativeSources, sourceHash } from "./native-sources.mjs";
import { entries, targets } from "./targets.mjs";
import { cache, compiler } from "./zig.mjs";

const root = join(import.meta.dirname, "..");
const prebuilds = join(root, "prebuilds");
const manifestFile = join(prebuilds, "manifest.json");

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
const run = promisify(execFile);

/** What is the same on all systems. Optimised as node-gyp does it, but for the size. */
const FLAGS = [
  "-std=c++20",
  "-O2",
  "-fno-exceptions",
  "-fno-rtti",
  "-fvisibility=hidden",
  "-fvisibility-inlines-hidden",
  "-ffunction-sections",
  "-fdata-sections",
];

const LINK = {
  linux: ["-Wl,--version-script=native/node/exports.map", "-Wl,--gc-sections", "-Wl,-z,relro", "-Wl,-z,now"],
  // Node's own names are found when it is loaded.
  darwin: ["-Wl,-undefined,dynamic_lookup", "-Wl,-dead_strip"],
  win32: [],
};

const MACHINE = { x64: "i386:x86-64", arm64: "arm64" };

/** Builds of one target, in a folder that is a copy of the project, or the project. */
class Build {
  /**
   * @param {import("./targets.mjs").Target} target
   * @param {import("./zig.mjs").Compiler} zig
   * @param {string} folder where the sources are; everything is named relative to it
   * @param {boolean} reuse simdjson, which never changes, may be taken from the cache
   */
  constructor(target, zig, folder, reuse) {
    this.target = target;
    this.zig = zig;
    this.folder = folder;
    this.reuse = reuse;
    this.sources = nativeSources(folder);
    // Names of files are in no binary but for assertions; those must not depend on where the project is.
    const flags = [...FLAGS, `-ffile-prefix-map=${folder}=.`, `-ffile-prefix-map=${zig.library}=zig`];
    if (target.platform === "win32") flags.push("-DNOMINMAX");
    else flags.push("-fPIC");
    this.flags = [...flags, ...this.sources.shared.map((define) => `-D${define}`), "-I", include.simdjson];
  }

  /** @returns {Promise<Buffer>} the addon's file. */
  async addon() {
    const work = mkdtempSync(join(tmpdir(), "validlib-prebuild-"));
    try {
      const [simdjson, objects] = await Promise.all([this.#simdjson(work), this.#compile(work)]);
      objects.push(simdjson);
      if (this.target.platform === "win32") objects.push(...(await this.#nodeLibraries(work)));
      const output = join(work, "validlib.node");
      await this.#zig("c++", this.#machine, "-shared", "-s", ...LINK[this.target.platform], ...objects, "-o", output);
      return readFileSync(output);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }

  get #machine() {
    return ["-target", this.target.zig, ...(this.target.cpu ? [`-mcpu=${this.target.cpu}`] : [])];
  }

  /** Compiles the addon's own sources, as many at a time as there are processors. */
  async #compile(work) {
    const { sources, defines } = this.sources.addon;
    const flags = [
      "-Wall",
      "-Wextra",
      ...defines.map((define) => `-D${define}`),
      "-I",
      include.addon,
      "-I",
      include.node,
    ];
    const objects = sources.map((source) => join(work, `${source.replaceAll("/", "-")}.o`));
    const waiting = sources.entries();
    const worker = async () => {
      // One iterator for all of them: each takes the next source that nobody has taken.
      for (const [index, source] of waiting) await this.#object(source, objects[index], flags);
    };
    await Promise.all(Array.from({ length: availableParallelism() }, worker));
    return objects;
  }

  async #simdjson(work) {
    const [source] = this.sources.simdjson.sources;
    const { zig, target, folder, flags } = this;
    const key = sha256(
      JSON.stringify([zig.version, target.zig, target.cpu, flags.filter((flag) => !flag.includes(folder))]),
    ).slice(0, 16);
    const kept = join(
      cache,
      "objects",
      `simdjson-${target.name}-${key}-${sha256(readFileSync(join(folder, source))).slice(0, 16)}.o`,
    );
    if (this.reuse && existsSync(kept)) return kept;
    const object = join(work, "simdjson.o");
    await this.#object(source, object, []);
    if (!this.reuse) return object;
    mkdirSync(dirname(kept), { recursive: true });
    // At one go: another build may look for it.
    cpSync(object, `${kept}.${process.pid}`);
    renameSync(`${kept}.${process.pid}`, kept);
    return kept;
  }

  /** What Node exports, as libraries to link with. */
  async #nodeLibraries(work) {
    const libraries = [];
    for (const name of ["node_api", "js_native_api"]) {
      const library = join(work, `${name}.lib`);
      const names = join(include.exports, `${name}.def`);
      await this.#zig("dlltool", ["-d", names, "-D", "node.exe", "-m", MACHINE[this.target.arch], "-l", library]);
      libraries.push(library);
    }
    return libraries;
  }

  #object(source, object, flags) {
    return this.#zig("c++", [...this.#machine, ...this.flags, ...flags, "-c", source, "-o", object]);
  }

  async #zig(command, ...args) {
    const { path, env } = this.zig;
    try {
      await run(path, [command, ...args.flat()], { cwd: this.folder, env, maxBuffer: 2 ** 26 });
    } catch (error) {
      throw new Error(`zig ${[command, ...args.flat()].join(" ")}\n${error.stderr || error.message}`);
    }
  }
}

/** What is wrong with an addon's file as such, in a sentence each. */
export function faults(bytes, target) {
  const binary = readBinary(bytes);
  const found = [];
  if (binary.arch !== target.arch) found.push(`it is for ${binary.arch}`);
  if (binary.exports.join() !== entries.join()) found.push(`it exports ${binary.exports.join(", ")}`);
  const foreign = binary.libraries.filter((library) => /libstdc\+\+|libc\+\+\.so|libgcc/.test(library));
  if (foreign.length > 0) found.push(`it needs ${foreign.join(", ")}`);
  if (binary.format === "Mach-O" && target.arch === "arm64" && !binary.signed) found.push("it is not signed");
  if (bytes.includes(root) || bytes.includes(cache)) found.push("it names folders of this machine");
  return found;
}

const readManifest = () => (existsSync(manifestFile) ? JSON.parse(readFileSync(manifestFile, "utf8")) : {});

/** Adds a file to the manifest; what is no longer there leaves it. */
function record(target, bytes, compiler, sources) {
  const all = { ...readManifest(), [target.file]: { size: bytes.length, sha256: sha256(bytes), sources, compiler } };
  const kept = Object.entries(all).filter(([file]) => existsSync(join(prebuilds, file)));
  writeFileSync(manifestFile, `${JSON.stringify(Object.fromEntries(kept.sort()), null, 2)}\n`);
}

/** The bytes that the same sources give in a folder with another name, with nothing taken from the cache. */
async function again(target, zig) {
  const parent = mkdtempSync(join(tmpdir(), "validlib-elsewhere-"));
  try {
    const folder = join(parent, "a folder with another name");
    const modules = [include.simdjson, include.addon, include.node, include.exports];
    for (const path of ["binding.gyp", "package.json", "native", ...modules, `${include.addon}/package.json`]) {
      cpSync(join(root, path), join(folder, path), { recursive: true });
    }
    return await new Build(target, zig, folder, false).addon();
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

async function build(target, zig, sources, verify) {
  const bytes = await new Build(target, zig, root, true).addon();
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

/** What is wrong with what is in prebuilds/, a sentence a target. */
export function check(wanted) {
  const manifest = readManifest();
  const sources = sourceHash(root);
  return wanted.flatMap((target) => {
    const file = join(prebuilds, target.file);
    const entry = manifest[target.file];
    if (!existsSync(file)) return [`${target.name}: there is none`];
    if (entry === undefined) return [`${target.name}: it is not in the manifest`];
    if (entry.sources !== sources) return [`${target.name}: it was built from other sources`];
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
  const unknown = positionals.filter((name) => !targets.some((target) => target.name === name));
  if (unknown.length > 0) {
    throw new Error(`unknown target ${unknown.join(", ")}; there are ${targets.map(({ name }) => name).join(", ")}`);
  }
  const wanted = targets.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  if (values.check) {
    const found = check(wanted);
    console.log(found.length === 0 ? `${wanted.length} prebuilds are whole and of these sources` : found.join("\n"));
    return found.length === 0;
  }
  const zig = compiler();
  const sources = sourceHash(root);
  const failed = [];
  for (const [index, target] of wanted.entries()) {
    process.stderr.write(`[${index + 1}/${wanted.length}] ${target.name} ...`);
    const start = performance.now();
    try {
      const { length } = await build(target, zig, sources, values.verify);
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
