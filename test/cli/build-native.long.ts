/** `validlib build-native` in packages without sources, where nothing can be compiled. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FORMAT } from "../../src/engines/native/tape.ts";
import { folder } from "./host.ts";
import { root } from "./process.ts";

/** An installed package without the C++ sources. */
function installed(): string {
  const path = folder();
  for (const name of ["dist", "prebuilds", "scripts", "package.json", "binding.gyp"]) {
    cpSync(join(root, name), join(path, name), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(path, "node_modules"), "junction");
  return path;
}

function buildNative(path: string, options: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(path, "dist/cli/main.js"), "build-native", ...options],
    // Without PATH there is neither a compiler nor Python.
    { env: { PATH: "", ...env }, encoding: "utf8" },
  );
  return { code: status, out: stdout, err: stderr };
}

test("explains why there is no addon, and that the pure engine works", () => {
  const path = installed();
  // The folder that a compiler leaves when it fails does not stay.
  mkdirSync(join(path, "build"));
  for (const env of [{}, { VALIDLIB_IMPL: "native" }, { VALIDLIB_IMPL: "pure" }]) {
    const { code, out } = buildNative(path, [], env);
    expect([code, out]).toEqual([2, expect.stringMatching(/^Compiling the addon: there is no addon for /)]);
    expect(out).toContain("The addon could not be compiled");
    expect(out).toContain("works all the same, by WebAssembly.");
    expect(existsSync(join(path, "build"))).toBe(false);
  }
});

test("does nothing if an addon works, unless --force is given", () => {
  const path = installed();
  const addon = join(path, "build/Release/validlib.node");
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  mkdirSync(addon, { recursive: true });
  // A folder that Node loads like a file.
  writeFileSync(join(addon, "package.json"), '{ "type": "commonjs" }');
  const port = "{ attachText: () => true, attachTape: () => true, compile() {} }";
  writeFileSync(
    join(addon, "index.js"),
    `module.exports = { version: "${version}", format: ${FORMAT}, open: () => (${port}) };`,
  );
  expect(buildNative(path)).toEqual({ code: 0, out: `There is an addon that works: ${addon}\n`, err: "" });
  const forced = buildNative(path, ["--force"]);
  expect([forced.code, forced.out]).toEqual([2, expect.stringMatching(/^Compiling the addon\n/)]);
});

test("has no other option", () => {
  const { code, out, err } = buildNative(root, ["--fast"]);
  expect([code, out, err]).toEqual([2, "", expect.stringContaining("one option, --force")]);
});
