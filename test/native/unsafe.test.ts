/** Int with `unsafe`: the addon validates integers beyond the safe range as the reference does. */
import { describe, expect, test } from "vitest";
import { Dict, Int } from "../../src/index.ts";
import { expectAnswered, expectSame } from "./outcome.ts";

const TEXTS = [
  ...[
    "0",
    "-0",
    "1",
    "3",
    "1.0",
    "1.5",
    "-1e-400",
    "9007199254740993",
    "-12345678901234567890",
    "1e21",
    "1e22",
    "1e23",
  ],
  ...["5e91", "1e308", "1e400", "-1e400", "1152921504606846976", "1152921504606847233", "3000000000000000000000000003"],
  ...["1234567890.0e3", "null", "true", '"1e21"', '"12"', '"9007199254740993"', '"-12345678901234567890"', "[1e21]"],
];

describe("Int with unsafe", () => {
  test.each([
    [{}],
    [{ min: 0, max: 1e25 }],
    [{ exclusive_min: 2 ** 60 }],
    [{ exclusive_max: -Number.MAX_VALUE }],
    [{ exclusive_min: Number.MAX_VALUE }],
    [{ multiple_of: 0.5 }],
    [{ multiple_of: 3 }],
    [{ multiple_of: 1e10 }],
    [{ multiple_of: 2 ** 60 }],
    [{ coerce: true }],
    [{ nullable: true, options: [1e21, 5] }],
  ])("%o", (params) => {
    // All digits decide then, and the addon leaves some integers beyond the safe range to TypeScript.
    const comparesDigits = ["multiple_of", "options", "coerce"].some((name) => name in params);
    for (const text of TEXTS) {
      if (comparesDigits) expectSame(Int({ ...params, unsafe: true }), text);
      else expectAnswered("native", Int({ ...params, unsafe: true }), text);
    }
  });

  test("takes text with coerce that is an integer beyond the safe range, as a number", () => {
    for (const int of [Int({ coerce: true, unsafe: true }), Int({ coerce: "text", unsafe: true })]) {
      const dict = Dict({ a: int });
      for (let call = 0; call < 3; call++) {
        expect(int("9007199254740993")).toBe(9007199254740992);
        expect(dict({ a: "9007199254740993" })).toEqual({ a: 9007199254740992 });
      }
      expectSame(dict, '{"a":"9007199254740993"}');
    }
  });

  test("has no effect with bigint", () => {
    for (const text of TEXTS) expectAnswered("native", Int({ unsafe: true, bigint: true }), text);
  });
});
