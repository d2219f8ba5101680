import { describe, expect, test } from "vitest";
import { HIDDEN, type StepMarker } from "../../src/core/errors/context.ts";
import { stepAt } from "../../src/core/errors/step.ts";
import { Extra, ForbiddenKeyError, MissingKeyError, SchemaError, Step } from "../../src/exc.ts";
import { Const, If } from "../../src/index.ts";

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
  });

  test("one of a branch whose reason says nothing of the value is what hides its reason", () => {
    const { error } = If(Const(1), Const(2)).safe(1);
    const node = error?.context[0] as StepMarker;
    const hidden = node[HIDDEN] as StepMarker;
    expect(hidden).not.toBe(node);
    expect(hidden[HIDDEN]).toBe(hidden);
  });

  test("by one that a program makes itself, the closest of alternatives comes first", () => {
    const error = new SchemaError([
      new ForbiddenKeyError([new Step(0), "a"]),
      new MissingKeyError([new Step(0), "b"]),
      new MissingKeyError([new Step(1), "c"]),
    ]);
    expect(error.issues.map(({ pointer }) => pointer)).toEqual(["/c", "/a", "/b"]);
  });
});
