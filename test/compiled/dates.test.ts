/** The way back of dates, times and datetimes, compiled: what the library writes, and refuses. */
import { expect, test } from "vitest";
import { AllOf, Date as DateOf, Datetime, Dict, Time, type Validator } from "../../src/index.ts";
import { temporal } from "../../src/values/temporal.ts";
import { at } from "../time/now.ts";
import { compiled } from "./evaluate.ts";
import { encoded } from "./outcome.ts";

const { Duration, Instant, PlainDate, PlainDateTime, PlainTime, ZonedDateTime } = temporal();

const DATES: Readonly<Record<string, () => Validator>> = {
  iso: () => DateOf({ format: "iso", min: "2000-01-01", nullable: true }),
  "in a format": () => DateOf({ format: "%d.%m.%Y" }),
  "in a format without the year": () => DateOf({ format: "%d.%m." }),
  "in a time zone": () => DateOf({ format: "iso", tz: "Asia/Tokyo" }),
  "as timestamps": () => DateOf({ unixts: true, tz: "UTC" }),
  "as timestamps or texts": () => DateOf({ unixts: true, tz: "Europe/Oslo", format: "iso" }),
  "that become Dates": () => DateOf({ format: "iso", as: "date", relmax: "P1Y" }),
  "in a step before another": () => AllOf(DateOf({ format: "iso", as: "date" }), DateOf()),
  "with a message": () => Dict({ day: DateOf({ format: "iso", message: "No day." }) }),
};
const TIMES: typeof DATES = {
  iso: () => Time({ format: "iso" }),
  "in a format": () => Time({ format: "%H:%M", max: "22:00" }),
};
const DATETIMES: typeof DATES = {
  rfc3339: () => Datetime({ format: "rfc3339" }),
  "rfc3339 in a time zone": () => Datetime({ format: "rfc3339", tz: "America/Lima", max: "2027-01-01" }),
  "rfc3339 as Dates": () => Datetime({ format: "rfc3339", as: "date" }),
  "rfc3339 as Dates with a limit": () => Datetime({ format: "rfc3339", as: "date", min: "2001-01-01" }),
  "rfc3339 as instants": () => Datetime({ format: "rfc3339", as: "instant", nullable: true }),
  "iso, naive": () => Datetime({ format: "iso" }),
  "in a format": () => Datetime({ format: "%Y-%m-%d %H:%M:%S" }),
  "in a format with an offset": () => Datetime({ format: "%Y-%m-%dT%H:%M%z", tz: "UTC" }),
  "as timestamps": () => Datetime({ coerce: "unix", tz: "UTC" }),
  "as milliseconds": () => Datetime({ coerce: "unix_ms", as: "instant" }),
  "as milliseconds or texts": () => Datetime({ coerce: "unix_ms", format: "rfc3339" }),
  "as naive timestamps": () => Datetime({ unixts: true }),
  "before another": () => AllOf(Datetime({ format: "rfc3339" }), Datetime({ tz: "UTC" })),
  "as instants before another": () => AllOf(Datetime({ format: "rfc3339", as: "instant" }), Datetime({ tz: "UTC" })),
};

const VALUES: readonly (() => unknown)[] = [
  () => PlainDate.from("2026-02-28"),
  () => PlainDate.from("1999-12-31"),
  () => PlainDate.from("-000001-01-01"),
  () => PlainTime.from("18:30:01.5"),
  () => PlainDate.from("1900-02-28"),
  () => PlainTime.from("18:30"),
  () => PlainTime.from("23:00"),
  () => PlainDateTime.from("2026-02-28T01:02:03.000456"),
  () => ZonedDateTime.from("2026-02-28T01:02:03.123456789+01:00[Europe/Oslo]"),
  () => ZonedDateTime.from("+010000-01-01T00:30+02:00[+02:00]"),
  () => Instant.from("2026-02-28T01:02:03.123456Z"),
  () => new Date("2026-02-28T01:02:03.456Z"),
  () => new Date(Date.UTC(2026, 1, 28)),
  () => new Date(Number.NaN),
  () => new Date(8.64e15),
  () => Duration.from("P1D"),
  ...[null, undefined, 5, "2026-02-28", {}].map((value) => () => value),
];

test.each([
  ...Object.entries(DATES).map(([name, make]) => [`dates ${name}`, make] as const),
  ...Object.entries(TIMES).map(([name, make]) => [`times ${name}`, make] as const),
  ...Object.entries(DATETIMES).map(([name, make]) => [`datetimes ${name}`, make] as const),
])("%s are encoded as by the library", (_, make) => {
  at("2026-01-01T00:00:00Z");
  const validator = make();
  const other = compiled(validator);
  const isDict = "schema" in validator;
  let written = 0;
  for (const value of VALUES) {
    const around = (one: unknown): unknown => (isDict ? { day: one } : one);
    const [expected, actual] = [validator, other].map((one) => encoded(one as never, around(value())));
    expect(actual).toEqual(expected);
    if (expected !== undefined && "value" in expected) written++;
  }
  expect(written).toBeGreaterThan(0);
});
