import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { __impl__ } from "../../src/index.ts";

const CALLS = 40_000;
/** A single object that every call leaves behind is more than this: bytes in a million calls. */
const LIMIT = 8_000_000;
/** Of what is not JavaScript's; memory of the system comes in large pieces. */
const RSS_LIMIT = 100_000_000;

test(`memory stays flat over ${CALLS} calls of each JSON entry point`, () => {
  const script = fileURLToPath(new URL("../../scripts/soak.mjs", import.meta.url));
  const limits = ["--limit", String(LIMIT), "--rss-limit", String(RSS_LIMIT)];
  const { stdout, stderr } = spawnSync(
    process.execPath,
    // The young generation grows to what suits V8, which is no leak.
    ["--expose-gc", "--max-semi-space-size=2", script, "--calls", String(CALLS), "--only", "son", ...limits],
    { encoding: "utf8" },
  );
  expect(stderr).toBe("");
  const lines = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { name: string; impl: string; calls: number });
  expect(lines.map(({ name }) => name)).toEqual([
    "json, valid",
    "json, invalid",
    "safeJson, valid",
    "safeJson, invalid",
    "isJson, valid",
    "isJson, invalid",
  ]);
  for (const { impl, calls } of lines) expect([impl, calls]).toEqual([__impl__, CALLS]);
});
