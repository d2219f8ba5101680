import { describe, expect, test } from "vitest";
import { define } from "../../src/values/define.ts";

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
