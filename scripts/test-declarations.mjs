/**
 * node scripts/test-declarations.mjs [version ...]: emits declarations of test/types/declarations.ts, as an ES module
 * and as CommonJS, with the given versions of TypeScript, or with one of each minor version from 5.4 on. They are
 * fetched with npm. The test suite does the same with the pinned version.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { npm } from "./npm.mjs";
import { build, install } from "./setup.mjs";

const root = join(import.meta.dirname, "..");
const versions = process.argv.length > 2 ? process.argv.slice(2) : "5.4 5.5 5.6 5.7 5.8 5.9 6.0 7.0".split(" ");

install();
build();

const folder = mkdtempSync(join(tmpdir(), "validlib-declarations-"));
let failed = 0;
try {
  const installed = join(folder, "node_modules", "validlib");
  mkdirSync(join(installed, "cjs"), { recursive: true });
  for (const name of ["package.json", "dist"]) cpSync(join(root, name), join(installed, name), { recursive: true });
  const isTypes = (/** @type {string} */ path) => !/\.cjs$/.test(path);
  cpSync(join(root, "cjs"), join(installed, "cjs"), { recursive: true, filter: isTypes });
  for (const name of ["temporal-polyfill", "temporal-spec"])
    cpSync(join(root, "node_modules", name), join(folder, "node_modules", name), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  const text = readFileSync(join(root, "test/types/declarations.ts"), "utf8");
  for (const name of ["schema.ts", "common.cts"])
    writeFileSync(join(folder, name), text.replaceAll('"../../src/index.ts"', '"validlib"'));
  const compilerOptions = {
    ...{ target: "es2022", lib: ["es2022", "dom"], module: "nodenext", moduleResolution: "nodenext", types: [] },
    ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: true },
    ...{ declaration: true, emitDeclarationOnly: true, outDir: "out", rootDir: "." },
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts", "*.cts"] }));
  for (const version of versions) {
    const tools = join(folder, "compilers", version);
    mkdirSync(tools, { recursive: true });
    const { status, stderr } = npm([
      "install",
      "--ignore-scripts",
      "--no-audit",
      `--prefix=${tools}`,
      `typescript@${version}`,
    ]);
    if (status !== 0) throw new Error(stderr);
    const tsc = join(tools, "node_modules", "typescript", "bin", "tsc");
    const { stdout } = spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" });
    if (stdout !== "") failed++;
    console.log(`TypeScript ${version.padEnd(8)} ${stdout === "" ? "ok" : `FAILED\n${stdout}`}`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
process.exitCode = failed === 0 ? 0 : 1;
