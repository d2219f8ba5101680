import { describe, expect, test } from "vitest";
import { ValueError } from "../../src/core/errors/errors.ts";
import { load } from "../../src/pure.ts";
import { Datetime, type DatetimeParams } from "../../src/validators/datetime.ts";
import { temporal } from "../../src/values/temporal.ts";

const { Instant, PlainDateTime, PlainTime } = temporal();

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
    [{ default_time: "9" }, ValueError, "Datetime.default_time should be a time in ISO 8601 form, got '9'"],
    [{ default_time: new Date() }, TypeError, "Datetime.default_time should be of type time"],
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
      { default_time: "09:30", tz: "UTC" },
      { default_time: "09:30:00", tz: "UTC" },
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
