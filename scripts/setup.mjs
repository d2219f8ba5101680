/** Makes a fresh clone ready: packages, the compiled TypeScript, and the addon if this machine can compile it. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { embedWasm } from "./embed-wasm.mjs";
import { npm } from "./npm.mjs";

const root = join(import.meta.dirname, "..");

/** Takes a step, which is a process, and says how it ended. */
function attempt(title, step) {
  process.stderr.write(`${title} ...`);
  const outcome = step();
  process.stderr.write(outcome.status === 0 ? " done\n" : " failed\n");
  return outcome;
}

/** Takes a step that has to succeed; what it prints is shown only if it fails. */
function run(title, step) {
  const { status, stdout, stderr, error } = attempt(title, step);
  if (status === 0) return;
  process.stderr.write(error === undefined ? `${stdout}${stderr}` : `${error.message}\n`);
  process.exit(2);
}

const node = (args) => spawnSync(process.execPath, args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 });

/** How to get the fast engine, in a clone that has only the other. */
export const ADVICE =
  "for the one in C++, which is faster: a C++20 compiler, make and Python; `node scripts/build-native.mjs` says what is missing";

const modified = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);
const newest = (folder) =>
  Math.max(...readdirSync(folder, { recursive: true }).map((name) => modified(join(folder, name))));

/** Installs the packages of a folder if its lockfile is newer than what is installed. Exits on failure. */
export function install(folder = root) {
  const installed = join(folder, "node_modules/.package-lock.json");
  if (modified(join(folder, "package-lock.json")) <= modified(installed)) return;
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
  run("Installing packages", () => npm(args, { cwd: folder }));
  utimesSync(installed, new Date(), new Date());
}

/** Compiles the TypeScript if a source is newer than what is compiled. Exits on failure. */
export function build() {
  const sources = Math.max(newest(join(root, "src")), modified(join(root, "prebuilds/validlib.wasm")));
  if (sources <= modified(join(root, "dist/index.js"))) return;
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  run("Compiling TypeScript", () => node([compiler, "-p", "tsconfig.build.json"]));
  embedWasm();
}

/** Compiles the addon if a source is newer than what is compiled. Without a compiler the pure engine does the work. */
export function addon() {
  if (["pure", "wasm"].includes(process.env.VALIDLIB_IMPL)) return;
  const compiled = ["native/core", "native/node"].map((folder) => newest(join(root, folder)));
  const sources = Math.max(...compiled, modified(join(root, "binding.gyp")));
  if (sources <= modified(join(root, "build/Release/validlib.node"))) return;
  const script = join(root, "scripts/build-native.mjs");
  // A warning is an error in CI, but not for users with newer compilers.
  const strict = process.env.CI ? ["--strict=1"] : [];
  // By default make compiles one file after the other.
  attempt("Compiling the addon", () => node([script, "--jobs=max", ...strict]));
}
