import { inspect } from "node:util";
import { describe as about, expect, test } from "vitest";
import { describe, trace } from "../../src/cli/failure.ts";

/** Throws at everything that is done to it. */
const hostile = new Proxy(new Error("in it"), {
  get() {
    throw 1;
  },
  getPrototypeOf() {
    throw 2;
  },
});

about("what was thrown", () => {
  test.each<[unknown, string]>([
    ["text", "text"],
    ["", "''"],
    [undefined, "undefined"],
    [-0, "-0"],
    [new Error("a message"), "a message"],
    [new RangeError(), "RangeError"],
    [{ a: { b: { c: 1 } } }, "{ a: [Object] }"],
    [Array.from({ length: 1e5 }, () => "x".repeat(20)), "["],
    [hostile, ""],
    // Node 26 begins with "Proxy(".
    [Proxy.revocable({}, {}).proxy, inspect(new Proxy({}, {}))],
  ])("is a text of one line, and not a long one: case %#", (thrown, beginning) => {
    const text = describe(thrown);
    expect(text.startsWith(beginning)).toBe(true);
    expect(text.length).toBeLessThanOrEqual(1001);
    expect(trace(thrown)).toEqual(expect.any(String));
  });

  test("has a stack, without control characters", () => {
    const lines = trace(new Error("red \x1b[31m")).split("\n");
    expect(lines[0]).toBe("Error: red \u241b[31m");
    expect(lines[1]).toMatch(/^ {4}at .*failure\.test\.ts/);
  });
});
