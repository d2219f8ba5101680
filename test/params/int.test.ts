import { expect, test } from "vitest";
import { ValueError } from "../../src/core/contracts.ts";
import { limit, multiple, options } from "../../src/core/params/int.ts";
import type { Validator } from "../../src/index.ts";

class Owner {
  readonly bigint: boolean;
  constructor(bigint: boolean) {
    this.bigint = bigint;
  }
}
const [numbers, bigints] = [new Owner(false), new Owner(true)] as unknown as [Validator, Validator];

test("limits are of the kind of the results", () => {
  expect(limit(numbers, "min", 5)).toBe(5);
  expect(limit(bigints, "min", 5)).toBe(5n);
  expect(limit(bigints, "min", 2n ** 64n)).toBe(2n ** 64n);
  expect([limit(numbers, "min", null), limit(bigints, "min", undefined)]).toEqual([undefined, undefined]);
  expect(() => limit(numbers, "min", 5n)).toThrow(new TypeError("Owner.min should be of type integer"));
});

test("options are of the kind of the results, each once", () => {
  expect(options(numbers, "options", [2, 1, 2])).toEqual([2, 1]);
  expect(options(bigints, "options", [2, 1n, 2n])).toEqual([2n, 1n]);
  expect(Object.isFrozen(options(bigints, "options", [1]))).toBe(true);
});

test("a number that has lost digits is no bigint", () => {
  expect(() => limit(bigints, "min", 2 ** 53)).toThrow(
    new ValueError("Owner.min should be a bigint where a number is not exact"),
  );
  expect(() => options(bigints, "options", [1e20])).toThrow(ValueError);
});

test("what values are multiples of is positive, and of their kind", () => {
  expect([multiple(numbers, "multiple_of", 5), multiple(bigints, "multiple_of", 5)]).toEqual([5, 5n]);
  expect(multiple(numbers, "multiple_of", null)).toBeUndefined();
  expect(() => multiple(numbers, "multiple_of", 0)).toThrow(ValueError);
  expect(() => multiple(bigints, "multiple_of", -1n)).toThrow(ValueError);
});
