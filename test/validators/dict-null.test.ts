/** Dict with `null_is_absent`: a null in place of a value is a missing key. */
import { describe, expect, test } from "vitest";
import {
  AllOf,
  Any,
  Bool,
  Check,
  Closed,
  Const,
  Datetime,
  Default,
  Dict,
  extend,
  Fallback,
  Float,
  If,
  Int,
  instances,
  LazyRef,
  List,
  load,
  Not,
  Nullable,
  OneOf,
  Optional,
  omit,
  partial,
  pick,
  required,
  Set as SetOf,
  Str,
  Transform,
  Tuple,
  Type,
  toJsonSchema,
  toSource,
  type Validator,
} from "../../src/index.ts";
import { verdictByCode } from "../fast/mode.ts";

const on = { null_is_absent: true } as const;
const node: Validator = Dict({ next: Optional(LazyRef(() => node)), value: Int() }, on);

describe("a null is a missing key where its validator refuses null", () => {
  test.each<[string, Validator]>([
    ["Int", Int()],
    ["Int that converts", Int({ coerce: true })],
    ["Str", Str({ strip: true })],
    ["Bool", Bool({ coerce_str: true })],
    ["Float", Float({ nan: true })],
    ["Const", Const("x")],
    ["Datetime", Datetime()],
    ["Type", Type(Map)],
    ["List", List(Any())],
    ["Tuple", Tuple(Any())],
    ["Set", SetOf(Any())],
    ["Dict", Dict({})],
    ["OneOf", OneOf(Int(), Str())],
    ["a tagged union", OneOf([Dict({ t: Const("a") }), Dict({ t: Const("b") })], { discriminator: "t" })],
    ["AllOf", AllOf(Int(), Check(Number.isInteger))],
    ["AllOf of which a later step refuses null", AllOf(Any(), Str())],
    ["If", If(Any(), Int(), Str())],
    ["Closed", Closed(Dict({}))],
    ["LazyRef", LazyRef(() => Int())],
  ])("%s", (_, item) => {
    const dict = Dict({ a: item, b: Int() }, { ...on, optional: ["a"] });
    expect(dict({ a: null, b: 1 })).toStrictEqual({ b: 1 });
    expect(dict.json('{"a":null,"b":1}')).toStrictEqual({ b: 1 });
    expect(dict.isJson('{"b":1,"a":null}')).toBe(true);
    // It is of the type of the input.
    expect(dict.is({ a: null, b: 1 })).toBe(true);
    expect(dict.is({ a: null, b: null })).toBe(false);
  });

  test.each<[string, Validator, unknown]>([
    ["Any", Any(), null],
    ["Const", Const(null), null],
    ["nullable", Int({ nullable: true }), null],
    ["Nullable", Nullable(Check(() => true)), null],
    ["OneOf", OneOf(Int(), Const(null)), null],
    ["AllOf", AllOf(Any(), Any()), null],
    ["Not", Not(Int()), null],
    ["Fallback", Fallback(Int(), 5), 5],
    ["a function", Transform((value) => [value]), [null]],
    [
      "a function behind others",
      AllOf(
        Any(),
        Transform((value) => [value]),
        List(Any()),
      ),
      [null],
    ],
  ])("but %s gets it", (_, item, result) => {
    const dict = Dict({ a: item }, { ...on, optional: ["a"] });
    expect(dict({ a: null })).toStrictEqual({ a: result });
    expect(dict.json('{"a":null}')).toStrictEqual({ a: result });
  });

  test("a class of the caller's gets it", () => {
    class Own extends Int {
      override check(): never {
        return "own" as never;
      }
    }
    expect(Dict({ a: new Own() }, { ...on, optional: ["a"] })({ a: null })).toEqual({ a: "own" });
  });
});

describe("only a key that may be missing:", () => {
  test("one that has to be there has a null that is wrong", () => {
    const dict = Dict({ a: Int(), b: Optional(Int()) }, on);
    for (const result of [dict.safe({ a: null, b: null }), dict.safeJson('{"a":null,"b":null}')])
      expect(result.error?.issues).toMatchObject([{ code: "invalid_type", path: ["a"], actual: "null" }]);
  });

  test("a default takes its place, and an unknown key is as it is", () => {
    const dict = Dict({ a: Default(Int(), 7), b: Int() }, { ...on, defaults: { b: () => 8 }, unknown: "keep" });
    expect(dict({ a: null, b: null, c: null })).toEqual({ a: 7, b: 8, c: null });
    expect(dict.json('{"a":null,"c":null,"b":null}')).toEqual({ a: 7, b: 8, c: null });
  });

  test("it does not count, nor trigger, nor satisfy what asks for a key", () => {
    const dict = Dict(
      { a: Int(), b: Int(), c: Int() },
      { ...on, optional: ["a", "b", "c"], exactly_one: [["a", "b"]], dependent_required: { c: ["b"] }, maxlen: 2 },
    );
    expect(dict({ a: 1, b: null, c: null })).toEqual({ a: 1 });
    expect(dict.safe({ a: 1, b: null, c: 2 }).error?.issues.map(({ pointer }) => pointer)).toEqual(["/b"]);
    expect(dict.safe({ a: null, b: null }).error?.issues[0]).toMatchObject({ pointer: "/a", code: "missing_key" });
    expect(Dict({ a: Int(), b: Int() }, { ...on, optional: ["a"], minlen: 2 }).safe({ a: null, b: 1 }).ok).toBe(false);
  });

  test("a dropped key is dropped, and no name is tested", () => {
    const dict = Dict({ a: Optional(Int()), b: Optional(Int()) }, { ...on, dispose: ["a"], keys: Str({ maxlen: 0 }) });
    expect(dict.safe({ b: null }).ok).toBe(true);
    expect(dict.safe({ b: 1 }).ok).toBe(false);
  });

  test("names are those outside; of several, the one that has a value counts", () => {
    const dict = Dict({ aB: Optional(Int()), id: Optional(Int()) }, { ...on, names: { aB: "a_b", id: ["id", "_id"] } });
    expect(dict({ a_b: null, _id: null, id: 5 })).toEqual({ id: 5 });
    expect(dict.json('{"a_b":null,"id":null,"_id":5}')).toEqual({ id: 5 });
  });
});

test("all keys may come in any order, also in generated code", () => {
  const members = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`k${index}`, Optional(Int())]));
  for (const dict of [
    Dict({ a: Int(), ...members }, on),
    Dict({ a: Int() }, on),
    Dict(members, { ...on, maxlen: 3 }),
  ]) {
    const keys = Object.keys(dict.schema as object);
    const value = (order: readonly string[]) =>
      Object.fromEntries(order.map((key, index) => [key, key === "a" || index % 9 === 0 ? 1 : null]));
    for (let round = 0; round < 3000; round++)
      for (const order of [keys, keys.toReversed()]) {
        const given = value(order);
        const filled = keys.includes("b") ? { b: 5 } : {};
        const kept = Object.assign(filled, Object.fromEntries(Object.entries(given).filter(([, one]) => one !== null)));
        if (round % 1000 === 0) expect(dict(given)).toEqual(kept);
        else dict(given);
      }
    const [last] = keys.slice(-1) as [string];
    if (dict.maxlen !== undefined) continue;
    expect(verdictByCode(dict, { ...value(keys), [last]: last === "a" ? 1 : null })).toBe(true);
    expect(verdictByCode(dict, { ...value(keys), [last]: "x" })).toBe(false);
  }
});

test("a tag may be null in place of a missing one", () => {
  const steps = [Dict({ t: Default(Const("a"), "a"), x: Int() }, on), Dict({ t: Const("b"), y: Int() }, on)];
  const union = OneOf(steps, { discriminator: "t" });
  expect(union({ t: null, x: 1 })).toEqual({ t: "a", x: 1 });
  expect(union.json('{"t":null,"x":1}')).toEqual({ t: "a", x: 1 });
  expect(union.safe({ t: null, y: 1 }).error?.issues.map(({ pointer }) => pointer)).toEqual(["/y", "/x"]);
  const other = Dict({ t: Const(null) });
  expect(() => OneOf([steps[0] as Validator, other], { discriminator: "t" })).toThrow("more than one step has the tag");
});

test("a schema that contains itself", () => {
  const value = { value: 1, next: { next: null, value: 2 } };
  const result = { value: 1, next: { value: 2 } };
  expect([node(value), node.json(JSON.stringify(value))]).toEqual([result, result]);
  const other = Dict({ next: Optional(LazyRef("null.other")) }, on);
  instances.put("null.other", Int());
  expect(other({ next: null })).toEqual({});
  instances.put("null.other", Nullable(Int()));
  expect([other({ next: null }), other.json('{"next":null}')]).toEqual([{ next: null }, { next: null }]);
});

test("Dicts made of it have it, as has its dump and its source", () => {
  const dict = Dict({ a: Int(), b: Str() }, { ...on, optional: ["a"] });
  const made = [
    extend(dict, { c: Optional(Int()) }),
    partial(dict),
    pick(dict, ["a"]),
    omit(dict, ["b"]),
    load(dict.dump()),
  ];
  for (const one of made) expect((one as Dict).null_is_absent).toBe(true);
  expect(required(dict).safe({ a: null, b: "x" }).ok).toBe(false);
  expect(toSource(dict)).toContain("null_is_absent: true");
});

test("what is encoded has no null in place of a missing key", () => {
  const dict = Dict({ a: Optional(Datetime({ format: "rfc3339" })), b: Str() }, on);
  expect(dict.encode(dict({ a: null, b: "x" }))).toEqual({ b: "x" });
  expect(dict.stringify({ b: "x" })).toBe('{"b":"x"}');
  expect(dict.safeEncode({ a: null as never, b: "x" }).error?.issues).toMatchObject([
    { pointer: "/a", actual: "null" },
  ]);
});

test("the groups of its JSON Schema are about keys that have a value", () => {
  const dict = Dict({ a: Int(), b: Int() }, { ...on, optional: ["a", "b"], exactly_one: [["a", "b"]] });
  const there = (key: string) => ({ required: [key], properties: { [key]: { not: { type: "null" } } } });
  expect(toJsonSchema(dict).allOf).toEqual([{ oneOf: [there("a"), there("b")] }]);
});
