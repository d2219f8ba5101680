import { describe, expect, test } from "vitest";
import { ValueError } from "../../src/core/contracts.ts";
import * as v from "../../src/index.ts";
import { Bool, Default, Int, load, Nullable, Optional, Str, Tuple, type Validator } from "../../src/index.ts";
import { makes, refuses } from "../support/parameters.ts";
import { rows } from "../support/verdict.ts";

const type = (actual: string): string => `<InvalidTypeError(expected='array', actual='${actual}')>`;
const pair = Tuple(Str(), Int({ coerce: true }));

describe("Tuple", () => {
  describe("accepts an array with one member per validator", () => {
    rows([
      [pair, ["a", "1"], { value: ["a", 1] }],
      [Tuple(Tuple(Int())), [[1]], { value: [[1]] }],
    ]);

    test("returns a new, plain array and leaves the input alone", () => {
      const input = Object.freeze(["a", "1"]);
      const result = pair(input);
      expect(result).not.toBe(input);
      expect(input).toEqual(["a", "1"]);
    });
  });

  describe("accepts null only when it is nullable", () => {
    rows([
      [pair, null, type("null")],
      [Tuple([Int()], { nullable: true }), null, { value: null }],
    ]);
  });

  describe("refuses what is not an array", () => {
    rows([
      [pair, "ab", type("string")],
      [pair, { 0: "a", 1: 1 }, type("object")],
      [pair, new Set(["a", 1]), type("instance")],
    ]);
  });

  describe("gives TupleLengthError by itself when the length differs, and looks at no member", () => {
    rows([
      [pair, [], "<TupleLengthError(expected=2, actual=0)>"],
      [pair, [5], "<TupleLengthError(expected=2, actual=1)>"],
      [pair, ["a", 1, 2], "<TupleLengthError(expected=2, actual=3)>"],
    ]);
  });

  const open = Tuple([Str(), Optional(Int({ coerce: true }))], { rest: Bool() });

  describe("lets items at the end be missing that are Optional, and any number follow that rest accepts", () => {
    rows([
      [open, ["a"], { value: ["a"] }],
      [open, ["a", "1"], { value: ["a", 1] }],
      [open, ["a", undefined], { value: ["a", undefined] }],
      [open, ["a", 1, true, false], { value: ["a", 1, true, false] }],
      [open, ["a", undefined, true], { value: ["a", undefined, true] }],
      [open, ["a", []], ["<1: InvalidTypeError(expected='integer', actual='array')>"]],
      [
        open,
        ["a", 1, true, 2, 3],
        [2, 3].map((i) => `<${i + 1}: InvalidTypeError(expected='boolean', actual='integer')>`),
      ],
      [Tuple([Optional(Int())], { nullable: true }), [], { value: [] }],
      [Tuple([Optional(Int())], { nullable: true }), null, { value: null }],
      [Tuple([Str()], { rest: Tuple([Int()], { rest: Int() }) }), ["a", [1], [1, 2]], { value: ["a", [1], [1, 2]] }],
    ]);
  });

  describe("fills in the defaults of items that are missing", () => {
    const filled = Tuple(Str(), Optional(Int()), Default(Int({ max: 9 }), 5));
    rows([
      [filled, ["a"], { value: ["a", undefined, 5] }],
      [filled, ["a", 1], { value: ["a", 1, 5] }],
      [filled, ["a", 1, 2], { value: ["a", 1, 2] }],
      [filled, ["a", 1, 2, 3], "<TupleLengthError(expected=3, actual=4)>"],
      [Tuple(Str(), Default(Int({ max: 9 }), 10)), ["a"], ["<1: MaxValueError(expected=9, actual=10)>"]],
      [Tuple([Default(Int(), 5)], { rest: Str() }), [], { value: [5] }],
      [Tuple(Default(Int(), 5), Str()), [undefined, "a"], { value: [5, "a"] }],
      [Tuple(Default(Int(), 5), Str()), ["a"], "<TupleLengthError(expected=2, actual=1)>"],
    ]);

    test("a new copy each time", () => {
      const list = Tuple(Default(v.List(Int()), [1]));
      expect(list([])[0]).not.toBe(list([])[0]);
    });
  });

  describe("names the limit that an array of varying length breaks", () => {
    const ranged = Tuple(Str(), Str(), Optional(Int()));
    rows([
      [open, [], "<TupleLengthError(expected=1, actual=0)>"],
      [ranged, ["a"], "<TupleLengthError(expected=2, actual=1)>"],
      [ranged, ["a", "b", 1, 2], "<TupleLengthError(expected=3, actual=4)>"],
    ]);

    test.each([
      [ranged, ["a"], "Expected at least 2 items, got 1.", "Expected value length \u2265 2, got 1."],
      [ranged, [1, 2, 3, 4], "Expected at most 3 items, got 4.", "Expected value length \u2264 3, got 4."],
      [pair, ["a"], "Expected exactly 2 items, got 1.", "Expected exactly 2 elements, got 1."],
      [Tuple([Str(), Optional(Int())], { secret: true }), [], "Value is not valid.", undefined],
    ])("in messages: %s of %j", (validator, value, message, formatted) => {
      const { error } = (validator as Validator).safe(value);
      expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
      if (formatted !== undefined) expect(v.exc.formatError(error as never)).toEqual([["", formatted]]);
    });
  });

  describe("has the same items in every other form", () => {
    const wide = Tuple([Str(), Optional(v.Date({ format: "iso" }))], { rest: Nullable(v.Date({ format: "iso" })) });
    const schema = {
      type: "array",
      prefixItems: [{ type: "string" }, { type: "integer" }],
      items: { type: "boolean" },
      minItems: 1,
    };

    test("encoded and as JSON text", () => {
      const value = wide(["a", "2026-01-31", null, "2026-02-01"]);
      expect(wide.encode(value)).toEqual(["a", "2026-01-31", null, "2026-02-01"]);
      expect(wide.stringify(value)).toBe('["a","2026-01-31",null,"2026-02-01"]');
      expect(wide.stringify(["a"])).toBe('["a"]');
      expect(open.stringify(["a", 1, true])).toBe('["a",1,true]');
      // JSON has no undefined.
      expect(() => open.stringify(["a", undefined] as never)).toThrow("1: Expected an integer, got undefined.");
    });

    test("dumped, loaded, cloned and as source", () => {
      expect(load(open.dump()).equals(open)).toBe(true);
      expect(open.equals(Tuple([Str(), Optional(Int({ coerce: true }))]))).toBe(false);
      expect(open.clone({ rest: Int() })(["a", 1, 2])).toEqual(["a", 1, 2]);
      expect(v.toSource(open)).toContain("Tuple([Str(), Optional(Int({ coerce: true }))], { rest: Bool() })");
    });

    test("in JSON Schema, of each dialect and side, and back", () => {
      const plain = Tuple([Str(), Optional(Int())], { rest: Bool() });
      expect(v.toJsonSchema(plain)).toMatchObject(schema);
      expect(v.toJsonSchema(plain, { target: "draft-07" })).toMatchObject({
        items: schema.prefixItems,
        additionalItems: schema.items,
        minItems: 1,
      });
      const filled = Tuple(Str(), Default(Int(), 5));
      expect(v.toJsonSchema(filled)).toMatchObject({ minItems: 1, items: false });
      expect(v.toJsonSchema(filled, { io: "output" })).toMatchObject({ minItems: 2, items: false });
      const back = v.fromJsonSchema(v.toJsonSchema(plain));
      for (const value of [[], ["a"], ["a", 1], ["a", true], ["a", 1, true], ["a", 1, 2]])
        expect([value, back.is(value)]).toEqual([value, plain.is(value)]);
    });

    test("a JSON Schema whose last item has a default needs as many as before", () => {
      const items = [{ type: "string" }, { type: "integer", default: 5 }];
      const needed = v.fromJsonSchema({ type: "array", prefixItems: items, items: false, minItems: 2 });
      expect(needed.is(["a"])).toBe(false);
      expect(needed.is(["a", 1])).toBe(true);
    });

    test("where a Closed wants all members evaluated", () => {
      expect(v.Closed(open).is(["a", 1, true])).toBe(true);
      expect(v.Closed(Tuple(Str(), Optional(Int()))).is(["a"])).toBe(true);
    });

    test("in errors of secret items", () => {
      const hidden = Tuple([Int()], { rest: Int({ secret: true }) });
      expect(JSON.stringify(hidden.safe([1, "hush"]).error?.issues)).not.toContain("hush");
    });
  });

  describe("collects all member errors into a SchemaError", () => {
    rows([
      [
        pair,
        [1, "x"],
        [
          "<0: InvalidTypeError(expected='string', actual='integer')>",
          "<1: InvalidTypeError(expected='integer', actual='string')>",
        ],
      ],
      [Tuple(pair), [["a", null]], ["<0.1: InvalidTypeError(expected='integer', actual='null')>"]],
      [Tuple(pair), [["a"]], ["<0: TupleLengthError(expected=2, actual=1)>"]],
    ]);
  });

  describe("takes its validators as arguments, as an array, or by name, with parameters after them", () => {
    const dump = { items: [{ __class__: "Str" }, { __class__: "Int" }] };
    makes(Tuple, [
      [[Str(), Int()], "<Tuple(items=[<Str()>, <Int()>])>", dump],
      [[[Str(), Int()]], "<Tuple(items=[<Str()>, <Int()>])>", dump],
      [[{ items: [Str(), Int()] }], "<Tuple(items=[<Str()>, <Int()>])>", dump],
      [
        [[Str(), Int()], { nullable: true }],
        "<Tuple(items=[<Str()>, <Int()>], nullable=true)>",
        { ...dump, nullable: true },
      ],
      [
        [Str(), Int(), { nullable: true }],
        "<Tuple(items=[<Str()>, <Int()>], nullable=true)>",
        { ...dump, nullable: true },
      ],
    ]);
  });

  describe("checks its parameters", () => {
    refuses(Tuple, [
      [[], ValueError, "Tuple.items should not be empty"],
      [[[]], ValueError, "Tuple.items should not be empty"],
      [[{}], TypeError, "Tuple.items should be of type array"],
      [[Int(), Int], TypeError, "Tuple parameters should be an object: did you mean Int()?"],
      [[5, Int()], TypeError, "Tuple.items[0] value should be of type Validator"],
      [[[Int(), null]], TypeError, "Tuple.items[1] value should be of type Validator"],
      [
        [[Optional(Int()), Optional(Str()), Bool()]],
        TypeError,
        "Tuple.items[2] should be Optional, or have a Default: item 0 may be missing",
      ],
      [[[Int()], { rest: 5 }], TypeError, "Tuple.rest should be of type Validator"],
      [[[Int()], { nullable: "x" }], TypeError, "Tuple.nullable should be of type boolean or integer or null"],
      [[[Int()], { minlen: 1 }], TypeError, "Tuple got an unexpected parameter 'minlen'"],
    ]);
  });
});
