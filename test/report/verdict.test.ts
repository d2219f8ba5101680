/** Verdicts inside a call leave no trace in its report. */
import { describe, expect, test } from "vitest";
import { evaluate } from "../../src/core/report/evaluated.ts";
import { FAILED, Report } from "../../src/core/report/report.ts";
import { verdictOf } from "../../src/core/report/verdict.ts";
import { AllOf, Fallback, Int, List, Not, type Validator } from "../../src/index.ts";

const nested = (levels: number): unknown => (levels === 0 ? [] : [nested(levels - 1)]);

function lists(levels: number): Validator {
  let validator: Validator = List(Int());
  for (let i = 0; i < levels; i++) validator = List(validator);
  return validator;
}

describe("a verdict", () => {
  test.each<[validator: Validator, value: unknown, expected: boolean]>([
    [Int(), 5, true],
    [Int(), "5", false],
    [Int({ coerce: true }), "5", true],
    [AllOf(List(Int()), List(Int({ min: 2 }))), [1], false],
    [Fallback(Int(), 0), "a", true],
  ])("of %s on %j is %s, without a failure", (validator, value, expected) => {
    const report = new Report();
    expect(verdictOf(validator, value, report)).toBe(expected);
    expect(report).toMatchObject({ count: 0, reach: { tooDeep: false }, truncated: false, exhausted: false });
  });

  test("on a value that is too deep is a failure", () => {
    const report = new Report({ maxDepth: 3 });
    expect(verdictOf(lists(9), nested(9), report)).toBe(FAILED);
    expect(report).toMatchObject({ count: 1, reach: { tooDeep: true } });
  });

  test("removes the evaluated members of a refused value, and keeps those of an accepted one", () => {
    const report = new Report();
    evaluate(report, ["a"]);
    expect(verdictOf(AllOf(List(Int()), Not(List(Int()))), [1], report)).toBe(false);
    expect(report.evaluated).toEqual(["a"]);
    expect(verdictOf(List(Int()), [1], report)).toBe(true);
    expect(report.evaluated).toHaveLength(2);
  });

  test("replaces nothing in the call around it", () => {
    const told: unknown[] = [];
    const report = new Report({ onFallback: (error) => told.push(error) });
    expect(verdictOf(Fallback(Int(), 0), "a", report)).toBe(true);
    expect(report.fallbacks).toEqual([]);
    expect(told).toEqual([]);
  });
});
