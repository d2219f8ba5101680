import { describe, expect, test } from "vitest";
import { keepsInput, schemaSize } from "../src/graph.ts";
import {
  AllOf,
  Any,
  Bool,
  Const,
  Date,
  Dict,
  Float,
  Int,
  LazyRef,
  List,
  OneOf,
  Str,
  Tuple,
  Type,
} from "../src/index.ts";
import { instances } from "../src/registry.ts";

describe("the size of a schema", () => {
  test("counts each validator once, and each place another holds it in", () => {
    const int = Int();
    expect(schemaSize(int)).toBe(1);
    expect(schemaSize(Dict({ a: int, b: int }))).toBe(4);
    expect(schemaSize(Dict({ a: int }, { extra: [Str(), int] }))).toBe(6);
    expect(schemaSize(AllOf(int, OneOf(int, Str())))).toBe(8);
  });

  test("follows references, also in circles, and those that lead nowhere yet", () => {
    const tree = Dict({ children: List(LazyRef("graph.tree")) }, { alias: "graph.tree" });
    expect(schemaSize(tree)).toBe(6);
    expect(schemaSize(LazyRef("graph.nowhere"))).toBe(1);
  });

  test("of validators nested deeper than any stack is found too", () => {
    let deep: List = List(Any());
    for (let i = 0; i < 50_000; i++) deep = List(deep);
    expect(schemaSize(deep)).toBe(100_003);
  });
});

describe("a validator keeps its input", () => {
  class Doubled extends Int {
    override check(): number {
      return 2;
    }
  }
  test.each([
    ["Int", Int(), true],
    ["Int with coerce", Int({ coerce: true }), false],
    ["Float with coerce", Float({ coerce: true }), false],
    ["Bool with coerce", Bool({ coerce_str: true }), false],
    ["Str", Str({ maxlen: 3 }), true],
    ["Str with encoding", Str({ encoding: "utf-8" }), false],
    ["Const", Const({ a: 1 }), true],
    ["Date", Date(), false],
    ["Type", Type(Map), false],
    ["List", List(Int()), true],
    ["List that drops items", List(Int(), { unique: true }), false],
    ["Tuple of one that converts", Tuple(Int(), Int({ coerce: true })), false],
    ["Dict", Dict({ a: Int() }, { optional: ["a"] }), true],
    ["Dict with defaults", Dict({ a: Int() }, { defaults: { a: 1 } }), false],
    ["Dict that drops keys", Dict({ a: Int() }, { dispose: ["b"] }), false],
    ["Dict with extra keys", Dict({ extra: [Str(), Int()] }), false],
    ["OneOf and AllOf", OneOf(AllOf(Int(), Int({ max: 3 })), Str()), true],
    ["a class that extends one that does", new Doubled(), false],
    ["a list of those", List(new Doubled()), false],
  ])("%s", (_name, validator, keeps) => {
    expect(keepsInput(validator)).toBe(keeps);
  });

  test("as long as no reference leads to one that does not", () => {
    instances.put("graph.target", Int());
    const list = List(LazyRef("graph.target"));
    expect(keepsInput(list)).toBe(true);
    instances.put("graph.target", Int({ coerce: true }));
    expect(keepsInput(list)).toBe(false);
  });
});
