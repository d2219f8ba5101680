/**
 * With as little room in buffers as can be, every text makes memory move: a pointer to memory that has moved, or was
 * freed, shows in short texts too. CONTRIBUTING.md says how to run other tests so.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bind } from "../../src/engines/native/binding.ts";

const { addon, path } = bind();
const env = { ...process.env, VALIDLIB_IMPL: "native", VALIDLIB_BUFFERS: "minimal" };

/** What Node prints, and how it ends. */
function node(args: readonly string[]): { status: number | null; signal: string | null; stdout: string } {
  const options = { env, encoding: "utf8", cwd: join(import.meta.dirname, "../..") } as const;
  const { status, signal, stdout } = spawnSync(process.execPath, args, options);
  return { status, signal, stdout };
}

describe.skipIf(addon === undefined)("with minimal buffers", { timeout: 240_000 }, () => {
  test("the addon says that it has them, and has not by default", () => {
    expect(addon?.open().minimal).toBe(process.env.VALIDLIB_BUFFERS === "minimal");
    const code = `console.log(require(${JSON.stringify(path)}).open().minimal)`;
    expect(node(["-e", code])).toEqual({ status: 0, signal: null, stdout: "true\n" });
  });

  test.each([
    ["texts", "scripts/differential.mjs", "--pairs", "2000", "--seed", "1"],
    ["lines", "scripts/differential-lines.mjs", "--lines", "5000", "--seed", "1", "--engines", "native"],
  ])("random %s are read as by the TypeScript engine", (_, ...args) => {
    const { status, signal, stdout } = node([...args, "--workers", "1"]);
    expect([status, signal], stdout).toEqual([0, null]);
    expect(stdout).toMatch(/\b0 differences, 0 crashes/);
  });
});
