/** Validators that go on with the verdict of others: the addon validates them as the reference does. */
import { describe, expect, test } from "vitest";
import type { Validator } from "../../src/index.ts";
import {
  AllOf,
  Any,
  Bool,
  Closed,
  Const,
  Default,
  Dict,
  Float,
  If,
  Int,
  instances,
  LazyRef,
  List,
  Not,
  OneOf,
  Str,
} from "../../src/index.ts";
import { eager, native } from "./addon.ts";
import { expectAnsweredWithin, expectSame } from "./outcome.ts";

const open = (members: Record<string, Validator>) => Dict(members, { unknown: "keep" });

const TEXTS = [
  ...["null", "true", "0", "-0", "1", "5", "1e21", '""', '"a"', '"long text"', "[]", "[1]", '["a",2]', "{}"],
  ...['{"a":1}', '{"a":-0}', '{"a":"x"}', '{"a":1,"b":2}', '{"b":2,"a":7}', '{"a":null,"b":[{"a":1}]}', '[{"a":1},{}]'],
];

const VALIDATORS: Validator[] = [
  OneOf([Int(), Int({ min: 1 }), Any()], { exclusive: true }),
  OneOf([Int({ min: 5 }), Str(), List(Any()), open({ a: Int() })], { exclusive: true }),
  OneOf([open({ a: Int() }), open({ b: Int() })], { exclusive: true }),
  OneOf([Dict({ a: Int() }), open({ a: Int({ min: 0 }) }), open({ b: Any() })], { exclusive: true }),
  OneOf([Any(), open({ a: Int() })], { exclusive: true }),
  OneOf(OneOf([Int(), Any()], { exclusive: true }), OneOf([Any(), Str({ minlen: 3 })], { exclusive: true })),
  Not(Int()),
  Not(open({ a: Int() })),
  Not(Not(open({ a: Int() }))),
  AllOf(open({ a: Int() }), Not(open({ b: Any() }))),
  AllOf(Not(List(Any())), Any()),
  If(open({ a: Int() }), open({ b: Int() }), Any()),
  If(open({ a: Int() }), undefined, Int()),
  If(Int(), Int({ min: 1 })),
  If(Str(), Str({ maxlen: 3 }), If(Int(), Int({ max: 3 }), Not(Dict({})))),
  If(Any(), Dict({ a: Default(Int(), 7) })),
  AllOf(If(Int(), Int({ max: 4 })), Any()),
  Dict({ a: Not(Int()) }, { optional: ["a"], unknown: "keep" }),
  OneOf([If(Int(), Int({ min: 1 }))], { exclusive: true }),
];

describe("verdicts", () => {
  test.each(VALIDATORS.map((validator) => [validator]))("%s", (validator) => {
    expectAnsweredWithin(validator, TEXTS);
  });

  test("keys that come twice", () => {
    const texts = ['{"a":"x","a":1}', '{"a":1,"a":"x"}', '{"a":1,"b":{"a":1,"a":2}}', '{"c":{"a":"x","a":1},"a":"x"}'];
    const nested = open({ c: open({ a: Int() }) });
    for (const validator of [
      ...VALIDATORS,
      OneOf([Any(), nested], { exclusive: true }),
      Not(nested),
      If(nested, Int()),
    ])
      for (const text of texts) for (const made of [text, `[${text},${text}]`]) expectSame(validator, made);
  });

  describe("several validators that look for few keys of an object", () => {
    const rule = (kind: string, then: Validator): If =>
      If(Dict({ kind: Const(kind) }, { unknown: "keep", optional: kind === "b" ? ["kind"] : [] }), then);
    const many = AllOf(
      open({ kind: Str() }),
      rule("a", open({ size: Int() })),
      rule("b", Dict({}, { unknown: "keep", required: ["name"] })),
      rule("c", open({ size: Float({ max: 0 }), inner: LazyRef("sparse rules") })),
      Dict({ kind: Any(), size: Any(), name: Any(), inner: Any() }, { optional: ["size", "name", "inner"] }),
    );
    const tagged = OneOf(
      ["a", "b", "c"].map((kind) =>
        Dict({ size: Any(), inner: Any(), kind: Const(kind) }, { optional: ["size", "inner"] }),
      ),
      { exclusive: true },
    );
    const validators = [many, tagged, AllOf(many, tagged), OneOf(many, Any()), If(many, tagged, many)];
    const texts = [
      ...['{"kind":"a"}', '{"kind":"a","size":1}', '{"size":1,"kind":"a"}', '{"kind":"b"}', '{"kind":"b","name":0}'],
      ...[
        '{"name":null}',
        '{"kind":"c","size":-0}',
        '{"size":-0,"kind":"c","inner":{"kind":"a","size":2}}',
        "{}",
        "[]",
      ],
      ...['{"kind":"c","size":0,"inner":{"kind":"c","size":0,"inner":{"kind":"a"}}}', '{"kind":"d"}', '{"kind":1}'],
      // Keys that come twice or are written with escapes, also inside.
      ...['{"kind":"a","kind":"b","name":1}', '{"size":"x","kind":"a","size":1}', '{"k\\u0069nd":"a","size":1}'],
      ...['{"kind":"c","size":0,"inner":{"kind":"a","size":"x","size":1}}', '{"kind":"a","size":{"a":1,"a":2}}'],
      ...['{"kind" : "a" , "size" : 1 }', '{"kind":"a","size":1,}', '{"kind":"a" "size":1}', '{"kind":"a","size":[}'],
      ...['{"kind":"a","size":1e999}', '{"kind":"c","size":0,"inner":[{"kind":"a"}]}', '{"kind":"b","é":"😀"}'],
      JSON.stringify({ ...Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`key ${at}`, at])), kind: "a" }),
      JSON.stringify({
        kind: "a",
        size: 1,
        ...Object.fromEntries(Array.from({ length: 48 }, (_, at) => [`k${at}`, {}])),
      }),
    ];

    test.each(validators.map((validator) => [validator]))("%s", (validator) => {
      instances.put("sparse rules", many);
      for (const text of texts) for (const made of [text, `[${text}]`]) expectSame(validator, made);
      for (const text of texts) expectSame(List(validator), `[${text},${text}]`);
      instances.clear();
    });

    test("of which some are delegated, or closed", () => {
      const odd = Str({ pattern: "(a?)\\1", backtrack: true });
      const delegating = AllOf(open({ size: odd }), rule("a", open({ size: odd })), rule("b", Any()), open({}));
      const closed = Closed(
        AllOf(rule("a", open({ size: Any() })), rule("b", open({ name: Any() })), open({ kind: Any() })),
      );
      for (const validator of [delegating, closed, AllOf(closed, many), Not(closed)]) {
        instances.put("sparse rules", many);
        for (const text of [...texts, '{"kind":"a","size":"aa"}', '{"kind":"b","size":""}'])
          expectSame(validator, text);
        instances.clear();
      }
    });
  });

  test("what the addon does not know decides no verdict; messages; a zero that has lost its sign", () => {
    const odd = Str({ pattern: "(a?)\\1", backtrack: true });
    for (const validator of [
      ...[Not(odd), If(odd, Str()), If(Str(), odd), OneOf([odd, Str()], { exclusive: true })],
      OneOf([Const(0), Int({ coerce: true })], { exclusive: true, message: "One of them." }),
      ...[Not(Str({ minlen: 2 }), { message: "Not that." }), AllOf(Int(), Not(Const(0)))],
    ])
      for (const text of TEXTS) expectSame(validator, text);
  });

  test("a value that is too deep for a reference decides no verdict", () => {
    Dict({ a: LazyRef("level", { maxdepth: 1 }) }, { optional: ["a"], alias: "level", replace: true });
    const reference = LazyRef("level", { maxdepth: 1 });
    for (const validator of [
      ...[Not(reference), If(reference, Any(), Any()), List(Any(), { contains: reference, min_contains: 0 })],
      OneOf([Any(), reference], { exclusive: true }),
    ])
      for (const text of ["{}", '{"a":{}}', '{"a":{"a":{}}}', "[]", '[{"a":{"a":{}}}]', '[{"a":{}},7]'])
        expectSame(validator, text);
  });

  test("more steps pass than a record has room for", () => {
    const steps = Array.from({ length: 40 }, (_, index) => Int({ min: index }));
    for (const text of ["0", "1", "31", "32", "39", "-1", '"a"']) expectSame(OneOf(steps, { exclusive: true }), text);
  });

  test.each([
    [OneOf([LazyRef("r"), Int()], { exclusive: true })],
    [OneOf([open({ b: Int() }), open({ a: LazyRef("r") })], { exclusive: true })],
    [If(LazyRef("r"), LazyRef("r"), LazyRef("r"))],
    [If(open({ b: Int() }), Bool(), LazyRef("r"))],
    [Not(Not(LazyRef("r")))],
    [Not(open({ a: Not(LazyRef("r")) }))],
  ])("time is linear inside recursion: %s", (validator) => {
    const members = { a: OneOf([validator, Int(), open({ a: validator })], { exclusive: true }) };
    const target = Dict(members, { unknown: "keep", optional: ["a"], alias: "r", replace: true });
    const nested = (levels: number): string => `${'{"a":'.repeat(levels)}7${"}".repeat(levels)}`;
    expectSame(target, nested(3));
    for (const engine of [native, eager]) {
      if (engine === undefined) continue;
      expect(typeof engine.test(target, nested(150))).toBe("boolean");
      expect(typeof engine.parse(target, nested(150)).ok).toBe("boolean");
    }
  });
});
