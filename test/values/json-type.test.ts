import { expect, test } from "vitest";
import { JSON_TYPES, jsonTypeOf } from "../../src/values/json-type.ts";

test("each value of JSON has its type, and a bigint that of numbers", () => {
  const values = [null, true, 1, "a", [], {}];
  expect(values.map(jsonTypeOf)).toEqual([...JSON_TYPES]);
  expect([1n, Number.NaN, new Map(), undefined, Symbol("a"), () => 1].map(jsonTypeOf)).toEqual([
    "number",
    "number",
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
