/** Conditions: validators whose verdict decides what is valid, and which convert what the call converts. */
import { describe, expect, test } from "vitest";
import {
  Any,
  Closed,
  Const,
  Dict,
  Float,
  If,
  Int,
  List,
  Not,
  OneOf,
  Str,
  Tuple,
  Type,
  type Validator,
} from "../../src/index.ts";

const point = Dict({ x: Int() });
const blank = Dict({ x: Int() }, { optional: ["x"], skip_blank: true });
const map = new Map([["x", 1]]);
/** Nothing is valid. */
const nothing = Not(Any());

describe("`is` refuses what the call refuses", () => {
  test.each<[Validator, unknown]>([
    [Not(Int()), 5n],
    [Not(Float({ min: 2 })), 5n],
    [Not(point), map],
    [Not(blank), { x: "" }],
    [Not(List(Int())), [1, 5n]],
    [Not(Tuple(point)), [map]],
    [Not(Closed(point)), map],
    [If(Int(), nothing), 5n],
    [If(point, nothing), map],
    [If(blank, nothing, Any()), { x: "" }],
    [List(Any(), { contains: Int(), max_contains: 1 }), [1, 5n]],
    [List(Any(), { contains: point, max_contains: 1 }), [{ x: 1 }, map]],
    [Dict({ a: Any(), b: Not(Int()) }), { a: 1, b: 5n }],
    [Not(Dict({ a: Const(1), b: Int() })), { a: 1, b: 5n }],
    [OneOf([Int(), Any()], { exclusive: true }), 5n],
    [OneOf([Any(), Int()], { exclusive: true }), 5n],
    [OneOf([point, Type(Map)], { exclusive: true }), map],
    [OneOf([blank, Dict({ x: Str() })], { exclusive: true }), { x: "" }],
  ])("%s %o", (validator, value) => {
    expect(validator.safe(value).ok).toBe(false);
    for (let calls = 0; calls < 3; calls++) expect(validator.is(value)).toBe(false);
  });
});

test("what a condition converts is not converted by the validator that it chooses", () => {
  const either = If(point, point, Str());
  expect([either.safe(map).ok, either.is(map), either.is({ x: 1 }), either.is("a")]).toEqual([true, false, true, true]);
});
