/** Compiles the addon for another system, with zig. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keepExports, keepMachExports, removeTime } from "./binary.mjs";
import { include, nativeSources } from "./native-sources.mjs";
import { entries } from "./targets.mjs";
import { compileAll, runZig } from "./zig.mjs";

/** Flags of all systems. Optimised as by node-gyp, except for size. */
const FLAGS = [
  "-std=c++20",
  "-O2",
  "-fexceptions",
  "-fno-rtti",
  "-fvisibility=hidden",
  "-fvisibility-inlines-hidden",
  "-ffunction-sections",
  "-fdata-sections",
];

/** Checks that the compiler builds in, as in binding.gyp. The system's own are those of Windows. */
function checks({ platform, arch, libc }) {
  if (platform === "win32") return [];
  const branches = { x64: "-fcf-protection", arm64: "-mbranch-protection=standard" };
  return [
    "-fstack-protector-strong",
    ...(libc === "glibc" ? ["-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=2"] : []),
    ...(platform === "linux" && branches[arch] ? [branches[arch]] : []),
  ];
}

const LINK = {
  linux: [
    "c++",
    "-shared",
    "-s",
    "-Wl,--version-script=native/node/exports.map",
    "-Wl,--gc-sections",
    "-Wl,-z,relro",
    "-Wl,-z,now",
  ],
  // Not by way of "c++": that adds a runtime of zig's, every name of which the addon would export. macOS has its own.
  // Node's own names are found when it is loaded.
  darwin: ["build-lib", "-dynamic", "-lc++", "-fno-compiler-rt", "-fallow-shlib-undefined", "-dead_strip", "-fstrip"],
  win32: ["c++", "-shared", "-s"],
};

/** It includes all of simdjson. */
const LONGEST = "native/core/json/structure.cpp";

/** Sources of the build itself, relative to the project. */
const HIDDEN_NEW = "scripts/zig/hidden-new.cpp";

const MACHINE = { x64: "i386:x86-64", arm64: "arm64" };

/** A build of one target, in the project or a copy of it. */
export class CrossBuild {
  /**
   * @param {import("./targets.mjs").Target} target
   * @param {import("./zig.mjs").Compiler} zig
   * @param {string} folder where the sources are; everything is named relative to it
   */
  constructor(target, zig, folder) {
    this.target = target;
    this.zig = zig;
    this.folder = folder;
    this.sources = nativeSources(folder);
    // Names of files are in no binary but for assertions; those must not depend on where the project is.
    const flags = [
      ...FLAGS,
      ...checks(target),
      `-ffile-prefix-map=${folder}=.`,
      `-ffile-prefix-map=${zig.library}=zig`,
    ];
    if (target.platform === "win32") flags.push("-DNOMINMAX");
    else flags.push("-fPIC");
    this.flags = [...flags, ...this.sources.shared.map((define) => `-D${define}`), "-I", include.simdjson];
  }

  /** @returns {Promise<Buffer>} the addon's file. */
  async addon() {
    const work = mkdtempSync(join(tmpdir(), "validlib-prebuild-"));
    try {
      const objects = [...(await this.#compile(work)), ...(await this.#extras(work))];
      const output = join(work, "validlib.node");
      const darwin = this.target.platform === "darwin";
      // What a library for macOS calls itself would be where it was made.
      const to = darwin ? [`-femit-bin=${output}`, "-install_name", "@rpath/validlib.node"] : ["-o", output];
      await this.#zig(...LINK[this.target.platform], ...this.#machine, ...objects, ...to);
      const bytes = readFileSync(output);
      // zig's linker writes down the time, and takes no word against what the C++ library exports of itself.
      if (this.target.platform === "win32") {
        removeTime(bytes);
        keepExports(bytes, entries);
      }
      if (darwin) keepMachExports(bytes, entries);
      return bytes;
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }

  get #machine() {
    return ["-target", this.target.zig, ...(this.target.cpu ? [`-mcpu=${this.target.cpu}`] : [])];
  }

  /** Compiles all sources. */
  async #compile(work) {
    const { addon } = this.sources;
    const defines = addon.defines.map((define) => `-D${define}`);
    const own = ["-Wall", "-Wextra", ...defines, "-I", include.addon, "-I", include.node];
    // The longest first.
    const sources = addon.sources.toSorted((a, b) => Number(b === LONGEST) - Number(a === LONGEST));
    const waiting = sources.map((source) => ({ source, object: join(work, `${source.replaceAll("/", "-")}.o`) }));
    await compileAll(waiting, ({ source, object }) => this.#object(source, object, own));
    return waiting.map(({ object }) => object);
  }

  /** Additional sources of some systems. */
  async #extras(work) {
    const { platform, arch } = this.target;
    if (platform === "darwin") {
      const object = join(work, "hidden-new.o");
      await this.#object(HIDDEN_NEW, object, ["-fvisibility-global-new-delete-hidden"]);
      return [object];
    }
    if (platform !== "win32") return [];
    // What Node exports, as libraries to link with.
    const names = ["node_api", "js_native_api"];
    const libraries = names.map((name) => join(work, `${name}.lib`));
    for (const [index, library] of libraries.entries()) {
      const definition = join(include.exports, `${names[index]}.def`);
      await this.#zig("dlltool", "-d", definition, "-D", "node.exe", "-m", MACHINE[arch], "-l", library);
    }
    return libraries;
  }

  #object(source, object, flags) {
    return this.#zig("c++", ...this.#machine, ...this.flags, ...flags, "-c", source, "-o", object);
  }

  #zig(...args) {
    return runZig(this.zig, this.folder, args);
  }
}
