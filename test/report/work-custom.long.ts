import { describe, expect, test } from "vitest";
import type { Report } from "../../src/core/report/report.ts";
import {
  AllOf,
  Any,
  Dict,
  FAILED,
  Int,
  LazyRef,
  List,
  MinValueError,
  OneOf,
  RecursionMaxDepthError,
  Str,
  type ValidationError,
  Validator,
  WorkLimitError,
} from "../../src/index.ts";
import { nest } from "../support/nest.ts";
import { refusal } from "../support/verdict.ts";
import { measure } from "./measure.ts";

describe("a check of the caller's that calls validators", () => {
  class Node extends Validator {
    override check(input: unknown): unknown {
      return typeof input === "object" && input !== null ? nodes((input as { nodes: unknown }).nodes) : Int()(input);
    }
  }
  const node = new Node();
  const nodes = List(node);

  test("counts depth on: a value that holds itself ends in a RecursionMaxDepthError", () => {
    const loop: { nodes: unknown[] } = { nodes: [1] };
    loop.nodes.push(loop);
    const error = refusal(node, loop);
    expect(error.at(-1)).toBeInstanceOf(RecursionMaxDepthError);
    expect(nodes.is([loop])).toBe(false);
    expect(node.safeJson(JSON.stringify(nest(505, 1, (inner) => ({ nodes: [inner] })))).ok).toBe(false);
    expect(node.is(nest(200, 1, (inner) => ({ nodes: [inner] })))).toBe(true);
  });

  test("and makes copies of copies is not asked twice for what it has made a copy of", () => {
    class Copying extends Validator {
      override check(input: unknown): unknown {
        return copied(input);
      }
    }
    const copied = Dict({ next: AllOf(new Copying(), new Copying()) }, { optional: ["next"] });
    const [short, long] = [50, 100].map((levels) =>
      measure(
        copied,
        nest(levels, {}, (inner) => ({ next: inner })),
      ),
    );
    expect(long?.value).toEqual(nest(100, {}, (inner) => ({ next: inner })));
    expect(long?.steps).toBeLessThan(3 * (short?.steps ?? 0));
  });

  test("and changes what it gets, twice as often at each level, ends in a WorkLimitError", () => {
    class Changing extends Validator {
      override check(input: unknown): unknown {
        const { n = 0, ...others } = changed(input);
        return { ...others, n: n + 1 };
      }
    }
    const changed: Validator<{ n?: number }> = Dict(
      { next: AllOf(new Changing(), new Changing()), n: Int() },
      { optional: ["next", "n"] },
    );
    const deep = nest(100, {}, (inner) => ({ next: inner }));
    expect(refusal(changed, deep).at(0)).toBeInstanceOf(WorkLimitError);
    expect(changed.is(deep)).toBe(false);
  });

  test("may not lead back to itself with the same value", () => {
    class Again extends Validator {
      override check(input: unknown): unknown {
        return again(input);
      }
    }
    const again = LazyRef("work.again");
    AllOf([new Again()], { alias: "work.again" });
    const { value, steps } = measure(again, 5);
    expect(value).toBe(FAILED);
    expect(steps).toBeLessThan(500);
  });

  describe("is asked in proportion to the levels of a value, where what it calls leads back to it,", () => {
    let calls = 0;
    /** Throws the errors of what it calls. */
    class Calling extends Validator {
      static override readonly params = { inner: (_owner: unknown, _attr: string, value: unknown) => value };
      declare readonly inner: Validator;
      override check(input: unknown, _report: Report): unknown {
        calls++;
        return this.inner(input);
      }
    }
    /** Makes one error of them. */
    class Summing extends Calling {
      override check(input: unknown, report: Report): unknown {
        calls++;
        const result = this.inner.safe(input);
        return result.ok ? result.value : report.fail(MinValueError, 1, result.error.length);
      }
    }
    const ref = LazyRef("work.called");
    const calling = new Calling({ inner: ref });
    const summing = new Summing({ inner: ref });
    const steps: [string, Validator][] = [
      ["before another step", OneOf(calling, Str())],
      ["in a OneOf of its own", OneOf(OneOf(calling, Str()))],
      ["after a step that leads there too", OneOf(ref, calling)],
      ["before a step that leads there too", OneOf(calling, ref)],
      ["as both steps", OneOf(calling, new Calling({ inner: ref }))],
      ["as both steps, with one error for many", OneOf(summing, new Summing({ inner: ref }))],
    ];
    test.each(steps)("%s", (_name, item) => {
      const list = List(item, { alias: "work.called", replace: true });
      const callsOf = (call: "is" | "safe", levels: number): number => {
        calls = 0;
        const input = nest(levels, 5, (inner) => [inner]);
        if (call === "is") expect(list.is(input)).toBe(false);
        else expect((list.safe(input) as { error: ValidationError }).error.at(-1)).not.toBeInstanceOf(WorkLimitError);
        return calls;
      };
      // The errors are those of each level, one inside the other, as if nothing were remembered.
      const first = (levels: number): ValidationError =>
        refusal(
          list,
          nest(levels, 5, (inner) => [inner]),
          { maxErrors: 1 },
        ).at(0) as ValidationError;
      const { context, constructor } = first(1);
      const expected = constructor === MinValueError ? context : Array(100).fill(context).flat();
      expect(first(100)).toBeInstanceOf(constructor);
      expect(first(100).context).toEqual(expected);
      for (const call of ["is", "safe"] as const) {
        expect(callsOf(call, 100), call).toBeLessThan(1500 + 10 * 100);
        expect(callsOf(call, 200) - callsOf(call, 100), call).toBeLessThan(10 * 100);
      }
    });
  });

  test("shows fewer errors where each level makes all of them anew", () => {
    const input = nest(250, { nodes: Array(50).fill("x") }, (inner) => ({ nodes: [...Array(20).fill("x"), inner] }));
    const error = refusal(node, input);
    expect(error.truncated).toBe(true);
    expect(error.length).toBeGreaterThanOrEqual(10);
    const shallow = refusal(
      node,
      nest(10, "x", (inner) => ({ nodes: ["x", inner] })),
    );
    expect(shallow).toMatchObject({ truncated: false, length: 11 });
  });

  test("leaves nothing behind, however it ends", () => {
    class Throws extends Validator {
      override check(): unknown {
        throw new RangeError("mine");
      }
    }
    expect(() => List(new Throws())([1])).toThrow(new RangeError("mine"));
    const input = nest(500, 1, (inner) => [inner]);
    expect(LazyRef("work.any").is).toBeTypeOf("function");
    expect(List(Any()).is(input)).toBe(true);
    let deep: Validator = Any();
    for (let i = 0; i < 500; i++) deep = List(deep);
    expect(deep.is(input)).toBe(true);
  });
});
