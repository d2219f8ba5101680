/** The forms of limits that are not functions of values: keywords of JSON Schema, and code without needless parts. */
import { describe, expect, test } from "vitest";
import { Report } from "../../src/core/report/report.ts";
import {
  type NumberLimits,
  NumberRule,
  type NumberType,
  numberParts,
  readNumberLimits,
} from "../../src/core/rules/number.ts";
import type { KeywordReader } from "../../src/core/rules/rule.ts";

const NONE = { min: undefined, max: undefined, exclusive_min: undefined, exclusive_max: undefined };
const SAFE = Number.MAX_SAFE_INTEGER;

const ruleOf = (limits: Partial<NumberLimits>, type: NumberType = "number", special: object = {}): NumberRule =>
  new NumberRule(type, { ...NONE, multiple_of: undefined, ...limits }, { nan: false, inf: false, ...special });

/** The keywords that are written, and what is refused. */
function written(limits: Partial<NumberLimits>, keepsDigits = false): object {
  const refused: string[] = [];
  const keywords = numberParts.write(
    ruleOf(limits),
    (param, why) => void refused.push(`${param}: ${why}`),
    keepsDigits,
  );
  const given = Object.entries(keywords).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), ...(refused.length > 0 && { refused }) };
}

const INEXACT = "JSON Schema has no form for it that is exact";
const NO_NUMBER = "no number of JavaScript is the limit";

describe("limits as keywords of JSON Schema", () => {
  test.each<[Partial<NumberLimits>, object]>([
    [{}, {}],
    [
      { min: 1, max: 2 },
      { minimum: 1, maximum: 2 },
    ],
    [
      { min: -0, max: -0 },
      { minimum: 0, maximum: 0 },
    ],
    [{ min: -Infinity, max: Infinity }, {}],
    [
      { min: 5n, max: 6n },
      { minimum: 5, maximum: 6 },
    ],
    [
      { exclusive_min: -0, exclusive_max: 3 },
      { exclusiveMinimum: 0, exclusiveMaximum: 3 },
    ],
    [
      { exclusive_min: 5n, exclusive_max: 6n },
      { exclusiveMinimum: 5, exclusiveMaximum: 6 },
    ],
    [{ exclusive_min: -Infinity }, { refused: [`exclusive_min: ${INEXACT}`] }],
    [{ exclusive_max: 2n ** 63n - 1n }, { refused: [`exclusive_max: ${INEXACT}`] }],
    [{ multiple_of: 3 }, { multipleOf: 3 }],
    [{ multiple_of: 3n }, { multipleOf: 3 }],
    [{ multiple_of: 0.1 }, { refused: [`multiple_of: ${INEXACT}`] }],
    [{ multiple_of: 2n ** 60n }, { refused: [`multiple_of: ${INEXACT}`] }],
    [{ exclusive_min: 0.5 }, { exclusiveMinimum: 0.5 }],
  ])("%o are %o", (limits, keywords) => {
    expect(written(limits)).toStrictEqual(keywords);
  });

  test.each<[Partial<NumberLimits>, object]>([
    // 2^63 is a number of JavaScript, the integers beside it are none.
    [{ max: 2n ** 63n - 1n }, { exclusiveMaximum: 2 ** 63 }],
    [{ min: 1n - 2n ** 63n }, { exclusiveMinimum: -(2 ** 63) }],
    [
      { max: 2n ** 63n, min: -(2n ** 63n) },
      { minimum: -(2 ** 63), maximum: 2 ** 63 },
    ],
    [{ max: 2n ** 53n + 1n }, { exclusiveMaximum: 2 ** 53 + 2 }],
    [{ max: 2n ** 63n + 1n }, { maximum: 2 ** 63, refused: [`max: ${NO_NUMBER}`] }],
    [{ min: 2n ** 63n - 1n }, { minimum: 2 ** 63, refused: [`min: ${NO_NUMBER}`] }],
    [
      { max: 2n ** 63n - 1n, exclusive_max: 7 },
      { maximum: 2 ** 63, exclusiveMaximum: 7, refused: [`max: ${NO_NUMBER}`] },
    ],
    [
      { min: 1n - 2n ** 63n, exclusive_min: 7 },
      { minimum: -(2 ** 63), exclusiveMinimum: 7, refused: [`min: ${NO_NUMBER}`] },
    ],
  ])("%o, whose digits no number has, are %o", (limits, keywords) => {
    expect(written(limits)).toStrictEqual(keywords);
  });

  test("keep their digits where the reader of the schema does", () => {
    const most = 2n ** 63n - 1n;
    expect(written({ min: -most, max: most }, true)).toStrictEqual({ minimum: -most, maximum: most });
    expect(written({ exclusive_min: -most, exclusive_max: most, multiple_of: most }, true)).toStrictEqual({
      exclusiveMinimum: -most,
      exclusiveMaximum: most,
      multipleOf: most,
    });
    expect(written({ min: 5n, exclusive_max: 6n, multiple_of: 7n }, true)).toStrictEqual({
      minimum: 5,
      exclusiveMaximum: 6,
      multipleOf: 7,
    });
    expect(written({ min: 1, exclusive_max: 2, multiple_of: 3 }, true)).toStrictEqual({
      minimum: 1,
      exclusiveMaximum: 2,
      multipleOf: 3,
    });
    expect(written({ min: 0.5, exclusive_max: 1.5 }, true)).toStrictEqual({ minimum: 0.5, exclusiveMaximum: 1.5 });
  });
});

function read(schema: Readonly<Record<string, number | bigint>>, integers: boolean): object | undefined {
  const value = (name: string): number | bigint | undefined => schema[name];
  return readNumberLimits({ number: value, positive: value } as unknown as KeywordReader, integers);
}

describe("keywords of JSON Schema as limits", () => {
  test.each<[object, object | undefined]>([
    [{}, {}],
    [
      { minimum: 0.5, maximum: 1.5, multipleOf: 0.5 },
      { min: 0.5, max: 1.5, multiple_of: 0.5 },
    ],
    [
      { exclusiveMinimum: 0.5, exclusiveMaximum: 1.5 },
      { exclusive_min: 0.5, exclusive_max: 1.5 },
    ],
    [
      { minimum: 1, exclusiveMinimum: 0, maximum: 4, exclusiveMaximum: 5 },
      { min: 1, max: 4 },
    ],
    [
      { minimum: 0, exclusiveMinimum: 1, maximum: 5, exclusiveMaximum: 4 },
      { exclusive_min: 1, exclusive_max: 4 },
    ],
    [
      { minimum: 1, exclusiveMinimum: 1, maximum: 4, exclusiveMaximum: 4 },
      { exclusive_min: 1, exclusive_max: 4 },
    ],
    [
      { minimum: 1, maximum: 1 },
      { min: 1, max: 1 },
    ],
    [{ minimum: 2, maximum: 1 }, undefined],
    [{ exclusiveMinimum: 1, maximum: 1 }, undefined],
    [{ minimum: 1, exclusiveMaximum: 1 }, undefined],
    [{ exclusiveMinimum: 2, exclusiveMaximum: 1 }, undefined],
  ])("of numbers %o are %o", (schema, limits) => {
    expect(read(schema as never, false)).toStrictEqual(limits);
  });

  test.each<[object, object | undefined]>([
    [{}, { unsafe: true }],
    [{ minimum: 1 }, { unsafe: true, min: 1 }],
    [{ maximum: 1 }, { unsafe: true, max: 1 }],
    [
      { minimum: 1, maximum: 4 },
      { min: 1, max: 4 },
    ],
    [
      { minimum: 0.5, maximum: 4.5 },
      { min: 1, max: 4 },
    ],
    [
      { minimum: -0.5, maximum: 0.5 },
      { min: 0, max: 0 },
    ],
    [
      { exclusiveMinimum: 1, exclusiveMaximum: 4 },
      { min: 2, max: 3 },
    ],
    [
      { exclusiveMinimum: 0.5, exclusiveMaximum: 4.5 },
      { min: 1, max: 4 },
    ],
    [
      { exclusiveMinimum: -1, exclusiveMaximum: 1 },
      { min: 0, max: 0 },
    ],
    [
      { minimum: 0, exclusiveMinimum: 0, maximum: 9, exclusiveMaximum: 9 },
      { min: 1, max: 8 },
    ],
    [
      { minimum: 1, exclusiveMinimum: 0, maximum: 8, exclusiveMaximum: 9 },
      { min: 1, max: 8 },
    ],
    [
      { minimum: 5, exclusiveMinimum: 0, maximum: 6, exclusiveMaximum: 9 },
      { min: 5, max: 6 },
    ],
    [
      { minimum: 5, exclusiveMaximum: 6 },
      { min: 5, max: 5 },
    ],
    [{ minimum: 6, exclusiveMaximum: 6 }, undefined],
    [
      { minimum: -SAFE, maximum: SAFE },
      { min: -SAFE, max: SAFE },
    ],
    [
      { minimum: -SAFE - 1, maximum: SAFE },
      { unsafe: true, min: -SAFE - 1, max: SAFE },
    ],
    [
      { minimum: -SAFE, maximum: SAFE + 1 },
      { unsafe: true, min: -SAFE, max: SAFE + 1 },
    ],
    [
      { minimum: 0, maximum: 2n ** 63n - 1n },
      { unsafe: true, min: 0, max: 2n ** 63n - 1n },
    ],
    [
      { minimum: 0, exclusiveMaximum: 2n ** 63n - 1n },
      { unsafe: true, min: 0, exclusive_max: 2n ** 63n - 1n },
    ],
    [
      { minimum: 0, exclusiveMaximum: 2 ** 63 },
      { unsafe: true, min: 0, exclusive_max: 2 ** 63 },
    ],
    [
      { minimum: 0, maximum: 9, multipleOf: 3 },
      { min: 0, max: 9, multiple_of: 3 },
    ],
    [
      { minimum: 0, maximum: 9, multipleOf: 2 ** 60 },
      { unsafe: true, min: 0, max: 9, multiple_of: 2 ** 60 },
    ],
  ])("of integers %o are %o", (schema, limits) => {
    expect(read(schema as never, true)).toStrictEqual(limits);
  });
});

describe("generated code of a rule of numbers", () => {
  const writer = { constant: () => "k", literal: String };
  const codeOf = (type: NumberType, limits: Partial<NumberLimits>, special: object = {}): string =>
    numberParts.code(ruleOf(limits, type, special), "v", writer);
  const most = String(Number.MAX_VALUE);

  test.each<[NumberType, Partial<NumberLimits>, object, string]>([
    ["integer", {}, {}, "isInteger(v)"],
    ["integer", {}, { inf: true }, "isInteger(v) && v >= -Infinity && v <= Infinity"],
    ["integer", { min: 1 }, {}, `isInteger(v) && v >= 1 && v <= ${most}`],
    ["integer", { min: 1, max: 9 }, {}, "isSafeInteger(v) && v >= 1 && v <= 9"],
    ["integer", {}, { takesBigints: true }, "isSafeInteger(v)"],
    ["integer", { max: 9 }, { takesBigints: true }, "isSafeInteger(v) && v <= 9"],
    ["integer", { min: 1 }, { takesBigints: true }, "isSafeInteger(v) && v >= 1"],
    [
      "integer",
      { min: 2 - 2 ** 53, max: 2 ** 53 },
      {},
      "isInteger(v) && v >= -9007199254740990 && v <= 9007199254740992",
    ],
    ["integer", { min: -(2 ** 53), max: 9 }, {}, "isInteger(v) && v >= -9007199254740992 && v <= 9"],
    ["number", {}, {}, 'typeof v === "number" && v - v === 0'],
    ["number", {}, { inf: true }, 'typeof v === "number" && v >= -Infinity && v <= Infinity'],
    ["number", { min: 1 }, {}, `typeof v === "number" && v >= 1 && v <= ${most}`],
    ["number", { max: 1 }, {}, `typeof v === "number" && v >= -${most} && v <= 1`],
    ["number", { min: -SAFE, max: SAFE }, {}, `typeof v === "number" && v >= -${SAFE} && v <= ${SAFE}`],
    ["number", { exclusive_min: 0, exclusive_max: 1 }, {}, 'typeof v === "number" && v - v === 0 && v > 0 && v < 1'],
    ["number", { multiple_of: 2 }, {}, 'typeof v === "number" && v - v === 0 && k(v)'],
    ["number", { min: 0, max: 1 }, { nan: true }, 'typeof v === "number" && (v !== v || v >= 0 && v <= 1)'],
    ["integer", {}, { nan: true }, "isInteger(v)"],
    ["converted", {}, {}, `v >= -${most} && v <= ${most}`],
    ["converted", { min: 0, max: 1 }, { nan: true }, "(v !== v || v >= 0 && v <= 1)"],
  ])("of the type %s with %o and %o is %s", (type, limits, special, code) => {
    expect(codeOf(type, limits, special)).toBe(code);
  });
});

test("a rule of numbers reads digits if they can decide", () => {
  const reads = (limits: Partial<NumberLimits>): boolean => ruleOf(limits).readsDigits;
  expect([{}, { min: 1, max: SAFE, exclusive_min: -SAFE, exclusive_max: Infinity }].map(reads)).toEqual([false, false]);
  const deciding = [
    { multiple_of: 2 },
    { min: 2 ** 53 },
    { max: 1n },
    { exclusive_min: -(2 ** 53) },
    { exclusive_max: 1n },
  ];
  expect(deciding.filter((limits) => !reads(limits))).toEqual([]);
});

test("a rule of numbers is a range if nothing else decides", () => {
  const isRange = (limits: Partial<NumberLimits>, type?: NumberType, special?: object): boolean =>
    ruleOf(limits, type, special).isRange;
  expect([isRange({}), isRange({ min: 1, max: 2 }), isRange({ max: 1 }, "integer", { inf: true })]).toEqual([
    true,
    true,
    true,
  ]);
  expect([
    isRange({}, "converted"),
    isRange({}, "number", { nan: true }),
    isRange({ exclusive_min: 0 }),
    isRange({ exclusive_max: 0 }),
    isRange({ multiple_of: 1 }),
  ]).toEqual([false, false, false, false, false]);
});

test("the range of a rule of numbers has the limits, and is finite or safe", () => {
  const range = (limits: Partial<NumberLimits>, type: NumberType, special?: object): readonly number[] =>
    ruleOf(limits, type, special).range;
  expect(range({ min: 1, max: 2 }, "number")).toEqual([1, 2]);
  expect(range({}, "number")).toEqual([-Number.MAX_VALUE, Number.MAX_VALUE]);
  expect(range({ min: -Infinity, max: Infinity }, "number")).toEqual([-Number.MAX_VALUE, Number.MAX_VALUE]);
  expect(range({}, "number", { inf: true })).toEqual([-Infinity, Infinity]);
  expect(range({}, "number", { takesBigints: true })).toEqual([-Number.MAX_VALUE, Number.MAX_VALUE]);
  expect(range({}, "integer", { takesBigints: true })).toEqual([-SAFE, SAFE]);
  expect(range({}, "converted", { takesBigints: true, inf: true })).toEqual([-SAFE, SAFE]);
  expect(range({ min: -5n, max: 2n ** 70n }, "integer", { takesBigints: true })).toEqual([-5, SAFE]);
});

describe("a rule of numbers refuses", () => {
  const failure = (limits: Partial<NumberLimits>, value: number | bigint, special?: object): readonly unknown[] => {
    const report = new Report();
    ruleOf(limits, "number", special).fails(value, report);
    if (report.count === 0) return [];
    const { type, expected, actual } = report.explainedAt(0);
    return [type.name, expected, actual];
  };

  test("text, however it compares", () => {
    for (const limits of [{}, { exclusive_min: 0 }]) {
      const test = ruleOf(limits).test() as (value: unknown) => boolean;
      expect([test(5), test("5")]).toEqual([true, false]);
    }
  });

  test("what is no number or not finite, unless that is allowed", () => {
    expect(failure({}, Number.NaN)).toEqual(["FloatValueError", "number", Number.NaN]);
    expect(failure({}, Infinity)).toEqual(["FloatValueError", "finite", Infinity]);
    expect(failure({}, Infinity, { takesBigints: true })).toEqual(["FloatValueError", "finite", Infinity]);
    expect(failure({}, 10n ** 400n)).toEqual(["FloatValueError", "finite", 10n ** 400n]);
    expect(failure({}, 10n ** 400n, { takesBigints: true })).toEqual([]);
    expect(failure({}, Infinity, { inf: true })).toEqual([]);
  });

  test("integers beyond a limit by all their digits, if the limit has them or the rule is exact", () => {
    // JavaScript writes 1e23 with these digits, although it is 8,388,608 less.
    const like = 10n ** 23n;
    expect(failure({ max: 1e23 }, like)).toEqual([]);
    expect(failure({ max: 1e23 }, like, { isExact: true })).toEqual(["MaxValueError", 1e23, like]);
    expect(failure({ max: like - 1n }, like)).toEqual(["MaxValueError", like - 1n, 1e23]);
    expect(failure({ exclusive_max: like }, like - 1n)).toEqual([]);
    expect(failure({ exclusive_max: like }, like)).toEqual(["ExclusiveMaxValueError", like, 1e23]);
  });

  test("-0 at an exclusive limit, shown as 0", () => {
    expect(failure({ exclusive_min: 0 }, -0)).toEqual(["ExclusiveMinValueError", 0, 0]);
    expect(failure({ multiple_of: 2 }, 3n, { isExact: true })).toEqual(["MultipleError", 2, 3n]);
  });
});
