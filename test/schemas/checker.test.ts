import { expect, test } from "vitest";
import { isChecker, isOfAnyCopy } from "../../src/core/schemas/checker.ts";
import { Int } from "../../src/index.ts";

const foreign = Object.assign(() => 1, { [Symbol.for("validlib.validator")]: true });

test("a validator is of this copy of the library", () => {
  expect(isChecker(Int())).toBe(true);
  for (const value of [Int, () => 1, foreign, {}, { ...foreign }, null]) expect(isChecker(value)).toBe(false);
});

test("those of another copy are known, too", () => {
  for (const value of [Int(), foreign]) expect(isOfAnyCopy(value)).toBe(true);
  for (const value of [Int, () => 1, {}, { ...foreign }, null]) expect(isOfAnyCopy(value)).toBe(false);
});
