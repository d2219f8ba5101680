/** `coerce: "text"` of Int and Float: decimal text as people write it, and nothing else. */
import { describe, expect, test } from "vitest";
import { Dict, Float, Int, List, load, OneOf, Str, toJsonSchema, type Validator } from "../../src/index.ts";
import { rows } from "../support/verdict.ts";

const int = Int({ coerce: "text" });
const float = Float({ coerce: "text" });
const big = Int({ coerce: "text", bigint: true });

const BOTH = [
  "",
  " 5",
  "5 ",
  "1_000",
  "1,5",
  "0x10",
  "1e3",
  "٣",
  "５",
  "--5",
  "+",
  "-",
  "true",
  "Infinity",
  "NaN",
  "5.",
  ".",
];
const WHOLE: readonly [string, number][] = [
  ["5", 5],
  ["-5", -5],
  ["+5", 5],
  ["007", 7],
  ["-0", 0],
  ["9007199254740991", 9_007_199_254_740_991],
];
const FRACTIONS: readonly [string, number][] = [
  ["2.9", 2.9],
  ["-2.50", -2.5],
  ["5.0", 5],
  [".5", 0.5],
  ["+.5", 0.5],
];
const OTHERS = [true, false, [], {}, [5], null, undefined];

describe.each([
  ["Int", int],
  ["Float", float],
  ["Int of bigints", big],
] as [string, Validator][])("%s", (_, validator) => {
  const made = (value: number): unknown => (validator === big ? BigInt(value) : value);

  test.each(WHOLE)("takes %j", (text, value) => {
    expect(validator(text)).toBe(made(value));
    expect(List(validator).json(JSON.stringify([text, text]))).toEqual([made(value), made(value)]);
    expect(validator.is(text)).toBe(true);
  });

  test.each([...BOTH, ...OTHERS])("refuses %j", (value) => {
    expect(String(validator.safe(value).error)).toContain("InvalidTypeError");
    expect(validator.is(value)).toBe(false);
    if (value === undefined) return;
    expect(String(validator.safeJson(JSON.stringify(value)).error)).toBe(String(validator.safe(value).error));
    expect(validator.isJson(JSON.stringify(value))).toBe(false);
  });

  test.each(FRACTIONS)("%j", (text, value) => {
    if (validator === float) expect(validator(text)).toBe(value);
    else expect(validator.is(text)).toBe(false);
    expect(List(validator).isJson(JSON.stringify([text]))).toBe(validator === float);
  });

  test("comes back from a dump", () => {
    expect(validator.dump()).toMatchObject({ coerce: "text" });
    expect(load(validator.dump()).equals(validator)).toBe(true);
  });
});

describe("numbers are as they are", () => {
  rows([
    [int, 5, { value: 5 }],
    [int, 5n, { value: 5 }],
    [int, 2.9, "<InvalidTypeError(expected='integer', actual='number')>"],
    [float, 2.9, { value: 2.9 }],
    [big, 2.5, "<InvalidTypeError(expected='integer', actual='number')>"],
    [int, "2.9", "<InvalidTypeError(expected='integer', actual='string')>"],
    [int, "9007199254740993", "<MaxValueError(expected=9007199254740991, actual=9007199254740993n)>"],
    [big, "9007199254740993", { value: 9007199254740993n }],
    [Int({ coerce: "text", min: 1, max: 5 }), "7", "<MaxValueError(expected=5, actual=7)>"],
    [Int({ coerce: "text", options: [1, 2] }), "2", { value: 2 }],
    [Int({ coerce: "text", nullable: true }), null, { value: null }],
    [Float({ coerce: "text" }), "9".repeat(400), "<FloatValueError(expected='finite', actual=Infinity)>"],
    [Dict({ page: int }), new URLSearchParams("page=5"), { value: { page: 5 } }],
    [OneOf(int, Str()), "5", { value: 5 }],
    [OneOf(int, Str()), "5x", { value: "5x" }],
  ]);

  test("a million digits take no stack", () => {
    expect(int.is("9".repeat(1_000_000))).toBe(false);
    expect(float.is(`1.${"9".repeat(1_000_000)}`)).toBe(true);
  });
});

test("in JSON Schema", () => {
  const [ints, floats] = [int, float].map((one) => (toJsonSchema(one) as { anyOf: { pattern?: string }[] }).anyOf);
  for (const [options, validator] of [
    [ints, int],
    [floats, float],
  ] as const) {
    const pattern = new RegExp(options?.[1]?.pattern as string, "u");
    const texts = [...BOTH, ...WHOLE.map(([text]) => text), ...FRACTIONS.map(([text]) => text)];
    for (const text of texts) expect([text, pattern.test(text)]).toEqual([text, validator.is(text)]);
  }
  expect(toJsonSchema(int, { io: "output" })).toMatchObject({ type: "integer" });
});

test("refuses other words", () => {
  expect(() => Int({ coerce: "txt" as never })).toThrow(
    new TypeError("Int.coerce should be 'text' or a flag, got 'txt'"),
  );
  expect(() => OneOf([int, Str()], { by_type: true })).toThrow("convert none of another");
});
