import { expect, test } from "vitest";
import { paramsOf, sameParams } from "../../src/core/schemas/params.ts";
import { Const, Dict, Int, List, Str } from "../../src/index.ts";

test("the parameters of a validator are those that differ from their defaults, in the order of its class", () => {
  expect(paramsOf(Int({ max: 2, min: 1, nullable: false, options: undefined }))).toEqual([
    ["min", 1],
    ["max", 2],
  ]);
  expect(paramsOf(Const(undefined))).toEqual([["value", undefined]]);
  expect(paramsOf(Str())).toEqual([]);
});

test.each([
  [Int({ min: 1 }), Int({ min: 1 }), true],
  [Int({ min: 1 }), Int({ min: 1, nullable: true }), false],
  [Int(), Str(), false],
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
