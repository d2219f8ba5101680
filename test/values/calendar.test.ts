import { describe, expect, test } from "vitest";
import { daysOfMonth, isDay, isLastOfDay, isLeapMinute, MINUTES_A_DAY } from "../../src/values/calendar.ts";

/** What JavaScript's own calendar makes of a day: the next month begins where it does not exist. */
const exists = (year: number, month: number, day: number): boolean => {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

describe("the Gregorian calendar", () => {
  test("has the days that Date has", () => {
    const wrong: string[] = [];
    for (const year of [0, 4, 1900, 2000, 2023, 2024, 9999]) {
      for (let month = -1; month <= 14; month++) {
        for (let day = -1; day <= 33; day++) {
          if (isDay(year, month, day) !== exists(year, month, day)) wrong.push(`${year}-${month}-${day}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test.each([
    [1900, 28],
    [2000, 29],
    [2023, 28],
    [2024, 29],
  ])("February %i has %i days", (y, days) => {
    expect(daysOfMonth(y, 2)).toBe(days);
  });
});

test("a day ends with its last minute, on the days before and after too", () => {
  const minutes = Array.from({ length: 4 * MINUTES_A_DAY }, (_, index) => index - 2 * MINUTES_A_DAY);
  expect(minutes.filter(isLastOfDay)).toEqual([-1441, -1, 1439, 2879]);
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
