/** Dict with `patterns`: the addon validates the values of keys that match as the reference does. */
import { describe, expect, test } from "vitest";
import { AllOf, Any, Const, Default, Dict, Float, Int, LazyRef, List, OneOf, Str } from "../../src/index.ts";
import { eager, native } from "./addon.ts";
import { expectAnswered, expectSame } from "./outcome.ts";

const TEXTS = [
  ...["{}", "null", "[]", '{"a":1}', '{"a":"x"}', '{"x-a":1,"b":2}', '{"x-a":"s","x-b":[1],"c":null}'],
  ...['{"x-b":"s","x-a":2,"a":-0}', '{"a":1.5,"x-":{}}', '{"x-\\u0061":7}', '{"\\u0078-a":"7","z":""}'],
  ...['{"long":"x","x-a":11}', '{"x-a":11,"x-b":-1,"a":11,"b":true}', '{"é":1,"x-é":1}', '{"a":1,"b":2,"x-c":3,"d":4}'],
];

describe("Dict with patterns", () => {
  test.each([
    [Dict({}, { patterns: { "x-": Int() } })],
    [Dict({ a: Int() }, { patterns: { "x-": Int() }, nullable: true })],
    [Dict({ a: Int() }, { patterns: { "x-": Int() }, optional: ["a"], unknown: "keep" })],
    [Dict({ a: Int() }, { patterns: { "[^]*?a": Float({ max: 10 }) }, optional: ["a"], unknown: "strip" })],
    [Dict({ a: Any() }, { patterns: { "[a-z]$": Int(), "x-": Any() }, optional: ["a"], extra: [Str(), Any()] })],
    [Dict({}, { patterns: { "x-": Int({ min: 0 }), "x-a": Float({ max: 10 }), "[^]*?a": Int({ max: 5 }) } })],
    [Dict({ a: Int(), b: Any() }, { patterns: { "[ab]$": Int({ max: 1 }) }, optional: ["b"], unknown: "keep" })],
    [Dict({}, { patterns: { "": Str() }, minlen: 1, maxlen: 2 })],
    [Dict({}, { patterns: { x: Str() }, minlen: 1, maxlen: 2, unknown: "strip" })],
    [Dict({ a: Int() }, { patterns: { x: Any(), a: Int() }, dispose: ["a", "x-a"], optional: ["a"] })],
    [Dict({ a: Int() }, { patterns: { "[ax]": Any() }, defaults: { a: 7 }, skip_blank: true, unknown: "keep" })],
    [List(Dict({}, { patterns: { "x-": Int() }, unknown: "keep" }))],
    [OneOf(Dict({}, { patterns: { "x-": Int() } }), Dict({}, { patterns: { "[xa]": Any() } }), Any())],
    [AllOf(Dict({}, { patterns: { "x-": Int() }, unknown: "keep" }), Dict({}, { extra: [Str({ maxlen: 3 }), Any()] }))],
    [AllOf(Dict({ a: Int() }, { patterns: { a: Any() }, unknown: "keep", optional: ["a"] }), Any())],
  ])("%s", (dict) => {
    for (const text of TEXTS) expectAnswered("native", dict, text);
    const all = `[${TEXTS.join()}]`;
    expectAnswered("native", List(dict), all);
    for (const maxErrors of [0, 1, 2, 5]) expectAnswered("native", List(dict), all, { maxErrors });
  });

  test("keys that come twice, or that look like indexes, and blank ones", () => {
    const dicts = [
      Dict({ a: Int() }, { patterns: { "[^]*": Int() }, optional: ["a"] }),
      Dict({ a: Int() }, { patterns: { x: Int() }, optional: ["a"], unknown: "strip", skip_blank: true }),
      Dict({ a: Int() }, { patterns: { x: Int() }, optional: ["a"], unknown: "strip", minlen: 2 }),
    ];
    const texts = ['{"x":"","y":1,"x":2}', '{"x":1,"x":"s"}', '{"1":1,"x":2}', '{"x":2,"1":1}', '{"a":"","a":3,"x":1}'];
    for (const dict of dicts) for (const text of texts) expectSame(dict, text);
  });

  test("a value that a validator converts is not passed on by the addon", () => {
    const coerced = Int({ coerce: true });
    for (const dict of [
      Dict({ a: coerced }, { patterns: { a: Int() } }),
      Dict({}, { patterns: { a: coerced, "[^]*": Int() } }),
      Dict({}, { patterns: { a: Int({ bigint: true }), "[^]*": Int() } }),
      Dict({ a: Dict({ b: Default(Int(), 7) }) }, { patterns: { "": Dict({ b: Const(7) }) } }),
    ]) {
      for (const text of ['{"a":"1"}', '{"a":1}', '{"a":{}}', '{"b":"1"}']) expectSame(dict, text);
    }
    // The last one may.
    for (const dict of [
      Dict({ a: Any() }, { patterns: { a: coerced } }),
      Dict({}, { patterns: { "": Any(), a: Any(), "[ab]": coerced } }),
    ]) {
      for (const text of ['{"a":"1"}', '{"a":"x"}', '{"b":1,"a":2}']) expectAnswered("native", dict, text);
    }
  });

  test("a pattern that only RegExp can run, and one with properties of characters", () => {
    const look = Dict({}, { patterns: { "(x)-\\1": Int(), "\\p{L}": Any() }, backtrack: true, unknown: "keep" });
    for (const text of TEXTS) expectSame(look, text);
    const ahead = Dict({}, { patterns: { "(?!x-|a)": Int(), x: Any() }, backtrack: true, unknown: "keep" });
    for (const text of TEXTS) expectAnswered("native", ahead, text);
  });

  test("time is linear where each level is validated twice", () => {
    const tree = Dict(
      { a: LazyRef("tree") },
      { patterns: { a: LazyRef("tree"), "[^]*": LazyRef("tree") }, optional: ["a"], alias: "tree", replace: true },
    );
    const nested = (levels: number): string => `${'{"a":'.repeat(levels)}{}${"}".repeat(levels)}`;
    for (const text of [nested(8), nested(8).replace("{}", "7")]) expectSame(tree, text);
    // The pure engine gives up, at its limit on work.
    for (const engine of [native, eager]) {
      if (engine === undefined) continue;
      expect(engine.test(tree, nested(200))).toBe(true);
      expect(engine.parse(tree, nested(200))).toMatchObject({ ok: true });
      expect(engine.test(tree, nested(200).replace("{}", "7"))).toBe(false);
    }
  });
});
