import { expect, test } from "vitest";
import { Int } from "../../src/index.ts";
import { isChecker } from "../../src/schemas/checker.ts";

test("every validator is known, of this copy of the library or another", () => {
  expect(isChecker(Int())).toBe(true);
  expect(isChecker(Object.assign(() => 1, { [Symbol.for("validlib.validator")]: true }))).toBe(true);
  for (const value of [Int, () => 1, {}, { [Symbol.for("validlib.validator")]: true }, null]) {
    expect(isChecker(value)).toBe(false);
  }
});
