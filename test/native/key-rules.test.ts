/** Dict with rules of keys, beside those of its schema: the addon validates it as the reference does. */
import { describe, expect, test } from "vitest";
import type { Validator } from "../../src/index.ts";
import { AllOf, Any, Const, Default, Dict, Int, LazyRef, Not, OneOf, Str } from "../../src/index.ts";
import { eager, native } from "./addon.ts";
import { expectAnsweredWithin, expectSame } from "./outcome.ts";

const keep = { unknown: "keep" } as const;
const a = { a: Int() };

const TEXTS = [
  ...["{}", "null", "[]", '{"a":1}', '{"a":"x"}', '{"a":1,"b":2}', '{"b":2,"a":1}', '{"b":null}', '{"c":1,"b":"x"}'],
  ...['{"a":1,"b":2,"c":3,"d":4}', '{"\\u0061":1,"\\u0063":3}', '{"long key":1}', '{"":1}', '{"é":1}'],
  ...['{"a":"","b":""}', '{"b":1,"c":"","a":5}', '{"toString":1,"__proto__":2}', '{"a":{"c":1},"c":{"a":1}}'],
];

const VALIDATORS: Validator[] = [
  Dict(a, { ...keep, keys: Str({ maxlen: 1 }), optional: ["a"] }),
  Dict(a, { keys: Str({ pattern: "[ab]$" }), nullable: true }),
  Dict({}, { extra: [Str({ maxlen: 2 }), Int()], keys: Str({ options: ["a", "b"] }) }),
  Dict(a, { keys: Not(Const("b")), unknown: "strip", optional: ["a"], minlen: 1 }),
  Dict(a, { keys: Not(Const("b")), unknown: "strip", optional: ["a"] }),
  Dict(a, { keys: Str({ minlen: 1 }), patterns: { "[bc]": Int() }, optional: ["a"], dispose: ["d", "a"] }),
  Dict(a, { required: ["b"], ...keep }),
  Dict(a, { required: ["a", "c", "b"], ...keep, optional: ["a"] }),
  Dict(a, { unknown: "strip", optional: ["a"] }).clone({ required: ["c", "toString"] }),
  Dict(a, { optional: ["a"] }).clone({ required: ["c"] }),
  Dict(a, { required: ["c"], optional: ["a"], patterns: { c: Int() } }),
  Dict(a, { required: ["b"], optional: ["a"], extra: [Str(), Int()] }),
  Dict(a, { required: ["b"], optional: ["a"], extra: [Not(Const("b")), Any()] }),
  Dict(a, { required: ["a", "b"], defaults: { a: 7 }, dispose: ["b"], ...keep }),
  Dict(a, { required: ["a", "c"], optional: ["a"], skip_blank: true, ...keep }),
  Dict({}, { extra: [Str({ options: ["a", "b"] }), Any()], exhaustive: true, required: ["a", "d"] }),
  Dict(a, { dependent_required: { a: ["b", "c"], b: ["a"] }, ...keep, optional: ["a"] }),
  Dict(a, { unknown: "strip", optional: ["a"] }).clone({ dependent_required: { a: ["c"], d: [] } }),
  Dict(a, { dependent_required: { a: ["c"] }, patterns: { c: Any() }, defaults: { a: 1 } }),
  Dict(a, { dependent_schemas: { a: Dict({ b: Int() }, keep) }, ...keep, optional: ["a"] }),
  Dict(a, { dependent_schemas: { a: Dict(a, keep), b: Dict({}, { maxlen: 2, ...keep }) }, ...keep, optional: ["a"] }),
  Dict(a, { dependent_schemas: { a: Not(Dict({ c: Any() }, keep)) }, ...keep, optional: ["a"], maxlen: 3 }),
  Dict({ ...a, b: Any(), c: Any() }, { dependent_schemas: { b: Not(Any()) }, optional: ["a", "b", "c"] }),
  AllOf(Dict(a, { required: ["b"], ...keep }), Dict({}, { dependent_required: { b: ["c"] }, ...keep })),
  OneOf([Dict({}, { required: ["a"], ...keep }), Dict({}, { required: ["b"], ...keep })], { exclusive: true }),
  Dict({ a: Any(), c: Any() }, { dependent_schemas: { a: Dict({ a: Any() }, keep) }, optional: ["a", "c"] }),
];

describe("rules of keys", () => {
  test.each(VALIDATORS.map((validator) => [validator]))("%s", (validator) => {
    expectAnsweredWithin(validator, TEXTS);
  });

  test("keys that come twice or look like indexes; converted values; messages; what the addon does not know", () => {
    const odd = Str({ pattern: "(a?)\\1", backtrack: true });
    const texts = [
      ...TEXTS,
      ...[
        '{"b":1,"b":2}',
        '{"a":1,"c":1,"a":2}',
        '{"1":1,"b":2}',
        '{"b":1,"1":2}',
        '{"a":-0,"b":-0}',
        '{"c":1,"c":""}',
      ],
    ];
    for (const validator of [
      ...VALIDATORS,
      Dict({}, { keys: Int(), dispose: ["0", "1"] }),
      Dict({}, { keys: Int(), unknown: "strip" }),
      Dict(a, { keys: odd, ...keep, optional: ["a"] }),
      Dict(a, { keys: Str({ case: "upper" }), ...keep, optional: ["a"] }),
      Dict({ a: Int({ coerce: true }) }, { dependent_schemas: { a: Dict(a, keep) }, ...keep }),
      Dict({ a: Any() }, { dependent_schemas: { a: Dict({ a: Int({ min: 1 }) }, keep) }, ...keep }),
      Dict(a, { dependent_schemas: { a: Dict({ a: Int({ min: 1 }) }, keep) }, ...keep }),
      Dict(a, { dependent_schemas: { a: Dict({ b: Default(Int(), 1) }, keep) }, ...keep }),
      Dict({ a: odd }, { dependent_schemas: { a: Any() }, ...keep, optional: ["a"] }),
      Dict(a, { required: ["b"], dependent_required: { a: ["c"] }, ...keep, message: "No." }),
      Dict(a, { required: ["b"], dependent_required: { a: ["c"] }, ...keep, messages: { required: "Give it." } }),
    ])
      for (const text of texts) expectSame(validator, text);
  });

  test("secrets hide keys that they do not name", () => {
    for (const secret of [
      Dict({}, { required: ["a"], ...keep, secret: true }),
      Dict({}, { dependent_required: { b: ["a"] }, ...keep, secret: true }),
      Dict({}, { patterns: { a: Int() }, ...keep, secret: true }),
      Dict({}, { keys: Str({ maxlen: 1 }), ...keep, secret: true }),
    ]) {
      const named = Dict({ in: secret, a: Any() }, { optional: ["a"] });
      for (const text of ['{"in":{}}', '{"in":{"b":1}}', '{"in":{"a":"x"}}', '{"in":{"ab":1}}', '{"in":{"a":1}}'])
        expectSame(named, text);
    }
  });

  test("time is linear where each level is validated twice", () => {
    const members = { a: LazyRef("r") };
    Dict(members, {
      ...keep,
      dependent_schemas: { a: Dict(members, keep) },
      optional: ["a"],
      alias: "r",
      replace: true,
    });
    const nested = (levels: number): string => `${'{"a":'.repeat(levels)}{}${"}".repeat(levels)}`;
    for (const text of [nested(6), nested(6).replace("{}", "7")]) expectSame(LazyRef("r"), text);
    // The pure engine gives up, at its limit on work.
    for (const engine of [native, eager]) {
      if (engine === undefined) continue;
      expect(engine.test(LazyRef("r"), nested(200))).toBe(true);
      expect(engine.parse(LazyRef("r"), nested(200))).toMatchObject({ ok: true });
    }
  });
});
