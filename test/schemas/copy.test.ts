import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { copy, copyLike, frozenCopy, keep, readOnly, Snapshot } from "../../src/core/schemas/copy.ts";
import { ValueError } from "../../src/exc.ts";

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

  test("so are Dates, Maps and Sets, of any realm, and Buffers stay Buffers", () => {
    const value = {
      map: new Map([["a", [1]]]),
      date: new Date(5),
      set: new Set([1]),
      buffer: Buffer.from("a"),
      other: runInNewContext("new Map([[1, 2]])") as Map<number, number>,
    };
    const result = copied(value) as typeof value;
    expect([...result.other]).toEqual([[1, 2]]);
    expect({ ...result, other: 0 }).toStrictEqual({ ...value, other: 0 });
    for (const key of Object.keys(value) as (keyof typeof value)[]) expect(result[key]).not.toBe(value[key]);
    expect(result.map.get("a")).not.toBe(value.map.get("a"));
  });

  test("anything else is shared: instances of the caller's classes, functions, keys of Maps and members of Sets", () => {
    class Day extends Date {}
    class Table extends Map<string, number> {}
    const key = {};
    const value = [
      new Day(0),
      new Table(),
      () => 1,
      /a/,
      new DataView(new ArrayBuffer(1)),
      Object.create(Date.prototype),
    ];
    expect((copied(value) as unknown[]).every((item, index) => item === value[index])).toBe(true);
    const { proxy, revoke } = Proxy.revocable({}, {});
    const orphan = Object.setPrototypeOf(new Map(), proxy);
    revoke();
    expect(copied(orphan)).toBe(orphan);
    expect((copied(new Map([[key, 1]])) as Map<object, number>).get(key)).toBe(1);
    expect((copied(new Set([key])) as Set<object>).has(key)).toBe(true);
  });

  test("typed arrays are copied", () => {
    for (const value of [Int16Array.of(1, -1), Float64Array.of(Number.NaN), BigUint64Array.of(1n)]) {
      const result = copy(value);
      expect(result).toEqual(value);
      expect(result).not.toBe(value);
    }
  });

  test("bytes are copied as they are, whatever a subclass says, and those of a detached buffer are none", () => {
    class Liar extends Uint8Array {
      override *[Symbol.iterator](): ArrayIterator<number> {
        yield 7;
      }
    }
    expect([...new Uint8Array(copied(Liar.of(1, 2)) as Uint8Array)]).toEqual([1, 2]);
    const detached = Uint8Array.of(1);
    structuredClone(detached.buffer, { transfer: [detached.buffer] });
    expect(copied(detached)).toHaveLength(0);
  });

  test("__proto__ is a key like any other", () => {
    const result = copied(JSON.parse('{"__proto__": {"polluted": 1}}')) as object;
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    expect(Object.keys(result)).toEqual(["__proto__"]);
  });

  test("what nests deeper than 512 levels, as a cycle does, is a ValueError", () => {
    const nested = (levels: number): unknown => (levels === 0 ? [5] : [nested(levels - 1)]);
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

describe("a copy like a model", () => {
  const like = (input: unknown, model: unknown): unknown => copyLike(input, model, { counts: () => true } as never);
  const unlike = like([1], [1, 2]);

  test("has all of the input, in containers of its own", () => {
    const input = {
      list: [{ a: 1 }, [2]],
      map: new Map([["a", [1]]]),
      set: new Set([1]),
      date: new Date(5),
      bytes: Uint8Array.of(1),
      nothing: null,
    };
    const result = like(input, structuredClone(input)) as typeof input;
    expect(result).toStrictEqual(input);
    for (const [one, other] of [
      [result, input],
      [result.list, input.list],
      [result.list[0], input.list[0]],
      [result.map, input.map],
      [result.map.get("a"), input.map.get("a")],
      [result.set, input.set],
      [result.date, input.date],
      [result.bytes, input.bytes],
    ]) {
      expect(one).not.toBe(other);
    }
  });

  test.each<[string, unknown, unknown]>([
    ["bytes of another length", Uint8Array.of(1, 2), Uint8Array.of(1)],
    ["a typed array of another kind", Uint8Array.of(1), Int8Array.of(1)],
    ["an array and an object", [], {}],
    ["an object and an array", {}, []],
    ["an object with more keys", { a: 1, b: 2 }, { a: 1 }],
    ["a Map with more members", new Map([[1, 1]]), new Map()],
    ["a Set with more members", new Set([1]), new Set()],
  ])("is none of %s", (_, input, model) => {
    expect(unlike).not.toEqual([1]);
    expect(like(input, model)).toBe(unlike);
  });

  test.each([
    [null, {}],
    [5, {}],
    ["a", null],
    [5, new Map([[1, 1]])],
    [null, new Map([[1, 1]])],
    [[1], 5],
    [[1], null],
  ])("is the input itself if it or the model has no parts: %j", (input, model) => {
    expect(like(input, model)).toBe(input);
    expect(like([input], [model])).toEqual([input]);
  });

  test("has an object that is met in many places once", () => {
    let [input, model]: unknown[] = [[1], [1]];
    for (let level = 0; level < 60; level++)
      [input, model] = [
        [input, input],
        [model, model],
      ];
    const [one, other] = like(input, model) as [unknown, unknown];
    expect(one).toBe(other);
  });
});

describe("a parameter that may be any data", () => {
  const shared = { a: [1, null] };

  test.each([5, "a", null, undefined, [], [1, { a: [true] }], { one: shared, other: shared }, [/a/, () => 1]])(
    "is kept as a frozen copy: %o",
    (value) => {
      const kept = keep(value);
      expect(kept).toEqual(value);
      expect(Object.isFrozen(kept)).toBe(true);
      expect(readOnly(kept)).toEqual({ value: kept, enumerable: true });
      expect(Object.getPrototypeOf(readOnly(kept))).toBeNull();
    },
  );

  test.each([Uint8Array.of(1), new Date(0), new Map([[1, [2]]]), new Set([1])])(
    "is copied for each reader if it cannot be frozen: %o",
    (part) => {
      for (const value of [part, [1, part], [part, 1], { a: { b: part } }]) {
        const kept = keep(value) as unknown;
        expect(kept).toBeInstanceOf(Snapshot);
        const { get, enumerable } = readOnly(kept);
        expect([get?.(), enumerable]).toEqual([value, true]);
        expect(get?.()).not.toBe(get?.());
      }
    },
  );
});
