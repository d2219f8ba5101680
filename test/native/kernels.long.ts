import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { native } from "./addon.ts";

test.skipIf(native === undefined)("every simdjson kernel of this machine validates the byte corpus alike", () => {
  const script = fileURLToPath(new URL("../../scripts/corpus.mjs", import.meta.url));
  const args = [script, "--size", "2000", "--recipes", "json", "--no-mutations"];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect(stderr).toBe("");
  const kernels = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { kernel: string; pairs: number; differences: string[] });
  expect(kernels.map(({ kernel }) => kernel)).toContain("fallback");
  for (const { kernel, pairs, differences } of kernels) {
    expect(differences, kernel).toEqual([]);
    expect(pairs, kernel).toBeGreaterThan(2000);
  }
});
