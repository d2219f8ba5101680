import { describe, expect, test } from "vitest";
import { MinValueError, RecursionMaxDepthError, SchemaError, WorkLimitError } from "../../src/exc.ts";
import { Const, Dict, Int, instances, LazyRef, List, OneOf, type Validator } from "../../src/index.ts";
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

describe("the errors of a OneOf whose steps lead back to it", () => {
  const alternatives = (alias: string): Validator =>
    OneOf([Int(), List(LazyRef(alias)), List(LazyRef(alias), { minlen: 1 }), List(LazyRef(alias), { maxlen: 9 })], {
      alias,
    });
  const deep = (levels: number): string => `${"[".repeat(levels)}"x"${"]".repeat(levels)}`;

  test.each([
    ["a JavaScript value", (text: string) => alternatives("unions.value").safe(JSON.parse(text))],
    ["JSON text", (text: string) => alternatives("unions.text").safeJson(text)],
    ["bytes", (text: string) => alternatives("unions.bytes").safeJson(Buffer.from(text))],
  ])("are all there for a shallow value, and few for a deep one: %s", (_name, judge) => {
    instances.clear();
    // Three for each of the lists, again and again: 3 ** 5 for the text alone.
    expect(judge(deep(4)).error).toMatchObject({ length: 364, truncated: false });
    for (const levels of [12, 50, 400]) {
      instances.clear();
      const { error } = judge(deep(levels));
      expect(error?.truncated).toBe(true);
      expect(error?.length).toBeGreaterThan(50);
      const nodes = [...(error ?? [])].reduce((sum, { context }) => sum + context.length, 0);
      expect(nodes).toBeLessThan(20_000 + 30 * 2 * levels + 800);
    }
  });

  test("are as many as somebody asks for", () => {
    instances.clear();
    expect(alternatives("unions.asked").safe(JSON.parse(deep(12)), { maxErrors: 3000 }).error).toHaveLength(3000);
  });

  test("are as many as ever where the value is as large", () => {
    instances.clear();
    const shape = OneOf(Dict({ kind: Const("a"), x: Int() }), Dict({ kind: Const("b"), y: Int() }));
    const records = Array.from({ length: 3000 }, () => ({ kind: "a", x: "1" }));
    for (const result of [List(shape).safe(records), List(shape).safeJson(JSON.stringify(records))])
      expect(result.error).toMatchObject({ length: 10_000, truncated: true });
  });
});
