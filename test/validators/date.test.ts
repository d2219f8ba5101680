import fc from "fast-check";
import { afterEach, describe, expect, expectTypeOf, test, vi } from "vitest";
import { ValidationError, ValueError } from "../../src/errors/errors.ts";
import { formatError } from "../../src/errors/formatter.ts";
import { classes, load } from "../../src/pure.ts";
import { type Temporal, temporal } from "../../src/time/temporal.ts";
import type { Infer, InferInput } from "../../src/types.ts";
import { Date as DateOf, type DateParams } from "../../src/validators/date.ts";
import { disguised, impostors } from "../time/hostile.ts";
import { outcome } from "../time/outcome.ts";

const { Duration, Instant, PlainDate, PlainDateTime, PlainTime, ZonedDateTime } = temporal();

afterEach(() => {
  vi.restoreAllMocks();
});

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

describe("the parser of a Date", () => {
  test.each([
    ["a string", "2018-07-03"],
    ["null", null],
    ["undefined", undefined],
    ["a number", 0],
    ["a time", PlainTime.from("10:00")],
    ["an invalid JavaScript Date", new Date(Number.NaN)],
    ["a Promise", Promise.resolve(new PlainDate(2018, 7, 3))],
  ])("refuses by returning %s", (_, answer) => {
    const parser = () => answer as never;
    expect(DateOf({ parser }).safe("x")).toMatchObject({
      ok: false,
      error: { name: "DatetimeParseError", expected: parser },
    });
  });

  test("refuses by throwing an Error, which becomes the cause", () => {
    const cause = new SyntaxError("no");
    const result = DateOf({
      parser: () => {
        throw cause;
      },
    }).safe("x");
    expect(result).toMatchObject({ ok: false, error: { name: "DatetimeParseError", actual: "x" } });
    expect(!result.ok && result.error.cause).toBe(cause);
  });

  test.each([new TypeError("bug"), new ReferenceError("bug"), "not an Error", undefined])(
    "lets %s through",
    (thrown) => {
      const validator = DateOf({
        parser: () => {
          throw thrown;
        },
      });
      let caught: unknown = "nothing";
      try {
        validator("x");
      } catch (error) {
        caught = error;
      }
      expect(caught).toBe(thrown);
    },
  );

  test("is not called for anything but strings, nor when there is a format", () => {
    const parser = vi.fn(parseIso);
    DateOf({ parser, unixts: true })(0);
    DateOf({ parser })(new PlainDate(2020, 1, 1));
    DateOf({ parser, format: "%Y" }).safe("garbage");
    DateOf({ parser }).safe({ toString: () => "2020-01-01" });
    expect(parser).not.toHaveBeenCalled();
  });
});

describe("limits of a Date", () => {
  const limits: DateParams = { min: "2018-01-01", max: PlainDate.from("2018-12-31") };
  test.each([
    ["2018-01-01", "2018-01-01"],
    ["2018-12-31", "2018-12-31"],
    ["2017-12-31", "<MinValueError(expected=2018-01-01, actual=2017-12-31)>"],
    ["2019-01-01", "<MaxValueError(expected=2018-12-31, actual=2019-01-01)>"],
  ])("%s", (text, expected) => {
    expect(outcome(DateOf(limits), PlainDate.from(text))).toBe(expected);
    expect(outcome(DateOf({ ...limits, format: "%Y-%m-%d" }), text)).toBe(expected);
  });

  test("are checked in order: min, max, relmin, relmax", () => {
    vi.spyOn(Date, "now").mockReturnValue(Date.UTC(2024, 4, 6, 7, 8, 9));
    const order: [DateParams, string][] = [
      [{ min: "2030-01-01", max: "2010-01-01", relmin: "P1D", relmax: "-P1D" }, "MinValueError(expected=2030-01-01"],
      [{ max: "2010-01-01", relmin: "P1D", relmax: "-P1D" }, "MaxValueError(expected=2010-01-01"],
      [{ relmin: "P1D", relmax: "-P1D" }, "MinValueError(expected=2024-05-07"],
      [{ relmax: "-P1D" }, "MaxValueError(expected=2024-05-05"],
    ];
    for (const [params, expected] of order) {
      expect(outcome(DateOf(params), PlainDate.from("2024-05-06"))).toBe(`<${expected}, actual=2024-05-06)>`);
    }
  });
});

describe("relative limits of a Date", () => {
  const at = (iso: string): void => {
    vi.spyOn(Date, "now").mockReturnValue(Date.parse(iso));
  };

  test.each([
    ["2024-05-06", "<MinValueError(expected=2024-05-07, actual=2024-05-06)>"],
    ["2024-05-07", "2024-05-07"],
    ["2024-05-13", "2024-05-13"],
    ["2024-05-14", "<MaxValueError(expected=2024-05-13, actual=2024-05-14)>"],
  ])("are added to the current date: %s", (text, expected) => {
    at("2024-05-06T07:08:09Z");
    const validator = DateOf({ relmin: "P1D", relmax: Duration.from({ days: 7 }) });
    expect(outcome(validator, PlainDate.from(text))).toBe(expected);
  });

  test("follow the clock: nothing is kept from the time of construction", () => {
    const validator = DateOf({ relmax: "P0D" });
    at("2024-05-06T12:00Z");
    expect(validator.is(PlainDate.from("2024-05-07"))).toBe(false);
    at("2024-05-07T12:00Z");
    expect(validator.is(PlainDate.from("2024-05-07"))).toBe(true);
  });

  test.each([
    [{ tz: "Asia/Tokyo" }, "2024-05-07"],
    [{ tz: "UTC" }, "2024-05-06"],
    [{ tz: "-08:00" }, "2024-05-06"],
    [{ tz: "America/Los_Angeles" }, "2024-05-06"],
    [{}, "2024-05-06"],
  ])("today is the date in tz, or locally: %o", (params, today) => {
    at("2024-05-06T23:30Z");
    expect(outcome(DateOf({ ...params, relmin: "P0D", relmax: "P0D" }), PlainDate.from(today))).toBe(today);
  });

  test("take months and years as the calendar has them", () => {
    at("2024-02-29T12:00Z");
    expect(outcome(DateOf({ relmax: "-P18Y" }), PlainDate.from("2006-03-01"))).toBe(
      "<MaxValueError(expected=2006-02-28, actual=2006-03-01)>",
    );
    at("2024-03-31T12:00Z");
    expect(DateOf({ relmin: "-P1M" }).is(PlainDate.from("2024-02-29"))).toBe(true);
  });

  test("may be as far as Temporal goes", () => {
    at("2024-02-29T12:00Z");
    expect(DateOf({ relmin: "-P9000Y", relmax: "P150000Y" }).is(PlainDate.from("0001-01-01"))).toBe(true);
  });
});

describe("parameters of a Date", () => {
  test.each([
    [{ min: 1 }, TypeError, "Date.min should be of type date"],
    [{ min: PlainDateTime.from("2020-01-01T00:00") }, TypeError, "Date.min should be of type date"],
    [{ max: new Date(0) }, TypeError, "Date.max should be of type date"],
    [{ max: {} }, TypeError, "Date.max should be of type date"],
    [{ min: "2020-02-30" }, ValueError, "Date.min should be a date in ISO 8601 form, got '2020-02-30'"],
    [{ min: "2020-01-01T10:00" }, ValueError, "Date.min should be a date in ISO 8601 form, got '2020-01-01T10:00'"],
    [{ min: "20200101" }, ValueError, "Date.min should be a date in ISO 8601 form, got '20200101'"],
    [{ min: "today" }, ValueError, "Date.min should be a date in ISO 8601 form, got 'today'"],
    [{ min: "0000-12-31" }, ValueError, "Date.min should be in the years 1 to 9999"],
    [{ max: new PlainDate(10000, 1, 1) }, ValueError, "Date.max should be in the years 1 to 9999"],
    [{ relmin: "1 day" }, ValueError, "Date.relmin should be a duration in ISO 8601 form, got '1 day'"],
    [{ relmin: 86400 }, TypeError, "Date.relmin should be of type duration"],
    [{ relmax: { days: 1 } }, TypeError, "Date.relmax should be of type duration"],
    [{ relmax: "P300000Y" }, ValueError, "Date.relmax should not be longer than 200000 years"],
    [{ relmax: "-P195000Y" }, undefined, ""],
    [{ relmax: Duration.from({ hours: 2 ** 40 }) }, ValueError, "Date.relmax should not be longer than 200000 years"],
    [{ tz: "Mars/Olympus" }, ValueError, "Date.tz should be a time zone, got 'Mars/Olympus'"],
    [{ tz: "" }, ValueError, "Date.tz should be a time zone, got ''"],
    [{ tz: "+05:30:15" }, ValueError, "Date.tz should be a time zone, got '+05:30:15'"],
    [{ tz: "2020-01-01T00:00Z" }, ValueError, "Date.tz should be a time zone, got '2020-01-01T00:00Z'"],
    [{ tz: 1 }, TypeError, "Date.tz should be of type string"],
    [{ format: 1 }, TypeError, "Date.format should be of type string"],
    [{ format: "%Q" }, ValueError, "'Q' is a bad directive in format '%Q'"],
    [{ format: "%" }, ValueError, "stray % in format '%'"],
    [{ format: "%d %d" }, ValueError, "'d' is repeated in format '%d %d'"],
    [{ parser: "iso" }, TypeError, "Date.parser should be of type function"],
    [{ unixts: "yes" }, TypeError, "Date.unixts should be of type boolean or integer or null"],
    [{ limit: 1 }, TypeError, "Date got an unexpected parameter 'limit'"],
  ])("%o", (params, type, message) => {
    if (type === undefined) return expect(() => DateOf(params as DateParams)).not.toThrow();
    expect(() => DateOf(params as DateParams)).toThrow(new type(message));
    expect(() => DateOf(params as DateParams)).toThrow(type);
  });

  test("are kept as Temporal values, dumped as text, and loaded again", () => {
    const validator = DateOf({
      nullable: true,
      unixts: true,
      format: "%Y",
      min: "2018-01-01",
      max: PlainDate.from({ year: 2020, month: 1, day: 1, calendar: "gregory" }),
      relmin: "-P1Y2M3DT4H",
      relmax: Duration.from({ days: 1 }),
      tz: "europe/berlin",
    });
    const dump = {
      __class__: "Date",
      nullable: true,
      unixts: true,
      format: "%Y",
      min: "2018-01-01",
      max: "2020-01-01",
      relmin: "-P1Y2M3DT4H",
      relmax: "P1D",
      tz: "Europe/Berlin",
    };
    expect(validator.min).toBeInstanceOf(PlainDate);
    expect(validator.relmax).toBeInstanceOf(Duration);
    expect(validator.dump()).toEqual(dump);
    expect(JSON.parse(JSON.stringify(validator.dump()))).toEqual(dump);
    expect(load(dump).equals(validator)).toBe(true);
    expect(validator.clone({ min: "2019-01-01" }).equals(validator)).toBe(false);
    expect(String(DateOf({ min: "2018-01-01", tz: "UTC" }))).toBe("<Date(min=2018-01-01, tz='UTC')>");
  });

  test("null and undefined say not given", () => {
    const params = { format: null, parser: null, min: null, max: undefined, relmin: null, relmax: null, tz: null };
    expect(DateOf(params as unknown as DateParams).equals(DateOf())).toBe(true);
  });

  test("a validator is frozen, callable with new, and registered by name", () => {
    expect(new DateOf({ min: "2018-01-01" })).toBeInstanceOf(DateOf);
    expect(classes.get("Date")).toBe(DateOf);
  });
});

describe("a Date in messages", () => {
  test.each([
    [{ min: "2020-01-01" }, PlainDate.from("2019-01-01"), "Expected value \u2265 2020-01-01, got 2019-01-01."],
    [{ format: "%Y" }, "x", "Cannot parse date/time value from \u201cx\u201d using \u201c%Y\u201d format."],
    [{ parser: parseIso }, "x", "Cannot parse date/time value from \u201cx\u201d."],
    [{}, "x", "Expected a date, got a string."],
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
