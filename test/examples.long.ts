import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../examples");

/** It starts processes, and freezes and kills some of them. */
test.skipIf(process.platform === "win32")("the mapper for Hadoop and Spark keeps to its contract", () => {
  const args = ["--test", "--test-reporter=tap", join(folder, "hadoop/test.js")];
  const { stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
  const [passed, all] = ["pass", "tests"].map((what) => new RegExp(`^# ${what} (\\d+)$`, "m").exec(stdout)?.[1]);
  expect(passed, stdout).toBe(all);
  expect(Number(passed)).toBeGreaterThan(5);
});
