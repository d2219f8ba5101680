import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { daysInMonth, epochNanoseconds, fromOrdinal, toOrdinal, weekday } from "../../src/time/civil.ts";
import {
  localCivil,
  MAX_TIMESTAMP,
  MIN_TIMESTAMP,
  now,
  offsetZone,
  toTimestamp,
  toZoned,
} from "../../src/time/clock.ts";

// Made by CPython itself: scripts/make-timestamp-cases.py.
const rows: [timestamp: number, isoformat: string][] = JSON.parse(
  readFileSync(new URL("timestamps.json", import.meta.url), "utf8"),
);

afterEach(() => {
  vi.restoreAllMocks();
});

describe("timestamps", () => {
  test("are rounded to microseconds as CPython's fromtimestamp rounds them", () => {
    const read = rows.map(([timestamp]) => {
      const zoned = toZoned(toTimestamp(timestamp), "UTC");
      return [timestamp, zoned.toPlainDateTime().toString({ fractionalSecondDigits: 6 })];
    });
    expect(rows.length).toBeGreaterThan(500);
    expect(read).toEqual(rows);
  });

  test("at the limits are in the years 1 to 9999 in every time zone", () => {
    expect(String(toZoned(toTimestamp(MIN_TIMESTAMP), "UTC"))).toBe("0001-01-02T00:00:00+00:00[UTC]");
    expect(String(toZoned(toTimestamp(MAX_TIMESTAMP), "UTC"))).toBe("9999-12-31T23:59:59+00:00[UTC]");
  });
});

describe("the current moment", () => {
  test.each([
    [1714979289123, 1714979289, 123000],
    [1714979289000.01, 1714979289, 10],
    [-1, -1, 999000],
    [0, 0, 0],
  ])("is Date.now(): %d", (milliseconds, seconds, microsecond) => {
    vi.spyOn(Date, "now").mockReturnValue(milliseconds);
    expect(now()).toEqual({ seconds, microsecond });
  });

  test("on local clocks follows the time zone of the process", () => {
    const { TZ } = process.env;
    try {
      process.env.TZ = "America/New_York";
      const spring = [
        localCivil({ seconds: 1583650799, microsecond: 5 }),
        localCivil({ seconds: 1583650800, microsecond: 5 }),
      ];
      expect(spring.map(({ day, hour, minute, microsecond }) => [day, hour, minute, microsecond])).toEqual([
        [8, 1, 59, 5],
        [8, 3, 0, 5],
      ]);
      expect(localCivil({ seconds: 1577836800, microsecond: 0 })).toMatchObject({
        year: 2019,
        month: 12,
        day: 31,
        hour: 19,
      });
      expect(localCivil({ seconds: MIN_TIMESTAMP, microsecond: 0 }).year).toBe(1);
    } finally {
      process.env.TZ = TZ;
    }
  });
});

describe("civil arithmetic", () => {
  const date = fc
    .record({
      year: fc.integer({ min: 1, max: 9999 }),
      month: fc.integer({ min: 1, max: 12 }),
      day: fc.integer({ min: 1, max: 31 }),
    })
    .filter(({ year, month, day }) => day <= daysInMonth(year, month));

  test("ordinals and dates are each other's inverse, and weekdays are JavaScript's", () => {
    fc.assert(
      fc.property(date, (civil) => {
        const ordinal = toOrdinal(civil.year, civil.month, civil.day);
        const utc = new Date(0);
        utc.setUTCFullYear(civil.year, civil.month - 1, civil.day);
        expect(fromOrdinal(ordinal)).toEqual(civil);
        expect(weekday(ordinal)).toBe((utc.getUTCDay() + 6) % 7);
        const midnight = { ...civil, hour: 0, minute: 0, second: 0, microsecond: 0, offset: undefined };
        expect(epochNanoseconds(midnight)).toBe(BigInt(utc.getTime()) * 1_000_000n);
      }),
    );
  });

  test("every day from the first to the last follows the day before", () => {
    let [year, month, day] = [1, 1, 0];
    for (let ordinal = 1; ordinal <= toOrdinal(9999, 12, 31); ordinal++) {
      if (day < daysInMonth(year, month)) day++;
      else if (month < 12) [month, day] = [month + 1, 1];
      else [year, month, day] = [year + 1, 1, 1];
      const date = fromOrdinal(ordinal);
      if (date.year !== year || date.month !== month || date.day !== day) expect(date).toEqual({ year, month, day });
    }
    expect([year, month, day]).toEqual([9999, 12, 31]);
  });

  test.each([
    [0, "UTC"],
    [3_600_000_000, "+01:00"],
    [-3_600_000_000, "-01:00"],
    [19_800_000_000, "+05:30"],
    [-17_760_000_000, "-04:56"],
    [9_015_000_000, "UTC"],
    [-1, "UTC"],
    [86_340_000_000, "+23:59"],
  ])("an offset of %d microseconds is the time zone %s", (offset, zone) => {
    expect(offsetZone(offset)).toBe(zone);
  });
});
