import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { __impl__, engine } from "../../src/index.ts";

/** The oldest system the addon is for: Debian 10 and CentOS 8, and the libstdc++ of gcc 5. */
const FLOOR: Readonly<Record<string, string>> = { GLIBC: "2.28", GLIBCXX: "3.4.21", CXXABI: "1.3.9", GCC: "4.2.0" };

/** What Node asks an addon for, and nothing else: Node exports a simdjson of its own. */
const ENTRIES = ["napi_register_module_v1", "node_api_module_get_api_version_v1"];

const { path } = engine();

/** Why this machine cannot look at the file, or undefined. */
function obstacle(): string | undefined {
  // A sanitizer puts symbols of its own beside ours.
  if (process.env.VALIDLIB_PREBUILD !== undefined) return "VALIDLIB_PREBUILD names another build";
  if (process.platform !== "linux") return `the floor is that of Linux, and this is ${process.platform}`;
  for (const tool of ["nm", "objdump"]) {
    if (spawnSync(tool, ["--version"]).error !== undefined) return `there is no ${tool}`;
  }
  return undefined;
}

const reason = obstacle();
const title = `the addon's file${reason === undefined ? "" : ` (skipped: ${reason})`}`;

/** What a tool prints about the addon, line by line. */
function ask(tool: string, ...flags: string[]): string[] {
  const { status, stdout, stderr } = spawnSync(tool, [...flags, path as string], { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(status).toBe(0);
  return stdout.trim().split("\n");
}

/** Whether a version is no newer than another. */
function reaches(floor: string, version: string): boolean {
  const [most, own] = [floor, version].map((text) => text.split(".").map(Number)) as [number[], number[]];
  const at = own.findIndex((number, index) => number !== (most[index] ?? 0));
  return at < 0 || (own[at] as number) < (most[at] ?? 0);
}

test.each([
  ["2.28", "2.28", true],
  ["2.28", "2.2.5", true],
  ["2.28", "2.29", false],
  ["2.28", "2.28.1", false],
  ["3.4.21", "3.4", true],
  ["3.4.21", "3.4.9", true],
  ["3.4.21", "3.4.29", false],
  ["1.3.9", "1.4", false],
])("a system with %s runs what needs %s: %s", (floor, version, runs) => {
  expect(reaches(floor, version)).toBe(runs);
});

// The pure engine has none.
if (__impl__ === "N-API") {
  describe.skipIf(reason !== undefined)(title, () => {
    test("needs no newer libraries than the oldest system has", () => {
      const needed = new Set(ask("objdump", "-T").flatMap((line) => line.match(/\b[A-Z]+_[0-9]+(\.[0-9]+)+\b/g) ?? []));
      expect(needed.size).toBeGreaterThan(1);
      const newer = [...needed].filter((need) => {
        const [library, version] = need.split("_") as [string, string];
        return FLOOR[library] === undefined || !reaches(FLOOR[library], version);
      });
      expect(newer).toEqual([]);
    });

    test("exports what Node asks for, and nothing else", () => {
      const names = ask("nm", "-D", "--defined-only").map((line) => line.split(" ").at(-1));
      expect(names.sort()).toEqual(ENTRIES);
    });

    test("has its own simdjson, which neither is found by others nor looked for elsewhere", () => {
      expect(ask("nm", "-D").filter((line) => line.includes("simdjson"))).toEqual([]);
      expect(ask("nm").filter((line) => / [tTwW] .*simdjson/.test(line)).length).toBeGreaterThan(10);
    });
  });
}
