import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { daysOfMonth, isDay, isLeapMinute, MINUTES_A_DAY } from "../../src/values/calendar.ts";

/** What JavaScript's own calendar makes of a day: the next month begins where it does not exist. */
const exists = (year: number, month: number, day: number): boolean => {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

describe("the Gregorian calendar", () => {
  const year = fc.integer({ min: 0, max: 9999 });

  test("has the days that Date has", () => {
    fc.assert(
      fc.property(year, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 32 }), (y, month, day) => {
        expect(isDay(y, month, day)).toBe(day > 0 && exists(y, month, day));
      }),
    );
  });

  test.each([
    [1900, 28],
    [2000, 29],
    [2023, 28],
    [2024, 29],
  ])("February %i has %i days", (y, days) => {
    expect(daysOfMonth(y, 2)).toBe(days);
  });

  test("has 12 months", () => {
    expect(isDay(2024, 0, 1)).toBe(false);
    expect(isDay(2024, 13, 1)).toBe(false);
  });
});

test("a leap second stands in the last minute of June or December in UTC, whatever the local date is", () => {
  const last = MINUTES_A_DAY - 1;
  const allowed: string[] = [];
  for (let month = 1; month <= 12; month++) {
    for (let day = 1; day <= daysOfMonth(2016, month); day++) {
      for (const minute of [-2, -1, 0, last - 1, last, last + 1]) {
        if (isLeapMinute(month, day, minute)) allowed.push(`${month}-${day} ${minute}`);
      }
    }
  }
  expect(allowed).toEqual(["1-1 -1", `6-30 ${last}`, "7-1 -1", `12-31 ${last}`]);
});
