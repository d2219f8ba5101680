import { describe, expect, test } from "vitest";
import { ValueError } from "../../src/core/contracts.ts";
import { execution } from "../../src/engines/fast/mode.ts";
import type { ValidationError } from "../../src/exc.ts";
import { AllOf, Any, Check, Dict, type Fail, Float, Int, List, OneOf, Str, type Validator } from "../../src/index.ts";
import { keepMode } from "../fast/mode.ts";
import { makes, refuses } from "../support/parameters.ts";
import { rows } from "../support/verdict.ts";

keepMode();

describe("AllOf", () => {
  describe("gives each step the result of the one before, and returns the last one's", () => {
    rows([
      [AllOf(Int()), 1, { value: 1 }],
      [AllOf(Str(), Int({ coerce: true }), Int({ max: 9 })), "5", { value: 5 }],
      [AllOf(Int({ nullable: true }), Int({ nullable: true })), null, { value: null }],
    ]);
  });

  test("returns null for null if it takes that, from JSON text too", () => {
    const validator = AllOf([Int(), Int({ min: 1 })], { nullable: true });
    expect([validator(null), validator.json("null"), validator.isJson("null")]).toEqual([null, null, true]);
    expect(List(validator).json("[null,1]")).toEqual([null, 1]);
    expect([validator.isJson("0"), List(AllOf(Int())).isJson("[null]")]).toEqual([false, false]);
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

  describe("lets the Checks that directly follow a Check that failed report too", () => {
    const is = (key: string, value: unknown, params = {}) =>
      Check((object: Record<string, unknown>) => object[key] === value, { path: [key], message: key, ...params });
    const both = (fail: Fail) => fail({ path: ["x"], message: "x" }) || fail({ path: ["y"], message: "y" });
    const object = Dict({ a: Str(), b: Str() });
    const any = Any() as Validator<Record<string, unknown>>;
    const a = "<#1.a: CheckError(message='a')>";
    const b = "<#2.b: CheckError(message='b')>";
    const input = { a: "1", b: "2" };
    rows([
      [AllOf(object, is("a", "x"), is("b", "y")), input, [a, b]],
      [AllOf(object, is("a", "x"), is("b", "2")), input, a],
      [AllOf(object, is("a", "1"), is("b", "y")), input, b],
      [AllOf(object, is("a", "x"), is("b", "y")), { a: "1" }, ["<#0.b: MissingKeyError()>"]],
      [AllOf(is("a", "x"), is("b", "y")), input, [a.replace("1", "0"), b.replace("2", "1")]],
      [AllOf(object, is("a", "x", { abort: true }), is("b", "y")), input, a],
      [AllOf(object, is("a", "x"), is("b", "y", { abort: true }), is("a", "z")), input, [a, b]],
      [AllOf(object, is("a", "1", { abort: true }), is("b", "y")), input, b],
      // Only Checks: what follows them gets a value that all of them accept.
      [AllOf(object, is("a", "x"), Dict({ a: Int() }) as Validator as typeof any, is("b", "y")), input, a],
      [AllOf(object, is("a", "x"), is("b", "y"), Int() as Validator), input, [a, b]],
      [AllOf(object, is("a", "x"), is("b", "2"), Int() as Validator), input, a],
      [AllOf(object, AllOf(any, is("b", "y")), is("a", "x")), input, "<#1.#1.b: CheckError(message='b')>"],
      [
        AllOf(
          any,
          is("a", "x"),
          Check((_value, fail) => both(fail)),
        ),
        input,
        [a, "<#2.x: CheckError(message='x')>", "<#2.y: CheckError(message='y')>"],
      ],
      [List(AllOf(object, is("a", "x"), is("b", "y"))), [input], [a.replace("#", "0.#"), b.replace("#", "0.#")]],
    ]);

    test("their messages are those of no alternatives", () => {
      const checked = AllOf(object, is("a", "x"), is("b", "y"));
      const flat = { formErrors: [], fieldErrors: { a: ["a"], b: ["b"] } };
      expect(checked.safe(input).error?.flatten()).toEqual(flat);
      expect(checked.safeJson(JSON.stringify(input)).error?.flatten()).toEqual(flat);
      const { issues } = OneOf(Int(), checked).safe(input).error as ValidationError;
      expect(issues.map(({ path, alternative }) => [path, alternative])).toEqual([
        [["a"], { step: 1, of: 2, closest: true }],
        [["b"], { step: 1, of: 2, closest: true }],
        [[], { step: 0, of: 2, closest: false }],
      ]);
    });

    test("they are called once each, `is` and maxErrors stop at the first", () => {
      let calls = 0;
      const no = () => Check(() => ++calls < 0);
      const checked = List(AllOf(Any(), no(), no(), no()));
      for (const mode of ["check", "compiled"] as const) {
        execution.mode = mode;
        const callsOf = (act: () => unknown): number => {
          calls = 0;
          act();
          return calls;
        };
        expect(callsOf(() => checked.safe([1, 2]))).toBe(6);
        expect(callsOf(() => checked.is([1, 2]))).toBe(1);
        expect(callsOf(() => checked.safe([1, 2], { maxErrors: 1 }))).toBeLessThan(4);
        expect(callsOf(() => OneOf(checked.item, Any()).safe(1))).toBe(1);
      }
    });
  });

  test("`is` lets a later step convert what the first has made, in generated code too", () => {
    const { mode } = execution;
    try {
      for (const one of ["check", "compiled"] as const) {
        execution.mode = one;
        expect([AllOf(Any(), Int()).is(5n), AllOf(Int(), Any()).is(5n)]).toEqual([true, false]);
        expect(Dict({ a: AllOf(Any(), Int()) }).is({ a: 5n })).toBe(true);
      }
    } finally {
      execution.mode = mode;
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
      [[Int(), { nulable: true }], TypeError, "AllOf got an unexpected parameter 'nulable': did you mean 'nullable'?"],
    ]);
  });
});

test("a member that the first step of a pipeline refuses makes a verdict false", () => {
  const member = AllOf(Float(), Int({ bigint: true }));
  for (const validator of [AllOf(Dict({ k: member })), AllOf(Dict({ "": Any(), k: member }), Any())]) {
    for (const value of [null, "x"]) {
      expect(validator.is({ k: value, "": {} })).toBe(false);
      expect(validator.is({ "": {}, k: value })).toBe(false);
      expect(validator.is({ k: value })).toBe(false);
    }
  }
  expect(AllOf(Dict({ k: member })).is({ k: 5 })).toBe(true);
});
