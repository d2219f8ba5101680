import { expect, test } from "vitest";
import { expectChecker, goesOn, isChecker, isOfAnyCopy, namesKeys } from "../../src/core/schemas/checker.ts";
import { Check, Dict, Int, Str } from "../../src/index.ts";

const foreign = Object.assign(() => 1, { [Symbol.for("validlib.validator")]: true });

test("a validator is of this copy of the library", () => {
  expect(isChecker(Int())).toBe(true);
  for (const value of [Int, () => 1, foreign, {}, { ...foreign }, null]) expect(isChecker(value)).toBe(false);
});

test("those of another copy are known, too", () => {
  for (const value of [Int(), foreign]) expect(isOfAnyCopy(value)).toBe(true);
  for (const value of [Int, () => 1, {}, { ...foreign }, null]) expect(isOfAnyCopy(value)).toBe(false);
});

test("a function that takes a validator says so", () => {
  expect(expectChecker("dump", Int())).toBeUndefined();
  expect(() => expectChecker("dump", foreign)).toThrow(new TypeError("dump takes a validator; see fromCompiled"));
});

test("a Check runs after another has refused the value, unless that one aborts", () => {
  const [check, aborting] = [Check(() => false), Check(() => false, { abort: true })];
  expect([goesOn(check, check), goesOn(check, aborting)]).toEqual([true, true]);
  expect([goesOn(aborting, check), goesOn(check, Int()), goesOn(Int(), check), goesOn(check, undefined)]).toEqual(
    Array(4).fill(false),
  );
});

test("a Check may name its keys, and nothing else does in this sense", () => {
  const all = [Check(() => true, { keys: ["a"] }), Check(() => true), Dict({}, { keys: Str() }), undefined];
  expect(all.map(namesKeys)).toEqual([true, false, false, false]);
});
