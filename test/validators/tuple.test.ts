import { describe, expect, test } from "vitest";
import { ValueError } from "../../src/core/contracts.ts";
import { Int, Str, Tuple } from "../../src/index.ts";
import { makes, refuses } from "../support/parameters.ts";
import { rows } from "../support/verdict.ts";

const type = (actual: string): string => `<InvalidTypeError(expected='array', actual='${actual}')>`;
const pair = Tuple(Str(), Int({ coerce: true }));

describe("Tuple", () => {
  describe("accepts an array with one member per validator", () => {
    rows([
      [pair, ["a", "1"], { value: ["a", 1] }],
      [Tuple(Tuple(Int())), [[1]], { value: [[1]] }],
    ]);

    test("returns a new, plain array and leaves the input alone", () => {
      const input = Object.freeze(["a", "1"]);
      const result = pair(input);
      expect(result).not.toBe(input);
      expect(input).toEqual(["a", "1"]);
    });
  });

  describe("accepts null only when it is nullable", () => {
    rows([
      [pair, null, type("null")],
      [Tuple([Int()], { nullable: true }), null, { value: null }],
    ]);
  });

  describe("refuses what is not an array", () => {
    rows([
      [pair, "ab", type("string")],
      [pair, { 0: "a", 1: 1 }, type("object")],
      [pair, new Set(["a", 1]), type("instance")],
    ]);
  });

  describe("gives TupleLengthError by itself when the length differs, and looks at no member", () => {
    rows([
      [pair, [], "<TupleLengthError(expected=2, actual=0)>"],
      [pair, [5], "<TupleLengthError(expected=2, actual=1)>"],
      [pair, ["a", 1, 2], "<TupleLengthError(expected=2, actual=3)>"],
    ]);
  });

  describe("collects all member errors into a SchemaError", () => {
    rows([
      [
        pair,
        [1, "x"],
        [
          "<0: InvalidTypeError(expected='string', actual='integer')>",
          "<1: InvalidTypeError(expected='integer', actual='string')>",
        ],
      ],
      [Tuple(pair), [["a", null]], ["<0.1: InvalidTypeError(expected='integer', actual='null')>"]],
      [Tuple(pair), [["a"]], ["<0: TupleLengthError(expected=2, actual=1)>"]],
    ]);
  });

  describe("takes its validators as arguments, as an array, or by name, with parameters after them", () => {
    const dump = { items: [{ __class__: "Str" }, { __class__: "Int" }] };
    makes(Tuple, [
      [[Str(), Int()], "<Tuple(items=[<Str()>, <Int()>])>", dump],
      [[[Str(), Int()]], "<Tuple(items=[<Str()>, <Int()>])>", dump],
      [[{ items: [Str(), Int()] }], "<Tuple(items=[<Str()>, <Int()>])>", dump],
      [
        [[Str(), Int()], { nullable: true }],
        "<Tuple(items=[<Str()>, <Int()>], nullable=true)>",
        { ...dump, nullable: true },
      ],
      [
        [Str(), Int(), { nullable: true }],
        "<Tuple(items=[<Str()>, <Int()>], nullable=true)>",
        { ...dump, nullable: true },
      ],
    ]);
  });

  describe("checks its parameters", () => {
    refuses(Tuple, [
      [[], ValueError, "Tuple.items should not be empty"],
      [[[]], ValueError, "Tuple.items should not be empty"],
      [[{}], TypeError, "Tuple.items should be of type array"],
      [[Int(), Int], TypeError, "Tuple parameters should be an object: did you mean Int()?"],
      [[5, Int()], TypeError, "Tuple.items[0] value should be of type Validator"],
      [[[Int(), null]], TypeError, "Tuple.items[1] value should be of type Validator"],
      [[[Int()], { nullable: "x" }], TypeError, "Tuple.nullable should be of type boolean or integer or null"],
      [[[Int()], { minlen: 1 }], TypeError, "Tuple got an unexpected parameter 'minlen'"],
    ]);
  });
});
