import { describe, expect, test } from "vitest";
import { integerOf, numberOf } from "../src/numeric.ts";

const SPACES = [9, 10, 11, 12, 13, 32].map((code) => String.fromCharCode(code)).join("");

describe("integerOf reads text as Python's int()", () => {
  test.each([
    ["5", 5],
    ["+5", 5],
    ["-0", 0],
    ["00012", 12],
    ["1_0_0", 100],
    [`${SPACES}7${SPACES}`, 7],
    ["-9007199254740991", Number.MIN_SAFE_INTEGER],
  ])("%j is %d", (text, value) => {
    expect(integerOf(text)).toBe(value);
  });

  test.each([
    "",
    "5.",
    "5e1",
    "0b1",
    "0o7",
    "1_",
    "_1",
    "1__1",
    "- 5",
    "\u0660",
    "\u20035",
    "9007199254740993",
    "inf",
    "\x1c5",
  ])("%j is none", (text) => {
    expect(integerOf(text)).toBeUndefined();
  });
});

describe("numberOf reads text as Python's float()", () => {
  test.each([
    ["5", 5],
    ["-0", 0],
    [".5", 0.5],
    ["5.", 5],
    ["1_0.0_1e+1_0", 10.01e10],
    [`${SPACES}-1E-2${SPACES}`, -0.01],
    ["9007199254740993", 9007199254740992],
    ["1e999", Number.POSITIVE_INFINITY],
    ["iNf", Number.POSITIVE_INFINITY],
    ["+Infinity", Number.POSITIVE_INFINITY],
    ["-INFINITY", Number.NEGATIVE_INFINITY],
    ["nan", Number.NaN],
    ["+NaN", Number.NaN],
    ["-nan", Number.NaN],
  ])("%j is %d", (text, value) => {
    expect(numberOf(text)).toBe(value);
  });

  test.each(["", ".", "e1", "1e", "1e+", "1._0", "1_.0", "infi", "nan()", "0x1", "1,0", "1 0", "--1", "5\x1f"])(
    "%j is none",
    (text) => {
      expect(numberOf(text)).toBeUndefined();
    },
  );
});

test("text of any length is read in linear time", () => {
  for (const text of [" ".repeat(200_000), `1${"_1".repeat(100_000)}_`, `${"1".repeat(200_000)}x`]) {
    expect([integerOf(text), numberOf(text)]).toEqual([undefined, undefined]);
  }
});
