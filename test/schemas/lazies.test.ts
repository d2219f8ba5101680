import { expect, test } from "vitest";
import { Int, instances } from "../../src/index.ts";
import { lazy } from "../../src/schemas/lazies.ts";

test("a validator that a function returns is found by an alias of its own, and made when it is first asked for", () => {
  let calls = 0;
  const { alias, target } = lazy.add(() => {
    calls++;
    return Int();
  });
  lazy.keep(alias);
  expect([instances.has(alias), calls]).toEqual([true, 0]);
  expect(instances.get(alias)).toBe(target());
  expect([instances.get(alias) === target(), calls]).toEqual([true, 1]);
});

test("each has another alias, and nothing else has one", () => {
  const [one, other] = [lazy.add(() => Int()), lazy.add(() => Int())];
  expect(one.alias).not.toBe(other.alias);
  expect(lazy.get(other.alias)).toBe(other);
  expect([lazy.get("lazy:0"), instances.has("lazy:0")]).toEqual([undefined, false]);
});
