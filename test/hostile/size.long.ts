/** Values that are large. What `unique` costs is in validators/unique.test.ts. */
import { describe, expect, test } from "vitest";
import * as v from "../../src/index.ts";

const { Dict, Int, List, Str } = v;

describe("time grows with the size of the input, not with its square:", () => {
  const many = Array.from({ length: 200_000 }, (_, index) => index);
  test.each<[string, v.Validator, unknown, boolean]>([
    ["keys", Dict({ extra: [Str(), Int()] }), Object.fromEntries(many.map((index) => [`k${index}`, index])), true],
    ["errors", List(Str()), many, false],
    [
      "values of a form",
      Dict({ k: List(Str()) }, { multikeys: ["k"] }),
      new URLSearchParams(many.map((index): [string, string] => ["k", `${index}`])),
      true,
    ],
  ])(
    "200,000 %s",
    (_, validator, value, valid) => {
      const result = validator.safe(value, { maxErrors: 200_000 });
      expect(result.ok).toBe(valid);
      if (!result.ok) expect(result.error.length).toBe(200_000);
    },
    60_000,
  );
});

test("a pattern that takes exponential time is not asked about a text that is too long", () => {
  const validator = Str({ maxlen: 10, pattern: "^(a+)+$", backtrack: true });
  expect(validator.is(`${"a".repeat(50_000)}!`)).toBe(false);
});
