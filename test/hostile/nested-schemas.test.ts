/** Schemas that are nested deep: whatever is built is written, and no stack is too small for an error of ours. */
import "../support/fresh.ts";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { arbitrary } from "../../src/fast-check/index.ts";
import {
  AllOf,
  Any,
  Check,
  Closed,
  Default,
  Dict,
  describe as describeValidator,
  Fallback,
  fromJsonSchema,
  If,
  Int,
  JsonSchemaError,
  List,
  load,
  Not,
  Nullable,
  OneOf,
  Optional,
  Str,
  Tuple,
  toJsonSchema,
  toSource,
  type Validator,
} from "../../src/index.ts";
import { fromOpenApi } from "../../src/openapi.ts";
import { near } from "../support/near-the-end.ts";
import { sweep } from "../support/sweep.ts";

type Schema = Readonly<Record<string, unknown>>;
type Nest = (inner: Schema, index: number) => Schema;

// biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
const when = (condition: Schema, yes: Schema): Schema => ({ if: condition, then: yes });

/** Each keyword that nests. */
const KEYWORDS: Readonly<Record<string, Nest>> = {
  properties: (a) => ({ type: "object", properties: { a } }),
  "properties of any type": (a) => ({ properties: { a } }),
  patternProperties: (a) => ({ patternProperties: { "^a[0-9]": a } }),
  additionalProperties: (a) => ({ additionalProperties: a }),
  propertyNames: (a) => ({ propertyNames: a }),
  dependentSchemas: (a) => ({ dependentSchemas: { a } }),
  unevaluatedProperties: (a, index) => ({ properties: { [`k${index}`]: true }, unevaluatedProperties: a }),
  items: (a) => ({ type: "array", items: a }),
  prefixItems: (a) => ({ prefixItems: [a] }),
  contains: (a) => ({ contains: a }),
  unevaluatedItems: (a) => ({ prefixItems: [true], unevaluatedItems: a }),
  allOf: (a) => ({ allOf: [a, { minProperties: 1 }] }),
  anyOf: (a, index) => ({ properties: { [`k${index}`]: true }, anyOf: [a, { required: ["x"] }] }),
  oneOf: (a, index) => ({ oneOf: [a, { required: [`x${index}`] }] }),
  not: (a) => ({ not: a }),
  if: (a, index) => when(a, { required: [`a${index}`] }),
  "then in if": (a, index) => when({ required: [`a${index}`] }, a),
  else: (a, index) => ({ if: { required: [`a${index}`] }, else: a }),
  "properties with a default and metadata": (a) => ({ title: "a", default: {}, properties: { a }, required: ["a"] }),
};

const INNERMOST: Schema = { type: "object", properties: { text: { type: "string", pattern: "^(?:a|b)[0-9]+$" } } };

function nested(levels: number, nest: Nest): Schema {
  let schema = INNERMOST;
  for (let index = 0; index < levels; index++) schema = nest(schema, index);
  return schema;
}

/** The same by references, each to the next definition. */
function referring(levels: number, nest: Nest): Schema {
  const definition = (index: number): Schema =>
    index === levels - 1 ? INNERMOST : nest({ $ref: `#/$defs/d${index + 1}` }, index);
  const $defs = Object.fromEntries(Array.from({ length: levels }, (_, index) => [`d${index}`, definition(index)]));
  return { $defs, $ref: "#/$defs/d0" };
}

/** What becomes of reading a schema: true, or the error. */
function read(schema: Schema): unknown {
  try {
    fromJsonSchema(schema);
    return true;
  } catch (error) {
    return error instanceof JsonSchemaError ? "JsonSchemaError" : error;
  }
}

describe.each(Object.entries(KEYWORDS))("a JSON Schema nested in %s", (_, nest) => {
  test.each(sweep([500], [250, 500, 5000]))(
    "%d deep is read, or refused by a JsonSchemaError, on any stack",
    (levels) => {
      for (const schema of [nested(levels, nest), referring(levels, nest)]) {
        for (const part of sweep([0.95], [0, 0.8, 0.95])) {
          expect(near(part, () => read(schema))).toBeOneOf([true, "JsonSchemaError"]);
        }
      }
    },
  );

  test("100 deep is read, and so is what is written of it", () => {
    const validator = fromJsonSchema(nested(100, nest));
    expect(fromJsonSchema(toJsonSchema(validator)).is(5)).toBe(validator.is(5));
    expect(load(JSON.parse(JSON.stringify(validator.dump()))).equals(validator)).toBe(true);
    expect(toSource(validator)).toContain("export const schema =");
  });
});

/** Each validator that has another one inside. */
const VALIDATORS: Readonly<Record<string, (inner: Validator) => Validator>> = {
  Dict: (a) => Dict({ a }),
  "Dict with optional keys": (a) => Dict({ a: Optional(a) }),
  "Dict with defaults": (a) => Dict({ a: Default(a, () => undefined) }),
  "Dict with extra": (a) => Dict({}, { extra: [Str(), a] }),
  "Dict with patterns": (a) => Dict({}, { patterns: { "^a": a } }),
  "Dict with dependent_schemas": (a) => Dict({}, { unknown: "keep", dependent_schemas: { a } }),
  List: (a) => List(a),
  Tuple: (a) => Tuple([Int(), a]),
  AllOf: (a) => AllOf(a as never, Check((value) => value !== 5) as never),
  OneOf: (a) => OneOf(Str(), a),
  If: (a) => If(a, Int(), Str()),
  Not: (a) => Not(a),
  Nullable: (a) => Nullable(a),
  Fallback: (a) => Fallback(a, () => 1),
  Closed: (a) => Closed(AllOf(Dict({}, { unknown: "keep" }), a as never) as never),
};

function inside(levels: number, wrap: (inner: Validator) => Validator): Validator {
  let validator: Validator = Dict({ a: Any() });
  for (let level = 0; level < levels; level++) validator = wrap(validator);
  return validator;
}

/** What is done with a validator, however deep it is. */
const WRITERS: Readonly<Record<string, (validator: Validator) => unknown>> = {
  dump: (validator) => validator.dump(),
  clone: (validator) => validator.clone({}),
  toSource: (validator) => toSource(validator),
  equals: (validator) => validator.equals(load(validator.dump())),
  "String(validator)": (validator) => String(validator),
};

describe.each(Object.entries(VALIDATORS))("validators inside of %s", (_, wrap) => {
  test.each(Object.entries(WRITERS))("%s writes 500 levels of them, and 1500, wherever it is called", (_, write) => {
    for (const levels of sweep([500], [500, 1500])) {
      const validator = inside(levels, wrap);
      for (const part of sweep([0.7], [0, 0.7])) expect(near(part, () => write(validator))).toBeTruthy();
    }
  });

  test("a dump of 300 levels is loaded, from JSON, too", () => {
    const validator = inside(300, wrap);
    expect(load(validator.dump()).equals(validator)).toBe(true);
  });
});

/** What a call says of values, where a library may be called from deep inside of a program. */
const CALLS: Readonly<Record<string, (validator: Validator) => unknown>> = {
  safe: (validator) => validator.safe({}).ok,
  "safe, of a value as deep": (validator) => validator.safe(JSON.parse(DEEP)).ok,
  "safe, and its message": (validator) => validator.safe(null).error?.issues.length,
  is: (validator) => validator.is(JSON.parse(DEEP)),
  safeJson: (validator) => validator.safeJson(DEEP).ok,
  isJson: (validator) => validator.isJson("[[[]]]"),
  safeEncode: (validator) => errorOf(() => validator.safeEncode({} as never)) !== "RangeError",
};
const DEEP = `${'{"a":'.repeat(400)}{}${"}".repeat(400)}`;

describe.each([
  ...Object.entries(VALIDATORS),
  ["Dict that fills in", (a: Validator) => Dict({ a }, { defaults: { a: {} } })] as const,
  ["Dict that makes defaults", (a: Validator) => Dict({ a: Default(a, () => ({})) })] as const,
])("500 or 1500 validators inside of %s", (_, wrap) => {
  const validator = inside(sweep(500, 1500), wrap);

  test.each(Object.entries(CALLS))("%s answers wherever it is called", (_, call) => {
    for (const part of sweep([0.95], [0, 0.7, 0.95]))
      expect(errorOf(() => near(part, () => call(validator)))).toBeUndefined();
  });
});

function errorOf(act: () => unknown): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return (error as Error).constructor.name;
  }
}

describe.each(["Dict", "List", "Dict with optional keys"])("300 levels of %s", (name) => {
  const validator = inside(300, VALIDATORS[name] as (inner: Validator) => Validator);
  const schema = toJsonSchema(validator);

  test("have a JSON Schema, which is read", () => {
    expect(errorOf(() => fromJsonSchema(schema))).toBeOneOf([undefined, "JsonSchemaError"]);
  });

  test("validate, and have an encoder and metadata", () => {
    const value = name === "List" ? [] : {};
    expect([validator.safe(value).ok, validator.safeJson(JSON.stringify(value)).ok]).toEqual(
      name === "Dict" ? [false, false] : [true, true],
    );
    expect(errorOf(() => validator.encode(value as never))).toBeOneOf([undefined, "SchemaError"]);
    expect(describeValidator(validator, { title: "deep" }).meta).toEqual({ title: "deep" });
  });
});

test("test data is made of what is nested deep, or refused", () => {
  expect(errorOf(() => arbitrary(inside(300, VALIDATORS.Dict as (inner: Validator) => Validator)))).toBeUndefined();
  for (const name of ["Dict", "List", "Nullable"]) {
    const deep = inside(2000, VALIDATORS[name] as (inner: Validator) => Validator);
    expect(() => arbitrary(deep)).toThrow("the schema is nested too deep");
  }
});

test("what is nested deep in source has constants, so that compilers read it", () => {
  const text = toSource(inside(1500, VALIDATORS.Dict as (inner: Validator) => Validator));
  const margins = Array.from(text.matchAll(/^ */gm), ([margin]) => margin.length);
  expect(Math.max(...margins)).toBeLessThan(150);
});

test("an OpenAPI document that is nested deep is refused by a JsonSchemaError", () => {
  for (const version of ["3.0.3", "3.1.0"]) {
    for (const levels of [100, 2000, 20_000]) {
      const schemas = { a: nested(levels, KEYWORDS.properties as Nest) };
      const document = { openapi: version, info: { title: "a", version: "1" }, paths: {}, components: { schemas } };
      for (const part of [0, 0.8]) {
        const error = near(part, () => errorOf(() => fromOpenApi(document)));
        expect(error).toBeOneOf(levels === 100 && part === 0 ? [undefined] : [undefined, "JsonSchemaError"]);
      }
    }
  }
});

test("a dump that contains itself is refused", () => {
  const dump: Record<string, unknown> = { __class__: "List" };
  dump.item = { __class__: "List", item: dump };
  expect(() => load(dump)).toThrow("A dump should not be nested deeper than 10000 levels");
});

test("a process with a small stack refuses what is too deep for it", () => {
  const script = `
    import { fromJsonSchema } from ${JSON.stringify(join(import.meta.dirname, "../../dist/index.js"))};
    let schema = { type: "string", pattern: "^(?:a|b)+$" };
    for (let level = 0; level < 500; level++) schema = { type: "object", properties: { a: schema } };
    try { fromJsonSchema(schema); console.log("read"); } catch (error) { console.log(error.name); }`;
  for (const size of sweep([200], [200, 400, 984])) {
    const args = [`--stack-size=${size}`, "--input-type=module", "-e", script];
    const { stdout, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect([size, status, stdout.trim()]).toEqual([size, 0, expect.stringMatching(/^(?:read|JsonSchemaError)$/)]);
  }
});
