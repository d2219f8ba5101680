import { expect, test } from "vitest";
import { ValueError } from "../../src/core/contracts.ts";
import { bound, multiple } from "../../src/core/params/number.ts";
import type { Validator } from "../../src/index.ts";

class Owner {}
const owner = new Owner() as unknown as Validator;

test("a limit is a number, or a bigint if no number is the integer", () => {
  expect([5, 0.5, 5n, 2n ** 64n, 2n ** 53n + 1n, undefined].map((value) => bound(owner, "min", value))).toEqual([
    5,
    0.5,
    5,
    2 ** 64,
    2n ** 53n + 1n,
    undefined,
  ]);
  expect(() => bound(owner, "min", "5")).toThrow(new TypeError("Owner.min should be of type number"));
});

test("a multiple is positive, and keeps its digits", () => {
  expect([0.5, 5n, 2n ** 64n, undefined].map((value) => multiple(owner, "multiple_of", value))).toEqual([
    0.5,
    5,
    2n ** 64n,
    undefined,
  ]);
  expect(() => multiple(owner, "multiple_of", 0n)).toThrow(
    new ValueError("Owner.multiple_of should be positive number"),
  );
  expect(() => multiple(owner, "multiple_of", 0)).toThrow(ValueError);
});
