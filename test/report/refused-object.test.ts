import { expect, test } from "vitest";
import { refusedAs, validMembers } from "../../src/core/report/refused-object.ts";
import { FAILED, Report } from "../../src/core/report/report.ts";

const input = { a: "1", b: "x", c: undefined };
const refused = { input, depth: 0, result: { a: 1, b: FAILED, c: undefined, ["__proto__"]: 2 } };

test("the valid members are frozen results, or other values for them", () => {
  const members = validMembers(refused);
  expect(Object.entries(members)).toEqual([
    ["a", 1],
    ["__proto__", 2],
  ]);
  expect(Object.isFrozen(members)).toBe(true);
  expect(validMembers(refused, input)).toEqual({ a: "1" });
});

test("a value was refused as the object that it is, at its depth", () => {
  const report = new Report();
  expect(refusedAs(input, report)).toBeUndefined();
  report.refuse(input, refused.result);
  expect(refusedAs(input, report)).toEqual(refused);
  expect(refusedAs({ ...input }, report)).toBeUndefined();
  report.depth = 1;
  expect(refusedAs(input, report)).toBeUndefined();
  report.depth = 0;
  report.refuse();
  expect(refusedAs(input, report)).toBeUndefined();
});
