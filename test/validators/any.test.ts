import { describe, expect, test } from "vitest";
import { execution } from "../../src/engines/fast/mode.ts";
import { Any, List } from "../../src/index.ts";
import { keepMode } from "../fast/mode.ts";
import { makes, refuses } from "../support/parameters.ts";
import { unchanged } from "../support/verdict.ts";

keepMode();

describe("Any", () => {
  describe("accepts any value unchanged", () => {
    unchanged(Any(), [null, undefined, 0, -0, Number.NaN, "", "a", true, 5n, Symbol.iterator, [], {}, () => 1]);
  });

  test("and returns the object itself", () => {
    const input = new Map();
    expect(Any()(input)).toBe(input);
  });

  test("takes numbers that are not finite as members too, where the integers of JSON text are exact", () => {
    const numbers = [Number.NaN, Number.POSITIVE_INFINITY, { a: Number.NEGATIVE_INFINITY }];
    for (const mode of ["check", "compiled"] as const) {
      execution.mode = mode;
      expect(List(Any({ integers: "exact" }))(numbers)).toEqual(numbers);
    }
  });

  test("refuses integers of an array of any length, which a Proxy makes up", () => {
    const schema = Any({ integers: "refuse" });
    const answering = (length: unknown): unknown =>
      new Proxy([2 ** 60], { get: (target, key) => (key === "length" ? length : Reflect.get(target, key)) });
    for (const mode of ["check", "compiled"] as const) {
      execution.mode = mode;
      for (const length of [Number.NaN, -1, 0.5, "2", undefined]) expect(schema.is(answering(length))).toBe(true);
      expect(schema.is(answering(1))).toBe(false);
      expect(schema.is(Object.assign([], { length: 100 }))).toBe(true);
      const { error } = schema.safe({ a: Object.assign([2 ** 60], { length: 2 ** 32 - 1 }), b: [2 ** 60] });
      expect(Array.from(error ?? [], String)).toEqual([
        "<a: MaxLengthError(expected=33554432, actual=4294967295)>",
        "<b.0: MaxValueError(expected=9007199254740991, actual=1152921504606847000)>",
      ]);
    }
  });

  describe("has no parameters of its own", () => {
    makes(Any, [[[], "<Any()>", {}]]);
    refuses(Any, [[[{ nullable: true }], TypeError, "Any got an unexpected parameter 'nullable'"]]);
  });
});
