/** Which validators are async: calls that cannot wait refuse them. */
import { expect, test } from "vitest";
import { AllOf, Any, Check, Dict, Int, instances, LazyRef, List, Str } from "../../src/index.ts";
import { isAsync } from "../../src/schemas/async.ts";

const name = AllOf(
  Str(),
  Check(async (value: string) => value !== "Eve", { async: true }),
);

test("a validator is async if it contains one that is, or refers to one", () => {
  expect(isAsync(Dict({ name: Str() }))).toBe(false);
  expect(isAsync(Dict({ names: List(name) }))).toBe(true);
  instances.put("schemas.async", Int());
  const reference = List(LazyRef("schemas.async"));
  expect(isAsync(reference)).toBe(false);
  instances.put("schemas.async", name);
  expect(isAsync(reference)).toBe(true);
  instances.put("schemas.async", Int());
  expect(isAsync(reference)).toBe(false);
});

test("references are followed", async () => {
  instances.put("async.tree", Dict({ name, children: List(LazyRef("async.tree")) }, { optional: ["children"] }));
  const tree = LazyRef("async.tree");
  expect(() => tree({ name: "Ann" })).toThrow(TypeError);
  const value = { name: "a", children: [{ name: "Eve", children: [{ name: "Eve" }] }] };
  for (const result of [await tree.safeAsync(value), await tree.safeJsonAsync(JSON.stringify(value))]) {
    expect(result.error?.issues.map(({ path }) => path)).toEqual([
      ["children", 0, "name"],
      ["children", 0, "children", 0, "name"],
    ]);
  }
});

test("calls that cannot wait are a TypeError that names the call to use", async () => {
  const validator = List(name);
  const calls: [string, () => unknown][] = [
    ["validateAsync", () => validator(["a"])],
    ["safeAsync", () => validator.safe([])],
    ["safeAsync", () => validator.is(5)],
    ["jsonAsync", () => validator.json("[]")],
    ["safeJsonAsync", () => validator.safeJson("[]")],
    ["safeJsonAsync", () => validator.isJson("x")],
  ];
  for (const [instead, call] of calls) {
    expect(call).toThrow(TypeError);
    expect(call).toThrow(instead);
  }
  await expect(validator.filterLines("[]")).rejects.toThrow("lines");
  expect(() =>
    AllOf(
      Any(),
      Check(() => validator(["a"])),
    )(1),
  ).toThrow("validateAsync");
});

test("a function that is not said to be async must not return a promise", () => {
  expect(() =>
    AllOf(
      Int(),
      Check(async () => true),
    )(1),
  ).toThrow("async: true");
});
