import { describe, expect, test } from "vitest";
import { MAX_MAX_DEPTH, readLimits, verdictLimits } from "../../src/core/report/limits.ts";
import { Int } from "../../src/index.ts";

describe("limits", () => {
  test("that are not given are undefined, and none at all are nothing", () => {
    expect(readLimits(undefined)).toBeUndefined();
    expect(readLimits({ maxErrors: 3 })).toEqual({ maxDepth: undefined, maxErrors: 3, maxBytes: undefined });
  });

  test("of a verdict let the first failure end the call, whatever was asked for", () => {
    expect(verdictLimits(undefined)).toMatchObject({ maxErrors: 0 });
    expect(verdictLimits({ maxDepth: 7, maxErrors: 9 })).toMatchObject({ maxDepth: 7, maxErrors: 0 });
  });

  test.each<[string, unknown]>([
    ["null", null],
    ["function", () => {}],
    ["string", "maxErrors"],
    ["boolean", true],
  ])("are an object, not %s; an index, as map passes it, is ignored", (name, limits) => {
    expect(() => readLimits(limits as never)).toThrow(new TypeError(`limits should be an object, not ${name}`));
    expect(() => verdictLimits(limits as never)).toThrow(TypeError);
    expect(readLimits(5 as never)).toEqual({});
    expect(["1", "2"].map(Int({ coerce: true }) as never)).toEqual([1, 2]);
  });

  test("of depth go no further than a stack does", () => {
    expect(() => readLimits({ maxDepth: MAX_MAX_DEPTH })).not.toThrow();
    expect(() => readLimits({ maxDepth: MAX_MAX_DEPTH + 1 })).toThrow(TypeError);
  });
});
