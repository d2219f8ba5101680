/** List with `unique_items`, `contains` and `prefix`: the addon validates it as the reference does. */
import { describe, expect, test } from "vitest";
import type { Validator } from "../../src/index.ts";
import {
  AllOf,
  Any,
  Const,
  Dict,
  Float,
  fromJsonSchema,
  Int,
  LazyRef,
  List,
  Not,
  Nullable,
  OneOf,
  Str,
} from "../../src/index.ts";
import { longTest } from "../support/long.ts";
import { sweep } from "../support/sweep.ts";
import { eager, native } from "./addon.ts";
import { expectAnswered, expectAnsweredWithin, expectSame } from "./outcome.ts";
import { Random } from "./random.ts";

const open = (members: Record<string, Validator>) => Dict(members, { unknown: "keep" });

const TEXTS = [
  ...["null", "{}", "[]", "[1]", "[1,1]", "[1,2,1,2,1]", '[1,1.0,"1",10e-1]', "[0,-0]"],
  ...["[null,null,true,false,true]", "[9007199254740993,9007199254740992]", "[[],{},[],{}]"],
  ...['[{"a":1,"b":2},{"a":2,"b":1}]', "[[1,2],[2,1],[1,[2]],[1,2]]"],
  ...['[{"a":{"b":[1,{"c":null}]}},{"a":{"b":[1,{"c":null}]}}]', '["a","b","c","d","e"]', '["a",1,"a",2,null]'],
  ...['["long text, longer than a word","long text, longer than a word"]', '["ab",["ab"],{"ab":"ab"}]'],
  ...['[1,"x",{"a":1},{"a":"x"},[1]]', '["","",""]'],
];

/** Whether they are equal is about digits beyond 64 bits, which the addon leaves to TypeScript. */
const BEYOND_64_BITS = ["[1e400,-1e400,1e999]", "[18446744073709551617,18446744073709551616]"];

const VALIDATORS: Validator[] = [
  List(Any(), { unique_items: true }),
  List(Any(), { unique_items: true, nullable: true, minlen: 1, maxlen: 3 }),
  List(Int(), { unique_items: true }),
  List(Float({ inf: true }), { unique_items: true }),
  List(Str(), { unique_items: true, minlen: 3 }),
  List(List(Any(), { unique_items: true }), { unique_items: true }),
  List(OneOf(Int(), Str(), open({ a: Any() })), { unique_items: true }),
  List(Any(), { contains: Int() }),
  List(Any(), { contains: Int({ min: 2 }), min_contains: 2 }),
  List(Any(), { contains: Str(), min_contains: 0, max_contains: 1 }),
  List(Any(), { contains: Str(), max_contains: 2, unique_items: true, minlen: 2, maxlen: 4 }),
  List(Any(), { contains: Any(), min_contains: 0 }),
  List(Any(), { contains: open({ a: Int() }) }),
  List(Any(), { contains: Not(open({ a: Int() })), max_contains: 1 }),
  List(Any(), { prefix: [Int(), Str()] }),
  List(Int(), { prefix: [Any(), Float(), Any()], maxlen: 4 }),
  List(Int({ coerce: true }), { prefix: [Str({ strip: true }), Nullable(Int())], unique: true }),
  List(Not(Any()), { prefix: [Any(), Any()], unique_items: true, contains: Int() }),
  AllOf(List(Any(), { unique_items: true }), List(Any(), { contains: Const(1) })),
  OneOf(List(Any(), { unique_items: true }), List(Any(), { contains: Const("a") }), Any()),
  Dict({ a: List(Any(), { prefix: [Int()] }) }, { optional: ["a"], unknown: "keep" }),
];

describe("lists", () => {
  test.each(VALIDATORS.map((validator) => [validator]))("%s", (validator) => {
    expectAnsweredWithin(validator, TEXTS);
    for (const text of BEYOND_64_BITS) expectSame(validator, text);
  });

  test("keys that come twice; items that are converted, or that the addon does not know; messages", () => {
    const odd = Str({ pattern: "(a?)\\1", backtrack: true });
    const respelled = [
      '["a","\\u0061"]',
      '[{"a":1,"b":2},{"b":2,"a":1.0}]',
      "[[1],[1.0]]",
      "[{},{ }]",
      "[[0],[-0]]",
      '[{"a":-0},{"a":0}]',
    ];
    const texts = [
      ...TEXTS,
      ...respelled,
      '[{"a":1,"a":2},{"a":2}]',
      '[{"a":"x","a":1}]',
      '[{"a":1,"a":"x"},{"b":{"c":1,"c":2}}]',
    ];
    for (const validator of [
      ...VALIDATORS,
      List(Int({ coerce: true }), { unique_items: true }),
      List(Int({ bigint: true }), { unique_items: true }),
      List(OneOf(odd, Any()), { unique_items: true }),
      List(Any(), { contains: odd }),
      List(Any(), { unique: true, unique_items: true }),
      List(Any(), { unique: true, contains: Int(), maxlen: 1 }),
      List(Any(), { unique: true, prefix: [Int()], maxlen: 2 }),
      List(Any(), { unique_items: true, message: "Twice." }),
      AllOf(List(Int()), List(Int(), { unique_items: true })),
    ])
      for (const text of texts) expectSame(validator, text);
  });

  test("many items, and items nested deeper than they are compared", () => {
    const list = List(Any(), { unique_items: true });
    const many = Array.from({ length: 3000 }, (_, index) => ({ id: index % 2990, tags: [String(index % 2990)] }));
    expectAnswered("native", list, JSON.stringify(many));
    expectAnswered("native", list, JSON.stringify(many.slice(0, 2990)));
    for (const levels of [500, 511, 512, 513, 600]) {
      const deep = "[".repeat(levels) + "]".repeat(levels);
      expectSame(list, `[${deep},${deep}]`, { maxDepth: 1000 });
    }
  });

  test("lists of distinct items inside each other, in any order", () => {
    const list = List(LazyRef("u"), { unique_items: true });
    OneOf([Int(), list, Dict({}, { extra: [Str(), LazyRef("u")] }), AllOf([list, list])], {
      alias: "u",
      replace: true,
    });
    const validator = LazyRef("u");
    const random = new Random(11);
    const value = (depth: number): unknown => {
      const kind = random.below(depth > 0 ? 6 : 2);
      if (kind < 2) return random.below(5);
      const members = Array.from({ length: random.below(4) }, () => value(depth - 1));
      return kind < 5 ? members : Object.fromEntries(members.map((member, index) => [`k${index}`, member]));
    };
    let valid = 0;
    for (let count = 0; count < sweep(150, 1500); count++) {
      const text = JSON.stringify([value(5), value(4), value(3)]);
      expectSame(validator, text);
      if (validator.isJson(text)) valid++;
    }
    expect(valid).toBeGreaterThan(20);
    expect(valid).toBeLessThan(sweep(150, 1500) - 20);
  });

  test("lists of distinct items that are validated after the lists around them", () => {
    const inside = { $ref: "#/$defs/t" };
    const list = { type: "array", uniqueItems: true, anyOf: [{ prefixItems: [inside] }, { minItems: 3 }] };
    const validator = fromJsonSchema({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $defs: { t: { anyOf: [{ type: "number" }, { ...list, unevaluatedItems: inside }] } },
      ...inside,
    });
    const random = new Random(12);
    const value = (depth: number): unknown => {
      if (depth === 0 || random.chance(0.2)) return random.below(9);
      return Array.from({ length: random.below(4) }, () => value(depth - 1));
    };
    for (let count = 0; count < sweep(150, 1500); count++) expectSame(validator, JSON.stringify([value(5), value(4)]));
  });

  longTest("a list that was compared counts with all its levels in the list around it", () => {
    OneOf([Int(), List(LazyRef("u"), { unique_items: true })], { alias: "u", replace: true });
    for (const levels of sweep([512, 513], [400, 510, 511, 512, 513, 514, 600])) {
      const deep = "[".repeat(levels) + "]".repeat(levels);
      for (const text of [deep, `[${deep},1]`, `[[${deep}],[${deep}]]`]) {
        expectSame(LazyRef("u"), text, { maxDepth: 1000 });
        expectSame(List(LazyRef("u"), { unique_items: true }), text, { maxDepth: 600 });
      }
    }
  });

  test.each([
    [List(LazyRef("r"), { contains: LazyRef("r") })],
    [List(LazyRef("r"), { unique_items: true })],
    [List(LazyRef("r"), { prefix: [LazyRef("r")], contains: OneOf(Str(), LazyRef("r")), unique_items: true })],
  ])("time is linear inside recursion: %s", (list) => {
    OneOf([list, Int()], { alias: "r", replace: true });
    const nested = (levels: number): string => `${"[".repeat(levels)}7${"]".repeat(levels)}`;
    expectSame(LazyRef("r"), nested(3));
    for (const engine of [native, eager]) {
      if (engine === undefined) continue;
      expect(engine.test(LazyRef("r"), nested(100))).toBe(true);
      expect(engine.parse(LazyRef("r"), nested(100)).ok).toBe(true);
    }
  });
});
