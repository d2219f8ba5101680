import { describe, expect, test } from "vitest";
import { ValueError } from "../../src/core/errors/errors.ts";
import { Datetime, type DatetimeParams } from "../../src/validators/datetime.ts";
import { temporal } from "../../src/values/temporal.ts";
import { at } from "../time/now.ts";
import { outcome } from "../time/outcome.ts";
import { BERLIN, ISO, UTC } from "./datetime.ts";

const { Duration, Instant, PlainDate, PlainDateTime } = temporal();

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
