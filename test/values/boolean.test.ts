import { expect, test } from "vitest";
import { BOOLEAN_NAMES, booleanNamed, isFalseOrTrue } from "../../src/values/boolean.ts";

test.each([
  ["1", true],
  ["TRUE", true],
  ["Yes", true],
  ["y", true],
  ["on", true],
  ["0", false],
  ["false", false],
  ["No", false],
  ["n", false],
  ["oFF", false],
  ["", undefined],
  [" true", undefined],
  ["constructor", undefined],
])("%j stands for %s", (text, value) => {
  expect(booleanNamed(text)).toBe(value);
});

test("each name of a boolean stands for one", () => {
  expect(BOOLEAN_NAMES.map(booleanNamed)).toEqual([...Array(5).fill(true), ...Array(5).fill(false)]);
  expect(Object.isFrozen(BOOLEAN_NAMES)).toBe(true);
});

test("other options are no booleans, even if they are the same", () => {
  expect(isFalseOrTrue(BOOLEAN_NAMES)).toBe(true);
  expect(isFalseOrTrue([...BOOLEAN_NAMES])).toBe(false);
});
