/**
 * Packs what users get, as `npm pack` does, but in a folder of its own: nothing of the clone is touched, so tests may
 * run beside it. The compiled TypeScript has to be there.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { npm } from "./npm.mjs";

const root = join(import.meta.dirname, "..");

/** What was compiled from a source that is gone stays in dist/ until `npm pack` compiles it anew. */
function isOfToday(path) {
  const name = relative(join(root, "dist"), path);
  if (name.startsWith("..") || !/\.js$|\.d\.ts$/.test(name)) return true;
  return existsSync(join(root, "src", name.replace(/\.js$|\.d\.ts$/, ".ts")));
}

/**
 * Copies the files of the package to a folder, the sources of others among them, and joins the compiled modules.
 * @param {string} folder
 */
export function stage(folder) {
  const { files } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  for (const file of ["package.json", "README.md", "LICENSE", ...files]) {
    const source = join(root, file);
    if (!existsSync(source)) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(source, join(folder, file), { recursive: statSync(source).isDirectory(), filter: isOfToday });
  }
  const modules = join(folder, "node_modules");
  symlinkSync(join(root, "node_modules"), modules, "junction");
  run(join(root, "scripts/bundle.mjs"), folder);
  run(join(root, "scripts/links.mjs"), "--absolute", folder);
  run(join(root, "scripts/vendored.mjs"), "--fill", folder);
  rmSync(modules);
}

function run(script, ...args) {
  const { status, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

/**
 * Packs a folder that was staged.
 * @param {string} folder
 * @param {string} destination
 * @returns {{ filename: string, size: number, unpackedSize: number, files: { path: string, size: number }[] }}
 */
export function pack(folder, destination) {
  const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", destination];
  const { status, stdout, stderr } = npm(args, { cwd: folder });
  if (status !== 0) throw new Error(stderr);
  const packed = JSON.parse(stdout);
  // npm 12 has an object of packages, older ones a list.
  return Array.isArray(packed) ? packed[0] : Object.values(packed)[0];
}
