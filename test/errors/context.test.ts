import { describe, expect, test } from "vitest";
import { nodeOf, sameNode } from "../../src/core/errors/context.ts";
import { compareContexts, contextText, EXTRA_KEY, EXTRA_VALUE, Extra, type PathNode, Step } from "../../src/exc.ts";

describe("Extra marks the key or the value of an extra pair", () => {
  test("EXTRA_KEY is shown as @KEY, EXTRA_VALUE as @VALUE", () => {
    expect([EXTRA_KEY.name, String(EXTRA_KEY)]).toEqual(["KEY", "@KEY"]);
    expect([EXTRA_VALUE.name, String(EXTRA_VALUE)]).toEqual(["VALUE", "@VALUE"]);
  });

  test("two of the same name are equal", () => {
    expect(new Extra("KEY").equals(EXTRA_KEY)).toBe(true);
    expect(new Extra("KEY").equals(EXTRA_VALUE)).toBe(false);
    expect(EXTRA_KEY.equals("@KEY")).toBe(false);
    expect([EXTRA_KEY, EXTRA_VALUE].every(Object.isFrozen)).toBe(true);
  });
});

test.each<[PathNode[], string]>([
  [[], ""],
  [["order", 0, 1], "order.0.1"],
  [["xyz", EXTRA_KEY], "xyz.@KEY"],
  [[new Step(0), "a"], "#0.a"],
  [["a.b", "c"], "[a.b].c"],
  [[""], ""],
  [["a", "", "b"], "a..b"],
  [["__proto__", "toString"], "__proto__.toString"],
])("the dot-joined text of %j is %j", (context, text) => {
  expect(contextText(context)).toBe(text);
});

describe("the text of a context is bounded, as data chooses its keys", () => {
  const LONG = "k".repeat(5000);

  test("keys are shown up to 1,000 characters", () => {
    expect(contextText(["a", LONG, 1])).toBe(`a.${LONG.slice(0, 1000)}\u2026.1`);
    expect(contextText([`.${LONG}`])).toBe(`[.${LONG.slice(1, 1000)}\u2026]`);
  });

  test("a long context is shown without its middle", () => {
    const many = Array.from({ length: 2000 }, (_, index) => index);
    const text = contextText(many);
    expect(text).toMatch(/^0\.1\.2\..*\.\d+\.\u2026\.\d+\..*\.1998\.1999$/);
    expect(text.length).toBeLessThan(4100);
    expect(contextText(many.slice(0, 512))).toBe(many.slice(0, 512).join("."));
    expect(contextText([...new Array(6).fill(LONG), "end"])).toMatch(
      /^(k{1000}\u2026\.){2}\u2026\.(k{1000}\u2026\.){2}end$/,
    );
  });

  test("whatever fits is shown whole", () => {
    expect(contextText(new Array(4).fill(LONG))).toBe(new Array(4).fill(`${LONG.slice(0, 1000)}\u2026`).join("."));
    expect(contextText(new Array(1999).fill("a"))).toBe(new Array(1999).fill("a").join("."));
    expect(contextText(["k".repeat(999), "k".repeat(999), "k".repeat(999), "k".repeat(999)])).not.toContain("\u2026");
  });
});

describe("contexts are ordered node by node", () => {
  const ordered: PathNode[][] = [
    [],
    [new Step(0)],
    [new Step(0), "b"],
    [new Step(2)],
    [new Step(10)],
    [""],
    ["10"],
    ["2"],
    ["a"],
    ["a", new Step(0)],
    ["a", "b"],
    ["a", 0],
    ["a", EXTRA_KEY],
    ["a", EXTRA_VALUE],
    ["b"],
    [0],
    [0, "a"],
    [2],
    [10],
    [EXTRA_KEY],
    [EXTRA_VALUE],
  ];

  test("Step < string < number < Extra, and what a context begins comes after it", () => {
    for (const [i, a] of ordered.entries()) {
      for (const [j, b] of ordered.entries()) {
        expect(Math.sign(compareContexts(a, b)), `${contextText(a)} | ${contextText(b)}`).toBe(Math.sign(i - j));
      }
    }
  });

  test("sameNode compares markers by what they mark", () => {
    expect(sameNode(new Step(1), new Step(1))).toBe(true);
    expect(sameNode(1, 1)).toBe(true);
    expect(sameNode(1, "1")).toBe(false);
    expect(sameNode("a", new Extra("a"))).toBe(false);
    expect(sameNode(new Extra("a"), "a")).toBe(false);
  });
});

test.each([
  ["a", "a"],
  ["", ""],
  [5, 5],
  [Number.NaN, "NaN"],
  [true, "true"],
  [null, "null"],
  [[1, 2, 3, 4, 5, 6], "[1, 2, 3, 4, 5, …]"],
])("the element that stands for the key %o is %o", (key, node) => {
  expect(nodeOf(key)).toBe(node);
});
