/** What the published package carries: all that it needs to compile its addon, and nothing of the workshop. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../", import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { files: string[] };
const vendored = (...args: string[]): string =>
  execFileSync(process.execPath, [join(root, "scripts/vendored.mjs"), ...args], { encoding: "utf8" }).trim();

test("every file that its scripts and its compile need is among the files of the package", () => {
  for (const file of ["native/core", "native/node", "native/vendor", "binding.gyp", "dist", "prebuilds"]) {
    expect(manifest.files).toContain(file);
  }
  for (const file of manifest.files.filter((name) => name.startsWith("scripts/"))) {
    const text = readFileSync(join(root, file), "utf8");
    const used = Array.from(text.matchAll(/"(scripts\/[\w-]+\.mjs)"/g), ([, name]) => name as string);
    expect(manifest.files).toEqual(expect.arrayContaining(used));
    // Nothing that is a development dependency is imported by name.
    expect(Array.from(text.matchAll(/^import .* from "(?!node:|\.)([^"]+)"/gm), ([, name]) => name)).toEqual([]);
  }
  const gyp = readFileSync(join(root, "binding.gyp"), "utf8");
  for (const [, script] of gyp.matchAll(/node (scripts\/[\w-]+\.mjs)/g)) expect(manifest.files).toContain(script);
});

test("nothing of the workshop is", () => {
  for (const file of ["native", "native/test", "native/fuzz", "scripts", "test", "bench", "src"]) {
    expect(manifest.files).not.toContain(file);
  }
});

test("in a clone the sources of others are found among the packages, relative to binding.gyp", () => {
  for (const [name, file] of [
    ["simdjson", "simdjson.cpp"],
    ["node-addon-api", "napi.h"],
  ] as const) {
    const folder = vendored(name);
    expect(folder).not.toMatch(/^\/|\\/);
    expect(existsSync(join(root, folder, file))).toBe(true);
  }
  expect(spawnSync(process.execPath, [join(root, "scripts/vendored.mjs"), "other"]).status).toBe(2);
});

test("the install script exits with 0 and prints nothing, even where it can do nothing", () => {
  const empty = mkdtempSync(join(tmpdir(), "validlib-install-"));
  try {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "scripts/install.mjs")], {
      cwd: empty,
      env: { VALIDLIB_IMPL: "pure", PATH: empty },
      encoding: "utf8",
    });
    expect([status, stdout, stderr]).toEqual([0, "", ""]);
  } finally {
    rmSync(empty, { recursive: true });
  }
});
