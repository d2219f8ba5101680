import { describe, expect, test } from "vitest";
import { Int, List, Tuple } from "../../src/index.ts";
import { MAX_ITEMS } from "../../src/values/input.ts";
import { verdict } from "../support/verdict.ts";

describe("the length of an array", () => {
  const tooLong: unknown[] = [];
  tooLong.length = 2 ** 32 - 1;

  test.each([List(Int()), Tuple(Int())])(
    "beyond the bound of all arrays is refused before it is walked: %s",
    (validator) => {
      expect(verdict(validator, tooLong)).toBe(`<MaxLengthError(expected=${MAX_ITEMS}, actual=${2 ** 32 - 1})>`);
    },
  );

  test.each([Number.NaN, -1, -Infinity, "2", null, Symbol.iterator, {}, 2n, undefined])(
    "of a Proxy that answers %s is 0",
    (length) => {
      const liar = new Proxy([1, 2], {
        get: (target, key, receiver) => (key === "length" ? length : Reflect.get(target, key, receiver)),
      });
      expect(List(Int())(liar)).toStrictEqual([]);
      expect(verdict(Tuple(Int()), liar)).toBe("<TupleLengthError(expected=1, actual=0)>");
    },
  );

  test.each([
    [2.9, [1, 2]],
    [1, [1]],
  ])("of a Proxy that answers %s is its whole part", (length, expected) => {
    const liar = new Proxy([1, 2], {
      get: (target, key, receiver) => (key === "length" ? length : Reflect.get(target, key, receiver)),
    });
    expect(List(Int())(liar)).toStrictEqual(expected);
  });

  test.each([2 ** 53, Number.POSITIVE_INFINITY])("of a Proxy that answers %s is too long", (length) => {
    const liar = new Proxy([1], {
      get: (target, key, receiver) => (key === "length" ? length : Reflect.get(target, key, receiver)),
    });
    expect(verdict(List(Int()), liar)).toBe(`<MaxLengthError(expected=${MAX_ITEMS}, actual=${length})>`);
  });
});
