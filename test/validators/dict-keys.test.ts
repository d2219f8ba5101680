/** Parameters of Dict about keys by their names, or because of other keys. */
import { describe, expect, test } from "vitest";
import { ValueError } from "../../src/core/contracts.ts";
import { pure } from "../../src/core/json/pure.ts";
import { Any, Dict, Int, List, Str, toJsonSchema, type Validator } from "../../src/index.ts";
import { refuses } from "../support/parameters.ts";
import { rows } from "../support/verdict.ts";

const keep = { unknown: "keep" } as const;

describe("patterns", () => {
  const headers = Dict({ host: Str() }, { patterns: { "x-": Str({ minlen: 1 }), ".*-id$": Int({ coerce: true }) } });
  rows([
    [headers, { host: "a", "x-b": "c" }, { value: { host: "a", "x-b": "c" } }],
    [headers, { host: "a", "x-b": "" }, ["<x-b: MinLengthError(expected=1, actual=0)>"]],
    // Each pattern that matches, in order.
    [headers, { host: "a", "x-id": "5" }, { value: { host: "a", "x-id": 5 } }],
    [headers, { host: "a", "my-x-": "c" }, ["<my-x-: ForbiddenKeyError()>"]],
    [
      Dict({ host: Str() }, { patterns: { h: Str({ maxlen: 1 }) } }),
      { host: "ab" },
      ["<host: MaxLengthError(expected=1, actual=2)>"],
    ],
    [Dict({}, { patterns: { a: Int() }, extra: [Str(), Str()] }), { a: 1, b: "c" }, { value: { a: 1, b: "c" } }],
    [Dict({}, { patterns: { a: Int() }, unknown: "strip" }), { a: 1, b: "c" }, { value: { a: 1 } }],
    [
      Dict({}, { patterns: { a: Int() } }),
      new Map<unknown, unknown>([
        ["a", 1],
        [5, 1],
      ]),
      ["<5: ForbiddenKeyError()>"],
    ],
  ]);
  refuses(Dict as never, [
    [[{}, { patterns: { a: 5 } }], TypeError, "Dict.patterns['a'] value should be of type Validator"],
    [[{}, { patterns: { "(": Int() } }], ValueError, "'(' is not a regular expression"],
  ]);

  test("may backtrack if that is allowed", () => {
    const patterns = { "(?=(a+)+$)": Int() };
    expect(() => Dict({}, { patterns })).toThrow("`backtrack: true` takes the risk");
    const validator = Dict({}, { patterns, backtrack: true });
    expect([validator.is({ aa: 1 }), validator.is({ ab: 1 })]).toEqual([true, false]);
  });
});

describe("keys", () => {
  const short = Dict({ a: Int() }, { ...keep, keys: Str({ maxlen: 2 }) });
  rows([
    [short, { a: 1, bc: 2 }, { value: { a: 1, bc: 2 } }],
    [
      short,
      { a: "x", bcd: 2 },
      [
        "<a: InvalidTypeError(expected='integer', actual='string')>",
        "<bcd.@KEY: MaxLengthError(expected=2, actual=3)>",
      ],
    ],
  ]);
});

describe("required, dependent_required and dependent_schemas", () => {
  const billing = Dict({}, { ...keep, dependent_required: { card: ["name", "address"] } });
  const typed = Dict({}, { ...keep, dependent_schemas: { a: Dict({ b: Int({ coerce: true }) }, keep) } });
  rows([
    [Dict({}, { ...keep, required: ["a"] }), {}, ["<a: MissingKeyError()>"]],
    [Dict({ b: Int() }, { ...keep, required: ["a"] }), {}, ["<b: MissingKeyError()>", "<a: MissingKeyError()>"]],
    [billing, {}, { value: {} }],
    [billing, { card: 1, name: "a" }, ["<address: MissingKeyError()>"]],
    [billing, { card: 1, name: "a", address: undefined }, ["<address: MissingKeyError()>"]],
    [typed, { b: "x" }, { value: { b: "x" } }],
    [typed, { a: 1, b: "5" }, { value: { a: 1, b: 5 } }],
    [typed, { a: 1 }, ["<b: MissingKeyError()>"]],
  ]);
});

test("rules are found by the keys of an object, however many there are, also by a type guard", () => {
  /** What a call asks of an object of one key. */
  const asked = (count: number, call: (dict: Validator<unknown>, value: object) => unknown): number => {
    const keys = Array.from({ length: count }, (_, index) => `k${index}`);
    const dependent_required = Object.fromEntries(keys.map((key) => [key, ["k1"]]));
    const dependent_schemas = Object.fromEntries(keys.map((key) => [key, Any()]));
    const dict = Dict({}, { ...keep, dependent_required, dependent_schemas });
    let times = 0;
    const counted = <T>(result: T): T => {
      times++;
      return result;
    };
    const value = new Proxy(
      { k1: 1 },
      {
        has: (target, key) => counted(Reflect.has(target, key)),
        getOwnPropertyDescriptor: (target, key) => counted(Reflect.getOwnPropertyDescriptor(target, key)),
        get: (target, key) => counted(Reflect.get(target, key)),
        ownKeys: (target) => counted(Reflect.ownKeys(target)),
      },
    );
    expect(call(dict, value)).toBe(true);
    return times;
  };
  const calls = [
    (dict: Validator<unknown>, value: object) => dict.is(value),
    (dict: Validator<unknown>, value: object) => dict.safe(value).ok,
  ];
  for (const call of calls) expect(asked(1000, call)).toBe(asked(10, call));
});

test("all of them: from JSON text, and as JSON Schema", () => {
  const params = {
    ...keep,
    patterns: { x: Int() },
    keys: Str({ maxlen: 3 }),
    required: ["a"],
    dependent_required: { a: ["b"] },
    dependent_schemas: { b: Dict({ x: Int() }, keep) },
  };
  const validator = Dict({}, params);
  for (const value of [
    { a: 1, b: 2, x: 3 },
    { a: 1, b: 2 },
    { a: 1 },
    { b: 1, x: 1 },
    { a: 1, b: 2, x: "3" },
    { long: 1 },
  ]) {
    const text = JSON.stringify(value);
    expect(validator.isJson(text)).toBe(validator.is(value));
    expect(String(validator.safeJson(text).error)).toBe(String(validator.safe(value).error));
  }
  expect(toJsonSchema(validator)).toMatchObject({
    patternProperties: { "^(?:x)": { type: "integer" } },
    propertyNames: { type: "string", maxLength: 3 },
    required: ["a"],
    dependentRequired: { a: ["b"] },
    dependentSchemas: { b: { required: ["x"] } },
  });
  expect(toJsonSchema(validator, { target: "draft-07" })).toMatchObject({ dependencies: { a: ["b"], b: {} } });
});

test("a verdict passes whole values on", () => {
  const inner = Dict({ x: Int() });
  for (const [validator, text, isValid] of [
    [Dict({ a: inner }, { patterns: { a: inner } }), '{"a":{"x":1}}', true],
    [Dict({}, { patterns: { "": List(Any()), a: List(Any(), { contains: Int() }) } }), '{"a":[1]}', true],
    [
      Dict({}, { ...keep, dependent_schemas: { a: Any(), b: Dict({}, { ...keep, maxlen: 1 }) } }),
      '{"a":1,"b":2}',
      false,
    ],
    [
      Dict({}, { ...keep, dependent_schemas: { a: Dict({ a: Any() }, keep), b: Dict({ a: Any(), b: Any() }) } }),
      '{"a":1,"b":2}',
      true,
    ],
  ] as const) {
    expect(pure.test(validator, text)).toBe(isValid);
    expect(validator.is(JSON.parse(text))).toBe(isValid);
    expect(validator.safe(JSON.parse(text)).ok).toBe(isValid);
  }
});
