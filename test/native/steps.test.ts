/** Exclusive limits and multiples: the addon validates them as the reference does. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pure } from "../../src/core/json/pure.ts";
import { Float, Int, List, type Validator } from "../../src/index.ts";
import { countKinds, type Kinds, native } from "./addon.ts";
import { expectAnswered, expectSame } from "./outcome.ts";

const EDGES = [0, -0, 1, 5e-324, 0.5, 0.1, 99.9, 2 ** 31, Number.MAX_SAFE_INTEGER, Number.MAX_VALUE];
const limits = EDGES.flatMap((edge) => [edge, -edge]);

/** As JSON writes a number, with the sign of a zero. */
const written = (value: number): string => (Object.is(value, -0) ? "-0" : String(value));

describe("exclusive limits", () => {
  test.each(limits)("of Float: %d", (limit) => {
    const values = [limit, ...limits, 0.1 + 0.2, limit * (1 + Number.EPSILON), limit * (1 - Number.EPSILON)].map(
      written,
    );
    for (const validator of [Float({ exclusive_min: limit }), Float({ exclusive_max: limit, min: -5 })]) {
      expectSame(List(validator), `[${values}]`);
      for (const value of values) expectSame(validator, value);
    }
  });

  test("of Float: infinities", () => {
    for (const value of ["0", "1e308", "-1e308", '"inf"', '"-inf"', '"nan"']) {
      for (const [inf, limit] of [true, false].flatMap((inf) => [1, -1].map((sign) => [inf, sign / 0] as const))) {
        expectSame(Float({ coerce: true, nan: true, inf, exclusive_min: limit }), value);
        expectSame(Float({ coerce: true, nan: true, inf, exclusive_max: limit }), value);
      }
    }
  });

  test("of Int", () => {
    for (const limit of limits.filter(Number.isInteger)) {
      const near = [limit - 1, limit, limit + 1, 0, 7].map(written);
      expectSame(List(Int({ exclusive_min: limit })), `[${near}]`);
      expectSame(List(Int({ exclusive_max: limit, coerce: true })), `[${near}, "${near[0]}", "${near[1]}"]`);
    }
    for (const bigint of [false, true]) {
      const validator = Int({ bigint, exclusive_min: 5, exclusive_max: 9 } as { exclusive_min: number });
      for (const value of [4, 5, 6, 8, 9, 10]) expectAnswered("native", validator, String(value));
    }
  });
});

describe("multiples", () => {
  const decimals: readonly (readonly [Validator, readonly string[]])[] = [
    [Float({ multiple_of: 0.01 }), ["12.34", "12.345", "0", "-0.07", "0.070", "7e-2", "7e-3", "1e20", "70E+1"]],
    [Float({ multiple_of: 0.1 }), ["0.3", "0.30", "0.7", "0.35", "1e290", "123456789012.3", "0.00000001"]],
    [Float({ multiple_of: 3 }), ["9", "9.0", "10", "9.3", "3e0", "300e-2", "31e-1", "999999999999999"]],
    [Float({ multiple_of: 2.5 }), ["5", "7.5", "7.6", "1e1", "25e-1"]],
    [Float({ multiple_of: 1e-7, nullable: true }), ["1e-7", "3e-7", "1e-8", "0.0000003", "null", "5"]],
    [Float({ multiple_of: 0.30000000000000004 }), ["0.3", "0", "1"]],
  ];

  test.each(decimals)("of %s", (validator, values) => {
    for (const value of values) expectAnswered("native", validator, value);
    expectSame(List(validator), `[${values}, -0, -0.0]`);
  });

  test("where a double knows fewer digits than are written, its shortest decimal decides", () => {
    for (const value of [
      "0.30000000000000004",
      "12345678901234567890",
      "0.1000000000000000055",
      "1e300",
      "5e-324",
      "1e-320",
      "1e308",
    ]) {
      for (const multiple_of of [0.1, 3, 5e-324]) expectSame(Float({ multiple_of }), value);
    }
    expectAnswered("native", Float({ multiple_of: 0.1 }), "0.30000000000000004");
    for (let power = -1074; power < 1024; power++) expectSame(Float({ multiple_of: 1e-17 }), String(2 ** power));
  });

  test("of Int, of any size", () => {
    for (const value of ["0", "-0", "7", "-7", "14", "15", "9007199254740988", "9007199254740991", "7.0", "null"]) {
      expectSame(Int({ multiple_of: 7 }), value);
      expectSame(Int({ multiple_of: 2 ** 60 }), value);
    }
    const large = Int({ bigint: true, multiple_of: 9007199254740993n });
    for (const value of [
      "0",
      "9007199254740993",
      "-18014398509481986",
      "9007199254740992",
      `9007199254740993${"0".repeat(500)}`,
    ]) {
      expectAnswered("native", large, value);
    }
    expectSame(Int({ bigint: true, multiple_of: 10n ** 30n }), "1".padEnd(31, "0"));
  });

  test("whatever the number and the multiple", () => {
    const multiple = fc.oneof(
      fc.constantFrom(0.01, 0.1, 0.25, 3, 1e-7, 5e-324, 1e22),
      fc.double({ min: 5e-324, noNaN: true, noDefaultInfinity: true }),
    );
    const factor = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
    fc.assert(
      fc.property(multiple, fc.array(factor, { minLength: 20, maxLength: 20 }), (multiple_of, factors) => {
        const validator = Float({ multiple_of });
        for (const one of factors) {
          for (const value of [one, one * multiple_of, Number((one * multiple_of).toPrecision(15))]) {
            if (!Number.isFinite(value)) continue;
            const text = written(value);
            expect(validator.isJson(text), text).toBe(pure.test(validator, text));
          }
        }
      }),
    );
  });
});

test.skipIf(native === undefined)(
  "only multiples of numbers that are written as in Python, or very long, are left to check",
  () => {
    const kinds: Kinds = {};
    for (const validator of [Float({ multiple_of: 3, coerce: true }), Int({ bigint: true, multiple_of: 10n ** 18n })]) {
      countKinds(validator, kinds);
    }
    expect(kinds).toEqual({ Float: { native: 0, delegated: 1 }, Int: { native: 0, delegated: 1 } });
  },
);
