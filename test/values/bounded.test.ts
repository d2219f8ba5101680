import { expect, test } from "vitest";
import { BoundedCache } from "../../src/values/bounded.ts";

test("a bounded cache has what was put into it", () => {
  const cache = new BoundedCache<number>();
  cache.set("a", 1);
  expect([cache.get("a"), cache.get("b")]).toEqual([1, undefined]);
});

test.each([
  ["entries", 10_000, 1],
  ["characters", 100, 100_000],
])("it does not grow with %s", (_what, count, length) => {
  const cache = new BoundedCache<number>();
  let most = 0;
  for (let index = 0; index < count; index++) {
    const key = String(index).padStart(length, "x");
    cache.set(key, index);
    most = Math.max(most, cache.size * Math.max(length, 1));
    expect(cache.get(key)).toBe(index);
  }
  expect(most).toBeLessThanOrEqual(1_000_000);
  expect(cache.size).toBeLessThanOrEqual(1000);
});

test("a key that is longer than all may be together is not kept", () => {
  const cache = new BoundedCache<number>();
  cache.set("a", 1);
  cache.set("b".repeat(1_000_001), 2);
  expect([cache.size, cache.get("a")]).toEqual([1, 1]);
});

test("it has a thousand entries, and one once there would be more", () => {
  const cache = new BoundedCache<number>();
  for (let index = 0; index < 1000; index++) cache.set(`${index}`, index);
  expect([cache.size, cache.get("0")]).toEqual([1000, 0]);
  cache.set("more", 1);
  expect([cache.size, cache.get("0"), cache.get("more")]).toEqual([1, undefined, 1]);
});

test("its keys have a million characters, and those of the last one once there would be more", () => {
  const cache = new BoundedCache<number>();
  const sizes = [400_000, 600_000, 500_001, 499_999, 1, 1_000_000, 1].map((length, index) => {
    cache.set(String(index).padEnd(length, "x"), index);
    return cache.size;
  });
  expect(sizes).toEqual([1, 2, 1, 2, 1, 1, 1]);
});
