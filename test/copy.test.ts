import { describe, expect, test } from "vitest";
import { copy, frozenCopy } from "../src/copy.ts";
import { ValueError } from "../src/exc.ts";

describe.each([
  ["copy", copy, false],
  ["frozenCopy", frozenCopy, true],
] as const)("%s", (_name, copied, frozen) => {
  test.each([5, "a", null, undefined, true, 5n, Symbol.iterator])("a primitive is itself: %s", (value) => {
    expect(copied(value)).toBe(value);
  });

  test("arrays, objects and bytes are copied, however deep", () => {
    const value = { list: [{ a: 1 }, [2]], bytes: Uint8Array.of(1), nothing: null };
    const result = copied(value) as typeof value;
    expect(result).toStrictEqual(value);
    for (const [one, other] of [
      [result, value],
      [result.list, value.list],
      [result.list[0], value.list[0]],
      [result.bytes, value.bytes],
    ]) {
      expect(one).not.toBe(other);
    }
    expect(Object.isFrozen(result)).toBe(frozen);
    expect(Object.isFrozen(result.list[0])).toBe(frozen);
  });

  test("anything else is shared", () => {
    const value = { map: new Map(), date: new Date(0), call: () => 1 };
    const result = copied(value) as typeof value;
    expect([result.map, result.date, result.call]).toEqual([value.map, value.date, value.call]);
    expect(result.map).toBe(value.map);
  });

  test("__proto__ is a key like any other", () => {
    const result = copied(JSON.parse('{"__proto__": {"polluted": 1}}')) as object;
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    expect(Object.keys(result)).toEqual(["__proto__"]);
  });

  test("what nests deeper than 512 levels, as a cycle does, is a ValueError", () => {
    const nested = (levels: number): unknown => (levels === 0 ? [] : [nested(levels - 1)]);
    expect(() => copied(nested(512))).not.toThrow();
    expect(() => copied(nested(513))).toThrow(ValueError);
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    expect(() => copied(cyclic)).toThrow("A parameter should not be nested deeper than 512 levels");
  });

  test("an object that is met in many places is copied once", () => {
    let shared: unknown = [1];
    for (let level = 0; level < 100; level++) shared = [shared, { shared }];
    const [one, { shared: other }] = copied(shared) as [unknown, { shared: unknown }];
    expect(one).toBe(other);
  });
});
