import { describe, expect, test } from "vitest";
import { hasParam, otherParam, paramsOf, sameParams } from "../../src/core/schemas/params.ts";
import { Const, Dict, If, Int, List, Str, type Validator } from "../../src/index.ts";

test("the parameters of a validator are those that differ from their defaults, in the order of its class", () => {
  expect(paramsOf(Int({ max: 2, min: 1, nullable: false, options: undefined }))).toEqual([
    ["min", 1],
    ["max", 2],
  ]);
  expect(paramsOf(Const(undefined))).toEqual([["value", undefined]]);
  expect(paramsOf(Const(false))).toEqual([["value", false]]);
  expect(paramsOf(Str())).toEqual([]);
  expect(paramsOf(Int({ nullable: true }))).toEqual([["nullable", true]]);
});

test("the parameters of a class are known by name", () => {
  expect(["min", "minlen", "constructor"].map((name) => hasParam(Int(), name))).toEqual([true, false, false]);
});

test("the first parameter that a reader does not know is found, unless it is an annotation", () => {
  const int = Int({ min: 1, max: 2, message: "No." });
  expect(otherParam(int, () => false)).toBe("min");
  expect(otherParam(int, (name) => name === "min")).toBe("max");
  expect(otherParam(int, (name) => name !== "message")).toBeUndefined();
});

test.each([
  [Int({ min: 1 }), Int({ min: 1 }), true],
  [Int({ min: 1 }), Int({ min: 1, nullable: true }), false],
  [Int(), Str(), false],
  [Int({ min: 1 }), Int({ max: 1 }), false],
  ...[0, 1, "1", null, undefined, true, 1n, {}, [], new Date(0), new Date(Number.NaN), new Map(), () => 1].map(
    (value, index, all): [Const, Const, boolean] => [Const(value), Const(all[(index + 1) % all.length]), false],
  ),
  [Const(0), Const(-0), true],
  [Const(null), Const({}), false],
  [Const(new Date(Number.NaN)), Const(new Date(Number.NaN)), true],
  [List(Dict({ a: Int() })), List(Dict({ a: Int() })), true],
  [List(Dict({ a: Int() })), List(Dict({ a: Int({ max: 1 }) })), false],
  [Const({ a: [Number.NaN] }), Const({ a: [Number.NaN] }), true],
])("%s and %s are the same: %s", (a, b, same) => {
  expect(sameParams(a, b)).toBe(same);
});

test("validators are compared in no time, however their parameters share parts", () => {
  let shared: unknown = [1];
  for (let i = 0; i < 60; i++) shared = { a: shared, b: shared };
  expect(Const(shared).equals(Const(shared))).toBe(true);
  expect(Const({ a: shared, b: 1 }).equals(Const({ a: shared, b: 2 }))).toBe(false);
});

test("validators are compared in no time, however they share parts", () => {
  const shared = (last: Validator): Validator => {
    let one = last;
    for (let i = 0; i < 60; i++) one = If(one, one, one);
    return one;
  };
  expect(sameParams(shared(Int()), shared(Int()))).toBe(true);
  expect(sameParams(shared(Int()), shared(Str()))).toBe(false);
});

describe("validators are compared deeper than any stack", () => {
  const deep = (last: Validator): Validator => {
    let list = last;
    for (let i = 0; i < 3500; i++) list = List(list);
    return list;
  };
  const one = deep(Int());

  test("if they are equal", () => {
    expect(sameParams(one, deep(Int()))).toBe(true);
  });

  test("if they are not, each time anew", () => {
    const other = deep(Str());
    expect([sameParams(one, other), sameParams(one, other)]).toEqual([false, false]);
  });
});

test.each([[5], [null], [[1]], [{ a: 1 }]])("a constant %j is none that is NaN, nor is NaN that one", (value) => {
  expect(Const(value).equals(Const(Number.NaN))).toBe(false);
  expect(Const(Number.NaN).equals(Const(value))).toBe(false);
});
