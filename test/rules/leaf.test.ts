/** The interpreter of values without members. */
import { describe, expect, test, vi } from "vitest";
import { MaxValueError, MinValueError } from "../../src/core/errors/errors.ts";
import { errorsOf, FAILED, Report } from "../../src/core/report/report.ts";
import {
  byCost,
  explain,
  explainRejected,
  isPlainPrimitive,
  type Leaf,
  notConverted,
  quickOf,
  takesAny,
  wrongType,
} from "../../src/core/rules/leaf.ts";
import type { Rule } from "../../src/core/rules/rule.ts";

const leafOf = (parts: Partial<Leaf> = {}): Leaf => ({
  kind: "leaf",
  nullable: false,
  take: (input) => input,
  rules: [],
  ...parts,
});

/** A rule of numbers, however they are compared. */
const least = (min: number): Rule => ({
  kind: "least",
  test: () => (v: number) => v >= min,
  fails: (v: number, report) => v < min && report.fail(MinValueError, min, v),
});
const most = (max: number): Rule => ({
  kind: "most",
  test: () => (v: number) => v <= max,
  fails: (v: number, report) => v > max && report.fail(MaxValueError, max, v),
});
const shown = ({ failures }: Report): string[] => errorsOf(failures, undefined).map(String);

describe("the fast path of a leaf", () => {
  test("gives a value that passes all rules, and leaves others to the slow path", () => {
    const quick = quickOf(leafOf({ rules: [least(0), most(9)] }));
    expect([-1, 0, 5, 9, 10].map(quick)).toEqual([FAILED, 0, 5, 9, FAILED]);
  });

  test("accepts everything without rules", () => {
    const quick = quickOf(leafOf());
    expect([null, undefined, "a", FAILED].map(quick)).toEqual([null, undefined, "a", FAILED]);
  });

  test("gives null without rules if it may be null", () => {
    const isNull: Rule = { kind: "none", test: () => () => false, fails: () => false };
    expect(quickOf(leafOf({ nullable: true, rules: [isNull] }))(null)).toBeNull();
    expect(quickOf(leafOf({ nullable: false, rules: [isNull] }))(null)).toBe(FAILED);
    expect(quickOf(leafOf({ nullable: true, rules: [isNull] }))(1)).toBe(FAILED);
  });

  test("makes 0 of -0 if the result has none", () => {
    expect(quickOf(leafOf({ rules: [least(-1)], unsignsZero: true }))(-0)).toBe(0);
    expect(quickOf(leafOf({ rules: [least(-1)], unsignsZero: true }))(-2)).toBe(FAILED);
    expect(quickOf(leafOf({ rules: [least(-1)] }))(-0)).toBe(-0);
  });

  test("leaves numbers that may have lost digits to the slow path, if their digits decide", () => {
    const text = "9007199254740993";
    const values = [2 ** 53, 2 ** 53 - 1, 1 - 2 ** 53, -(2 ** 53), text];
    const [most, least] = [2 ** 53 - 1, 1 - 2 ** 53];
    expect(values.map(quickOf(leafOf({ readsDigits: true })))).toEqual([FAILED, most, least, FAILED, text]);
    expect(values.map(quickOf(leafOf()))).toEqual(values);
  });

  test("converts a value that passes the rules of what is given, and tests the result", () => {
    const isText: Rule = { kind: "text", test: () => (v: unknown) => typeof v === "string", fails: () => false };
    const results: Record<string, unknown> = { one: 1, ten: 10, none: undefined, long: 10n };
    const quick = quickOf(leafOf({ given: [isText], convert: (v: string) => results[v], rules: [most(9)] }));
    expect(["one", "ten", "none", "long", 1].map(quick)).toEqual([1, FAILED, FAILED, FAILED, FAILED]);
    // Without rules, which would refuse them.
    const free = quickOf(leafOf({ convert: (v: string) => results[v] }));
    expect(["one", "none", "long"].map(free)).toEqual([1, FAILED, FAILED]);
    const any = quickOf(leafOf({ convert: (v: unknown) => String(v) }));
    expect([1, 1n].map(any)).toEqual(["1", FAILED]);
  });
});

test("options are tested first, as they imply the type", () => {
  const option = { kind: "option" } as Rule;
  const [one, other] = [least(0), most(1)];
  expect(byCost([one, other, option])).toEqual([option, one, other]);
  expect(byCost([one, other])).toEqual([one, other]);
  expect(byCost([option])).toEqual([option]);
  expect(byCost([])).toEqual([]);
});

test("a leaf takes any value if it has no rules and changes none", () => {
  expect(takesAny(leafOf())).toBe(true);
  const changing = [
    { rules: [least(0)] },
    { convert: String },
    { finish: String },
    { unsignsZero: true },
    { isOpaque: true },
  ];
  expect(changing.filter((parts) => takesAny(leafOf(parts)))).toEqual([]);
});

test("a primitive that stands only for itself is no object, no function and no bigint", () => {
  expect([null, undefined, true, 1, "a", Symbol.iterator].filter((one) => !isPlainPrimitive(one))).toEqual([]);
  expect([{}, [], () => {}, 1n].filter(isPlainPrimitive)).toEqual([]);
});

describe("the slow path of a leaf", () => {
  test("reports the first rule that fails, or all if all errors are asked for", () => {
    const leaf = leafOf({ rules: [least(5), most(1)] });
    const report = new Report();
    expect(explain(leaf, 3, report)).toBe(FAILED);
    expect(shown(report)).toEqual(["<MinValueError(expected=5, actual=3)>"]);
    const all = new Report();
    all.allErrors = true;
    expect(explain(leaf, 3, all)).toBe(FAILED);
    expect(shown(all)).toHaveLength(2);
  });

  test("takes null if it may be null, and otherwise asks what it becomes", () => {
    const take = vi.fn(() => 7);
    expect(explain(leafOf({ nullable: true, take }), null, new Report())).toBeNull();
    expect(explain(leafOf({ nullable: false, take }), null, new Report())).toBe(7);
    expect(explain(leafOf({ nullable: true, take }), 1, new Report())).toBe(7);
  });

  test("tests no rule of a value that cannot be taken", () => {
    const fails = vi.fn(() => false as const);
    const leaf = leafOf({ take: () => FAILED, rules: [{ kind: "any", test: () => () => true, fails }] });
    expect(explain(leaf, 1, new Report())).toBe(FAILED);
    expect(fails).not.toHaveBeenCalled();
  });

  test("rounds bigints, makes 0 of -0, and finishes what has passed", () => {
    expect(explain(leafOf({ rounds: true }), 5n, new Report())).toBe(5);
    expect(explain(leafOf({ rounds: true }), "5", new Report())).toBe("5");
    expect(explain(leafOf(), 5n, new Report())).toBe(5n);
    expect(explain(leafOf({ unsignsZero: true }), -0, new Report())).toBe(0);
    expect(explain(leafOf({ unsignsZero: true }), "a", new Report())).toBe("a");
    expect(explain(leafOf(), -0, new Report())).toBe(-0);
    expect(explain(leafOf({ finish: (v: number) => v + 1 }), 1, new Report())).toBe(2);
  });
});

describe("a value that the fast path has rejected", () => {
  const refusing = (parts: Partial<Leaf> = {}): { leaf: Leaf; take: ReturnType<typeof vi.fn> } => {
    const take = vi.fn((input: unknown, report: Report) => wrongType("other", input, report));
    return { leaf: leafOf({ take: take as never, ...parts }), take };
  };

  test.each([
    ["a primitive, which is what it is, later", "a", {}, 0],
    ["an object, which may change, at once", {}, {}, 1],
    ["a bigint at once", 1n, {}, 1],
    ["FAILED at once", FAILED, {}, 1],
    ["a number that may have lost digits at once", 2 ** 53, {}, 1],
    ["any value of a leaf whose fast path rejects valid values at once", "a", { isInexact: true }, 1],
    ["any value of an opaque leaf at once", "a", { isOpaque: true }, 1],
  ])("is explained: %s", (_, value, parts, calls) => {
    const { leaf, take } = refusing(parts);
    const report = new Report();
    expect(explainRejected(leaf, value, report)).toBe(FAILED);
    expect(take).toHaveBeenCalledTimes(calls);
    expect(shown(report)).toHaveLength(1);
    expect(take).toHaveBeenCalledTimes(1);
  });

  test("is explained at once if all errors are asked for, which may be several", () => {
    const { leaf, take } = refusing();
    const report = new Report();
    report.allErrors = true;
    explainRejected(leaf, "a", report);
    expect(take).toHaveBeenCalledTimes(1);
  });
});

test("a value of the wrong type is named by its type, and quoted if it could have been converted", () => {
  const report = new Report();
  wrongType("number", "a", report);
  notConverted("number", "abc", report);
  expect(shown(report)).toEqual([
    "<InvalidTypeError(expected='number', actual='string')>",
    "<InvalidTypeError(expected='number', actual='string')>",
  ]);
  expect(errorsOf(report.failures, undefined).map((one) => one.issues[0]?.message)).toEqual([
    "Expected a number, got a string.",
    "Expected a number, got \u201cabc\u201d.",
  ]);
});
