import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { ValueError } from "../../src/contracts.ts";
import { EXTRA_KEY, InvalidTypeError } from "../../src/exc.ts";
import {
  Any,
  Bool,
  Dict,
  Int,
  instances,
  LazyRef,
  List,
  multidict,
  type Report,
  Str,
  Validator,
} from "../../src/index.ts";
import { makes, refuses } from "../support/parameters.ts";
import { rows, verdict } from "../support/verdict.ts";

const type = (actual: string, expected = "integer"): string =>
  `InvalidTypeError(expected='${expected}', actual='${actual}')>`;
const point = Dict({ x: Int(), y: Int() });
const open = Dict({ extra: [Str(), Int()] });

/** Takes the exclamation mark off a key. */
class LowerValidator extends Validator {
  override check(input: unknown, report: Report): unknown {
    const text = String(input).replace("!", "");
    // The key is refused though another becomes what it was.
    return text === "BAD" ? report.fail(InvalidTypeError, "lower", "upper") : text === "bad" ? "BAD" : text;
  }
}
const Lower = (): Validator => new LowerValidator();

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

  describe("rule 3: defaults are put in, optional keys may be absent, a key with a default need not be optional", () => {
    const schema = { a: Int(), b: Int() };
    rows([
      [Dict(schema, { defaults: { a: 1 }, optional: ["b"] }), {}, { value: { a: 1 } }],
      [Dict(schema, { defaults: { a: 1 }, optional: ["b"] }), { a: 5, b: 6 }, { value: { a: 5, b: 6 } }],
      [Dict(schema, { defaults: { a: 1, b: 2 }, optional: ["a"] }), { a: undefined }, { value: { a: 1, b: 2 } }],
      [Dict(schema, { defaults: { a: () => 7, b: 2 } }), {}, { value: { a: 7, b: 2 } }],
      // Defaults are validated, and converted, too.
      [Dict({ a: Int({ coerce: true }) }, { defaults: { a: "1" } }), {}, { value: { a: 1 } }],
      [Dict({ a: Int() }, { defaults: { a: "1" } as never }), {}, [`<a: ${type("string")}`]],
      [Dict({ a: Int() }, { defaults: { a: null } as never }), {}, [`<a: ${type("null")}`]],
      [
        Dict({ a: point }, { defaults: { a: {} } as never }),
        {},
        ["<a.x: MissingKeyError()>", "<a.y: MissingKeyError()>"],
      ],
      [Dict(schema, { defaults: { a: 1 }, optional: ["a"] }), { a: null, b: 1 }, [`<a: ${type("null")}`]],
      // Those of keys that are not in the schema mean nothing.
      [Dict({}, { defaults: { z: 1 } as never, optional: ["y"] as never }), {}, { value: {} }],
    ]);

    test("each result gets a copy of its own", () => {
      const given = { tags: ["a"] };
      const validator = Dict({ tags: Any() }, { defaults: given });
      (validator({}).tags as string[]).push("b");
      given.tags.push("c");
      expect(validator({})).toStrictEqual({ tags: ["a"] });
      expect(Object.isFrozen(validator.defaults?.tags)).toBe(true);
    });

    test("a function that makes a default is called each time, only when the key is missing", () => {
      let calls = 0;
      const validator = Dict({ n: Int() }, { defaults: { n: () => ++calls } });
      expect([validator({}), validator({ n: 9 }), validator({})]).toStrictEqual([{ n: 1 }, { n: 9 }, { n: 2 }]);
    });
  });

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

  describe("rule 5: extra keys and values are validated, failures carry @KEY or @VALUE after the key", () => {
    const limited = Dict({ id: Int() }, { extra: [Str({ maxlen: 1 }), List(Int())] });
    rows([
      [open, {}, { value: {} }],
      [open, { a: 1, b: 2 }, { value: { a: 1, b: 2 } }],
      [open, { a: "x" }, [`<a.@VALUE: ${type("string")}`]],
      [limited, { id: 1, a: [1] }, { value: { id: 1, a: [1] } }],
      [
        limited,
        { ab: ["x"], c: 5 },
        [
          "<ab.@KEY: MaxLengthError(expected=1, actual=2)>",
          `<ab.@VALUE.0: ${type("string")}`,
          `<c.@VALUE: ${type("integer", "array")}`,
          "<id: MissingKeyError()>",
        ],
      ],
      // The result has the converted key; @KEY errors carry the raw key, @VALUE errors the converted one.
      [Dict({ extra: [Int({ coerce: true }), Int()] }), { "007": 1 }, { value: { 7: 1 } }],
      [Dict({ extra: [Int({ coerce: true }), Int()] }), { "007": "x" }, [`<7.@VALUE: ${type("string")}`]],
      [
        Dict({ extra: [Int({ coerce: true }), Int()] }),
        { x1: "y" },
        [`<x1.@KEY: ${type("string")}`, `<x1.@VALUE: ${type("string")}`],
      ],
    ]);

    describe("a converted key that stands in the schema, or has come already, is a ForbiddenKeyError at @KEY", () => {
      const numbered = Dict({ 1: Int() }, { extra: [Int({ coerce: true }), Any()], optional: ["1"] as never });
      const forbidden = (key: string): string => `<${key}.@KEY: ForbiddenKeyError()>`;
      rows([
        [numbered, { 1: 5, 2: "x" }, { value: { 1: 5, 2: "x" } }],
        [numbered, { 1: 5, "01": "evil" }, [forbidden("01")]],
        [numbered, { "01": "evil", 1: 5 }, [forbidden("01")]],
        // Even where the key of the schema may be missing, and is; has a default; or is dropped.
        [numbered, { "01": "evil" }, [forbidden("01")]],
        [
          Dict({ 1: Int() }, { extra: [Int({ coerce: true }), Any()], defaults: { 1: 7 } }),
          { "+1": 2 },
          [forbidden("+1")],
        ],
        [
          Dict({ 1: Int() }, { extra: [Int({ coerce: true }), Any()], dispose: ["1"], optional: ["1"] as never }),
          { "+1": 2 },
          [forbidden("+1")],
        ],
        [
          Dict({ 1: Int() }, { extra: [Int({ coerce: true }), Any()] }),
          { "01": 2 },
          [forbidden("01"), "<1: MissingKeyError()>"],
        ],
        // A key that is dropped has not come.
        [Dict({ extra: [Int({ coerce: true }), Any()], dispose: ["2"] }), { 2: "a", "02": "b" }, { value: { 2: "b" } }],
        [numbered, { 2: "a", "02": "b", "+2": "c" }, [forbidden("02"), forbidden("+2")]],
        // It has come, whatever became of its value; the value of a forbidden key is validated all the same.
        [
          Dict({ extra: [Int({ coerce: true }), Int()] }),
          { 2: "a", "02": "b" },
          [`<2.@VALUE: ${type("string")}`, forbidden("02"), `<02.@VALUE: ${type("string")}`],
        ],
        // One whose key was refused has not.
        [
          Dict({ extra: [Lower(), Any()] }),
          { BAD: 1, "bad!": 2 },
          ["<BAD.@KEY: InvalidTypeError(expected='lower', actual='upper')>"],
        ],
        [
          Dict({ extra: [Any(), Any()] }),
          new Map<unknown, unknown>([
            [1, "a"],
            ["1", "b"],
          ]),
          [forbidden("1")],
        ],
        [
          Dict({ foo: Int() }, { extra: [Str({ encoding: "utf-8" }), Any()] }),
          new Map([[new TextEncoder().encode("foo"), "x"]]),
          ["<bytes(666f6f).@KEY: ForbiddenKeyError()>", "<foo: MissingKeyError()>"],
        ],
        // What prototypes have has not come.
        [
          Dict({ extra: [Lower(), Any()] }),
          JSON.parse('{"constructor!": 1, "__proto__!": 2}'),
          { value: JSON.parse('{"constructor": 1, "__proto__": 2}') },
        ],
        [
          Dict({ extra: [Lower(), Any()] }),
          JSON.parse('{"__proto__": 1, "__proto__!": 2}'),
          ["<__proto__!.@KEY: ForbiddenKeyError()>"],
        ],
      ]);

      test("in JSON text too, with the place of the key", () => {
        const result = numbered.safeJson('{"1": 5, "01": "evil"}');
        if (result.ok) throw new Error("accepted");
        expect([...result.error].map((error) => [String(error), error.offset])).toEqual([[forbidden("01"), 9]]);
        expect(result.error.at(0)?.context).toEqual(["01", EXTRA_KEY]);
        expect(numbered.isJson('{"01": 1}')).toBe(false);
        expect(numbered.json('{"1": 5, "02": "fine"}')).toEqual({ 1: 5, 2: "fine" });
      });
    });

    describe("a key that is no property name is converted to one, or refused", () => {
      const any = Dict({ extra: [Any(), Any()] });
      rows([
        [any, new Map([[1.5, "a"]]), { value: { "1.5": "a" } }],
        [any, new Map([[true, "a"]]), { value: { true: "a" } }],
        [any, new Map([[null, "a"]]), { value: { null: "a" } }],
        [any, new Map([[5n, "a"]]), { value: { 5: "a" } }],
        [any, new Map([[undefined, "a"]]), [`<undefined.@KEY: ${type("undefined", "string")}`]],
        [any, new Map([[Symbol.iterator, "a"]]), [`<[Symbol(Symbol.iterator)].@KEY: ${type("symbol", "string")}`]],
        [any, new Map([[{}, "a"]]), [`<{}.@KEY: ${type("object", "string")}`]],
        [any, new Map([[() => 1, "a"]]), [`<function.@KEY: ${type("function", "string")}`]],
      ]);
    });
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

  describe("rule 7: a key in multikeys is a list of values, when the input has getall() or getlist()", () => {
    const search = Dict({ tag: List(Str()), page: Int({ coerce: true }) }, { multikeys: ["tag"], optional: ["tag"] });
    const query = new URLSearchParams("tag=a&page=1&tag=b&page=2");

    class MultiMapping {
      readonly pairs: [string, string][];
      constructor(pairs: [string, string][]) {
        this.pairs = pairs;
      }
      [Symbol.iterator](): Iterator<[string, string]> {
        return this.pairs.values();
      }
    }
    class WithGetall extends MultiMapping {
      getall(key: string): unknown[] {
        return this.pairs.filter(([name]) => name === key).map(([, value]) => value);
      }
    }
    class WithGetlist extends MultiMapping {
      getlist(key: string): Iterable<unknown> {
        return new Set(this.pairs.filter(([name]) => name === key).map(([, value]) => value));
      }
    }
    const form = new FormData();
    for (const [name, value] of query) form.append(name, value);

    rows([
      // The last value of any other key counts; a key with several values is validated once.
      [search, query, { value: { tag: ["a", "b"], page: 2 } }],
      [search, form, { value: { tag: ["a", "b"], page: 2 } }],
      [search, new WithGetall([...query]), { value: { tag: ["a", "b"], page: 2 } }],
      [search, new WithGetlist([...query]), { value: { tag: ["a", "b"], page: 2 } }],
      [search, new URLSearchParams("page=x&page=y"), [`<page: ${type("string")}`]],
      [search, new URLSearchParams("q=1&q=2&page=1"), ["<q: ForbiddenKeyError()>"]],
      // On a plain object multikeys do nothing, unless it is made a multi-value mapping.
      [search, { tag: "a", page: 1 }, [`<tag: ${type("string", "array")}`]],
      [search, multidict({ tag: "a", page: 1 }), { value: { tag: ["a"], page: 1 } }],
      [search, multidict({ tag: ["a", "b"], page: [1, 2] }), { value: { tag: ["a", "b"], page: 2 } }],
      [
        Dict({ tag: Str() }, { multikeys: ["tag"] }),
        new URLSearchParams("tag=a"),
        [`<tag: ${type("array", "string")}`],
      ],
    ]);

    test("headers are a mapping too, with several set-cookie", () => {
      const headers = new Headers([
        ["Accept", "a"],
        ["Accept", "b"],
        ["Set-Cookie", "x=1"],
        ["Set-Cookie", "y=2"],
      ]);
      const validator = Dict({ accept: Str(), "set-cookie": List(Str()) }, { multikeys: ["set-cookie"] });
      expect(verdict(validator, headers)).toStrictEqual({ value: { accept: "a, b", "set-cookie": ["x=1", "y=2"] } });
      const lists = Dict({ accept: List(Str()), "set-cookie": Any() }, { multikeys: ["accept"] });
      expect(lists(headers)).toStrictEqual({ accept: ["a, b"], "set-cookie": "y=2" });
    });
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

  describe("takes the schema first, or everything by name", () => {
    const a = { a: { __class__: "Int" } };
    makes(Dict, [
      [[], "<Dict()>", {}],
      [[undefined], "<Dict()>", {}],
      [[null], "<Dict()>", {}],
      [[{}], "<Dict(schema={})>", { schema: {} }],
      [[{ a: Int() }], "<Dict(schema={a: <Int()>})>", { schema: a }],
      [[new Map([["a", Int()]])], "<Dict(schema={a: <Int()>})>", { schema: a }],
      [[{ schema: { a: Int() } }], "<Dict(schema={a: <Int()>})>", { schema: a }],
      [[null, { nullable: true }], "<Dict(nullable=true)>", { nullable: true }],
      [[{ nullable: true }], "<Dict(nullable=true)>", { nullable: true }],
      // A key that is the name of a parameter but has a validator is a key of a schema.
      [[{ nullable: Bool() }], "<Dict(schema={nullable: <Bool()>})>", { schema: { nullable: { __class__: "Bool" } } }],
      [[{ schema: Int() }], "<Dict(schema={schema: <Int()>})>", { schema: { schema: { __class__: "Int" } } }],
      [
        [{ alias: Int(), replace: Int() }],
        "<Dict(schema={alias: <Int()>, replace: <Int()>})>",
        {
          schema: { alias: { __class__: "Int" }, replace: { __class__: "Int" } },
        },
      ],
      [
        [
          { a: Int() },
          {
            multikeys: ["m"],
            dispose: new Set(["d"]),
            optional: ["a", "a"],
            defaults: { a: [1] },
            extra: [Str(), Any()],
            maxlen: 2,
            minlen: 0,
            nullable: true,
          },
        ],
        "<Dict(schema={a: <Int()>}, nullable=true, minlen=0, maxlen=2, extra=[<Str()>, <Any()>], defaults={a: [1]}, optional=['a'], dispose=['d'], multikeys=['m'])>",
        {
          schema: a,
          nullable: true,
          minlen: 0,
          maxlen: 2,
          extra: [{ __class__: "Str" }, { __class__: "Any" }],
          defaults: { a: [1] },
          optional: ["a"],
          dispose: ["d"],
          multikeys: ["m"],
        },
      ],
      [
        [{ a: Int() }, { optional: [], dispose: [], multikeys: [], defaults: {} }],
        "<Dict(schema={a: <Int()>}, defaults={}, optional=[], dispose=[], multikeys=[])>",
        {
          schema: a,
          defaults: {},
          optional: [],
          dispose: [],
          multikeys: [],
        },
      ],
      [
        [{ schema: { a: Int() }, defaults: { a: { __class__: "x" } } }],
        "<Dict(schema={a: <Int()>}, defaults={a: {__class__: 'x'}})>",
        {
          schema: a,
          defaults: { a: { __value__: "object", entries: [["__class__", "x"]] } },
        },
      ],
    ]);

    test("an empty schema with an alias is not mistaken", () => {
      const validator = Dict({ alias: "only-an-alias" });
      expect(instances.get("only-an-alias")).toBe(validator);
      expect(validator.schema).toBeUndefined();
    });
  });

  describe("checks its parameters", () => {
    refuses(Dict, [
      [[5], TypeError, "Dict.schema should be of type object"],
      [[{ a: 5 }], TypeError, "Dict.schema['a'] value should be of type Validator"],
      [[new Map([[1, Int()]])], TypeError, "Dict.schema keys should be of type string"],
      [[{ schema: {}, unheard: 1 }], TypeError, "Dict.schema['schema'] value should be of type Validator"],
      [[{}, { unheard: 1 }], TypeError, "Dict got an unexpected parameter 'unheard'"],
      [[{}, 5], TypeError, "Dict parameters should be an object"],
      [[{}, { minlen: -1 }], ValueError, "Dict.minlen should not be negative number"],
      [[{}, { maxlen: 1.5 }], TypeError, "Dict.maxlen should be of type integer"],
      [[{}, { extra: Int() }], TypeError, "Dict.extra should be of type array"],
      [[{}, { extra: [] }], ValueError, "Dict.extra should be a tuple of (Validator, Validator)"],
      [[{}, { extra: [Int()] }], ValueError, "Dict.extra should be a tuple of (Validator, Validator)"],
      [[{}, { extra: [Int(), 5] }], TypeError, "Dict.extra[1] value should be of type Validator"],
      [[{}, { defaults: [] }], TypeError, "Dict.defaults should be of type object"],
      [[{}, { optional: "abc" }], TypeError, "Dict.optional should be of type array or set"],
      [[{}, { optional: [1] }], TypeError, "Dict.optional items should be of type string, got integer"],
      [[{}, { dispose: 5 }], TypeError, "Dict.dispose should be of type array or set"],
      [
        [
          { a: Int(), b: Int() },
          { dispose: ["c", "b"], optional: ["a"] },
        ],
        ValueError,
        "Dict.dispose: 'b' should be optional or have a default",
      ],
      [[{}, { multikeys: [null] }], TypeError, "Dict.multikeys items should be of type string, got null"],
    ]);
  });

  test("holds references to itself without trouble", () => {
    Dict({ next: LazyRef("chain") }, { optional: ["next"], alias: "chain" });
    expect(instances.get("chain")).toBeInstanceOf(Validator);
    expect(verdict(instances.get("chain"), { next: { next: { nxet: 1 } } })).toStrictEqual([
      "<next.next.nxet: ForbiddenKeyError()>",
    ]);
  });

  test("results share no part of a default with each other, nor with the validator", () => {
    const given = {
      m: new Map([["a", [1]]]),
      s: new Set([1]),
      d: new Date(5),
      b: Uint8Array.of(1),
      list: [{ a: [1] }],
    };
    const keys = { m: Any(), s: Any(), d: Any(), b: Any(), list: Any() };
    const validator = Dict(keys, { defaults: given });
    const before = structuredClone(given);
    const spoil = (one: typeof given): void => {
      one.m.clear();
      one.s.add(2);
      one.d.setTime(0);
      one.b[0] = 9;
    };
    const first = validator({}) as typeof given;
    expect(first).toStrictEqual(before);
    first.list.push({ a: [] });
    for (const one of [given, first, validator.defaults]) spoil(one as typeof given);
    (validator.dump() as { defaults: typeof given }).defaults.list.pop();
    expect(validator({})).toStrictEqual(before);
    expect(validator.json("{}")).toStrictEqual(before);
    expect(() => Object.assign(validator.defaults as object, { m: 1 })).toThrow(TypeError);
  });
});

test("optional keys that are missing cost nothing: 4,000 million of them take minutes", () => {
  const names = Array.from({ length: 20_000 }, (_, index) => `key ${index}`);
  const validator = List(Dict(Object.fromEntries(names.map((name) => [name, Int()])), { optional: names }));
  const empty = new Array(200_000).fill({});
  expect(validator(empty)).toHaveLength(200_000);
  expect(validator.json(JSON.stringify(empty))).toHaveLength(200_000);
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

  test("a key that was left blank in a form is missing", () => {
    const form = Dict({ name: Str(), age: Int({ coerce: true }) }, { optional: ["age"], skip_blank: true });
    expect(form(new URLSearchParams("name=Ada&age="))).toEqual({ name: "Ada" });
    expect(verdict(form, { name: "" })).toEqual(["<name: MissingKeyError()>"]);
    expect(Dict({ n: Int() }, { defaults: { n: 5 }, skip_blank: true }).json('{"n":""}')).toEqual({ n: 5 });
    // As it stands, it is no number.
    expect(form.is({ name: "Ada", age: "" })).toBe(false);
  });
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
