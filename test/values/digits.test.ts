import { describe, expect, test } from "vitest";
import {
  hasBeyond,
  isBeyond,
  isBeyondLimit,
  mayExceed,
  numberLike,
  shortest,
  shortestIn,
  shown,
  within,
  writtenInteger,
} from "../../src/values/digits.ts";

test("a number beyond the safe range stands for several integers", () => {
  expect([2 ** 53, -(2 ** 53), 1 / 0].map(isBeyond)).toEqual([true, true, true]);
  expect([2 ** 53 - 1, -(2 ** 53) + 1, 0.5, Number.NaN].map(isBeyond)).toEqual([false, false, false, false]);
  // No integer is rounded to a limit that is infinite.
  expect([2 ** 53, 5n, 5, 1 / 0, undefined].map(isBeyondLimit)).toEqual([true, true, false, false, false]);
});

test.each([
  ["9007199254740992", true],
  ["[1e16]", true],
  ["123456789e9", true],
  ["1.5E+300", true],
  ["-1234567890123456", true],
  ["900719925474099", false],
  ["0.123456789012345", false],
  ["1e-400", false],
  ['"e5"', false],
])("%s: a text may have such a number: %s", (text, may) => {
  expect(mayExceed(text)).toBe(may);
});

test.each([
  ["9007199254740993", 9007199254740993n],
  ["9007199254740993.0", 9007199254740993n],
  ["-1.8446744073709551615E19", -18446744073709551615n],
  ["1e400", 10n ** 400n],
  ["9007199254740993.5", 9007199254740994],
  ["1e2000", 1 / 0],
])("%s is the integer that is written, or the nearest number", (text, value) => {
  expect(writtenInteger(text, Number(text))).toBe(value);
});

describe("a bigint of a schema", () => {
  test("is a number if that is the same integer", () => {
    expect([5n, 2n ** 64n, 2n ** 53n + 1n, 10n ** 400n].map(shortest)).toEqual([
      5,
      2 ** 64,
      2n ** 53n + 1n,
      10n ** 400n,
    ]);
    expect(shortestIn({ a: [1n, "x"], b: { c: 2n ** 53n + 1n } })).toEqual({
      a: [1, "x"],
      b: { c: 2n ** 53n + 1n },
    });
    const same = { a: [1, 5.5, { b: null }] };
    expect(shortestIn(same)).toBe(same);
  });
});

test("an integer is like the number that it is, and the one that is written with its digits", () => {
  expect(numberLike(2n ** 64n)).toBe(2 ** 64);
  expect(numberLike(18446744073709552000n)).toBe(2 ** 64);
  expect(numberLike(10n ** 23n)).toBe(1e23);
  expect(numberLike(2n ** 53n + 1n)).toBe(2n ** 53n + 1n);
  expect(numberLike(10n ** 400n)).toBe(10n ** 400n);
  expect(shown(Symbol.iterator)).toBe(Symbol.iterator);
  expect([shown(2n ** 53n), shown(2n ** 53n + 1n), shown("a")]).toEqual([2 ** 53, 2n ** 53n + 1n, "a"]);
});

test.each<[limit: number | bigint, above: number, below: number]>([
  [5, 5, 5],
  [2n ** 64n, 2 ** 64, 2 ** 64],
  [2n ** 53n + 1n, 2 ** 53 + 2, 2 ** 53],
  [-(2n ** 53n) - 1n, -(2 ** 53), -(2 ** 53) - 2],
  [10n ** 400n, Number.POSITIVE_INFINITY, Number.MAX_VALUE],
  [-(10n ** 400n), -Number.MAX_VALUE, Number.NEGATIVE_INFINITY],
])("the numbers nearest to the limit %s are %d above and %d below", (limit, above, below) => {
  expect([within(limit, 1), within(limit, -1)]).toEqual([above, below]);
});

test("such numbers, and bigints, are found at any depth, in cyclic values too", () => {
  const cyclic: unknown[] = [1, { a: [null] }];
  cyclic.push(cyclic);
  expect([hasBeyond(cyclic), hasBeyond(5), hasBeyond("9007199254740993"), hasBeyond(undefined)]).toEqual([
    false,
    false,
    false,
    false,
  ]);
  cyclic.push([undefined, { b: 2 ** 53 }]);
  expect([hasBeyond(cyclic), hasBeyond([[5n]]), hasBeyond(-1e300)]).toEqual([true, true, true]);
  expect([hasBeyond([2 ** 53, undefined]), hasBeyond([new Map(), Object.create({}, { a: { value: 5n } })])]).toEqual([
    true,
    false,
  ]);
  expect(hasBeyond(Object.assign(new (class Point {})(), { a: 5n }))).toBe(false);
});

const BIG = 9007199254740993n;

describe("integers of a schema", () => {
  test.each([
    [5n, 5],
    [BIG, BIG],
    [2n ** 64n, 2 ** 64],
    ["5", "5"],
    [
      [1n, [BIG, 2n]],
      [1, [BIG, 2]],
    ],
    [
      { a: 1n, b: { c: [BIG] }, ["__proto__"]: 3n },
      { a: 1, b: { c: [BIG] }, ["__proto__"]: 3 },
    ],
  ])("%# are numbers where a number is the same integer", (given, shortest) => {
    expect(shortestIn(given)).toEqual(shortest);
  });

  test("are left where they are if none changes", () => {
    const value = { a: [1, { b: BIG }] };
    expect(shortestIn(value)).toBe(value);
    const changed = shortestIn({ a: value, b: 1n }) as { a: unknown };
    expect(changed.a).toBe(value);
  });

  test("are found at any depth", () => {
    const DEPTH = 10_001;
    let value: unknown = 1n;
    for (let level = 0; level < DEPTH; level++) value = level % 2 === 0 ? [value] : { a: value };
    let inner = shortestIn(value);
    for (let level = 0; level < DEPTH; level++) inner = Object.values(inner as object)[0];
    expect(inner).toBe(1);
    expect(() => shortestIn({ value })).toThrow(new RangeError("it is nested too deep"));
  });

  test("are looked for in nothing that contains itself", () => {
    const value: unknown[] = [1n];
    value.push([value, value]);
    expect(() => shortestIn(value)).toThrow("it is nested too deep");
  });
});
