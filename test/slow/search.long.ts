import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

describe("scripts/slow-inputs.mjs", () => {
  const run = (...args: string[]): { status: number | null; stdout: string } =>
    spawnSync(
      process.execPath,
      [join(import.meta.dirname, "../../scripts/slow-inputs.mjs"), "--engine", "pure", ...args],
      {
        encoding: "utf8",
      },
    );

  test("ends with 0 when nothing is above the bound", () => {
    const { status, stdout } = run("--minutes", "0");
    expect(stdout).toContain("Above the bound: 0");
    expect(status).toBe(0);
  });

  test("ends with 1 when something is, and prints how to see it again", () => {
    const { status, stdout } = run("--minutes", "0.01", "--bound", "0.000001", "--seed", "1");
    expect(status).toBe(1);
    const again = /^0 {2}(\{.*\})$/m.exec(stdout)?.[1] as string;
    const shown = run("--again", again);
    expect(shown.status).toBe(0);
    expect(shown.stdout).toContain("isJson");
  });
});
