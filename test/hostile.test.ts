/** Hostile JavaScript values, everywhere. What a hostile JSON text can do is in json/hostile.test.ts. */
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as v from "../src/index.ts";
import { MAX_FRAMES, MAX_MAX_DEPTH } from "../src/report/limits.ts";
import { compiled } from "./support/compiled.ts";
import { texts, verdict } from "./support/verdict.ts";

const { AllOf, Any, Bool, Bytes, Const, Dict, Float, formatError, Int, LazyRef, List, OneOf, Str, Tuple, Type } = v;

const revoked = (target: object): object => {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
};
const nested = (levels: number, put: (inner: unknown) => unknown): unknown => {
  let value: unknown = 1;
  for (let i = 0; i < levels; i++) value = put(value);
  return value;
};
const answering = (length: unknown): unknown =>
  new Proxy([1, 2], { get: (target, key) => (key === "length" ? length : Reflect.get(target, key)) });
const detached = (): Uint8Array => {
  const bytes = new Uint8Array(4);
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  return bytes;
};
const cyclicArray: unknown[] = [1];
cyclicArray.push(cyclicArray);
const cyclicObject: Record<string, unknown> = { id: 1 };
cyclicObject.a = cyclicObject;
const cyclicMap = new Map<unknown, unknown>();
cyclicMap.set(cyclicMap, cyclicMap).set("a", cyclicMap);

class Endless extends Map<unknown, unknown> {
  override *[Symbol.iterator](): MapIterator<never> {
    for (;;) yield undefined as never;
  }
}

class Loud {
  get a(): number {
    return 1;
  }
  toJSON(): never {
    throw new Error("toJSON was called");
  }
  toString(): never {
    throw new Error("toString was called");
  }
  valueOf(): never {
    throw new Error("valueOf was called");
  }
  [Symbol.toPrimitive](): never {
    throw new Error("toPrimitive was called");
  }
}

const VALUES: Readonly<Record<string, unknown>> = {
  // values without properties
  undefined: undefined,
  "a symbol": Symbol("s"),
  "a big bigint": 2n ** 200n,
  NaN: Number.NaN,
  "-0": -0,
  "an infinity": Number.NEGATIVE_INFINITY,
  "1e21": 1e21,
  "2^53 + 2": 2 ** 53 + 2,
  "a lone surrogate": "\udfff\ud800",
  "a long text": "a".repeat(1_000_000),
  // what is not what it looks like
  "a function": () => 1,
  "a class": class {},
  "a validator": Int(),
  "a boxed number": Object(1),
  "a boxed string": Object("a"),
  "a boxed symbol": Object(Symbol.iterator),
  "a RegExp": /a/g,
  "a Promise": Promise.resolve(1),
  "a generator": (function* () {
    for (;;) yield 1;
  })(),
  "an array-like": { length: 2, 0: 1, 1: 2 },
  "a false array": Object.create(Array.prototype),
  "a false Map": Object.create(Map.prototype),
  "a false Uint8Array": Object.create(Uint8Array.prototype),
  "a false Date": Object.create(Date.prototype),
  "a false Temporal.PlainDate": { [Symbol.toStringTag]: "Temporal.PlainDate" },
  "an instance with a false tag": new (class {
    get [Symbol.toStringTag](): string {
      return "Date";
    }
  })(),
  "an invalid Date": new Date(Number.NaN),
  "a Date with a property": Object.assign(new Date(0), { toISOString: 5 }),
  "an instance whose conversions throw": new Loud(),
  "an array of another realm": runInNewContext("[1, {}]"),
  "an object of another realm": runInNewContext("({ a: 1 })"),
  "bytes of another realm": runInNewContext("Uint8Array.of(1)"),
  "a subclass of Array": new (class extends Array {})(3),
  "a subclass of Map": new Endless([["a", 1]]),
  "a detached Uint8Array": detached(),
  "a Float32Array": new Float32Array(2),
  "a DataView": new DataView(new ArrayBuffer(2)),
  "a SharedArrayBuffer": new SharedArrayBuffer(2),
  "shared bytes": new Uint8Array(new SharedArrayBuffer(2)),
  "a WeakRef": new WeakRef({}),
  globalThis: globalThis,
  // arrays
  "a sparse array": Object.assign([], { length: 1000 }),
  "an array of 2^32 - 1 holes": Object.assign([], { length: 2 ** 32 - 1 }),
  "an array that answers NaN": answering(Number.NaN),
  "an array that answers -1": answering(-1),
  "an array that answers 2^53": answering(2 ** 53),
  "an array that answers a symbol": answering(Symbol.iterator),
  "an array that answers an object": answering(new Loud()),
  "an array inside itself": cyclicArray,
  "100,000 nested arrays": nested(100_000, (inner) => [inner]),
  // objects
  "an own __proto__": JSON.parse('{"__proto__": {"a": 1}}'),
  "an object with a prototype": Object.create({ a: 1 }),
  "an object without one": Object.assign(Object.create(null), { a: 1 }),
  "names of Object.prototype": { constructor: 1, toString: 2, hasOwnProperty: 3, valueOf: 4, toJSON: 5, length: 6 },
  "an object with symbol and hidden keys": Object.defineProperty({ [Symbol("s")]: 1 }, "hidden", { value: 1 }),
  "an object inside itself": cyclicObject,
  "100,000 nested objects": nested(100_000, (inner) => ({ a: inner })),
  "a Map inside itself": cyclicMap,
  "a Map with all kinds of keys": new Map<unknown, unknown>(
    [null, undefined, 1, true, 5n, Symbol("s"), {}, [], new Date(Number.NaN), Object(1)].map((key) => [key, key]),
  ),
  // what has getAll
  "a getAll without entries": new (class {
    getAll(): unknown {
      return 5;
    }
  })(),
  "a getAll that is endless": new (class {
    getAll = (): unknown => ({ [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: true }) }) });
    *[Symbol.iterator](): Iterator<unknown> {
      yield ["a", 1];
      yield "no pair";
    }
  })(),
  // Proxies
  "a Proxy of an array": new Proxy([1, 2], {}),
  "a Proxy of an object": new Proxy({ a: 1 }, {}),
  "a Proxy of a Map": new Proxy(new Map(), {}),
  "a Proxy of a Date": new Proxy(new Date(0), {}),
  "a Proxy of bytes": new Proxy(new Uint8Array(2), {}),
  "a Proxy of a Proxy": new Proxy(new Proxy({ a: [1] }, {}), {}),
  "a Proxy that has everything": new Proxy(
    {},
    { has: () => true, get: () => 1, getPrototypeOf: () => Array.prototype },
  ),
  "a Proxy with keys it has not": new Proxy({}, { ownKeys: () => ["a", "b", "__proto__"] }),
  "a revoked Proxy of an object": revoked({}),
  "a revoked Proxy of an array": revoked([]),
  "a revoked Proxy of a function": revoked(() => 1),
  "an object whose prototype is a revoked Proxy": Object.create(revoked({})),
  "an array of revoked Proxies": [revoked({}), revoked([])],
};

v.instances.put(
  "hostile.tree",
  Dict({ a: LazyRef("hostile.tree"), b: LazyRef("hostile.tree"), id: Int() }, { optional: ["a", "b", "id"] }),
);
v.instances.put(
  "hostile.any",
  OneOf(Int(), List(LazyRef("hostile.any")), Dict({ extra: [Str(), LazyRef("hostile.any")] })),
);

/** Every class, strict and with everything that makes it look closer. */
const VALIDATORS: readonly v.Validator[] = [
  Int(),
  Int({ nullable: true, coerce: true, min: 0, options: [1, 2] }),
  Float(),
  Float({ coerce: true, nan: true, inf: true, min: 0 }),
  Str(),
  Str({ encoding: "utf-8", minlen: 1, maxlen: 9, pattern: "a", options: ["a"] }),
  Str({ encoding: "utf-16" }),
  Bytes({ minlen: 1 }),
  Bool({ coerce_str: true, coerce_int: true }),
  v.Date({ unixts: true, format: "%Y", min: "2000-01-01" }),
  v.Time({ format: "%H" }),
  v.Datetime({ unixts: true, format: "%Y" }),
  v.Datetime({ unixts: true, tz: "UTC", relmin: "-P1D" }),
  List(Any(), { unique: true }),
  List(Int(), { minlen: 1, maxlen: 3 }),
  Tuple(Any(), Int()),
  Dict(),
  Dict({ a: Int({ coerce: true }) }, { optional: ["a"], dispose: ["b"], minlen: 1, multikeys: ["a"] }),
  Dict({ extra: [Any(), Any()] }),
  AllOf(Any(), Const({ a: [1] })),
  OneOf(Int(), Str(), List(Int())),
  LazyRef("hostile.tree"),
  LazyRef("hostile.any", { maxdepth: 3 }),
  Type(Date, { coerce: true, min: new Date(0), options: [new Date(0)] }),
  Type(Map, { minlen: 1 }),
  Type(String, { coerce: true, maxlen: 3 }),
  Type(Object),
  Const(1),
  Const(new Map([["a", [1]]])),
  Const(new Date(0)),
  Any(),
];

/** How a validator comes to look at a value. */
const POSITIONS: Readonly<
  Record<string, [around: (one: v.Validator) => v.Validator, inside: (value: unknown) => unknown]>
> = {
  "at the top": [(one) => one, (value) => value],
  "as an item of a List": [(one) => List(one), (value) => [value, value]],
  "as a member of a Tuple": [(one) => Tuple(Any(), one), (value) => [1, value]],
  "as a value of a Dict": [(one) => Dict({ key: one }), (value) => ({ key: value })],
  "as a value of a Map": [(one) => Dict({ key: one }), (value) => new Map([["key", value]])],
  "as an extra key": [(one) => Dict({ extra: [one, Any()] }), (value) => new Map([[value, 1]])],
  "as an extra value": [(one) => Dict({ extra: [Any(), one] }), (value) => ({ key: value })],
  "as a default": [
    (one) => AllOf(Type(Object), Dict({ holder: Any(), key: one }, { defaults: {}, optional: ["key"] })),
    (value) => ({ holder: 1, key: value }),
  ],
  "as a value of a form": [
    (one) => Dict({ key: List(one) }, { multikeys: ["key"] }),
    (value) => v.multidict({ key: [value] }),
  ],
  "in a step of AllOf": [(one) => AllOf(Any(), one), (value) => value],
  "in a step of OneOf": [(one) => OneOf(Const("other"), one), (value) => value],
  "under a LazyRef": [
    (one) => {
      v.instances.put("hostile.target", one);
      return LazyRef("hostile.target", { maxdepth: 2 });
    },
    (value) => value,
  ],
};

describe("a hostile value ends in a result or a ValidationError, whatever looks at it:", () => {
  describe.each(Object.entries(POSITIONS))("%s", (position, [around, inside]) => {
    test.each(Object.keys(VALUES))("%s", (name) => {
      const value = VALUES[name];
      for (const validator of VALIDATORS) {
        const whole = around(validator);
        const result = whole.safe(inside(value), { maxErrors: 20 });
        const is = whole.is(inside(value));
        // What the call converts unasked, the type guard refuses.
        const converted = result.ok && !is && (/Map|form|extra key/.test(position) || /bigint|of Map/.test(name));
        if (!converted) expect(is, String(whole)).toBe(result.ok);
        if (result.ok) continue;
        const { error } = result;
        expect(error).toBeInstanceOf(v.ValidationError);
        // What it says of the value can be read, and is bounded.
        expect(formatError(error)).toHaveLength(error.length);
        expect(error.message.length).toBeLessThan(100_000);
        expect(error.equals(error)).toBe(true);
        for (const one of error) expect(String(one).length).toBeLessThan(10_000);
      }
    });
  });
});

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
    let thrown = 0;
    for (const validator of VALIDATORS) {
      for (const [around, inside] of Object.values(POSITIONS)) {
        const whole = around(validator);
        for (const call of ["safe", "is"] as const) {
          try {
            const result = whole[call](inside(make()));
            if (typeof result === "object" && !result.ok)
              expect(formatError(result.error).length).toBe(result.error.length);
          } catch (error) {
            expect(error, `${whole}`).toBe(mine);
            thrown++;
          }
          expect(Dict({ a: List(Int()) }).is({ a: [1] })).toBe(true);
        }
      }
    }
    // Nobody needs the tag but to say what the value is: that it throws is no reason to throw.
    expect(thrown > 0).toBe(_name !== "the tag");
  });
});

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

describe("mutation during validation", () => {
  /** An object whose property `first` does something when it is read. */
  const acting = (rest: object, act: (self: Record<string, unknown>) => void): Record<string, unknown> => {
    const object: Record<string, unknown> = Object.defineProperty({}, "first", {
      enumerable: true,
      configurable: true,
      get: () => {
        act(object);
        return 1;
      },
    });
    return Object.assign(object, rest);
  };

  test("a key that vanishes is missing", () => {
    const input = acting({ second: 2 }, (self) => delete self.second);
    expect(
      verdict(
        Dict({ first: Int(), second: Int() }),
        acting({ second: 2 }, (self) => delete self.second),
      ),
    ).toEqual(["<second: MissingKeyError()>"]);
    expect(Dict({ first: Int(), second: Int() }, { optional: ["second"] })(input)).toEqual({ first: 1 });
  });

  test("a key that appears is ignored", () => {
    const grow = (): unknown => acting({ second: 2 }, (self) => Object.assign(self, { third: 3 }));
    expect(Dict({ first: Int(), second: Int() })(grow())).toEqual({ first: 1, second: 2 });
  });

  test("items that vanish are undefined", () => {
    const shrink = (): unknown => {
      const array: unknown[] = [0, 2, 3];
      return Object.defineProperty(array, 0, {
        get: () => {
          array.length = 1;
          return 1;
        },
      });
    };
    const expected = [1, 2].map((index) => `<${index}: InvalidTypeError(expected='integer', actual='undefined')>`);
    // Items are read while they are validated: what the first one removes is gone for the others.
    expect(texts((List(Int()).safe(shrink()) as { error: v.ValidationError }).error)).toEqual(expected);
    expect(texts((Tuple(Int(), Int(), Int()).safe(shrink()) as { error: v.ValidationError }).error)).toEqual(expected);
  });

  test("items that appear are ignored, so it ends", () => {
    const array: unknown[] = [0];
    const grow = Object.defineProperty(array, 0, {
      get: () => {
        array.push(1, 2);
        return 1;
      },
    });
    expect(List(Int())(grow)).toEqual([1]);
  });

  test("a Proxy that revokes itself has nothing more", () => {
    const suicidal = (target: object): object => {
      const { proxy, revoke } = Proxy.revocable(target, {
        get: (object, key) => {
          if (key === "0" || key === "first") revoke();
          return Reflect.get(object, key);
        },
      });
      return proxy;
    };
    expect(List(Int()).safe(suicidal([1, 2]))).toMatchObject({ ok: false, error: { length: 1 } });
    expect(Dict({ first: Int(), second: Int() }).safe(suicidal({ first: 1, second: 2 }))).toMatchObject({ ok: false });
  });

  test("a getter may validate with the same validator, with its own outcome", () => {
    const validator = Dict({ first: Int(), second: List(Int()) });
    const outcomes: boolean[] = [];
    const input = acting({ second: ["x"] }, () => outcomes.push(validator.is({ first: 1, second: [1] })));
    expect(verdict(validator, input)).toEqual(["<second.0: InvalidTypeError(expected='integer', actual='string')>"]);
    expect(outcomes).toEqual([true, true, true]);
  });

  test("a custom check, a default and a class may change the input as they like", () => {
    const input: { a: unknown; b: unknown } = { a: 1, b: 2 };
    const vandal = new (class Vandal extends Any {
      override check(value: unknown): unknown {
        input.b = "changed";
        return value;
      }
    })();
    expect(Dict({ a: vandal, b: Int() })(input)).toEqual({ a: 1, b: 2 });
  });
});

describe("depth", () => {
  const tree = LazyRef("hostile.tree");

  test("a cycle ends in RecursionMaxDepthError, with and without maxdepth", () => {
    const path = (levels: number, key: string): string => new Array(levels).fill(key).join(".");
    const error = (validator: v.Validator, value: unknown): v.ValidationError | undefined =>
      (validator.safe(value) as { error: v.ValidationError }).error.at(0);
    const loop: Record<string, unknown> = {};
    loop.a = loop;
    expect(String(error(tree, loop))).toBe(`<${path(512, "a")}: RecursionMaxDepthError(expected=512, actual=513)>`);
    const list: unknown[] = [];
    list.push(list);
    const found = texts((LazyRef("hostile.any").safe(list) as { error: v.ValidationError }).error) as string[];
    expect(found.filter((text) => /RecursionMaxDepthError\(expected=512, actual=513\)>$/.test(text))).toHaveLength(1);
    expect(String(error(LazyRef("hostile.tree", { maxdepth: 1 }), loop))).toMatch(/RecursionMaxDepthError/);
  });

  test("a cycle with many ways through it ends with as many errors as their paths allow", () => {
    const fork: Record<string, unknown> = {};
    fork.a = fork.b = fork;
    const { error } = tree.safe(fork) as { error: v.ValidationError };
    expect(error.truncated).toBe(true);
    const nodes = Array.from(error, ({ context }) => context.length).reduce((sum, length) => sum + length);
    expect(nodes).toBeGreaterThan(300_000);
    expect(nodes).toBeLessThanOrEqual(1_000_000);
  });

  test("what nests 100,000 levels has the same error as what nests 513", () => {
    const deep = (levels: number): string[] =>
      texts(
        (LazyRef("hostile.any").safe(nested(levels, (inner) => [inner])) as { error: v.ValidationError }).error,
      ) as string[];
    expect(deep(100_000)).toEqual(deep(513));
    expect(deep(512).length).toBeGreaterThan(0);
  });
});

describe("on a stack of 1 MiB nothing overflows:", () => {
  let library: URL;
  beforeAll(() => {
    library = compiled();
  });
  afterAll(() => rmSync(dirname(fileURLToPath(library)), { recursive: true }));

  test("neither the deepest data nor the most validators inside each other", { timeout: 30_000 }, async () => {
    const worker = new Worker(new URL("support/deep.mjs", import.meta.url), {
      workerData: { library: library.href, maxDepth: MAX_MAX_DEPTH, maxFrames: MAX_FRAMES },
      resourceLimits: { stackSizeMb: 1 },
    });
    const outcomes = await new Promise<Record<string, string>>((resolve, reject) => {
      worker.once("message", resolve).once("error", reject);
    });
    await worker.terminate();
    expect(Object.keys(outcomes).length).toBeGreaterThan(30);
    for (const [name, outcome] of Object.entries(outcomes)) {
      expect([name, outcome]).toEqual([name, name.startsWith("one more") ? "RecursionMaxDepthError" : "valid"]);
    }
  });
});

describe("names of Object.prototype are names like any other:", () => {
  const NAMES = [
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "hasOwnProperty",
    "valueOf",
    "then",
    "length",
    "toJSON",
  ];
  const object = (name: string, value: unknown): never => Object.fromEntries([[name, value]]) as never;

  test.each(NAMES)("%s", (name) => {
    const input = object(name, 1);
    // in data
    expect(verdict(Dict(), input)).toEqual([`<${name}: ForbiddenKeyError()>`]);
    expect(Object.entries(Dict({ extra: [Str(), Int()] })(input))).toEqual([[name, 1]]);
    expect(Dict({}, { dispose: [name] })(input)).toEqual({});
    // in a schema
    const schema = Dict(object(name, Int()), {});
    expect(Object.entries(schema(input))).toEqual([[name, 1]]);
    expect(verdict(schema, {})).toEqual([`<${name}: MissingKeyError()>`]);
    expect(verdict(schema, object(name, "x"))).toEqual([
      `<${name}: InvalidTypeError(expected='integer', actual='string')>`,
    ]);
    expect(Object.keys(Dict(object("a", Int()), { optional: [name] as never })({ a: 1 }))).toEqual(["a"]);
    expect(v.load(schema.dump()).equals(schema)).toBe(true);
    expect(verdict(schema.clone({ [`schema.${name}.min`]: 5 }), input)).toEqual([
      `<${name}: MinValueError(expected=5, actual=1)>`,
    ]);
    // in defaults, and what they hold
    const defaults = Dict(object(name, Any()), { defaults: object(name, object(name, 2)) });
    const [[key, value]] = Object.entries(defaults({}) as object) as unknown as [[string, object]];
    expect([key, Object.entries(value), Object.getPrototypeOf(value)]).toEqual([name, [[name, 2]], Object.prototype]);
    // in optional and multikeys
    expect(Dict(object(name, Int()), { optional: [name] as never })({})).toEqual({});
    expect(
      Object.entries(Dict(object(name, List(Str())), { multikeys: [name] })(new URLSearchParams([[name, "a"]]))),
    ).toEqual([[name, ["a"]]]);
    // in options, constants and aliases
    expect(Str({ options: ["x"] }).is(name)).toBe(false);
    expect(Str({ options: [name] }).is(name)).toBe(true);
    expect(Const({}).is(input)).toBe(false);
    expect(Const(input).is(object(name, 1))).toBe(true);
    expect(List(Any(), { unique: true })([input, object(name, 1), {}])).toHaveLength(2);
    expect(v.instances.has(name)).toBe(false);
    // in errors and their messages
    const error = new v.MissingKeyError([name, name]);
    expect(formatError(error)).toEqual([[`${name}.${name}`, "Required key is not provided."]]);
    expect(v.Formatter({})(error)).toEqual([[`${name}.${name}`, "MissingKeyError()"]]);
    // and no prototype has changed
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe("polluted prototypes change nothing:", () => {
  /** Everything a library is used for, as text. */
  function everything(): string {
    const params = { options: [1, 2], min: 1, nullable: true };
    const dict = Dict(
      { a: Int(params), b: List(Str(), { unique: true }), c: Tuple(Int(), Str({ encoding: "utf-8", pattern: "a" })) },
      { defaults: { b: ["x"] }, optional: ["c"], extra: [Str(), Float()], dispose: ["d"], multikeys: ["b"] },
    );
    const inputs = [
      { a: 1, c: [1, new Uint8Array([97])] },
      { a: "x", b: ["y", "y"], c: [1], d: 1, e: "z" },
      new URLSearchParams("b=1&b=2"),
      // biome-ignore lint/suspicious/noSparseArray: a hole is what shows the prototype
      [, 1],
      null,
    ];
    const validators = [
      dict,
      v.load(dict.dump()).clone({ minlen: 1 }),
      OneOf(List(Any()), Type(Map, { minlen: 1 })),
      AllOf(Const([1]), Bool({ coerce_int: true })),
    ];
    const errors: string[] = [];
    for (const make of [
      () => Int({ min: "x" } as never),
      () => LazyRef(undefined as never),
      () => List({} as never),
      () => Str({ options: [] }),
    ]) {
      try {
        errors.push(String(make()));
      } catch (error) {
        errors.push(String(error));
      }
    }
    const outcomes = validators.flatMap((validator) =>
      inputs.map((input) => {
        const result = validator.safe(input);
        const text = result.ok ? result.value : [String(result.error), formatError(result.error), validator.is(input)];
        return [String(validator), text];
      }),
    );
    return JSON.stringify([
      outcomes,
      errors,
      dict.dump(),
      dict.equals(validators[1]),
      v.formatError(new v.SchemaError()),
    ]);
  }

  const NAMES = [
    ..."get set value writable enumerable configurable".split(" "),
    ..."alias replace nullable coerce min max options minlen maxlen pattern encoding item items steps schema extra".split(
      " ",
    ),
    ..."defaults optional dispose multikeys use maxdepth tp a b c d e 0 1 length name params check dump args".split(
      " ",
    ),
    ..."context expected actual cause reason truncated path source flags types notTypes empty itemType valueType".split(
      " ",
    ),
    ..."maxDepth maxErrors maxBytes getAll getall getlist getSetCookie entries __class__ __use__ __clone__ __value__".split(
      " ",
    ),
    ..."code index key left ok error impl text kind unique nan inf coerce_int then toJSON"
      .split(" ")
      .filter((name) => name !== "toJSON"),
  ];
  const VALUES_OF_POLLUTION: readonly unknown[] = [true, 1, "polluted", ["polluted"]];
  const expected = everything();

  test.each([
    ["Object.prototype", Object.prototype],
    ["Array.prototype", Array.prototype],
  ])("%s", (_name, prototype) => {
    const different: string[] = [];
    for (const name of NAMES) {
      for (const value of VALUES_OF_POLLUTION) {
        if (Object.hasOwn(prototype, name)) continue;
        // As data would do it: a plain, enumerable property.
        let found: string;
        try {
          Object.defineProperty(prototype, name, {
            __proto__: null,
            value,
            writable: true,
            enumerable: true,
            configurable: true,
          } as PropertyDescriptor);
          found = everything();
        } catch (error) {
          found = String(error);
        } finally {
          Reflect.deleteProperty(prototype, name);
        }
        if (found !== expected) different.push(`${name} = ${value}`);
      }
    }
    expect(different).toEqual([]);
  });
});

test("a pattern that takes exponential time is not asked about a text that is too long", () => {
  const validator = Str({ maxlen: 10, pattern: "^(a+)+$", backtrack: true });
  expect(validator.is(`${"a".repeat(50_000)}!`)).toBe(false);
});
