import { describe, expect, test } from "vitest";
import { sameNode, stepAt } from "../../src/errors/context.ts";
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
  });
});

describe("Step marks a step of a pipeline", () => {
  test("it has num and is shown as #num", () => {
    const step = new Step(3);
    expect([step.num, String(step)]).toEqual([3, "#3"]);
  });

  test("two of the same number are equal", () => {
    expect(new Step(1).equals(new Step(1))).toBe(true);
    expect(new Step(1).equals(new Step(2))).toBe(false);
    expect(new Step(1).equals(1)).toBe(false);
    expect(new Step(1).equals(new Extra("1"))).toBe(false);
  });

  test("those of the built-in validators are one object for each number, which nobody can change", () => {
    expect(stepAt(2)).toBe(stepAt(2));
    expect(stepAt(2).equals(new Step(2))).toBe(true);
    expect(Object.isFrozen(stepAt(2))).toBe(true);
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
