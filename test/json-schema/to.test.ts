import { Ajv as Ajv07 } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import * as v from "../../src/index.ts";
import { fromJsonSchema, instances, JsonSchemaError, type ToJsonSchemaOptions, toJsonSchema } from "../../src/index.ts";

/** The schema without its `$schema`. */
function schemaOf(validator: v.Validator, options?: ToJsonSchemaOptions): object {
  const { $schema, ...schema } = toJsonSchema(validator, options);
  return schema;
}

const SAFE = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };

const BOOLEANS = { anyOf: [{ type: "boolean" }, { type: "integer" }] };

class Even extends v.Int {}

describe("the JSON Schema of what a validator takes", () => {
  test.each<[v.Validator, object]>([
    [v.Any(), {}],
    [v.Int(), { type: "integer", ...SAFE }],
    [v.Int({ min: 1, max: 5, nullable: true }), { type: ["integer", "null"], minimum: 1, maximum: 5 }],
    [v.Int({ options: [1, 2, 1] }), { type: "integer", ...SAFE, enum: [1, 2] }],
    [v.Int({ bigint: true, min: 0n }), { type: "integer", minimum: 0 }],
    [
      v.Int({ coerce: true, min: 1, max: 5 }),
      { anyOf: [{ type: "number", minimum: 1, exclusiveMaximum: 6 }, { type: "string" }, { const: true }] },
    ],
    [v.Float({ min: 0.5 }), { type: "number", minimum: 0.5 }],
    [v.Float({ min: Number.NEGATIVE_INFINITY, inf: true }), { type: "number" }],
    [v.Float({ min: Number.POSITIVE_INFINITY, inf: true }), { not: {} }],
    [v.Float({ coerce: true }), { anyOf: [{ type: "number" }, { type: "string" }, { type: "boolean" }] }],
    [v.Str({ minlen: 1, maxlen: 3 }), { type: "string", minLength: 1, maxLength: 3 }],
    [v.Str({ pattern: "a|b" }), { type: "string", pattern: "^(?:a|b)" }],
    [v.Str({ options: ["a", "b"], nullable: true }), { type: ["string", "null"], enum: ["a", "b", null] }],
    [v.Bool(), { type: "boolean" }],
    [v.Bool({ coerce_int: true }), { anyOf: [{ type: "boolean" }, { type: "integer" }] }],
    [v.Const({ a: [1, null] }), { const: { a: [1, null] } }],
    [
      v.List(v.Bool(), { minlen: 1, maxlen: 2 }),
      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 2 },
    ],
    // Duplicates are dropped, not refused.
    [v.List(v.Any(), { unique: true, minlen: 1 }), { type: "array", minItems: 1 }],
    [
      v.Tuple(v.Bool(), v.Str()),
      { type: "array", prefixItems: [{ type: "boolean" }, { type: "string" }], items: false, minItems: 2 },
    ],
    [
      v.Dict({ a: v.Bool(), b: v.Bool(), c: v.Bool() }, { optional: ["b"], defaults: { c: true }, maxlen: 3 }),
      {
        type: "object",
        properties: { a: { type: "boolean" }, b: { type: "boolean" }, c: { type: "boolean", default: true } },
        required: ["a"],
        additionalProperties: false,
        maxProperties: 3,
      },
    ],
    // A default that its own validator refuses does not fill the place of a key.
    [
      v.Dict({ a: v.Bool() }, { defaults: { a: 1 as never }, unknown: "keep" }),
      { type: "object", properties: { a: { type: "boolean", default: 1 } }, required: ["a"] },
    ],
    // A member that brings a default along is as one that the Dict has a default for.
    [
      v.Dict({ a: v.Bool(), b: v.Default(v.Bool(), true), c: v.Default(v.Bool(), () => true) }),
      {
        type: "object",
        properties: { a: { type: "boolean" }, b: { type: "boolean", default: true }, c: { type: "boolean" } },
        required: ["a"],
        additionalProperties: false,
      },
    ],
    [v.Dict({}, { unknown: "strip" }), { type: "object", properties: {} }],
    [
      v.Dict({ a: v.Any() }, { extra: [v.Str({ maxlen: 2 }), v.Bool()], optional: ["a"] }),
      {
        type: "object",
        properties: { a: {} },
        propertyNames: { anyOf: [{ enum: ["a"] }, { type: "string", maxLength: 2 }] },
        additionalProperties: { type: "boolean" },
      },
    ],
    [
      v.Dict({ a: v.Bool() }, { dispose: ["x"], optional: ["a"] }),
      { type: "object", properties: { a: { type: "boolean" }, x: {} }, additionalProperties: false },
    ],
    [
      v.Dict({ a: v.Str(), b: v.Str() }, { skip_blank: true, optional: ["b"] }),
      {
        type: "object",
        properties: {
          a: { allOf: [{ type: "string" }, { not: { const: "" } }] },
          b: { anyOf: [{ type: "string" }, { const: "" }] },
        },
        required: ["a"],
        additionalProperties: { const: "" },
      },
    ],
    [
      v.Dict(
        { a: v.Str(), b: v.Str(), c: v.Any(), d: v.Default(v.Bool(), true), e: v.Const(1) },
        { null_is_absent: true, optional: ["b", "c", "e"] },
      ),
      {
        type: "object",
        properties: {
          ...{ a: { type: "string" }, b: { type: ["string", "null"] }, c: {} },
          d: { type: ["boolean", "null"], default: true },
          e: { anyOf: [{ const: 1 }, { type: "null" }] },
        },
        required: ["a"],
        additionalProperties: false,
      },
    ],
    // What takes no text takes no blank.
    [
      v.Dict({ a: v.Bool({ nullable: true }) }, { skip_blank: true, unknown: "strip" }),
      { type: "object", properties: { a: { type: ["boolean", "null"] } }, required: ["a"] },
    ],
    [v.OneOf(v.Bool(), v.Str()), { anyOf: [{ type: "boolean" }, { type: "string" }] }],
    [v.AllOf(v.Any(), v.Float(), v.Bool({ coerce_int: true })), { allOf: [{ type: "number" }, BOOLEANS] }],
    [
      v.AllOf(v.Float({ min: 1 }), v.Float({ max: 2 })),
      {
        allOf: [
          { type: "number", minimum: 1 },
          { type: "number", maximum: 2 },
        ],
      },
    ],
    [v.Date({ format: "%Y-%m-%d" }), { type: "string", format: "date" }],
    [v.Str({ format: "iri-reference" }), { type: "string", format: "iri-reference" }],
    [v.Str({ format: "email", mode: "rfc" }), { type: "string", format: "email" }],
    [
      v.Str({ format: "email", mode: "with-tld", maxlen: 9 }),
      {
        type: "string",
        format: "email",
        maxLength: 9,
        pattern: "\\.(?:[A-Za-z]{2,63}|[Xx][Nn]--[\\dA-Za-z-]+)$",
      },
    ],
    [v.Date({ format: "%d.%m.%Y", unixts: true }), { anyOf: [{ type: "string" }, { type: "number" }] }],
    [v.Datetime({ format: "%Y-%m-%dT%H:%M:%S%z", tz: "UTC" }), { type: "string", format: "date-time" }],
    [v.Datetime({ coerce: "unix_ms", min: "2020-01-01T00:00:00Z" }), { type: "number" }],
    [v.Str({ coerce: true }), { anyOf: [{ type: "string" }, { type: "number" }, { type: "boolean" }] }],
    [
      v.Str({ coerce: true, options: ["true", "1"] }),
      { anyOf: [{ type: "string", enum: ["true", "1"] }, { type: "number" }, { const: true }] },
    ],
    [
      v.Bool({ true: ["ja"], false: ["nein", "no"] }),
      { anyOf: [{ type: "boolean" }, { type: "string", enum: ["ja", "nein", "no"] }] },
    ],
    [v.Datetime({ format: "rfc3339" }), { type: "string", format: "date-time" }],
    [v.Datetime({ format: "iso" }), { type: "string" }],
    [v.Date({ format: "iso" }), { type: "string", format: "date" }],
    [v.Date({ format: "rfc3339" }), { type: "string", format: "date" }],
    [v.Time({ format: "iso" }), { type: "string" }],
  ])("%s", (validator, schema) => {
    expect(schemaOf(validator)).toEqual(schema);
  });

  test("names its dialect, and leaves that of OpenAPI to the document around it", () => {
    expect(toJsonSchema(v.Any())).toEqual({ $schema: "https://json-schema.org/draft/2020-12/schema" });
    expect(toJsonSchema(v.Any(), { target: "openapi-3.1" })).toEqual({});
    expect(() => toJsonSchema(v.Any(), { target: "draft-03" as never })).toThrow(JsonSchemaError);
  });

  test("has a definition for each alias that a reference leads to", () => {
    instances.clear();
    v.Dict({ next: v.LazyRef("a/node"), all: v.List(v.LazyRef("a/node")) }, { alias: "a/node", optional: ["next"] });
    const $ref = "#/$defs/a~1node";
    expect(schemaOf(v.List(v.LazyRef("a/node")))).toEqual({
      type: "array",
      items: { $ref },
      $defs: {
        "a/node": {
          type: "object",
          properties: { next: { $ref }, all: { type: "array", items: { $ref } } },
          required: ["all"],
          additionalProperties: false,
        },
      },
    });
  });

  test.each([
    ["draft-2020-12", "$defs"],
    ["draft-07", "definitions"],
    ["draft-06", "definitions"],
  ] as const)("writes what contains itself once, in %s", (target, key) => {
    instances.clear();
    const node = v.Dict({ next: v.LazyRef("a/node") }, { alias: "a/node", optional: ["next"], nullable: true });
    const $ref = `#/${key}/a~1node`;
    const { $schema, ...schema } = toJsonSchema(node, { target });
    const properties = { next: { $ref } };
    expect(schema).toEqual({
      $ref,
      [key]: { "a/node": { type: ["object", "null"], properties, additionalProperties: false } },
    });
    const validate = new (target === "draft-2020-12" ? Ajv2020 : Ajv07)().compile({ ...schema });
    expect([validate({ next: { next: null } }), validate({ next: { next: 1 } })]).toEqual([true, false]);
    // A reference inside leaves what is around it as it is.
    expect(toJsonSchema(v.List(node), { target })).toMatchObject({ type: "array" });
  });

  test("takes time in proportion to the validators, though one is used in many places", () => {
    let validator: v.Validator = v.Bool();
    for (let level = 0; level < 100; level++) validator = v.Tuple(validator, validator);
    expect(schemaOf(validator)).toMatchObject({ type: "array", items: false });
  });

  test("is refused where validators are nested deeper than 512 levels", () => {
    let validator: v.Validator = v.Bool();
    for (let level = 0; level < 100_000; level++) validator = v.List(validator);
    expect(() => toJsonSchema(validator)).toThrow("deeper");
  });
});

describe("the dialects", () => {
  const tagged = v.OneOf([v.Dict({ kind: v.Const("a") }), v.Dict({ kind: v.Const("b") })], { discriminator: "kind" });

  test("OpenAPI has discriminators", () => {
    expect(schemaOf(tagged)).not.toHaveProperty("discriminator");
    expect(schemaOf(tagged, { target: "openapi-3.1" })).toHaveProperty("discriminator", { propertyName: "kind" });
  });

  test("draft 7 has other words for tuples and definitions, and nothing beside $ref", () => {
    instances.clear();
    v.Bool({ alias: "flag" });
    const flag = v.LazyRef<boolean>("flag");
    const validator = v.Dict({ pair: v.Tuple(flag), flag }, { defaults: { flag: true } });
    const $ref = "#/definitions/flag";
    expect(toJsonSchema(validator, { target: "draft-07" })).toEqual({
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: {
        pair: { type: "array", items: [{ $ref }], additionalItems: false, minItems: 1 },
        flag: { allOf: [{ $ref }], default: true },
      },
      required: ["pair"],
      additionalProperties: false,
      definitions: { flag: { type: "boolean" } },
    });
  });
});

describe("the JSON Schema of what a validator returns", () => {
  test.each<[v.Validator, object]>([
    [v.Int({ coerce: true, min: 1 }), { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER }],
    [v.Float({ coerce: true }), { type: "number" }],
    [v.Bool({ coerce_str: true }), { type: "boolean" }],
    [
      v.List(v.Bool(), { unique: true, maxlen: 2 }),
      { type: "array", items: { type: "boolean" }, maxItems: 2, uniqueItems: true },
    ],
    [
      v.Dict({ a: v.Bool(), b: v.Bool() }, { defaults: { a: true }, optional: ["b"], unknown: "strip" }),
      {
        type: "object",
        properties: { a: { type: "boolean" }, b: { type: "boolean" } },
        required: ["a"],
        additionalProperties: false,
      },
    ],
    [
      v.Dict({ a: v.Default(v.Bool(), true), b: v.Bool() }, { optional: ["a", "b"], maxlen: 1 }),
      {
        type: "object",
        properties: { a: { type: "boolean" }, b: { type: "boolean" } },
        required: ["a"],
        additionalProperties: false,
      },
    ],
    [
      v.AllOf(v.Str(), v.Float({ coerce: true }), v.Float({ min: 1 })),
      { allOf: [{ type: "number" }, { type: "number", minimum: 1 }] },
    ],
    // As they are encoded.
    [v.Date({ unixts: true }), { type: "number" }],
    [v.Datetime({ coerce: "unix", format: "rfc3339" }), { type: "number" }],
    [v.Str({ coerce: true, minlen: 2 }), { type: "string", minLength: 2 }],
    [v.Bool({ true: ["ja"] }), { type: "boolean" }],
    [v.Date({ format: "%d.%m.%Y", unixts: true }), { type: "string" }],
    [v.Date({ as: "date" }), { type: "string", format: "date-time" }],
    [v.Date(), { type: "string", format: "date" }],
    [v.Set(v.Bool(), { minlen: 1 }), { type: "array", items: { type: "boolean" }, minItems: 1, uniqueItems: true }],
    [v.Datetime({ format: "rfc3339" }), { type: "string", format: "date-time" }],
    [v.Datetime({ format: "rfc3339", as: "instant" }), { type: "string", format: "date-time" }],
    [v.Datetime({ format: "rfc3339", as: "date" }), { type: "string", format: "date-time" }],
  ])("%s", (validator, schema) => {
    expect(schemaOf(validator, { io: "output" })).toEqual(schema);
  });
});

test("what is no validator is a TypeError, with a hint", () => {
  expect(() => toJsonSchema({} as never)).toThrow(new TypeError("toJsonSchema takes a validator"));
  expect(() => toJsonSchema(v.Int as never)).toThrow(
    new TypeError("toJsonSchema takes a validator: did you mean Int()?"),
  );
});

describe("what JSON Schema cannot say", () => {
  instances.clear();
  test.each<[keyword: string, pointer: string, v.Validator]>([
    ["Bytes", "", v.Bytes()],
    ["Const.value", "", v.Const(1n)],
    ["Type", "/properties/a~1b", v.Dict({ "a/b": v.Type(Map) })],
    ["Str.meta.minLength", "/items", v.List(v.Str({ meta: { minLength: 3 } }))],
    ["Type", "/prefixItems/1", v.Tuple(v.Int(), v.Type(URL))],
    ["Even", "/anyOf/1", v.OneOf(v.Int(), new Even())],
    ["Str.pattern", "", v.Str({ pattern: /a/i })],
    ["Int.min", "", v.Int({ bigint: true, min: 2n ** 64n + 2n })],
    ["List.maxlen", "", v.List(v.Int(), { unique: true, maxlen: 2 })],
    ["Dict.extra", "", v.Dict({}, { extra: [v.Int({ coerce: true }), v.Any()] })],
    ["Dict.minlen", "", v.Dict({}, { skip_blank: true, minlen: 1 })],
    ["Dict.maxlen", "", v.Dict({ a: v.Optional(v.Int()) }, { null_is_absent: true, maxlen: 1 })],
    ["Dict.null_is_absent", "", v.Dict({ a: v.Optional(v.Int()) }, { null_is_absent: true, keys: v.Str() })],
    [
      "Dict.dependent_required",
      "",
      v.Dict({ a: v.Optional(v.Int()), b: v.Str() }, { null_is_absent: true, dependent_required: { b: ["a"] } }),
    ],
    ["AllOf.steps", "", v.AllOf(v.Float({ coerce: true }), v.Int())],
    ["LazyRef.use", "", v.LazyRef("to.nowhere")],
    ["LazyRef.maxdepth", "", v.LazyRef("to.nowhere", { maxdepth: 1 })],
    ["Date.format", "", v.Date()],
    ["Str.protocols", "", v.Str({ format: "url", protocols: ["https"] })],
    ["Str.alg", "", v.Str({ format: "jwt", alg: "ES256" })],
  ])("is an error that names %s, and its place %j", (keyword, pointer, validator) => {
    try {
      toJsonSchema(validator);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(JsonSchemaError);
      expect(error).toBeInstanceOf(v.ValueError);
      expect(error).toMatchObject({ name: "JsonSchemaError", keyword, pointer });
    }
    expect(() => toJsonSchema(validator, { unrepresentable: "any" })).not.toThrow();
  });

  test("of a format with a parameter is that alone", () => {
    const url = v.Str({ format: "url", protocols: ["https"] });
    expect(toJsonSchema(url, { unrepresentable: "any" })).toMatchObject({ type: "string", format: "url" });
  });

  test("is left out on request, and what can be said is said", () => {
    const size = v.AllOf(
      v.Str({ minlen: 1 }),
      v.Check(() => true),
      v.Transform(() => 1),
      v.Int({ min: 1 }),
    );
    const lenient = { unrepresentable: "any" } as const;
    expect(schemaOf(size, lenient)).toEqual({ type: "string", minLength: 1 });
    expect(schemaOf(size, { ...lenient, io: "output" })).toMatchObject({ type: "integer", minimum: 1 });
  });
});

describe("functions", () => {
  const size = v.Transform((text: string) => text.length);

  test("add nothing, whatever they are called with", () => {
    const schema = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
    const form = v.Dict({ a: v.Str({ strip: true }) }, { unknown: "strip" });
    const check = v.Check(({ a }: { a: string }) => a !== "", { keys: ["a"], path: ["a"], message: "Empty." });
    expect(schemaOf(v.AllOf(form, check))).toEqual(schema);
    expect(schemaOf(v.AllOf(form, v.Transform(String), v.Check(Boolean)))).toEqual(schema);
    expect(schemaOf(v.AllOf(v.Str({ minlen: 3 }), size))).toEqual({ type: "string", minLength: 3 });
    expect(schemaOf(v.List(v.Check(async () => true, { async: true })))).toEqual({ type: "array" });
    expect(schemaOf(v.Tuple(size, v.Any()))).toMatchObject({ prefixItems: [{}, {}] });
  });

  test("are documented by their metadata, the result of a Transform by keywords in it", () => {
    const odd = v.Check((n) => n % 2 === 1, { meta: { description: "Odd." } });
    expect(schemaOf(v.AllOf(v.Bool(), odd))).toEqual({ allOf: [{ type: "boolean" }, { description: "Odd." }] });
    expect(() => schemaOf(v.AllOf(v.Str(), size), { io: "output" })).toThrow("Transform at /allOf/1");
    const described = v.describe(size, { type: "integer", minimum: 0, title: "Size" });
    expect(schemaOf(v.AllOf(v.Str(), described), { io: "output" })).toEqual({
      type: "integer",
      minimum: 0,
      title: "Size",
    });
  });
});

describe("metadata", () => {
  const meta = { title: "A", description: "B", examples: [1], deprecated: true, readOnly: true, writeOnly: true };

  test.each<[v.Validator, object]>([
    [v.Bool({ meta }), { type: "boolean", ...meta }],
    [
      v.Int({ bigint: true, min: 1n, meta: { examples: [1n, 2], format: "int64" } }),
      { examples: [2], format: "int64" },
    ],
    [v.List(v.Bool({ meta })), { items: { type: "boolean", ...meta } }],
    [v.Dict({ a: v.Optional(v.Bool(), { meta }) }), { properties: { a: { type: "boolean", ...meta } } }],
    [v.Dict({ a: v.Nullable(v.Bool({ meta: { title: "B" } }), { meta }) }), { properties: { a: meta } }],
    [v.Dict({ a: v.Default(v.Bool(), true, { meta }) }), { properties: { a: { default: true, ...meta } } }],
    [v.OneOf([v.Bool({ meta }), v.Str()], { meta }), { ...meta, anyOf: [meta, {}] }],
    [v.AllOf([v.Bool()], { meta }), { ...meta, type: "boolean" }],
    [v.Any({ meta: { "x-a": [1], $comment: "c", externalDocs: { url: "u" } } }), { "x-a": [1], $comment: "c" }],
    [v.Type(URL, { meta: { type: "string", format: "uri" } }), { type: "string", format: "uri" }],
    [v.Bytes({ meta: { type: "string", contentEncoding: "base64" } }), { type: "string", contentEncoding: "base64" }],
    [new Even({ meta: { type: "integer", multipleOf: 2, title: "Even" } }), { type: "integer", multipleOf: 2 }],
  ])("is written for %s", (validator, schema) => {
    expect(schemaOf(validator)).toMatchObject(schema);
  });

  test("is written beside a reference, and names what it refers to", () => {
    const address = v.Dict({ street: v.Bool() }, { meta: { id: "Address", title: "An address" } });
    const home = v.AllOf([address], { meta: { title: "Home" } });
    const $defs = {
      Address: {
        title: "An address",
        type: "object",
        properties: { street: { type: "boolean" } },
        required: ["street"],
        additionalProperties: false,
      },
    };
    const properties = { home: { title: "Home", $ref: "#/$defs/Address" } };
    expect(schemaOf(v.Dict({ home }))).toMatchObject({ properties, $defs });
    expect(toJsonSchema(v.Dict({ home }), { target: "draft-07" })).toMatchObject({
      properties: { home: { title: "Home", allOf: [{ $ref: "#/definitions/Address" }] } },
      definitions: $defs,
    });
    // The whole schema is not a reference.
    expect(schemaOf(address)).toEqual($defs.Address);
  });

  test("with one id for several equal schemas is one definition; for others it is an error", () => {
    const make = (more: object) => v.Dict({ a: v.Bool(more) }, { meta: { id: "Thing" } });
    const { $defs } = schemaOf(v.Tuple(make({}), make({}))) as { $defs?: object };
    expect(Object.keys($defs ?? {})).toEqual(["Thing"]);
    expect(() => schemaOf(v.Tuple(make({}), make({ nullable: true })))).toThrow(
      "meta.id: 'Thing' names two different schemas",
    );
  });

  test("never changes which documents are valid", () => {
    const hostile = { minimum: 5, type: "string", $ref: "#/x", nullable: true, $id: "a", $defs: {}, properties: 1 };
    for (const [name, value] of Object.entries(hostile)) {
      const validator = v.Bool({ meta: { [name]: value, title: "T" } });
      if (!["$id", "$defs"].includes(name)) expect(() => schemaOf(validator)).toThrow(`Bool.meta.${name}`);
      expect(schemaOf(validator, { unrepresentable: "any" })).toEqual({ title: "T", type: "boolean" });
    }
  });
});

test("a schema that was written is read back as a validator of the same documents", () => {
  const validator = v.Dict(
    { id: v.Int({ min: 1 }), tags: v.List(v.Str({ pattern: "[a-z]+$" })) },
    { optional: ["tags"] },
  );
  const back = fromJsonSchema(toJsonSchema(validator));
  for (const value of [{ id: 1 }, { id: 0 }, { id: 1, tags: ["a"] }, { id: 1, tags: ["A"] }, { id: 1, other: 1 }]) {
    expect(back.safe(value).ok).toBe(validator.safe(value).ok);
  }
});

test.each<[object, string]>([
  [{ taget: "draft-07" }, "There is no option 'taget': did you mean 'target'?"],
  [{ io: "ouput" }, "'ouput' is none of input, output"],
  [{ unrepresentable: "ignore" }, "'ignore' is none of error, any"],
])("options that make no sense are refused: %j", (options, message) => {
  expect(() => toJsonSchema(v.Any(), options)).toThrow(message);
});

describe("integers that are refused beyond the safe range, at any depth", () => {
  const refusing = v.Any({ integers: "refuse" });
  const beyond = ["9007199254740992", "[-9007199254740992]", '{"a":[{"b":1e300}]}'];
  const others = ["9007199254740991", "[0.5,null,true]", '{"a":[{"b":"9007199254740992"}]}', "{}"];

  test.each<[what: string, validator: v.Validator]>([
    ["as the whole", refusing],
    ["in members", v.OneOf([v.Dict({ a: refusing }, { unknown: "keep", optional: ["a"] }), refusing])],
    ["of a JSON Schema", fromJsonSchema({}, { integers: "refuse" })],
    ["unless they are negated", v.AllOf(refusing, v.Not(v.Not(refusing)))],
  ])("are written for both sides: %s", (_, validator) => {
    for (const io of ["input", "output"] as const) {
      const schema = toJsonSchema(validator, { io });
      const again = fromJsonSchema(schema);
      for (const text of [...beyond, ...others]) {
        expect([text, again.isJson(text)]).toEqual([text, validator.isJson(text)]);
        expect(new Ajv2020().compile(schema)(JSON.parse(text))).toBe(validator.isJson(text));
      }
    }
  });

  test("are a definition, for draft 7 and for OpenAPI too", () => {
    expect(toJsonSchema(v.List(refusing), { target: "draft-07" })).toMatchObject({
      items: { $ref: expect.stringMatching(/^#\/definitions\/SafeIntegers/) },
    });
    const named = v.describe(v.List(refusing), { id: "Numbers" });
    expect(JSON.stringify(toJsonSchema(named, { target: "openapi-3.1" }))).toContain("SafeIntegers");
  });
});
