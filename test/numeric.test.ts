import { describe, expect, test } from "vitest";
import { Float, Int } from "../src/index.ts";
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

describe("text of many millions of characters overflows nothing, on either engine:", () => {
  const length = 8_000_000;
  test.each<[string, string, isNumber: boolean, isInteger: boolean]>([
    ["digits and underscores", `${"1_".repeat(length / 2)}1`, true, true],
    ["digits and underscores, and one too many", "1_".repeat(length / 2), false, false],
    ["zeros and underscores", `${"0_".repeat(length / 2)}7`, true, true],
    ["a fraction with underscores", `0.${"1_".repeat(length / 2)}1`, true, false],
    ["a long exponent", `1e-${"1".repeat(length)}`, true, false],
    ["blanks around a digit", `${" ".repeat(length)}1${" ".repeat(length)}`, true, true],
    ["digits and a letter", `${"1".repeat(length)}x`, false, false],
  ])("%s", (_name, text, isNumber, isInteger) => {
    expect(numberOf(text) !== undefined).toBe(isNumber);
    const float = Float({ coerce: true, inf: true });
    const int = Int({ coerce: true });
    expect([float.is(text), float.isJson(JSON.stringify(text))]).toEqual([isNumber, isNumber]);
    expect(int.is(text)).toBe(int.isJson(JSON.stringify(text)));
    if (!isInteger) expect(int.is(text)).toBe(false);
  });
});
