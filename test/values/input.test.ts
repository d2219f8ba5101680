import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test, vi } from "vitest";
import {
  builtInNames,
  byteLength,
  codePoints,
  entriesOf,
  ignoreRejection,
  isArray,
  isBlank,
  isBytes,
  isError,
  isErrorOf,
  isMap,
  isOfType,
  isOrdinaryArray,
  isPlainObject,
  isSet,
  isShared,
  isStackOverflow,
  isThenable,
  isUnreadable,
  itemsOfTyped,
  lengthOf,
  listFor,
  lists,
  MAX_PREALLOCATED,
  membersOfSet,
  ownItem,
  ownValue,
  plainBytes,
  specName,
  type TypeSpec,
  tagOf,
  typedArrayKind,
  typeName,
  withoutPrototype,
} from "../../src/values/input.ts";
import { literal } from "../../src/values/text.ts";

const revoked = (target: object = {}): object => {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
};

/** A Proxy and its target that are each other's prototype: a look-up has no end. */
const endless = (): object => {
  const target = {};
  return Object.setPrototypeOf(target, new Proxy(target, {}));
};

describe("typeName", () => {
  const table: [unknown, string][] = [
    [5, "integer"],
    [5.0, "integer"],
    [-0, "integer"],
    [5.5, "number"],
    [Number.NaN, "number"],
    [Number.POSITIVE_INFINITY, "number"],
    ["", "string"],
    [false, "boolean"],
    [null, "null"],
    [undefined, "undefined"],
    [5n, "bigint"],
    [Symbol.iterator, "symbol"],
    [() => 1, "function"],
    [Date, "function"],
    [[], "array"],
    [new Proxy([], {}), "array"],
    [Uint8Array.of(), "bytes"],
    [Buffer.from(""), "bytes"],
    [new Uint16Array(), "instance"],
    [{}, "object"],
    [Object.create(null), "object"],
    [new Map(), "object"],
    [runInNewContext("({})"), "object"],
    [new Set(), "instance"],
    [new (class Point {})(), "instance"],
    [Object("a"), "instance"],
    [/a/, "instance"],
    [Promise.resolve(), "instance"],
    [new Date(0), "datetime"],
    [Temporal.PlainDate.from("2020-01-01"), "date"],
    [Temporal.PlainTime.from("01:00"), "time"],
    [Temporal.PlainDateTime.from("2020-01-01T00:00"), "datetime"],
    [Temporal.ZonedDateTime.from("2020-01-01T00:00[UTC]"), "datetime"],
    [Temporal.Instant.from("2020-01-01T00:00Z"), "datetime"],
    [Temporal.Duration.from("P1D"), "duration"],
    [revoked(), "instance"],
    [revoked([]), "instance"],
    [endless(), "instance"],
  ];
  for (const [value, name] of table) {
    test(`of ${literal(value)} is ${name}`, () => {
      expect(typeName(value)).toBe(name);
    });
  }

  test("of a Proxy whose traps throw is instance", () => {
    const bug = (): never => {
      throw new Error("bug");
    };
    expect(typeName(new Proxy({}, { getPrototypeOf: bug, get: bug }))).toBe("instance");
  });
});

describe("isPlainObject", () => {
  const table: [unknown, boolean][] = [
    [{}, true],
    [Object.create(null), true],
    [runInNewContext("({})"), true],
    [new Proxy({}, {}), true],
    [JSON, true],
    [process.env, true],
    [Object.create({}), true],
    [Object.create(Object.create({})), true],
    [Object.create(Object.create(Object.defineProperty({}, "hidden", { value: 1 }))), false],
    [Object.create({ __proto__: null, shown: 1 }), false],
    [Object.create({ shown: 1 }), false],
    [Object.create(Object.create({ shown: 1 })), false],
    [Object.create(Object.defineProperty({}, "hidden", { get: () => 1 })), false],
    [new (class {})(), false],
    [new (class extends class {} {})(), false],
    [new (function Constructor() {} as never as new () => object)(), false],
    [Object.create(new (class Point {})()), false],
    [new Date(), false],
    [Promise.resolve(), false],
    [new WeakMap(), false],
    [Object(5), false],
    [new Error(), false],
    [new URLSearchParams(), false],
    [new Float64Array(), false],
    [Object.create(Date.prototype), false],
    [[], false],
    [new Proxy([], {}), false],
    [new Map(), false],
    [null, false],
    [undefined, false],
    ["", false],
    [() => 1, false],
    [revoked(), false],
    [Object.create(revoked()), false],
    [endless(), false],
  ];
  for (const [value, expected] of table) {
    test(`of ${literal(value)} is ${expected}`, () => {
      expect(isPlainObject(value)).toBe(expected);
    });
  }
});

test("a prototype adds nothing if all it has is a hidden constructor that is built in", () => {
  const behind = (key: string, value: unknown, enumerable = false): object =>
    Object.create(Object.defineProperty({}, key, { value, enumerable }));
  expect([behind("constructor", Map), behind("constructor", Object)].map(isPlainObject)).toEqual([true, true]);
  const others = [
    behind("constructor", class {}),
    behind("constructor", Map, true),
    behind("constructor", 1),
    behind("method", Map),
    behind("isPrototypeOf", 1),
    Object.create(new Proxy({}, { ownKeys: () => ["constructor"] })),
  ];
  expect(others.map(isPlainObject)).toEqual(Array(6).fill(false));
});

/** An object with so many objects behind it. */
const chained = (count: number, last: object | null): object => {
  let object = Object.create(last);
  for (let level = 0; level < count; level++) object = Object.create(object);
  return object;
};

test("a plain object has three empty prototypes at most before the last", () => {
  const root = runInNewContext("Object.prototype");
  for (const last of [null, Object.prototype, root]) {
    expect([{}, chained(3, last), chained(4, last)].map(isPlainObject)).toEqual([true, true, false]);
  }
});

test("an object with a thousand prototypes has no end", () => {
  expect([chained(999, null), chained(1000, null)].map(isUnreadable)).toEqual([false, true]);
});

test("the names of classes are those of the built-in ones that it is or extends", () => {
  class Named extends Map {}
  expect(builtInNames(Named)).toEqual(["Map", "Object"]);
  expect(builtInNames(Named)).toBe(builtInNames(Named));
  expect(builtInNames(class {})).toEqual(["Object"]);
  expect(builtInNames(runInNewContext("Uint8Array"))).toEqual(["Uint8Array", "Uint8Array", "TypedArray", "Object"]);
  expect(builtInNames(() => 1)).toEqual([]);
  expect(builtInNames(Map.bind(null))).toEqual([""]);
});

test("the names of classes are those within a thousand prototypes", () => {
  const extending = (prototype: object) => Object.assign(function Mine() {}, { prototype });
  expect(builtInNames(extending(chained(998, Map.prototype)))).toEqual(["Map"]);
  expect([chained(999, Map.prototype), endless()].map((one) => builtInNames(extending(one)))).toEqual([[], []]);
});

describe("containers are told by what they are:", () => {
  test("a Set of any realm, and its members, whatever a subclass says", () => {
    class Liar extends Set<number> {
      override *values(): SetIterator<number> {
        yield 9;
      }
    }
    for (const value of [new Set(), new Liar(), runInNewContext("new Set()")]) expect(isSet(value)).toBe(true);
    for (const value of [new Map(), new WeakSet(), Object.create(Set.prototype), {}, [], 5, null]) {
      expect(isSet(value)).toBe(false);
    }
    expect(membersOfSet(new Liar([1, 2]))).toEqual([1, 2]);
  });

  test("the entries of a Map, whatever a subclass says", () => {
    class Liar extends Map<number, number> {
      override *entries(): MapIterator<[number, number]> {
        yield [9, 9];
      }
    }
    expect(entriesOf(new Liar([[1, 2]]))).toEqual([[1, 2]]);
  });

  test("a typed array, and its items", () => {
    const array = Object.defineProperty(Float64Array.of(-0, 1.5), "length", { value: 9 });
    expect([typedArrayKind(array), itemsOfTyped(array)]).toEqual(["Float64Array", [-0, 1.5]]);
    expect([new DataView(new ArrayBuffer(1)), {}, [], 5].map(typedArrayKind)).toEqual(Array(4).fill(undefined));
  });
});

describe("errors and promises are told by what they are:", () => {
  const foreign = (code: string): unknown => runInNewContext(code);

  test("an error of any realm", () => {
    const errors = [new Error("a"), new DOMException("a"), foreign("new TypeError('a')")];
    expect(errors.map(isError)).toEqual([true, true, true]);
    expect([{ name: "Error", message: "a" }, "Error", null, undefined].map(isError)).toEqual(Array(4).fill(false));
  });

  test("an error by its tag, where the runtime has no test for it", async () => {
    const known = Object.getOwnPropertyDescriptor(Error, "isError");
    try {
      Reflect.deleteProperty(Error, "isError");
      vi.resetModules();
      const input = await import("../../src/values/input.ts");
      const tagged = ["Error", "DOMException", "Date"].map((tag) => ({ [Symbol.toStringTag]: tag }));
      expect(tagged.map(input.isError)).toEqual([true, true, false]);
    } finally {
      if (known !== undefined) Object.defineProperty(Error, "isError", known);
      vi.resetModules();
    }
  });

  test("what has the tag of an error, only where the runtime has no test for it", () => {
    const tagged = ["Error", "DOMException", "Date"].map((tag) => ({ [Symbol.toStringTag]: tag }));
    const hasNone = !("isError" in Error);
    expect(tagged.map(isError)).toEqual([hasNone, hasNone, false]);
  });

  test("an error of one class", () => {
    class Mine extends TypeError {}
    const errors = [new TypeError("a"), new Mine("a"), foreign("new TypeError('a')")];
    expect(errors.map((error) => isErrorOf(error, TypeError))).toEqual([true, true, true]);
    const others = [new RangeError("a"), foreign("new RangeError('a')"), { name: "TypeError" }, undefined];
    expect(others.map((error) => isErrorOf(error, TypeError))).toEqual(Array(4).fill(false));
  });

  test("a stack that is used up", () => {
    const overflow = "Maximum call stack size exceeded";
    expect(isStackOverflow(new RangeError(overflow))).toBe(true);
    expect(isStackOverflow(foreign(`new RangeError("${overflow}")`))).toBe(true);
    for (const other of [new RangeError("a"), new Error(overflow), { message: overflow }, overflow]) {
      expect(isStackOverflow(other)).toBe(false);
    }
  });

  test("what can be awaited", () => {
    // biome-ignore lint/suspicious/noThenProperty: a thenable is what is tested
    const awaited = [Promise.resolve(), { then() {} }, Object.assign(() => 1, { then() {} })];
    expect(awaited.map(isThenable)).toEqual([true, true, true]);
    const broken = {
      // biome-ignore lint/suspicious/noThenProperty: a thenable is what is tested
      get then(): never {
        throw new Error("mine");
      },
    };
    // biome-ignore lint/suspicious/noThenProperty: a thenable is what is tested
    expect([broken, revoked(), { then: 5 }, {}, null, undefined, "then"].map(isThenable)).toEqual(Array(7).fill(false));
  });
});

test("a field of a form is blank if nothing was written, and no file chosen", () => {
  const none = new File([], "");
  for (const blank of ["", none, [none], [none, none]]) expect(isBlank(blank)).toBe(true);
  const others = [" ", 0, null, [], [""], [none, 5], [5, none], new File(["a"], ""), new File([], "a")];
  const posing = Object.assign(() => 1, { [Symbol.toStringTag]: "File", size: 0 });
  for (const other of [...others, { name: "", size: 0 }, Object.create(File.prototype), posing]) {
    expect(isBlank(other)).toBe(false);
  }
});

test("the tag of what cannot be read is empty", () => {
  expect([new Date(0), revoked(), null].map(tagOf)).toEqual(["Date", "", "Null"]);
});

test("plainBytes are the same memory, with a length that stays when the memory grows", () => {
  class Liar extends Uint8Array {
    override get length(): number {
      return 1;
    }
  }
  const growable = new (SharedArrayBuffer as new (size: number, options: object) => SharedArrayBuffer)(2, {
    maxByteLength: 100,
  });
  const tracking = new Liar(growable as unknown as ArrayBuffer);
  const plain = plainBytes(tracking);
  (growable as unknown as { grow(size: number): void }).grow(50);
  tracking[1] = 7;
  expect([byteLength(tracking), plain.length, plain[1], plain.constructor]).toEqual([50, 2, 7, Uint8Array]);
  expect([isShared(tracking), isShared(plain), isShared(Uint8Array.of(1))]).toEqual([true, true, false]);
  const detached = Uint8Array.of(1);
  structuredClone(detached.buffer, { transfer: [detached.buffer] });
  expect(plainBytes(detached)).toHaveLength(0);
});

test("isArray is Array.isArray, and false for a revoked Proxy", () => {
  for (const value of [[], new Proxy([], {}), runInNewContext("[]")]) expect(isArray(value)).toBe(true);
  for (const value of [{ length: 0 }, Object.create(Array.prototype), revoked([]), "a"])
    expect(isArray(value)).toBe(false);
});

test("isBytes knows a Uint8Array of any realm and nothing else", () => {
  for (const value of [new Uint8Array(), Buffer.alloc(1), runInNewContext("new Uint8Array(1)")]) {
    expect(isBytes(value)).toBe(true);
  }
  for (const value of [
    new Int8Array(),
    new Uint8ClampedArray(),
    new DataView(new ArrayBuffer(1)),
    new ArrayBuffer(1),
    Object.create(Uint8Array.prototype),
    { [Symbol.toStringTag]: "Uint8Array" },
    new Proxy(new Uint8Array(), {}),
    revoked(new Uint8Array()),
    [],
    null,
  ]) {
    expect(isBytes(value)).toBe(false);
  }
});

test("isMap knows a Map of any realm and nothing else", () => {
  for (const value of [new Map(), runInNewContext("new Map()"), new (class extends Map {})()]) {
    expect(isMap(value)).toBe(true);
  }
  for (const value of [
    new Set(),
    new WeakMap(),
    Object.create(Map.prototype),
    new Proxy(new Map(), {}),
    {},
    [],
    null,
  ]) {
    expect(isMap(value)).toBe(false);
  }
});

test("isMap of an array, which a Dict in a OneOf asks for again and again, does not try to read it as a Map", async () => {
  const size = vi.spyOn(Map.prototype, "size", "get");
  try {
    vi.resetModules();
    const input = await import("../../src/values/input.ts");
    size.mockClear();
    expect(input.isMap([])).toBe(false);
    expect(size).not.toHaveBeenCalled();
    expect(input.isMap(new Map())).toBe(true);
    expect(size).toHaveBeenCalledOnce();
  } finally {
    size.mockRestore();
    vi.resetModules();
  }
});

describe("isOfType", () => {
  const table: [unknown, TypeSpec, boolean][] = [
    [5, "integer", true],
    [5, "number", true],
    [5.5, "number", true],
    [5.5, "integer", false],
    ["5", "number", false],
    ["a", String, true],
    [Object("a"), String, false],
    [5.5, Number, true],
    [true, Boolean, true],
    [5n, BigInt, true],
    [new Date(0), Date, true],
    [new Date(0), Object, true],
    [{}, Date, false],
    [revoked(), Date, false],
    [Object.create(revoked()), Date, false],
    [endless(), Date, false],
    [{}, () => 1, false],
    [5, () => 1, false],
  ];
  for (const [value, spec, expected] of table) {
    test(`of ${literal(value)} and ${literal(spec)} is ${expected}`, () => {
      expect(isOfType(value, spec)).toBe(expected);
    });
  }

  test("what a class, or a Proxy, throws when asked is thrown on", () => {
    const bug = new Error("bug");
    const trap = (): never => {
      throw bug;
    };
    expect(() => isOfType(new Proxy({}, { getPrototypeOf: trap }), Date)).toThrow(bug);
    expect(() => isOfType({}, Object.defineProperty(class {}, Symbol.hasInstance, { value: trap }))).toThrow(bug);
  });
});

test("specName is the name of the type, or of the class", () => {
  const specs = ["integer", String, Number, Boolean, BigInt, Date];
  expect(specs.map(specName)).toEqual(["integer", "string", "number", "boolean", "bigint", "Date"]);
});

test("isUnreadable tells what the language refuses to look up from what the caller's code refuses", () => {
  const bug = (): never => {
    throw new Error("bug");
  };
  for (const value of [revoked(), Object.create(Object.create(revoked())), endless()]) {
    expect(isUnreadable(value)).toBe(true);
  }
  for (const value of [{}, Object.create(null), [], 5, null, new Proxy({}, { getPrototypeOf: bug })]) {
    expect(isUnreadable(value)).toBe(false);
  }
});

describe("ownItem", () => {
  const readAll = (array: readonly unknown[]): unknown[] => {
    const isOrdinary = isOrdinaryArray(array);
    return [0, 1, 2].map((index) => ownItem(array, index, isOrdinary));
  };

  test("reads the items of an array, and nothing that arrays or objects inherit", () => {
    // biome-ignore lint/suspicious/noSparseArray: a hole is what may be inherited
    const holed = [7, , 9];
    const full = [7, 8];
    expect(readAll(holed)).toEqual([7, undefined, 9]);
    for (const prototype of [Array.prototype, Object.prototype]) {
      for (const enumerable of [false, true]) {
        let calls = 0;
        const get = (): number => ++calls;
        Object.defineProperty(prototype, 1, { get, set() {}, enumerable, configurable: true });
        // No list can be made meanwhile.
        const isOrdinary = isOrdinaryArray(holed);
        const item = ownItem(holed, 1, isOrdinary);
        const own = ownItem(full, 1, isOrdinary);
        Reflect.deleteProperty(prototype, 1);
        expect([isOrdinary, item, own, calls]).toEqual([true, undefined, 8, 0]);
      }
    }
  });

  test("reads none that the class of an array has", () => {
    class Mine extends Array<unknown> {}
    Object.defineProperty(Mine.prototype, 1, { value: "inherited" });
    const mine = Mine.from([7]);
    mine.length = 3;
    expect([isOrdinaryArray(mine), mine[1], readAll(mine)]).toEqual([false, "inherited", [7, undefined, undefined]]);
  });

  test("reads each item once, and nothing of a Proxy that was revoked", () => {
    let reads = 0;
    const get = (): number => ++reads;
    const array = Object.defineProperty([7, 8], 1, { get, enumerable: true });
    expect([isOrdinaryArray(array), readAll(array), reads]).toEqual([true, [7, 1, undefined], 1]);
    const { proxy, revoke } = Proxy.revocable([7], {});
    const isOrdinary = isOrdinaryArray(proxy);
    expect([isOrdinary, ownItem(proxy, 0, isOrdinary)]).toEqual([true, 7]);
    revoke();
    expect(ownItem(proxy, 0, isOrdinary)).toBeUndefined();
    expect([isOrdinaryArray(proxy), ownItem(proxy, 0, false)]).toEqual([false, undefined]);
  });

  test("reads only the item of a Proxy that inherits from arrays", () => {
    const proxy = new Proxy([7], { getOwnPropertyDescriptor: () => expect.unreachable() });
    expect(ownItem(proxy, 0, true)).toBe(7);
  });

  test("throws what a trap or a getter throws", () => {
    const bug = new Error("mine");
    const bomb = (): never => {
      throw bug;
    };
    expect(() => isOrdinaryArray(new Proxy([7], { getPrototypeOf: bomb }))).toThrow(bug);
    expect(() => ownItem(new Proxy([7], { get: bomb }), 0, true)).toThrow(bug);
    expect(() => ownItem(Object.defineProperty([7], 0, { get: bomb }), 0, true)).toThrow(bug);
  });
});

test("listFor makes a list that is to be filled: at its full length, unless that may be a claim", () => {
  expect([listFor(0).length, listFor(3).length]).toEqual([0, 3]);
  expect([listFor(MAX_PREALLOCATED).length, listFor(MAX_PREALLOCATED + 1).length]).toEqual([MAX_PREALLOCATED, 0]);
});

test("ownValue reads own members only, and nothing of a Proxy that was revoked", () => {
  const parent = { inherited: 1 };
  const child = Object.assign(Object.create(parent), { mine: 2, inherited2: undefined });
  expect([ownValue(child, "mine"), ownValue(child, "inherited"), ownValue(child, "toString")]).toEqual([
    2,
    undefined,
    undefined,
  ]);
  expect(ownValue([7], 0)).toBe(7);
  expect(ownValue(revoked(), "a")).toBeUndefined();
  const bug = new Error("bug");
  const throwing = {
    get a(): never {
      throw bug;
    },
  };
  expect(() => ownValue(throwing, "a")).toThrow(bug);
});

test("lists tells which keys an object shows, and none of a Proxy that was revoked", () => {
  const hidden = Object.defineProperty({ a: 1 }, "b", { value: 2 });
  expect(["a", "b", "c", "toString"].map((key) => lists(hidden, key))).toEqual([true, false, false, false]);
  const { proxy, revoke } = Proxy.revocable({ a: 1 }, {});
  expect(lists(proxy, "a")).toBe(true);
  revoke();
  expect(lists(proxy, "a")).toBe(false);
});

test("a rejection that is ignored ends nothing, and no other thenable is asked", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  ignoreRejection(Promise.reject(new Error("late")));
  ignoreRejection(runInNewContext("Promise.reject(new Error('late'))"));
  const asked = vi.fn();
  // biome-ignore lint/suspicious/noThenProperty: a thenable is what is tested
  const others = [{ then: asked }, null, 5, Object.create(Promise.prototype)];
  for (const other of others) ignoreRejection(other);
  await new Promise((resolve) => setTimeout(resolve, 5));
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
  expect(asked).not.toHaveBeenCalled();
});

test("withoutPrototype is a copy without a prototype", () => {
  expect(Object.getPrototypeOf(withoutPrototype({ a: 1 }))).toBe(null);
  expect({ ...withoutPrototype({ a: 1 }) }).toStrictEqual({ a: 1 });
});

test("byteLength and lengthOf do not believe everything", () => {
  expect(byteLength(Object.defineProperty(Uint8Array.of(1), "length", { value: 9 }))).toBe(1);
  for (const [length, expected] of [
    [3, 3],
    [2.5, 2],
    [-1, 0],
    [-0, 0],
    [Number.NaN, 0],
    ["3", 0],
    [Symbol.iterator, 0],
  ] as const) {
    expect(lengthOf({ length } as never)).toBe(expected);
  }
});

test.each([
  ["", 0],
  ["abc", 3],
  ["\u00e9", 1],
  ["e\u0301", 2],
  ["\u{1f37a}", 1],
  ["a\u{1f37a}b", 3],
  ["\u{1f37a}\u{1f37a}", 2],
  ["\ud83c", 1],
  ["\udf7a", 1],
  ["\udf7a\ud83c", 2],
  ["\ud83c\ud83c\udf7a", 2],
  ["a".repeat(20), 20],
  ["\u{1f37a}".repeat(10), 10],
  [`${"a".repeat(12)}\u{1f37a}`, 13],
])("%j has %d code points", (text, count) => {
  expect(codePoints(text)).toBe(count);
});

test("texts have as many code points as their iterator gives, wherever surrogates stand", () => {
  const unit = fc.constantFrom("a", "\ud83c", "\udf7a", "\ufffd");
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 20 }), (units) => {
      const text = units.join("");
      expect(codePoints(text)).toBe([...text].length);
    }),
    { numRuns: 2000 },
  );
});
