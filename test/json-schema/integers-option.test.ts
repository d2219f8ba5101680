/** The option `integers`: what becomes of integers beyond the safe range. */
import { describe, expect, test } from "vitest";
import { fromJsonSchema, fromOpenApi } from "../../src/index.ts";

const ID = "9007199254740993";
const BIG = 9007199254740993n;

/** A schema, a text, and its value with `"exact"`. */
const ROWS: readonly (readonly [schema: unknown, text: string, value: unknown])[] = [
  [{ type: "integer" }, ID, BIG],
  [{ type: "integer" }, "1e400", 10n ** 400n],
  [{ type: "integer" }, `${ID}.0`, BIG],
  [{ type: "number" }, ID, BIG],
  [{ type: "number", minimum: 0 }, ID, BIG],
  [{}, ID, BIG],
  [{}, `{"a":[1,${ID},0.5,"x",null]}`, { a: [1, BIG, 0.5, "x", null] }],
  [{ type: "object", properties: { id: { type: "integer" } } }, `{"id":${ID},"more":${ID}}`, { id: BIG, more: BIG }],
  [
    { type: "array", items: { type: "integer" }, uniqueItems: true },
    `[${ID},9007199254740992]`,
    [BIG, 9007199254740992n],
  ],
  [{ not: { type: "string" } }, `[${ID}]`, [BIG]],
  [{ allOf: [{ type: "number" }, { minimum: 5 }, { not: { const: 7 } }] }, ID, BIG],
  [{ anyOf: [{ type: "string" }, { multipleOf: 3 }] }, "9007199254740999", undefined],
  [{ const: BIG }, ID, BIG],
  [{ enum: [BIG, "a"] }, ID, BIG],
  [
    { $defs: { n: { properties: { next: { $ref: "#/$defs/n" }, id: { type: "integer" } } } }, $ref: "#/$defs/n" },
    `{"next":{"id":${ID}}}`,
    { next: { id: BIG } },
  ],
];

describe("exact: integers beyond the safe range are bigints, which are valid again and written with their digits", () => {
  test.each(ROWS.filter(([, , value]) => value !== undefined))("%s, %s", (schema, text, value) => {
    const validator = fromJsonSchema(schema, { integers: "exact" });
    expect(validator.json(text)).toStrictEqual(value);
    expect(validator.isJson(text)).toBe(true);
    expect(validator.is(value)).toBe(true);
    expect(validator(value)).toStrictEqual(value);
    expect(validator.json(validator.stringify(value))).toStrictEqual(value);
  });
});

test("numbers in the safe range, and those with a fraction, stay numbers", () => {
  const validator = fromJsonSchema({}, { integers: "exact" });
  expect(validator.json("[9007199254740991,1.0,1e3,0.1,9007199254740993.5,-0]")).toStrictEqual([
    9007199254740991, 1, 1000, 0.1, 9007199254740994, -0,
  ]);
});

describe("refuse: they are errors, at any depth", () => {
  test.each([
    [{ type: "integer" }, ID, "", "Expected at most 9007199254740991, got 9007199254740993."],
    [{ type: "number" }, `-${ID}`, "", "Expected at least -9007199254740991, got -9007199254740993."],
    [{}, `{"a":[1,${ID}]}`, "/a/1", "Expected at most 9007199254740991, got 9007199254740993."],
    [{ not: { type: "string" } }, `[${ID}]`, "/0", "Expected at most 9007199254740991, got 9007199254740993."],
  ])("%s, %s", (schema, text, pointer, message) => {
    const validator = fromJsonSchema(schema, { integers: "refuse" });
    const result = validator.safeJson(text);
    expect(!result.ok && result.error.issues.map((issue) => [issue.pointer, issue.message])).toEqual([
      [pointer, message],
    ]);
    expect(validator.isJson(text)).toBe(false);
    expect(validator.isJson(text.replace(ID, "9007199254740991"))).toBe(true);
  });
});

test("number, the default: as JSON.parse", () => {
  for (const options of [{}, { integers: "number" as const }])
    expect(fromJsonSchema({}, options).json(`[${ID}]`)).toEqual([9007199254740992]);
  expect(() => fromJsonSchema({}, { integers: "bigint" as never })).toThrow("integers");
});

describe("fromOpenApi", () => {
  const schema = { type: "integer", format: "int64" };
  const document = {
    openapi: "3.0.3",
    info: { title: "t", version: "1" },
    components: { schemas: { A: { type: "object", properties: { id: schema } } } },
    paths: {
      "/p/{n}": {
        parameters: [{ in: "path", name: "n", required: true, schema: { type: "number" } }],
        get: {
          parameters: [
            { in: "query", name: "id", schema },
            { in: "query", name: "ids", schema: { type: "array", items: schema } },
            { in: "query", name: "json", content: { "application/json": { schema: {} } } },
          ],
          responses: {},
        },
      },
    },
  };

  test("exact", () => {
    const { components, operations } = fromOpenApi(document, { integers: "exact" });
    expect(components.A?.json('{"id":9223372036854775807}')).toEqual({ id: 9223372036854775807n });
    const [operation] = operations;
    expect(operation?.query?.({ id: ID, ids: [ID, "1"], json: `{"a":${ID}}` })).toEqual({
      id: BIG,
      ids: [BIG, 1],
      json: { a: BIG },
    });
    expect(operation?.params?.({ n: ID })).toEqual({ n: BIG });
  });

  test("refuse", () => {
    const { components, operations } = fromOpenApi(document, { integers: "refuse" });
    expect(components.A?.isJson('{"id":9223372036854775807}')).toBe(false);
    expect(components.A?.isJson('{"id":5}')).toBe(true);
    for (const query of [{ id: ID }, { ids: [ID] }, { json: `[${ID}]` }])
      expect(operations[0]?.query?.safe(query).ok).toBe(false);
    expect(operations[0]?.params?.safe({ n: ID }).ok).toBe(false);
    expect(operations[0]?.query?.safe({ id: "7" })).toEqual({ ok: true, value: { id: 7 } });
  });
});
