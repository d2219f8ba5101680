import { expect, test } from "vitest";
import { TYPED_ARRAYS, type TypedArrayName, typedArray } from "../../src/values/typed-arrays.ts";

const kinds = Object.entries(TYPED_ARRAYS) as [TypedArrayName, (typeof TYPED_ARRAYS)[TypedArrayName]][];

test.each(kinds)("%s holds the numbers in its range, and no others", (name, { of, range, isInteger }) => {
  expect(of.name).toBe(name);
  const beyond = (limit: number | bigint, sign: 1 | -1): number | bigint =>
    typeof limit === "bigint" ? limit + BigInt(sign) : limit + sign * (isInteger ? 1 : 2 ** 103);
  const holds = (number: number | bigint): boolean => {
    const [held] = typedArray(name, [number]) as Float32Array;
    return isInteger ? held === number : Number.isFinite(held);
  };
  const [min, max] = range ?? [-Number.MAX_VALUE, Number.MAX_VALUE];
  expect([holds(min), holds(max)]).toEqual([true, true]);
  if (range !== undefined) expect([holds(beyond(min, -1)), holds(beyond(max, 1))]).toEqual([false, false]);
});

test("the greatest number that a Float32Array takes is rounded to a finite one, the next is not", () => {
  const [, most] = TYPED_ARRAYS.Float32Array.range as readonly [number, number];
  expect(Math.fround(most)).toBe(2 ** 128 - 2 ** 104);
  expect(Math.fround(most * (1 + Number.EPSILON))).toBe(Number.POSITIVE_INFINITY);
});
