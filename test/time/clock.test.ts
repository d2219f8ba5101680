import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  epochNanoseconds,
  localCivil,
  MAX_TIMESTAMP,
  MIN_TIMESTAMP,
  midnight,
  now,
  offsetZone,
  plainDate,
  plainDateTime,
  toTimestamp,
  toZoned,
} from "../../src/text/time/clock.ts";
import { temporal } from "../../src/values/temporal.ts";

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
    .filter(({ year, month, day }) => day <= new (temporal().PlainYearMonth)(year, month).daysInMonth);
  const civil = fc.tuple(
    date,
    fc.record({
      hour: fc.integer({ min: 0, max: 23 }),
      minute: fc.integer({ min: 0, max: 59 }),
      second: fc.integer({ min: 0, max: 59 }),
      microsecond: fc.integer({ min: 0, max: 999_999 }),
      offset: fc.option(fc.integer({ min: -86_399_999_999, max: 86_399_999_999 }), { nil: undefined }),
    }),
  );

  test("is that of Temporal, in every year", () => {
    fc.assert(
      fc.property(civil, ([date, time]) => {
        const { offset = 0, ...clock } = time;
        const civil = { ...date, ...time };
        const there = plainDateTime({ ...date, ...clock, offset }).toZonedDateTime("UTC").epochNanoseconds;
        expect(epochNanoseconds(civil)).toBe(there - BigInt(offset) * 1000n);
        expect((midnight(date.year, date.month, date.day).getUTCDay() + 6) % 7).toBe(plainDate(civil).dayOfWeek - 1);
      }),
    );
  });

  test("takes a day outside a month for one of the months beside it", () => {
    const days: [number, number, number][] = [
      [2000, 3, 0],
      [1900, 3, 0],
      [99, 1, 366],
      [1, 1, 0],
    ];
    expect(
      days.map((day) =>
        midnight(...day)
          .toISOString()
          .slice(0, 10),
      ),
    ).toEqual(["2000-02-29", "1900-02-28", "0100-01-01", "0000-12-31"]);
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
