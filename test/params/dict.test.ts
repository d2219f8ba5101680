import { describe, expect, test } from "vitest";
import { ValueError } from "../../src/core/contracts.ts";
import { defaults, dispose, extra, keys, schemaOf as schema } from "../../src/core/params/dict.ts";
import { Dict, fromJsonSchema, Int, Str, type Validator } from "../../src/index.ts";

class Owner {}
const owner = new Owner() as Validator;

test("a schema may be empty, or a Map", () => {
  const int = Int();
  expect(schema(owner, "schema", {})).toEqual({});
  expect(schema(owner, "schema", new Map([["a", int]]))?.a).toBe(int);
  expect(schema(owner, "schema", null)).toBeUndefined();
  expect(() => schema(owner, "schema", { a: 5 })).toThrow(
    new TypeError("Owner.schema['a'] value should be of type Validator"),
  );
});

test("extra is a pair", () => {
  expect(extra(owner, "extra", [Str(), Int()])).toHaveLength(2);
  expect(() => extra(owner, "extra", [Str()])).toThrow(
    new ValueError("Owner.extra should be a tuple of (Validator, Validator)"),
  );
  expect(() => extra(owner, "extra", [Str(), 5])).toThrow(
    new TypeError("Owner.extra[1] value should be of type Validator"),
  );
});

test("defaults are kept as they were given", () => {
  const given = { a: 1 };
  const kept = defaults(owner, "defaults", given);
  given.a = 2;
  expect(kept).toEqual({ a: 1 });
});

test("keys are a list of texts", () => {
  expect(keys(owner, "optional", new Set(["a"]))).toEqual(["a"]);
  expect(keys(owner, "optional", [])).toEqual([]);
  expect(() => keys(owner, "optional", [5])).toThrow(
    new TypeError("Owner.optional items should be of type string, got integer"),
  );
});

describe("a key that is dropped", () => {
  const check = (params: object) => dispose(Object.assign(new Owner(), params) as Validator, "dispose", ["a"]);

  test.each([
    {},
    { schema: { b: Int() } },
    { schema: { a: Int() }, optional: ["a"] },
    { schema: { a: Int() }, defaults: { a: 1 } },
  ])("may be missing, by %o", (params) => {
    expect(check(params)).toEqual(["a"]);
  });

  test("must not be one that has to be there", () => {
    expect(() => check({ schema: { a: Int() }, optional: ["b"], defaults: { b: 1 } })).toThrow(
      new ValueError("Owner.dispose: 'a' should be optional or have a default"),
    );
  });
});

describe("a key that no value has is refused where it is named: it would have no effect", () => {
  const user = { name: Str(), age: Int() };
  const rules: Record<string, object> = {
    optional: { optional: ["nmae"] },
    defaults: { defaults: { nmae: "a" } },
    required: { required: ["nmae"] },
    multikeys: { multikeys: ["nmae"] },
    dependent_required: { dependent_required: { nmae: ["age"] } },
    "dependent_required['age']": { dependent_required: { age: ["nmae"] } },
    dependent_schemas: { dependent_schemas: { nmae: Int() } },
    "exactly_one[0]": { exactly_one: [["nmae", "age"]] },
    "at_most_one[0]": { at_most_one: [["nmae", "age"]] },
    "at_least_one[0]": { at_least_one: [["nmae", "age"]] },
  };

  test.each(Object.entries(rules))("in %s", (attr, params) => {
    const message = `Dict.${attr}: 'nmae' is not in the schema: did you mean 'name'?`;
    for (const closed of [{}, { unknown: "strip" }, { unknown: "forbid" }]) {
      expect(() => Dict(user, { ...params, ...closed } as never)).toThrow(new ValueError(message));
      expect(() => Dict({ schema: user, ...params, ...closed } as never)).toThrow(new ValueError(message));
    }
  });

  test.each(Object.entries(rules))("but not in %s if other keys are possible", (_, params) => {
    const open = [{ unknown: "keep" }, { extra: [Str(), Int()] }, { patterns: { "n.*": Str() } }];
    for (const more of open) expect(() => Dict(user, { ...params, ...more } as never)).not.toThrow();
    expect(() => Dict(params)).not.toThrow();
  });

  test("and told which keys there are", () => {
    const keys = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`key${index}0`, Int()]));
    const some = "'key00', 'key10', 'key20', 'key30', 'key40', 'key50', 'key60', 'key70', 'key80', 'key90', \u2026";
    expect(() => Dict(user, { optional: ["zip"] as never })).toThrow("is not in the schema, which has 'name', 'age'");
    expect(() => Dict(keys, { optional: ["zip"] })).toThrow(`'zip' is not in the schema, which has ${some}`);
    expect(() => Dict({}, { optional: ["zip"] as never })).toThrow("which has no keys");
  });

  test("but not in data: a JSON Schema may say things of keys that it forbids", () => {
    const closed = { properties: { a: {} }, additionalProperties: false };
    const schema = fromJsonSchema({ type: "object", ...closed, required: ["b"], dependentRequired: { c: ["a"] } });
    expect(schema.is({ a: 1 })).toBe(false);
    expect(() => Dict(user).clone({ optional: ["nmae"] } as never)).not.toThrow();
  });

  test("but dispose may name any key", () => {
    expect(Dict(user, { dispose: ["csrf"] })({ name: "a", age: 1, csrf: "x" })).toEqual({ name: "a", age: 1 });
  });
});
