import { describe, expect, test } from "vitest";
import {
  AllOf,
  Any,
  Closed,
  Dict,
  If,
  Int,
  LazyRef,
  List,
  Not,
  Nullable,
  OneOf,
  Set as SetOf,
  Str,
  Tuple,
  toJsonSchema,
} from "../../src/index.ts";
import { makes, refuses } from "../support/parameters.ts";
import { rows } from "../support/verdict.ts";

const open = (key: string, params = {}) => Dict({ [key]: Int() }, { unknown: "keep", ...params });
const [a, b, c] = [open("a"), open("b"), open("c")];

describe("Closed", () => {
  makes(Closed, [
    [[Int()], "<Closed(item=<Int()>)>", { item: { __class__: "Int" } }],
    [
      [Int(), { rest: Str() }],
      "<Closed(item=<Int()>, rest=<Str()>)>",
      { item: { __class__: "Int" }, rest: { __class__: "Str" } },
    ],
  ]);
  refuses(Closed as never, [[[Int(), { rest: 5 }], TypeError, "Closed.rest should be of type Validator"]]);

  describe("forbids the keys that no validator inside has evaluated", () => {
    rows([
      [Closed(a), { a: 1 }, { value: { a: 1 } }],
      [Closed(a), { a: 1, b: 2 }, ["<b: ForbiddenKeyError()>"]],
      [Closed(a, { rest: Int({ coerce: true }) }), { a: 1, b: "2" }, { value: { a: 1, b: 2 } }],
      [Closed(a, { rest: Int() }), { a: 1, b: "2" }, ["<b: InvalidTypeError(expected='integer', actual='string')>"]],
      [Closed(AllOf(a, b)), { a: 1, b: 2 }, { value: { a: 1, b: 2 } }],
      // Each step that passes counts, and no other.
      [Closed(OneOf(a, b)), { a: 1, b: 2 }, { value: { a: 1, b: 2 } }],
      [Closed(OneOf(a, b)), { a: 1, b: "2" }, ["<b: ForbiddenKeyError()>"]],
      [Closed(OneOf([a, b], { exclusive: true })), { b: 2 }, { value: { b: 2 } }],
      [Closed(AllOf(a, Not(Not(b)))), { a: 1, b: 2 }, ["<b: ForbiddenKeyError()>"]],
      [Closed(If(a, b, c)), { a: 1, b: 2 }, { value: { a: 1, b: 2 } }],
      [Closed(If(a, b, c)), { c: 3 }, { value: { c: 3 } }],
      [Closed(If(a, undefined, c)), { c: 3, a: "x" }, ["<a: ForbiddenKeyError()>"]],
      [Closed(Nullable(a)), null, { value: null }],
      [Closed(AllOf(a, Closed(b, { rest: Any() }))), { a: 1, b: 2, c: 3 }, { value: { a: 1, b: 2, c: 3 } }],
      [Closed(open("a", { unknown: undefined, extra: [Str(), Int()] })), { a: 1, x: 2 }, { value: { a: 1, x: 2 } }],
      [Closed(open("a", { patterns: { x: Int() } })), { a: 1, x1: 2 }, { value: { a: 1, x1: 2 } }],
      [Closed(open("a", { dependent_schemas: { a: b } })), { a: 1, b: 2 }, { value: { a: 1, b: 2 } }],
      // A default stands in the place of a member that is in the schema.
      [Closed(open("a", { defaults: { a: 5 } })), {}, { value: { a: 5 } }],
      [Closed(AllOf(b, open("a", { defaults: { a: 5 } }))), { b: 1 }, { value: { b: 1, a: 5 } }],
      [Closed(open("a", { defaults: { a: 5 }, names: { a: "A" } })), {}, { value: { a: 5 } }],
      [Closed(open("a", { defaults: { a: 5 } })), { x: 1 }, ["<x: ForbiddenKeyError()>"]],
      [Closed(Dict({}, { unknown: "keep", required: ["a"] })), { a: 1 }, ["<a: ForbiddenKeyError()>"]],
      // What a member evaluates is its own.
      [Closed(Dict({ a: b }, { unknown: "keep" })), { a: { b: 1 }, b: 2 }, ["<b: ForbiddenKeyError()>"]],
      [Closed(Any()), { a: 1 }, ["<a: ForbiddenKeyError()>"]],
      [Closed(Any()), "a", { value: "a" }],
    ]);
  });

  describe("and the items", () => {
    const first = List(Any(), { prefix: [Int()] });
    rows([
      [Closed(first), [1, 2], ["<1: ForbiddenKeyError()>"]],
      [Closed(first, { rest: Str() }), [1, "a"], { value: [1, "a"] }],
      [Closed(AllOf(first, List(Any(), { prefix: [Any(), Str()] }))), [1, "a"], { value: [1, "a"] }],
      [Closed(List(Int())), [1, 2], { value: [1, 2] }],
      [Closed(List(Any())), [1], ["<0: ForbiddenKeyError()>"]],
      [Closed(List(Any(), { evaluates: true })), [1], { value: [1] }],
      [Closed(List(Any(), { contains: Int() })), ["a", 1, 2], ["<0: ForbiddenKeyError()>"]],
      [Closed(Tuple(Int())), [1], { value: [1] }],
      [Closed(AllOf(List(Any()), SetOf(Any()))), [1], { value: new Set([1]) }],
    ]);
  });

  test("of a schema that contains itself, level by level", () => {
    const node = Closed(
      AllOf(
        Dict({ value: Int() }, { unknown: "keep" }),
        Dict({ next: LazyRef("closed-node") }, { unknown: "keep", optional: ["next"] }),
      ),
      { alias: "closed-node", replace: true },
    );
    expect(node.is({ value: 1, next: { value: 2 } })).toBe(true);
    expect(node.safe({ value: 1, next: { value: 2, more: 3 } }).error?.issues).toMatchObject([
      { pointer: "/next/more" },
    ]);
    let deep: object = { value: 0 };
    for (let depth = 1; depth < 60; depth++) deep = { value: depth, next: deep };
    expect(node.is(deep)).toBe(true);
  });

  test("from JSON text, as JSON Schema, and on the way back", () => {
    const validator = Closed(AllOf(a, b));
    expect([validator.isJson('{"a":1,"b":2}'), validator.isJson('{"a":1,"b":2,"c":3}')]).toEqual([true, false]);
    expect(toJsonSchema(validator)).toMatchObject({ unevaluatedProperties: false, unevaluatedItems: false });
    expect(() => toJsonSchema(validator, { target: "draft-07" })).toThrow("draft-07 has no form for this keyword");
    expect(validator.encode({ a: 1, b: 2 } as never)).toEqual({ a: 1, b: 2 });
    expect(Closed(Dict({ a: Int({ coerce: true }) })).encode({ a: 1 })).toEqual({ a: 1 });
    expect(() => Closed(Dict({}), { rest: Int({ coerce: true }) }).encode({})).toThrow("its rest converts values");
  });
});
