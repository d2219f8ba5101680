/** JSON Schemas for tools and models: an object at the root, and no keyword that these refuse. */

import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as v from "../../src/index.ts";
import { JsonSchemaError, toJsonSchema } from "../../src/index.ts";
import { sweep } from "../support/sweep.ts";

/**
 * The keywords that the documentation of each lists for schemas that answers have to follow:
 * https://platform.openai.com/docs/guides/structured-outputs#supported-schemas
 * https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations
 * https://ai.google.dev/gemini-api/docs/structured-output#json_schema_support
 */
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
  {
    optional: ["note"],
    unknown: "strip",
    null_is_absent: true,
    meta: { title: "Order", description: "What is bought." },
  },
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
      v.Dict({ a: v.Int(), b: v.Int() }, { null_is_absent: true, optional: ["a", "b"], exactly_one: [["a", "b"]] }),
      "oneOf at /allOf/0/oneOf",
    ],
    ["a needed key without a schema", v.Dict({ a: v.Int() }, { unknown: "keep", required: ["z"] }), "required"],
    ["tuples", v.Dict({ a: v.Tuple(v.Int(), v.Str()) }), "prefixItems at /properties/a"],
  ])("has no form for %s, and says where", (_, validator, place) => {
    expect(() => toJsonSchema(validator, { target: "llm" })).toThrow(JsonSchemaError);
    expect(() => toJsonSchema(validator, { target: "llm" })).toThrow(place);
  });

  test("is an error where the validator would not read null in place of a missing key, with the place", () => {
    const schema = { a: v.Dict({ b: v.Optional(v.Int()), c: v.Default(v.Int(), 1), d: v.Optional(v.Any()) }) };
    const dict = v.Dict(schema, { null_is_absent: true });
    expect(() => toJsonSchema(dict, { target: "llm" })).toThrow(
      "required at /properties/a/properties/b: an answer has each key, with null for one that may be missing: set null_is_absent",
    );
    for (const lenient of [{ unrepresentable: "any" }, { io: "output" }] as const) {
      const options = { target: "llm", unrepresentable: "any", ...lenient } as const;
      expect(toJsonSchema(dict, options).required).toEqual(["a"]);
    }
    const maybe = v.Nullable(v.Dict({ x: v.Int() }, { meta: { id: "Shared" } }));
    const same = v.Dict({ a: maybe, b: v.List(maybe), c: v.Int({ nullable: true }) }, { optional: ["a", "b", "c"] });
    expect(() => toJsonSchema(same, { target: "llm" })).toThrow("required at /properties/b");
    expect(toJsonSchema(v.omit(same, ["b"]), { target: "llm" }).required).toEqual(["a", "c"]);
  });

  /** Schemas whose limits are all in their schema for models; keys may be missing everywhere. */
  const { member } = fc.letrec<{ member: v.Validator; dict: v.Validator }>((tie) => ({
    member: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom<v.Validator>(
        v.Str(),
        v.Bool(),
        v.Float(),
        v.Const("x"),
        v.Const(null),
        v.Str({ options: ["a", "b"] }),
        v.Str({ nullable: true }),
        v.OneOf(v.Bool(), v.Str()),
        v.OneOf(v.Const(null), v.Float()),
        v.AllOf(
          v.Str(),
          v.Check(() => true),
        ),
        v.LazyRef(() => recursive),
      ),
      tie("dict").map((one) => v.List(one)),
      tie("dict").map((one) => v.Nullable(one)),
      tie("dict"),
    ),
    dict: fc
      .dictionary(fc.constantFrom("a", "b", "cD", "__proto__", "toString"), fc.tuple(tie("member"), fc.nat(3)), {
        minKeys: 1,
      })
      .map((members) => {
        const entries = Object.entries(members).map(([key, [one, kind]]) => [key, kind > 0 ? v.Optional(one) : one]);
        return v.Dict(Object.fromEntries(entries), { null_is_absent: true });
      }),
  }));
  const recursive: v.Validator = v.Dict(
    { name: v.Str(), next: v.Optional(v.LazyRef(() => recursive)) },
    { null_is_absent: true },
  );

  type Schema = Readonly<Record<string, unknown>>;
  /** What a model may answer by a schema: below some levels null, where that is possible. */
  function answers(schema: Schema, root = schema, level = 0): fc.Arbitrary<unknown> {
    const of = (one: unknown) => answers(one as Schema, root, level + 1);
    const { $ref, anyOf: any, enum: options, type, properties } = schema;
    if ($ref !== undefined) return of((root.$defs as Schema)[String($ref).slice("#/$defs/".length)]);
    if (any !== undefined) {
      const choices = any as readonly Schema[];
      const last = choices.find((one) => one.type === "null");
      return last !== undefined && level > 8 ? of(last) : fc.oneof(...choices.map(of));
    }
    if (options !== undefined) return fc.constantFrom(...(options as unknown[]));
    const members = Object.entries((properties ?? {}) as Schema).map(([key, one]) => [key, of(one)] as const);
    switch (type) {
      case "object":
        return fc
          .tuple(...members.map(([, one]) => one))
          .map((values) => Object.fromEntries(members.map(([key], index) => [key, values[index]])));
      case "array":
        return fc.array(of(schema.items), { maxLength: 2 });
      case "string":
        return fc.string({ maxLength: 3 });
      case "number":
        return fc.integer();
      default:
        return type === "null" ? fc.constant(null) : fc.boolean();
    }
  }

  test("an answer by the schema is one for the validator, on each engine", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom("a", "b", "c"), member, { minKeys: 1 }).chain((members) => {
          const entries = Object.entries(members).map(([key, one]) => [key, v.Optional(one)]);
          const validator = v.Dict(Object.fromEntries(entries), { null_is_absent: true });
          const schema = toJsonSchema(validator, { target: "llm", unrepresentable: "any" });
          const byOwn = v.fromJsonSchema(schema);
          return fc.tuple(fc.constant(validator), fc.constant(byOwn), answers(schema));
        }),
        ([validator, byOwn, answer]) => {
          expect(byOwn.is(answer as never)).toBe(true);
          const result = validator(answer as never);
          expect(validator.json(JSON.stringify(answer))).toEqual(result);
          expect(validator.is(result)).toBe(true);
        },
      ),
      { numRuns: sweep(15, 150) },
    );
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
