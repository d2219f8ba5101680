import { expect, test, vi } from "vitest";
import { lazy } from "../../src/core/schemas/lazies.ts";
import type { Lazy } from "../../src/core/schemas/registry.ts";
import { Int, instances, LazyRef } from "../../src/index.ts";

test("a dump gives a function an alias, by which its validator is found, and made when it is first asked for", () => {
  const make = vi.fn(() => Int());
  const ref = LazyRef(make);
  const alias = ref.dump().use as string;
  expect([alias, ref.dump().use]).toEqual([expect.stringMatching(/^lazy:\d+$/), alias]);
  expect([instances.has(alias), make.mock.calls]).toEqual([true, []]);
  expect(instances.get(alias)).toBe(instances.get(alias));
  expect(make).toHaveBeenCalledTimes(1);
  expect(instances.get(alias)(5)).toBe(5);
});

test("each function has another alias, and nothing else has one", () => {
  const [one, other] = [() => Int(), () => Int()];
  expect(LazyRef(one).dump().use).not.toBe(LazyRef(other).dump().use);
  expect(lazy.get(lazy.aliasOf(other))).toBe(other);
  expect([lazy.get("lazy:0"), instances.has("lazy:0")]).toEqual([undefined, false]);
});

test("the entry of a function is the same each time", () => {
  const make = () => Int();
  expect(lazy.of(make, (target) => target)).toBe(lazy.of(make, (target) => target));
});

test("a function and those that it makes may make 10,000 references, and others as many again", () => {
  const int = Int();
  let next: Lazy;
  const more = (): Lazy =>
    lazy.of(
      () => {
        next = more();
        return int;
      },
      (target) => target,
    );
  for (let round = 0; round < 2; round++) {
    next = more();
    for (let count = 0; count < 10_000; count++) next.target();
    const message = "The function of a LazyRef should return the same validator each time, not ever new ones";
    expect(() => next.target()).toThrow(new TypeError(message));
  }
});
