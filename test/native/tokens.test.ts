/**
 * Tokens that are rare, but ordinary JSON, at every position: the addon validates them itself, with the same answers.
 * One of them must not send a whole text to the TypeScript engine, which takes many times as long.
 */
import { describe, expect, test } from "vitest";
import {
  AllOf,
  Any,
  Bool,
  Const,
  Datetime,
  Dict,
  Float,
  Int,
  List,
  OneOf,
  Set as SetOf,
  Str,
  Tuple,
  Type,
  type Validator,
} from "../../src/index.ts";
import { native } from "./addon.ts";
import { expectNoFallback, expectSame } from "./outcome.ts";

const NUMBERS = [
  ...[
    "-0",
    "-0.0",
    "-0e5",
    "-1e-400",
    "0",
    "1e400",
    "-1e400",
    "1e-400",
    "0.30000000000000004",
    "1.00000000000000005e-5",
  ],
  ...["9007199254740993", "-9007199254740993.0", "1e20", "1.5e30", "12.5e20", "123456789012345678901234567890"],
  ...["123456789012345678901.5", "5e-324", "1.7976931348623157e308", "1e1200"],
];
const STRINGS = [
  ...['"\\ud800"', '"a\\udc00b"', '"\\ud83d\\ud83d\\ude00"', '"\\ude00\\ud83d"', '"/\\udbff"', '" \\udfff "'],
  ...['"é\\ud800"', '"日本\\udc00"', '"\\ud83d\\u0041"', '"A\\uD800"'],
];

const SCALARS: Validator[] = [
  ...[
    Int(),
    Int({ coerce: true }),
    Int({ min: 1 }),
    Int({ multiple_of: 3 }),
    Int({ options: [0, 5] }),
    Int({ nullable: true }),
  ],
  ...[
    Int({ bigint: true }),
    Int({ bigint: true, coerce: true }),
    Int({ bigint: true, multiple_of: 7n, max: 10n ** 25n }),
  ],
  ...[Float(), Float({ inf: true }), Float({ nan: true, max: 1 }), Float({ coerce: true }), Float({ nullable: true })],
  ...[Float({ multiple_of: 0.1 }), Float({ multiple_of: 1e-7, inf: true }), Float({ exclusive_min: 0, inf: true })],
  ...[
    Bool({ coerce_int: true }),
    Const(0),
    Const(-0),
    Const(Number.POSITIVE_INFINITY),
    Const(1e20),
    Const([0, 1]),
    Any(),
  ],
  ...[Str(), Str({ maxlen: 1 }), Str({ minlen: 2, maxlen: 2 }), Str({ pattern: "[^a]" }), Str({ pattern: "..$" })],
  ...[Str({ options: ["a", "b"] }), Str({ strip: true, maxlen: 1 }), Str({ normspace: true }), Str({ case: "lower" })],
  ...[Str({ format: "json-pointer" }), Str({ format: "email" }), Datetime({ format: "rfc3339" }), Const("a")],
  ...[OneOf(Int(), Str(), Any()), AllOf(Float(), Any()), AllOf(Int(), Const(0)), AllOf(Any(), Int())],
  ...[
    AllOf(AllOf(Int(), Float()), Any()),
    AllOf(OneOf(Const(1), Int(), Str()), Any()),
    OneOf(AllOf(Int(), Const(1)), Any()),
  ],
];

/** By name: a text around that of a value, and the validator around that of the value. */
const POSITIONS: Record<string, readonly [around: (text: string) => string, of: (validator: Validator) => Validator]> =
  {
    root: [(text) => text, (validator) => validator],
    item: [(text) => `[${text}, ${text}]`, List],
    "distinct item": [(text) => `[${text}, 1, ${text}]`, (item) => List(item, { unique: true })],
    "item of a Set": [(text) => `[${text}, ${text}]`, SetOf],
    "part of a Tuple": [(text) => `[${text}, ${text}]`, (item) => Tuple(item, Any())],
    member: [(text) => `{"a": ${text}}`, (a) => Dict({ a })],
    "member in another order": [(text) => `{"b": 1, "a": ${text}}`, (a) => Dict({ a, b: Int() }, { optional: ["a"] })],
    "member of any key": [(text) => `{"k": ${text}}`, (value) => Dict({}, { extra: [Str(), value] })],
    "member that is dropped": [(text) => `{"x": [${text}], "a": ${text}}`, (a) => Dict({ a }, { unknown: "strip" })],
    "member that is kept": [(text) => `{"x": [${text}], "a": ${text}}`, (a) => Dict({ a }, { unknown: "keep" })],
    alternative: [(text) => `[${text}]`, (item) => OneOf(Const("x"), List(Const("x")), List(item))],
    tagged: [
      (text) => `{"x": ${text}, "t": "b"}`,
      (x) => OneOf([Dict({ t: Const("a") }), Dict({ t: Const("b"), x })], { discriminator: "t" }),
    ],
    "first step": [(text) => `[${text}, ${text}]`, (item) => AllOf(List(item), List(Any()))],
    "every step": [
      (text) => `{"a": ${text}, "b": ${text}}`,
      (a) => AllOf(Dict({ a, b: Any() }), Dict({ a, b: Any() })),
    ],
  };

/** Their verdict is about all digits, and the addon leaves some integers beyond the safe range to TypeScript. */
const COMPARES_DIGITS = /multiple_of=(?:0\.1|1e-7)|value=(?:Infinity|100000000000000000000)/;
const isBeyond = (token: string): boolean => Math.abs(Number(token)) > Number.MAX_SAFE_INTEGER;

/** A step of an AllOf that converts is delegated as a whole, whatever it meets. */
const PASSING_ON = ["first step", "every step"];

describe.each(Object.keys(POSITIONS))("as %s", (position) => {
  const [around, of] = POSITIONS[position] as (typeof POSITIONS)[string];
  const converts = /coerce|bigint=|strip=|normspace=|case=|Datetime/;

  test.each(SCALARS.map((scalar) => [String(scalar), scalar] as const))("%s", (text, scalar) => {
    if (PASSING_ON.includes(position) && converts.test(text)) return;
    const validator = of(scalar);
    for (const token of [...NUMBERS, ...STRINGS]) {
      if (COMPARES_DIGITS.test(text) && isBeyond(token)) expectSame(validator, around(token));
      else expectNoFallback(validator, around(token));
    }
  });
});

describe("as key", () => {
  const validators = [
    Dict({ a: Any() }, { optional: ["a"] }),
    Dict({ a: Any() }, { optional: ["a"], unknown: "strip" }),
    Dict({ a: Any() }, { optional: ["a"], unknown: "keep" }),
    Dict({}, { extra: [Str({ maxlen: 2 }), Int()] }),
    Dict({}, { extra: [Str(), Any()], maxlen: 2 }),
    OneOf([Dict({ t: Const(1) }), Dict({ t: Const(2) })], { discriminator: "t" }),
    Const({ a: 1 }),
    List(Any()),
  ];

  test.each(STRINGS)("%s", (key) => {
    for (const validator of validators) {
      for (const text of [
        `{${key}: 1}`,
        `{"a": 1, ${key}: -0}`,
        `{${key}: 1, "t": 2, "\\u0061": 2}`,
        `[{${key}: [1]}]`,
      ]) {
        expectNoFallback(validator, text);
      }
    }
  });
});

test("lone surrogates are in errors as they stand in the text", () => {
  const high = "\ud800";
  const text = `{"x\\ud800": 1, "${"\\udc00"}": {"a": "\\ud800b"}, "a": ["\\ud800", {"k\\udfff": "\\ud800"}]}`;
  const members = Dict({ a: Const([high, 1]) }, { optional: ["a"] });
  for (const validator of [
    members,
    Dict({}),
    Dict({}, { extra: [Str({ maxlen: 1 }), Int()] }),
    Dict({}, { extra: [Str({ options: ["a"] }), Str({ options: [high, "\udc00"] })] }),
    Dict({ a: List(Str({ pattern: "^x" })) }, { unknown: "strip" }),
    Dict({ a: Tuple(Str({ format: "email" }), Dict({ a: Int() })) }, { unknown: "keep" }),
    OneOf([Dict({ "x\ud800": Const(2) }), Dict({ "x\ud800": Const(3) })], { discriminator: "x\ud800" }),
    OneOf(Dict({}), Const(high), members),
  ]) {
    expectSame(validator, text);
  }
  const { error } = Dict({ a: Str({ options: ["b"] }) }).safeJson('{"a": "\\ud800", "\\udfff": 1}');
  const found = Array.from(error ?? [], (one) => [one.context, (one as { actual?: unknown }).actual]);
  expect(found).toEqual([
    [["a"], high],
    [["\udfff"], undefined],
  ]);
});

test("options, tags, keys and constants with lone surrogates accept just those", () => {
  const [high, low] = ["\ud83d", "\ude00"];
  for (const validator of [
    Str({ options: [high, low] }),
    Const(high),
    Const({ [high]: low }),
    Dict({ [high]: Str() }, { unknown: "strip" }),
    Dict({ a: Any() }, { defaults: { a: high }, unknown: "strip" }),
    OneOf([Dict({ t: Const(high) }), Dict({ t: Const(low) })], { discriminator: "t" }),
  ]) {
    for (const text of ["\\ud83d", "\\ude00", "\\ud83d\\ude00", "😀", "\ufffd"])
      for (const around of [`"${text}"`, `{"${text}": "${text}"}`, `{"t": "${text}"}`]) expectSame(validator, around);
  }
});

test("a large text with one of them is the addon's", () => {
  const record = Dict({ id: Int(), name: Str(), score: Float(), tags: List(Str()), more: Any() });
  const records = List(record);
  const text = (more: string): string =>
    `[${Array(500).fill('{"id":7,"name":"Ada","score":1.5,"tags":["x","y"],"more":null}').join()},${more}]`;
  for (const more of [
    '{"id":-0,"name":"Ada","score":-0.0,"tags":[],"more":-0}',
    '{"id":1,"name":"\\ud800","score":0,"tags":["\\udfff"],"more":[1e400,{"\\ud800":-0}]}',
  ]) {
    const before = { ...native?.tally };
    expectNoFallback(records, text(more));
    if (native !== undefined) expect(native.tally.native).toBe((before.native as number) + 8);
  }
});

test("what a Check gets of a text has 0 where an earlier step has made it of -0", () => {
  const point = Dict({ x: Float(), y: Any() });
  for (const last of [Type(Object), Any(), Dict({ x: Any(), y: Any() })]) {
    expectSame(AllOf(point, last), '{"x": -0.0, "y": -0.0}');
    expectSame(List(AllOf(point, AllOf(Any(), last))), '[{"x": -0.0, "y": [-0.0]}, {"x": 1, "y": -0}]');
  }
});
