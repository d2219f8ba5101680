import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { type FromJsonSchemaOptions, fromJsonSchema, instances, type JsonSchemaWarning } from "../../src/index.ts";

afterEach(() => instances.clear());

const five = { type: "integer", default: 5 };
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
const n = object({ n: five });
const filling = (schema: object, options: FromJsonSchemaOptions = {}) =>
  fromJsonSchema(schema, { defaults: true, ...options });

/** Schemas with values, and what becomes of these. */
const CASES: [what: string, schema: object, values: [value: unknown, result: unknown][]][] = [
  [
    "a property",
    n,
    [
      [{}, { n: 5 }],
      [{ n: 6 }, { n: 6 }],
      [{ a: 1 }, { a: 1, n: 5 }],
    ],
  ],
  [
    "a property without a type",
    { properties: { n: { default: null } } },
    [
      [{}, { n: null }],
      [[], []],
      [1, 1],
    ],
  ],
  ["properties in properties", object({ a: n, b: { ...n, default: {} } }), [[{ a: {} }, { a: { n: 5 }, b: { n: 5 } }]]],
  [
    "items",
    { type: "array", prefixItems: [n], items: object({ m: five }) },
    [
      [
        [{}, {}, {}],
        [{ n: 5 }, { m: 5 }, { m: 5 }],
      ],
    ],
  ],
  ["additionalProperties", object({}, { additionalProperties: n }), [[{ a: {} }, { a: { n: 5 } }]]],
  ["a reference", { $ref: "#/$defs/N", $defs: { N: n } }, [[{}, { n: 5 }]]],
  [
    "a property behind a reference",
    object({ n: { $ref: "#/$defs/Five" } }, { $defs: { Five: five } }),
    [[{}, { n: 5 }]],
  ],
  ["a property in allOf", object({ n: { allOf: [five, { maximum: 9 }] } }), [[{}, { n: 5 }]]],
  [
    "a property that may be null",
    object({ n: { anyOf: [five, { type: "null" }] } }),
    [
      [{}, { n: 5 }],
      [{ n: null }, { n: null }],
    ],
  ],
  ["allOf", { allOf: [n, object({ m: five })] }, [[{}, { n: 5, m: 5 }]]],
  ["allOf, the first default first", { allOf: [n, object({ n: { default: 6 } })] }, [[{}, { n: 5 }]]],
  [
    "the alternative of anyOf that is valid",
    {
      anyOf: [
        object({ a: { const: 1 }, n: five }, { required: ["a"] }),
        object({ a: { const: 2 }, m: five }, { required: ["a"] }),
      ],
    },
    [
      [{ a: 1 }, { a: 1, n: 5 }],
      [{ a: 2 }, { a: 2, m: 5 }],
    ],
  ],
  [
    "the alternative of oneOf that is valid",
    { oneOf: [object({ n: five }, { required: ["a"] }), object({ m: five }, { required: ["b"] })] },
    [
      [{ a: 1 }, { a: 1, n: 5 }],
      [{ b: 1 }, { b: 1, m: 5 }],
    ],
  ],
  [
    "anyOf with a schema that takes everything",
    { anyOf: [n, true] },
    [
      [{}, { n: 5 }],
      [{ n: "x" }, { n: "x" }],
      [1, 1],
    ],
  ],
  [
    "an object with alternatives",
    { ...n, anyOf: [{ required: ["a"] }, { properties: { b: { const: 1 } }, required: ["b"] }] },
    [
      [{ a: 1 }, { a: 1, n: 5 }],
      [{ b: 1 }, { b: 1, n: 5 }],
    ],
  ],
  [
    "an object, and its alternatives",
    { ...n, oneOf: [object({ m: five }, { required: ["a"] }), object({ l: five }, { required: ["b"] })] },
    [[{ a: 1 }, { a: 1, m: 5, n: 5 }]],
  ],
  [
    "then and else",
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    { type: "object", if: { required: ["a"] }, then: n, else: object({ m: five }) },
    [
      [{ a: 1 }, { a: 1, n: 5 }],
      [{}, { m: 5 }],
    ],
  ],
  ["a closed object", object({ n: five }, { additionalProperties: false }), [[{}, { n: 5 }]]],
  ["an object closed by unevaluatedProperties", { allOf: [n], unevaluatedProperties: false }, [[{}, { n: 5 }]]],
  [
    "alternatives closed by unevaluatedProperties",
    { anyOf: [n, object({ a: true })], unevaluatedProperties: false },
    [[{ a: 1 }, { a: 1, n: 5 }]],
  ],
  [
    "a schema that contains itself",
    { $ref: "#/$defs/T", $defs: { T: object({ n: five, t: { $ref: "#/$defs/T" } }) } },
    [[{ t: { t: {} } }, { n: 5, t: { n: 5, t: { n: 5 } } }]],
  ],
  [
    "a schema that contains itself among others",
    {
      $ref: "#/$defs/T",
      $defs: {
        T: { ...object({ n: five }), anyOf: [{ required: ["a"] }, { properties: { t: { $ref: "#/$defs/T" } } }] },
      },
    },
    [
      [{ t: { a: 1 } }, { n: 5, t: { a: 1, n: 5 } }],
      [
        { a: 1, t: {} },
        { a: 1, n: 5, t: {} },
      ],
    ],
  ],
  [
    "any name",
    { properties: JSON.parse('{"__proto__": {"default": 1}, "toString": {"default": 2}}') },
    [[{}, JSON.parse('{"__proto__": 1, "toString": 2}')]],
  ],
];

/** Schemas in which a default would change the verdict if it were filled in before. */
const VERDICTS: [what: string, schema: object, valid: unknown[], invalid: unknown[]][] = [
  ["required", object({ n: five }, { required: ["n"] }), [{ n: 1 }], [{}]],
  ["minProperties", object({ n: five }, { minProperties: 1 }), [{ a: 1 }], [{}]],
  ["maxProperties", object({ n: five }, { maxProperties: 1 }), [{ a: 1 }], [{ a: 1, b: 1 }]],
  ["not", { ...n, not: { required: ["n"] } }, [{}], [{ n: 1 }]],
  ["if", { ...n, if: { required: ["n"] }, else: { required: ["a"] } }, [{ a: 1 }, { n: 1 }], [{}]],
  [
    "dependentRequired",
    object({ n: five }, { dependentRequired: { n: ["a"], b: ["n"] } }),
    [{}, { n: 1, a: 1 }],
    [{ n: 1 }, { b: 1 }],
  ],
  [
    "dependentSchemas",
    object({ n: five }, { dependentSchemas: { n: { required: ["a"] } } }),
    [{}, { n: 1, a: 1 }],
    [{ n: 1 }],
  ],
  ["oneOf", { ...n, oneOf: [{ required: ["n"] }, { required: ["a"] }] }, [{ a: 1 }, { n: 1 }], [{}, { a: 1, n: 1 }]],
  ["propertyNames", { ...n, allOf: [{ propertyNames: { maxLength: 1 } }] }, [{}, { a: 1 }], [{ ab: 1 }]],
  [
    "alternatives that do not take the default of others",
    { ...n, anyOf: [object({ a: true, m: five }, { additionalProperties: false }), { required: ["b"] }] },
    [{ a: 1 }, { b: 1 }],
    [{ c: 1 }],
  ],
  ["uniqueItems", { type: "array", items: n, uniqueItems: true }, [[{}, { n: 5 }]], [[{}, {}]]],
  ["contains", { type: "array", items: n, contains: { required: ["n"] } }, [[{ n: 1 }]], [[{}]]],
];

describe("defaults", () => {
  test.each(CASES)("are filled in in %s", (_, schema, values) => {
    const validator = filling(schema);
    const plain = fromJsonSchema(schema);
    for (const [value, result] of values) {
      expect(validator(value)).toEqual(result);
      expect(validator.json(JSON.stringify(value))).toEqual(result);
      // What comes out is valid, and stays what it is.
      expect(validator(result)).toEqual(result);
      expect(plain(value)).toEqual(value);
    }
  });

  test.each(VERDICTS)("never change what is valid by %s", (_, schema, valid, invalid) => {
    const [validator, plain] = [filling(schema), fromJsonSchema(schema)];
    for (const [values, isValid] of [
      [valid, true],
      [invalid, false],
    ] as const) {
      for (const value of values) {
        for (const one of [validator, plain]) {
          expect(one.is(value)).toBe(isValid);
          expect(one.safe(value).ok).toBe(isValid);
          expect(one.safeJson(JSON.stringify(value)).ok).toBe(isValid);
        }
      }
    }
  });

  test("never change what is valid, whatever the schema and the value", () => {
    const schemas = [...CASES.map(([, schema]) => schema), ...VERDICTS.map(([, schema]) => schema)];
    const both = schemas.map((schema) => [filling(schema), fromJsonSchema(schema)] as const);
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom(1, "x", null),
        tie("object"),
        fc.array(tie("value"), { maxLength: 3 }),
      ),
      object: fc.dictionary(fc.constantFrom("n", "m", "a", "b", "t", "ab"), tie("value"), { maxKeys: 4 }),
    }));
    fc.assert(
      fc.property(value, (input) => {
        for (const [validator, plain] of both) {
          const result = validator.safe(input);
          expect(result.ok).toBe(plain.safe(input).ok);
          expect(validator.is(input)).toBe(result.ok);
        }
      }),
    );
  });

  test("are copies", () => {
    const schema = object({ list: { default: [{ a: 1 }] } });
    const validator = filling(schema);
    const first = validator({}) as { list: object[] };
    first.list.push({});
    (schema.properties as typeof schema.properties & { list: { default: unknown[] } }).list.default.push(2);
    expect(validator({})).toEqual({ list: [{ a: 1 }] });
  });

  test.each<[object, string]>([
    [object({ n: { type: "integer", default: "5" } }), "/properties/n/default"],
    [object({ n: { $ref: "#/$defs/N" } }, { $defs: { N: { maximum: 1, default: 2 } } }), "/$defs/N/default"],
    [{ items: object({ a: { type: "object", required: ["x"], default: {} } }) }, "/items/properties/a/default"],
    [{ allOf: [n, { properties: { n: { maximum: 4 } } }] }, "/allOf/0/properties/n/default"],
    [object({ t: { $ref: "#", default: 1 } }), "/properties/t/default"],
  ])("that are not valid are an error with the place: %j", (schema, pointer) => {
    expect(() => filling(schema)).toThrow(expect.objectContaining({ keyword: "default", pointer }));
    expect(() => fromJsonSchema(schema)).not.toThrow();
  });

  test.each<[object, string]>([
    [{ not: n }, "/not"],
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    [{ if: n, then: true }, "/if"],
    [{ contains: n }, "/contains"],
    [{ patternProperties: { "^a": n } }, "/patternProperties/^a"],
    [{ dependentSchemas: { a: n } }, "/dependentSchemas/a"],
    [{ unevaluatedProperties: n }, "/unevaluatedProperties"],
  ])("that are not filled in are a warning: %j", (schema, pointer) => {
    const warnings: JsonSchemaWarning[] = [];
    filling(schema, { onWarning: (one) => warnings.push(one) });
    expect(warnings).toMatchObject([{ keyword: "default", pointer }]);
    fromJsonSchema(schema, { onWarning: (one) => warnings.push(one) });
    expect(warnings).toHaveLength(1);
  });

  test("are an option that is true or false", () => {
    expect(() => fromJsonSchema(n, { defaults: "all" as never })).toThrow("defaults: it should be true or false");
  });
});
