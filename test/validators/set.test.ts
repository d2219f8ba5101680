import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { ValueError } from "../../src/core/contracts.ts";
import { AllOf, Any, Dict, Int, List, Set as SetOf, Str } from "../../src/index.ts";
import { makes, refuses } from "../support/parameters.ts";
import { rows, verdict } from "../support/verdict.ts";

const type = (actual: string): string => `<InvalidTypeError(expected='array', actual='${actual}')>`;
const coerced = Int({ coerce: true });

describe("Set", () => {
  describe("accepts arrays and Sets, validates each item, and gives a Set of those that are distinct", () => {
    rows([
      [SetOf(Int()), [], { value: new Set() }],
      [SetOf(Int()), [2, 1, 2], { value: new Set([2, 1]) }],
      [SetOf(coerced), ["1", true, "2"], { value: new Set([1, 2]) }],
      [SetOf(coerced), new Set(["1", true, "2"]), { value: new Set([1, 2]) }],
      [SetOf(Any()), [Number.NaN, Number.NaN, 0, -0, undefined], { value: new Set([Number.NaN, 0, undefined]) }],
      [SetOf(Any()), [{ a: 1, b: 2 }, { b: 2, a: 1 }, [1], [1]], { value: new Set<unknown>([{ a: 1, b: 2 }, [1]]) }],
      [SetOf(List(Int())), [[1], [2], [1]], { value: new Set([[1], [2]]) }],
      [AllOf(SetOf(coerced), SetOf(Int({ min: 1 }))), ["1", 1], { value: new Set([1]) }],
    ]);

    test("in the order of the input", () => {
      expect([...(SetOf(Int())([3, 1, 3, 2]) ?? [])]).toEqual([3, 1, 2]);
    });

    test("the result is new, and the input stays as it is", () => {
      const input = new Set(["1", 1]);
      const result = SetOf(coerced)(input);
      expect(result).not.toBe(input);
      expect([...input]).toEqual(["1", 1]);
    });

    test("of another realm, and of a class of the caller's whose methods have no say", () => {
      class Liar extends Set<unknown> {
        override get size(): number {
          return 0;
        }
        override values(): never {
          throw new Error("values was called");
        }
        override [Symbol.iterator](): never {
          throw new Error("the iterator was called");
        }
      }
      const liar = new Liar();
      liar.add(1);
      expect(SetOf(Int())(liar as Set<number>)).toEqual(new Set([1]));
      expect(verdict(SetOf(Int()), runInNewContext("new Set([1])"))).toStrictEqual({ value: new Set([1]) });
    });

    test("in JSON text", () => {
      const schema = Dict({ tags: SetOf(Str(), { maxlen: 2 }) });
      expect(schema.json('{"tags": ["a", "b", "a"]}')).toEqual({ tags: new Set(["a", "b"]) });
      expect(schema.isJson('{"tags": ["a", "b", "c"]}')).toBe(false);
      const { error } = schema.safeJson('{"tags": ["a", 5]}');
      expect(String(error?.at(0))).toBe("<tags.1: InvalidTypeError(expected='string', actual='integer')>");
      expect(error?.at(0)?.offset).toBe(15);
    });
  });

  describe("accepts null only when it is nullable", () => {
    rows([
      [SetOf(Int()), null, type("null")],
      [SetOf(Int(), { nullable: true, minlen: 1 }), null, { value: null }],
    ]);
  });

  describe("refuses what is neither", () => {
    rows([
      [SetOf(Int()), "12", type("string")],
      [SetOf(Int()), { length: 1, 0: 1 }, type("object")],
      [SetOf(Int()), new Map([[1, 1]]), type("object")],
      [SetOf(Int()), new WeakSet(), type("instance")],
      [SetOf(Int()), Object.create(Set.prototype), type("instance")],
      [SetOf(Int()), new Proxy(new Set(), {}), type("instance")],
      [SetOf(Int()), Uint8Array.of(1), type("bytes")],
    ]);
  });

  describe("collects the errors of its items into a SchemaError, each with the index in its context", () => {
    rows([
      [
        SetOf(Int()),
        ["a", 1, null],
        [
          "<0: InvalidTypeError(expected='integer', actual='string')>",
          "<2: InvalidTypeError(expected='integer', actual='null')>",
        ],
      ],
      [SetOf(Int()), new Set([1, "a"]), ["<1: InvalidTypeError(expected='integer', actual='string')>"]],
      [SetOf(SetOf(Int())), [[1, "x"]], ["<0.1: InvalidTypeError(expected='integer', actual='string')>"]],
    ]);
  });

  describe("checks its lengths on the result, by themselves, when no item failed", () => {
    rows([
      [SetOf(Int(), { minlen: 2 }), [1, 2], { value: new Set([1, 2]) }],
      [SetOf(Int(), { minlen: 2 }), [1, 1], "<MinLengthError(expected=2, actual=1)>"],
      [SetOf(Int(), { minlen: 2 }), ["a"], ["<0: InvalidTypeError(expected='integer', actual='string')>"]],
      [SetOf(Int(), { maxlen: 1 }), [1, 1], { value: new Set([1]) }],
      [SetOf(Int(), { maxlen: 1 }), [1, 2], "<MaxLengthError(expected=1, actual=2)>"],
      [SetOf(Int(), { minlen: 3, maxlen: 1 }), [1, 2], "<MinLengthError(expected=3, actual=2)>"],
    ]);
  });

  test("counts as a level of the input", () => {
    const nested = SetOf(SetOf(Int()));
    expect(String(nested.safe([[1]], { maxDepth: 1 }).error?.at(0))).toMatch(/RecursionMaxDepthError\(expected=1/);
    expect(nested.is([[1]], { maxDepth: 2 })).toBe(true);
  });

  describe("shows the parameters that differ from their defaults", () => {
    makes(SetOf, [
      [[Int()], "<Set(item=<Int()>)>", { item: { __class__: "Int" } }],
      [
        [Str({ minlen: 1 }), { maxlen: 2, minlen: 1, nullable: true }],
        "<Set(item=<Str(minlen=1)>, nullable=true, minlen=1, maxlen=2)>",
        { item: { __class__: "Str", minlen: 1 }, nullable: true, minlen: 1, maxlen: 2 },
      ],
      [[{ item: Int() }], "<Set(item=<Int()>)>", { item: { __class__: "Int" } }],
    ]);
  });

  describe("checks its parameters", () => {
    refuses(SetOf, [
      [[], TypeError, "Set.item should be of type Validator"],
      [[{ item: Int }], TypeError, "Set.item should be of type Validator: did you mean Int()?"],
      [[Int(), { minlen: -1 }], ValueError, "Set.minlen should not be negative number"],
      [[Int(), { unique: true }], TypeError, "Set got an unexpected parameter 'unique'"],
    ]);
  });
});
