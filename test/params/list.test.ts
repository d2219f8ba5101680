import { expect, test } from "vitest";
import { direction, sortKey } from "../../src/core/params/list.ts";
import type { Validator } from "../../src/core/validator.ts";

const owner = {} as Validator;

test("a direction is an integer, and 0 is none", () => {
  expect([1, -7, 0, null, undefined].map((given) => direction(owner, "sort", given))).toEqual([
    1,
    -7,
    undefined,
    undefined,
    undefined,
  ]);
  for (const given of [0.5, "1", true, Number.NaN]) expect(() => direction(owner, "sort", given)).toThrow(TypeError);
});

test("a key is a function", () => {
  expect(sortKey(owner, "sort_key", Number)).toBe(Number);
  expect(sortKey(owner, "sort_key", null)).toBeUndefined();
  expect(() => sortKey(owner, "sort_key", "id")).toThrow(TypeError);
});
