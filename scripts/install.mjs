/**
 * Sees to it that there is an addon: where none that came with the package can be used, it compiles one if this machine
 * can, and keeps it if it works.
 *
 *     node scripts/install.mjs            when the package is installed: never fails, because without the addon the
 *                                         library is the same, by WebAssembly. Prints nothing, unless it has to compile
 *                                         one, which takes a minute: then a line before, and a line after
 *     node scripts/install.mjs --talk     npx validlib build-native: says what happens, and exits with 1 if it failed
 *                      --talk --force     compiles even where there is an addon already
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const TEN_MINUTES = 600_000;
const root = join(import.meta.dirname, "..");
const built = join(root, "build/Release/validlib.node");
const talks = process.argv.includes("--talk");
// npm install --build-from-source
const forced = process.argv.includes("--force") || Boolean(process.env.npm_config_build_from_source);
const say = (text) => talks && console.log(text);

/** The cause of a failed build: the first line with an error; else the last line. */
function causeOf(output) {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  const first = lines.find((line) => /\berror\b|not found|cannot|could not|no such/i.test(line)) ?? lines.at(-1);
  return first?.trim().slice(0, 200) ?? "it printed nothing";
}

/**
 * The result of `engine()`, in a separate process: loading a damaged file may end the process.
 * @returns {{ impl: string, reason: string, path?: string }}
 */
function engine() {
  const library = join(root, "dist/index.js");
  if (!existsSync(library)) {
    // A clone has not compiled its TypeScript yet.
    return existsSync(built) ? { impl: "N-API", reason: "", path: built } : { impl: "TypeScript", reason: "" };
  }
  const ask = `import(${JSON.stringify(pathToFileURL(library))}).then((v) => console.log(JSON.stringify(v.engine())))`;
  const { stdout, status, signal } = spawnSync(process.execPath, ["-e", ask], {
    env: { ...process.env, VALIDLIB_IMPL: "auto" },
    stdio: ["ignore", "pipe", "ignore"],
    encoding: "utf8",
    timeout: TEN_MINUTES,
  });
  if (status === 0) return JSON.parse(stdout);
  return { impl: "TypeScript", reason: `the process that loads it ends with ${signal ?? status}` };
}

/**
 * Removes what was unpacked, and files of the compiler other than the addon: a clone needs them for the next time, a
 * package does not.
 */
function tidy() {
  if (existsSync(join(root, "src"))) return;
  for (const folder of ["core", "node"]) rmSync(join(root, "native", folder), { recursive: true, force: true });
  if (!existsSync(join(root, "build"))) return;
  if (!existsSync(built)) return rmSync(join(root, "build"), { recursive: true });
  for (const folder of ["build", "build/Release"]) {
    for (const name of readdirSync(join(root, folder))) {
      if (name !== "Release" && name !== "validlib.node") rmSync(join(root, folder, name), { recursive: true });
    }
  }
}

/** What the library works with instead of the addon. */
const without = ({ impl } = engine()) => (impl === "TypeScript" ? "in TypeScript" : "by WebAssembly");

/** Returns whether there is an addon in the end. */
function main() {
  const found = engine();
  if (found.impl === "N-API" && !forced) {
    say(`There is an addon that works: ${found.path}`);
    return true;
  }
  say(`Compiling the addon${forced ? "" : `: ${found.reason || "there is none"}`}\n`);
  if (!talks)
    console.log("validlib: no binary for this system, so the C++ engine is compiled. This takes a minute or two.");
  const build = spawnSync(process.execPath, [join(root, "scripts/build-native.mjs")], {
    stdio: talks ? "inherit" : ["ignore", "pipe", "pipe"],
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    timeout: TEN_MINUTES,
  });
  const { status } = build;
  const after = existsSync(built) ? engine() : undefined;
  // Also one that was there before: a damaged file ends every process that loads it.
  if (after !== undefined && after.impl !== "N-API") rmSync(built);
  tidy();
  if (status === 0 && after?.impl === "N-API") {
    say(`\nThe addon was compiled, and works: ${after.path}`);
    if (!talks) console.log("validlib: compiled; the C++ engine works.");
    return true;
  }
  if (status === 0 && after !== undefined) {
    say(`\nThe addon was compiled, but does not work, and was removed: ${after.reason}`);
  } else {
    say(
      "\nThe addon could not be compiled: what is printed above says why. It needs a compiler for C++20, make and Python.",
    );
    say(`Without it the library works all the same, ${without(after)}.`);
  }
  if (!talks) {
    const cause =
      status === 0 ? (after?.reason ?? "there is no addon") : causeOf(`${build.stderr ?? ""}\n${build.stdout ?? ""}`);
    console.log(`validlib: not compiled (${cause}). The library works all the same, ${without(after)}.`);
    console.log("validlib: `npx validlib build-native` tries again and shows the output.");
  }
  return false;
}

const pure = process.env.VALIDLIB_IMPL === "pure";
// npm has cloned the repository, and packs what it installs from that: the addon is compiled there, not here.
const passing = process.env._PACOTE_NO_PREPARE_ !== undefined && existsSync(join(root, "src"));

let good = false;
try {
  good = ((pure || passing) && !talks) || main();
} catch (error) {
  // A package folder that is read-only, for example. The pure engine is there.
  say(error.message);
}
process.exitCode = good || !talks ? 0 : 1;
