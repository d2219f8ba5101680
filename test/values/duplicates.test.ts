import { describe, expect, test } from "vitest";
import { hasDuplicates } from "../../src/values/duplicates.ts";
import { firstsOf, Ids } from "../../src/values/ids.ts";
import { Random } from "../native/random.ts";
import { sweep } from "../support/sweep.ts";

const call = (): { ids: Ids | undefined } => ({ ids: undefined });
const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

test("equal items are those with the same id", () => {
  const random = new Random(7);
  const item = (depth: number): unknown => {
    const kind = random.below(depth > 0 ? 9 : 6);
    if (kind < 2) return random.pick([0, -0, 1, 2, 1.5, 1e300, Number.NaN, 65_537]);
    if (kind < 4) return random.pick(["", "a", "b", "ab", "ba", "x".repeat(40), `${"x".repeat(39)}y`]);
    if (kind < 6) return random.pick([null, true, false, undefined, 5n, new Map()]);
    if (kind === 6) return Array.from({ length: random.below(3) }, () => item(depth - 1));
    const keys = random.some(["a", "b", "c", "__proto__"], 0.5);
    if (random.chance(0.5)) keys.reverse();
    const members = keys.map((key) => [key, item(depth - 1)]);
    const object = Object.fromEntries(members);
    return random.chance(0.1) ? Object.assign(Object.create(null), object) : object;
  };
  const verdicts = new Set<boolean>();
  for (let run = 0; run < sweep(2000, 15_000); run++) {
    const list = Array.from({ length: random.pick([2, 3, 5, 8, 12, 30]) }, () => item(random.below(3)));
    const expected = firstsOf(list, () => new Ids()).some((first, index) => first < index);
    verdicts.add(expected);
    expect(hasDuplicates(list, call())).toBe(expected);
  }
  expect(verdicts.size).toBe(2);
  // Texts whose fingerprints are equal.
  const alike = Array.from({ length: 200 }, (_, index) => ({
    text: `${"x".repeat(20)}${index % 10}`.padEnd(64, "z") + index,
  }));
  expect(hasDuplicates(alike, call())).toBe(false);
  expect(hasDuplicates([...alike, structuredClone(alike[7])], call())).toBe(true);
});

test("keys that a Proxy lists, but has not, do not count", () => {
  const lists = (): object => new Proxy({}, { ownKeys: () => ["a", "b", "__proto__"] });
  for (const pair of [
    [{}, lists()],
    [lists(), {}],
    [lists(), lists()],
  ]) {
    for (const more of [0, 10]) {
      const others = Array.from({ length: more }, (_, index) => ({ index }));
      expect(hasDuplicates([...others, ...pair], call())).toBe(true);
    }
  }
  expect(hasDuplicates([{ a: 1 }, lists()], call())).toBe(false);
});

test("large items that are alike to their fingerprints are compared a few times only", () => {
  const item = (index: number) => ({ deep: { deeper: { list: [...Array(50).fill(0), index] } } });
  const items = Array.from({ length: 2000 }, (_, index) => item(index));
  expect(hasDuplicates(items, call())).toBe(false);
  expect(hasDuplicates([...items, item(1999)], call())).toBe(true);
});

test("lists inside each other read their members a few times only, however many there are", () => {
  let reads = 0;
  const members = Array.from({ length: 100 }, (_, index) => [[[index]]]);
  const counted = new Proxy(members, {
    get(target, key) {
      reads++;
      return Reflect.get(target, key);
    },
  });
  // Too many items with the same fingerprint as that of the list inside.
  const others = Array.from({ length: 9 }, (_, index) => [[[[index]]]]);
  const outermost = call();
  let list: unknown[] = counted;
  for (let level = 0; level < 30; level++) {
    expect(hasDuplicates(list, outermost)).toBe(false);
    list = [[[list]], ...others];
  }
  expect(reads).toBeLessThan(1000);
});

test("an instance is equal to itself alone, even if it looks like an array", () => {
  const [one, other] = [Object.create(Array.prototype), Object.create(Array.prototype)];
  expect(hasDuplicates([one, other], call())).toBe(false);
  expect(hasDuplicates([one, other, one], call())).toBe(true);
});

/** Items that are all different, so that a list is not short. */
const others = Array.from({ length: 10 }, (_, index) => [`other ${index}`]);

describe("in a short list, and in a long one,", () => {
  class Mine extends Array<unknown> {}
  const list = [1, { a: 2 }];
  const cyclic = (): object => {
    const object: Record<string, unknown> = {};
    object.self = object;
    return object;
  };
  class Odd extends Array<unknown> {}
  Object.defineProperty(Odd.prototype, 1, { value: 7 });
  const odd = Odd.from([1]);
  odd.length = 2;
  const cases: [what: string, items: unknown[], found: boolean][] = [
    ["holes are equal", [new Array(1), new Array(1)], true],
    ["missing items are equal", new Array(2), true],
    ["members of arrays and objects count", [list, structuredClone(list)], true],
    ["NaN is equal to itself", [Number.NaN, Number.NaN], true],
    ["and to nothing else", [Number.NaN, 5], false],
    ["what holds itself is another", [cyclic(), cyclic()], false],
    ["an item that a class has is none", [odd, [1, 7]], false],
    ["but a hole", [odd, [1, undefined]], true],
    ["an array that is shorter is another", [[1, 2], [1]], false],
    [
      "an array with one other member is another",
      [
        [1, 2, 3],
        [1, 5, 3],
      ],
      false,
    ],
    ["an array of a class of its own is an array", [Mine.of(1, 2), [1, 2]], true],
    ["an object without a prototype is an object", [Object.assign(Object.create(null), { a: 1 }), { a: 1 }], true],
    ["an object with one more member is another", [{ a: 1 }, { a: 1, b: 2 }], false],
    [
      "an object with another key is another",
      [
        { a: 1, b: 1 },
        { a: 1, c: 1 },
      ],
      false,
    ],
    ["an object behind another object is one", [Object.assign(Object.create({}), { a: 1 }), { a: 1 }], true],
    ["a Map is equal to itself", [new Map(), new Map()], false],
    ["a date is equal to the same", [new Date(5), new Date(5)], true],
    ["and in an object, too", [{ at: new Date(5) }, { at: new Date(5) }], true],
    ["what is very deep is another", [nested(51), nested(52)], false],
    ["what is very deep is the same", [nested(52), nested(52)], true],
    ["a function is equal to itself", [Math.max, Math.max], true],
    ["what has it as a member is not", [[Math.max], [Math.max]], false],
    ["nor what has a symbol", [[Symbol.iterator], [Symbol.iterator]], false],
  ];

  test.each(cases)("%s", (_, items, found) => {
    const places = [
      items,
      [...items].reverse(),
      [...others, ...items],
      [...items, ...others],
      [items[0], ...others, items[1]],
    ];
    expect(places.map((list) => hasDuplicates(list, call()))).toEqual(places.map(() => found));
    expect(hasDuplicates([items[0], ...others], call())).toBe(false);
  });

  test("what a getter throws is thrown, though it would not throw again", () => {
    for (const more of [[], others]) {
      let reads = 0;
      const once = {
        get a(): number {
          if (reads++ === 0) throw new Error("mine");
          return 1;
        },
      };
      expect(() => hasDuplicates([once, { a: 1 }, ...more], call())).toThrow("mine");
    }
  });
});

test("no item is equal to itself at its own place", () => {
  for (const length of [0, 1, 8, 9, 30]) {
    const items = Array.from({ length }, (_, index) => ({ index }));
    expect(hasDuplicates(items, call())).toBe(false);
    if (length > 0) expect(hasDuplicates([...items, { index: length - 1 }], call())).toBe(true);
  }
  expect(hasDuplicates(["a", "b", "a"], call())).toBe(true);
  expect(hasDuplicates([...Array(9).keys()].map(String), call())).toBe(false);
  expect(hasDuplicates([...[...Array(9).keys()].map(String), "8"], call())).toBe(true);
});
