/** Values whose own code throws: traps, getters, iterators. */
import { beforeAll, describe, expect, test } from "vitest";
import * as v from "../../src/index.ts";
import { sweep } from "../support/sweep.ts";
import { POSITIONS, register, VALIDATORS } from "./validators.ts";

const { Dict, formatError, Int, List } = v;

beforeAll(register);

/** In npm test each validator is asked in one of three positions, the next one in the next of them. */
const STEP = sweep(3, 1);

/** A Const asks which items of an array are its own. */
const comparesArrays = (validator: v.Validator): boolean => String(validator).includes("<Const(value=[");

describe("what a trap or a getter throws leaves the call as it is, and the next call works:", () => {
  const mine = new TypeError("mine");
  const bomb = (): never => {
    throw mine;
  };
  const bombs: Readonly<Record<string, () => unknown>> = {
    "a getter": () => Object.defineProperty({}, "a", { get: bomb, enumerable: true }),
    "a getter of an array": () => Object.defineProperty([1], 0, { get: bomb, enumerable: true }),
    "get of an object": () => new Proxy({ a: 1 }, { get: bomb }),
    "get of an array": () => new Proxy([1], { get: bomb }),
    ownKeys: () => new Proxy({ a: 1 }, { ownKeys: bomb }),
    "getOwnPropertyDescriptor of an object": () => new Proxy({ a: 1 }, { getOwnPropertyDescriptor: bomb }),
    "getOwnPropertyDescriptor of an array": () => new Proxy([1], { getOwnPropertyDescriptor: bomb }),
    getPrototypeOf: () => new Proxy({ a: 1 }, { getPrototypeOf: bomb }),
    "has and all others": () =>
      new Proxy(
        { a: 1 },
        { has: bomb, get: bomb, ownKeys: bomb, getPrototypeOf: bomb, getOwnPropertyDescriptor: bomb },
      ),
    "the tag": () => Object.defineProperty(new (class {})(), Symbol.toStringTag, { get: bomb }),
    "a getAll": () => Object.create({ getAll: bomb, entries: () => [["a", 1]], __proto__: { constructor: Map } }),
    "an iterator": () => Object.create({ getAll: () => [], entries: bomb, __proto__: { constructor: Map } }),
  };

  test.each(Object.entries(bombs))("%s", (_name, make) => {
    const isDescriptor = _name === "getOwnPropertyDescriptor of an array";
    let thrown = 0;
    for (const [index, validator] of VALIDATORS.entries()) {
      for (const [around, inside] of Object.values(POSITIONS).filter((_, at) => (at + index) % STEP === 0)) {
        const whole = around(validator);
        for (const call of ["safe", "is"] as const) {
          try {
            const result = whole[call](inside(make()));
            if (typeof result === "object" && !result.ok)
              expect(formatError(result.error).length).toBe(result.error.length);
          } catch (error) {
            expect(error, `${whole}`).toBe(mine);
            if (!(isDescriptor && comparesArrays(validator))) thrown++;
          }
          expect(Dict({ a: List(Int()) }).is({ a: [1] })).toBe(true);
        }
      }
    }
    // The tag is only needed to say what the value is, and the items of an ordinary array are read without a question.
    expect(thrown > 0).toBe(_name !== "the tag" && !isDescriptor);
  });

  test.each<[string, v.Validator, unknown]>([
    ["a getter", Dict({ a: Int() }), bombs["a getter"]?.()],
    ["a trap of a Proxy", List(Int()), bombs["get of an array"]?.()],
    ["a default", Dict({ a: Int() }, { defaults: { a: bomb } }), {}],
  ])("%s, each time", (_name, validator, value) => {
    for (const ask of [validator, validator.safe.bind(validator), validator.is.bind(validator)]) {
      let thrown: unknown;
      try {
        ask(value);
      } catch (error) {
        thrown = error;
      }
      // The very error, not one like it.
      expect(thrown).toBe(mine);
    }
    expect(validator.is([1]) || validator.is({ a: 1 })).toBe(true);
  });
});
