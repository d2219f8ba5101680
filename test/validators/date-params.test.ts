import { describe, expect, test } from "vitest";
import { ValueError } from "../../src/core/errors/errors.ts";
import { classes, load } from "../../src/pure.ts";
import { Date as DateOf, type DateParams } from "../../src/validators/date.ts";
import { temporal } from "../../src/values/temporal.ts";

const { Duration, PlainDate, PlainDateTime } = temporal();

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
