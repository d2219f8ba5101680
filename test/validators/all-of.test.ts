import { describe, expect, test } from "vitest";
import { ValueError } from "../../src/contracts.ts";
import { values } from "../../src/fast/mode.ts";
import { AllOf, Any, Dict, Int, List, OneOf, Str } from "../../src/index.ts";
import { makes, refuses } from "../support/parameters.ts";
import { rows } from "../support/verdict.ts";

describe("AllOf", () => {
  describe("gives each step the result of the one before, and returns the last one's", () => {
    rows([
      [AllOf(Int()), 1, { value: 1 }],
      [AllOf(Str(), Int({ coerce: true }), Int({ max: 9 })), "5", { value: 5 }],
      [AllOf(Int({ nullable: true }), Int({ nullable: true })), null, { value: null }],
    ]);
  });

  describe("raises the error of the first failing step, with its Step on the left", () => {
    rows([
      [AllOf(Int(), Int({ max: 1 })), 2, "<#1: MaxValueError(expected=1, actual=2)>"],
      [AllOf(Int({ min: 5 }), Int({ max: 1 })), 2, "<#0: MinValueError(expected=5, actual=2)>"],
      [AllOf(AllOf(Int({ min: 5 }))), 2, "<#0.#0: MinValueError(expected=5, actual=2)>"],
      [AllOf(Int()), null, "<#0: InvalidTypeError(expected='integer', actual='null')>"],
      // A SchemaError stays one, even of a single error.
      [AllOf(Dict({ a: Int() })), {}, ["<#0.a: MissingKeyError()>"]],
      [
        AllOf(List(Int()), List(Int({ max: 1 }))),
        [3, 2],
        ["<#1.0: MaxValueError(expected=1, actual=3)>", "<#1.1: MaxValueError(expected=1, actual=2)>"],
      ],
      [AllOf(OneOf(Int())), "a", ["<#0.#0: InvalidTypeError(expected='integer', actual='string')>"]],
    ]);
  });

  test("does not call the steps after one that failed", () => {
    const seen: unknown[] = [];
    const spy = new (class Spy extends Int {
      override check(input: unknown): never {
        seen.push(input);
        throw new Error("should not be called");
      }
    })();
    expect(AllOf(Int(), spy).is("a")).toBe(false);
    expect(seen).toEqual([]);
  });

  test("`is` lets a later step convert what the first has made, in generated code too", () => {
    const { mode } = values;
    try {
      for (const one of ["check", "compiled"] as const) {
        values.mode = one;
        expect([AllOf(Any(), Int()).is(5n), AllOf(Int(), Any()).is(5n)]).toEqual([true, false]);
        expect(Dict({ a: AllOf(Any(), Int()) }).is({ a: 5n })).toBe(true);
      }
    } finally {
      values.mode = mode;
    }
  });

  describe("takes its steps as arguments, as an array, or by name, with parameters after them", () => {
    const dump = { steps: [{ __class__: "Int" }, { __class__: "Str" }] };
    makes(AllOf, [
      [[Int(), Str()], "<AllOf(steps=[<Int()>, <Str()>])>", dump],
      [[[Int(), Str()]], "<AllOf(steps=[<Int()>, <Str()>])>", dump],
      [[{ steps: [Int(), Str()] }], "<AllOf(steps=[<Int()>, <Str()>])>", dump],
      [[Int(), Str(), { replace: true }], "<AllOf(steps=[<Int()>, <Str()>])>", dump],
    ]);
  });

  describe("checks its parameters", () => {
    refuses(AllOf, [
      [[], ValueError, "AllOf.steps should not be empty"],
      [[[]], ValueError, "AllOf.steps should not be empty"],
      [[{ steps: [1] }], TypeError, "AllOf.steps[0] value should be of type Validator"],
      [[{ steps: Int() }], TypeError, "AllOf.steps should be of type array"],
      [[Int(), 5], TypeError, "AllOf parameters should be an object"],
      [[Int(), { nullable: true }], TypeError, "AllOf got an unexpected parameter 'nullable'"],
    ]);
  });
});
