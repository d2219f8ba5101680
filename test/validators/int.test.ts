import { describe } from "vitest";
import { ValueError } from "../../src/contracts.ts";
import { Int } from "../../src/index.ts";
import { makes, refuses } from "../support/parameters.ts";
import { rows, unchanged } from "../support/verdict.ts";

const type = (actual: string): string => `<InvalidTypeError(expected='integer', actual='${actual}')>`;

describe("Int", () => {
  describe("accepts integers as they are", () => {
    unchanged(Int(), [0, 1, -1, 2 ** 31, 2 ** 53 + 2, -(2 ** 53), 1e21, 1e300]);
  });

  describe("turns a float without a fraction, and a bigint in the safe range, into an integer", () => {
    rows([
      [Int(), 5.0, { value: 5 }],
      [Int(), -0, { value: 0 }],
      [Int(), 5n, { value: 5 }],
      [Int(), 0n, { value: 0 }],
      [Int(), 2n ** 53n - 1n, { value: Number.MAX_SAFE_INTEGER }],
      [Int(), -(2n ** 53n) + 1n, { value: Number.MIN_SAFE_INTEGER }],
      [Int(), 2n ** 53n, type("bigint")],
      [Int({ coerce: true }), 2n ** 53n, type("bigint")],
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
      [coerce, 1e300, { value: 1e300 }],
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
      // A decimal beyond the safe range fails rather than rounds.
      [coerce, "9007199254740992", type("string")],
      [coerce, "9".repeat(400), type("string")],
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

  describe("shows the parameters that differ from their defaults", () => {
    makes(Int, [
      [[], "<Int()>", {}],
      [[{}], "<Int()>", {}],
      [[{ nullable: false, coerce: null, min: null, max: undefined, options: null }], "<Int()>", {}],
      [[{ min: 1, nullable: true }], "<Int(nullable=true, min=1)>", { nullable: true, min: 1 }],
      [[{ nullable: 1, coerce: 0 }], "<Int(nullable=true)>", { nullable: true }],
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
      [[{ options: [] }], ValueError, "Int.options should not be empty"],
      [[{ options: [1, "2"] }], TypeError, "Int.options items should be of type integer, got string"],
      [[{ options: 1 }], TypeError, "Int.options should be of type array or set"],
      [[{ options: "12" }], TypeError, "Int.options should be of type array or set"],
      [[{ minimum: 1 }], TypeError, "Int got an unexpected parameter 'minimum'"],
      [[5], TypeError, "Int parameters should be an object"],
      [[null], TypeError, "Int parameters should be an object"],
      [[{ alias: 5 }], TypeError, "Int.alias should be of type string"],
    ]);
  });
});
