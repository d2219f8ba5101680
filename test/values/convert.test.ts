import { afterEach, describe, expect, test, vi } from "vitest";
import { compare, convert, genuine, isNothing, lengthOrSize, makesTypedArrays } from "../../src/values/convert.ts";
import type { TypeSpec } from "../../src/values/input.ts";

describe("convert", () => {
  test("calls the function of a primitive, and makes instances of a class", () => {
    expect(convert(String, 5)).toBe("5");
    expect(convert(Number, "5")).toBe(5);
    expect(convert(BigInt, "5")).toBe(5n);
    expect(convert(Set, [1, 2])).toEqual(new Set([1, 2]));
    expect(convert(String, 2 ** 53)).toBe("9007199254740992");
    expect(convert(String, [null, undefined, { length: 2 ** 21 }])).toBe(",,[object Object]");
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

afterEach(() => vi.unstubAllGlobals());

/** A class that may make a text of what it is given. */
class Box {
  readonly text: string;
  constructor(value: unknown) {
    this.text = String(value);
  }
}
const nest = (levels: number): unknown => (levels === 0 ? "a" : [nest(levels - 1)]);
const row = Array.from({ length: 2 ** 11 }, () => 1);
const holes = Array(2 ** 11);

describe("an array is converted if it, and what is in it, is no more than a text of a megabyte:", () => {
  test.each<[what: string, tp: TypeSpec, most: unknown, more: unknown]>([
    ["a text", String, ["x".repeat(2 ** 20 - 1)], ["x".repeat(2 ** 20)]],
    ["a text", Boolean, ["x".repeat(2 ** 20 - 1)], ["x".repeat(2 ** 20)]],
    ["a text", RegExp, ["x".repeat(2 ** 16)], ["x".repeat(2 ** 20)]],
    [
      "texts, of which short ones count as members",
      String,
      Array(1100).fill("x".repeat(1000)),
      Array(1100).fill("x".repeat(1001)),
    ],
    ["a text and what comes after it", String, ["x".repeat(2 ** 20 - 2), []], ["x".repeat(2 ** 20 - 2), [1]]],
    ["each of the parts", String, [[1], ["x".repeat(2 ** 20 - 4)]], [[1], ["x".repeat(2 ** 20 - 3)]]],
    ["levels", String, nest(500), nest(501)],
    ["a text, beside the items", Float64Array, ["1".repeat(2 ** 20)], ["1".repeat(2 ** 20 + 1)]],
    ["shared parts", Box, Array(513).fill(row), Array(514).fill(row)],
    ["shared parts and holes", Box, [...Array(513).fill(row), null], [...Array(513).fill(row), undefined]],
    ["shared parts in shared parts", Box, Array(2).fill(Array(256).fill(row)), Array(2).fill(Array(257).fill(row))],
    ["holes in shared parts", Box, Array(256).fill(holes), Array(257).fill(holes)],
    [
      "shared parts, and what comes after holes",
      Box,
      [...Array(512).fill(row), [...holes, [1]]],
      [...Array(512).fill(row), [...holes, [undefined]]],
    ],
    ["a length", String, Array(2 ** 10), Array(2 ** 32 - 1)],
    ["levels", Box, nest(501), nest(502)],
  ])("%s", (_, tp, most, more) => {
    expect([convert(tp, most) === undefined, convert(tp, more) === undefined]).toEqual([false, true]);
  });
});

test.each<[string, TypeSpec, () => unknown[], at: number]>([
  ["many holes", Box, () => [...Array(512).fill(row), Array(2 ** 32 - 1)], 2 ** 12],
  ["much text", String, () => [["1".repeat(2 ** 20), 0]], 1],
])("nothing is read after too %s", (_, tp, given, at) => {
  const read = vi.fn(() => 1);
  const items = given();
  Object.defineProperty(items.at(-1), at, { get: read });
  expect(convert(tp, items)).toBeUndefined();
  expect(read).not.toHaveBeenCalled();
});

test("no buffer, no array and no typed array is made of a size, or of what has one", () => {
  const refused: [TypeSpec, unknown][] = [
    [SharedArrayBuffer, 5],
    [class extends ArrayBuffer {}, 5],
    [ArrayBuffer, [5]],
    [Array, "5"],
    [Uint8Array, { length: 5 }],
    [Uint8Array, new Set([5])],
  ];
  for (const [tp, input] of refused) expect(convert(tp, input)).toBeUndefined();
  expect(convert(Array, [5])).toEqual([[5]]);
  expect(convert(Uint8Array, Uint16Array.of(5))).toEqual(Uint8Array.of(5));
});

test("the digits of a bigint are counted without its sign and the spaces around it", () => {
  for (const start of [" ", "-", "+", "\n-"]) {
    expect(convert(BigInt, `${start}${"1".repeat(1000)} `)).toBeTypeOf("bigint");
    expect(convert(BigInt, `${start}${"1".repeat(1001)}`)).toBeUndefined();
  }
});

test("a stack that is used up is no refusal", () => {
  class Endless {
    constructor() {
      new Endless();
    }
  }
  expect(() => convert(Endless, 1)).toThrow(RangeError);
});

test("a runtime without URL converts to other classes", () => {
  vi.stubGlobal("URL", undefined);
  expect(convert(Set, [1])).toEqual(new Set([1]));
});

test("a URL is made of a host that may be one, whatever else is long", () => {
  const long = "a".repeat(1024);
  for (const text of [
    `http://${long}`,
    `http://${long}@b/`,
    `http://b/${long}a`,
    `file://?${long}a`,
    `data:${long}a`,
    `data:${long}http:`,
    "http://a",
  ]) {
    expect(convert(URL, text)).toBeInstanceOf(URL);
  }
  for (const start of [
    "file:/",
    "file:///",
    "gopher://",
    "xhttp://",
    "http://b\\",
    "http://b#",
    "http://b?",
    "a:http://",
  ]) {
    expect(convert(URL, `${start}${long}a`), start).toBeInstanceOf(URL);
  }
  const starts = [
    "http://",
    "https://",
    "ws://",
    "wss://",
    "ftp://",
    "file://",
    "file:\\\\",
    "HTTP:",
    "http:\\/\\",
    "http://b@",
  ];
  for (const start of [...starts, "\0 http://", "h\nttp://a", "http\t://", "http:\r//"]) {
    for (const end of ["", "/", "\\", "?", "#"]) expect(convert(URL, `${start}${long}a${end}`), start).toBeUndefined();
  }
  expect(convert(URL, [`http://${long}a`])).toBeUndefined();
  expect(convert(class extends URL {}, `http://${long}a`)).toBeUndefined();
  expect(convert(URL, { toString: () => `http://${long}a` })).toBeInstanceOf(URL);
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
  const specs = [Uint8Array, class extends Float64Array {}, Array, String, "Uint8Array"];
  expect(specs.map(makesTypedArrays)).toEqual([true, true, false, false, false]);
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
