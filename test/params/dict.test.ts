import { describe, expect, test } from "vitest";
import { ValueError } from "../../src/contracts.ts";
import { Int, Str, type Validator } from "../../src/index.ts";
import { defaults, dispose, extra, keys, schema } from "../../src/params/dict.ts";

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
