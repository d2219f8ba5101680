import { expect, test } from "vitest";
import { Output } from "../../src/core/report/output.ts";
import { AllOf, Any, Dict, Int, LazyRef, List, OneOf, Str, Transform, type Validator } from "../../src/index.ts";

const tree: Validator = Dict({ value: Int(), children: List(LazyRef((): Validator => tree)) });

test.each<[name: string, verdictOf: Validator | undefined, isNeeded: boolean]>([
  ["is needed where a value is wanted", undefined, true],
  ["is not for the verdict of a recursive schema", tree, false],
  ["is not for that of a choice", OneOf([Dict({ a: Int() }), List(Str())]), false],
  ["is where items must differ", List(Str({ strip: true }), { unique: true }), true],
  [
    "is where code of the caller's gets it",
    AllOf(
      Dict({ a: Int() }),
      Transform((value) => value),
    ),
    true,
  ],
])("output %s", (_name, verdictOf, isNeeded) => {
  const output = new Output();
  output.begin(verdictOf);
  expect([output.isNeeded, output.isNeeded]).toEqual([isNeeded, isNeeded]);
});

test("a validator that needs output puts back what was needed before", () => {
  const output = new Output();
  output.begin(Any());
  const before = output.need(true);
  expect([before, output.isNeeded]).toEqual([false, true]);
  output.need(before);
  expect(output.isNeeded).toBe(false);
});

test("the next call has no undefined members of the one before", () => {
  const output = new Output();
  expect(output.hasUndefined).toBe(false);
  output.noteUndefined();
  expect(output.hasUndefined).toBe(true);
  output.begin();
  expect([output.hasUndefined, output.isNeeded]).toEqual([false, true]);
});
