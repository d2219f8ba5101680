/** Compiles the WebAssembly module, with zig. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { include, nativeSources } from "./native-sources.mjs";
import { compileAll, runZig } from "./zig.mjs";

/** Where it is put in prebuilds/. */
export const WASM_FILE = "validlib.wasm";
/** What it was built from, beside it. */
export const WASM_RECORD = "validlib.wasm.json";

/** Every runtime that has the vector instructions has the others too. */
const MACHINE = ["-target", "wasm32-wasi", "-mcpu=generic+simd128+bulk_memory+sign_ext+nontrapping_fptoint"];

/** In bytes, for variables: more than the deepest walk takes. The runtime has another stack for calls. */
const STACK = 1024 * 1024;

const FLAGS = [
  "-std=c++20",
  "-fno-exceptions",
  "-fno-rtti",
  "-fvisibility=hidden",
  "-ffunction-sections",
  "-fdata-sections",
  "-DNDEBUG",
  `-DVALIDLIB_STACK_SIZE=${STACK}`,
];

/** What runs for each token. It comes early, because the linker keeps the first copy of a template. */
const HOT = [
  "native/wasm/abort.cpp",
  "native/core/engine.cpp",
  "native/wasm/structure.cpp",
  "native/core/tokens.cpp",
  "native/core/json/number.cpp",
  "native/core/json/items.cpp",
];

/** What only the addon has: other threads, and failures. */
const ADDON = /^native\/(?:node\/|core\/(?:failures|json\/structure|parallel-lines|pool|processors|thread)\.cpp)/;

/**
 * @param {import("./zig.mjs").Compiler} zig
 * @param {string} folder where the sources are; everything is named relative to it
 * @returns {Promise<Buffer>} the module
 */
export async function buildWasm(zig, folder) {
  const work = mkdtempSync(join(tmpdir(), "validlib-wasm-"));
  try {
    const { addon, shared } = nativeSources(folder);
    const own = readdirSync(join(folder, "native/wasm")).map((name) => `native/wasm/${name}`);
    const cold = [...addon.sources.filter((source) => !ADDON.test(source)), ...own].filter(
      (source) => source.endsWith(".cpp") && !HOT.includes(source),
    );
    const sources = [
      ...HOT.map((source) => ({ source, level: "-O2" })),
      ...cold.map((source) => ({ source, level: "-Oz" })),
    ].map((one) => ({ ...one, object: join(work, `${one.source.replaceAll("/", "-")}.o`) }));
    const flags = [
      ...MACHINE,
      ...FLAGS,
      ...shared.map((define) => `-D${define}`),
      `-ffile-prefix-map=${folder}=.`,
      `-ffile-prefix-map=${zig.library}=zig`,
      ...["-I", include.simdjson],
    ];
    await compileAll(sources, ({ source, level, object }) =>
      runZig(zig, folder, ["c++", ...flags, level, "-c", source, "-o", object]),
    );
    const output = join(work, WASM_FILE);
    const link = ["-mexec-model=reactor", "-s", "-Wl,--gc-sections", `-Wl,-z,stack-size=${STACK}`];
    await runZig(zig, folder, ["c++", ...MACHINE, ...link, ...sources.map(({ object }) => object), "-o", output]);
    return readFileSync(output);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
