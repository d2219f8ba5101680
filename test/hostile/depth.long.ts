/** Values that nest too deep, or hold themselves. */
import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_MAX_DEPTH, MAX_MAX_DEPTH, MAX_SCHEMA_DEPTH } from "../../src/core/report/limits.ts";
import * as v from "../../src/index.ts";
import { compiled } from "../support/compiled.ts";
import { nest } from "../support/nest.ts";
import { sweep } from "../support/sweep.ts";
import { texts } from "../support/verdict.ts";
import { register } from "./validators.ts";

const { LazyRef } = v;

beforeAll(register);

describe("depth", () => {
  const tree = LazyRef("hostile.tree");

  test("a cycle ends in RecursionMaxDepthError, with and without maxdepth", () => {
    const path = (levels: number, key: string): string => new Array(levels).fill(key).join(".");
    const error = (validator: v.Validator, value: unknown): v.ValidationError | undefined =>
      (validator.safe(value) as { error: v.ValidationError }).error.at(0);
    const loop: Record<string, unknown> = {};
    loop.a = loop;
    expect(String(error(tree, loop))).toBe(`<${path(512, "a")}: RecursionMaxDepthError(expected=512, actual=513)>`);
    const list: unknown[] = [];
    list.push(list);
    const found = texts((LazyRef("hostile.any").safe(list) as { error: v.ValidationError }).error) as string[];
    expect(found.filter((text) => /RecursionMaxDepthError\(expected=512, actual=513\)>$/.test(text))).toHaveLength(1);
    expect(String(error(LazyRef("hostile.tree", { maxdepth: 1 }), loop))).toMatch(/RecursionMaxDepthError/);
  });

  test("a cycle with many ways through it ends with as many errors as their paths allow", () => {
    const fork: Record<string, unknown> = {};
    fork.a = fork.b = fork;
    const { error } = tree.safe(fork) as { error: v.ValidationError };
    expect(error.truncated).toBe(true);
    const nodes = Array.from(error, ({ context }) => context.length).reduce((sum, length) => sum + length);
    expect(nodes).toBeGreaterThan(300_000);
    expect(nodes).toBeLessThanOrEqual(1_000_000);
  });

  test("what nests 100,000 levels has the same error as what nests 513", () => {
    // Who does not say how many errors to collect gets more of the larger value's.
    const deep = (levels: number): string[] => {
      const value = nest(levels, 1, (inner) => [inner]);
      return texts(
        (LazyRef("hostile.any").safe(value, { maxErrors: 10_000 }) as { error: v.ValidationError }).error,
      ) as string[];
    };
    expect(deep(100_000)).toEqual(deep(513));
    expect(deep(513).filter((text) => text.includes("RecursionMaxDepthError"))).toHaveLength(1);
    expect(LazyRef("hostile.any").is(nest(511, 1, (inner) => [inner]))).toBe(true);
  });
});

describe("on a stack of 1 MiB nothing overflows:", () => {
  let library: URL;
  beforeAll(() => {
    library = compiled();
  });
  afterAll(() => rmSync(dirname(fileURLToPath(library)), { recursive: true }));

  // Without the compilers of V8, each call takes the most of the stack.
  const most = { maxDepth: MAX_MAX_DEPTH, flags: "--no-opt --no-maglev --no-sparkplug" };
  const others = [
    { maxDepth: MAX_MAX_DEPTH, flags: "" },
    { maxDepth: DEFAULT_MAX_DEPTH, flags: "" },
    { maxDepth: DEFAULT_MAX_DEPTH, flags: "--no-opt --no-maglev --no-sparkplug" },
  ];
  const cases = sweep([most], [most, ...others]);
  test.each(cases)(
    "neither the deepest data nor the most validators inside each other, with maxDepth $maxDepth and `node $flags`",
    { timeout: 60_000 },
    async ({ maxDepth, flags }) => {
      const script = fileURLToPath(new URL("../support/deep.mjs", import.meta.url));
      const args = [...flags.split(" ").filter(Boolean), script, library.href, `${maxDepth}`, `${MAX_SCHEMA_DEPTH}`];
      const { stdout } = await promisify(execFile)(process.execPath, args);
      const outcomes: Record<string, string> = JSON.parse(stdout);
      expect(Object.keys(outcomes).length).toBeGreaterThan(30);
      for (const [name, outcome] of Object.entries(outcomes)) {
        expect([name, outcome]).toEqual([name, name.startsWith("one more") ? "RecursionMaxDepthError" : "valid"]);
      }
    },
  );
});
