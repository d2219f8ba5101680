import fc from "fast-check";
import { describe, expect, expectTypeOf, test } from "vitest";
import { ValidationError } from "../../src/core/errors/errors.ts";
import { formatError } from "../../src/core/errors/formatter.ts";
import type { Infer, InferInput } from "../../src/core/types.ts";
import { Datetime, type DatetimeParams } from "../../src/validators/datetime.ts";
import { type Temporal, temporal } from "../../src/values/temporal.ts";
import { disguised, impostors } from "../time/hostile.ts";
import { outcome } from "../time/outcome.ts";
import { BERLIN, ISO, UTC } from "./datetime.ts";

const { Instant, PlainDate, PlainDateTime, PlainTime, ZonedDateTime } = temporal();

describe("what a Datetime accepts", () => {
  const rows: [rule: string, params: DatetimeParams, input: unknown, expected: string][] = [
    ["a naive datetime", {}, PlainDateTime.from("2018-07-03T10:11:12.123456"), "2018-07-03T10:11:12.123456"],
    ["null when nullable", { nullable: true }, null, "null"],
    ["a date, as its midnight", {}, PlainDate.from("2018-07-03"), "2018-07-03T00:00:00"],
    ["a date, with the time for dates", { default_time: "09:30" }, PlainDate.from("2018-07-03"), "2018-07-03T09:30:00"],
    [
      "a date, with the time for dates in tz",
      { ...BERLIN, default_time: "09:30" },
      PlainDate.from("2018-07-03"),
      "2018-07-03T09:30:00+02:00[Europe/Berlin]",
    ],
    [
      "a text with a time, without the time for dates",
      { format: "%Y-%m-%d", default_time: "09:30" },
      "2018-07-03",
      "2018-07-03T00:00:00",
    ],
    ["a date, as its midnight in tz", BERLIN, PlainDate.from("2018-07-03"), "2018-07-03T00:00:00+02:00[Europe/Berlin]"],
    [
      "a date without a midnight in tz",
      { tz: "America/Sao_Paulo" },
      PlainDate.from("2018-11-04"),
      "2018-11-04T01:00:00-02:00[America/Sao_Paulo]",
    ],
    [
      "an aware datetime, in tz",
      BERLIN,
      ZonedDateTime.from("2018-07-03T10:11:12Z[UTC]"),
      "2018-07-03T12:11:12+02:00[Europe/Berlin]",
    ],
    [
      "an Instant, in tz",
      BERLIN,
      Instant.from("2018-07-03T10:11:12.000000001Z"),
      "2018-07-03T12:11:12.000000001+02:00[Europe/Berlin]",
    ],
    [
      "a JavaScript Date, in tz",
      BERLIN,
      new Date("2018-07-03T10:11:12.123Z"),
      "2018-07-03T12:11:12.123+02:00[Europe/Berlin]",
    ],
    ["an offset as tz", { tz: "+05:30" }, Instant.from("2018-07-03T10:11:12Z"), "2018-07-03T15:41:12+05:30[+05:30]"],
    ["a datetime in disguise", {}, disguised.PlainDateTime, "2020-02-29T10:30:00"],
    ["an aware datetime in disguise", UTC, disguised.ZonedDateTime, "1970-01-01T00:00:00+00:00[UTC]"],
    ["a JavaScript Date of another realm", UTC, disguised.foreignDate, "1970-01-01T00:00:00+00:00[UTC]"],
    ["a timestamp, on local clocks", { unixts: true }, 1714979289.00001, "2024-05-06T07:08:09.00001"],
    ["a timestamp, in tz", { unixts: true, tz: "US/Eastern" }, 1714979289, "2024-05-06T03:08:09-04:00[US/Eastern]"],
    ["a timestamp before 1970", { unixts: true, ...UTC }, -0.000001, "1969-12-31T23:59:59.999999+00:00[UTC]"],
    ["half a microsecond, rounded to even", { unixts: true }, 0.0000005, "1970-01-01T00:00:00"],
    ["a bigint timestamp", { unixts: true }, 1n, "1970-01-01T00:00:01"],
    ["a naive string", { format: "%Y-%m-%d %H:%M:%S.%f" }, "2018-07-03 10:11:12.000001", "2018-07-03T10:11:12.000001"],
    [
      "an aware string",
      { format: ISO, ...BERLIN },
      "2018-07-03T10:11:12-04:00",
      "2018-07-03T16:11:12+02:00[Europe/Berlin]",
    ],
    [
      "an aware string of odd seconds",
      { format: ISO, ...UTC },
      "2018-07-03T10:11:12-00:00:12.5",
      "2018-07-03T10:11:24.5+00:00[UTC]",
    ],
    ["a zone name that makes nothing aware", { format: "%H:%M %Z" }, "10:00 GMT", "1900-01-01T10:00:00"],
    [
      "a naive answer of the parser",
      { parser: (s) => PlainDateTime.from(s) },
      "2018-07-03T10:11",
      "2018-07-03T10:11:00",
    ],
    [
      "an aware answer of the parser",
      { parser: (s) => new Date(s), ...BERLIN },
      "2018-07-03T10:11Z",
      "2018-07-03T12:11:00+02:00[Europe/Berlin]",
    ],
    [
      "a date of the parser, as its midnight",
      { parser: (s) => PlainDate.from(s), ...UTC },
      "2018-07-03",
      "2018-07-03T00:00:00+00:00[UTC]",
    ],
    ["format before parser", { format: "%Y", parser: (s) => PlainDateTime.from(s) }, "2018", "2018-01-01T00:00:00"],
  ];
  test.each(rows)("%s", (_, params, input, expected) => {
    expect(outcome(Datetime(params), input)).toBe(expected);
    // A bigint is converted, so it is not of the input type.
    expect(Datetime(params).is(input)).toBe(typeof input !== "bigint");
  });

  test("the result is a PlainDateTime without tz and a ZonedDateTime in tz with it", () => {
    expect(Datetime()(disguised.PlainDateTime)).toBeInstanceOf(PlainDateTime);
    const zoned = Datetime(BERLIN)(disguised.ZonedDateTime);
    expect(zoned).toBeInstanceOf(ZonedDateTime);
    expect(zoned.timeZoneId).toBe("Europe/Berlin");
  });

  test("local clocks are those of the process", () => {
    const { TZ } = process.env;
    try {
      process.env.TZ = "America/New_York";
      expect(outcome(Datetime({ unixts: true }), 1714979289)).toBe("2024-05-06T03:08:09");
    } finally {
      process.env.TZ = TZ;
    }
  });
});

describe("what a Datetime refuses", () => {
  const invalidType = (actual: string): string => `<InvalidTypeError(expected='datetime', actual='${actual}')>`;
  const wrongKind = (expected: string, actual: string): string =>
    `<DatetimeTypeError(expected='${expected}', actual=${actual})>`;
  const rows: [rule: string, params: DatetimeParams, input: unknown, expected: string][] = [
    ["null when not nullable", {}, null, invalidType("null")],
    ["a timestamp without unixts", {}, 0, invalidType("integer")],
    ["a boolean, unixts or not", { unixts: true }, false, invalidType("boolean")],
    ["a timestamp that is none", { unixts: true }, Number.NaN, invalidType("number")],
    ["a string without format or parser", {}, "2018-07-03T10:11", invalidType("string")],
    ["a time", {}, PlainTime.from("10:00"), invalidType("time")],
    ["an invalid JavaScript Date", UTC, new Date(Number.NaN), invalidType("invalid datetime")],
    [
      "a string in another format",
      { format: ISO },
      "2018-07-03",
      `<DatetimeParseError(expected='${ISO}', actual='2018-07-03')>`,
    ],
    [
      "an aware datetime without tz",
      {},
      ZonedDateTime.from("2018-07-03T10:11+09:00[Asia/Tokyo]"),
      wrongKind("naive", "2018-07-03T10:11:00+09:00[Asia/Tokyo]"),
    ],
    [
      "an Instant without tz",
      {},
      Instant.from("2018-07-03T10:11Z"),
      wrongKind("naive", "2018-07-03T10:11:00+00:00[UTC]"),
    ],
    ["a JavaScript Date without tz", {}, new Date(0), wrongKind("naive", "1970-01-01T00:00:00+00:00[UTC]")],
    [
      "an aware string without tz",
      { format: ISO },
      "2018-07-03T10:11:12-04:00",
      wrongKind("naive", "2018-07-03T10:11:12-04:00[-04:00]"),
    ],
    [
      "an aware string of odd seconds without tz",
      { format: ISO },
      "2018-07-03T10:11:12-04:00:12",
      wrongKind("naive", "2018-07-03T14:11:24+00:00[UTC]"),
    ],
    [
      "a naive datetime with tz",
      UTC,
      PlainDateTime.from("2018-07-03T10:11"),
      wrongKind("tzaware", "2018-07-03T10:11:00"),
    ],
    ["a naive string with tz", { format: "%Y", ...UTC }, "2018", wrongKind("tzaware", "2018-01-01T00:00:00")],
    [
      "the wrong kind before the limits",
      { min: "2030-01-01" },
      new Date(0),
      wrongKind("naive", "1970-01-01T00:00:00+00:00[UTC]"),
    ],
    [
      "a timestamp too late",
      { unixts: true, ...UTC },
      2 ** 50,
      `<MaxValueError(expected=253402300799, actual=${2 ** 50})>`,
    ],
    [
      "a timestamp too early",
      { unixts: true },
      -(2 ** 50),
      `<MinValueError(expected=-62135510400, actual=${-(2 ** 50)})>`,
    ],
  ];
  test.each(rows)("%s", (_, params, input, expected) => {
    expect(outcome(Datetime(params), input)).toBe(expected);
    expect(Datetime(params).is(input)).toBe(false);
  });

  test.each(impostors)("%s", (_, value) => {
    for (const params of [{ unixts: true }, { format: "%Y", tz: "Europe/Berlin" }]) {
      expect(outcome(Datetime(params), value)).toMatch(/^<InvalidTypeError\(expected='datetime', actual='[a-z ]+'\)>$/);
    }
  });

  test("a parser that refuses: its error is the cause", () => {
    const parser = (text: string) => PlainDateTime.from(text);
    const result = Datetime({ parser }).safe("yesterday");
    expect(result).toMatchObject({
      ok: false,
      error: { name: "DatetimeParseError", expected: parser, actual: "yesterday" },
    });
    expect(!result.ok && result.error.cause).toBeInstanceOf(RangeError);
  });

  test("dates at the end of Temporal's time that have no midnight in tz", () => {
    expect(outcome(Datetime({ tz: "Asia/Tokyo" }), PlainDate.from("-271821-04-19"))).toBe(invalidType("date"));
    expect(outcome(Datetime(), PlainDate.from("-271821-04-19"))).toBe(invalidType("date"));
    expect(outcome(Datetime(), PlainDate.from("-271821-04-20"))).toBe("-271821-04-20T00:00:00");
  });
});

test("messages say what is expected", () => {
  const text = (params: DatetimeParams, input: unknown): unknown => {
    const result = Datetime(params).safe(input);
    return result.ok || formatError(result.error)[0]?.[1];
  };
  expect(text(UTC, PlainDateTime.from("2018-01-01T00:00"))).toBe("Timezone-aware date/time object is expected.");
  expect(text({}, new Date(0))).toBe("Naive date/time object is expected.");
});

describe("rules of a Datetime", () => {
  const moment = fc
    .record({
      seconds: fc.integer({ min: -62_000_000_000, max: 253_000_000_000 }),
      micro: fc.integer({ min: 0, max: 999_999 }),
    })
    .map(({ seconds, micro }) => new Instant(BigInt(seconds) * 1_000_000_000n + BigInt(micro) * 1000n));
  const zone = fc.constantFrom(
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
    "+05:30",
    "-12:00",
  );

  test("an aware result is the same moment in tz, whatever it came as", () => {
    fc.assert(
      fc.property(moment, zone, zone, (instant, from, to) => {
        const validator = Datetime({ tz: to, format: "%Y-%m-%dT%H:%M:%S.%f%z" });
        const zoned = instant.toZonedDateTimeISO(from);
        const seconds = (value: number, digits: number): string => String(value).padStart(digits, "0");
        const text = `${seconds(zoned.year, 4)}${zoned.toPlainDateTime().toString({ fractionalSecondDigits: 6 }).slice(4)}${zoned.offset}`;
        for (const input of zoned.year > 0 && zoned.year < 10000 ? [instant, zoned, text] : [instant, zoned]) {
          const result = validator(input);
          expect(result.timeZoneId).toBe(to);
          expect(result.epochNanoseconds).toBe(instant.epochNanoseconds);
        }
      }),
    );
  });

  test("limits agree with the order of instants", () => {
    fc.assert(
      fc.property(moment, moment, moment, zone, (min, max, value, tz) => {
        const inside = min.epochNanoseconds <= value.epochNanoseconds && value.epochNanoseconds <= max.epochNanoseconds;
        expect(Datetime({ min, max, tz }).is(value)).toBe(inside);
      }),
    );
  });

  test("what passes passes again, unchanged", () => {
    const validator = Datetime({ tz: "Europe/Berlin", unixts: true });
    fc.assert(
      fc.property(fc.double({ min: -62e9, max: 253e9, noNaN: true }), (timestamp) => {
        const value = validator(timestamp);
        expect(String(validator(value))).toBe(String(value));
      }),
    );
  });

  test("no input ends in anything but a result or a ValidationError", () => {
    const validators = [
      Datetime({ unixts: true, format: "%c", ...BERLIN, relmin: "-P1D" }),
      Datetime({ unixts: true, relmax: "P1D" }),
    ];
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true }), (input) => {
        for (const validator of validators) {
          const result = validator.safe(input);
          expect(result.ok || result.error instanceof ValidationError).toBe(true);
        }
      }),
    );
  });
});

test("the types of a Datetime follow its parameters", () => {
  const naive = Datetime();
  expectTypeOf<Infer<typeof naive>>().toEqualTypeOf<Temporal.PlainDateTime>();
  expectTypeOf<InferInput<typeof naive>>().toEqualTypeOf<Temporal.PlainDate | Temporal.PlainDateTime>();
  const aware = Datetime({ tz: "UTC", nullable: true, unixts: true, format: "%c" });
  expectTypeOf<Infer<typeof aware>>().toEqualTypeOf<Temporal.ZonedDateTime | null>();
  expectTypeOf<InferInput<typeof aware>>().toEqualTypeOf<
    Temporal.PlainDate | Temporal.ZonedDateTime | Temporal.Instant | globalThis.Date | string | number | null
  >();
  const either = Datetime({ tz: "UTC" as string | undefined });
  expectTypeOf<Infer<typeof either>>().toEqualTypeOf<Temporal.ZonedDateTime | Temporal.PlainDateTime>();
});
