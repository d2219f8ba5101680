import { describe, expect, test } from "vitest";
import { compare, convert, genuine, isNothing, lengthOrSize, makesTypedArrays } from "../../src/values/convert.ts";

describe("convert", () => {
  test("calls the function of a primitive, and makes instances of a class", () => {
    expect(convert(String, 5)).toBe("5");
    expect(convert(Number, "5")).toBe(5);
    expect(convert(BigInt, "5")).toBe(5n);
    expect(convert(Set, [1, 2])).toEqual(new Set([1, 2]));
  });

  test("refuses what the class refuses, by throwing or by making nothing of it", () => {
    expect(convert(BigInt, "five")).toBeUndefined();
    expect(convert(Set, 5)).toBeUndefined();
    expect(convert(Number, "five")).toBeUndefined();
    expect(convert(Date, "five")).toBeUndefined();
  });

  test("makes no bigint of a number that has lost digits", () => {
    expect(convert(BigInt, Number.MAX_SAFE_INTEGER)).toBe(9007199254740991n);
    expect(convert(BigInt, Number.MAX_SAFE_INTEGER + 1)).toBeUndefined();
  });

  test("takes no size for contents, and converts nothing that costs more than it holds", () => {
    expect(convert(Uint8Array, [1, 2])).toEqual(Uint8Array.of(1, 2));
    expect(convert(Uint8Array, 5)).toBeUndefined();
    expect(convert(Array, 5)).toBeUndefined();
    expect(convert(ArrayBuffer, 5)).toBeUndefined();
    expect(convert(BigInt, "1".repeat(1000))).toBeTypeOf("bigint");
    expect(convert(BigInt, "1".repeat(1001))).toBeUndefined();
    const row = Array.from({ length: 2 ** 11 }, () => 1);
    expect(convert(String, [row])).toBeTypeOf("string");
    expect(convert(String, Array(2 ** 10).fill(row))).toBeUndefined();
  });
});

test("a URL is made of a host that may be one, whatever else is long", () => {
  const long = "a".repeat(1024);
  for (const text of [
    `http://${long}`,
    `http://${long}@b/`,
    `http://b/${long}a`,
    `file://?${long}a`,
    `data:${long}a`,
  ]) {
    expect(convert(URL, text)).toBeInstanceOf(URL);
  }
  for (const text of [`http://${long}a`, `http://b@${long}a/`, `ht\ntps://a\t${long}?`]) {
    expect(convert(URL, text)).toBeUndefined();
  }
});

test("isNothing knows NaN and dates that are none", () => {
  expect([Number.NaN, new Date(Number.NaN), 0, new Date(0), null].map(isNothing)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test("makesTypedArrays knows them and classes that extend them", () => {
  expect([Uint8Array, class extends Float64Array {}, Array, String].map(makesTypedArrays)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("compare asks the class first, and says NaN of what has no order", () => {
  const Upside = Object.assign(class {}, { compare: (a: number, b: number) => b - a });
  expect(compare(Upside, 1, 3)).toBe(2);
  expect([compare(Number, 1, 2), compare(Number, 2, 1), compare(Number, 1, 1)]).toEqual([-1, 1, 0]);
  expect(compare(Number, 1, Number.NaN)).toBeNaN();
});

test("lengthOrSize counts code points, members and what else there is", () => {
  expect(["😀a", [1, 2], new Set([1]), 5].map(lengthOrSize)).toEqual([2, 2, 1, undefined]);
});

test("genuine gives up false instances only", () => {
  expect(genuine(() => 5)).toBe(5);
  expect(genuine(() => Object.create(Map.prototype).size)).toBeUndefined();
  expect(() =>
    genuine(() => {
      throw new RangeError("mine");
    }),
  ).toThrow(RangeError);
});
