/**
 * Each hostile value, looked at by each validator in each position. What JSON text can do is in json/hostile.long.ts.
 */
import { beforeAll, describe, expect, test } from "vitest";
import * as v from "../../src/index.ts";
import { sweep } from "../support/sweep.ts";
import { POSITIONS, register, VALIDATORS } from "./validators.ts";
import { VALUES } from "./values.ts";

beforeAll(register);

/** Where as many errors are collected as by default. Elsewhere a few have to do: there it takes a third of the time. */
const ALL_ERRORS = ["at the top", "as an item of a List", "as a value of a Dict", "in a step of OneOf"];

/**
 * In npm test one in eighteen validators looks at a value in a position: others in the next position, and at the next
 * value.
 */
const STEP = sweep(18, 3);

describe("a hostile value ends in a result or a ValidationError, whatever looks at it:", () => {
  describe.each(Object.entries(POSITIONS))("%s", (position, [around, inside]) => {
    const place = Object.keys(POSITIONS).indexOf(position);
    const limits = ALL_ERRORS.includes(position) ? {} : { maxErrors: 20 };
    test.each(Object.keys(VALUES).map((name, index) => [name, index] as const))("%s", (name, index) => {
      const value = VALUES[name];
      for (const validator of VALIDATORS.filter((_, at) => (at + index + place) % STEP === 0)) {
        const whole = around(validator);
        const result = whole.safe(inside(value), limits);
        const is = whole.is(inside(value));
        // What the call converts unasked, the type guard refuses.
        const converted = result.ok && !is && (/Map|form|extra key/.test(position) || /bigint|of Map/.test(name));
        if (!converted) expect(is, String(whole)).toBe(result.ok);
        if (result.ok) continue;
        const { error } = result;
        expect(error).toBeInstanceOf(v.ValidationError);
        // What it says of the value can be read, and is bounded.
        expect(v.formatError(error)).toHaveLength(error.length);
        expect(error.message.length).toBeLessThan(100_000);
        expect(error.equals(error)).toBe(true);
        expect(Math.max(...Array.from(error, (one) => String(one).length))).toBeLessThan(10_000);
      }
    });
  });
});
