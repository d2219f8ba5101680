import { describe, expect, test } from "vitest";
import { OUTERMOST } from "../../src/core/report/limits.ts";
import { FAILED, Report } from "../../src/core/report/report.ts";
import { Work } from "../../src/core/report/work.ts";
import { MinValueError, RecursionMaxDepthError, SchemaError, WorkLimitError } from "../../src/exc.ts";
import { Const, Dict, Int, instances, LazyRef, List, OneOf, Str, Validator } from "../../src/index.ts";

describe("failures", () => {
  test("get their paths from the inside out", () => {
    const failures = new Report({ maxErrors: 10 });
    expect(failures.fail(MinValueError, 1, 0)).toBe(FAILED);
    failures.under("age", 0);
    failures.fail(MinValueError, 2, 0);
    failures.under(3, 0);
    failures.collected();
    expect([...failures.error()].map(({ context }) => context)).toEqual([[3, "age"], [3]]);
  });

  test("are one error by itself, or a collection", () => {
    const failures = new Report({ maxErrors: 10 });
    failures.fail(MinValueError, 1, 0);
    expect(failures.error()).toBeInstanceOf(MinValueError);
    failures.collected();
    expect(failures.error()).toBeInstanceOf(SchemaError);
  });

  test("beyond the most that are wanted are noticed, and not kept", () => {
    const failures = new Report({ maxErrors: 1 });
    failures.fail(MinValueError, 1, 0);
    expect([failures.truncated, failures.collects]).toEqual([false, false]);
    failures.fail(RecursionMaxDepthError, 1, 2);
    expect([failures.count, failures.truncated, failures.reach.tooDeep]).toEqual([1, true, true]);
  });

  test("of a call that takes too many steps are what was found, or that alone", () => {
    const work = new Work();
    const failures = new Report({ maxErrors: 10 }, OUTERMOST, work);
    while (work.take(10_000));
    expect(failures.error()).toBeInstanceOf(WorkLimitError);
    expect(failures.error()).toMatchObject({ truncated: true, context: [] });
    const found = new Report({ maxErrors: 10 }, OUTERMOST, work);
    found.fail(MinValueError, 1, 0);
    expect(found.error()).toBeInstanceOf(MinValueError);
  });
});

describe("a refusal", () => {
  const byInt = (limit: number, value: unknown, report: { fail(...args: unknown[]): unknown }): unknown =>
    report.fail(MinValueError, limit, value);

  test("has its reason when the error is read, and the same as often as it is read", () => {
    const report = new Report();
    const explained: unknown[] = [];
    const explain = (limit: number, value: unknown, to: never): unknown => {
      explained.push(value);
      return byInt(limit, value, to);
    };
    expect(report.failLazily(explain, 1, 0)).toBe(FAILED);
    report.under("a", 0);
    report.failLazily(explain, 1, -1);
    report.under("b", 1);
    report.collected();
    const error = report.error(true);
    expect([report.count, error.length, explained]).toEqual([2, 2, []]);
    expect(error.message).toBe(error.message);
    expect(Array.from(error, (one) => [one.formatContext(), (one as MinValueError).actual])).toEqual([
      ["a", 0],
      ["b", -1],
    ]);
  });

  test("goes on with the path that its reason has", () => {
    const report = new Report();
    report.failLazily(
      (_by: undefined, value, to) => {
        byInt(1, value, to as never);
        (to as Report).under("key", 0);
      },
      undefined,
      0,
    );
    report.under(3, 0);
    report.under("list", 0);
    expect(report.error().context).toEqual(["list", 3, "key"]);
  });

  test("is one error more, or one too many", () => {
    const report = new Report({ maxErrors: 1 });
    for (const truncated of [false, true]) {
      report.failLazily(byInt as never, 1, 0);
      expect([report.count, report.truncated]).toEqual([1, truncated]);
    }
  });

  test("in an inner call has its reason too", () => {
    class Asks extends Validator {
      override check(input: unknown): unknown {
        return Dict({ a: Int({ min: 1 }), b: Str() })(input);
      }
    }
    const list = List(new Asks());
    for (let call = 0; call < 3; call++)
      expect(Array.from(list.safe([{ a: 0, b: 0 }]).error ?? [], String)).toEqual([
        "<0.a: MinValueError(expected=1, actual=0)>",
        "<0.b: InvalidTypeError(expected='string', actual='integer')>",
      ]);
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
  ])("are all there for a shallow value, and few for a deep one: %s", (_name, validate) => {
    instances.clear();
    // Three for each of the lists, again and again: 3 ** 5 for the text alone.
    expect(validate(deep(4)).error).toMatchObject({ length: 364, truncated: false });
    for (const levels of [12, 50, 400]) {
      instances.clear();
      const { error } = validate(deep(levels));
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
