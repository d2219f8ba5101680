/** What is read of a value, and how often. */
import { describe, expect, test } from "vitest";
import * as v from "../../src/index.ts";

const { AllOf, Any, Dict, Int, List, OneOf, Str, Tuple } = v;

describe("each property is read once", () => {
  /** Logs every get of a string key. */
  function watched<T extends object>(target: T, log: string[]): T {
    return new Proxy(target, {
      get: (object, key) => {
        if (typeof key === "string") log.push(key);
        return Reflect.get(object, key);
      },
    });
  }

  test.each<[string, v.Validator, (log: string[]) => unknown, string[]]>([
    ["List", List(Int()), (log) => watched([1, 2], log), ["0", "1", "length"]],
    ["List that fails", List(Str()), (log) => watched([1, 2], log), ["0", "1", "length"]],
    [
      "List, unique",
      List(List(Int()), { unique: true }),
      (log) => watched([watched([1], log)], log),
      ["0", "0", "length", "length"],
    ],
    ["Tuple", Tuple(Int(), Int()), (log) => watched([1, 2], log), ["0", "1", "length"]],
    ["Tuple of another length", Tuple(Int()), (log) => watched([1, 2], log), ["length"]],
    ["Dict", Dict({ a: Int(), b: Str() }), (log) => watched({ a: 1, b: "b" }, log), ["a", "b"]],
    ["Dict that fails", Dict({ a: Str() }), (log) => watched({ a: 1, b: "b" }, log), ["a", "b"]],
    ["Dict, extra", Dict({ extra: [Str(), Any()], dispose: ["b"] }), (log) => watched({ a: 1, b: 2 }, log), ["a", "b"]],
    [
      "Dict, missing and defaulted",
      Dict({ a: Int(), z: Int() }, { defaults: { z: 1 } }),
      (log) => watched({ a: 1 }, log),
      ["a"],
    ],
    ["AllOf", AllOf(Dict({ a: Int() }), Dict({ a: Int() })), (log) => watched({ a: 1 }, log), ["a"]],
    [
      "inside each other",
      Dict({ a: List(Dict({ b: Int() })) }),
      (log) => watched({ a: watched([watched({ b: 1 }, log)], log) }, log),
      ["0", "a", "b", "length"],
    ],
  ])("by %s", (_name, validator, make, expected) => {
    const log: string[] = [];
    const { ok } = validator.safe(make(log));
    expect(log.sort()).toEqual(expected);
    const logOfVerdict: string[] = [];
    expect(validator.is(make(logOfVerdict))).toBe(ok);
    // After the first failure nothing more is read.
    if (ok) expect(logOfVerdict.sort()).toEqual(expected);
    else expect(expected).toEqual(expect.arrayContaining(logOfVerdict));
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
    const list = Object.defineProperty([0], 0, { get: () => [5, "smuggled"][reads++] });
    let reads = 0;
    expect(List(Int(), { unique: true })(list)).toEqual([5]);
  });
});
