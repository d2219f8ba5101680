/** An addon that is watched by AddressSanitizer, UndefinedBehaviorSanitizer and LeakSanitizer, in build-sanitize/. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
export const folder = join(root, "build-sanitize");

/** Arguments of the Node process that builds the addon alone, by cmake-js. */
export const buildAddon = [
  createRequire(import.meta.url).resolve("cmake-js/bin/cmake-js"),
  "compile",
  "-d",
  "native",
  "-O",
  folder,
  "--CDVALIDLIB_SANITIZE=address,undefined",
  "-T",
  "validlib",
  "-l",
  "error",
];

/** Copies the built addon to the place where the loader looks for it. */
export function place() {
  mkdirSync(join(folder, "build/Release"), { recursive: true });
  cpSync(join(folder, "Release/validlib.node"), join(folder, "build/Release/validlib.node"));
}

/** Options of the sanitizers for findings. */
export const options = {
  ASAN_OPTIONS: "detect_leaks=1:fast_unwind_on_malloc=1",
  LSAN_OPTIONS: `suppressions=${join(root, "native/test/leaks.txt")}:print_suppressions=0`,
  UBSAN_OPTIONS: "print_stacktrace=1",
};

/**
 * The environment of a process that loads it: Node is not built with the sanitizers, so they must be there before it.
 */
export function environment() {
  const runtime = ["asan", "ubsan"].map((name) => {
    return spawnSync(process.env.CXX ?? "c++", [`-print-file-name=lib${name}.so`], { encoding: "utf8" }).stdout.trim();
  });
  return { VALIDLIB_PREBUILD: folder, VALIDLIB_IMPL: "native", LD_PRELOAD: runtime.join(":"), ...options };
}
