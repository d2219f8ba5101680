import { describe, expect, test } from "vitest";
import { ValueError } from "../../src/core/contracts.ts";
import { Any, Bool, Dict, Int, instances, Str } from "../../src/index.ts";
import { makes, refuses } from "../support/parameters.ts";

describe("Dict", () => {
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
      [
        [{ schema: {}, unheard: 1 }],
        TypeError,
        "Dict.schema['schema'] value should be of type Validator: did you mean Dict({...})?",
      ],
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
});
