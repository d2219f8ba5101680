/** Setting up a clone, on Windows too: see also setup.long.ts. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const { commandLine, npm } = await import(pathToFileURL(join(root, "scripts/npm.mjs")).href);

describe("npm", () => {
  test("gets one text from the shell of Windows, in which folders with spaces are quoted", () => {
    expect(commandLine(["ci", "--ignore-scripts", "--no-audit"])).toBe("npm ci --ignore-scripts --no-audit");
    expect(commandLine(["pack", "--pack-destination", "C:\\My Files\\out"])).toBe(
      'npm pack --pack-destination "C:\\My Files\\out"',
    );
    expect(commandLine(["install", "@octokit/openapi@1.0.0", "a&b"])).toBe('npm install @octokit/openapi@1.0.0 "a&b"');
  });

  test.each(["linux", "win32"] as const)("answers as a process, as on %s", (platform) => {
    const { status, stdout, stderr } = npm(["--version"], {}, platform);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test("prints no warning of Node on Windows", () => {
    const script = 'import { npm } from "./scripts/npm.mjs"; npm(["--version"], { stdio: "ignore" }, "win32");';
    const { stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { cwd: root });
    expect(String(stderr)).toBe("");
  });
});

test("Node itself is never started by a shell", () => {
  const scripts = ["scripts", "bench"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".mjs") && !name.includes("node_modules"))
      .map((name) => `${folder}/${name.replaceAll("\\", "/")}`),
  );
  expect(scripts).toContain("scripts/setup.mjs");
  expect(scripts.filter((name) => /\bshell\b/.test(readFileSync(join(root, name), "utf8")))).toEqual([
    "scripts/npm.mjs",
  ]);
});

test("a checkout has line feeds on every system", () => {
  expect(readFileSync(join(root, ".gitattributes"), "utf8")).toContain("* text=auto eol=lf\n");
  for (const name of ["README.md", "docs/json.md", "src/index.ts", "native/core/run.cpp"])
    expect(readFileSync(join(root, name), "utf8"), name).not.toContain("\r");
});
