import { describe, expect, test } from "vitest";
import { KeptLimits } from "../../src/core/json/kept-limits.ts";
import { Int, Str } from "../../src/index.ts";

const LIMITS = { maxBytes: 4, maxDepth: 2, maxErrors: 1, formatter: (): [string, string][] => [["", "wrong"]] };

describe("limits that are kept", () => {
  const kept = new KeptLimits(LIMITS);

  test("are read as they are, and do not change", () => {
    expect(KeptLimits.read(kept)).toBe(kept);
    expect({ ...kept }).toEqual(LIMITS);
    expect(Object.isFrozen(kept)).toBe(true);
  });

  test("limit a call as others do", () => {
    for (const text of ["1", "12345", '"', "[[[", '"a"']) {
      const [one, other] = [kept, LIMITS].map((limits) => Int().safeJson(text, limits));
      expect(one).toEqual(other);
      expect(one?.ok ? [] : one?.error.issues).toEqual(other?.ok ? [] : other?.error.issues);
      expect(Str().isJson(text, kept)).toBe(Str().isJson(text, LIMITS));
    }
  });

  const wrong = { maxErrors: { value: -1, enumerable: true } };
  test.each([
    ["an object with their prototype", Object.create(KeptLimits.prototype, wrong)],
    ["an object that inherits from them", Object.create(kept, wrong)],
    ["an object of the caller's", { maxErrors: -1 }],
  ])("are not what %s is: that is checked", (_, limits) => {
    expect(() => KeptLimits.read(limits)).toThrow(TypeError);
  });

  test("are an object", () => {
    expect(() => KeptLimits.read(null as never)).toThrow("limits should be an object");
  });

  test("may be none", () => {
    expect(KeptLimits.read(undefined)).toBeUndefined();
  });
});
