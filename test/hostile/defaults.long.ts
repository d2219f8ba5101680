/** Defaults inside defaults: a small schema may say a value without bound. */
import { describe, expect, test } from "vitest";
import {
  Default,
  Dict,
  fromJsonSchema,
  Int,
  JsonSchemaError,
  LazyRef,
  List,
  type Result,
  type Validator,
} from "../../src/index.ts";
import { fromOpenApi } from "../../src/openapi.ts";

type Schema = Readonly<Record<string, unknown>>;

/** Each of so many definitions names the next one as often as there are keys. */
function definitions(levels: number, keys: readonly string[], next: (reference: Schema) => Schema): Schema {
  const last = { type: "object", properties: { end: { default: 1 } } };
  const level = (index: number): Schema => {
    const reference = { $ref: `#/$defs/d${index + 1}` };
    return { type: "object", properties: Object.fromEntries(keys.map((key) => [key, next(reference)])) };
  };
  const $defs = Object.fromEntries(Array.from({ length: levels }, (_, index) => [`d${index}`, level(index)]));
  return { $ref: "#/$defs/d0", $defs: { ...$defs, [`d${levels}`]: last } };
}

const fromSchema =
  (next: (reference: Schema) => Schema, keys = ["a", "b"]) =>
  (levels: number): Validator =>
    fromJsonSchema(definitions(levels, keys, next), { defaults: true });

function nested(levels: number, around: (inner: Validator) => Validator): Validator {
  let all: Validator = Dict({ end: Default(Int(), 1) });
  for (let level = 0; level < levels; level++) all = around(all);
  return all;
}

const byHand = (around: (inner: Validator) => Validator) => (levels: number) => nested(levels, around);

/** By what makes them: validators of so many levels, each with two defaults of the level below. */
const BOTH: Readonly<Record<string, (levels: number) => Validator>> = {
  "beside $ref": fromSchema((reference) => ({ ...reference, default: {} })),
  "in allOf": fromSchema((reference) => ({ allOf: [reference], default: {} })),
  "in anyOf with null": fromSchema((reference) => ({ anyOf: [reference, { type: "null" }], default: {} })),
  "in items": fromSchema((reference) => ({ type: "array", items: reference, default: [{}, {}] }), ["a"]),
  "with other keywords": fromSchema((reference) => ({ ...reference, default: {}, dependentRequired: { x: ["y"] } })),
  "defaults of a Dict": byHand((a) => Dict({ a, b: a }, { defaults: { a: {}, b: {} } })),
  "defaults that are made": byHand((a) => Dict({ a, b: a }, { defaults: { a: () => ({}), b: () => ({}) } })),
  "Default as a member": byHand((a) => Dict({ a: Default(a, {}), b: Default(a, {}) })),
  "Default in a List": byHand((a) => Dict({ a: Default(List(a), [{}, {}]) })),
  "through a LazyRef": byHand((a) => Dict({ a: LazyRef(() => a), b: a }, { defaults: { a: {}, b: {} } })),
};

/** The outcome of each call: the name of its error, or how many objects are in the value. */
function outcomesOf(validator: Validator): Readonly<Record<string, unknown>> {
  const of = ({ error, value }: Result<unknown>): unknown =>
    error === undefined ? JSON.stringify(value).split("{").length - 1 : error.name;
  return {
    values: of(validator.safe({})),
    text: of(validator.safeJson("{}")),
    bytes: of(validator.safeJson(new TextEncoder().encode("{}"))),
    is: validator.is({}),
    isJson: validator.isJson("{}"),
  };
}

describe("Defaults inside defaults", () => {
  test.each(Object.entries(BOTH))("that are few are filled in, on every path: %s", (_, make) => {
    const objects = 2 ** 9 - 1;
    const all = { values: objects, text: objects, bytes: objects, is: true, isJson: true };
    expect(outcomesOf(make(8))).toEqual(all);
  });

  // Each takes seconds, as the limit is of work, not of levels.
  test.each(Object.entries(BOTH).filter((_, at) => at % 3 === 0))(
    "that are many exceed the work limit on every path: %s",
    (_, make) => {
      const validator = make(22);
      const limit = "WorkLimitError";
      const none = { values: limit, text: limit, bytes: limit, is: false, isJson: false };
      expect(outcomesOf(validator)).toEqual(none);
    },
  );

  test("are given by the input instead, and count nothing", () => {
    const validator = BOTH["beside $ref"]?.(22) as Validator;
    const given = { a: null, b: null };
    expect(validator.safe(given).error?.issues.map(({ path }) => path)).toEqual([["a"], ["b"]]);
  });

  test("of 100 levels do not take longer to build than their schema warrants", () => {
    expect(fromSchema((reference) => ({ ...reference, default: {} }))(100)).toBeTypeOf("function");
    const document = {
      ...{ openapi: "3.1.0", info: { title: "Deep", version: "1" } },
      paths: {
        "/": {
          post: {
            requestBody: { content: { "application/json": { schema: { $ref: "#/$defs/d0" } } } },
            responses: { 200: { description: "OK" } },
          },
        },
      },
      $defs: definitions(100, ["a", "b"], (reference) => ({ ...reference, default: {} })).$defs,
    };
    const operations = fromOpenApi(document, { defaults: true });
    expect(operations).toBeDefined();
  });

  test("that lead back to themselves fail when the schema is read, with the place", () => {
    const schema = (inner: unknown): Schema => ({
      $ref: "#/$defs/node",
      $defs: { node: { type: "object", properties: { next: { $ref: "#/$defs/node", default: inner } } } },
    });
    const read = (inner: unknown) => () => fromJsonSchema(schema(inner), { defaults: true });
    expect(read({})).toThrow(JsonSchemaError);
    expect(read({})).toThrow("default at /$defs/node/properties/next/default: it is filled in without end");
    expect(read({ next: {} })).toThrow("it is filled in without end");
  });

  test("that are large are filled in wherever the input asks for them, on every path", () => {
    const many = Array.from({ length: 1000 }, (_, index) => index);
    const validators = [
      fromJsonSchema(
        { items: { properties: { all: { type: "array", items: { type: "integer" }, default: many } } } },
        { defaults: true },
      ),
      List(Dict({ all: Default(List(Int()), many) })),
      List(Dict({ all: Default(List(Int()), () => many) })),
    ];
    const input = Array.from({ length: 1000 }, () => ({}));
    for (const validator of validators) {
      expect(validator.safe(input).error).toBeUndefined();
      expect(validator.safeJson(JSON.stringify(input)).error).toBeUndefined();
    }
  });

  test("of which one stands at too many places of one object exceed the work limit", () => {
    const all = { type: "array", items: { type: "integer" }, default: Array.from({ length: 2000 }, () => 1) };
    const properties = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`k${index}`, { $ref: "#/definitions/all" }]),
    );
    const validator = fromJsonSchema({ properties, definitions: { all } }, { defaults: true, dialect: "draft-07" });
    expect(validator.safe({}).error?.name).toBe("WorkLimitError");
    expect(validator.safeJson("{}").error?.name).toBe("WorkLimitError");
  });

  test("of which one is filled in at too many places fail when they are read", () => {
    const all = { type: "array", default: Array.from({ length: 2000 }, () => 1) };
    const properties = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`k${index}`, { $ref: "#/$defs/all", description: "one" }]),
    );
    const read = () => fromJsonSchema({ properties, $defs: { all } }, { defaults: true });
    expect(read).toThrow("default at /$defs/all/default: it is large, and filled in at too many places");
  });
});
