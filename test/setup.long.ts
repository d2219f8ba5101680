/** A clone and a Node in folders whose names have spaces, as on Windows, where Node is in "Program Files". */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
/** What git does not have, and what is large and not needed. */
const LEFT_OUT = /^(?:node_modules|dist|build[^/\\]*|\.git|\.vitest|bench[/\\]node_modules|test)(?:$|[/\\])/;

test("the first command of the README sets a clone up there, and runs", () => {
  const place = mkdtempSync(join(tmpdir(), "validlib in a folder "));
  try {
    const clone = join(place, "my clone");
    cpSync(root, clone, {
      recursive: true,
      preserveTimestamps: true,
      filter: (path) => !LEFT_OUT.test(relative(root, path)),
    });
    symlinkSync(join(root, "node_modules"), join(clone, "node_modules"), "junction");
    // The packages are there: older than they are, the lockfile asks for no others.
    utimesSync(join(clone, "package-lock.json"), 0, 0);
    const node = join(place, "Program Files", basename(process.execPath));
    mkdirSync(join(place, "Program Files"));
    cpSync(process.execPath, node);
    const { status, stdout, stderr } = spawnSync(node, [join(clone, "scripts/demo.mjs")], {
      cwd: clone,
      encoding: "utf8",
      // The compiler of the addon knows folders with spaces, make does not.
      env: { ...process.env, VALIDLIB_IMPL: "pure" },
    });
    expect([status, stderr]).toEqual([0, expect.stringContaining("Compiling TypeScript ... done")]);
    expect(stderr).not.toMatch(/DEP0190|Warning/);
    expect(stdout).toContain("7 of 7 damages found");
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}, 300_000);
