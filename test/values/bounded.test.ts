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
