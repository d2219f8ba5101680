/** What is read of a value, and how often. */
import { describe, expect, test } from "vitest";
import * as v from "../../src/index.ts";

const { AllOf, Any, Dict, Int, List, OneOf, Str, Tuple } = v;

describe("each property is read once, and what is returned is what was read:", () => {
  /** Logs every get of a string key that is there. */
  function watched<T extends object>(target: T, log: string[]): T {
    return new Proxy(target, {
      get: (object, key) => {
        if (typeof key === "string" && Object.hasOwn(object, key)) log.push(key);
        return Reflect.get(object, key);
      },
    });
  }

  /** The value is the one that is returned: undefined where the input is refused. */
  type Row = [name: string, v.Validator, make: (log: string[]) => unknown, reads: string[], value: unknown];

  test.each<Row>([
    ["List", List(Int()), (log) => watched([1, 2], log), ["0", "1", "length"], [1, 2]],
    ["List that fails", List(Str()), (log) => watched([1, 2], log), ["0", "1", "length"], undefined],
    [
      "List, unique",
      List(List(Int()), { unique: true }),
      (log) => watched([watched([1], log)], log),
      ["0", "0", "length", "length"],
      [[1]],
    ],
    ["Tuple", Tuple(Int(), Int()), (log) => watched([1, 2], log), ["0", "1", "length"], [1, 2]],
    ["Tuple of another length", Tuple(Int()), (log) => watched([1, 2], log), ["length"], undefined],
    ["Dict", Dict({ a: Int(), b: Str() }), (log) => watched({ a: 1, b: "b" }, log), ["a", "b"], { a: 1, b: "b" }],
    ["Dict that fails", Dict({ a: Str() }), (log) => watched({ a: 1, b: "b" }, log), ["a", "b"], undefined],
    [
      "Dict, extra",
      Dict({ extra: [Str(), Any()], dispose: ["b"] }),
      (log) => watched({ a: 1, b: 2 }, log),
      ["a", "b"],
      { a: 1 },
    ],
    [
      "Dict, missing and defaulted",
      Dict({ a: Int(), z: Int() }, { defaults: { z: 1 } }),
      (log) => watched({ a: 1 }, log),
      ["a"],
      { a: 1, z: 1 },
    ],
    ["AllOf", AllOf(Dict({ a: Int() }), Dict({ a: Int() })), (log) => watched({ a: 1 }, log), ["a"], { a: 1 }],
    [
      "inside each other",
      Dict({ a: List(Dict({ b: Int() })) }),
      (log) => watched({ a: watched([watched({ b: 1 }, log)], log) }, log),
      ["0", "a", "b", "length"],
      { a: [{ b: 1 }] },
    ],
    [
      "each in a member of a Dict",
      Dict({ list: List(Int()), pair: Tuple(Int(), Str()), one: OneOf(Str(), Int()), all: AllOf(Int(), Int()) }),
      (log) => watched({ list: watched([1, 2], log), pair: watched([1, "a"], log), one: 5, all: 6 }, log),
      ["0", "0", "1", "1", "all", "length", "length", "list", "one", "pair"],
      { list: [1, 2], pair: [1, "a"], one: 5, all: 6 },
    ],
  ])("by %s", (_name, validator, make, expected, value) => {
    const log: string[] = [];
    const result = validator.safe(make(log));
    expect(result.ok ? result.value : undefined).toEqual(value);
    expect(log.sort()).toEqual(expected);
    const { ok } = result;
    const logOfCall: string[] = [];
    if (ok) expect(validator(make(logOfCall))).toEqual(value);
    else expect(() => validator(make(logOfCall))).toThrow(v.ValidationError);
    expect(logOfCall.sort()).toEqual(expected);
    const logOfVerdict: string[] = [];
    expect(validator.is(make(logOfVerdict))).toBe(ok);
    // There is no result, so a verdict may read a property again.
    if (ok) expect([...new Set(logOfVerdict)]).toEqual(expect.arrayContaining(expected));
  });

  test("by each step of OneOf, and what is returned is what the passing step has read", () => {
    let reads = 0;
    const input = Object.defineProperty({}, "a", { enumerable: true, get: () => ++reads });
    const validator = OneOf(Dict({ a: Int({ min: 2 }) }), Dict({ a: Int({ min: 2 }) }));
    expect(validator(input)).toEqual({ a: 2 });
    expect(reads).toBe(2);
  });

  test("so a getter that changes its answer cannot smuggle anything in", () => {
    const answers = [1, "smuggled"];
    const input = Object.defineProperty({}, "a", { enumerable: true, get: () => answers.shift() });
    expect(Dict({ a: AllOf(Int(), Int({ options: [1] })) })(input)).toEqual({ a: 1 });
    expect(answers).toEqual(["smuggled"]);
    const list = Object.defineProperty([0], 0, { get: () => [5, "smuggled"][reads++] });
    let reads = 0;
    expect(List(Int(), { unique: true })(list)).toEqual([5]);
  });
});
