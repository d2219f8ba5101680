/**
 * Compares both engines on the byte corpus on every simdjson kernel this machine has, each in a process of its own:
 * node scripts/corpus.mjs [--size 1000000] [--recipes anything,json] [--no-mutations]. Prints one line of JSON for each
 * kernel.
 */
import { spawnSync } from "node:child_process";
import { register } from "node:module";
import { parseArgs } from "node:util";

const KERNELS = ["icelake", "haswell", "westmere", "arm64", "ppc64", "lsx", "lasx", "fallback"];

const { values: given } = parseArgs({
  options: {
    size: { type: "string", default: "Infinity" },
    recipes: { type: "string" },
    kernel: { type: "string" },
    mutations: { type: "boolean", default: true },
  },
  allowNegative: true,
});

if (given.kernel !== undefined) await compare();
else await compareAll();

/** simdjson itself reads the variable; with a kernel it does not have it parses nothing, and this prints nothing. */
async function compare() {
  register("./typescript.mjs", import.meta.url);
  // Node 22 has a simdjson of its own for its package.json files. That one must have chosen before the variable is set.
  import.meta.resolve("validlib");
  process.env.SIMDJSON_FORCE_IMPLEMENTATION = given.kernel;
  const { native } = await import("../test/native/addon.ts");
  const { compareCorpus, recipes } = await import("../test/native/corpus.ts");
  const { differenceOf } = await import("../test/native/same.ts");
  compareCorpus(native, { maxSize: 0, recipes: ["json"], mutations: 0 });
  if (native.tally.native === 0) return;
  const { texts, tally, differences } = compareCorpus(native, {
    maxSize: Number(given.size),
    recipes: given.recipes?.split(",") ?? Object.keys(recipes),
    mutations: Number(given.mutations),
  });
  const shown = differences.map(({ recipe, text, difference: { what, expected, actual } }) => {
    return `${recipe}, ${text}: ${what}: ${differenceOf(expected, actual)}`;
  });
  console.log(JSON.stringify({ kernel: given.kernel, texts, ...tally, calls: native.tally, differences: shown }));
}

async function compareAll() {
  for (const kernel of KERNELS) {
    const { stdout, signal, status, stderr } = spawnSync(
      process.execPath,
      [import.meta.filename, "--kernel", kernel, ...process.argv.slice(2)],
      { encoding: "utf8", env: { ...process.env, VALIDLIB_IMPL: "native" } },
    );
    // A kernel that is there may still be too new for the processor.
    if (signal === "SIGILL") continue;
    if (status !== 0) throw new Error(`${kernel}: ${signal ?? stderr}`);
    if (stdout === "") continue;
    console.log(stdout.trim());
    if (JSON.parse(stdout).differences.length > 0) process.exitCode = 1;
  }
}
