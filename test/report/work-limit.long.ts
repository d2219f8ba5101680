import { describe, expect, test } from "vitest";
import type { CheckReport, Report } from "../../src/core/report/report.ts";
import { FREE_STEPS } from "../../src/core/report/work.ts";
import { schemaSize } from "../../src/core/schemas/graph.ts";
import {
  AllOf,
  Any,
  Bytes,
  Const,
  Dict,
  Int,
  LazyRef,
  List,
  OneOf,
  Str,
  Transform,
  Tuple,
  Validator,
  WorkLimitError,
} from "../../src/index.ts";
import { nest } from "../support/nest.ts";

describe("a call that takes too many steps ends in a WorkLimitError:", () => {
  /** What it returns it would not return again. */
  class More extends Validator<number> {
    override check(input: unknown): number {
      return Number(input) + 1;
    }
  }
  const convert = AllOf(
    [
      Dict({ next: LazyRef("work.convert"), n: new More() }, { optional: ["next", "n"] }),
      Dict({ next: LazyRef("work.convert"), n: new More() }, { optional: ["next", "n"] }),
    ],
    { alias: "work.convert" },
  );
  const deep = nest(100, { n: "1" }, (next) => ({ next, n: "1" }));
  let shared: unknown = [];
  for (let i = 0; i < 60; i++) shared = [shared, shared];
  List(LazyRef("work.lists"), { alias: "work.lists" });

  test.each([
    ["steps that convert what they lead back to", convert, deep],
    ["values that share their parts", LazyRef("work.lists"), shared],
  ])("%s", (_name, validator, value) => {
    const result = validator.safe(value);
    expect(result.ok).toBe(false);
    const { error } = result as unknown as { error: WorkLimitError };
    expect(error).toBeInstanceOf(WorkLimitError);
    expect(error).toMatchObject({ truncated: true, context: [], length: 1 });
    expect(error.actual).toBe((error.expected as number) + 1);
    expect(validator.is(value)).toBe(false);
    expect(() => validator(value)).toThrow(WorkLimitError);
  });

  test.each([
    ["that a Const compares", Const({ k1: 1 })],
    ["by whose tag no step is chosen", OneOf([Dict({ k1: Const("a") })], { discriminator: "k1" })],
  ])("the keys of an object %s are counted, as it may be there many times", (_name, validator) => {
    /** How many steps there were before it. */
    class Steps extends Validator<number> {
      override check(_input: unknown, report: CheckReport): number {
        return (report as Report).steps;
      }
    }
    const large = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${index}`, index]));
    const [, steps] = Tuple(List(OneOf(validator, Any())), new Steps())([Array(20).fill(large), 0]);
    expect(steps).toBeGreaterThan(20_000);
    expect(steps).toBeLessThan(50_000);
  });

  test("an object that is there many times is worth no more steps for that", () => {
    const large = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${index}`, index]));
    const item = Dict({ k0: Int() }, { unknown: "strip" });
    const { error } = List(item).safe(Array(3000).fill(large)) as unknown as { error: WorkLimitError };
    expect(error).toBeInstanceOf(WorkLimitError);
    expect(error.expected).toBeLessThan(FREE_STEPS + 128 * schemaSize(List(item)) * 4100);
  });

  test("of JSON text too, with the place of the value", () => {
    const text = JSON.stringify(deep);
    const { error } = convert.safeJson(text) as unknown as { error: WorkLimitError };
    expect(error).toBeInstanceOf(WorkLimitError);
    expect(error).toMatchObject({ offset: 0, line: 1, column: 1 });
    expect(convert.isJson(text)).toBe(false);
  });

  test("no later step makes up for it", () => {
    expect(OneOf(convert, Any()).is(deep)).toBe(false);
    expect(Tuple(OneOf(convert, Any()), Any()).safe([deep, 1]).ok).toBe(false);
  });

  test("but honest values may share their parts, and be large", () => {
    const tags = Array.from({ length: 1000 }, (_, index) => `tag ${index}`);
    const records = Array.from({ length: 1000 }, (_, id) => ({ id, tags }));
    expect(List(Dict({ id: Int(), tags: List(Str()) })).is(records)).toBe(true);
    expect(List(Int()).is(Array.from({ length: 1_000_000 }).fill(1))).toBe(true);
    expect(List(List(Int())).is(Array(1000).fill(Array(1000).fill(0)))).toBe(true);
  });

  test("and so may texts and bytes be that a step takes apart", () => {
    const text = Array(300_000).fill("1").join();
    const split = Transform((input: string) => input.split(","));
    const listed = Transform((input: Uint8Array) => Array.from(input));
    const records = Transform((items: string[]) => items.map((n) => ({ n })));
    const taken = AllOf(Str(), split, records, List(Dict({ n: Int({ coerce: true }) })));
    expect(taken.safe(text)).toMatchObject({ ok: true, value: { length: 300_000 } });
    expect(AllOf(Bytes(), listed, List(Int())).safe(new Uint8Array(600_000))).toMatchObject({ ok: true });
  });
});
