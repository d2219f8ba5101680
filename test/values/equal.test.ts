import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { hasDuplicates } from "../../src/values/duplicates.ts";
import { Equals, equal } from "../../src/values/equal.ts";
import { Ids } from "../../src/values/ids.ts";
import { literal } from "../../src/values/text.ts";

const instance = new (class Point {})();
const nested = (levels: number, leaf: unknown): unknown => (levels === 0 ? leaf : [nested(levels - 1, leaf)]);
const cyclic = (): unknown => {
  const value: unknown[] = [];
  value.push(value);
  return value;
};

/** Two values, whether they are equal, and whether `unique` takes them for the same. */
const table: [a: unknown, b: unknown, same: boolean, unique?: boolean][] = [
  [5, 5, true],
  [5, 5n, false],
  [5, "5", false],
  [1, true, false],
  [0, -0, true],
  [[0], [-0], true],
  [Number.NaN, Number.NaN, false, true],
  [[Number.NaN], [Number.NaN], false, true],
  [null, undefined, false],
  [[null], [undefined], false],
  [null, {}, false],
  [[], [], true],
  [[], {}, false],
  [[1, [2]], [1, [2]], true],
  [[1, 2], [1], false],
  [[1, 2], [2, 1], false],
  [["1"], [1], false],
  [[1n], [1], false],
  [[1n], [1n], true],
  [["a,b"], ["a", "b"], false],
  [[undefined], new Array(1), true],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [{ a: 1 }, Object.assign(Object.create(null), { a: 1 }), true],
  [{ a: 1 }, { a: 1, b: undefined }, false],
  [{ a: undefined }, { b: undefined }, false],
  [{ a: 1 }, { a: 2 }, false],
  [{ a: 1, b: 2 }, { a: 1, b: 3 }, false],
  [{ toString: 1 }, { a: 1 }, false],
  [JSON.parse('{"__proto__": 1}'), {}, false],
  [Uint8Array.of(1, 2), Buffer.from([1, 2]), true],
  [Uint8Array.of(1, 2), Uint8Array.of(1, 3), false],
  [Uint8Array.of(1), Uint8Array.of(1, 0), false],
  [Uint8Array.of(1), [1], false],
  [Float64Array.of(1, -0), Float64Array.of(1, 0), true],
  [Float64Array.of(1), Float64Array.of(2), false],
  [Float64Array.of(1), Float64Array.of(1, 0), false],
  [Float64Array.of(1), Float32Array.of(1), false],
  [Float64Array.of(1), [1], false],
  [Int8Array.of(1), Uint8Array.of(1), false],
  [BigInt64Array.of(1n), BigInt64Array.of(1n), true],
  [BigInt64Array.of(1n), BigUint64Array.of(1n), false],
  [new DataView(new ArrayBuffer(1)), new DataView(new ArrayBuffer(1)), false],
  [new Date(5), new Date(5), true],
  [new Date(5), new Date(6), false],
  [new Date(5), 5, false],
  [[new Date(5)], [new Date(5)], true],
  [Temporal.PlainDate.from("2020-01-01"), Temporal.PlainDate.from("2020-01-01"), true],
  [Temporal.PlainDate.from("2020-01-01"), Temporal.PlainDate.from("2020-01-02"), false],
  [Temporal.PlainDate.from("2020-01-01"), "2020-01-01", false],
  [Temporal.PlainDateTime.from("2020-01-01T00:00"), Temporal.PlainDate.from("2020-01-01"), false],
  [instance, instance, true],
  [[instance], [instance], true, false],
  [instance, new (class Point {})(), false],
  [Symbol.iterator, Symbol.iterator, true],
  [[Symbol.iterator], [Symbol.iterator], true, false],
  [{ a: Math.max }, { a: Math.max }, true, false],
  ["", "", true],
  ["ab", "ba", false],
  ["x".repeat(40), `${"x".repeat(39)}y`, false],
  [true, true, true],
  [true, false, false],
  [[true], [1], false],
  [[null], [{}], false],
  [1e300, 1e300, true],
  [[1, 1], [1, 1], true],
  [[1, 1, 1], [1, 1], false],
  [[1, 1, 1], [1], false],
  [[1, 1, 2], [1, 1], false],
  [[1, 1, 2], [1, 2, 2], false],
  [[1, 1, 2], [1, 2], false],
  [[1, 1, 2], [1, 1, 1, 2], false],
  [[1, 2, 2], [1, 2], false],
  [{ 0: 1 }, [1], false],
  [{ a: { b: 1 } }, { a: { b: 1 } }, true],
  [{ a: { b: 1 } }, { a: { b: 2 } }, false],
  [{ a: { b: 1 } }, { a: { b: 1, c: 1 } }, false],
  [{ a: 1, b: 2 }, { a: 2, b: 1 }, false],
  [{ a: 1 }, {}, false],
  [{ a: [{ b: [0, 1] }] }, { a: [{ b: [0, 1] }] }, true],
  [{ a: [{ b: [0, 1] }] }, { a: [{ b: [0, 2] }] }, false],
  [[Math.max], [Math.max], true, false],
  [Math.max, Math.max, true],
  [[1, "a", null, true], [1, "a", null, true], true],
  [nested(40, 1), nested(40, 2), false],
  [nested(60, 1), nested(60, 1), true],
  [nested(500, 1), nested(500, 1), true],
  [nested(500, 1), nested(500, 2), false],
  [nested(512, 1), nested(512, 1), true],
  [nested(513, 1), nested(513, 1), true, false],
  // Deeper than this only identity tells.
  [nested(514, 1), nested(514, 1), false],
  [cyclic(), cyclic(), false],
];

/** More than a list has that is compared member by member. */
const FILLING = Array.from({ length: 20 }, (_, index) => `filling ${index}`);

/** Whether `unique` takes both for the same. */
const sameId = (a: unknown, b: unknown): boolean => {
  const ids = new Ids();
  return ids.byStructure(a) === ids.byStructure(b);
};

describe("equality by structure", () => {
  for (const [a, b, same] of table) {
    test(`of ${literal(a)} and ${literal(b)} is ${same}`, () => {
      expect([equal(a, b), equal(b, a)]).toEqual([same, same]);
    });
  }

  for (const [a, b, same, unique = same] of table) {
    test(`${literal(a)} and ${literal(b)} have ${unique ? "one id" : "two ids"}`, () => {
      const ids = new Ids();
      expect(ids.byStructure(a) === ids.byStructure(b)).toBe(unique);
      expect(new Ids().firstsOf([a, b])).toEqual([0, unique ? 0 : 1]);
      // In a list of more, and below other members, which are remembered by now.
      const many = [...FILLING, a, b];
      expect(new Set(ids.firstsOf(many)).size).toBe(many.length - (unique ? 1 : 0));
      for (const list of [[a, b], [b, a], many]) expect(hasDuplicates(list, { ids: undefined })).toBe(unique);
    });
  }

  test("Maps are equal when their entries are", () => {
    const map = (...entries: [unknown, unknown][]): Map<unknown, unknown> => new Map(entries);
    expect(equal(map([1, ["a"]], ["b", 2]), map(["b", 2], [1, ["a"]]))).toBe(true);
    expect(equal(map([1, 2]), map([1, 3]))).toBe(false);
    expect(equal(map([1, 2], [2, 2]), map([1, 2], [2, 3]))).toBe(false);
    expect(equal(map([1, undefined]), map([2, undefined]))).toBe(false);
    expect(equal(map(), map([1, 2]))).toBe(false);
    expect(equal(map(), {})).toBe(false);
    // An unlikely member of a list: it is unique by identity.
    expect(sameId(map(), map())).toBe(false);
  });

  test("forged dates are equal to nothing but themselves", () => {
    class Forged {
      readonly tag: string;
      constructor(tag: string) {
        this.tag = tag;
      }
      get [Symbol.toStringTag](): string {
        return this.tag;
      }
      toString(): string {
        return "2020-01-01";
      }
      valueOf(): number {
        return 5;
      }
    }
    expect(equal(new Forged("Temporal.PlainDate"), Temporal.PlainDate.from("2020-01-01"))).toBe(false);
    expect(equal(new Date(5), new Forged("Date"))).toBe(false);
    for (const tag of ["Temporal.PlainDate", "Date"]) {
      expect(equal(new Forged(tag), new Forged(tag))).toBe(false);
      expect(sameId(new Forged(tag), new Forged(tag))).toBe(false);
    }
  });

  test("the methods of bytes and Maps have no say in it", () => {
    class Bytes extends Uint8Array {
      override every(): boolean {
        return true;
      }
      override join(): string {
        return "same";
      }
    }
    class Pairs extends Map<unknown, unknown> {
      override has(): boolean {
        return true;
      }
      override get(): unknown {
        return 2;
      }
    }
    expect(equal(Bytes.of(1), Bytes.of(2))).toBe(false);
    expect(sameId(Bytes.of(1), Bytes.of(2))).toBe(false);
    expect(equal(new Map([[1, 2]]), new Pairs([[3, 4]]))).toBe(false);
  });

  test("Sets are equal when they have the same members, in any order", () => {
    class Liar extends Set<number> {
      override *values(): SetIterator<number> {
        yield 9;
      }
    }
    const key = {};
    expect(equal(new Set([1, "a", Number.NaN, key]), new Set([key, Number.NaN, "a", 1]))).toBe(true);
    expect(equal(new Set([1]), new Liar([1]))).toBe(true);
    for (const other of [new Set([1, 2]), new Set([2]), new Set(), [1], new Map([[1, 1]])]) {
      expect(equal(new Set([1]), other)).toBe(false);
    }
    expect(equal(new Set([1, 2]), new Set([1, 3]))).toBe(false);
    expect(equal(new Set([{}]), new Set([{}]))).toBe(false);
  });
});

test("objects that were found equal are so in any order, and to what they are equal to", () => {
  const equals = new Equals();
  const [a, b, c, d, other] = [{}, {}, {}, {}, {}];
  equals.add(a, b);
  equals.add(c, d);
  expect([equals.has(a, b), equals.has(b, a), equals.has(a, c), equals.has(a, other)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  equals.add(b, c);
  // It is known by now.
  equals.add(d, a);
  for (const one of [a, b, c])
    expect([equals.has(one, d), equals.has(d, one), equals.has(one, other)]).toEqual([true, true, false]);
});

test("what is shared is compared once: there are 2^30 ways to it", () => {
  const shared = (leaf: unknown): unknown => {
    let value = leaf;
    for (let level = 0; level < 30; level++) value = [value, value];
    return value;
  };
  expect([equal(shared(1), shared(1)), equal(shared([1, 2]), shared([1, 3]))]).toEqual([true, false]);
});
