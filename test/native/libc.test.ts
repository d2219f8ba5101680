/** Which C library a process is linked with. The executables here are no more than the beginning of one. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { libc } from "../../src/native/libc.ts";

const alpine = existsSync("/etc/alpine-release") ? "musl" : "glibc";

function file(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), "validlib-libc-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "file"), content, "latin1");
  return join(folder, "file");
}

const executable = (loader: string): string => file(`\x7fELF${"\0".repeat(700)}${loader}\0${"\xff".repeat(9000)}`);
const maps = (...paths: string[]): string =>
  file(paths.map((path) => `7f0000000000-7f0000001000 r-xp 00000000 fe:00 1   ${path}\n`).join(""));
const nothing = "/nowhere/at/all";

test.each([
  ["/lib64/ld-linux-x86-64.so.2", "glibc"],
  ["/lib/ld-linux-aarch64.so.1", "glibc"],
  ["/lib/ld-linux-armhf.so.3", "glibc"],
  ["/nix/store/0-glibc-2.40/lib/ld-linux-x86-64.so.2", "glibc"],
  ["/lib/ld64.so.1", "glibc"],
  ["/lib/ld-musl-x86_64.so.1", "musl"],
  ["/lib/ld-musl-armhf.so.1", "musl"],
])("an executable that names %s as its loader is of %s", (loader, expected) => {
  expect(libc(executable(loader), nothing)).toBe(expected);
  // Whatever is mapped: a glibc program may run beside musl's files.
  expect(libc(executable(loader), maps("/lib/ld-musl-x86_64.so.1", "/lib/libc.so.6"))).toBe(expected);
});

test.each([
  [["/app/node", "/usr/lib/x86_64-linux-gnu/libc.so.6"], "glibc"],
  [["/app/node", "/lib/ld-musl-aarch64.so.1"], "musl"],
  [["/app/node", "/usr/lib/libc.so"], "musl"],
])("else what is mapped into the process tells: %j is %s", (paths, expected) => {
  for (const program of [nothing, file(""), file("#!/bin/sh")]) expect(libc(program, maps(...paths))).toBe(expected);
});

test("where nothing can be read, only Alpine is taken for musl", () => {
  expect(libc(nothing, nothing)).toBe(alpine);
});

test("where nothing may be read, the package can be imported all the same", () => {
  const root = join(import.meta.dirname, "../..");
  const flag = process.allowedNodeEnvironmentFlags.has("--permission") ? "--permission" : "--experimental-permission";
  const run = (env: Record<string, string>): string => {
    const script = `import(${JSON.stringify(join(root, "dist/index.js"))}).then(({ __impl__ }) => console.log(__impl__))`;
    const flags = [flag, `--allow-fs-read=${join(root, "dist")}/*`, `--allow-fs-read=${join(root, "package.json")}`];
    return execFileSync(process.execPath, [...flags, "-e", script], {
      encoding: "utf8",
      env: { ...process.env, NODE_OPTIONS: "", VALIDLIB_NATIVE_PATH: "", VALIDLIB_IMPL: "", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
  };
  expect(run({})).toBe("TypeScript\n");
  expect(run({ VALIDLIB_PREBUILD: "/nowhere" })).toBe("TypeScript\n");
});

test("the process that asks is recognised without a diagnostic report, which takes long on a busy machine", () => {
  const report = vi.spyOn(process.report, "getReport");
  if (process.platform === "linux") expect(libc()).toBe(libc(nothing));
  expect(report).not.toHaveBeenCalled();
});
