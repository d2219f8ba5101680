/** What each class of validators encodes, and reads again. */
import { describe, expect, test } from "vitest";
import { makeEncoder } from "../../src/core/encode/encodings.ts";
import * as v from "../../src/index.ts";

const { AllOf, Any, Bool, Check, Const, Datetime, Default, Dict, Fallback, Float, Int, LazyRef, List } = v;
const { Nullable, OneOf, Optional, Str, Time, Transform, Tuple, Type, exc } = v;

type Row = readonly [validator: v.Validator, input: unknown, text: string];

const url = AllOf(
  Str(),
  Transform((text: string) => new URL(text), { encode: ({ href }: URL) => href, throws: true }),
);

const day = v.Date({ format: "iso" });
const prefixed = AllOf(
  Str(),
  Transform((text: string) => `x-${text}`, { encode: (text: string) => text.slice(2) }),
);

const dated = AllOf(
  Datetime({ coerce: "unix", format: "rfc3339", as: "date" }),
  Transform((date: Date) => date.toISOString(), { encode: (text: string) => new Date(text) }),
);

/** The structure of a value: by text for instances, as a list for a Set, whose members are compared by identity. */
function structure(value: unknown): unknown {
  if (value instanceof Set) return ["Set", ...Array.from(value, structure)];
  if (Array.isArray(value)) return value.map(structure);
  if (typeof value !== "object" || value === null) return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return [value.constructor.name, String(value)];
  return Object.entries(value).map(([key, member]) => [key, structure(member)]);
}

/** The input, and the text of its value. */
const ROWS: readonly Row[] = [
  [Any(), { a: [1, null, "\ud800"], b: true }, '{"a":[1,null,"\\ud800"],"b":true}'],
  [Int(), 5, "5"],
  [Int({ coerce: true }), "5", "5"],
  [Int({ bigint: true }), 5n, "5"],
  [Int({ bigint: true }), 123456789012345678901n, "123456789012345678901"],
  [Float({ coerce: true }), "1.5", "1.5"],
  [Bool({ coerce_str: true }), "yes", "true"],
  [Str({ strip: true, case: "upper" }), " a\n", '"A"'],
  [Str({ encoding: "utf-8" }), Uint8Array.of(97), '"a"'],
  [Const({ a: [1] }), { a: [1] }, '{"a":[1]}'],
  [List(Int(), { unique: true, sort: -1 }), [1, 2, 1], "[2,1]"],
  [v.Set(v.Date({ format: "iso" })), ["2026-02-28", "2026-02-28"], '["2026-02-28"]'],
  [Tuple(Int(), v.Set(Int())), [1, [2, 2]], "[1,[2]]"],
  [Nullable(url), null, "null"],
  [Nullable(url), "https://a.org/", '"https://a.org/"'],
  [Dict({ a: Optional(v.Set(Int())), b: Default(Int(), 2) }), {}, '{"b":2}'],
  [Dict({ a: url }, { unknown: "keep" }), { b: [1], a: "https://a.org/" }, '{"b":[1],"a":"https://a.org/"}'],
  [Dict({ a: Int() }, { unknown: "strip", dispose: ["b"] }), { a: 1, b: 2, c: 3 }, '{"a":1}'],
  [Dict({}, { extra: [Str({ case: "lower" }), v.Set(Int())] }), { A: [1, 1] }, '{"a":[1]}'],
  [Dict({}, { extra: [Int({ coerce: true }), Int()] }), { "01": 1 }, '{"1":1}'],
  [Dict({}, { extra: [prefixed, Int()] }), { a: 1 }, '{"a":1}'],
  [Dict({}, { extra: [dated, Int()] }), { "2026-02-28T10:00:00Z": 1 }, '{"2026-02-28T10:00:00.000Z":1}'],
  [AllOf(Str({ pattern: /\d+$/ }), Int({ coerce: true, max: 99 })), "42", '"42"'],
  [AllOf(Str(), Float({ coerce: "text" })), "1000000000000000000000000", '"1000000000000000000000000"'],
  [AllOf(Int(), Bool({ coerce_int: true })), 1, "1"],
  [AllOf(Str(), Bool({ coerce_str: true })), "on", '"true"'],
  [AllOf(Str(), v.Date({ format: "iso" })), "2026-02-28", '"2026-02-28"'],
  [AllOf(Int(), Datetime({ unixts: true, format: "iso", tz: "UTC" })), 1.5e9, "1500000000"],
  [AllOf(url, Type(URL)), "https://a.org/", '"https://a.org/"'],
  [OneOf(Int(), v.Date({ format: "iso" }), v.Set(Int())), [1, 1], "[1]"],
  [OneOf(Int(), v.Date({ format: "iso" }), v.Set(Int())), "2026-02-28", '"2026-02-28"'],
  [Fallback(v.Set(Int({ min: 1 })), () => new Set([1])), "no", "[1]"],
  [Fallback(Int({ min: 1 }), 0), "no", "0"],
  [Type(URL, { coerce: true, encode: ({ href }) => href }), "https://a.org/", '"https://a.org/"'],
  [AllOf(Str(), v.Not(Const("a"))), "b", '"b"'],
  [v.Not(Str()), { a: 1 }, '{"a":1}'],
  [v.If(Str(), v.Date({ format: "iso" }), v.Set(Int())), "2026-02-28", '"2026-02-28"'],
  [v.If(Str(), v.Date({ format: "iso" }), v.Set(Int())), [1, 1], "[1]"],
  [v.If(Str(), Str({ case: "upper" })), { a: [1] }, '{"a":[1]}'],
  [
    v.Closed(AllOf([Dict({ a: Int() }, { unknown: "keep" }), Dict({ b: day }, { unknown: "keep" })] as never)),
    { a: 1, b: "2026-02-28" },
    '{"a":1,"b":"2026-02-28"}',
  ],
  [
    Dict({}, { patterns: { "^d": day, "^s": v.Set(Int()) } }),
    { d: "2026-02-28", s: [1, 1] },
    '{"d":"2026-02-28","s":[1]}',
  ],
  [
    Dict({ a: Int() }, { unknown: "keep", dependent_schemas: { a: Dict({ a: Int(), b: day }) as never } }),
    { a: 1, b: "2026-02-28" },
    '{"a":1,"b":"2026-02-28"}',
  ],
  [List(day, { prefix: [Int()], contains: v.Type(Object) }), [1, "2026-02-28"], '[1,"2026-02-28"]'],
  [List(v.Set(Int()), { unique_items: true }), [[1], [2, 2]], "[[1],[2]]"],
  [List(day, { unique: true, maxlen: 1 }), ["2026-02-28", "2026-02-28"], '["2026-02-28"]'],
  [v.Bytes({ format: "base64" }), "AP+A", '"AP+A"'],
  [v.Bytes({ format: "base64", maxlen: 1 }), "AA==", '"AA=="'],
  [v.Bytes({ format: "base64url" }), "AP-A_w", '"AP-A_w"'],
  [v.Bytes({ format: "hex" }), "00fF", '"00ff"'],
  [AllOf(v.Bytes({ format: "hex" }), Str({ encoding: "utf-8" })), "c3a9", '"c3a9"'],
  [v.Date({ format: "%d.%m.%y" }), "28.02.26", '"28.02.26"'],
  [v.Date({ unixts: true }), 1772236800, "1772236800"],
  [v.Date({ format: "iso", as: "date", tz: "America/New_York" }), "2026-02-28", '"2026-02-28"'],
  [Time({ format: "iso" }), "10:00:00.5", '"10:00:00.5"'],
  [Datetime({ format: "rfc3339" }), "2026-02-28T10:00:00+02:00", '"2026-02-28T10:00:00+02:00"'],
  [Datetime({ format: "rfc3339" }), "2026-02-28t10:00:00.1200z", '"2026-02-28T10:00:00.12Z"'],
  [Datetime({ format: "rfc3339", tz: "Europe/Berlin" }), "2026-07-28T10:00:00Z", '"2026-07-28T12:00:00+02:00"'],
  [Datetime({ format: "rfc3339", as: "date" }), "2026-02-28T10:00:00Z", '"2026-02-28T10:00:00.000Z"'],
  [Datetime({ format: "rfc3339", as: "instant" }), "2026-02-28T10:00:00Z", '"2026-02-28T10:00:00Z"'],
  [Datetime({ format: "iso" }), "2026-02-28T10:00", '"2026-02-28T10:00:00"'],
  [Datetime({ format: "iso", tz: "UTC" }), "2026-02-28T10:00Z", '"2026-02-28T10:00:00Z"'],
  [Datetime({ format: "%d/%m/%Y %H:%M", unixts: true }), 0.1, "0.1"],
  [Datetime({ format: "%d/%m/%Y %H:%M", unixts: true }), 60, '"01/01/1970 00:01"'],
  ...["date", "instant"].map((as): Row => {
    const last = `"9999-12-31T23:59:59-23:59"`;
    return [Datetime({ format: "rfc3339", as: as as never }), "9999-12-31T23:59:59-23:59", last];
  }),
  [Datetime({ unixts: true, tz: "Asia/Tokyo" }), 1.25, "1.25"],
  [Datetime({ coerce: "unix" }), 1772272800.5, "1772272800.5"],
  [Datetime({ coerce: "unix", tz: "Asia/Tokyo", as: "instant" }), -1, "-1"],
  [Datetime({ coerce: "unix_ms" }), 1772272800123, "1772272800123"],
  [Datetime({ coerce: "unix_ms" }), 253402300799999, "253402300799999"],
  [Datetime({ coerce: "unix_ms" }), -62135510399999, "-62135510399999"],
  [Datetime({ coerce: "unix_ms", as: "date", max: "2027-01-01T00:00:00Z" }), 1772272800123, "1772272800123"],
  [Datetime({ coerce: "unix_ms", format: "rfc3339" }), "2026-02-28T10:00:00Z", "1772272800000"],
];

describe("a value is encoded, and read again", () => {
  test.each(ROWS.map((row) => [`${row[0]} encodes ${row[2]}`, ...row] as const))("%s", (_, validator, input, text) => {
    const value = validator(input);
    expect(validator.stringify(value)).toBe(text);
    expect(validator.safeStringify(value)).toEqual({ ok: true, value: text });
    const encoded = validator.encode(value);
    expect(validator.safeEncode(value)).toEqual({ ok: true, value: encoded });
    expect(structure(validator(encoded))).toStrictEqual(structure(value));
    expect(structure(validator.json(text))).toStrictEqual(structure(value));
  });

  test("that contains itself in the schema", () => {
    interface Tree {
      readonly at: unknown;
      readonly children: readonly Tree[];
    }
    const tree: v.Validator<Tree> = Dict({ at: v.Date({ format: "iso" }), children: List(LazyRef(() => tree)) });
    const text = '{"at":"2026-01-01","children":[{"at":"2026-01-02","children":[]}]}';
    expect(tree.stringify(tree.json(text))).toBe(text);
  });
});

describe("a step of a chain encodes to what the step before gives", () => {
  const set = v.Set(Int());
  const bytes = v.Bytes({ format: "hex" });
  const time = "2026-02-28T10:00:00Z";
  const moment = Datetime({ format: "rfc3339" });
  const number = Int({ coerce: true });
  const passes = Check(() => true);
  const tree: v.Validator = Dict({ set, day, kids: List(LazyRef((): v.Validator => tree)) });
  const chained: v.Validator = AllOf(List(LazyRef((): v.Validator => chained)), v.Set(v.Any()), v.Set(v.Any()));
  /** The input is written as it was. */
  const CHAINS: readonly (readonly [steps: readonly v.Validator[], input: unknown])[] = [
    [[set, set, set], [1]],
    [[set, passes, set, passes], [1]],
    [[OneOf(passes, set), set], [1]],
    [[passes, set], [1]],
    [[List(Int()), set], [1]],
    [
      [Tuple(Int(), Int()), set],
      [1, 2],
    ],
    [[set, Any(), set], [1]],
    [[Any(), set], [1]],
    [[set, v.Not(Str())], [1]],
    [[set, Type(Set)], [1]],
    [[Nullable(set), Nullable(set)], [1]],
    [[Optional(set), Default(set, [])], [1]],
    [[Fallback(set, new Set()), Fallback(set, new Set())], [1]],
    [[v.Closed(set), v.Closed(set)], [1]],
    [[v.If(Type(Array), set, Int()), v.If(Type(Set), set, Int())], [1]],
    [[LazyRef(() => set), LazyRef(() => set)], [1]],
    [[set, v.If(v.Not(Any()), v.Not(Any())), set], [1]],
    [[set, Optional(AllOf(passes, v.Not(Str()))), OneOf(passes, v.Not(Str())), Nullable(AllOf(set))], [1]],
    [[OneOf(Const(null), set), OneOf(Int(), set)], [1]],
    [[AllOf(set, passes), AllOf(set, set)], [1]],
    [[Dict({ a: set }), Dict({ a: set })], { a: [1] }],
    [[Dict({}, { extra: [Str(), set] }), Dict({ a: set }, { extra: [Str(), set] })], { a: [1], b: [2] }],
    [[Dict({}, { patterns: { "^a": set } }), Dict({ a: set })], { a: [1] }],
    [[Dict({ a: set }, { unknown: "keep" }), Dict({ b: set }, { unknown: "keep" })], { a: [1], b: [2] }],
    [[Dict({ a: set }, { dependent_schemas: { a: Dict({ a: set }) as never } })], { a: [1] }],
    [
      [List(set), Tuple(set, set)],
      [[1], [2]],
    ],
    [
      [Tuple(set, set), List(set)],
      [[1], [2]],
    ],
    [
      [List(Int(), { prefix: [set] }), List(Int(), { prefix: [set] })],
      [[1], 2],
    ],
    [
      [List(set), v.Set(set)],
      [[1], [2]],
    ],
    [
      [v.Set(Tuple(set)), v.Set(Tuple(set))],
      [[[1]], [[2]]],
    ],
    [[tree, tree], { set: [1], day: "2026-02-28", kids: [{ set: [2], day: "2026-02-28", kids: [] }] }],
    [[chained], [[], [[[]]]]],
    [[day, day, v.Date()], "2026-02-28"],
    [[v.Date({ format: "%d/%m/%Y" }), v.Date({ format: "%m/%d/%Y" })], "01/02/2026"],
    [[v.Date({ unixts: true }), v.Date({ unixts: true })], 1772236800],
    [[v.Date({ format: "iso", tz: "America/New_York" }), v.Date({ as: "date" })], "2026-02-28"],
    [[Any(), day], "2026-02-28"],
    [[Time({ format: "iso" }), Time({ format: "iso" })], "10:00:00"],
    [[moment, Datetime({ format: "rfc3339", as: "instant" })], time],
    [[Datetime({ format: "rfc3339", as: "date" }), moment], time],
    [[Type(Date, { coerce: true, encode: (date) => date.toISOString() }), moment], time.replace("Z", ".000Z")],
    [[List(Str()), List(day)], ["2026-02-28"]],
    [[Str(), OneOf(day, number)], "5"],
    [[Str(), Nullable(number)], "5"],
    [[Str(), v.If(Str(), number, Str())], "5"],
    [[LazyRef(() => Str()), Default(number, 1)], "5"],
    [[OneOf(Str(), Bool()), number], "5"],
    [[OneOf(Const("5"), Const(null)), number], "5"],
    [[Dict({ a: Str() }), Dict({ a: number })], { a: "5" }],
    [[Int({ bigint: true }), Bool({ coerce_int: true })], 1],
    [[Float(), Int({ bigint: true })], 5],
    [[Int({ bigint: true }), Int({ bigint: true }), Int()], 5],
    // The step before keeps the number as it is.
    ...[
      [Int({ bigint: true }), 5],
      [Int({ bigint: true, coerce: true, options: [5n] }), 5],
      [OneOf(Int({ bigint: true }), Str()), 5],
      [List(Int(), { as: "BigInt64Array" }), [5]],
    ].map(([member, b]): [v.Validator[], unknown] => [
      [Dict({ a: Int() }, { unknown: "keep" }), Dict({ b: member as v.Validator }, { unknown: "keep" })],
      { a: 1, b },
    ]),
    [[Str(), bytes], "00ff"],
    [[Any(), bytes], "00ff"],
    [[bytes, v.Bytes({ format: "base64" }), v.Bytes()], "00ff"],
    [[bytes, Str({ encoding: "utf-8" }), v.Bytes({ format: "base64" })], "41502b41"],
  ];
  test.each(CHAINS.map(([steps, input]) => [`${AllOf([...steps] as never)}`, steps, input] as const))(
    "%s",
    (_, steps, input) => {
      const chain = AllOf([...steps] as never) as v.Validator;
      const text = chain.stringify(chain(input));
      expect(text).toBe(JSON.stringify(input));
      expect(structure(chain.json(text))).toStrictEqual(structure(chain(input)));
    },
  );

  test("if the kind of its values is known to be another, a Type is refused by name", () => {
    const chain = AllOf(Str(), Type(URL, { coerce: true }));
    expect(() => chain.encode(new URL("https://a.org"))).toThrow("Type at /steps/1 has no encoding");
  });
});

test("a class that inherits the check of another inherits its encoding", () => {
  const quiet = new (class Quiet extends (Str().constructor as new () => v.Validator) {})();
  expect(quiet.encode("a")).toBe("a");
});

test("a class with more parameters than the one whose encoding it inherits", () => {
  const { params } = Nullable as unknown as { params: object };
  class Noted extends (Nullable as unknown as new (item: v.Validator, given: object) => v.Validator) {
    static readonly params = { ...params, note: (_owner: v.Validator, _name: string, note: unknown) => note };
  }
  expect(new Noted(day, { note: "n" }).encode(day("2026-02-28"))).toBe("2026-02-28");
});

test("a validator of another copy of the library has no encoding", () => {
  const foreign = { constructor: { name: "Foreign" }, check: (input: unknown) => input };
  const encode = () => makeEncoder(Object.create(foreign) as never, () => foreign.check);
  expect(encode).toThrow(new exc.ValueError("Foreign has no encoding: its class has a check of its own"));
});

test("what is read of integers is written of them", () => {
  const any = Any({ integers: "refuse" });
  const big = [{ a: 2 ** 53 }];
  expect(any.safeEncode(big).error?.issues).toEqual(any.safe(big).error?.issues);
  expect(any.encode([1.5])).toEqual([1.5]);
});

describe("what has no encoding is refused by name", () => {
  test.each<[v.Validator, string]>([
    [Transform((x: unknown) => x), "Transform has no encoding"],
    [Dict({ a: List(AllOf(Str(), Transform(Number))) }), "Transform at /schema/a/item/steps/1 has no encoding"],
    [Type(URL), "Type has no encoding"],
    [v.Bytes(), "Bytes has no encoding: it has no format"],
    [
      OneOf([Dict({ t: Const(1) }, { dispose: ["t"], optional: ["t"] })], { discriminator: "t" }),
      "drops its discriminator",
    ],
    [Const(1n), "Const has no encoding"],
    [List(Int(), { prefix: [Str()], sort: 1 }), "List has no encoding: sort and unique move items of its prefix"],
    [Dict({ a: List(Int(), { prefix: [Str()], unique: true }) }), "List at /schema/a has no encoding"],
    [v.Closed(Any(), { rest: day }), "Closed has no encoding: its rest converts values"],
    ...[
      { keys: Str() },
      { patterns: { "^x": Int() } },
      { required: ["x-a"] },
      { dependent_required: { "x-a": ["x-b"] } },
      { skip_blank: true },
    ].map((params): [v.Validator, string] => [
      Dict({}, { extra: [prefixed, Int()], ...params }),
      "Dict has no encoding: its extra changes keys that other parameters are about",
    ]),
    [v.Date(), "Date has no encoding"],
    [Dict({ a: v.Date() }), "Date at /schema/a has no encoding"],
    [List(v.Date()), "Date at /item has no encoding"],
    [List(LazyRef((): v.Validator => v.Date())), "Date has no encoding"],
    [new (class Even extends v.Validator {})(), "Even has no encoding"],
    [
      new (class Loud extends (Str().constructor as new () => v.Validator) {
        override check(): unknown {
          return 5;
        }
      })(),
      "Loud has no encoding: its class has a check of its own",
    ],
    [
      Array.from({ length: 3000 }).reduce<v.Validator>((item) => List(item), day),
      "The schema is nested too deep to encode",
    ],
  ])("%s", (validator, message) => {
    expect(() => validator.encode(undefined)).toThrow(exc.ValueError);
    expect(() => validator.safeStringify(undefined)).toThrow(message);
  });

  test("an async Check", () => {
    const schema = AllOf(
      Str(),
      Check(async () => true, { async: true }),
    );
    expect(() => schema.encode("a")).toThrow("encode cannot wait for a Check");
  });
});
