import { describe, expect, test, vi } from "vitest";
import {
  DEFAULT_MAX_DEPTH,
  DEFAULT_MAX_ERRORS,
  MAX_MAX_DEPTH,
  MAX_SCHEMA_DEPTH,
} from "../../src/core/report/limits.ts";
import { Report } from "../../src/core/report/report.ts";
import { execution } from "../../src/engines/fast/mode.ts";
import { EXTRA_KEY, InvalidTypeError, MaxValueError, MinValueError, Step, ValidationError } from "../../src/exc.ts";
import {
  AllOf,
  Any,
  type Report as CheckReport,
  Dict,
  FAILED,
  Int,
  instances,
  LazyRef,
  List,
  OneOf,
  Str,
  Tuple,
  Validator,
} from "../../src/index.ts";
import { refusal, texts, verdict } from "../support/verdict.ts";

/** Arrays inside each other: 0 levels is a number. */
const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

function lists(levels: number): List {
  let validator: List = List(Any());
  for (let i = 1; i < levels; i++) validator = List(validator);
  return validator;
}

describe("the limits of a call", () => {
  test("are 512 levels and 10,000 errors unless it says otherwise", () => {
    expect(new Report()).toMatchObject({ maxDepth: 512, maxErrors: 10_000 });
    expect([DEFAULT_MAX_DEPTH, DEFAULT_MAX_ERRORS]).toEqual([512, 10_000]);
    expect(new Report({ maxDepth: 0, maxErrors: 1 })).toMatchObject({ maxDepth: 0, maxErrors: 1 });
    expect(new Report({ maxDepth: undefined })).toMatchObject({ maxDepth: 512 });
  });

  test.each([
    [{ maxDepth: -1 }, "maxDepth should be a non-negative integer"],
    [{ maxDepth: 1.5 }, "maxDepth should be a non-negative integer"],
    [{ maxErrors: "5" }, "maxErrors should be a non-negative integer"],
    [{ maxErrors: Number.NaN }, "maxErrors should be a non-negative integer"],
    [{ maxErrors: Number.POSITIVE_INFINITY }, "maxErrors should be a non-negative integer"],
    [{ maxDepth: MAX_MAX_DEPTH + 1 }, "maxDepth should not exceed 1024"],
  ])("%j is a TypeError in every way to ask", (limits, message) => {
    const error = new TypeError(message);
    for (const ask of [
      () => Int()(1, limits as never),
      () => Int().safe(1, limits as never),
      () => Int().is(1, limits as never),
      () => Int().json("1", limits as never),
      () => Int().safeJson("1", limits as never),
      () => Int().isJson("1", limits as never),
    ]) {
      expect(ask).toThrow(error);
    }
  });

  test("are read from the options only, not from what is put on Object.prototype", () => {
    const polluted = Object.prototype as { maxDepth?: number; maxErrors?: number };
    polluted.maxDepth = 0;
    polluted.maxErrors = 0;
    try {
      expect(List(Int())([1])).toEqual([1]);
      expect(List(Int()).is([1])).toBe(true);
      expect(List(Int()).is([1], {})).toBe(true);
      expect(List(Int()).safe([1], { maxErrors: 5 }).ok).toBe(true);
      expect(refusal(List(Int()), ["a"], { maxDepth: 5 })).toMatchObject({ length: 1, truncated: false });
    } finally {
      delete polluted.maxDepth;
      delete polluted.maxErrors;
    }
  });
});

describe("maxErrors", () => {
  const validator = Dict({ a: Int(), b: Int(), c: Int() }, { extra: [Str({ maxlen: 1 }), List(Int())] });
  const input = { a: "x", long: [1, "y"], b: "z" };
  const all = [
    "<a: InvalidTypeError(expected='integer', actual='string')>",
    "<long.@KEY: MaxLengthError(expected=1, actual=4)>",
    "<long.@VALUE.1: InvalidTypeError(expected='integer', actual='string')>",
    "<b: InvalidTypeError(expected='integer', actual='string')>",
    "<c: MissingKeyError()>",
  ];

  test.each([0, 1, 2, 3, 4, 5, 6])("%d: the first so many errors, truncated when there are more", (maxErrors) => {
    const error = refusal(validator, input, { maxErrors });
    expect(texts(error)).toEqual(all.slice(0, maxErrors));
    expect(error.truncated).toBe(maxErrors < all.length);
  });

  test("exactly maxErrors is not truncated", () => {
    expect(refusal(List(Int()), ["a", "b", 1], { maxErrors: 2 })).toMatchObject({ length: 2, truncated: false });
    expect(refusal(List(Int()), ["a", "b", "c"], { maxErrors: 2 })).toMatchObject({ length: 2, truncated: true });
    expect(refusal(Int(), "a", { maxErrors: 1 })).toMatchObject({ truncated: false });
  });

  describe("the paths of all errors take 100 nodes for each that may be collected, at most", () => {
    const wrong = (levels: number, count: number): unknown => {
      let value: unknown = new Array(count).fill("a");
      for (let i = 1; i < levels; i++) value = [value];
      return value;
    };
    const numbers = (levels: number): List => {
      let validator: List = List(Int());
      for (let i = 1; i < levels; i++) validator = List(validator);
      return validator;
    };

    test.each([
      [100, 10_000, 10_000, false],
      [101, 10_000, 5_000, true],
      [201, 10_000, 2_500, true],
      [512, 10_000, 1_250, true],
      [512, 1, 1, false],
      [512, 1_900, 1_900, false],
    ])("%d levels down, of %d errors %d are kept", (levels, count, kept, truncated) => {
      const error = refusal(numbers(levels), wrong(levels, count));
      expect([error.length, error.truncated]).toEqual([kept, truncated]);
      expect(error.at(0)?.context).toHaveLength(levels);
      expect(error.at(-1)?.context.at(-1)).toBe(kept - 1);
    });

    test("also where fewer errors are asked for, and more where more are", () => {
      expect(refusal(numbers(500), wrong(500, 700), { maxErrors: 600 })).toMatchObject({ length: 600 });
      expect(refusal(numbers(101), wrong(101, 20_000), { maxErrors: 20_000 })).toMatchObject({ length: 10_000 });
    });

    test("the first failures are kept, of those below the last place one", () => {
      const both = Tuple(List(Int()), numbers(500));
      const error = refusal(both, [new Array(9_000).fill("a"), wrong(500, 2_000)]);
      expect(error.truncated).toBe(true);
      expect(error.at(-1)?.context[0]).toBe(1);
      expect(Array.from(error, ({ context }) => context[0]).indexOf(1)).toBe(9_000);
    });

    test("what OneOf forgets takes none", () => {
      const report = new Report();
      // Two rounds together are more than may be kept.
      for (let round = 0; round < 4; round++) {
        for (let i = 0; i < 1000; i++) report.fail(MaxValueError);
        for (let i = 0; i < 900; i++) report.under(i, 0);
        expect(report.truncated).toBe(false);
        report.rollback(0);
      }
    });
  });

  test("a single error that may not be collected leaves an empty, truncated SchemaError", () => {
    const error = refusal(Int(), "a", { maxErrors: 0 });
    expect([texts(error), error.truncated]).toEqual([[], true]);
    expect(verdict(Int(), "a", { maxErrors: 0 })).toEqual([]);
  });

  test("one error of many is a SchemaError of one, not a single error", () => {
    expect(texts(refusal(List(Int()), ["a", "b"], { maxErrors: 1 }))).toEqual([
      "<0: InvalidTypeError(expected='integer', actual='string')>",
    ]);
  });

  test("by default 10,000 errors are collected, and then the walk stops", () => {
    let seen = 0;
    const counter = new (class Counter extends Int {
      override check(input: unknown, report: Report): ReturnType<Int["check"]> {
        seen++;
        return super.check(input, report);
      }
    })();
    const error = refusal(List(counter), new Array(20_000).fill("a"));
    expect([error.length, error.truncated, seen]).toEqual([10_000, true, 10_001]);
    expect(refusal(List(Int()), new Array(10_000).fill("a")).truncated).toBe(false);
  });

  test.each([
    ["List", List(Int()), ["a", "b", "c"]],
    ["Tuple", Tuple(Int(), Int(), Int()), ["a", "b", "c"]],
    ["Dict", Dict({ a: Int(), b: Int(), c: Int() }), { a: "a", b: "b", c: "c" }],
    ["missing keys", Dict({ a: Int(), b: Int(), c: Int() }), {}],
    ["AllOf", AllOf(List(Int())), ["a", "b", "c"]],
    ["OneOf", OneOf(Int(), Int(), Int()), "a"],
  ])("%s stops at it", (_name, member, value) => {
    const error = refusal(List(member), [value, value], { maxErrors: 2 });
    expect([error.length, error.truncated]).toEqual([2, true]);
    expect([...error].every((one) => one.context[0] === 0)).toBe(true);
  });
});

describe("maxDepth", () => {
  test("counts arrays and objects of the input, at the node that is too deep", () => {
    expect(verdict(lists(3), nested(3), { maxDepth: 3 })).toEqual({ value: nested(3) });
    expect(verdict(lists(4), nested(4), { maxDepth: 3 })).toEqual([
      "<0.0.0: RecursionMaxDepthError(expected=3, actual=4)>",
    ]);
    expect(verdict(List(Int()), [], { maxDepth: 0 })).toBe("<RecursionMaxDepthError(expected=0, actual=1)>");
    expect(verdict(Int(), 1, { maxDepth: 0 })).toEqual({ value: 1 });
  });

  test.each([
    ["List", List(Any()), []],
    ["Tuple", Tuple(Any()), [1]],
    ["Dict", Dict({}), {}],
    ["extra", Dict({ extra: [Str(), Any()] }), {}],
  ])("%s is one level", (_name, validator, input) => {
    expect(validator.is(input, { maxDepth: 1 })).toBe(true);
    expect(verdict(validator, input, { maxDepth: 0 })).toBe("<RecursionMaxDepthError(expected=0, actual=1)>");
  });

  test("comes after the type and the length of a Tuple", () => {
    expect(verdict(List(Int()), 5, { maxDepth: 0 })).toBe("<InvalidTypeError(expected='array', actual='integer')>");
    expect(verdict(Tuple(Int()), [], { maxDepth: 0 })).toBe("<TupleLengthError(expected=1, actual=0)>");
    expect(verdict(Dict({}), 5, { maxDepth: 0 })).toBe("<InvalidTypeError(expected='object', actual='integer')>");
  });

  test("what a validator does not look into has no depth", () => {
    expect(Any().is(nested(2000))).toBe(true);
    expect(List(Any()).is([nested(2000)], { maxDepth: 1 })).toBe(true);
  });

  test("each level is left again: breadth has no depth", () => {
    expect(List(List(Int())).is([[1], [2], [3]], { maxDepth: 2 })).toBe(true);
    expect(List(OneOf(List(Int()), List(Str()))).is([["a"], [1], ["b"]], { maxDepth: 2 })).toBe(true);
  });

  test("is 512 by default and 1,024 at most", () => {
    expect(lists(512).is(nested(512))).toBe(true);
    expect(String(refusal(lists(513), nested(513)).at(0))).toMatch(
      /RecursionMaxDepthError\(expected=512, actual=513\)>$/,
    );
    expect(lists(1024).is(nested(1024), { maxDepth: 1024 })).toBe(true);
    expect(lists(1025).is(nested(1025), { maxDepth: 1024 })).toBe(false);
  });

  test("validators may be nested 4 times deeper than the input, at most 2,052 deep", () => {
    const pipes = (schemaDepth: number): AllOf => {
      let validator = AllOf([Any()]);
      for (let i = 1; i < schemaDepth; i++) validator = AllOf([validator]);
      return validator;
    };
    const last = (schemaDepth: number, maxDepth?: number): string =>
      /\w+\(.*$/.exec(String(refusal(pipes(schemaDepth), 1, { maxDepth })))?.[0] as string;
    expect(pipes(8).is(1, { maxDepth: 1 })).toBe(true);
    expect(last(9, 1)).toBe("RecursionMaxDepthError(expected=8, actual=9)>");
    expect(MAX_SCHEMA_DEPTH).toBe(2052);
    expect(pipes(2052).is(1)).toBe(true);
    expect(last(2053)).toBe("RecursionMaxDepthError(expected=2052, actual=2053)>");
    expect(last(2053, 1024)).toBe("RecursionMaxDepthError(expected=2052, actual=2053)>");
    // The depth of the input is tested first.
    expect(verdict(AllOf(AllOf(AllOf(AllOf(List(Any()))))), [], { maxDepth: 0 })).toBe(
      "<#0.#0.#0.#0: RecursionMaxDepthError(expected=0, actual=1)>",
    );
  });

  test("and one more ends the call, whatever steps are left: a schema may lead to a value past any number of them", () => {
    const deep = Array.from({ length: 2053 }).reduce<Validator>((inner) => AllOf(inner), Any());
    expect(OneOf(deep, Any()).is(1)).toBe(false);
    expect(OneOf(deep, Any()).safe(1)).toMatchObject({ ok: false, error: { name: "RecursionMaxDepthError" } });
    let calls = 0;
    class Counted extends Validator<unknown> {
      override check(_input: unknown, report: CheckReport) {
        calls++;
        return report.fail(InvalidTypeError);
      }
    }
    const ref = LazyRef("schemaDepth.counted");
    const tree = List(OneOf(OneOf(OneOf(new Counted(), ref), ref), ref), { alias: "schemaDepth.counted" });
    const arrays = (levels: number): unknown => JSON.parse("[".repeat(levels) + "]".repeat(levels));
    expect(tree.is(arrays(100))).toBe(true);
    calls = 0;
    expect(tree.safe(arrays(480))).toMatchObject({ ok: false, error: { truncated: true } });
    expect(calls).toBeLessThan(480 * 10);
  });
});

describe("a Report collects failures", () => {
  test("fail records one with an empty path, and answers FAILED", () => {
    const report = new Report();
    expect(report.fail(MinValueError, 1, 0)).toBe(FAILED);
    expect(report.count).toBe(1);
    expect(String(report.error())).toBe("<MinValueError(expected=1, actual=0)>");
  });

  test("under puts a node on the left of what was recorded since", () => {
    const report = new Report();
    report.fail(MinValueError, 1, 0);
    const since = report.count;
    report.fail(MaxValueError, 1, 2);
    report.under("b", since);
    report.under("a", 0);
    report.under(new Step(0), since);
    report.under(EXTRA_KEY, 0);
    expect(Array.from(report.error(), (error) => error.formatContext())).toEqual(["@KEY.a", "@KEY.#0.a.b"]);
  });

  test("rollback forgets what was recorded since, and that anything was left out", () => {
    const report = new Report({ maxErrors: 1 });
    report.fail(MinValueError);
    report.fail(MaxValueError);
    expect([report.count, report.truncated, report.failedSince(1)]).toEqual([1, true, true]);
    report.rollback(1);
    expect([report.count, report.truncated, report.failedSince(1), report.failedSince(0)]).toEqual([
      1,
      false,
      false,
      true,
    ]);
  });

  test("several failures, or a collection, make a SchemaError; one by itself is single", () => {
    const report = new Report();
    report.fail(MinValueError);
    expect(texts(report.error())).toBe("<MinValueError(expected=undefined, actual=undefined)>");
    report.collected();
    expect(texts(report.error())).toHaveLength(1);
    report.fail(MinValueError);
    expect(texts(report.error())).toHaveLength(2);
    expect(texts(new Report().error())).toEqual([]);
  });

  test("a cause is kept", () => {
    const report = new Report();
    const cause = new Error("why");
    report.fail(ValidationError, undefined, undefined, cause);
    expect(report.error().cause).toBe(cause);
  });
});

describe("a custom check that enters and does not leave, or leaves what it did not enter", () => {
  class Forgetful extends Validator<unknown> {
    override check(input: unknown, report: Report): unknown {
      if (input === "enters") for (let i = 0; i < 100; i++) report.enter(1);
      if (input === "leaves") for (let i = 0; i < 100; i++) report.leave(1);
      return input;
    }
  }
  const around = Tuple(List(new Forgetful()), List(List(Any())));

  test("costs its siblings no depth", () => {
    const many = new Array(50).fill("enters");
    expect(around.safe([many, [[1]]])).toStrictEqual({ ok: true, value: [many, [[1]]] });
  });

  test("gives them none", () => {
    const wrong = "<1.0: RecursionMaxDepthError(expected=2, actual=3)>";
    expect(verdict(around, [["leaves"], [[1]]], { maxDepth: 2 })).toEqual([wrong]);
    expect(verdict(around, [[], [[1]]], { maxDepth: 2 })).toEqual([wrong]);
  });
});

test("the stack is measured as often as a value is deep, not as often as it has members there", () => {
  const { mode } = execution;
  execution.mode = "check";
  const tree = Dict({ children: List(LazyRef("report.tree")) }, { alias: "report.tree", replace: true });
  const treeOf = (levels: number): object => ({
    children: levels === 0 ? [] : [treeOf(levels - 1), treeOf(levels - 1)],
  });
  const apply = vi.spyOn(Reflect, "apply");
  const measures = (levels: number): number => {
    const value = treeOf(levels);
    apply.mockClear();
    expect(tree.is(value)).toBe(true);
    return apply.mock.calls.filter(([, , args]) => args.length > 1000).length;
  };
  expect(measures(12)).toBeGreaterThan(0);
  // It goes up to the root once, and to the nodes below it twice, and so on.
  expect(measures(12)).toBeLessThan(40);
  apply.mockRestore();
  execution.mode = mode;
  instances.clear();
});
