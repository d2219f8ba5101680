/** The first command that a newcomer runs. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

test("npm run demo finds all damages, and quotes the text of each", () => {
  const demo = join(import.meta.dirname, "../scripts/demo.mjs");
  const output = execFileSync(process.execPath, [demo], { encoding: "utf8" });
  const lines = output.split("\n");
  const quoted = lines.filter((_, index) => /^ +\| +\^+$/.test(lines[index + 1] ?? ""));
  expect(quoted.length).toBeGreaterThan(20);
  for (const line of quoted) expect(line).toMatch(/^ +1 \| \S+/);
  expect(output.match(/\d+ of \d+ damages found/g)).toEqual(Array(3).fill("7 of 7 damages found"));
}, 120_000);
