import fc from "fast-check";
import { describe, expect, expectTypeOf, test } from "vitest";
import { ValidationError } from "../../src/core/errors/errors.ts";
import { formatError } from "../../src/core/errors/formatter.ts";
import type { Infer, InferInput } from "../../src/core/types.ts";
import { load } from "../../src/pure.ts";
import { Date as DateOf, type DateParams } from "../../src/validators/date.ts";
import { type Temporal, temporal } from "../../src/values/temporal.ts";
import { disguised, impostors } from "../time/hostile.ts";
import { outcome } from "../time/outcome.ts";

const { Instant, PlainDate, PlainDateTime, PlainTime, ZonedDateTime } = temporal();

const parseIso = (text: string) => PlainDateTime.from(text);
const parseAware = (text: string) => Instant.from(text);

describe("what a Date accepts", () => {
  const rows: [rule: string, params: DateParams, input: unknown, expected: string][] = [
    ["a PlainDate", {}, new PlainDate(2020, 2, 29), "2020-02-29"],
    ["null when nullable", { nullable: true }, null, "null"],
    ["the date of a naive datetime", {}, PlainDateTime.from("2020-02-29T23:59:59.999999"), "2020-02-29"],
    [
      "the date of a naive datetime, tz or not",
      { tz: "Asia/Tokyo" },
      PlainDateTime.from("2020-02-29T23:59"),
      "2020-02-29",
    ],
    ["the date of an aware datetime as it is", {}, ZonedDateTime.from("2018-12-05T00:00Z[UTC]"), "2018-12-05"],
    [
      "the date of an aware datetime as it is, elsewhere",
      {},
      ZonedDateTime.from("2018-12-05T00:30+09:00[Asia/Tokyo]"),
      "2018-12-05",
    ],
    [
      "the date of an aware datetime in tz",
      { tz: "US/Eastern" },
      ZonedDateTime.from("2018-12-05T00:00Z[UTC]"),
      "2018-12-04",
    ],
    ["an Instant, in UTC", {}, Instant.from("2018-12-05T00:00Z"), "2018-12-05"],
    ["an Instant, in tz", { tz: "US/Eastern" }, Instant.from("2018-12-05T00:00Z"), "2018-12-04"],
    ["a JavaScript Date, in UTC", {}, new Date("2018-12-05T00:00Z"), "2018-12-05"],
    ["a JavaScript Date, in tz", { tz: "US/Eastern" }, new Date("2018-12-05T00:00Z"), "2018-12-04"],
    ["a PlainDate in disguise", {}, disguised.PlainDate, "2020-02-29"],
    ["a JavaScript Date of another realm", {}, disguised.foreignDate, "1970-01-01"],
    ["a timestamp, on the local calendar", { unixts: true }, 1543968000, "2018-12-05"],
    ["a timestamp, in tz", { unixts: true, tz: "US/Eastern" }, 1543968000, "2018-12-04"],
    ["a timestamp with a fraction", { unixts: true }, 1543968000.25, "2018-12-05"],
    ["a negative timestamp", { unixts: true, tz: "UTC" }, -0.5, "1969-12-31"],
    ["a bigint timestamp", { unixts: true, tz: "UTC" }, 1543968000n, "2018-12-05"],
    ["a string in the format", { format: "%d.%m.%Y" }, "3.7.2018", "2018-07-03"],
    ["a string in a format with a time", { format: "%Y-%m-%dT%H:%M" }, "2018-07-03T23:59", "2018-07-03"],
    ["an aware string, as it is", { format: "%Y-%m-%dT%H:%M%z" }, "2018-12-05T00:00+09:00", "2018-12-05"],
    [
      "an aware string, as it is, to the second",
      { format: "%Y-%m-%dT%H:%M%z" },
      "2018-12-05T00:00+09:18:59",
      "2018-12-05",
    ],
    ["an aware string, in tz", { format: "%Y-%m-%dT%H:%M%z", tz: "US/Eastern" }, "2018-12-05T00:00Z", "2018-12-04"],
    [
      "an aware string of odd seconds, in tz",
      { format: "%Y-%m-%dT%H:%M%z", tz: "UTC" },
      "2018-12-05T09:18+09:18:59",
      "2018-12-04",
    ],
    ["a naive string, tz or not", { format: "%Y-%m-%dT%H:%M", tz: "US/Eastern" }, "2018-12-05T00:00", "2018-12-05"],
    ["what the parser makes of a string", { parser: parseIso }, "2018-07-03T10:00", "2018-07-03"],
    ["an aware answer of the parser, as it is", { parser: parseAware }, "2018-12-05T00:00Z", "2018-12-05"],
    [
      "an aware answer of the parser, in tz",
      { parser: parseAware, tz: "US/Eastern" },
      "2018-12-05T00:00Z",
      "2018-12-04",
    ],
    ["a JavaScript Date of the parser", { parser: (text) => new Date(text) }, "2018-12-05", "2018-12-05"],
    ["format before parser", { format: "%Y", parser: parseIso }, "2018", "2018-01-01"],
    ["dates that are no string with a format", { format: "%Y" }, new PlainDate(2020, 2, 29), "2020-02-29"],
  ];
  test.each(rows)("%s", (_, params, input, expected) => {
    expect(outcome(DateOf(params), input)).toBe(expected);
    // A bigint is converted, so it is not of the input type.
    expect(DateOf(params).is(input)).toBe(typeof input !== "bigint");
  });

  test("the result is a plain value of the Temporal in use", () => {
    const result = DateOf()(disguised.PlainDate);
    expect(Object.getPrototypeOf(result)).toBe(PlainDate.prototype);
    expect(result.year).toBe(2020);
  });

  test("local means the time zone of the process", () => {
    const { TZ } = process.env;
    try {
      process.env.TZ = "America/New_York";
      expect(outcome(DateOf({ unixts: true }), 1543968000)).toBe("2018-12-04");
    } finally {
      process.env.TZ = TZ;
    }
  });
});

describe("what a Date refuses", () => {
  const invalidType = (actual: string): string => `<InvalidTypeError(expected='date', actual='${actual}')>`;
  const parse = (expected: string, actual: string): string =>
    `<DatetimeParseError(expected=${expected}, actual=${actual})>`;
  function refuse(): never {
    throw new RangeError("not a date");
  }
  const rows: [rule: string, params: DateParams, input: unknown, expected: string][] = [
    ["null when not nullable", {}, null, invalidType("null")],
    ["undefined, nullable or not", { nullable: true }, undefined, invalidType("undefined")],
    ["a timestamp without unixts", {}, 1543968000, invalidType("integer")],
    ["a timestamp with a fraction without unixts", {}, 0.5, invalidType("number")],
    ["a bigint without unixts", {}, 0n, invalidType("bigint")],
    ["a boolean, unixts or not", { unixts: true }, true, invalidType("boolean")],
    ["NaN", { unixts: true }, Number.NaN, invalidType("number")],
    ["Infinity", { unixts: true }, Number.POSITIVE_INFINITY, invalidType("number")],
    ["a string without format or parser", { unixts: true }, "2018-07-03", invalidType("string")],
    ["a time", {}, PlainTime.from("10:00"), invalidType("time")],
    ["an invalid JavaScript Date", {}, new Date(Number.NaN), invalidType("invalid datetime")],
    ["a string in another format", { format: "%Y-%m-%d" }, "03.07.2018", parse("'%Y-%m-%d'", "'03.07.2018'")],
    ["a day that is not", { format: "%Y-%m-%d" }, "2011-02-31", parse("'%Y-%m-%d'", "'2011-02-31'")],
    ["an empty string", { format: "%Y" }, "", parse("'%Y'", "''")],
    ["a string the parser throws at", { parser: refuse }, "x", parse("refuse", "'x'")],
    [
      "a timestamp too late",
      { unixts: true },
      253402300800,
      "<MaxValueError(expected=253402300799, actual=253402300800)>",
    ],
    [
      "a timestamp too early",
      { unixts: true },
      -62135510401,
      "<MinValueError(expected=-62135510400, actual=-62135510401)>",
    ],
    [
      "a timestamp far too late",
      { unixts: true },
      2 ** 60,
      `<MaxValueError(expected=253402300799, actual=${2 ** 60})>`,
    ],
    [
      "a timestamp far too early",
      { unixts: true, tz: "UTC" },
      -1e300,
      "<MinValueError(expected=-62135510400, actual=-1e+300)>",
    ],
    [
      "a bigint beyond all numbers",
      { unixts: true },
      10n ** 400n,
      `<MaxValueError(expected=253402300799, actual=1${"0".repeat(400)}n)>`,
    ],
  ];
  test.each(rows)("%s", (_, params, input, expected) => {
    expect(outcome(DateOf(params), input)).toBe(expected);
    expect(DateOf(params).is(input)).toBe(false);
  });

  test.each(impostors)("%s", (_, value) => {
    for (const params of [{}, { unixts: true, format: "%Y", tz: "Europe/Berlin" }]) {
      expect(outcome(DateOf(params), value)).toMatch(/^<InvalidTypeError\(expected='date', actual='[a-z ]+'\)>$/);
    }
  });

  test("the last timestamps in range are accepted", () => {
    expect(outcome(DateOf({ unixts: true }), 253402300799)).toBe("9999-12-31");
    expect(outcome(DateOf({ unixts: true }), -62135510400)).toBe("0001-01-02");
    expect(outcome(DateOf({ unixts: true, tz: "-23:59" }), -62135510400)).toBe("0001-01-01");
  });
});

describe("a Date in messages", () => {
  test.each([
    [{ min: "2020-01-01" }, PlainDate.from("2019-01-01"), "Expected value \u2265 2020-01-01, got 2019-01-01."],
    [{ format: "%Y" }, "x", "Cannot parse date/time value from \u201cx\u201d using \u201c%Y\u201d format."],
    [{ parser: parseIso }, "x", "Cannot parse date/time value from \u201cx\u201d."],
    [{}, "x", "Expected type \u201cdate\u201d, got \u201cstring\u201d."],
  ] as [DateParams, unknown, string][])("%o", (params, input, message) => {
    const result = DateOf(params).safe(input);
    expect(result.ok || formatError(result.error)).toEqual([["", message]]);
  });
});

describe("rules of a Date", () => {
  const date = fc
    .record({
      year: fc.integer({ min: 1, max: 9999 }),
      month: fc.integer({ min: 1, max: 12 }),
      day: fc.integer({ min: 1, max: 28 }),
    })
    .map(({ year, month, day }) => new PlainDate(year, month, day));

  test("limits agree with the order of ISO texts", () => {
    fc.assert(
      fc.property(date, date, date, (min, max, value) => {
        const inside = String(min) <= String(value) && String(value) <= String(max);
        expect(DateOf({ min, max }).is(value)).toBe(inside);
      }),
    );
  });

  test("what passes passes again, unchanged", () => {
    const validator = DateOf({ format: "%Y-%m-%d", min: "1000-01-01" });
    fc.assert(
      fc.property(date, (value) => {
        const first = validator.safe(value);
        if (first.ok) expect(String(validator(first.value))).toBe(String(first.value));
        expect(outcome(validator, String(value))).toBe(outcome(validator, value));
      }),
    );
  });

  test("no input ends in anything but a result or a ValidationError", () => {
    const validator = DateOf({ unixts: true, format: "%Y-%m-%d", tz: "Europe/Berlin", relmin: "-P1000Y" });
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true, withTypedArray: true }),
        (input) => {
          const result = validator.safe(input);
          expect(result.ok || result.error instanceof ValidationError).toBe(true);
        },
      ),
    );
  });

  test("the first and last dates that Temporal has are dates", () => {
    for (const text of ["-271821-04-19", "+275760-09-13"]) {
      expect(outcome(DateOf({ tz: "Asia/Tokyo" }), PlainDate.from(text))).toBe(text);
    }
    const edge = ZonedDateTime.from("+275760-09-13T00:00Z[UTC]");
    expect(outcome(DateOf({ tz: "Asia/Tokyo" }), edge)).toBe("+275760-09-13");
  });
});

test("the types of a Date follow its parameters", () => {
  const plain = DateOf();
  expectTypeOf<Infer<typeof plain>>().toEqualTypeOf<Temporal.PlainDate>();
  expectTypeOf<ReturnType<typeof plain>>().toEqualTypeOf<Temporal.PlainDate>();
  const nullable = DateOf({ nullable: true, min: "2020-01-01" });
  expectTypeOf<Infer<typeof nullable>>().toEqualTypeOf<Temporal.PlainDate | null>();
  type Base = Temporal.PlainDate | Temporal.PlainDateTime | Temporal.ZonedDateTime | Temporal.Instant | globalThis.Date;
  expectTypeOf<InferInput<typeof plain>>().toEqualTypeOf<Base>();
  const text = DateOf({ format: "%Y" });
  expectTypeOf<InferInput<typeof text>>().toEqualTypeOf<Base | string>();
  const parsed = DateOf({ min: "2020-01-01", parser: (string) => PlainDate.from(string.trim()) });
  expectTypeOf<InferInput<typeof parsed>>().toEqualTypeOf<Base | string>();
  const stamp = DateOf({ unixts: true, nullable: true });
  expectTypeOf<InferInput<typeof stamp>>().toEqualTypeOf<Base | number | null>();
});

test("a Date in the format iso is a day, and a JavaScript Date if so asked", () => {
  const day = DateOf({ format: "iso", min: "2000-01-01" });
  expect(String(day("2018-07-03"))).toBe("2018-07-03");
  expect(outcome(day, "2018-7-3")).toBe("<DatetimeParseError(expected='iso', actual='2018-7-3')>");
  const native = DateOf({ format: "iso", min: "2000-01-01", as: "date" });
  expect(native.json('"2018-07-03"')).toEqual(new Date("2018-07-03T00:00:00Z"));
  expect(native.is("1999-12-31")).toBe(false);
  expect(native(new PlainDate(2020, 2, 29))).toEqual(new Date("2020-02-29T00:00:00Z"));
  expect(load(native.dump()).equals(native)).toBe(true);
});
