import { describe, expect, test } from "vitest";
import { MinValueError, RecursionMaxDepthError, SchemaError, WorkLimitError } from "../../src/exc.ts";
import { FAILED } from "../../src/report/check.ts";
import { Failures } from "../../src/report/failures.ts";
import { Work } from "../../src/report/work.ts";

describe("failures", () => {
  test("get their paths from the inside out", () => {
    const failures = new Failures(10, new Work());
    expect(failures.fail(MinValueError, 1, 0)).toBe(FAILED);
    failures.under("age", 0);
    failures.fail(MinValueError, 2, 0);
    failures.under(3, 0);
    failures.collected();
    expect([...failures.error()].map(({ context }) => context)).toEqual([[3, "age"], [3]]);
  });

  test("are one error by itself, or a collection", () => {
    const failures = new Failures(10, new Work());
    failures.fail(MinValueError, 1, 0);
    expect(failures.error()).toBeInstanceOf(MinValueError);
    failures.collected();
    expect(failures.error()).toBeInstanceOf(SchemaError);
  });

  test("beyond the most that are wanted are noticed, and not kept", () => {
    const failures = new Failures(1, new Work());
    failures.fail(MinValueError, 1, 0);
    expect([failures.truncated, failures.collects]).toEqual([false, false]);
    failures.fail(RecursionMaxDepthError, 1, 2);
    expect([failures.count, failures.truncated, failures.tooDeep]).toEqual([1, true, true]);
  });

  test("of a call that takes too many steps are what was found, or that alone", () => {
    const work = new Work();
    const failures = new Failures(10, work);
    while (work.take(10_000));
    expect(failures.error()).toBeInstanceOf(WorkLimitError);
    expect(failures.error()).toMatchObject({ truncated: true, context: [] });
    const found = new Failures(10, work);
    found.fail(MinValueError, 1, 0);
    expect(found.error()).toBeInstanceOf(MinValueError);
  });
});
