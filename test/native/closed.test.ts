/** Closed: the addon knows which members no validator has evaluated, as the reference does. */
import { describe, expect, test } from "vitest";
import type { Validator } from "../../src/index.ts";
import {
  AllOf,
  Any,
  Closed,
  Const,
  Default,
  Dict,
  Float,
  If,
  Int,
  LazyRef,
  List,
  Not,
  Nullable,
  OneOf,
  Optional,
  Set as SetOf,
  Str,
  Tuple,
} from "../../src/index.ts";
import { eager, native } from "./addon.ts";
import { expectAnswered, expectAnsweredWithin, expectSame } from "./outcome.ts";

const keep = { unknown: "keep" } as const;
const open = (members: Record<string, Validator>, more: object = {}) =>
  Dict(members, { ...keep, ...more, optional: Object.keys(members) });
const [a, b, c] = [open({ a: Int() }), open({ b: Int() }), open({ c: Any() })];
const need = (key: string) => Dict({ [key]: Any() }, keep);

const OBJECTS = [
  ...["null", "1", '"a"', "{}", '{"a":1}', '{"a":1,"b":2}', '{"b":2,"a":1}', '{"a":1,"b":2,"c":3}', '{"c":3,"d":4}'],
  ...['{"a":"x","d":1}', '{"d":{"d":1},"a":1}', '{"x1":1,"a":2}', '{"a":1,"x1":"y","x2":2,"d":5}', '{"\\u0061":1}'],
  ...['{"a":1,"e":{"a":1,"f":2},"b":{"g":3}}', '{"\\u0064":1,"a":1}', '{"e":"long text","a":null}'],
];
const LISTS = [
  ...["[]", "[1]", '["a"]', "[1,2]", '[1,"a"]', '["a",1,"b",2]', '[1,"a",null,{"a":1}]', "[[1],[]]", "[1,1,1]"],
  ...["[null,7]", '[{"a":1,"b":2},[1,"a"]]'],
];

const VALIDATORS: Validator[] = [
  Closed(a),
  Closed(AllOf(a, b)),
  Closed(AllOf(a, b), { rest: Int({ min: 4 }) }),
  Closed(AllOf(need("a"), Any())),
  Closed(Any()),
  Closed(Any(), { rest: Int() }),
  Closed(AllOf(a, Dict({ b: Int() }, { extra: [Str(), Any()], optional: ["b"] }))),
  Closed(AllOf(a, Dict({ a: Any() }))),
  Closed(open({ a: Int() }, { patterns: { x: Any() } })),
  Closed(AllOf(open({}, { patterns: { "x\\d": Int() } }), a), { rest: Any() }),
  Closed(open({ a: Any() }, { required: ["b"], dependent_required: { a: ["b"] } })),
  Closed(open({ a: Any() }, { dependent_schemas: { a: b, c } })),
  Closed(open({ a: Any() }, { keys: Str({ maxlen: 2 }), maxlen: 3 })),
  Closed(OneOf(need("a"), need("b"), need("c"))),
  Closed(OneOf(need("a"), AllOf(need("b"), c), Any())),
  Closed(OneOf([need("a"), need("b")], { exclusive: true })),
  Closed(OneOf(AllOf(need("a"), Not(b)), List(Any()), Str(), c)),
  Closed(AllOf(OneOf(need("a"), need("d")), OneOf(need("b"), Any()))),
  Closed(OneOf([Int(), Str(), a, List(Any())], { by_type: true })),
  Closed(If(need("a"), b, c)),
  Closed(If(need("a"), undefined, c)),
  Closed(If(AllOf(need("a"), Not(b)), Any(), b)),
  Closed(AllOf(Not(Not(a)), b)),
  Closed(AllOf(Not(need("b")), a)),
  Closed(Closed(a)),
  Closed(AllOf(Closed(a, { rest: Any() }), b)),
  Closed(OneOf(Closed(a), b)),
  Closed(AllOf(a, Any()), { rest: Closed(AllOf(a, open({ f: Any() }))) }),
  Closed(open({ e: Closed(AllOf(a, b)), a: Any() })),
  Closed(Nullable(a)),
  Closed(open({ a: Int(), d: Any() }), { rest: Const(0) }),
  AllOf(Closed(AllOf(a, Any()), { rest: Int() }), Any()),
  AllOf(Any(), Closed(AllOf(a, b))),
  OneOf(Closed(AllOf(a, b)), Closed(AllOf(a, c)), Str()),
  OneOf([Closed(AllOf(a, b)), Closed(AllOf(a, c))], { exclusive: true }),
  Not(Closed(AllOf(a, b))),
  If(Closed(AllOf(a, b)), need("a"), need("d")),
  open({ e: Closed(AllOf(a, Any())), d: Closed(a) }),
];

const OF_LISTS: Validator[] = [
  Closed(List(Any())),
  Closed(List(Int())),
  Closed(List(Any(), { evaluates: true })),
  Closed(List(Any(), { prefix: [Int()] })),
  Closed(List(Any(), { prefix: [Any(), Any()] }), { rest: Int() }),
  Closed(List(Any(), { contains: Int() })),
  Closed(List(Any(), { contains: Str(), min_contains: 0, max_contains: 2 }), { rest: Int({ max: 3 }) }),
  Closed(List(Any(), { prefix: [Any()], contains: Str(), min_contains: 0, unique_items: true, maxlen: 3 })),
  Closed(AllOf(List(Any(), { prefix: [Any()] }), List(Any(), { contains: Const(1), min_contains: 0 }))),
  Closed(AllOf(Not(Not(List(Any(), { contains: Int() }))), List(Any(), { prefix: [Any()] }))),
  Closed(OneOf(List(Any(), { prefix: [Int()], minlen: 1 }), List(Any(), { prefix: [Any(), Str()], minlen: 2 }))),
  Closed(OneOf(Tuple(Int(), Any()), List(Any(), { prefix: [Any()] }))),
  Closed(List(Closed(AllOf(a, Any())), { prefix: [Any()] })),
  Closed(OneOf([Int(), a, List(Any(), { prefix: [Int()] })], { by_type: true }), { rest: Any() }),
];

describe("closed", () => {
  test.each(VALIDATORS.map((validator) => [validator]))("%s", (validator) => {
    expectAnsweredWithin(validator, OBJECTS);
  });

  test.each(OF_LISTS.map((validator) => [validator]))("%s", (validator) => {
    expectAnsweredWithin(validator, [...LISTS, "null", "{}"]);
  });

  test("keys that come twice, or in an order that JavaScript does not keep", () => {
    const texts = [
      ...['{"a":1,"a":"x"}', '{"a":"x","a":1}', '{"d":1,"d":2}', '{"a":1,"d":1,"d":2}', '{"e":{"a":"x","a":1}}'],
      ...['{"a":1,"e":{"a":1,"a":2}}', '{"2":1,"a":1,"1":2}', '{"a":1,"2":3,"1":2}', '{"1":1,"2":2,"a":1}'],
      ...['{"b":{"c":1,"c":2},"a":1,"b":1}'],
    ];
    for (const validator of VALIDATORS)
      for (const text of texts)
        for (const made of [text, `[${text},${text}]`, `{"e":${text}}`]) expectSame(validator, made);
  });

  test("members that are converted, dropped or added; texts; what the addon does not know", () => {
    const odd = Str({ pattern: "(a?)\\1", backtrack: true });
    for (const validator of [
      Closed(Dict({ a: Default(Int(), 7) }, keep)),
      Closed(Dict({ a: Int() }, { unknown: "strip", optional: ["a"] })),
      Closed(open({ a: Int({ coerce: true }) }), { rest: Int({ coerce: true }) }),
      Closed(open({ a: Int({ bigint: true }) }), { rest: Int({ bigint: true }) }),
      Closed(Dict({ a: Optional(Int()) }, { ...keep, skip_blank: true })),
      Closed(Dict({ a: Any() }, { ...keep, dispose: ["b"] })),
      Closed(List(Any(), { unique: true, prefix: [Any()] })),
      Closed(SetOf(Any())),
      Closed(AllOf(open({ a: odd }), b)),
      Closed(AllOf(a, b), { rest: odd }),
      Closed(AllOf(a, OneOf(odd, b))),
      Closed(AllOf(a, b), { message: "No more members." }),
      Closed(Dict({ a: Int() }, { ...keep, message: "No such object." })),
      AllOf(Closed(AllOf(a, Any()), { rest: Float() }), Dict({ d: Const(0) }, keep)),
    ])
      for (const text of [...OBJECTS, ...LISTS, '{"a":"5","d":"6"}', '{"a":"ab"}', '{"d":"","a":""}'])
        expectSame(validator, text);
  });

  test("a zero that has lost its sign", () => {
    for (const validator of [...VALIDATORS, ...OF_LISTS])
      for (const text of ['{"d":-0,"a":-0}', "[-0,-0]", '{"a":-0}', '{"e":{"a":-0,"d":-0}}'])
        expectSame(validator, text);
  });

  test("in lists with few errors, and nested", () => {
    const list = List(Closed(AllOf(a, b), { rest: Int() }));
    const all = `[${OBJECTS.join()}]`;
    for (const maxErrors of [1, 2, 3, 4, 7]) expectAnswered("native", list, all, { maxErrors });
    for (const maxDepth of [1, 2, 3]) expectSame(list, all, { maxDepth });
  });

  const nestings: ((inner: Validator) => Validator)[] = [
    (inner) => Closed(AllOf(open({ a: inner }), b)),
    (inner) => Closed(OneOf(AllOf(need("b"), open({ a: inner })), open({ a: inner }), c)),
    (inner) => Closed(Any(), { rest: inner }),
    (inner) => OneOf([Closed(open({ a: inner })), open({ b: inner })], { exclusive: true }),
    (inner) => Closed(If(open({ a: inner }), open({ a: inner }), b)),
  ];
  test.each(nestings.map((make) => [make]))("time is linear inside recursion: %s", (make) => {
    const target = OneOf([make(OneOf(LazyRef("closed"), Int()))], { alias: "closed", replace: true });
    const nested = (levels: number): string => `${'{"a":'.repeat(levels)}7${"}".repeat(levels)}`;
    for (const levels of [1, 3, 5]) expectSame(target, nested(levels));
    for (const engine of [native, eager]) {
      if (engine === undefined) continue;
      const before = engine.tally.fellBack;
      expect(engine.test(target, nested(120))).toBe(true);
      expect(engine.parse(target, nested(120)).ok).toBe(true);
      expect(engine.tally.fellBack).toBe(before);
    }
  });
});
