/** How the addon is found, and which are refused. The addons of these tests are folders that Node loads like files. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Binding } from "../../src/native/binding.ts";
import { FORMAT } from "../../src/native/tape.ts";

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"));
const RELEASE = "build/Release/validlib.node";
const DEBUG = "build/Debug/validlib.node";
const PREBUILT = `prebuilds/${process.platform}-${process.arch}/validlib.node`;

const right = { version, format: FORMAT, open: "function" };

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "validlib-binding-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(home, { recursive: true, force: true });
});

/** Puts an addon that exports these where the loader looks. */
function put(file: string, exports: Readonly<Record<string, unknown>>): void {
  mkdirSync(join(home, file), { recursive: true });
  const text = Object.entries(exports)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `exports.${name} = ${value === "function" ? "() => {}" : JSON.stringify(value)};`);
  writeFileSync(join(home, file, "index.js"), text.join("\n"));
}

/** What the loader makes of it. It reads the environment when it is imported. */
async function bind(wanted: string): Promise<Binding> {
  vi.resetModules();
  vi.stubEnv("VALIDLIB_PREBUILD", home);
  vi.stubEnv("VALIDLIB_IMPL", wanted);
  const module = await import("../../src/native/binding.ts");
  return module.bind();
}

test.each([RELEASE, DEBUG, PREBUILT])("%s is found", async (file) => {
  put(file, right);
  for (const wanted of ["auto", "native", ""]) {
    const { addon, reason, path } = await bind(wanted);
    expect([addon?.version, reason, path]).toEqual([version, "the addon was loaded", join(home, file)]);
  }
});

test("what was built here goes before what came with the package", async () => {
  for (const file of [PREBUILT, DEBUG, RELEASE]) {
    put(file, right);
    expect((await bind("auto")).path).toBe(join(home, file));
  }
});

test.each([
  ["of another version", { ...right, version: "0.0.1" }, `it is of version 0.0.1, not ${version}`],
  ["of other sources", { ...right, format: FORMAT - 1 }, `format ${FORMAT - 1}, not ${FORMAT}`],
  ["without a format", { ...right, format: undefined }, "it does not export format"],
  ["without anything", {}, "it does not export version"],
])("an addon %s is refused, and the next is taken", async (_, exports, reason) => {
  put(RELEASE, exports);
  const refused = await bind("auto");
  expect(refused.addon).toBeUndefined();
  expect(refused.path).toBeUndefined();
  expect(refused.reason).toContain(`${RELEASE}: `);
  expect(refused.reason).toContain(reason);
  await expect(bind("native")).rejects.toThrow(reason);
  put(PREBUILT, right);
  expect((await bind("native")).path).toBe(join(home, PREBUILT));
});

test("a file that is no addon is refused, and nothing is printed", async () => {
  const printed = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, "write"));
  mkdirSync(dirname(join(home, RELEASE)), { recursive: true });
  writeFileSync(join(home, RELEASE), "not an addon");
  const { addon, reason } = await bind("auto");
  expect(addon).toBeUndefined();
  expect(reason).toContain(`${RELEASE}: `);
  for (const spy of printed) expect(spy).not.toHaveBeenCalled();
});

test("where there is none, the reason says so; VALIDLIB_IMPL=native throws it", async () => {
  const reason = `there is no addon for ${process.platform}-${process.arch}`;
  expect(await bind("auto")).toEqual({ addon: undefined, reason, path: undefined });
  await expect(bind("native")).rejects.toThrow(`VALIDLIB_IMPL=native, but ${reason}`);
});

test("an addon that cannot be opened, as there is no memory, leaves everything to the pure engine", async () => {
  put(RELEASE, right);
  writeFileSync(join(home, RELEASE, "index.js"), '\nexports.open = () => { throw new Error("no memory"); };', {
    flag: "a",
  });
  await bind("auto");
  await import("../../src/native/use.ts");
  const { engineInfo } = await import("../../src/json/in-use.ts");
  const reason = "the addon could not be opened: Error: no memory";
  expect(engineInfo()).toEqual({ impl: "TypeScript", reason, path: undefined, version: undefined });
  await bind("native");
  await expect(import("../../src/native/use.ts")).rejects.toThrow("no memory");
});

test("VALIDLIB_IMPL=pure looks for none", async () => {
  put(RELEASE, right);
  expect(await bind("pure")).toEqual({ addon: undefined, reason: "VALIDLIB_IMPL=pure", path: undefined });
});

test("VALIDLIB_IMPL is one of three words", async () => {
  await expect(bind("c++")).rejects.toThrow('VALIDLIB_IMPL should be pure, native or auto, not "c++"');
});
