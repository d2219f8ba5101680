/** Trials of validators: what they leave behind in a report. */
import { expect, test } from "vitest";
import { FAILED, Report } from "../../src/core/report/report.ts";
import { beginStep, closeTrial, dropFallbacks, openTrial } from "../../src/core/report/trial.ts";
import { Dict, Fallback, Int, Str } from "../../src/validators/index.ts";

const person = Dict({ name: Str(), age: Int() });

test("a trial records no failure, and leaves budget, form and work limits as they were", () => {
  const report = new Report({ maxErrors: 5 });
  const trial = openTrial(report);
  expect(person.check({ name: 1, age: "x" }, report)).toBe(FAILED);
  expect([report.count, report.truncated]).toEqual([0, true]);
  closeTrial(trial, report, FAILED);
  expect([report.count, report.truncated, report.errorBudget, report.isSingle]).toEqual([0, false, 5, true]);
});

test("the work of steps that fail is wasted, that of the step that passes is not", () => {
  const [failing, passing] = [new Report(), new Report()];
  for (const [report, value] of [
    [failing, FAILED],
    [passing, 1],
  ] as const) {
    const trial = openTrial(report);
    beginStep(trial, report);
    person.check({}, report);
    beginStep(trial, report);
    report.work.take(100);
    closeTrial(trial, report, value);
  }
  expect(failing.work.wasted).toBe(failing.work.steps);
  expect(passing.work.wasted).toBe(passing.work.steps - 100);
});

test("what was replaced in a step is dropped before the next one", () => {
  const report = new Report({ onFallback: () => {} });
  const trial = openTrial(report);
  Fallback(Int(), 0).check("x", report);
  expect(report.fallbacks).toHaveLength(1);
  beginStep(trial, report);
  expect(report.fallbacks).toEqual([]);
  Fallback(Int(), 0).check("x", report);
  dropFallbacks(trial, report);
  expect(report.fallbacks).toEqual([]);
});
