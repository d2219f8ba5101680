import fc from "fast-check";
import { expect, test } from "vitest";
import { isMultiple, multiplesOf } from "../../src/values/multiple.ts";
import { sweep } from "../support/sweep.ts";

test.each<[value: number | bigint, multiple: number | bigint, expected: boolean]>([
  [0, 5, true],
  [-0, 0.1, true],
  [10, 5, true],
  [-10, 5, true],
  [12, 5, false],
  [0.3, 0.1, true],
  [-0.7, 0.1, true],
  [19.99, 0.01, true],
  [19.995, 0.01, false],
  [1.1, 0.11, true],
  [4.35, 0.05, true],
  [4, 0.5, true],
  [7.5, 2.5, true],
  [5, 2.5, true],
  [0.1, 10, false],
  [15, 10, false],
  [1e23, 10, true],
  [1e23, 3, false],
  [1.5e300, 5e299, true],
  [1.7976931348623157e308, 5e-324, true],
  [5e-324, 1.7976931348623157e308, false],
  [5e-324, 5e-324, true],
  [2 ** 53, 2 ** 53, true],
  [2 ** 53 + 2, 4, false],
  [Number.NaN, 1, false],
  [Number.POSITIVE_INFINITY, 1, false],
  [Number.NEGATIVE_INFINITY, 0.1, false],
  [0, 1e300, true],
  [0n, 5, true],
  [0n, 0.1, true],
  [10n, 5, true],
  [-10n, 5, true],
  [12n, 5, false],
  [10n, 2.5, true],
  [-7n, 3.5, true],
  [11n, 2.5, false],
  [10, 5n, true],
  [12, 5n, false],
  [10.5, 5n, false],
  [1e23, 10n, true],
  [1e23, 3n, false],
  [-9n, 3n, true],
  [10n, 3n, false],
  [10n ** 400n, 2n ** 400n, true],
  [10n ** 400n + 1n, 2n ** 400n, false],
  [10n ** 400n, 0.1, true],
  [10n ** 400n, 0.3, false],
  [Number.NaN, 5n, false],
  [Number.POSITIVE_INFINITY, 5n, false],
  [5.3e-21, 2e-23, true],
  [1.0541517e-20, 7e-27, true],
  [642_311_477.593_968_3, 8e-8, false],
  [188_703_047.557_116_54, 1.8e-7, true],
  [0, 0.123_456_789_012_345_66, true],
  [0.1, 0.123_456_789_012_345_66, false],
  [1e23, 5e22, true],
  [1e14, 2e22, false],
  // The integer that a number is, or the one that it is written as.
  [2n ** 64n, 2 ** 64, true],
  [18_446_744_073_709_552_000n, 2 ** 64, true],
  [2n ** 64n + 1n, 2 ** 64, false],
])("%d is a multiple of %d: %s", (value, multiple, expected) => {
  expect(isMultiple(value, multiple)).toBe(expected);
  expect(multiplesOf(multiple)(value)).toBe(expected);
});

test("decimals are multiples as their digits are", () => {
  const digits = fc.integer({ min: -99_999_999, max: 99_999_999 });
  const exponent = fc.integer({ min: -12, max: 12 });
  fc.assert(
    fc.property(digits, exponent, fc.integer({ min: 1, max: 9999 }), exponent, (a, x, b, y) => {
      const least = BigInt(Math.min(x, y));
      const [value, multiple] = [BigInt(a) * 10n ** (BigInt(x) - least), BigInt(b) * 10n ** (BigInt(y) - least)];
      expect(isMultiple(Number(`${a}e${x}`), Number(`${b}e${y}`))).toBe(value % multiple === 0n);
    }),
  );
});

test("so many times a decimal is a multiple of it", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e6, max: 1e6 }),
      fc.integer({ min: 1, max: 1e6 }),
      fc.nat(20),
      (times, digits, places) => {
        expect(isMultiple(Number(`${times * digits}e-${places}`), Number(`${digits}e-${places}`))).toBe(true);
      },
    ),
  );
});

test("the test of one multiple says the same", () => {
  const decimal = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.integer({ min: -26, max: 12 }));
  const number = fc.oneof(
    decimal.map(([digits, exponent]) => Number(`${digits}e${exponent}`)),
    fc.double(),
  );
  const multiple = number.map(Math.abs).filter((value) => value > 0 && Number.isFinite(value));
  fc.assert(
    fc.property(number, multiple, fc.integer({ min: -1e9, max: 1e9 }), (value, multiple, times) => {
      const isMultipleOfIt = multiplesOf(multiple);
      for (const one of [value, multiple * times, multiple * times + Number.EPSILON])
        expect([one, isMultipleOfIt(one)]).toEqual([one, isMultiple(one, multiple)]);
    }),
    { numRuns: sweep(1000, 100_000) },
  );
});
