// biome-ignore-all lint/suspicious/noThenProperty: a keyword of JSON Schema
/** The option `allErrors`: as many errors as Ajv has with its option. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import {
  AllOf,
  Check,
  Default,
  Dict,
  fromJsonSchema,
  fromOpenApi,
  Int,
  List,
  load,
  OneOf,
  Str,
  Transform,
  toJsonSchema,
  toSource,
  type Validator,
} from "../../src/index.ts";

const ajv = new Ajv2020({ allErrors: true, strict: false });

const errors = (validator: Validator, value: unknown): string[] => {
  const said = (result: { readonly error?: { readonly issues: readonly { pointer: string; code: string }[] } }) =>
    (result.error?.issues ?? []).map(({ pointer, code }) => `${pointer} ${code}`);
  const known = said(validator.safe(value) as never);
  expect(said(validator.safeJson(JSON.stringify(value)) as never)).toEqual(known);
  expect(validator.is(value)).toBe(known.length === 0);
  return known;
};

/** The place and the keyword of each error of Ajv; that of a missing key is the key. */
const ofAjv = (schema: object, value: unknown): string[] => {
  const validate = ajv.compile(schema);
  validate(value);
  return (validate.errors ?? [])
    .filter(({ keyword, schemaPath }) => keyword !== "if" && !schemaPath.includes("/contains/"))
    .map(({ instancePath, keyword, params }) =>
      keyword === "required" || keyword === "dependentRequired"
        ? `${instancePath}/${params.missingProperty} required`
        : keyword === "additionalProperties"
          ? `${instancePath}/${params.additionalProperty} ${keyword}`
          : keyword === "uniqueItems"
            ? `${instancePath}/${Math.max(params.i, params.j)} ${keyword}`
            : `${instancePath} ${keyword}`,
    );
};

const CODES: Readonly<Record<string, readonly string[]>> = {
  invalid_type: ["type"],
  min_length: ["minItems", "minLength", "minProperties", "contains"],
  max_length: ["maxItems", "maxLength", "maxProperties", "contains"],
  pattern_match: ["pattern"],
  min_value: ["minimum"],
  max_value: ["maximum"],
  multiple: ["multipleOf"],
  duplicate_item: ["uniqueItems"],
  missing_key: ["required"],
  forbidden_key: ["additionalProperties"],
  options: ["enum", "const"],
  forbidden_value: ["not"],
};

const integer = { type: "integer" };
const rows: [name: string, schema: object, value: unknown][] = [
  ["minItems beside an item", { type: "array", minItems: 3, items: integer }, ["x"]],
  ["maxItems beside an item", { type: "array", maxItems: 1, items: integer }, ["x", 1]],
  ["uniqueItems beside an item", { type: "array", uniqueItems: true, items: integer }, ["x", 1, 1]],
  ["contains beside an item", { type: "array", items: integer, contains: { const: 5 } }, ["x", 1]],
  ["uniqueItems and minItems", { type: "array", uniqueItems: true, minItems: 3 }, [1, 1]],
  ["minProperties beside a property", { type: "object", minProperties: 2, properties: { a: integer } }, { a: "x" }],
  ["maxProperties beside an unknown key", { type: "object", maxProperties: 0, additionalProperties: false }, { b: 1 }],
  ["required beside a property", { type: "object", required: ["b"], properties: { a: integer } }, { a: "x" }],
  [
    "then beside a property",
    { type: "object", properties: { a: integer }, if: { required: ["a"] }, then: { required: ["c"] } },
    { a: "x" },
  ],
  [
    "else beside a property",
    { type: "object", properties: { a: integer }, if: { required: ["z"] }, else: { required: ["c"] } },
    { a: "x" },
  ],
  [
    "dependentRequired beside a property",
    { type: "object", properties: { a: integer }, dependentRequired: { a: ["c"] } },
    { a: "x" },
  ],
  [
    "dependentSchemas beside a property",
    { type: "object", properties: { a: integer }, dependentSchemas: { a: { properties: { b: integer } } } },
    { a: "x", b: "y" },
  ],
  [
    "patternProperties beside a property",
    { type: "object", properties: { ab: integer }, patternProperties: { "^a": { type: "boolean" } } },
    { ab: "x" },
  ],
  ["not beside a property", { type: "object", properties: { a: integer }, not: { required: ["b"] } }, { a: "x", b: 1 }],
  ["all that is wrong with a text", { type: "string", minLength: 8, pattern: "\\d" }, "short"],
  ["all that is wrong with a number", { type: "number", minimum: 5, multipleOf: 2 }, 3],
  [
    "at any depth",
    { type: "array", items: { type: "object", properties: { l: { type: "array", minItems: 2, items: integer } } } },
    [{ l: ["x"] }, { l: [] }],
  ],
  [
    "each part of an allOf",
    {
      type: "object",
      allOf: [{ properties: { a: { not: { const: 1 } } } }, { properties: { b: integer }, not: { required: ["c"] } }],
    },
    { a: 1, b: "x", c: 1 },
  ],
];

describe("allErrors", () => {
  test.each(rows)("%s", (_name, schema, value) => {
    const validator = fromJsonSchema(schema, { allErrors: true });
    const expected = ofAjv(schema, value);
    expect(expected.length).toBeGreaterThan(0);
    const found = errors(validator, value);
    const asAjv = found.map((one) => {
      const [pointer, code = ""] = one.split(" ");
      const keyword = CODES[code]?.find((name) => expected.includes(`${pointer} ${name}`));
      return `${pointer} ${keyword ?? code}`;
    });
    expect(asAjv.sort()).toEqual(expected.sort());
  });

  test("without it, every member reports the first, then the whole", () => {
    const schema = { type: "array", minItems: 3, items: integer };
    expect(errors(fromJsonSchema(schema), ["x"])).toEqual(["/0 invalid_type"]);
    expect(errors(fromJsonSchema(schema), [1])).toEqual([" min_length"]);
    expect(errors(fromJsonSchema(schema, { allErrors: false }), ["x"])).toEqual(["/0 invalid_type"]);
  });

  test("a value of another type has one error", () => {
    const schema = { type: "object", allOf: [{ required: ["a"] }, { not: { required: ["b"] } }] };
    expect(errors(fromJsonSchema(schema, { allErrors: true }), 5)).toEqual([" invalid_type"]);
  });

  test("bounds hold", () => {
    const schema = { type: "array", minItems: 3, items: integer };
    const { error } = fromJsonSchema(schema, { allErrors: true }).safe(["x"], { maxErrors: 1 });
    expect(error).toMatchObject({ length: 1, truncated: true });
  });

  test("is written, dumped and loaded, also beside exact integers, and in documents of OpenAPI", () => {
    const schema = { type: "array", minItems: 3, items: integer };
    const one = fromJsonSchema(schema, { allErrors: true, integers: "exact" });
    expect(errors(one, ["x"])).toEqual(["/0 invalid_type", " min_length"]);
    const loaded = load(JSON.parse(JSON.stringify(one.dump())));
    expect(loaded.equals(one)).toBe(true);
    expect(toJsonSchema(fromJsonSchema(schema, { allErrors: true }))).toMatchObject(schema);
    expect(toSource(fromJsonSchema(schema, { allErrors: true }))).toContain("all_errors: true");
    const document = {
      openapi: "3.1.0",
      info: { title: "t", version: "1" },
      paths: {},
      components: { schemas: { L: schema } },
    };
    const { components } = fromOpenApi(document, { allErrors: true });
    expect(errors(components.L as Validator, ["x"])).toEqual(["/0 invalid_type", " min_length"]);
    expect(() => fromJsonSchema({}, { allErrors: 1 } as never)).toThrow("it should be true or false");
  });
});

const all = (...steps: Validator[]): Validator => AllOf(steps as never, { all_errors: true } as never) as Validator;

describe("AllOf with all_errors", () => {
  test("reports all that is wrong on the way out, too", () => {
    const one = all(
      List(Int({ min: 1 }), { minlen: 3 }),
      Check(() => true),
    );
    expect(one.safeEncode([0]).error?.issues.map(({ code }) => code)).toEqual(["min_value", "min_length"]);
  });

  test("reports what is wrong with the whole beside its members", () => {
    expect(errors(all(List(Int({ min: 1 }), { minlen: 3, unique_items: true })), [0, 0])).toEqual([
      "/0 min_value",
      "/1 min_value",
      "/1 duplicate_item",
      " min_length",
    ]);
    expect(errors(all(Dict({ extra: [Str(), Int({ min: 1 })], maxlen: 1 })), { a: 0, b: 1 })).toEqual([
      "/a min_value",
      " max_length",
    ]);
    expect(
      errors(Dict({ a: all(Str({ minlen: 8, pattern: "^[^]*\\d" })), b: Str({ minlen: 8, pattern: "x" }) }), {
        a: "a",
        b: "b",
      }),
    ).toEqual(["/a min_length", "/a pattern_match", "/b min_length"]);
  });

  test("a step that gets what another has converted, or calls a function, waits for it", () => {
    const calls: unknown[] = [];
    const look = Transform((value) => calls.push(value));
    expect(errors(all(List(Int(), { minlen: 2 }), look), ["x"])).toEqual(["/0 invalid_type", " min_length"]);
    expect(errors(all(Str({ minlen: 2 }), Transform(Number), Int()), "1")).toEqual([" min_length"]);
    expect(errors(all(Dict({ a: Default(Int(), 1), b: Int() }), Dict({ c: Int() })), { b: "x" })).toEqual([
      "/b invalid_type",
    ]);
    expect(calls).toEqual([]);
  });

  test("Checks follow as they do without it", () => {
    const never = (code: string, keys?: string[]) => Check(() => false, { code, ...(keys && { keys }) });
    const one = all(Dict({ a: Int(), b: Int() }), never("none"), never("a", ["a"]));
    expect(errors(one, { a: 1, b: "x" })).toEqual(["/b invalid_type", " a"]);
    expect(errors(one, { a: 1, b: 1 })).toEqual([" none", " a"]);
  });

  test("holds in what is inside, and ends with it", () => {
    const list = List(Int(), { minlen: 2 });
    const one = Dict({
      a: all(OneOf([Dict({ t: Str({ options: ["x"] }), l: list })], { discriminator: "t" })),
      b: list,
    });
    expect(errors(one, { a: { t: "x", l: ["x"] }, b: ["x"] })).toEqual([
      "/a/l/0 invalid_type",
      "/a/l min_length",
      "/b/0 invalid_type",
    ]);
  });
});
