import { describe, expect, test } from "vitest";
import { execution } from "../../src/engines/fast/mode.ts";
import { AllOf, Any, Dict, Float, Int, LazyRef, List, OneOf, type Validator } from "../../src/index.ts";
import { keepMode } from "../fast/mode.ts";

const tree: Validator = Dict({ value: Int(), children: List(LazyRef((): Validator => tree)) });

describe("without results", () => {
  keepMode();
  const halves = AllOf(
    Dict({ a: Float(), b: List(Int()) }),
    Dict({ a: Float({ max: 1 }), b: List(Int(), { maxlen: 1 }) }),
  );

  test.each<[name: string, validator: Validator, value: unknown, valid: boolean]>([
    ["a step gets what the one before has made", halves, { a: 1, b: [2] }, true],
    ["and refuses it", halves, { a: 1, b: [2, 3] }, false],
    ["deep in a choice", List(OneOf([Int(), halves])), [1, { a: 0, b: [] }], true],
    ["a member is missing", Dict({ a: Int(), b: Int() }, { optional: ["a"] }), { a: 1 }, false],
    ["an optional one is", Dict({ a: Int(), b: Int() }, { optional: ["a"] }), { b: 1 }, true],
    ["it is undefined", Dict({ a: Int(), b: Any() }), { b: undefined, a: 1 }, false],
    ["keys come in another order", Dict({ a: Int(), b: Int() }), { b: 1, a: 2 }, true],
    ["there are too many items", List(Int(), { maxlen: 1 }), [1, 2], false],
    ["there are enough", List(Int(), { minlen: 2 }), [1, 2], true],
    ["deeper values are refused", tree, { value: 1, children: [{ value: 1, children: [{ value: "1" }] }] }, false],
  ])("the verdict is the same: %s", (_name, validator, value, valid) => {
    execution.mode = "check";
    expect([validator.is(value), validator.safe(value).ok]).toEqual([valid, valid]);
  });
});
