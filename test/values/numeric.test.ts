import { describe, expect, test } from "vitest";
import {
  asFlag,
  bigintOf,
  decimalText,
  integerOf,
  isJsonNumber,
  jsonBigintOf,
  numberOf,
  numberText,
  TooLong,
  textToInteger,
  textToNumber,
  toBigint,
  toInteger,
  toNumber,
} from "../../src/values/numeric.ts";

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
    // Beyond the safe range with all digits, or as an infinity if there are too many.
    ["9007199254740992", 2n ** 53n],
    ["-9_007_199_254_740_993", -(2n ** 53n) - 1n],
    ["9".repeat(1000), 10n ** 1000n - 1n],
    [`${"0".repeat(5000)}1`, 1],
    [`-${"9".repeat(1001)}`, Number.NEGATIVE_INFINITY],
  ])("%j is %s", (text, value) => {
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
    "inf",
    "\x1c5",
    "\x085",
    "\x0e5",
    "5\x0e",
  ])("%j is none", (text) => {
    expect(integerOf(text)).toBeUndefined();
  });
});

describe("bigintOf reads text of any size as Python's int()", () => {
  test.each<[string, bigint | TooLong | undefined]>([
    ["5", 5n],
    [" -0 ", 0n],
    ["-1_234_567_890_123_456_789", -1234567890123456789n],
    [`${"0".repeat(5000)}1`, 1n],
    ["9".repeat(1000), 10n ** 1000n - 1n],
    ["9".repeat(1001), new TooLong(1001, 1000)],
    [`+${"9".repeat(1000)}`, 10n ** 1000n - 1n],
    [`+${"0".repeat(1500)}1`, 1n],
    ["1e5", undefined],
    ["", undefined],
  ])("%.40s", (text, value) => {
    expect(bigintOf(text)).toEqual(value);
  });
});

describe("jsonBigintOf reads all digits of a number of JSON text", () => {
  test.each<[text: string, value: bigint | TooLong | undefined, truncated?: bigint]>([
    ["123456789012345678901234567890", 123456789012345678901234567890n],
    ["-1e30", -(10n ** 30n)],
    ["1.5e1", 15n],
    ["1.25E1", undefined, 12n],
    ["-12.500e+1", -125n],
    ["0.05e2", 5n],
    ["0.05e1", undefined, 0n],
    ["100e-2", 1n],
    ["100e-3", undefined, 0n],
    ["-0.0e5", 0n],
    ["0e99999999999", 0n],
    ["1e-99999999999", undefined, 0n],
    ["1e999", 10n ** 999n],
    ["-1e999", -(10n ** 999n)],
    ["1e1000", new TooLong(1001, 1000)],
    ["-1e1000", new TooLong(1001, 1000)],
    [`${"1".repeat(1500)}.0`, BigInt("1".repeat(1500))],
    [`${"1".repeat(1500)}e1`, new TooLong(1501, 1500)],
    [`${"1".repeat(999)}e1`, BigInt(`${"1".repeat(999)}0`)],
    [`${"1".repeat(999)}e2`, new TooLong(1001, 1000)],
    ["0.5", undefined, 0n],
    ["-0.5", undefined, 0n],
    ["0.0510", undefined, 0n],
    ["0", 0n],
    ["-0", 0n],
    ["-12", -12n],
    ["5e-1", undefined, 0n],
    ["10.0", 10n],
    ["10.01", undefined, 10n],
    ["1.5e+0", undefined, 1n],
    ["1".repeat(100_000), BigInt("1".repeat(100_000))],
    ["1".repeat(100_001), new TooLong(100_001, 100_000)],
    [`${"1".repeat(100_001)}.0`, new TooLong(100_001, 100_000)],
  ])("%.40s", (text, value, truncated) => {
    expect(jsonBigintOf(text, false)).toEqual(value);
    expect(jsonBigintOf(text, true)).toEqual(value ?? truncated);
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

  test.each([
    "",
    ".",
    "e1",
    "1e",
    "1e+",
    "1._0",
    "1_.0",
    "infi",
    "nan()",
    "0x1",
    "1,0",
    "1 0",
    "--1",
    "5\x1f",
    "xinf",
    "xnan",
    "5._",
    "._5",
    "_5",
    "5_",
  ])("%j is none", (text) => {
    expect(numberOf(text)).toBeUndefined();
  });
});

describe("a value that is, or spells, a number", () => {
  const BIG = 2n ** 60n;

  test.each<[value: unknown, integer: unknown, number: unknown]>([
    [5, 5, 5],
    [-0, -0, 0],
    [5.5, undefined, 5.5],
    [Number.NaN, undefined, Number.NaN],
    [7n, 7, 7],
    [BIG, BIG, undefined],
    [true, undefined, undefined],
    [null, undefined, undefined],
    ["5", 5, 5],
    ["+5", 5, 5],
    ["-5", -5, -5],
    ["-0", 0, 0],
    ["007", 7, 7],
    [`${BIG}`, BIG, Number(BIG)],
    ["5.25", undefined, 5.25],
    ["-10.05", undefined, -10.05],
    [".5", undefined, 0.5],
    ...["", "-", " 5", "5 ", "1_0", "5x", "5.", ".", "5.x", "5.2.3", "1e5", "5.5e5", "inf", "nan"].map(
      (text): [string, undefined, undefined] => [text, undefined, undefined],
    ),
  ])("in decimal text alone: %o", (value, integer, number) => {
    expect([textToInteger(value), textToNumber(value)]).toEqual([integer, number]);
  });

  test.each<[value: unknown, integer: unknown, number: unknown]>([
    [5.7, 5, 5.7],
    [-5.7, -5, -5.7],
    [1 / 0, undefined, 1 / 0],
    [Number.NaN, undefined, Number.NaN],
    [7n, 7, 7],
    [BIG, BIG, undefined],
    [true, 1, 1],
    ["1_0", 10, 10],
    ["1.5", undefined, 1.5],
    [null, undefined, undefined],
    [[], undefined, undefined],
  ])("as Python's functions read it: %o", (value, integer, number) => {
    expect([toInteger(value), toNumber(value)]).toEqual([integer, number]);
  });

  test.each<[value: unknown, all: unknown, text: unknown, none: unknown]>([
    [5n, 5n, 5n, 5n],
    [true, 1n, undefined, undefined],
    ["-5", -5n, -5n, undefined],
    ["1_0", 10n, undefined, undefined],
    ["9".repeat(1001), new TooLong(1001, 1000), new TooLong(1001, 1000), undefined],
    ["x", undefined, undefined, undefined],
    [5, undefined, undefined, undefined],
  ])("of any size: %o", (value, all, text, none) => {
    expect([toBigint(value, true), toBigint(value, "text"), toBigint(value, false)]).toEqual([all, text, none]);
  });
});

test.each([
  [0, "0"],
  [123.5, "123.5"],
  [1e21, "1000000000000000000000"],
  [-1.25e21, "-1250000000000000000000"],
  [1.2345e22, "12345000000000000000000"],
  [1e-7, "0.0000001"],
  [-1.5e-7, "-0.00000015"],
  [5e-324, `0.${"0".repeat(323)}5`],
])("the decimal text of %d has no exponent", (value, text) => {
  expect([decimalText(value), numberText(value)]).toEqual([text, text]);
});

test("an integer that is too long says how long it is, and how long it may be", () => {
  expect(bigintOf("9".repeat(1001))).toMatchObject({ digits: 1001, limit: 1000 });
});

test("the text of what is not finite is its name", () => {
  expect([1 / 0, -1 / 0, Number.NaN].map(numberText)).toEqual(["Infinity", "-Infinity", "NaN"]);
});

test("underscores are nowhere in the number of a long text", () => {
  expect(integerOf(`${"0_".repeat(5000)}7`)).toBe(7);
  expect(bigintOf(`${"12_".repeat(400)}7`)).toBe(BigInt(`${"12".repeat(400)}7`));
  expect(numberOf(`0.${"1_".repeat(5000)}1`)).toBe(Number(`0.${"1".repeat(5001)}`));
});

test("a boolean stands for 1 or 0, which alone are booleans", () => {
  expect([true, false].map(toInteger)).toEqual([1, 0]);
  expect([true, false].map(toNumber)).toEqual([1, 0]);
  expect([0, 1, 1n, 2, -1].map(asFlag)).toEqual([false, true, true, 2, -1]);
});

describe("a number of JSON", () => {
  test.each(["0", "-0", "10", "-1.05", "1e5", "1E+05", "0.0e-0", "1.5e5"])("%s", (text) => {
    expect(isJsonNumber(text)).toBe(true);
  });

  test.each(["", "-", "+1", "01", "-01", "1.", ".5", "1.e5", "1e", "1e+", "1.5e", "1x", " 1", "NaN"])(
    "no: %j",
    (text) => {
      expect(isJsonNumber(text)).toBe(false);
    },
  );
});

test("text of any length is read in linear time", () => {
  for (const text of [" ".repeat(200_000), `1${"_1".repeat(100_000)}_`, `${"1".repeat(200_000)}x`]) {
    expect([integerOf(text), numberOf(text)]).toEqual([undefined, undefined]);
  }
});
