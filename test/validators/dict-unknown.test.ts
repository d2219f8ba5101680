import { describe, expect, test } from "vitest";
import { ValueError } from "../../src/core/contracts.ts";
import { Dict, Int, Str } from "../../src/index.ts";
import { makes, refuses } from "../support/parameters.ts";
import { rows } from "../support/verdict.ts";
import { point } from "./dict.ts";

describe("Dict", () => {
  describe("rule 4: a key not in the schema gives ForbiddenKeyError at that key", () => {
    rows([
      [point, { z: 1, x: 1, y: 2 }, ["<z: ForbiddenKeyError()>"]],
      [Dict({}), { a: 1, "b.c": 2 }, ["<a: ForbiddenKeyError()>", "<[b.c]: ForbiddenKeyError()>"]],
      [Dict(), { a: 1 }, ["<a: ForbiddenKeyError()>"]],
      [Dict({}), { a: undefined }, { value: {} }],
      [Dict({}), new Map<unknown, unknown>([[1, "a"]]), ["<1: ForbiddenKeyError()>"]],
      [Dict({}), new Map([[null, "a"]]), ["<null: ForbiddenKeyError()>"]],
      [Dict({}), new Map([[{ a: 1 }, "a"]]), ["<{a: 1}: ForbiddenKeyError()>"]],
      [Dict({}), new Map([[Symbol.iterator, 1]]), ["<[Symbol(Symbol.iterator)]: ForbiddenKeyError()>"]],
    ]);
  });

  describe("rule 6: keys in dispose are removed without error", () => {
    const validator = Dict({ a: Int() }, { dispose: ["a", "b"], optional: ["a"] });
    rows([
      [validator, { a: "not looked at", b: 1 }, { value: {} }],
      // dispose beats the schema: then the key is missing, or defaulted; and it beats extra.
      [Dict({ a: Int() }, { dispose: ["a"], optional: ["a"] }), { a: 1 }, { value: {} }],
      [Dict({ a: Int() }, { dispose: ["a"], defaults: { a: 5 } }), { a: 1 }, { value: { a: 5 } }],
      [Dict({ dispose: ["a"], extra: [Str(), Int()] }), { a: "x", b: 1 }, { value: { b: 1 } }],
      [validator, { c: 1 }, ["<c: ForbiddenKeyError()>"]],
    ]);
  });
});

describe("Dict, where keys are not in the schema", () => {
  const strip = Dict({ a: Int() }, { unknown: "strip" });
  const keep = Dict({ a: Int() }, { unknown: "keep" });

  makes(Dict as never, [
    [[{}, { unknown: "strip" }], "<Dict(schema={}, unknown='strip')>", { schema: {}, unknown: "strip" }],
    [[{}, { skip_blank: true }], "<Dict(schema={}, skip_blank=true)>", { schema: {}, skip_blank: true }],
  ]);

  refuses(Dict as never, [
    [[{}, { unknown: "allow" }], ValueError, "Dict.unknown should be one of 'forbid', 'strip', 'keep', got 'allow'"],
    [
      [{}, { extra: [Str(), Str()], unknown: "keep" }],
      ValueError,
      "Dict.unknown should not be given together with extra",
    ],
    [[{}, { unknown: 1 }], TypeError, "Dict.unknown should be of type string"],
  ]);

  describe("forbids, strips or keeps them", () => {
    rows([
      [Dict({ a: Int() }, { unknown: "forbid" }), { a: 1, b: 2 }, ["<b: ForbiddenKeyError()>"]],
      [strip, { b: 2, a: 1, c: {} }, { value: { a: 1 } }],
      [keep, { b: [2], a: 1, c: null }, { value: { b: [2], a: 1, c: null } }],
      [strip, { b: 2, a: "x" }, ["<a: InvalidTypeError(expected='integer', actual='string')>"]],
      [keep, { b: 2 }, ["<a: MissingKeyError()>"]],
      [Dict({ a: Int() }, { unknown: "strip", maxlen: 1 }), { a: 1, b: 2 }, "<MaxLengthError(expected=1, actual=2)>"],
      [Dict({ a: Int() }, { unknown: "keep", dispose: ["b"] }), { a: 1, b: 2, c: 3 }, { value: { a: 1, c: 3 } }],
      [
        Dict({}, { unknown: "keep" }),
        new Map<unknown, unknown>([
          ["b", 1],
          [2, 3],
        ]),
        ["<2: ForbiddenKeyError()>"],
      ],
      [
        Dict({}, { unknown: "strip" }),
        new Map<unknown, unknown>([
          ["b", 1],
          [2, 3],
        ]),
        { value: {} },
      ],
    ]);
  });

  test("in JSON text too, whatever their names are", () => {
    const text = '{"__proto__":{"x":1},"a":1,"constructor":2,"1":3,"__proto__":4}';
    expect(strip.json(text)).toEqual({ a: 1 });
    const kept = keep.json(text);
    expect(Object.keys(kept)).toEqual(["1", "__proto__", "a", "constructor"]);
    expect(Object.getPrototypeOf(kept)).toBe(Object.prototype);
    expect(strip.isJson(text)).toBe(true);
    expect(strip.isJson('{"a":1,"b":}')).toBe(false);
  });
});
