/**
 * The library as it is packed, for tests that start many processes: a module for each source takes them twice as long
 * to import. `dist` is what `npm test` has compiled.
 */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const cache = join(root, "node_modules/.cache/validlib");

/** The folder of the package. Processes may make it at the same time: it gets its name when it is whole. */
function pack(): string {
  const folder = join(cache, String(statSync(join(root, "dist/index.js")).mtimeMs));
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const older = readdirSync(cache).filter((name) => !name.startsWith("made-"));
  for (const name of older) rmSync(join(cache, name), { recursive: true, force: true });
  const made = mkdtempSync(join(cache, "made-"));
  for (const name of ["dist", "package.json"]) cpSync(join(root, name), join(made, name), { recursive: true });
  for (const name of ["build", "node_modules", "prebuilds"])
    symlinkSync(join(root, name), join(made, name), "junction");
  const { status, stderr } = spawnSync(process.execPath, [join(root, "scripts/bundle.mjs"), made], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  try {
    renameSync(made, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

export const packed = pack();
