import { expect, test } from "vitest";
import { ValueError } from "../../src/core/contracts.ts";
import { classParam, limit, measure, options } from "../../src/core/params/type.ts";
import { Int, type Validator } from "../../src/index.ts";

class Owner {
  readonly tp: unknown;
  constructor(tp: unknown) {
    this.tp = tp;
  }
}
const of = (tp: unknown): Validator => new Owner(tp) as unknown as Validator;

test.each([Date, String, BigInt, class A {}])("a class is %o", (tp) => {
  expect(classParam(of(tp), "tp", tp)).toBe(tp);
});

test.each([undefined, "Date", () => {}, Int()])("no class is %o", (tp) => {
  expect(() => classParam(of(tp), "tp", tp)).toThrow(new TypeError("Owner.tp should be a class"));
});

test("a limit is of the class, and one that compares", () => {
  expect(limit(of(BigInt), "min", 5n)).toBe(5n);
  expect(limit(of(BigInt), "min", null)).toBeUndefined();
  expect(() => limit(of(BigInt), "min", 5)).toThrow(new TypeError("Owner.min should be of type bigint"));
  expect(() => limit(of(Number), "min", Number.NaN)).toThrow(new ValueError("Owner.min should not be NaN"));
});

test("a length is for classes that have one", () => {
  expect([String, Map].map((tp) => measure(of(tp), "minlen", 1))).toEqual([1, 1]);
  expect(measure(of(Date), "minlen", undefined)).toBeUndefined();
  expect(() => measure(of(Date), "minlen", 1)).toThrow(new TypeError("Type Date does not provide a length or size"));
});

test("options are of the class", () => {
  expect(options(of(String), "options", ["a"])).toEqual(["a"]);
  expect(() => options(of(String), "options", [1])).toThrow(TypeError);
});
