import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterEach, describe, expect, test } from "vitest";
import { closestFirst } from "../../src/core/errors/closest.ts";
import * as v from "../../src/index.ts";
import { fromJsonSchema, instances, toAjvErrors } from "../../src/index.ts";
import { de } from "../../src/text/locales/de.ts";

afterEach(() => instances.clear());

const ajv = new Ajv2020({ allErrors: true, strict: false });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);

const errorsOf = (validator: v.Validator, value: unknown) => {
  const { error } = validator.safe(value);
  return error === undefined ? [] : toAjvErrors(error);
};

function byAjv(schema: object, value: unknown) {
  const validate = ajv.compile(schema);
  validate(value);
  return validate.errors ?? [];
}

/** Schemas and values that both describe in the same way, `schemaPath` included. */
const SAME: readonly (readonly [schema: object, value: unknown])[] = [
  [{ type: "integer" }, "a"],
  [{ type: "integer" }, 1.5],
  [{ type: "number" }, null],
  [{ type: "string" }, 1],
  [{ type: "boolean" }, 1],
  [{ type: "null" }, 1],
  [{ type: "array" }, {}],
  [{ type: "object" }, []],
  [{ type: ["number", "string"] }, []],
  [{ type: ["boolean", "array", "object"] }, "a"],
  [{ minimum: 1 }, 0],
  [{ maximum: 1 }, 2],
  [{ exclusiveMinimum: 1 }, 1],
  [{ exclusiveMaximum: 1 }, 1],
  [{ type: "integer", minimum: -2 }, -3],
  [{ multipleOf: 2 }, 3],
  [{ type: "integer", multipleOf: 5 }, 3],
  [{ minLength: 2 }, "a"],
  [{ maxLength: 1 }, "ab"],
  [{ pattern: "^a" }, "b"],
  [{ pattern: "a" }, "b"],
  [{ format: "email" }, "x"],
  [{ format: "date-time" }, "x"],
  [{ enum: ["a", "b"] }, "c"],
  [{ enum: [1, 2] }, 3],
  [{ const: 1 }, 2],
  [{ const: "a" }, "b"],
  [{ const: { a: 1 } }, { a: 2 }],
  [{ minItems: 2 }, [1]],
  [{ maxItems: 1 }, [1, 2]],
  [{ uniqueItems: true }, [1, 2, 1]],
  [{ uniqueItems: true }, [{ a: 1 }, { a: 1 }]],
  [{ items: { type: "string" } }, ["a", 1]],
  [{ minProperties: 1 }, {}],
  [{ maxProperties: 0 }, { a: 1 }],
  [{ required: ["a"] }, {}],
  [{ required: ["a", "b"] }, {}],
  [{ additionalProperties: false }, { x: 1 }],
  [
    { additionalProperties: false, properties: { a: true } },
    { x: 1, y: 2 },
  ],
  [{ additionalProperties: { type: "string" } }, { a: 1 }],
  [{ properties: { a: { type: "object", required: ["b"] } } }, { a: {} }],
  [{ properties: { a: { additionalProperties: false } } }, { a: { "b/c": 1 } }],
  [{ properties: { "a/b~c %": { type: "string" } } }, { "a/b~c %": 1 }],
  [{ properties: { a: { items: { properties: { b: { minimum: 1 } } } } } }, { a: [{ b: 1 }, { b: 0 }] }],
  [{ properties: { a: { uniqueItems: true } } }, { a: [1, 1] }],
  [{ not: { properties: { a: { const: 1 } }, required: ["a"], type: "object" }, type: "object" }, { a: 1 }],
  [{ oneOf: [{ minimum: 1 }, { maximum: 5 }] }, 3],
  [{ oneOf: [{ minimum: 1 }, { maximum: 5 }, { multipleOf: 3 }] }, 3],
];

/** Those in which ajv knows a place in the schema that an error does not know. */
const ELSEWHERE: readonly (readonly [schema: object, value: unknown])[] = [
  [{ patternProperties: { "^x": { type: "string" } } }, { x1: 1 }],
  [{ allOf: [{ minimum: 1 }, { minimum: 2 }] }, 0],
  [{ $ref: "#/$defs/a", $defs: { a: { minLength: 3 } } }, "a"],
  [{ prefixItems: [{ type: "string" }, { type: "integer" }] }, ["a", "b"]],
  [{ dependentSchemas: { a: { required: ["b"] } } }, { a: 1 }],
  [{ items: { items: { enum: ["a", "b"] } } }, [["a"], ["c"]]],
];

describe("errors in the form of ajv", () => {
  test.each(SAME)("are the same for %j and %j", (schema, value) => {
    const ours = errorsOf(fromJsonSchema(schema, { format: "assertion" }), value);
    const one = ({ instancePath, schemaPath, keyword, params, message }: (typeof ours)[number]) => ({
      ...{ instancePath, schemaPath, keyword, params, message },
    });
    const theirs = byAjv(schema, value) as unknown as typeof ours;
    expect(ours).toEqual(theirs.map(one));
  });

  test.each(ELSEWHERE)("have the same keyword, place and params for %j and %j", (schema, value) => {
    const one = ({ instancePath, keyword, params }: { instancePath: string; keyword: string; params: unknown }) => ({
      ...{ instancePath, keyword, params },
    });
    const theirs = byAjv(schema, value).map(one);
    const ours = errorsOf(fromJsonSchema(schema), value).map(one);
    for (const error of ours) expect(theirs).toContainEqual(error);
    expect(ours.length).toBeGreaterThan(0);
  });

  test("of a key have its name", () => {
    const schema = { properties: { a: { propertyNames: { maxLength: 1 } } } };
    const [theirs] = byAjv(schema, { a: { xy: 1 } });
    expect(errorsOf(fromJsonSchema(schema), { a: { xy: 1 } })).toEqual([
      { ...theirs, schemaPath: "#/properties/a/propertyNames/maxLength" },
    ]);
  });

  test("of contains have the limit that was exceeded", () => {
    const contains = { contains: { type: "string" }, minContains: 2, maxContains: 3 };
    const validator = fromJsonSchema(contains);
    expect(errorsOf(validator, ["a"])).toMatchObject([{ keyword: "contains", params: { minContains: 2 } }]);
    expect(errorsOf(validator, ["a", "a", "a", "a"])).toMatchObject([{ params: { maxContains: 3 } }]);
  });

  test("come from any validator", () => {
    const even = v.Check(
      (n: number, fail) => n % 2 === 0 || fail({ message: "Odd.", code: "odd", params: { base: 2 } }),
    );
    const schema = v.Dict({
      n: v.AllOf(v.Int(), even),
      at: v.Date({ format: "iso" }),
      later: v.Datetime({ format: "rfc3339", min: new Date("2026-01-01T00:00:00Z") }),
      pair: v.Tuple(v.Int(), v.Int()),
      big: v.Int({ bigint: true, max: 10n }),
      float: v.Float(),
    });
    const value = { n: 1, at: "x", later: "2025-01-01T00:00:00Z", pair: [1], big: 11n, float: Number.NaN };
    const errors = errorsOf(schema, value);
    expect(JSON.parse(JSON.stringify(errors))).toMatchObject([
      { instancePath: "/n", keyword: "odd", params: { base: 2 }, message: "Odd." },
      { instancePath: "/at", keyword: "format", params: { format: "iso" } },
      {
        instancePath: "/later",
        keyword: "formatMinimum",
        params: { comparison: ">=", limit: "2026-01-01T00:00:00+00:00" },
      },
      { instancePath: "/pair", keyword: "minItems", params: { limit: 2 } },
      { instancePath: "/big", keyword: "maximum", params: { limit: 10 } },
      { instancePath: "/float", keyword: "type", params: { type: "number" } },
    ]);
    expect(errorsOf(v.Any(), 1)).toEqual([]);
    const { error } = v.Int().safeJson("[");
    expect(error && toAjvErrors(error)).toMatchObject([{ instancePath: "", keyword: "json_decode", params: {} }]);
  });

  test("keep the order of the issues, and join only the types of one value", () => {
    const schema = v.OneOf(v.Dict({ k: v.Int() }), v.Dict({ k: v.Str(), more: v.OneOf(v.Int(), v.Str()) }));
    const { error } = schema.safe({ k: true });
    expect(error && toAjvErrors(error).map(({ instancePath, keyword }) => [instancePath, keyword])).toEqual(
      closestFirst(error as v.ValidationError).map(({ error: { code, context } }) =>
        code === "missing_key"
          ? ["", "required"]
          : [`/${context.filter((node) => typeof node === "string").join("/")}`, "type"],
      ),
    );
  });

  test("have the messages of the validator", () => {
    const { error } = v.Dict({ a: v.Int({ min: 1, message: "Give {expected}." }) }).safe({ a: 0 });
    expect(error && toAjvErrors(error)[0]?.message).toBe("Give 1.");
    const checked = v
      .Check(() => false)
      .safe(0)
      .error?.formatWith(de);
    expect(checked && toAjvErrors(checked)[0]?.message).toBe(checked?.issues[0]?.message);
  });

  test("have neither secrets nor texts without bound", () => {
    const secret = v.Str({ options: ["hunter2", "hunter3"], secret: true } as never);
    expect(JSON.stringify(errorsOf(v.Dict({ a: secret }), { a: "hunter4" }))).not.toContain("hunter");
    const key = "k".repeat(100_000);
    const value = { [key]: Array.from({ length: 5000 }, () => "x") };
    const errors = errorsOf(v.Dict({ extra: [v.Str(), v.List(v.Int())] }), value);
    expect(errors).toHaveLength(5000);
    expect(JSON.stringify(errors).length).toBeLessThan(10_000_000);
    expect(errorsOf(v.Dict({}), { "\ud800": 1 })).toMatchObject([{ schemaPath: "#/additionalProperties" }]);
    expect(errorsOf(v.Dict({ "\ud800": v.Int() }), { "\ud800": "" })).toHaveLength(1);
  });

  test("come from nothing else", () => {
    expect(() => toAjvErrors(undefined as never)).toThrow(TypeError);
    expect(() => toAjvErrors(new Error("a") as never)).toThrow(TypeError);
  });
});
