import { describe, expect, test } from "vitest";
import { Any } from "../../src/index.ts";
import { makes, refuses } from "../support/parameters.ts";
import { unchanged } from "../support/verdict.ts";

describe("Any", () => {
  describe("accepts any value unchanged", () => {
    unchanged(Any(), [null, undefined, 0, -0, Number.NaN, "", "a", true, 5n, Symbol.iterator, [], {}, () => 1]);
  });

  test("and returns the object itself", () => {
    const input = new Map();
    expect(Any()(input)).toBe(input);
  });

  describe("has no parameters of its own", () => {
    makes(Any, [[[], "<Any()>", {}]]);
    refuses(Any, [[[{ nullable: true }], TypeError, "Any got an unexpected parameter 'nullable'"]]);
  });
});
