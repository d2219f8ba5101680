import { describe, expect, test } from "vitest";
import { Date as DateOf, type DateParams } from "../../src/validators/date.ts";
import { temporal } from "../../src/values/temporal.ts";
import { at } from "../time/now.ts";
import { outcome } from "../time/outcome.ts";

const { Duration, PlainDate } = temporal();

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
    at("2024-05-06T07:08:09Z");
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
