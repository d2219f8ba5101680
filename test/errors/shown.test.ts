import { expect, test } from "vitest";
import { isMoment, withoutStop } from "../../src/core/errors/shown.ts";
import { temporal } from "../../src/values/temporal.ts";

test("moments are dates and times, not texts or numbers that look like them", () => {
  expect([temporal().PlainDate.from("2020-01-02"), temporal().PlainTime.from("10:00")].map(isMoment)).toEqual([
    true,
    true,
  ]);
  expect(["2020-01-02", 2020, 5n, null, undefined, [1], new Map()].map(isMoment)).toEqual(Array(7).fill(false));
});

test("a full stop is left out of a message inside another, in any script", () => {
  expect(["A.", "A\u3002", "A\u0964", "A", "A. B"].map(withoutStop)).toEqual(["A", "A", "A", "A", "A. B"]);
});
