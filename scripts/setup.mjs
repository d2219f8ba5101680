/** Makes a fresh clone ready: packages, the compiled TypeScript, and the addon if this machine can compile it. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { embedWasm } from "./embed-wasm.mjs";

const root = join(import.meta.dirname, "..");

/** Runs a command in a folder of the project and says how it ended. */
function attempt(title, command, args, cwd = root) {
  process.stderr.write(`${title} ...`);
  const outcome = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    shell: process.platform === "win32",
    maxBuffer: 2 ** 28,
  });
  process.stderr.write(outcome.status === 0 ? " done\n" : " failed\n");
  return outcome;
}

/** Runs a command in a folder of the project; what it prints is shown only if it fails. */
function run(title, command, args, cwd = root) {
  const { status, stdout, stderr } = attempt(title, command, args, cwd);
  if (status !== 0) process.stderr.write(`${stdout}${stderr}`);
  return status === 0;
}

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
  if (!run("Installing packages", "npm", args, folder)) process.exit(2);
  utimesSync(installed, new Date(), new Date());
}

/** Compiles the TypeScript if a source is newer than what is compiled. Exits on failure. */
export function build() {
  const sources = Math.max(newest(join(root, "src")), modified(join(root, "prebuilds/validlib.wasm")));
  if (sources <= modified(join(root, "dist/index.js"))) return;
  if (
    !run("Compiling TypeScript", process.execPath, [
      join(root, "node_modules/typescript/bin/tsc"),
      "-p",
      "tsconfig.build.json",
    ])
  ) {
    process.exit(2);
  }
  embedWasm();
}

/** Compiles the addon if a source is newer than what is compiled. Without a compiler the pure engine does the work. */
export function addon() {
  if (process.env.VALIDLIB_IMPL === "pure") return;
  const compiled = ["native/core", "native/node"].map((folder) => newest(join(root, folder)));
  const sources = Math.max(...compiled, modified(join(root, "binding.gyp")));
  if (sources <= modified(join(root, "build/Release/validlib.node"))) return;
  const script = join(root, "scripts/build-native.mjs");
  // A warning is an error in CI, but not for users with newer compilers.
  const strict = process.env.CI ? ["--strict=1"] : [];
  // By default make compiles one file after the other.
  attempt("Compiling the addon", process.execPath, [script, "--jobs=max", ...strict]);
}
