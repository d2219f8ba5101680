import { Ajv } from "ajv";
import Ajv04 from "ajv-draft-04";
import { describe, expect, test } from "vitest";
import * as v from "../../src/index.ts";
import { instances, toJsonSchema } from "../../src/index.ts";
import { Converter, type JsonSchemaTarget } from "../../src/interop/jsonschema/dialect.ts";

const convert = (schema: object, target: JsonSchemaTarget, lenient = false) =>
  new Converter({ target, lenient, uriOf: String }).convert(schema as never);

describe("a schema of draft 2020-12, in older dialects", () => {
  test.each<[object, { [T in JsonSchemaTarget]?: object }]>([
    [
      { $ref: "#/a", title: "x" },
      { "openapi-3.1": { $ref: "#/a", title: "x" }, "draft-07": { title: "x", allOf: [{ $ref: "#/a" }] } },
    ],
    [{ $ref: "#/a" }, { "draft-07": { $ref: "#/a" }, "openapi-3.0": { $ref: "#/a" } }],
    [
      { const: 1 },
      { "draft-06": { const: 1 }, "draft-04": { enum: [1] }, "openapi-3.0": { type: "number", enum: [1] } },
    ],
    [
      { const: null },
      { "draft-04": { enum: [null] }, "openapi-3.0": { type: "string", nullable: true, enum: [null] } },
    ],
    [
      { enum: ["a", 1, null] },
      {
        "draft-04": { enum: ["a", 1, null] },
        "openapi-3.0": {
          allOf: [
            {
              anyOf: [
                { type: "string", enum: ["a"] },
                { type: "number", enum: [1] },
                { type: "string", nullable: true, enum: [null] },
              ],
            },
          ],
        },
      },
    ],
    [
      { type: ["string", "null"], enum: ["a", null] },
      { "openapi-3.0": { type: "string", enum: ["a", null], nullable: true } },
    ],
    [
      { type: ["string", "number", "null"], title: "t" },
      {
        "openapi-3.0": {
          title: "t",
          allOf: [
            {
              anyOf: [
                { type: "string", nullable: true },
                { type: "number", nullable: true },
              ],
            },
          ],
        },
      },
    ],
    [{ type: "null" }, { "openapi-3.0": { type: "string", nullable: true, enum: [null] } }],
    [
      { exclusiveMinimum: 1, maximum: 5, exclusiveMaximum: 9 },
      {
        "draft-06": { exclusiveMinimum: 1, maximum: 5, exclusiveMaximum: 9 },
        "draft-04": { minimum: 1, exclusiveMinimum: true, maximum: 5 },
      },
    ],
    [
      { minimum: 1, exclusiveMinimum: 1, maximum: 9, exclusiveMaximum: 5 },
      { "draft-04": { minimum: 1, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: true } },
    ],
    [
      { type: "array", prefixItems: [{ type: "string" }, true], items: false, minItems: 2 },
      {
        "draft-07": { type: "array", items: [{ type: "string" }, true], additionalItems: false, minItems: 2 },
        "draft-04": { type: "array", items: [{ type: "string" }, {}], additionalItems: false, minItems: 2 },
        "openapi-3.0": { type: "array", items: { anyOf: [{ type: "string" }, {}] }, minItems: 2, maxItems: 2 },
      },
    ],
    [{ type: "array" }, { "draft-04": { type: "array" }, "openapi-3.0": { type: "array", items: {} } }],
    [
      { type: "array", items: false },
      { "draft-06": { type: "array", items: false }, "draft-04": { items: { not: {} } } },
    ],
    [
      { dependentRequired: { a: ["b"], c: ["d"] }, dependentSchemas: { a: { minProperties: 2 } } },
      {
        "draft-07": {
          dependencies: { a: ["b"], c: ["d"] },
          allOf: [{ dependencies: { a: { minProperties: 2 } } }],
        },
      },
    ],
    [
      { contains: { type: "string" } },
      { "draft-04": { allOf: [{ not: { type: "array", items: { not: { type: "string" } } } }] } },
    ],
    [
      { examples: [1, 2], contentEncoding: "base64", "x-a": 1, $comment: "c", deprecated: true },
      {
        "draft-04": { examples: [1, 2], contentEncoding: "base64", "x-a": 1, $comment: "c", deprecated: true },
        "openapi-3.0": { example: 1, format: "byte", "x-a": 1, deprecated: true },
      },
    ],
    [{ const: { properties: { a: false } } }, { "draft-04": { enum: [{ properties: { a: false } }] } }],
  ])("%j", (schema, expected) => {
    const before = JSON.stringify(schema);
    for (const [target, converted] of Object.entries(expected)) {
      const result = convert(schema, target as JsonSchemaTarget);
      if (target === "draft-04" && "items" in converted && !("type" in converted))
        expect(result).toMatchObject(converted);
      else expect(result).toEqual(converted);
    }
    expect(convert(schema, "draft-2020-12")).toEqual(schema);
    expect(JSON.stringify(schema)).toBe(before);
  });

  test("has other words for conditions before draft 7", () => {
    const schema = JSON.parse('{"if": {"type": "string"}, "then": {"minLength": 1}, "else": false}');
    expect(convert(schema, "draft-07")).toEqual(schema);
    expect(convert(schema, "draft-06")).toEqual({
      allOf: [{ anyOf: [{ not: { type: "string" } }, { minLength: 1 }] }, { anyOf: [{ type: "string" }, false] }],
    });
  });

  test.each<[JsonSchemaTarget, string]>([
    ["draft-07", "unevaluatedProperties"],
    ["draft-06", "minContains"],
    ["draft-04", "propertyNames"],
    ["openapi-3.0", "patternProperties"],
  ])("%s has no %s: an error that names the place, unless it may be left out", (target, keyword) => {
    const schema = { properties: { a: { [keyword]: {} } } };
    expect(() => convert(schema, target)).toThrow(`${keyword} at /properties/a: ${target} has no form`);
    expect(convert(schema, target, true)).toEqual({ properties: { a: {} } });
  });
});

/** Validators, documents that are valid, and others that are not. */
const CASES: readonly [v.Validator, readonly unknown[], readonly unknown[]][] = [
  [v.Int({ exclusive_min: 1, max: 5, nullable: true }), [2, 5, null], [1, 6, "2"]],
  [v.Tuple(v.Str(), v.Int()), [["a", 1]], [[], ["a"], ["a", 1, 2], [1, "a"]]],
  [v.OneOf(v.Const("a"), v.Const(null), v.Const(5)), ["a", null, 5], ["b", 6]],
  [v.Dict({ a: v.Str() }, { extra: [v.Str(), v.Int()] }), [{ a: "x" }, { a: "x", b: 1 }], [{}, { a: "x", b: "y" }]],
  [v.Nullable(v.List(v.Bool(), { minlen: 1 })), [null, [true]], [[], [1]]],
  // Of a oneOf of required keys, each holds for null.
  [v.Nullable(one("exactly_one")), [null, { a: "x" }], [{}, { a: "x", b: "y" }]],
  [one("exactly_one", { nullable: true }), [null, { a: "x" }], [{}, { a: "x", b: "y" }]],
  [v.Nullable(one("at_most_one")), [null, {}, { b: "x" }], [{ a: "x", b: "y" }]],
  [v.Nullable(v.Dict({ a: v.Str() }, { names: { a: ["x", "y"] } })), [null, { y: "1" }], [{}, { x: "1", y: "2" }]],
  [
    v.Dict({ k: v.Optional(one("exactly_one")) }, { null_is_absent: true }),
    [{}, { k: null }, { k: { b: "x" } }],
    [{ k: {} }, { k: { a: "x", b: "y" } }],
  ],
];

/** A Dict with a group of two keys. */
function one(group: "exactly_one" | "at_most_one", params: { nullable?: boolean } = {}): v.Validator {
  return v.Dict({ a: v.Str(), b: v.Str() }, { optional: ["a", "b"], [group]: [["a", "b"]], ...params });
}

describe("validators in older dialects", () => {
  const ajv = {
    "draft-06": new Ajv({ meta: false, validateSchema: false }),
    "draft-04": new (Ajv04 as unknown as typeof Ajv)(),
  };

  test.each(CASES)("%s", (validator, valid, invalid) => {
    for (const target of ["draft-06", "draft-04"] as const) {
      const { $schema, ...schema } = toJsonSchema(validator, { target });
      expect($schema).toBe(`http://json-schema.org/${target}/schema#`);
      const validate = ajv[target].compile(schema);
      for (const document of valid) expect([document, validate(document)]).toEqual([document, true]);
      for (const document of invalid) expect([document, validate(document)]).toEqual([document, false]);
    }
  });
});

describe("a schema for an OpenAPI document", () => {
  const address = () => v.Dict({ street: v.Str() }, { alias: "dialects.address", replace: true });

  test("has references written out, if it is finite", () => {
    address();
    const person = v.Dict({ home: v.LazyRef("dialects.address"), work: v.LazyRef("dialects.address") });
    for (const target of ["openapi-3.0", "openapi-3.1"] as const) {
      const text = JSON.stringify(toJsonSchema(person, { target }));
      expect(text).not.toContain("$ref");
      expect(text).not.toContain("$defs");
    }
  });

  test("refers to its own component, if it contains itself", () => {
    instances.clear();
    const kids = v.List(v.LazyRef("shop/Node"));
    const node = v.Dict({ v: v.Int(), kids }, { alias: "shop/Node" });
    const items = { $ref: "#/components/schemas/shop_Node" };
    expect(toJsonSchema(node, { target: "openapi-3.0" })).toMatchObject({ properties: { kids: { items } } });
    const tree: v.Validator = v.Dict({ left: v.Optional(v.LazyRef(() => tree)) }, { meta: { id: "Tree" } });
    const left = { $ref: "#/components/schemas/Tree" };
    expect(toJsonSchema(tree, { target: "openapi-3.1" })).toMatchObject({ type: "object", properties: { left } });
  });

  test("has definitions for what else contains itself, or refers to its component", () => {
    instances.clear();
    v.Dict({ kids: v.List(v.LazyRef("Node")) }, { alias: "Node" });
    const order = v.Dict({ tree: v.LazyRef("Node") }, { meta: { id: "Order" } });
    const $ref = "#/components/schemas/Order/$defs/Node";
    expect(toJsonSchema(order, { target: "openapi-3.1" })).toMatchObject({
      properties: { tree: { $ref } },
      $defs: { Node: { properties: { kids: { items: { $ref } } } } },
    });
    for (const [validator, target] of [
      [order, "openapi-3.0"],
      [v.Dict({ tree: v.LazyRef("Node") }), "openapi-3.1"],
    ] as const) {
      expect(toJsonSchema(validator, { target })).toMatchObject({
        properties: { tree: { $ref: "#/components/schemas/Node" } },
      });
    }
  });
});

describe("converted input, described by what it becomes", () => {
  test.each<[v.Validator, object]>([
    [v.Int({ coerce: true, min: 1, max: 9 }), { type: "integer", minimum: 1, maximum: 9 }],
    [v.Int({ coerce: "text", bigint: true }), { type: "integer" }],
    [v.Float({ coerce: true }), { type: "number" }],
    [v.Bool({ coerce_str: true, coerce_int: true }), { type: "boolean" }],
    [v.Str({ strip: true, minlen: 1 }), { type: "string", minLength: 1 }],
    [v.Date({ format: "%d.%m.%Y" }), { type: "string" }],
    [v.List(v.Int({ coerce: true, min: 1, max: 2 })), { type: "array", items: { type: "integer" } }],
    [v.Fallback(v.Bool({ coerce_str: true }), true), { type: "boolean" }],
    [v.Dict({ a: v.Default(v.Bool({ coerce_str: true }), true) }), { properties: { a: { default: true } } }],
  ])("%s", (validator, schema) => {
    expect(toJsonSchema(validator, { coerced: true })).toMatchObject(schema);
  });
});
