import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sorted as sort } from "../../src/values/order.ts";
import { temporal } from "../../src/values/temporal.ts";

const { Duration, Instant, PlainDate, PlainDateTime, PlainTime, ZonedDateTime } = temporal();

const sorted = (items: readonly unknown[], direction = 1, key?: (item: never) => unknown): unknown[] =>
  sort(items, direction, key);

const object = {};
const hour = Duration.from("PT1H");
/** Each is before the next. */
const ORDERED: readonly (readonly unknown[])[] = [
  [null],
  [false],
  [true],
  [Number.NEGATIVE_INFINITY],
  [-1n],
  [0, -0, 0n],
  [0.5],
  [2 ** 53, 2n ** 53n],
  [2n ** 53n + 1n],
  [Number.NaN, new Date(Number.NaN)],
  [""],
  ["A"],
  ["a"],
  ["a\0"],
  ["a\ud7ff"],
  ["a\ue000"],
  ["a\uffff"],
  ["a\u{10000}"],
  ["a\u{103ff}"],
  ["a\u{1f600}"],
  ["a\u{10ffff}"],
  [new Date(-1)],
  [new Date(0), Instant.fromEpochMilliseconds(0), ZonedDateTime.from("1970-01-01T01:00+01:00[+01:00]")],
  [Instant.from("1970-01-01T00:00:00.000000001Z")],
  [PlainDate.from("1969-12-31")],
  [PlainDate.from("2020-01-01")],
  [PlainDateTime.from("1969-12-31T00:00")],
  [PlainTime.from("09:00")],
  [PlainTime.from("09:00:00.5")],
  [object, hour, /a/, Symbol.iterator, sorted],
];

test("values of all kinds have an order, and equal ones keep theirs", () => {
  const all = ORDERED.flat();
  fc.assert(
    fc.property(fc.shuffledSubarray(all, { minLength: 1 }), (some) => {
      const rankOf = (value: unknown): number =>
        ORDERED.findIndex((group) => group.some((one) => Object.is(one, value)));
      const expected = some
        .map((value, index) => ({ value, index }))
        .sort((a, b) => rankOf(a.value) - rankOf(b.value) || a.index - b.index);
      expect(sorted(some)).toStrictEqual(expected.map(({ value }) => value));
      expected.sort((a, b) => rankOf(b.value) - rankOf(a.value) || a.index - b.index);
      expect(sorted(some, -1)).toStrictEqual(expected.map(({ value }) => value));
    }),
  );
});

describe("texts", () => {
  test("are in the order of their code points", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" })), (texts) => {
        const points = (text: unknown): number[] => Array.from(text as string, (one) => one.codePointAt(0) as number);
        const compare = (a: unknown, b: unknown): number => {
          const [left, right] = [points(a), points(b)];
          const at = left.findIndex((point, index) => point !== right[index]);
          return at < 0 ? left.length - right.length : (left[at] as number) - (right[at] ?? -1);
        };
        expect(sorted(texts)).toEqual(texts.toSorted(compare));
      }),
    );
  });
});

test("an array is compared member by member, whatever is in it", () => {
  const rows = [[], [1], [1, "a"], [1, "b"], [2], [2, [9]], [2, [1]]];
  expect(sorted(rows.toReversed())).toEqual([[], [1], [1, "a"], [1, "b"], [2], [2, [1]], [2, [9]]]);
});

test("an array is compared with one value as if it were an array of it", () => {
  expect(sorted([[2], 1, [1, 0], 3, [1], 0, []])).toEqual([[], 0, 1, [1], [1, 0], [2], 3]);
  expect(sorted([[1, null], [1], [1, undefined]])).toEqual([[1], [1, null], [1, undefined]]);
});

test("an array with more items than a validator takes comes after all that have an order", () => {
  const holes: unknown[] = [];
  holes.length = 2 ** 25 + 1;
  expect(sorted([holes, PlainTime.from("23:00"), 1]).indexOf(holes)).toBe(2);
});

test("equal texts end, and only a negative direction turns the order", () => {
  expect([sorted(["b", "a", "a"]), sorted([2, 1], 0)]).toEqual([
    ["a", "a", "b"],
    [1, 2],
  ]);
});

test("a key is asked for once for each item", () => {
  const asked: unknown[] = [];
  const key = (item: number): number => {
    asked.push(item);
    return -item;
  };
  expect(sorted([1, 3, 2], 1, key)).toEqual([3, 2, 1]);
  expect(asked).toEqual([1, 3, 2]);
});
