import { expect, test } from "vitest";
import { ValueError } from "../../src/core/contracts.ts";
import {
  dateForm,
  dateFormat,
  dateLimit,
  datetimeFormat,
  datetimeLimit,
  delta,
  limitInZone,
  momentForm,
  parser,
  takesOffsets,
  timeFormat,
  timeLimit,
  zone,
  zoneOfLimits,
} from "../../src/core/params/date.ts";
import type { Validator } from "../../src/index.ts";

class Owner {}
const owner = new Owner() as Validator;

test.each([
  ["a date", dateLimit, "2024-02-29", "2024-02-29"],
  ["a time", timeLimit, "08:30", "08:30:00"],
  ["a datetime", datetimeLimit, "2024-02-29 08:30", "2024-02-29T08:30:00"],
  ["a moment", datetimeLimit, "2024-02-29T08:30Z", "2024-02-29T08:30:00+00:00[UTC]"],
  ["a duration", delta, "-P1D", "-P1D"],
  ["a zone", zone, "utc", "UTC"],
  ["a format", timeFormat, "%H", "%H"],
  ["a format with a name", dateFormat, "iso", "iso"],
  ["a format of moments", datetimeFormat, "rfc3339", "rfc3339"],
  ["a form", dateForm, "date", "date"],
])("%s is read from text", (_name, contract, given, stored) => {
  expect(String(contract(owner, "p", given))).toBe(stored);
  expect(contract(owner, "p", undefined)).toBeUndefined();
});

test.each([
  ["a date", dateLimit, "2024-02-30", new ValueError("Owner.p should be a date in ISO 8601 form, got '2024-02-30'")],
  ["a date", dateLimit, 5, new TypeError("Owner.p should be of type date")],
  ["a time", timeLimit, "2024-02-29", new ValueError("Owner.p should be a time in ISO 8601 form, got '2024-02-29'")],
  ["a duration", delta, "P300000Y", new ValueError("Owner.p should not be longer than 200000 years")],
  ["a zone", zone, "Mars/Base", new ValueError("Owner.p should be a time zone, got 'Mars/Base'")],
  [
    "a format of times",
    timeFormat,
    "rfc3339",
    new ValueError("Owner.p should not be 'rfc3339': it has no texts of a time alone"),
  ],
  ["a form", dateForm, "instant", new ValueError("Owner.p should be one of 'temporal', 'date', got 'instant'")],
  ["a parser", parser, "%H", new TypeError("Owner.p should be of type function")],
])("%s refuses what is none", (_name, contract, given, error) => {
  expect(() => contract(owner, "p", given)).toThrow(error);
});

test("an aware limit is moved to the zone that is given beside it", () => {
  expect(String(limitInZone(owner, "min", "2024-02-29T08:30Z", { tz: "+02:00" }))).toBe(
    "2024-02-29T10:30:00+02:00[+02:00]",
  );
  expect(String(limitInZone(owner, "min", "2024-02-29T08:30Z", { tz: "Mars/Base" }))).toBe(
    "2024-02-29T08:30:00+00:00[UTC]",
  );
  expect(String(limitInZone(owner, "min", "2024-02-29T08:30", { tz: "+02:00" }))).toBe("2024-02-29T08:30:00");
});

test("limits are aware where there is a zone, and naive where there is none", () => {
  const [aware, naive] = ["2024-02-29T08:30Z", "2024-02-29T08:30"].map(
    (min) => Object.assign(new Owner(), { min: datetimeLimit(owner, "min", min) }) as unknown as Validator,
  ) as [Validator, Validator];
  expect(zoneOfLimits(aware, "tz", "UTC")).toBe("UTC");
  expect(zoneOfLimits(naive, "tz", undefined)).toBeUndefined();
  expect(() => zoneOfLimits(aware, "tz", undefined)).toThrow(
    new ValueError("Owner.min should be naive datetime object"),
  );
  expect(() => zoneOfLimits(naive, "tz", "UTC")).toThrow(
    new ValueError("Owner.min should be timezone-aware datetime object"),
  );
});

test("only of moments there is an Instant or a JavaScript Date", () => {
  const of = (params: object) => Object.assign(new Owner(), params) as unknown as Validator;
  expect(takesOffsets(of({ format: "rfc3339" }))).toBe(true);
  expect(takesOffsets(of({ format: "iso" }))).toBe(false);
  for (const params of [{ tz: "UTC" }, { format: "rfc3339" }])
    expect(momentForm(of(params), "as", "date")).toBe("date");
  expect(momentForm(of({ format: "iso" }), "as", "temporal")).toBe("temporal");
  expect(() => momentForm(of({ format: "iso" }), "as", "instant")).toThrow(
    new ValueError('Owner.as should be "temporal" without a tz, as there are no moments: give tz: "UTC" too'),
  );
});
