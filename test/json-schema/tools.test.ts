/** JSON Schemas for tools and models: an object at the root, and no keyword that these refuse. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import * as v from "../../src/index.ts";
import { JsonSchemaError, toJsonSchema } from "../../src/index.ts";

/** The keywords that the documentation of each lists for schemas that answers have to follow. */
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  "Structured Outputs of OpenAI": [
    ...["type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "$ref", "$defs"],
    ...["title", "description", "pattern", "format", "multipleOf", "maximum", "exclusiveMaximum", "minimum"],
    ...["exclusiveMinimum", "minItems", "maxItems"],
  ],
  "strict tools of Anthropic": [
    ...["type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "allOf", "$ref"],
    ...["$defs", "title", "description", "default", "format"],
  ],
  "schemas of Gemini": [
    ...[
      "type",
      "properties",
      "required",
      "additionalProperties",
      "items",
      "prefixItems",
      "enum",
      "anyOf",
      "$ref",
      "$defs",
    ],
    ...["title", "description", "format", "minimum", "maximum", "minItems", "maxItems"],
  ],
};

function keywordsIn(schema: unknown, found = new Set<string>()): Set<string> {
  for (const [name, value] of Object.entries(schema as Record<string, unknown>)) {
    found.add(name);
    const isByName = name === "properties" || name === "$defs";
    const inner = isByName ? Object.values(value as object) : name === "anyOf" ? (value as object[]) : [];
    for (const one of name === "items" ? [value] : inner) keywordsIn(one, found);
  }
  return found;
}

const item = v.Dict({ name: v.Str({ minlen: 1, maxlen: 20 }), price: v.Float({ min: 0 }), count: v.Int({ min: 1 }) });
const order = v.Dict(
  {
    kind: v.Const("order"),
    state: v.Str({ options: ["open", "done"], nullable: true }),
    items: v.List(item, { minlen: 1, unique_items: true }),
    note: v.Str({ format: "email" }),
    who: v.OneOf([v.Dict({ t: v.Const("a"), x: v.Int() }), v.Dict({ t: v.Const("b") })], { discriminator: "t" }),
  },
  { optional: ["note"], unknown: "strip", meta: { title: "Order", description: "What is bought." } },
);
const tree: v.Validator = v.Dict({ name: v.Str(), kids: v.List(v.LazyRef(() => tree)) });

describe("target llm", () => {
  const schema = toJsonSchema(order, { target: "llm" });

  test("has an object at its root, and each key is required, with null for those that are optional", () => {
    expect([schema.type, schema.title, schema.description]).toEqual(["object", "Order", "What is bought."]);
    expect(schema.required).toEqual(["kind", "state", "items", "note", "who"]);
    expect(schema.additionalProperties).toBe(false);
    const { properties } = schema as { properties: Record<string, Record<string, unknown>> };
    expect(properties.kind).toEqual({ enum: ["order"] });
    expect(properties.state).toEqual({ anyOf: [{ type: "string", enum: ["open", "done"] }, { type: "null" }] });
    expect(properties.note).toEqual({ anyOf: [{ type: "string", description: "format email" }, { type: "null" }] });
    expect(properties.items?.description).toBe("at least 1 items, no item twice");
  });

  test.each(Object.entries(TAKEN))("has keywords of %s only", (_, taken) => {
    for (const one of [schema, toJsonSchema(tree, { target: "llm" })])
      expect([...keywordsIn(one)].filter((name) => !taken.includes(name))).toEqual([]);
  });

  test("takes what the validator takes that has all keys", () => {
    const isValid = new Ajv2020({ strict: false }).compile(schema);
    const value = {
      ...{ kind: "order", state: null, note: "a@b.org", who: { t: "a", x: 1 } },
      items: [{ name: "a", price: 1, count: 2 }],
    };
    expect([order.is(value), isValid(value)]).toEqual([true, true]);
    expect([isValid({ ...value, note: null }), isValid({ ...value, more: 1 }), isValid({})]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test.each<[string, v.Validator, string]>([
    ["an array at the root", v.List(v.Int()), "type"],
    ["a union at the root", v.OneOf(v.Dict({ a: v.Int() }), v.Dict({ b: v.Int() })), "anyOf"],
    ["any value", v.Dict({ a: v.Any() }), "schema at /properties/a"],
    ["keys of any name", v.Dict({ a: v.Dict({ extra: [v.Str(), v.Int()] }) }), "additionalProperties at /properties/a"],
    ["Not", v.Dict({ a: v.Not(v.Const(3)) }), "not at /properties/a"],
    ["Not in a pipeline", v.Dict({ a: v.AllOf(v.Int(), v.Not(v.Const(3))) }), "allOf at /properties/a"],
    [
      "one alternative alone",
      v.Dict({ a: v.OneOf([v.Int(), v.Str()], { exclusive: true }) }),
      "oneOf at /properties/a",
    ],
    [
      "groups of keys",
      v.Dict({ a: v.Int(), b: v.Int() }, { optional: ["a", "b"], exactly_one: [["a", "b"]] }),
      "oneOf at /allOf/0/oneOf",
    ],
    ["a needed key without a schema", v.Dict({ a: v.Int() }, { unknown: "keep", required: ["z"] }), "required"],
    ["tuples", v.Dict({ a: v.Tuple(v.Int(), v.Str()) }), "prefixItems at /properties/a"],
  ])("has no form for %s, and says where", (_, validator, place) => {
    expect(() => toJsonSchema(validator, { target: "llm" })).toThrow(JsonSchemaError);
    expect(() => toJsonSchema(validator, { target: "llm" })).toThrow(place);
  });

  test("leaves that out where the caller says so", () => {
    const validator = v.Dict({ a: v.Any(), b: v.Int() });
    const { properties } = toJsonSchema(validator, { target: "llm", unrepresentable: "any" });
    expect(Object.keys(properties as object)).toEqual(["a", "b"]);
  });
});

describe("target mcp", () => {
  test.each<[string, v.Validator]>([
    ["Dict", v.Dict({ a: v.Int() })],
    ["a union of Dicts", v.OneOf(v.Dict({ a: v.Int() }), v.Dict({ b: v.Int() }))],
    [
      "a tagged union",
      v.OneOf([v.Dict({ t: v.Const("a") }), v.Dict({ t: v.Const("b"), x: v.Int() })], { discriminator: "t" }),
    ],
    [
      "a refined Dict",
      v.AllOf(
        v.Dict({ a: v.Int() }),
        v.Check(() => true),
      ),
    ],
    [
      "If",
      v.If(v.Dict({ a: v.Const(1) }, { unknown: "keep" }), v.Dict({ a: v.Int(), b: v.Int() }), v.Dict({ a: v.Int() })),
    ],
    ["one that contains itself", tree],
  ])("has an object at the root of %s, and the same verdicts", (_, validator) => {
    const schema = toJsonSchema(validator, { target: "mcp", unrepresentable: "any" });
    expect(schema.type).toBe("object");
    expect(Object.hasOwn(schema, "$ref")).toBe(false);
    const { $schema, ...plain } = schema;
    const isValid = new Ajv2020({ strict: false, discriminator: false }).compile(plain);
    const values = [
      {},
      { a: 1 },
      { b: 1 },
      { a: 1, b: 2 },
      { t: "a" },
      { t: "b", x: 1 },
      { name: "a", kids: [] },
      1,
      [],
    ];
    for (const value of values) expect(isValid(value), JSON.stringify(value)).toBe(validator.is(value));
  });

  test("refuses what is no object", () => {
    expect(() => toJsonSchema(v.OneOf(v.Dict({ a: v.Int() }), v.Int()), { target: "mcp" })).toThrow(
      "type: a tool takes an object: put the value into a Dict",
    );
  });
});

test("int64 writes integers as generators of code want them", () => {
  const validator = v.Dict({
    a: v.Int(),
    b: v.Int({ min: 0 }),
    c: v.Int({ min: 0, max: 5, nullable: true }),
    d: v.Float(),
  });
  const { properties } = toJsonSchema(validator, { int64: true });
  expect(properties).toEqual({
    a: { type: "integer", format: "int64" },
    b: { type: "integer", minimum: 0, format: "int64" },
    c: { type: ["integer", "null"], minimum: 0, maximum: 5 },
    d: { type: "number" },
  });
});
