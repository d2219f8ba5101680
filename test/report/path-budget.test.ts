import { expect, test } from "vitest";
import { PathBudget } from "../../src/core/report/path-budget.ts";

function begun(maxErrors?: number, bytes?: number): PathBudget {
  const budget = new PathBudget();
  budget.begin(maxErrors, bytes);
  return budget;
}

test("all paths of a call have a hundred nodes for each error that may be collected", () => {
  for (const [maxErrors, most] of [
    [undefined, 1_000_000],
    [1, 1_000_000],
    [20_000, 2_000_000],
  ] as const) {
    const budget = begun(maxErrors);
    expect([budget.hasRoomFor(most), budget.hasRoomFor(most + 1)]).toEqual([true, false]);
    budget.add(most);
    expect(budget.hasRoomFor(1)).toBe(false);
    budget.add(-1);
    expect(budget.hasRoomFor(1)).toBe(true);
    budget.begin(maxErrors, undefined);
    expect(budget.hasRoomFor(most)).toBe(true);
  }
});

test("those inside a OneOf have fewer, and more for each member of the value or byte of the text", () => {
  const few = 20_000;
  const budget = begun();
  expect([budget.enterUnion([1, 2, 3]), budget.enterUnion([])]).toEqual([true, false]);
  expect([budget.hasRoomFor(few + 30 * 3), budget.hasRoomFor(few + 30 * 10)]).toEqual([true, false]);
  budget.add(few);
  budget.leaveUnion();
  expect(budget.hasRoomFor(few * 10)).toBe(true);
  // What the steps of one have taken counts in the next.
  expect(budget.enterUnion(undefined)).toBe(true);
  expect(budget.hasRoomFor(few)).toBe(false);
  const text = begun(undefined, 1000);
  text.enterUnion(undefined);
  expect([text.hasRoomFor(few + 30_000), text.hasRoomFor(few + 30_001)]).toEqual([true, false]);
});

test("those inside a OneOf have as many as all others if the caller limits the errors", () => {
  const budget = begun(10_000);
  budget.enterUnion(undefined);
  expect(budget.hasRoomFor(1_000_000)).toBe(true);
});
