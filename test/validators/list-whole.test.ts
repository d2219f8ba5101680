/** Parameters of List about its first items, and about the items together. */
import { describe, expect, test } from "vitest";
import {
  AllOf,
  Any,
  Closed,
  Date,
  Dict,
  fromJsonSchema,
  Int,
  List,
  load,
  OneOf,
  Str,
  toJsonSchema,
} from "../../src/index.ts";
import { longTest } from "../support/long.ts";
import { rows } from "../support/verdict.ts";

describe("prefix", () => {
  const row = List(Int(), { prefix: [Str(), Str({ maxlen: 1 })] });
  rows([
    [row, [], { value: [] }],
    [row, ["a", "b", 1, 2], { value: ["a", "b", 1, 2] }],
    [
      row,
      ["a", "bc", "d"],
      ["<1: MaxLengthError(expected=1, actual=2)>", "<2: InvalidTypeError(expected='integer', actual='string')>"],
    ],
  ]);
});

describe("contains", () => {
  const some = List(Any(), { contains: Int({ min: 5 }) });
  rows([
    [some, ["a", 5], { value: ["a", 5] }],
    [some, ["a", 4], "<MinLengthError(expected=1, actual=0)>"],
    [List(Any(), { contains: Int(), min_contains: 2, max_contains: 3 }), [1, "a", 2], { value: [1, "a", 2] }],
    [List(Any(), { contains: Int(), max_contains: 1 }), [1, 2], "<MaxLengthError(expected=1, actual=2)>"],
    [List(Any(), { contains: Int(), min_contains: 0 }), [], { value: [] }],
    // Of the results of items.
    [List(Int({ coerce: true }), { contains: Int({ min: 5 }) }), ["5"], { value: [5] }],
  ]);

  test("has messages that say what is counted", () => {
    expect(some.safe([]).error?.issues[0]?.message).toBe("Expected at least 1 matching item, got 0.");
  });
});

test("contains and items that both lead back to the schema validate each item once", () => {
  const lists = fromJsonSchema({ type: "array", items: { $ref: "#" }, contains: { $ref: "#" }, minContains: 0 });
  const strict = fromJsonSchema({ type: "array", items: { $ref: "#" }, contains: { $ref: "#" }, maxContains: 1 });
  let deep: unknown = [];
  for (let depth = 0; depth < 100; depth++) deep = [deep];
  expect(lists.is(deep)).toBe(true);
  expect(lists(deep)).toEqual(deep);
  expect(lists.json(JSON.stringify(deep))).toEqual(deep);
  expect(strict.is(deep)).toBe(false);
});

describe("unique_items", () => {
  const unique = List(Any(), { unique_items: true });
  rows([
    [unique, [1, "1", true, null, [1], { a: 1 }, { a: 2 }], { value: [1, "1", true, null, [1], { a: 1 }, { a: 2 }] }],
    [
      unique,
      [1, 2, 1, 2],
      ["<2: DuplicateItemError(expected=0, actual=1)>", "<3: DuplicateItemError(expected=1, actual=2)>"],
    ],
    [
      unique,
      [
        { a: 1, b: [2] },
        { b: [2], a: 1 },
      ],
      ["<1: DuplicateItemError(expected=0, actual={b: [2], a: 1})>"],
    ],
    [List(Int({ coerce: true }), { unique_items: true }), ["1", 1], ["<1: DuplicateItemError(expected=0, actual=1)>"]],
  ]);

  longTest("takes time in proportion to the items", () => {
    const items = Array.from({ length: 20_000 }, (_, index) => ({ index, text: "x".repeat(50) }));
    expect(unique.is(items)).toBe(true);
    expect(unique.safe([...items, items[7]]).error?.issues).toMatchObject([{ pointer: "/20000", expected: 7 }]);
    expect(unique.isJson(JSON.stringify([...items, items[7]]))).toBe(false);
  });
});

test("all of them: from JSON text, and as JSON Schema", () => {
  const validator = List(Any(), { prefix: [Int()], contains: Str(), max_contains: 2, unique_items: true, maxlen: 4 });
  for (const value of [[1, "a"], ["a"], [1], [1, "a", "a"], [1, "a", "b", "c"], [1, "a", 2, 3, 4]]) {
    const text = JSON.stringify(value);
    expect(validator.isJson(text)).toBe(validator.is(value));
    expect(String(validator.safeJson(text).error)).toBe(String(validator.safe(value).error));
  }
  expect(toJsonSchema(validator)).toMatchObject({
    prefixItems: [{ type: "integer" }],
    contains: { type: "string" },
    maxContains: 2,
    uniqueItems: true,
    maxItems: 4,
  });
  expect(() => toJsonSchema(validator, { target: "draft-07" })).toThrow("draft-07 has no form for this keyword");
});

describe("an exclusive OneOf accepts what exactly one step accepts", () => {
  const one = OneOf([Int(), Int({ min: 5 }), Str()], { exclusive: true });
  rows([
    [one, 4, { value: 4 }],
    [one, "a", { value: "a" }],
    [one, 5, "<AmbiguousError(expected=1, actual=[0, 1])>"],
    [Dict({ a: one }), { a: 5 }, ["<a: AmbiguousError(expected=1, actual=[0, 1])>"]],
    [OneOf(one, Int()), 5, { value: 5 }],
    [
      one,
      null,
      [
        "<#0: InvalidTypeError(expected='integer', actual='null')>",
        "<#1: InvalidTypeError(expected='integer', actual='null')>",
        "<#2: InvalidTypeError(expected='string', actual='null')>",
      ],
    ],
  ]);

  test("and is oneOf in JSON Schema", () => {
    expect(toJsonSchema(OneOf([Int(), Str()], { exclusive: true }))).toMatchObject({
      oneOf: [{ type: "integer" }, { type: "string" }],
    });
    expect(() => OneOf([Int(), Str()], { exclusive: true, by_type: true })).toThrow("together with by_type");
  });
});

test("a value that is no array takes no level of validators for contains", () => {
  const list = List(Any(), { contains: Any() });
  const validator = Closed(OneOf(AllOf(OneOf(list))));
  for (let call = 0; call < 3; call++) {
    for (const error of [validator.safe(9, { maxDepth: 0 }).error, validator.safeJson("9", { maxDepth: 0 }).error])
      expect([error?.truncated, error?.issues.map(({ code }) => code)]).toEqual([false, ["invalid_type"]]);
  }
});

describe("ascending", () => {
  const days = List(Date({ format: "%d.%m.%Y" }), { ascending: true });
  const byName = List(Dict({ name: Str() }), { ascending: { by: ({ name }) => name } });
  rows([
    [List(Int(), { ascending: true }), [], { value: [] }],
    [List(Int(), { ascending: true }), [1, 1, 2], { value: [1, 1, 2] }],
    [
      List(Int(), { ascending: true }),
      [1, 3, 2, 5, 4],
      ["<2: MinValueError(expected=3, actual=2)>", "<4: MinValueError(expected=5, actual=4)>"],
    ],
    // Of the results of items, each of which is valid.
    [List(Int({ max: 3 }), { ascending: true }), [3, 9, 2], ["<1: MaxValueError(expected=3, actual=9)>"]],
    [List(Str(), { ascending: true }), ["B", "a", "\uffff", "\u{1f600}"], { value: ["B", "a", "\uffff", "\u{1f600}"] }],
    [List(List(Int()), { ascending: true }), [[1, 2], [1, 3], [2]], { value: [[1, 2], [1, 3], [2]] }],
    // Before the length, beside items that are equal.
    [
      List(Int(), { ascending: true, unique_items: true, minlen: 3 }),
      [2, 1],
      ["<1: MinValueError(expected=2, actual=1)>"],
    ],
    [List(Int(), { ascending: true, unique: true, maxlen: 2 }), [1, 1, 2], { value: [1, 2] }],
    [byName, [{ name: "a" }, { name: "b" }], { value: [{ name: "a" }, { name: "b" }] }],
    [byName, [{ name: "b" }, { name: "a" }], ["<1: MinValueError(expected='b', actual='a')>"]],
  ]);

  test("compares the integers of JSON text by their digits", () => {
    const list = List(Any(), { ascending: true });
    expect(list.safeJson("[9007199254740992, 9007199254740993]").ok).toBe(true);
    expect(list.safeJson("[9007199254740993, 9007199254740992]").ok).toBe(false);
  });

  test("is about the results of items", () => {
    expect(List(Int({ coerce: true }), { ascending: true })(["9", 10])).toEqual([9, 10]);
  });

  test("compares dates as dates, on the way in and on the way out", () => {
    const given = ["02.01.2020", "01.02.2020"];
    expect(days.encode(days(given))).toEqual(given);
    expect(days.safe(given.toReversed()).ok).toBe(false);
    expect(() => days.encode(days(given).toReversed())).toThrow("1: Expected 2020-02-01 or later");
  });

  test("has no form in JSON Schema, and is in dumps", () => {
    expect(() => toJsonSchema(days)).toThrow("List.ascending");
    expect(load(days.dump()).equals(days)).toBe(true);
  });

  test("refuses what is no order", () => {
    for (const wrong of ["x", [], { by: 5 }, {}, { by: () => 1, and: 2 }]) {
      expect(() => List(Int(), { ascending: wrong as never })).toThrow(TypeError);
    }
    expect(List(Int(), { ascending: false }).equals(List(Int()))).toBe(true);
  });

  test("is the same in generated code", () => {
    const list = List(Int(), { ascending: true });
    for (let call = 0; call < 20_000; call++) list.is([1, 2, 3]);
    for (let call = 0; call < 20_000; call++) list([1, 2, 3]);
    expect(list.is([1, 3, 2])).toBe(false);
    expect(list.safe([1, 3, 2]).error?.issues).toMatchObject([
      { code: "min_value", path: [2], expected: 3, actual: 2 },
    ]);
  });
});
