/**
 * Parameters of Dict and List that validate the result, whose input may have other keys and items: what a schema says
 * of the input has to be true of it, or it is refused.
 */
import { describe, expect, test } from "vitest";
import * as v from "../../src/index.ts";
import { fromJsonSchema, toJsonSchema } from "../../src/index.ts";

const { Any, Default, Dict, Fallback, Int, List, Optional, Str } = v;
const keep = { unknown: "keep" } as const;
const a = { a: Default(Int(), 1) };
const text = Int({ coerce: "text" });

const inputs = [{}, { a: 1 }, { b: 1 }, { a: 1, b: 1 }, { c: 1 }, { a: 1, c: 1 }, { b: 1, c: 1 }, { a: 1, b: 1, c: 1 }];

describe("keys that a default fills need not be in the input:", () => {
  test.each<[string, v.Validator, object]>([
    ["required", Dict(a, { ...keep, required: ["a", "b"] }), { required: ["b"] }],
    ["by a function", Dict({ a: Default(Int(), () => 1) }, { ...keep, required: ["a", "b"] }), { required: ["b"] }],
    ["a default of the Dict", Dict({ a: Int() }, { ...keep, defaults: { a: 1 }, required: ["a"] }), {}],
    [
      "needed by another",
      Dict(a, { ...keep, dependent_required: { b: ["a", "c"] } }),
      { dependentRequired: { b: ["c"] } },
    ],
    ["all that are needed", Dict(a, { ...keep, dependent_required: { b: ["a"] } }), {}],
    ["that needs others", Dict(a, { ...keep, dependent_required: { a: ["b"] } }), { required: ["b"] }],
    ["also twice", Dict(a, { ...keep, required: ["b"], dependent_required: { a: ["b"] } }), { required: ["b"] }],
    // A default that is refused fills nothing.
    ["a refused one", Dict({ a: Default(Int(), "x" as never) }, { ...keep, required: ["a"] }), { required: ["a"] }],
  ])("%s", (_, validator, expected) => {
    const schema = toJsonSchema(validator) as { required?: unknown; dependentRequired?: unknown };
    const { required, dependentRequired } = schema;
    expect({ required, dependentRequired }).toEqual(expected);
    const read = fromJsonSchema(schema);
    for (const input of inputs) expect([input, read.is(input)]).toEqual([input, validator.is(input)]);
  });

  test("but they are in the output", () => {
    const schema = toJsonSchema(Dict(a, { ...keep, dependent_required: { a: ["b"] }, required: ["c"] }), {
      io: "output",
    });
    expect(schema).toMatchObject({ required: ["a", "c"], dependentRequired: { a: ["b"] } });
  });
});

describe("what a schema cannot say of the input is an error, or left out:", () => {
  const rest = Dict({ b: Int() }, keep);
  test.each<[keyword: string, string, v.Validator, valid: unknown]>([
    ["Dict.required", "a key that is dropped", Dict({}, { ...keep, required: ["q"], dispose: ["q"] }), undefined],
    ["Dict.required", "an unknown key", Dict({}, { unknown: "strip" }).clone({ required: ["q"] }), undefined],
    [
      "Dict.dependent_required",
      "a key that needs others is dropped",
      Dict({ b: Optional(Int()) }, { dispose: ["a"] }).clone({ dependent_required: { a: ["b"] } }),
      { a: 1 },
    ],
    [
      "Dict.dependent_required",
      "a key that is needed is dropped",
      Dict({ b: Optional(Int()) }, { dispose: ["a"] }).clone({ dependent_required: { b: ["a"] } }),
      { a: 1 },
    ],
    ["Dict.skip_blank", "a blank key", Dict({}, { ...keep, required: ["q"], skip_blank: true }), { q: 1 }],
    [
      "Dict.patterns",
      "the pattern of a key that is dropped",
      Dict({}, { patterns: { "^p": Int() }, dispose: ["p"] }),
      { p: "x" },
    ],
    [
      "Dict.patterns",
      "a pattern that RegExp would match for years",
      Dict({}, { patterns: { "(?:a+)+$": Int() }, dispose: ["a".repeat(60), `${"a".repeat(60)}!`] }),
      { [`${"a".repeat(60)}!`]: "x" },
    ],
    [
      "Dict.dependent_schemas",
      "a default",
      Dict({ a: Int(), b: Default(Int(), 2) }, { dependent_schemas: { a: rest } }),
      { a: 1 },
    ],
    [
      "Dict.dependent_schemas",
      "a member that is converted",
      Dict({ b: text }, { dependent_schemas: { b: rest } }),
      { b: "5" },
    ],
    ["Dict.dependent_schemas", "extra", Dict({}, { extra: [Str(), text], dependent_schemas: { b: rest } }), { b: "5" }],
    ["List.contains", "items that are converted", List(text, { contains: Int({ min: 5 }) }), ["7"]],
    ["List.contains", "items that are replaced", List(Fallback(Int(), 0), { contains: Int() }), ["x"]],
    ["List.contains", "first items", List(Any(), { prefix: [text], contains: Int({ min: 5 }) }), ["7"]],
  ])("%s: %s", (keyword, _, validator, valid) => {
    expect(() => toJsonSchema(validator)).toThrow(expect.objectContaining({ keyword }));
    const schema = toJsonSchema(validator, { unrepresentable: "any" });
    if (valid === undefined) return;
    expect(validator.safe(valid).ok).toBe(true);
    expect(fromJsonSchema(schema).is(valid)).toBe(true);
    expect(() => toJsonSchema(validator, { io: "output" })).not.toThrow();
  });

  test("items of a prefix that sort or unique move are anywhere in the output", () => {
    for (const move of [{ sort: 1 }, { unique: true }] as const) {
      const list = List(Int(), { prefix: [Str(), v.Bool()], ...move });
      const value = list(["a", true, 3, 1, 1]);
      const schema = toJsonSchema(list, { io: "output" });
      expect(schema).not.toHaveProperty("prefixItems");
      expect(fromJsonSchema(schema).is(value)).toBe(true);
      expect(fromJsonSchema(schema).is([null])).toBe(false);
      expect(toJsonSchema(list)).toHaveProperty("prefixItems");
    }
    const same = List(Int(), { prefix: [Int()], sort: 1 });
    expect(toJsonSchema(same, { io: "output" })).toHaveProperty("prefixItems");
    expect(fromJsonSchema(toJsonSchema(List(Any(), { prefix: [Int()], sort: 1 }), { io: "output" })).is(["a"])).toBe(
      true,
    );
  });

  test("of equal items that contains accepts, unique keeps one in the output", () => {
    const list = List(Int(), { unique: true, contains: Int({ min: 5 }), min_contains: 2 });
    expect(fromJsonSchema(toJsonSchema(list, { io: "output" })).is(list([5, 5]))).toBe(true);
    expect(fromJsonSchema(toJsonSchema(list)).is([5])).toBe(false);
  });

  test("with coerced, the input is what it becomes", () => {
    const validator = List(text, { contains: Int({ min: 5 }) });
    expect(toJsonSchema(validator, { coerced: true })).toMatchObject({ contains: { minimum: 5 } });
  });

  test("a function may be asked of results", () => {
    const validator = List(text, { contains: v.Check((item) => item > 5), max_contains: 1 });
    expect(toJsonSchema(validator)).toMatchObject({ contains: {} });
  });
});
