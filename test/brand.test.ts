import { expect, test } from "vitest";
import { brand, Dict, Int, readonly } from "../src/index.ts";

test("a validator with a brand, or with read-only results, is the same at run time", () => {
  const int = Int();
  const dict = Dict({ a: int });
  expect(brand(int, "UserId")).toBe(int);
  expect(readonly(dict)).toBe(dict);
  expect(Object.isFrozen(readonly(dict)({ a: 1 }))).toBe(false);
});

test("what is no validator has none", () => {
  expect(() => brand(5 as never, "x")).toThrow(new TypeError("brand takes a validator, got integer"));
  expect(() => readonly({} as never)).toThrow(new TypeError("readonly takes a validator, got object"));
});
