import fc from "fast-check";
import { afterEach, describe, expect, expectTypeOf, test, vi } from "vitest";
import { ValidationError, ValueError } from "../../src/errors/errors.ts";
import { formatError } from "../../src/errors/formatter.ts";
import { load } from "../../src/pure.ts";
import { type Temporal, temporal } from "../../src/time/temporal.ts";
import type { Infer, InferInput } from "../../src/types.ts";
import { Datetime, type DatetimeParams } from "../../src/validators/datetime.ts";
import { disguised, impostors } from "../time/hostile.ts";
import { outcome } from "../time/outcome.ts";

const { Duration, Instant, PlainDate, PlainDateTime, PlainTime, ZonedDateTime } = temporal();

afterEach(() => {
  vi.restoreAllMocks();
});

const at = (iso: string): void => {
  vi.spyOn(Date, "now").mockReturnValue(Date.parse(iso));
};

const ISO = "%Y-%m-%dT%H:%M:%S%z";
const UTC = { tz: "UTC" };
const BERLIN = { tz: "Europe/Berlin" };

describe("what a Datetime accepts", () => {
  const rows: [rule: string, params: DatetimeParams, input: unknown, expected: string][] = [
    ["a naive datetime", {}, PlainDateTime.from("2018-07-03T10:11:12.123456"), "2018-07-03T10:11:12.123456"],
    ["null when nullable", { nullable: true }, null, "null"],
    ["a date, as its midnight", {}, PlainDate.from("2018-07-03"), "2018-07-03T00:00:00"],
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

describe("limits of a Datetime", () => {
  const NAIVE: DatetimeParams = { min: "2018-07-03T10:00", max: PlainDateTime.from("2018-07-03T12:00") };
  const AWARE: DatetimeParams = { ...BERLIN, min: "2018-07-03T10:00Z", max: new Date("2018-07-03T12:00Z") };
  test.each([
    [NAIVE, PlainDateTime.from("2018-07-03T10:00"), "2018-07-03T10:00:00"],
    [NAIVE, PlainDateTime.from("2018-07-03T12:00"), "2018-07-03T12:00:00"],
    [
      NAIVE,
      PlainDateTime.from("2018-07-03T09:59:59.999999"),
      "<MinValueError(expected=2018-07-03T10:00:00, actual=2018-07-03T09:59:59.999999)>",
    ],
    [
      NAIVE,
      PlainDateTime.from("2018-07-03T12:00:00.000000001"),
      "<MaxValueError(expected=2018-07-03T12:00:00, actual=2018-07-03T12:00:00.000000001)>",
    ],
    [AWARE, Instant.from("2018-07-03T10:00Z"), "2018-07-03T12:00:00+02:00[Europe/Berlin]"],
    [AWARE, Instant.from("2018-07-03T12:00Z"), "2018-07-03T14:00:00+02:00[Europe/Berlin]"],
    [
      AWARE,
      Instant.from("2018-07-03T09:59Z"),
      "<MinValueError(expected=2018-07-03T12:00:00+02:00[Europe/Berlin], actual=2018-07-03T11:59:00+02:00[Europe/Berlin])>",
    ],
    [
      AWARE,
      Instant.from("2018-07-03T12:01Z"),
      "<MaxValueError(expected=2018-07-03T14:00:00+02:00[Europe/Berlin], actual=2018-07-03T14:01:00+02:00[Europe/Berlin])>",
    ],
    [{ min: "2018-07-03" }, PlainDate.from("2018-07-03"), "2018-07-03T00:00:00"],
    [
      { max: PlainDate.from("2018-07-03") },
      PlainDateTime.from("2018-07-03T00:00:01"),
      "<MaxValueError(expected=2018-07-03T00:00:00, actual=2018-07-03T00:00:01)>",
    ],
    [
      { ...BERLIN, min: "2018-07-03" },
      Instant.from("2018-07-02T21:59Z"),
      "<MinValueError(expected=2018-07-03T00:00:00+02:00[Europe/Berlin], actual=2018-07-02T23:59:00+02:00[Europe/Berlin])>",
    ],
  ] as [DatetimeParams, unknown, string][])("%o %s", (params, input, expected) => {
    expect(outcome(Datetime(params), input)).toBe(expected);
  });

  test("are checked in order: min, max, relmin, relmax", () => {
    at("2024-05-06T07:08:09Z");
    const order: [DatetimeParams, string][] = [
      [
        { min: "2030-01-01", max: "2010-01-01", relmin: "P1D", relmax: "-P1D" },
        "MinValueError(expected=2030-01-01T00:00:00",
      ],
      [{ max: "2010-01-01", relmin: "P1D", relmax: "-P1D" }, "MaxValueError(expected=2010-01-01T00:00:00"],
      [{ relmin: "P1D", relmax: "-P1D" }, "MinValueError(expected=2024-05-07T07:08:09"],
      [{ relmax: "-P1D" }, "MaxValueError(expected=2024-05-05T07:08:09"],
    ];
    for (const [params, expected] of order) {
      expect(outcome(Datetime(params), PlainDateTime.from("2024-05-06T00:00"))).toBe(
        `<${expected}, actual=2024-05-06T00:00:00)>`,
      );
    }
  });
});

describe("the hour that comes twice and the hour that never comes", () => {
  const params = { ...BERLIN, format: ISO };

  test("moments are compared, not what clocks show", () => {
    const first = "2020-10-25T02:30:00+02:00";
    const second = "2020-10-25T02:10:00+01:00";
    expect(outcome(Datetime({ ...params, min: `${first}[Europe/Berlin]` }), second)).toBe(
      "2020-10-25T02:10:00+01:00[Europe/Berlin]",
    );
    expect(outcome(Datetime({ ...params, min: `${second}[Europe/Berlin]` }), first)).toMatch("MinValueError");
    expect(outcome(Datetime({ ...params, max: second }), first)).toBe("2020-10-25T02:30:00+02:00[Europe/Berlin]");
  });

  test("a limit in the repeated hour without an offset is the first of the two", () => {
    const limit = "2020-10-25T02:30[Europe/Berlin]";
    expect(Datetime({ ...params, min: limit }).is("2020-10-25T00:30:00Z")).toBe(true);
    expect(Datetime({ ...params, min: limit }).is("2020-10-25T00:29:59Z")).toBe(false);
  });

  test("a limit in the skipped hour is an hour later, one with an offset that is not is refused", () => {
    const limit = "2020-03-29T02:30[Europe/Berlin]";
    expect(String(Datetime({ ...BERLIN, min: limit }).min)).toBe("2020-03-29T03:30:00+02:00[Europe/Berlin]");
    expect(() => Datetime({ ...BERLIN, min: "2020-03-29T02:30+01:00[Europe/Berlin]" })).toThrow(ValueError);
  });

  test("a day is a day on the calendar of tz, an hour is an hour", () => {
    at("2020-03-28T12:00Z");
    const inBerlin = (relmax: string): string =>
      outcome(Datetime({ ...BERLIN, relmax }), Instant.from("2021-01-01T00:00Z"));
    expect(inBerlin("P1D")).toMatch("expected=2020-03-29T13:00:00+02:00[Europe/Berlin]");
    expect(inBerlin("PT24H")).toMatch("expected=2020-03-29T14:00:00+02:00[Europe/Berlin]");
  });
});

describe("relative limits of a Datetime", () => {
  test.each([
    [
      {},
      PlainDateTime.from("2024-05-06T08:08:08.999999"),
      "<MinValueError(expected=2024-05-06T08:08:09, actual=2024-05-06T08:08:08.999999)>",
    ],
    [{}, PlainDateTime.from("2024-05-06T08:08:09"), "2024-05-06T08:08:09"],
    [{}, PlainDateTime.from("2024-05-06T14:08:09"), "2024-05-06T14:08:09"],
    [
      {},
      PlainDateTime.from("2024-05-06T14:08:10"),
      "<MaxValueError(expected=2024-05-06T14:08:09, actual=2024-05-06T14:08:10)>",
    ],
    [{ tz: "US/Eastern" }, Instant.from("2024-05-06T08:08:09Z"), "2024-05-06T04:08:09-04:00[US/Eastern]"],
    [
      { tz: "US/Eastern" },
      Instant.from("2024-05-06T08:08:08Z"),
      "<MinValueError(expected=2024-05-06T04:08:09-04:00[US/Eastern], actual=2024-05-06T04:08:08-04:00[US/Eastern])>",
    ],
  ] as [DatetimeParams, unknown, string][])("are added to the current moment: %o %s", (params, input, expected) => {
    at("2024-05-06T07:08:09Z");
    expect(outcome(Datetime({ ...params, relmin: "PT1H", relmax: Duration.from({ hours: 7 }) }), input)).toBe(expected);
  });

  test("without tz the current moment is what local clocks show", () => {
    const { TZ } = process.env;
    try {
      process.env.TZ = "America/New_York";
      at("2024-05-06T07:08:09.123Z");
      const validator = Datetime({ relmin: "PT0S", relmax: "PT0S" });
      expect(outcome(validator, PlainDateTime.from("2024-05-06T03:08:09.123"))).toBe("2024-05-06T03:08:09.123");
    } finally {
      process.env.TZ = TZ;
    }
  });

  test("follow the clock: nothing is kept from the time of construction", () => {
    const validator = Datetime({ ...UTC, relmax: "PT0S" });
    const moment = Instant.from("2024-05-06T12:00Z");
    at("2024-05-06T11:59:59Z");
    expect(validator.is(moment)).toBe(false);
    at("2024-05-06T12:00:00Z");
    expect(validator.is(moment)).toBe(true);
  });
});

describe("parameters of a Datetime", () => {
  test.each([
    [{ min: "2018-01-01T00:00", tz: "UTC" }, ValueError, "Datetime.min should be timezone-aware datetime object"],
    [
      { max: PlainDateTime.from("2018-01-01T00:00"), tz: "UTC" },
      ValueError,
      "Datetime.max should be timezone-aware datetime object",
    ],
    [{ min: "2018-01-01T00:00Z" }, ValueError, "Datetime.min should be naive datetime object"],
    [{ max: new Date(0) }, ValueError, "Datetime.max should be naive datetime object"],
    [{ max: Instant.from("2018-01-01T00:00Z") }, ValueError, "Datetime.max should be naive datetime object"],
    [{ min: PlainTime.from("10:00") }, TypeError, "Datetime.min should be of type datetime"],
    [{ min: 0 }, TypeError, "Datetime.min should be of type datetime"],
    [{ min: new Date(Number.NaN) }, TypeError, "Datetime.min should be of type datetime"],
    [
      { min: "2018-02-30T00:00" },
      ValueError,
      "Datetime.min should be a datetime in ISO 8601 form, got '2018-02-30T00:00'",
    ],
    [
      { min: "2018-02-28T23:59:60" },
      ValueError,
      "Datetime.min should be a datetime in ISO 8601 form, got '2018-02-28T23:59:60'",
    ],
    [{ min: "10:00" }, ValueError, "Datetime.min should be a datetime in ISO 8601 form, got '10:00'"],
    [
      { min: "2018-01-01T00:00[Mars/Olympus]", tz: "UTC" },
      ValueError,
      "Datetime.min should be a datetime in ISO 8601 form, got '2018-01-01T00:00[Mars/Olympus]'",
    ],
    [{ min: new PlainDateTime(0, 12, 31) }, ValueError, "Datetime.min should be in the years 1 to 9999"],
    [{ relmin: "P1H" }, ValueError, "Datetime.relmin should be a duration in ISO 8601 form, got 'P1H'"],
    [{ relmax: "P300000Y" }, ValueError, "Datetime.relmax should not be longer than 200000 years"],
    [{ tz: "CEST+1" }, ValueError, "Datetime.tz should be a time zone, got 'CEST+1'"],
    [{ format: "%V" }, ValueError, "%V needs %G, without %Y, and one of %A %a %w %u in format '%V'"],
  ])("%o", (params, type, message) => {
    expect(() => Datetime(params as DatetimeParams)).toThrow(new type(message));
    expect(() => Datetime(params as DatetimeParams)).toThrow(type);
  });

  test.each([
    [
      { min: "2018-01-01", max: "2018-12-31T23:59:59.5", relmin: "-PT90M", relmax: "PT0S", format: "%c" },
      { min: "2018-01-01", max: "2018-12-31T23:59:59.5", relmin: "-PT90M", relmax: "PT0S", format: "%c" },
    ],
    [
      { min: new Date(0), max: "2018-10-28T02:30+01:00[Europe/Berlin]", tz: "Europe/Berlin", unixts: true },
      {
        min: "1970-01-01T01:00:00+01:00[Europe/Berlin]",
        max: "2018-10-28T02:30:00+01:00[Europe/Berlin]",
        tz: "Europe/Berlin",
        unixts: true,
      },
    ],
  ] as [DatetimeParams, object][])("are dumped as text and loaded again: %o", (params, texts) => {
    const validator = Datetime(params);
    expect(validator.dump()).toEqual({ __class__: "Datetime", ...texts });
    expect(load(JSON.parse(JSON.stringify(validator.dump()))).equals(validator)).toBe(true);
    expect(load(validator.dump()).dump()).toEqual(validator.dump());
  });

  test("a clone may change them, and is checked as a whole", () => {
    const validator = Datetime({ min: "2018-01-01T00:00" });
    expect(validator.clone({ min: "2019-01-01T00:00" }).dump().min).toBe("2019-01-01T00:00:00");
    expect(() => validator.clone({ tz: "UTC" })).toThrow("Datetime.min should be timezone-aware datetime object");
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

describe("a Datetime in the format rfc3339", () => {
  const text = "2018-07-03T10:11:12.123456789+02:00";
  const moment = Datetime({ format: "rfc3339" });

  test("is a moment, with its offset as it came, or in the time zone", () => {
    expect(String(moment(text))).toBe(`${text}[+02:00]`);
    expect(String(moment.json(JSON.stringify(text)))).toBe(`${text}[+02:00]`);
    expect(String(moment("2018-07-03T10:11:12Z"))).toBe("2018-07-03T10:11:12+00:00[UTC]");
    expect(String(Datetime({ format: "rfc3339", ...UTC })(text))).toBe("2018-07-03T08:11:12.123456789+00:00[UTC]");
    expect(outcome(moment, "2018-07-03T10:11:12")).toBe(
      "<DatetimeParseError(expected='rfc3339', actual='2018-07-03T10:11:12')>",
    );
    expect(moment.safe(PlainDateTime.from("2018-07-03T10:11")).error?.name).toBe("DatetimeTypeError");
    expect(String(moment(new Date(0)))).toBe("1970-01-01T00:00:00+00:00[UTC]");
  });

  test("is what is asked for", () => {
    expect(Datetime({ format: "rfc3339", as: "date" })(text)).toEqual(new Date("2018-07-03T08:11:12.123Z"));
    expect(Datetime({ format: "rfc3339", as: "date", min: "2018-01-01" })(text)).toEqual(
      new Date("2018-07-03T08:11:12.123Z"),
    );
    expect(String(Datetime({ format: "rfc3339", as: "instant" })(text))).toBe("2018-07-03T08:11:12.123456789Z");
    expect(Datetime({ unixts: true, ...UTC, as: "date" })(1.5)).toEqual(new Date(1500));
    expect(() => Datetime({ format: "iso", as: "date" })).toThrow(ValueError);
  });

  test("has limits that are moments", () => {
    const limited = Datetime({ format: "rfc3339", min: "2018-07-03T10:00+02:00", max: "2018-07-04", as: "date" });
    expect(limited.is("2018-07-03T08:00:00Z")).toBe(true);
    expect(limited.is("2018-07-03T07:59:59.999999999Z")).toBe(false);
    expect(limited.is("2018-07-04T00:00:00Z")).toBe(true);
    expect(limited.is("2018-07-04T01:59:59+01:00")).toBe(false);
    expect(() => Datetime({ format: "rfc3339", min: "2018-07-03T10:00" })).toThrow(ValueError);
    at("2020-01-01T00:00:00Z");
    const past = Datetime({ format: "rfc3339", relmax: "PT0S" });
    expect(past.is("2019-12-31T23:00:00-02:00")).toBe(false);
    expect(past.is("2020-01-01T01:00:00+02:00")).toBe(true);
  });

  test("survives a dump", () => {
    const made = Datetime({ format: "rfc3339", as: "date", min: "2018-01-01" });
    expect(load(JSON.parse(JSON.stringify(made.dump()))).equals(made)).toBe(true);
  });
});

test("a Datetime in the format iso is naive, or aware where it says so", () => {
  expect(String(Datetime({ format: "iso" })("2018-07-03T10:11"))).toBe("2018-07-03T10:11:00");
  expect(Datetime({ format: "iso" }).safe("2018-07-03T10:11Z").error?.name).toBe("DatetimeTypeError");
  expect(String(Datetime({ format: "iso", ...UTC })("2018-07-03T10:11+01:00"))).toBe("2018-07-03T09:11:00+00:00[UTC]");
});
