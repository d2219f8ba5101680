import { describe, expect, test } from "vitest";
import { values } from "../../src/engines/fast/mode.ts";
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
      values.mode = mode;
      expect(List(Any({ integers: "exact" }))(numbers)).toEqual(numbers);
    }
  });

  describe("has no parameters of its own", () => {
    makes(Any, [[[], "<Any()>", {}]]);
    refuses(Any, [[[{ nullable: true }], TypeError, "Any got an unexpected parameter 'nullable'"]]);
  });
});
