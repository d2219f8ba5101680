import { describe, expect, test } from "vitest";
import { ValueError } from "../../src/core/contracts.ts";
import { MaxValueError, MinValueError } from "../../src/exc.ts";
import { Int } from "../../src/index.ts";
import { makes, refuses } from "../support/parameters.ts";
import { refusal, rows, unchanged } from "../support/verdict.ts";

const type = (actual: string): string => `<InvalidTypeError(expected='integer', actual='${actual}')>`;

describe("Int", () => {
  describe("accepts integers as they are", () => {
    unchanged(Int(), [0, 1, -1, 2 ** 31, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]);
  });

  describe("turns a float without a fraction, and a bigint in the safe range, into an integer", () => {
    rows([
      [Int(), 5.0, { value: 5 }],
      [Int(), -0, { value: 0 }],
      [Int(), 5n, { value: 5 }],
      [Int(), 0n, { value: 0 }],
      [Int(), 2n ** 53n - 1n, { value: Number.MAX_SAFE_INTEGER }],
      [Int(), -(2n ** 53n) + 1n, { value: Number.MIN_SAFE_INTEGER }],
    ]);
  });

  describe("refuses integers beyond the safe range: which one a number stands for, nobody can tell", () => {
    const above = (actual: string, expected = "9007199254740991"): string =>
      `<MaxValueError(expected=${expected}, actual=${actual})>`;
    const below = (actual: string, expected = "-9007199254740991"): string =>
      `<MinValueError(expected=${expected}, actual=${actual})>`;
    const coerce = Int({ coerce: true });
    rows([
      [Int(), 2 ** 53, above("9007199254740992")],
      [Int(), -(2 ** 53), below("-9007199254740992")],
      [Int(), 1e21, above("1e+21")],
      [Int(), 1e300, above("1e+300")],
      [Int(), 2n ** 53n, above("9007199254740992n")],
      [Int(), -(2n ** 70n), below("-1180591620717411303424n")],
      [coerce, 2n ** 53n, above("9007199254740992n")],
      [coerce, 1e300, above("1e+300")],
      [coerce, "9007199254740992", above("9007199254740992n")],
      [coerce, "-9_007_199_254_740_993", below("-9007199254740993n")],
      [coerce, "9".repeat(400), above(`${"9".repeat(400)}n`)],
      // More digits than are worth to be shown.
      [coerce, "9".repeat(1001), above("Infinity")],
      [coerce, `-${"9".repeat(1001)}`, below("-Infinity")],
      // The parameter, where it is tighter.
      [Int({ max: 10 }), 2 ** 53, above("9007199254740992", "10")],
      [Int({ max: 2 ** 60 }), 2 ** 53, above("9007199254740992")],
      [Int({ min: 0 }), -(2n ** 53n), below("-9007199254740992n", "0")],
      [Int({ min: -(2 ** 60) }), -(2 ** 53), below("-9007199254740992")],
      [Int({ options: [2 ** 53] }), 2 ** 53, above("9007199254740992")],
    ]);
  });

  describe("in JSON text too, as JSON.parse reads it", () => {
    test.each([
      ["9007199254740991", 9007199254740991],
      ["9007199254740991.0", 9007199254740991],
      ["-9.007199254740991e15", -9007199254740991],
      ["1e2", 100],
    ])("%s is taken", (text, value) => {
      expect(Int().json(text)).toBe(value);
      expect(Int().isJson(text)).toBe(true);
    });

    test.each([
      ["9007199254740992", "<MaxValueError(expected=9007199254740991, actual=9007199254740992)>"],
      ["9007199254740993", "<MaxValueError(expected=9007199254740991, actual=9007199254740993n)>"],
      ["-9007199254740993", "<MinValueError(expected=-9007199254740991, actual=-9007199254740993n)>"],
      ["1e300", "<MaxValueError(expected=9007199254740991, actual=1e+300)>"],
      ["1e400", type("number")],
      ["9".repeat(400), type("number")],
    ])("%s is refused", (text, error) => {
      for (const validator of [Int(), Int({ coerce: true })]) {
        const { error: refused } = validator.safeJson(text);
        expect(String(refused)).toBe(error);
        expect(validator.isJson(text)).toBe(false);
      }
    });
  });

  describe("takes integers of any size with bigint, and gives bigints", () => {
    const big = Int({ bigint: true });
    const text = Int({ bigint: true, coerce: true });
    rows([
      [big, 5, { value: 5n }],
      [big, -0, { value: 0n }],
      [big, 5n, { value: 5n }],
      [big, Number.MIN_SAFE_INTEGER, { value: BigInt(Number.MIN_SAFE_INTEGER) }],
      [big, 2n ** 100n, { value: 2n ** 100n }],
      [big, -(10n ** 2000n), { value: -(10n ** 2000n) }],
      // A number beyond the safe range has lost its digits already.
      [big, 2 ** 53, "<MaxValueError(expected=9007199254740991, actual=9007199254740992)>"],
      [big, -1e300, "<MinValueError(expected=-9007199254740991, actual=-1e+300)>"],
      [Int({ bigint: true, max: 5 }), 2 ** 53, "<MaxValueError(expected=5n, actual=9007199254740992)>"],
      [text, 2 ** 53, "<MaxValueError(expected=9007199254740991, actual=9007199254740992)>"],
      [big, 5.5, type("number")],
      [big, Number.NaN, type("number")],
      [big, Number.POSITIVE_INFINITY, type("number")],
      [text, Number.NEGATIVE_INFINITY, type("number")],
      [big, "5", type("string")],
      [big, true, type("boolean")],
      [big, null, type("null")],
      [Int({ bigint: true, nullable: true }), null, { value: null }],
      [text, " +123_456_789_012_345_678_901 ", { value: 123456789012345678901n }],
      [text, "-0", { value: 0n }],
      [text, "-007", { value: -7n }],
      [text, `${"0".repeat(5000)}7`, { value: 7n }],
      [text, "9".repeat(1000), { value: 10n ** 1000n - 1n }],
      [text, "9".repeat(1001), "<MaxLengthError(expected=1000, actual=1001)>"],
      [text, "5.0", type("string")],
      [text, "", type("string")],
      [text, true, { value: 1n }],
      [text, false, { value: 0n }],
      [text, -5.5, { value: -5n }],
      [text, [], type("array")],
    ]);
  });

  describe("has bigints for limits and options then, and takes them as numbers too", () => {
    const limited = Int({ bigint: true, min: -5, max: 2n ** 64n });
    const one = Int({ bigint: true, coerce: true, options: [1n, 2, 2n ** 64n] });
    rows([
      [limited, 2n ** 64n, { value: 2n ** 64n }],
      [limited, 2n ** 64n + 1n, "<MaxValueError(expected=18446744073709551616n, actual=18446744073709551617n)>"],
      [limited, -6, "<MinValueError(expected=-5n, actual=-6n)>"],
      [Int({ options: [1] }), -0, "<OptionsError(expected=[1], actual=0)>"],
      [one, 2, { value: 2n }],
      [one, "18446744073709551616", { value: 2n ** 64n }],
      [one, 3, "<OptionsError(expected=[1n, 2n, 18446744073709551616n], actual=3n)>"],
    ]);
    makes(Int, [
      [
        [{ bigint: true, min: 0 }],
        "<Int(bigint=true, min=0n)>",
        { bigint: true, min: { __value__: "bigint", text: "0" } },
      ],
      [
        [{ options: [2, 2n, 1], bigint: true, coerce: true }],
        "<Int(coerce=true, bigint=true, options=[2n, 1n])>",
        {
          coerce: true,
          bigint: true,
          options: [
            { __value__: "bigint", text: "2" },
            { __value__: "bigint", text: "1" },
          ],
        },
      ],
    ]);
    refuses(Int, [
      [[{ bigint: true, max: 2 ** 53 }], ValueError, "Int.max should be a bigint where a number is not exact"],
      [
        [{ bigint: true, options: [1, 2 ** 60] }],
        ValueError,
        "Int.options should be a bigint where a number is not exact",
      ],
      [[{ bigint: true, max: 1.5 }], TypeError, "Int.max should be of type integer or bigint"],
      [[{ bigint: true, min: "1" }], TypeError, "Int.min should be of type integer or bigint"],
      [[{ bigint: true, options: [] }], ValueError, "Int.options should not be empty"],
      [[{ bigint: "yes" }], TypeError, "Int.bigint should be of type boolean or integer or null"],
      [[{ options: [1n] }], TypeError, "Int.options items should be of type integer, got bigint"],
    ]);
  });

  describe("accepts null only when it is nullable", () => {
    rows([
      [Int(), null, type("null")],
      [Int({ nullable: true }), null, { value: null }],
      [Int({ nullable: true }), undefined, type("undefined")],
      [Int({ nullable: true, coerce: true }), undefined, type("undefined")],
    ]);
  });

  describe("refuses what is not an integer", () => {
    rows([
      [Int(), 5.5, type("number")],
      [Int(), Number.NaN, type("number")],
      [Int(), Number.POSITIVE_INFINITY, type("number")],
      [Int(), Number.NEGATIVE_INFINITY, type("number")],
      [Int(), "5", type("string")],
      [Int(), true, type("boolean")],
      [Int(), undefined, type("undefined")],
      [Int(), [5], type("array")],
      [Int(), {}, type("object")],
      [Int(), Object(5), type("instance")],
      [Int(), Symbol.iterator, type("symbol")],
      [Int(), () => 5, type("function")],
      [Int(), new Uint8Array([5]), type("bytes")],
    ]);
  });

  describe("converts with coerce as Python's int() does", () => {
    const coerce = Int({ coerce: true });
    rows([
      [coerce, "5", { value: 5 }],
      [coerce, " 5\n", { value: 5 }],
      [coerce, "\t\v\f\r+5 ", { value: 5 }],
      [coerce, "-5", { value: -5 }],
      [coerce, "-0", { value: 0 }],
      [coerce, "007", { value: 7 }],
      [coerce, "1_000", { value: 1000 }],
      [coerce, "9007199254740991", { value: Number.MAX_SAFE_INTEGER }],
      [coerce, 5.5, { value: 5 }],
      [coerce, -5.5, { value: -5 }],
      [coerce, -0.5, { value: 0 }],
      [coerce, true, { value: 1 }],
      [coerce, false, { value: 0 }],
      [coerce, 5n, { value: 5 }],
    ]);
  });

  describe("gives InvalidTypeError when the conversion fails", () => {
    const coerce = Int({ coerce: true });
    rows([
      ...[
        "",
        " ",
        "5.0",
        "1e3",
        "0x10",
        "1__0",
        "_1",
        "1_",
        "+",
        "+-5",
        "5 5",
        "\u0665",
        "\u00a05",
        "\x1c5",
        "abc",
      ].map((input) => [coerce, input, type("string")] as const),
      [coerce, Number.NaN, type("number")],
      [coerce, Number.POSITIVE_INFINITY, type("number")],
      [coerce, null, type("null")],
      [coerce, [], type("array")],
      [coerce, new Date(0), type("datetime")],
    ]);
  });

  describe("gives MinValueError below min, MaxValueError above max, OptionsError outside the options, the first only", () => {
    rows([
      [Int({ min: 1 }), 1, { value: 1 }],
      [Int({ min: 1 }), 0, "<MinValueError(expected=1, actual=0)>"],
      [Int({ max: 1 }), 1, { value: 1 }],
      [Int({ max: 1 }), 2, "<MaxValueError(expected=1, actual=2)>"],
      [Int({ min: 0 }), -1, "<MinValueError(expected=0, actual=-1)>"],
      [Int({ options: [1, 2] }), 2, { value: 2 }],
      [Int({ options: [2, 1] }), 3, "<OptionsError(expected=[2, 1], actual=3)>"],
      [Int({ min: 5, max: 1, options: [0] }), 3, "<MinValueError(expected=5, actual=3)>"],
      [Int({ max: 1, options: [0] }), 3, "<MaxValueError(expected=1, actual=3)>"],
      [Int({ options: [0] }), -0, { value: 0 }],
      [Int({ coerce: true, min: 5 }), "4", "<MinValueError(expected=5, actual=4)>"],
      [Int({ coerce: true, options: [1] }), true, { value: 1 }],
      [Int({ nullable: true, min: 5, options: [6] }), null, { value: null }],
    ]);
  });

  describe("gives ExclusiveMinValueError and ExclusiveMaxValueError on and beyond those limits, and MultipleError", () => {
    rows([
      [Int({ exclusive_min: 1 }), 2, { value: 2 }],
      [Int({ exclusive_min: 1 }), 1, "<ExclusiveMinValueError(expected=1, actual=1)>"],
      [Int({ exclusive_min: 1 }), 0, "<ExclusiveMinValueError(expected=1, actual=0)>"],
      [Int({ exclusive_max: 1 }), 0, { value: 0 }],
      [Int({ exclusive_max: 1 }), 1, "<ExclusiveMaxValueError(expected=1, actual=1)>"],
      [Int({ exclusive_max: 1 }), 2, "<ExclusiveMaxValueError(expected=1, actual=2)>"],
      [Int({ exclusive_min: 0 }), -0, "<ExclusiveMinValueError(expected=0, actual=0)>"],
      [Int({ multiple_of: 5 }), -10, { value: -10 }],
      [Int({ multiple_of: 5 }), 0, { value: 0 }],
      [Int({ multiple_of: 5 }), 12, "<MultipleError(expected=5, actual=12)>"],
      [Int({ multiple_of: 2 ** 60 }), 5, "<MultipleError(expected=1152921504606847000, actual=5)>"],
      [Int({ coerce: true, multiple_of: 5 }), "12", "<MultipleError(expected=5, actual=12)>"],
      [Int({ bigint: true, multiple_of: 3 }), 10n ** 40n, `<MultipleError(expected=3n, actual=${10n ** 40n}n)>`],
      [Int({ bigint: true, multiple_of: 7n }), 7n ** 40n, { value: 7n ** 40n }],
      [
        Int({ bigint: true, exclusive_min: 2n ** 64n }),
        2n ** 64n,
        `<ExclusiveMinValueError(expected=${2n ** 64n}n, actual=${2n ** 64n}n)>`,
      ],
      [Int({ bigint: true, exclusive_max: 3 }), 3, "<ExclusiveMaxValueError(expected=3n, actual=3n)>"],
      [Int({ nullable: true, multiple_of: 2 }), null, { value: null }],
      // In this order, after the other limits and before the options.
      [Int({ min: 5, exclusive_min: 7 }), 3, "<MinValueError(expected=5, actual=3)>"],
      [Int({ max: 5, exclusive_max: 3 }), 6, "<MaxValueError(expected=5, actual=6)>"],
      [Int({ exclusive_min: 5, exclusive_max: 1 }), 3, "<ExclusiveMinValueError(expected=5, actual=3)>"],
      [Int({ exclusive_max: 1, multiple_of: 2 }), 3, "<ExclusiveMaxValueError(expected=1, actual=3)>"],
      [Int({ multiple_of: 2, options: [4] }), 3, "<MultipleError(expected=2, actual=3)>"],
      [Int({ multiple_of: 2, options: [4] }), 6, "<OptionsError(expected=[4], actual=6)>"],
    ]);

    test("which are kinds of MinValueError and MaxValueError", () => {
      expect(refusal(Int({ exclusive_min: 1 }), 1)).toBeInstanceOf(MinValueError);
      expect(refusal(Int({ exclusive_max: 1 }), 1)).toBeInstanceOf(MaxValueError);
    });
  });

  describe("shows the parameters that differ from their defaults", () => {
    makes(Int, [
      [[], "<Int()>", {}],
      [[{}], "<Int()>", {}],
      [[{ nullable: false, coerce: null, min: null, max: undefined, options: null }], "<Int()>", {}],
      [[{ min: 1, nullable: true }], "<Int(nullable=true, min=1)>", { nullable: true, min: 1 }],
      [[{ nullable: 1, coerce: 0 }], "<Int(nullable=true)>", { nullable: true }],
      [
        [{ exclusive_min: 0, exclusive_max: 9, multiple_of: 3 }],
        "<Int(exclusive_min=0, exclusive_max=9, multiple_of=3)>",
        { exclusive_min: 0, exclusive_max: 9, multiple_of: 3 },
      ],
      [[{ min: 0, max: 0 }], "<Int(min=0, max=0)>", { min: 0, max: 0 }],
      [[{ options: new Set([2, 1, 2]) }], "<Int(options=[2, 1])>", { options: [2, 1] }],
      [[{ coerce: true, max: 9 }], "<Int(coerce=true, max=9)>", { coerce: true, max: 9 }],
    ]);
  });

  describe("checks its parameters", () => {
    refuses(Int, [
      [[{ nullable: "yes" }], TypeError, "Int.nullable should be of type boolean or integer or null"],
      [[{ coerce: 0.5 }], TypeError, "Int.coerce should be of type boolean or integer or null"],
      [[{ min: 1.5 }], TypeError, "Int.min should be of type integer"],
      [[{ max: "1" }], TypeError, "Int.max should be of type integer"],
      [[{ max: 1n }], TypeError, "Int.max should be of type integer"],
      [[{ multiple_of: 0 }], ValueError, "Int.multiple_of should be positive number"],
      [[{ multiple_of: -5n, bigint: true }], ValueError, "Int.multiple_of should be positive number"],
      [[{ multiple_of: 0.5 }], TypeError, "Int.multiple_of should be of type integer"],
      [[{ exclusive_min: 1n }], TypeError, "Int.exclusive_min should be of type integer"],
      [[{ options: [] }], ValueError, "Int.options should not be empty"],
      [[{ options: [1, "2"] }], TypeError, "Int.options items should be of type integer, got string"],
      [[{ options: 1 }], TypeError, "Int.options should be of type array or set"],
      [[{ options: "12" }], TypeError, "Int.options should be of type array or set"],
      [[{ minimum: 1 }], TypeError, "Int got an unexpected parameter 'minimum': did you mean 'min'?"],
      [[5], TypeError, "Int parameters should be an object"],
      [[null], TypeError, "Int parameters should be an object"],
      [[{ alias: 5 }], TypeError, "Int.alias should be of type string"],
    ]);
  });
});
