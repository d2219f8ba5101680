import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { ValueError } from "../../src/core/contracts.ts";
import {
  Any,
  Const,
  Dict,
  extend,
  Int,
  instances,
  LazyRef,
  List,
  load,
  OneOf,
  Str,
  toJsonSchema,
  Validator,
} from "../../src/index.ts";
import { refuses } from "../support/parameters.ts";
import { sweep } from "../support/sweep.ts";
import { rows, verdict } from "../support/verdict.ts";
import { point, type } from "./dict.ts";

describe("Dict", () => {
  describe("accepts a mapping and validates its values", () => {
    rows([
      [point, { x: 1, y: 2.0 }, { value: { x: 1, y: 2 } }],
      [Dict({ a: Int({ coerce: true }) }), { a: "1" }, { value: { a: 1 } }],
      [Dict({ a: point }), { a: { x: 1, y: 2 } }, { value: { a: { x: 1, y: 2 } } }],
      [point, Object.assign(Object.create(null), { x: 1, y: 2 }), { value: { x: 1, y: 2 } }],
      [
        point,
        new Map([
          ["y", 2],
          ["x", 1],
        ]),
        { value: { y: 2, x: 1 } },
      ],
      [point, runInNewContext("({ x: 1, y: 2 })"), { value: { x: 1, y: 2 } }],
    ]);

    test("returns a new plain object and leaves the input alone", () => {
      const input = Object.freeze({ x: 1, y: 2 });
      const result = point(input);
      expect(result).not.toBe(input);
      expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
      expect(Object.isFrozen(result)).toBe(false);
    });

    test("keeps the order of the input, then that of the schema for defaults", () => {
      const validator = Dict({ a: Int(), b: Int(), c: Int() }, { defaults: { a: 1, b: 2 } });
      expect(Object.keys(validator({ c: 3 }))).toEqual(["c", "a", "b"]);
      expect(Object.keys(validator({ c: 3, b: 2 }))).toEqual(["c", "b", "a"]);
    });
  });

  describe("accepts null only when it is nullable", () => {
    rows([
      [point, null, `<${type("null", "object")}`],
      [Dict({}, { nullable: true, minlen: 1 }), null, { value: null }],
      [Dict({}, { nullable: true }), undefined, `<${type("undefined", "object")}`],
    ]);
  });

  describe("rule 1: the input must be a mapping", () => {
    class Point {
      x = 1;
      y = 2;
    }
    rows([
      [point, [], `<${type("array", "object")}`],
      [point, "x", `<${type("string", "object")}`],
      [point, () => 1, `<${type("function", "object")}`],
      [point, new Point(), `<${type("instance", "object")}`],
      [point, new Set(), `<${type("instance", "object")}`],
      [point, new Date(0), `<${type("datetime", "object")}`],
      [point, Object.create({ x: 1, y: 2 }), `<${type("instance", "object")}`],
      [point, Uint8Array.of(1), `<${type("bytes", "object")}`],
    ]);
  });

  describe("rule 2: a missing key without a default that is not optional gives MissingKeyError at that key", () => {
    rows([
      [point, {}, ["<x: MissingKeyError()>", "<y: MissingKeyError()>"]],
      [point, { y: 1 }, ["<x: MissingKeyError()>"]],
      [point, { x: undefined, y: 1 }, ["<x: MissingKeyError()>"]],
      [point, { x: null, y: 1 }, [`<x: ${type("null")}`]],
      // A key that failed is not missing.
      [point, { x: "a" }, [`<x: ${type("string")}`, "<y: MissingKeyError()>"]],
    ]);
  });

  describe("rule 8: errors are collected in the order of the input, then of the schema", () => {
    rows([
      [
        Dict(
          { a: Int(), b: Int(), c: Int(), d: Int() },
          { extra: [Str({ pattern: "x" }), Int()], defaults: { c: "c" } as never },
        ),
        { z: "1", b: "2", x: "3" },
        [
          "<z.@KEY: PatternMatchError(expected='x', actual='z')>",
          `<z.@VALUE: ${type("string")}`,
          `<b: ${type("string")}`,
          `<x.@VALUE: ${type("string")}`,
          "<a: MissingKeyError()>",
          `<c: ${type("string")}`,
          "<d: MissingKeyError()>",
        ],
      ],
      [
        Dict({ a: Int({ max: 1 }), b: Int() }),
        { a: 5 },
        ["<a: MaxValueError(expected=1, actual=5)>", "<b: MissingKeyError()>"],
      ],
    ]);
  });

  describe("rule 9: minlen and maxlen count the keys of the input, are checked last and are raised by themselves", () => {
    const any = { extra: [Str(), Any()] as const };
    rows([
      [Dict({ ...any, minlen: 1 }), {}, "<MinLengthError(expected=1, actual=0)>"],
      [Dict({ ...any, minlen: 1 }), { a: 1 }, { value: { a: 1 } }],
      [Dict({ ...any, minlen: 1 }), { a: undefined }, "<MinLengthError(expected=1, actual=0)>"],
      [Dict({ ...any, maxlen: 1 }), { a: 1, b: 2 }, "<MaxLengthError(expected=1, actual=2)>"],
      [Dict({ maxlen: 1, dispose: ["a"], ...any }), { a: 1, b: 2 }, "<MaxLengthError(expected=1, actual=2)>"],
      [Dict({ a: Int() }, { minlen: 1, defaults: { a: 1 } }), {}, "<MinLengthError(expected=1, actual=0)>"],
      [Dict({ a: Int() }, { minlen: 1 }), {}, ["<a: MissingKeyError()>"]],
      [Dict({ ...any, minlen: 3, maxlen: 1 }), { a: 1, b: 2 }, "<MinLengthError(expected=3, actual=2)>"],
      [Dict({ ...any, maxlen: 2 }), new URLSearchParams("a=1&a=2&b=3"), { value: { a: "2", b: "3" } }],
    ]);
  });

  describe("reads own enumerable string keys only", () => {
    const hidden = Object.defineProperty({ a: 1, [Symbol("s")]: 2 }, "b", { value: 3 });
    rows([[Dict({ extra: [Str(), Int()], maxlen: 1 }), hidden, { value: { a: 1 } }]]);
  });

  test("holds references to itself without trouble", () => {
    Dict({ next: LazyRef("chain") }, { optional: ["next"], alias: "chain" });
    expect(instances.get("chain")).toBeInstanceOf(Validator);
    expect(verdict(instances.get("chain"), { next: { next: { nxet: 1 } } })).toStrictEqual([
      "<next.next.nxet: ForbiddenKeyError()>",
    ]);
  });
});

test("optional keys that are missing cost nothing, however many objects lack however many", () => {
  const count = sweep(20_000, 200_000);
  const names = Array.from({ length: sweep(5_000, 20_000) }, (_, index) => `key ${index}`);
  const validator = List(Dict(Object.fromEntries(names.map((name) => [name, Int()])), { optional: names }));
  const empty = new Array(count).fill({});
  expect(validator(empty)).toHaveLength(count);
  expect(validator.json(JSON.stringify(empty))).toHaveLength(count);
});

describe("members are those of the object itself,", () => {
  const pair = Dict({ a: Int(), toString: Any() });

  test("not what a getter uncovers by deleting one", () => {
    const input = {
      get a() {
        delete (this as { toString?: unknown }).toString;
        return 1;
      },
      toString: 2,
    };
    expect(verdict(pair, input)).toEqual(["<toString: MissingKeyError()>"]);
    expect(pair({ a: 1, toString: 2 })).toEqual({ a: 1, toString: 2 });
    const own = (): string => "";
    expect(pair({ a: 1, toString: own })).toEqual({ a: 1, toString: own });
  });

  test("not what for-in lists of Object.prototype, and no setter there is run", () => {
    const prototype = Object.prototype as Record<string, unknown>;
    try {
      prototype.b = 2;
      Object.defineProperty(prototype, "a", { configurable: true, set: () => expect.unreachable() });
      const ab = Dict({ a: Int(), b: Int() });
      expect(verdict(ab, { __proto__: Object.prototype, ...Object.fromEntries([["a", 1]]) })).toEqual([
        "<b: MissingKeyError()>",
      ]);
      const result = ab(
        Object.fromEntries([
          ["a", 1],
          ["b", 3],
        ]),
      );
      expect(Object.entries(result)).toEqual([
        ["a", 1],
        ["b", 3],
      ]);
    } finally {
      delete prototype.a;
      delete prototype.b;
    }
  });

  test("in the order of the input, whatever that of the schema is", () => {
    expect(Object.keys(point({ y: 1, x: 2 }))).toEqual(["y", "x"]);
    expect(Object.keys(point({ x: 2, y: 1 }))).toEqual(["x", "y"]);
    expect(verdict(point, { x: 1 })).toEqual(["<y: MissingKeyError()>"]);
    expect(verdict(point, { x: 1, y: undefined })).toEqual(["<y: MissingKeyError()>"]);
    expect(verdict(point, { y: 1, z: 2 })).toEqual(["<z: ForbiddenKeyError()>", "<x: MissingKeyError()>"]);
  });

  test("an undefined key of a Map behind all keys of the schema is another key", () => {
    const map = new Map<unknown, unknown>([
      ["x", 1],
      ["y", 2],
      [undefined, 3],
    ]);
    expect(verdict(point, map)).toEqual(["<undefined: ForbiddenKeyError()>"]);
  });
});

describe("Dict that is exhaustive", () => {
  const key = Str({ options: ["x", "y", "a"] });
  const all = Dict({ a: Str() }, { extra: [key, Int()], exhaustive: true });
  rows([
    [all, { a: "1", x: 1, y: 2 }, { value: { a: "1", x: 1, y: 2 } }],
    [all, { y: 2, x: 1, a: "1" }, { value: { y: 2, x: 1, a: "1" } }],
    [all, { a: "1", y: 2 }, ["<x: MissingKeyError()>"]],
    [all, { a: "1", x: undefined, y: 2 }, ["<x: MissingKeyError()>"]],
    [all, {}, ["<a: MissingKeyError()>", "<x: MissingKeyError()>", "<y: MissingKeyError()>"]],
    [
      all,
      { a: "1", x: "1", z: 1 },
      [
        "<x.@VALUE: InvalidTypeError(expected='integer', actual='string')>",
        "<z.@KEY: OptionsError(expected=['x', 'y', 'a'], actual='z')>",
        "<y: MissingKeyError()>",
      ],
    ],
    [Dict({ extra: [Str({ options: ["x"], case: "lower" }), Int()], exhaustive: true }), { X: 1 }, { value: { x: 1 } }],
    [
      Dict({ extra: [Int({ options: [1, 2], coerce: true }), Int()], exhaustive: true }),
      { 1: 1 },
      ["<2: MissingKeyError()>"],
    ],
    [Dict({ extra: [OneOf(Const("p"), Const("q")), Int()], exhaustive: true }), { p: 1 }, ["<q: MissingKeyError()>"]],
    [Dict({ extra: [key, Int()], exhaustive: false }), {}, { value: {} }],
  ]);

  test("in JSON text, dumps and JSON Schema", () => {
    expect(all.json('{"a": "1", "x": 1, "y": 2}')).toEqual({ a: "1", x: 1, y: 2 });
    expect(String(all.safeJson('{"a": "1", "y": 2}').error)).toBe(String(all.safe({ a: "1", y: 2 }).error));
    expect(all.isJson('{"a": "1", "y": 2}')).toBe(false);
    expect(List(all).isJson('[{"a": "1", "x": 1, "y": 2}]')).toBe(true);
    expect(List(all).isJson('[{"a": "1", "y": 2}]')).toBe(false);
    expect(load(all.dump()).equals(all)).toBe(true);
    expect(all.is({ a: "1", y: 2 })).toBe(false);
    expect(toJsonSchema(all)).toMatchObject({
      required: ["a", "x", "y"],
      propertyNames: { anyOf: [{ enum: ["a"] }, { enum: ["x", "y", "a"] }] },
    });
  });

  test("goes with the extra keys", () => {
    expect(extend(all, { b: Int() }).is({ a: "1", b: 1 })).toBe(false);
    expect(extend(all, { x: Str() })({ a: "1", x: "1", y: 1 })).toEqual({ a: "1", x: "1", y: 1 });
    expect(extend(all, {}, { unknown: "strip" })({ a: "1" })).toEqual({ a: "1" });
    expect(extend(all, {}, { extra: [Str(), Int()] })({ a: "1" })).toEqual({ a: "1" });
  });

  refuses(Dict as never, [
    [[{ exhaustive: true }], ValueError, "Dict.exhaustive should be given with extra whose keys have options"],
    [
      [{ extra: [Str(), Int()], exhaustive: true }],
      ValueError,
      "Dict.exhaustive should be given with extra whose keys have options",
    ],
  ]);
});
