/** Which text or number a date is written as, and which dates have none. */
import { describe, expect, test } from "vitest";
import * as v from "../../src/index.ts";
import { temporal } from "../../src/values/temporal.ts";
import { texts } from "../support/verdict.ts";

const { Datetime, Date: Day } = v;
const { PlainDate, PlainDateTime, ZonedDateTime } = temporal();
const day = (text: string) => PlainDate.from(text);
const naive = (text: string) => PlainDateTime.from(text);
const moment = (text: string) => ZonedDateTime.from(text);

/** The encoded value, or the errors. */
function encoded(validator: v.Validator, value: unknown): unknown {
  const { ok, value: result, error } = validator.safeEncode(value);
  return ok ? result : texts(error as never);
}

const SECONDS = "%Y-%m-%dT%H:%M:%S%z";

describe("a date is written as", () => {
  test.each<[string, v.Validator, unknown, unknown]>([
    [
      "the same moment in UTC, if its offset has seconds, which no text has",
      Datetime({ format: "rfc3339" }),
      moment("1971-01-01T00:00:00[Africa/Monrovia]"),
      "1971-01-01T00:44:30Z",
    ],
    [
      "a text with all of its microseconds",
      Datetime({ format: "rfc3339" }),
      moment("2026-02-28T10:00:00.123456Z[UTC]"),
      "2026-02-28T10:00:00.123456Z",
    ],
    ["its midnight in the time zone", Day({ unixts: true, tz: "Asia/Tokyo" }), day("2026-02-28"), 1772204400],
    ["its local midnight", Day({ unixts: true }), day("2026-02-28"), 1772236800],
    ["local hours, minutes and seconds", Datetime({ unixts: true }), naive("1970-01-01T02:01:03.5"), 7263.5],
    [
      "milliseconds with a fraction",
      Datetime({ coerce: "unix_ms" }),
      moment("2026-02-28T10:00:00.123456Z[UTC]"),
      1772272800123.456,
    ],
    ["a text with no offset as that of UTC", Day({ format: "%Y-%m-%d%z" }), day("2026-02-28"), "2026-02-28+0000"],
    ["a text of the first day that texts have", Day({ format: "iso" }), day("0001-01-01"), "0001-01-01"],
    ["a text of the last day that texts have", Day({ format: "iso" }), day("9999-12-31"), "9999-12-31"],
    ["null, where it is allowed", Day({ format: "iso", nullable: true }), null, null],
    ["itself, where null is allowed", Day({ format: "iso", nullable: true }), day("2026-02-28"), "2026-02-28"],
    // Numbers of a far century have no microseconds.
    [
      "the text that loses nothing, if the number does",
      Datetime({ coerce: "unix", format: "rfc3339" }),
      moment("9999-12-31T23:59:59.123457Z[UTC]"),
      "9999-12-31T23:59:59.123457Z",
    ],
    [
      "the text, if the number loses as little as a microsecond",
      Datetime({ coerce: "unix", format: "rfc3339" }),
      moment("2400-01-01T00:00:00.000001Z[UTC]"),
      "2400-01-01T00:00:00.000001Z",
    ],
    [
      "the number, if that loses less than a text without fractions",
      Datetime({ coerce: "unix", format: SECONDS }),
      moment("9999-12-31T23:59:59.123457Z[UTC]"),
      253402300799.12344,
    ],
    [
      "the form that is given to it first, if both lose the same",
      Datetime({ coerce: "unix", format: SECONDS }),
      moment("9999-12-31T23:59:59.00001Z[UTC]"),
      253402300799,
    ],
    [
      "the number, if it has no format, whatever a parser reads",
      Datetime({ coerce: "unix", tz: "UTC", parser: (text: string) => moment(`${text}[UTC]`) as never }),
      moment("9999-12-31T23:59:59.123457Z[UTC]"),
      253402300799.12344,
    ],
    [
      "the number of a Date, if numbers are read as such",
      Datetime({ coerce: "unix_ms", format: "rfc3339", as: "date" }),
      new Date(1772272800123),
      1772272800123,
    ],
  ])("%s", (_, validator, value, result) => {
    expect(encoded(validator, value)).toBe(result);
  });

  test("text with another offset, if it is outside the years of texts in its time zone", () => {
    const first = "0001-01-01T00:00:00+23:59";
    const last = "9999-12-31T23:59:59-23:59";
    for (const [params, text] of [
      [{ as: "date" }, first],
      [{ as: "date" }, last],
      [{ tz: "Asia/Tokyo" }, last],
    ] as const) {
      const dates = Datetime({ format: "rfc3339", ...params });
      expect(dates.encode(dates(text) as never)).toBe(text);
    }
  });
});

describe("a date has no form", () => {
  test.each<[string, v.Validator, unknown, string]>([
    ["before the years of texts", Day({ format: "iso" }), day("0000-12-31"), "iso"],
    ["after the years of texts", Day({ format: "iso" }), day("+010000-01-01"), "iso"],
    ["as a Date, after them", Day({ format: "iso", as: "date" }), new Date(Date.UTC(10000, 0, 1)), "iso"],
    [
      "with another offset than its own",
      Datetime({ format: "rfc3339" }),
      moment("+010000-01-01T00:00:00+01:00[+01:00]"),
      "rfc3339",
    ],
    ["as a number, after them", Day({ unixts: true }), day("+010000-01-01"), "unixts"],
    ["if its text is that of a later one", Day({ format: "%d.%m.%y" }), day("1926-02-28"), "%d.%m.%y"],
    ["if its text is that of an earlier one", Day({ format: "%d.%m.%y" }), day("2126-02-28"), "%d.%m.%y"],
    [
      "if its text is refused",
      Datetime({ format: "%Y", min: "2026-03-01T00:00:00" }),
      naive("2026-06-01T00:00:00"),
      "%Y",
    ],
  ])("%s", (_, validator, value, form) => {
    const errors = [encoded(validator, value)].flat();
    expect(errors).toEqual([expect.stringContaining(`DatetimeParseError(expected='${form}', actual='`)]);
  });

  test.each<[string, v.Validator]>([
    ["it has no format", Day()],
    ["it has no format, only a parser", Day({ parser: (text: string) => new Date(text) })],
    ["texts in its format are never valid", Datetime({ format: "%d.%m.%Y", tz: "UTC" })],
  ])("%s", (reason, validator) => {
    expect(() => validator.encode(null)).toThrow(
      new v.exc.ValueError(`${validator.constructor.name} has no encoding: ${reason}`),
    );
  });

  test("that is JSON, if it is none, and says so in the text of the developer", () => {
    expect(encoded(Day({ format: "iso" }), null)).toBe("<InvalidTypeError(expected='date', actual='null')>");
    const worded = Day({ format: "iso", message: "No date." });
    expect(worded.safeEncode("x" as never).error?.issues).toMatchObject([{ message: "No date." }]);
  });
});
