import { describe } from "vitest";
import { ValueError } from "../../src/core/contracts.ts";
import { Float, List, Tuple } from "../../src/index.ts";
import { makes, refuses } from "../support/parameters.ts";
import { rows, unchanged } from "../support/verdict.ts";

const type = (actual: string): string => `<InvalidTypeError(expected='number', actual='${actual}')>`;
const { NaN, POSITIVE_INFINITY: INF, NEGATIVE_INFINITY: NEG_INF } = Number;

describe("Float", () => {
  describe("accepts numbers as they are", () => {
    unchanged(Float(), [0, 5, -5.5, 1e-320, 1.7976931348623157e308, 2 ** 53 + 2]);
  });

  describe("makes -0 a 0 and takes a bigint in the safe range", () => {
    rows([
      [Float(), -0, { value: 0 }],
      [Float({ coerce: true }), -0, { value: 0 }],
      [Float(), 5n, { value: 5 }],
      [Float(), 2n ** 53n, type("bigint")],
      [Float({ coerce: true }), -(2n ** 53n), type("bigint")],
    ]);
  });

  describe("accepts null only when it is nullable", () => {
    rows([
      [Float(), null, type("null")],
      [Float({ nullable: true }), null, { value: null }],
      [Float({ nullable: true }), undefined, type("undefined")],
    ]);
  });

  describe("refuses what is not a number", () => {
    rows([
      [Float(), "5", type("string")],
      [Float(), true, type("boolean")],
      [Float(), [], type("array")],
      [Float(), Object(5), type("instance")],
    ]);
  });

  describe("converts with coerce as Python's float() does", () => {
    const coerce = Float({ coerce: true });
    rows([
      ...(
        [
          ["5", 5],
          [" 5.5\n", 5.5],
          ["+5.", 5],
          ["-.5", -0.5],
          ["1e3", 1000],
          ["1E-3", 0.001],
          ["1_0.5", 10.5],
          ["1_0e1_0", 10e10],
          ["-0", 0],
          ["1e-400", 0],
        ] as const
      ).map(([input, value]) => [coerce, input, { value }] as const),
      [coerce, true, { value: 1 }],
      [coerce, false, { value: 0 }],
      ...["", ".", "e5", "1e", "0x1p3", "1,5", "1__0", "_1.0", "1._5", "5 5", "infinit", "\u0665.5", "--5"].map(
        (input) => [coerce, input, type("string")] as const,
      ),
      [coerce, null, type("null")],
      [coerce, {}, type("object")],
    ]);
  });

  describe('gives FloatValueError with expected "number" for NaN unless nan, "finite" for infinity unless inf', () => {
    const coerce = { coerce: true };
    rows([
      [Float(), NaN, "<FloatValueError(expected='number', actual=NaN)>"],
      [Float(), INF, "<FloatValueError(expected='finite', actual=Infinity)>"],
      [Float(), NEG_INF, "<FloatValueError(expected='finite', actual=-Infinity)>"],
      [Float({ nan: true }), NaN, { value: NaN }],
      [Float({ nan: true }), INF, "<FloatValueError(expected='finite', actual=Infinity)>"],
      [Float({ inf: true }), INF, { value: INF }],
      [Float({ inf: true }), NEG_INF, { value: NEG_INF }],
      [Float({ inf: true }), NaN, "<FloatValueError(expected='number', actual=NaN)>"],
      [Float(coerce), "nan", "<FloatValueError(expected='number', actual=NaN)>"],
      [Float(coerce), "-Infinity", "<FloatValueError(expected='finite', actual=-Infinity)>"],
      [Float(coerce), "1e400", "<FloatValueError(expected='finite', actual=Infinity)>"],
      [Float({ coerce: true, nan: true }), " -NaN ", { value: NaN }],
      [Float({ coerce: true, inf: true }), "+inf", { value: INF }],
    ]);
  });

  describe("gives MinValueError below min and MaxValueError above max, the first only", () => {
    rows([
      [Float({ min: 0.5 }), 0.5, { value: 0.5 }],
      [Float({ min: 0.5 }), 0.25, "<MinValueError(expected=0.5, actual=0.25)>"],
      [Float({ max: 0 }), 0, { value: 0 }],
      [Float({ max: 0 }), 1e-9, "<MaxValueError(expected=0, actual=1e-9)>"],
      [Float({ min: 5, max: 1 }), 3, "<MinValueError(expected=5, actual=3)>"],
      [Float({ inf: true, max: 1 }), INF, "<MaxValueError(expected=1, actual=Infinity)>"],
      [Float({ inf: true, min: 1 }), NEG_INF, "<MinValueError(expected=1, actual=-Infinity)>"],
      // An allowed NaN skips the limits.
      [Float({ nan: true, min: 1, max: 0 }), NaN, { value: NaN }],
    ]);
  });

  describe("compares a limit that is a bigint, and no number, with all its digits", () => {
    // 2^53 + 1 is between two numbers.
    const beyond = 2n ** 53n + 1n;
    const huge = 10n ** 400n;
    rows([
      [Float({ min: beyond }), 2 ** 53, "<MinValueError(expected=9007199254740993n, actual=9007199254740992)>"],
      [Float({ min: beyond }), 2 ** 53 + 2, { value: 2 ** 53 + 2 }],
      [Float({ max: -beyond }), -(2 ** 53), "<MaxValueError(expected=-9007199254740993n, actual=-9007199254740992)>"],
      [Float({ max: -beyond }), -(2 ** 53) - 2, { value: -(2 ** 53) - 2 }],
      [
        Float({ max: 2n ** 60n - 1n }),
        2 ** 60,
        "<MaxValueError(expected=1152921504606846975n, actual=1152921504606847000)>",
      ],
      [Float({ max: 2n ** 60n - 1n }), 2 ** 60 - 128, { value: 2 ** 60 - 128 }],
      [Float({ min: -huge, max: huge, inf: true }), Number.MAX_VALUE, { value: Number.MAX_VALUE }],
      [Float({ max: huge, inf: true }), INF, `<MaxValueError(expected=${huge}n, actual=Infinity)>`],
      [Float({ min: -huge, inf: true }), NEG_INF, `<MinValueError(expected=-${huge}n, actual=-Infinity)>`],
      [
        List(Float({ min: beyond })),
        [2 ** 53],
        ["<0: MinValueError(expected=9007199254740993n, actual=9007199254740992)>"],
      ],
      [
        Tuple([Float({ max: 2n ** 60n - 1n })]),
        [2 ** 60],
        ["<0: MaxValueError(expected=1152921504606846975n, actual=1152921504606847000)>"],
      ],
    ]);
  });

  describe("gives ExclusiveMinValueError and ExclusiveMaxValueError on and beyond those limits, and MultipleError", () => {
    rows([
      [Float({ exclusive_min: 0.5 }), 0.75, { value: 0.75 }],
      [Float({ exclusive_min: 0.5 }), 0.5, "<ExclusiveMinValueError(expected=0.5, actual=0.5)>"],
      [Float({ exclusive_min: 0 }), 5e-324, { value: 5e-324 }],
      [Float({ exclusive_min: 0 }), -0, "<ExclusiveMinValueError(expected=0, actual=0)>"],
      [Float({ exclusive_max: 1 }), 1, "<ExclusiveMaxValueError(expected=1, actual=1)>"],
      [Float({ exclusive_max: INF, inf: true }), INF, "<ExclusiveMaxValueError(expected=Infinity, actual=Infinity)>"],
      [Float({ multiple_of: 0.1 }), 0.3, { value: 0.3 }],
      [Float({ multiple_of: 0.1 }), -0.7, { value: -0.7 }],
      [Float({ multiple_of: 0.1 }), 0.25, "<MultipleError(expected=0.1, actual=0.25)>"],
      [Float({ multiple_of: 2.5, inf: true }), INF, "<MultipleError(expected=2.5, actual=Infinity)>"],
      [Float({ multiple_of: 2, coerce: true }), "3", "<MultipleError(expected=2, actual=3)>"],
      [Float({ min: 5, exclusive_min: 7, multiple_of: 2 }), 3, "<MinValueError(expected=5, actual=3)>"],
      [Float({ exclusive_min: 7, exclusive_max: 0 }), 3, "<ExclusiveMinValueError(expected=7, actual=3)>"],
      [Float({ exclusive_max: 0, multiple_of: 2 }), 3, "<ExclusiveMaxValueError(expected=0, actual=3)>"],
      // An allowed NaN skips all of them.
      [Float({ nan: true, exclusive_min: 1, exclusive_max: 0, multiple_of: 2 }), NaN, { value: NaN }],
    ]);
  });

  describe("shows the parameters that differ from their defaults", () => {
    makes(Float, [
      [[], "<Float()>", {}],
      [
        [{ max: 2, min: 0, inf: true, nan: true, coerce: true, nullable: true }],
        "<Float(nullable=true, coerce=true, nan=true, inf=true, min=0, max=2)>",
        { nullable: true, coerce: true, nan: true, inf: true, min: 0, max: 2 },
      ],
      [
        [{ exclusive_min: 0, exclusive_max: 1, multiple_of: 0.25 }],
        "<Float(exclusive_min=0, exclusive_max=1, multiple_of=0.25)>",
        { exclusive_min: 0, exclusive_max: 1, multiple_of: 0.25 },
      ],
      [
        [{ min: NEG_INF, max: -0 }],
        "<Float(min=-Infinity, max=-0)>",
        { min: { __value__: "number", text: "-Infinity" }, max: { __value__: "number", text: "-0" } },
      ],
    ]);
  });

  describe("checks its parameters", () => {
    refuses(Float, [
      [[{ min: NaN }], ValueError, "Float.min should not be NaN"],
      [[{ exclusive_max: NaN }], ValueError, "Float.exclusive_max should not be NaN"],
      [[{ multiple_of: 0 }], ValueError, "Float.multiple_of should be positive finite number"],
      [[{ multiple_of: INF }], ValueError, "Float.multiple_of should be positive finite number"],
      [[{ multiple_of: "1" }], TypeError, "Float.multiple_of should be of type number"],
      [[{ max: "1" }], TypeError, "Float.max should be of type number"],
      [[{ nan: "no" }], TypeError, "Float.nan should be of type boolean or integer or null"],
      [[{ inf: [] }], TypeError, "Float.inf should be of type boolean or integer or null"],
      [[{ options: [1] }], TypeError, "Float got an unexpected parameter 'options'"],
    ]);
  });
});
