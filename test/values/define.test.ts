import { describe, expect, test } from "vitest";
import { define, present, set } from "../../src/values/define.ts";

describe("define", () => {
  const plain = { writable: true, enumerable: true, configurable: true };

  test.each(["a", "toString", "__proto__", "constructor"])("makes %s a property of the object's own", (name) => {
    const object: Record<string, unknown> = {};
    define(object, name, { b: 1 });
    define(object, name, 2);
    expect(Object.getOwnPropertyDescriptor(object, name)).toEqual({ value: 2, ...plain });
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
  });

  test("runs no setter and takes nothing from Object.prototype", () => {
    const prototype = Object.prototype as Record<string, unknown>;
    const object: Record<string, unknown> = {};
    let ran = false;
    Object.defineProperty(prototype, "get", { configurable: true, get: () => 1, set: () => (ran = true) });
    try {
      define(object, "get", 5);
    } finally {
      delete prototype.get;
    }
    expect([object.get, ran]).toEqual([5, false]);
  });
});

test("an object without undefined members is itself, any other is a copy without them", () => {
  const whole = { a: 1, b: null };
  expect(present(whole)).toBe(whole);
  const object = JSON.parse('{"a": 1, "b": 2, "__proto__": 3}');
  object.b = undefined;
  const copy = present(object);
  expect(Object.entries(copy)).toEqual([
    ["a", 1],
    ["__proto__", 3],
  ]);
  expect(Object.keys(object)).toHaveLength(3);
});

test("a member of a result that is undefined is there, and noted", () => {
  const result: Record<string, unknown> = {};
  let noted = 0;
  const notes = { noteUndefined: () => noted++ };
  set(result, "a", 1, notes);
  expect(noted).toBe(0);
  set(result, "b", undefined, notes);
  expect([noted, Object.entries(result)]).toEqual([
    1,
    [
      ["a", 1],
      ["b", undefined],
    ],
  ]);
});
