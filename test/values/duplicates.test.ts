import { expect, test } from "vitest";
import { hasDuplicates } from "../../src/values/duplicates.ts";
import { firstsOf, Ids } from "../../src/values/ids.ts";
import { Random } from "../native/random.ts";
import { sweep } from "../support/sweep.ts";

const call = (): { ids: Ids | undefined } => ({ ids: undefined });

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
