/** The promises of SECURITY.md that concern JavaScript values; those about JSON text are proved in json/. */
import { describe, expect, test } from "vitest";
import * as v from "../src/index.ts";
import { nest } from "./support/nest.ts";

const { Any, AllOf, Bool, Bytes, Const, Dict, Float, Int, LazyRef, List, OneOf, Str, Tuple, Type } = v;

v.instances.put(
  "security.nest",
  OneOf(Int(), List(LazyRef("security.nest")), Dict({ extra: [Str(), LazyRef("security.nest")] })),
);

const validators = [
  Any(),
  Bool({ coerce_int: true, coerce_str: true }),
  Bytes({ minlen: 1 }),
  Const({ a: [1] }),
  Dict({ a: Int() }, { optional: ["a"], multikeys: ["a"] }),
  Dict({ extra: [Str(), Any()] }),
  Float({ coerce: true }),
  Int({ coerce: true, options: [1] }),
  LazyRef("security.nest"),
  List(Any(), { unique: true }),
  Str({ encoding: "utf-8", pattern: "a" }),
  Tuple(Any(), Any()),
  Type(Map, { coerce: true, minlen: 1 }),
  Type(String, { coerce: true, maxlen: 3 }),
  AllOf(Any(), Const(1)),
];

const cycle: unknown[] = [];
cycle.push(cycle);
const ring: Record<string, unknown> = {};
ring.a = ring;
const revoked = (target: object): object => {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
};
const detached = new Uint8Array(4);
structuredClone(detached.buffer, { transfer: [detached.buffer] });

const hostile: [name: string, value: unknown][] = [
  ["undefined", undefined],
  ["a symbol", Symbol("s")],
  ["a function", () => 1],
  ["a class", class {}],
  ["a bigint", 2n ** 70n],
  ["NaN", Number.NaN],
  ["an infinity", Number.NEGATIVE_INFINITY],
  ["1e308", 1e308],
  ["a lone surrogate", "\ud800"],
  ["a boxed string", Object("a")],
  ["a boxed number", Object(1)],
  ["arguments", Object.defineProperty({ 0: 1, length: 1 }, Symbol.toStringTag, { value: "Arguments" })],
  ["an array-like", { length: 2, 0: 1, 1: 2 }],
  ["a sparse array", Object.assign([], { length: 1000 })],
  ["an array of 2^32 - 1 holes", Object.assign([], { length: 2 ** 32 - 1 })],
  ["an array inside itself", cycle],
  ["an object inside itself", ring],
  ["100,000 nested arrays", nest(100_000, 1, (inner) => [inner])],
  ["100,000 nested objects", nest(100_000, 1, (inner) => ({ a: inner }))],
  ["an object without prototype", Object.create(null)],
  ["an object with a prototype of its own", Object.create({ a: 1 })],
  ["an own __proto__", JSON.parse('{"__proto__": {"a": 1}}')],
  ["names of Object.prototype", { constructor: 1, toString: 2, hasOwnProperty: 3, valueOf: 4 }],
  ["a false array", Object.create(Array.prototype)],
  ["a false Map", Object.create(Map.prototype)],
  ["a false date", { [Symbol.toStringTag]: "Temporal.PlainDate" }],
  ["an invalid Date", new Date(Number.NaN)],
  ["a RegExp", /a/],
  ["a Promise", Promise.resolve(1)],
  ["a WeakMap", new WeakMap()],
  ["a detached Uint8Array", detached],
  ["an empty Uint8Array", new Uint8Array()],
  ["a Proxy of an array", new Proxy([1, 2], {})],
  ["a Proxy of an object", new Proxy({ a: 1 }, {})],
  ["an array that lies about its length", new Proxy([], { get: (_, key) => (key === "length" ? 2 ** 53 : undefined) })],
  ["an array without a length", new Proxy([], { get: () => undefined })],
  ["a revoked Proxy of an object", revoked({})],
  ["a revoked Proxy of an array", revoked([])],
  ["a revoked Proxy of a function", revoked(() => 1)],
];

describe("a hostile value ends in a result or a ValidationError, whatever looks at it, wherever it stands:", () => {
  const positions: [(validator: v.Validator) => v.Validator, (value: unknown) => unknown][] = [
    [(validator) => validator, (value) => value],
    [(validator) => List(validator), (value) => [value]],
    [(validator) => Dict({ key: validator }), (value) => ({ key: value })],
    [(validator) => OneOf(validator, Const("other")), (value) => value],
  ];
  test.each(hostile)("%s", (name, value) => {
    for (const validator of validators) {
      for (const [around, inside] of positions) {
        const whole = around(validator);
        const input = inside(value);
        const result = whole.safe(input);
        const is = whole.is(input);
        // The call makes a number of a bigint, the type guard must not.
        if (is || name !== "a bigint") expect(is).toBe(result.ok);
        if (result.ok) continue;
        expect(result.error).toBeInstanceOf(v.ValidationError);
        // Its texts are there, and bounded.
        expect(v.formatError(result.error).length).toBe(result.error.length);
        for (const error of result.error) expect(String(error).length).toBeLessThan(1_000_000);
      }
    }
  });
});

describe("what the caller's own code throws", () => {
  const own = new Error("mine");
  const explode = (): never => {
    throw own;
  };
  test.each<[string, v.Validator, unknown]>([
    ["a getter", Dict({ a: Int() }), Object.defineProperty({}, "a", { get: explode, enumerable: true })],
    ["a trap of a Proxy", List(Int()), new Proxy([1], { get: explode })],
    ["a default", Dict({ a: Int() }, { defaults: { a: explode } }), {}],
  ])("%s leaves the call as it is, and the next call works", (_, validator, value) => {
    for (const call of ["safe", "is"] as const) {
      let thrown: unknown;
      try {
        validator[call](value);
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toBe(own);
    }
    expect(validator.is([1]) || validator.is({ a: 1 })).toBe(true);
  });
});

describe("the value returned is the value that was checked", () => {
  test("a property is read once", () => {
    const reads: PropertyKey[] = [];
    const watched = <T extends object>(target: T): T =>
      new Proxy(target, {
        get: (object, key) => {
          reads.push(key);
          return Reflect.get(object, key);
        },
      });
    const validator = Dict({
      list: List(Int()),
      pair: Tuple(Int(), Str()),
      one: OneOf(Str(), Int()),
      all: AllOf(Int(), Int()),
    });
    const input = watched({ list: watched([1, 2]), pair: watched([1, "a"]), one: 5, all: 6 });
    expect(validator(input)).toEqual({ list: [1, 2], pair: [1, "a"], one: 5, all: 6 });
    const members = reads.filter((key) => typeof key === "string" && key !== "length").sort();
    expect(members).toEqual(["0", "0", "1", "1", "all", "list", "one", "pair"]);
  });

  test("a getter that changes its mind is asked once", () => {
    let asked = 0;
    const input = Object.defineProperty({}, "a", { enumerable: true, get: () => (asked++ === 0 ? 1 : "no number") });
    expect(Dict({ a: AllOf(Int(), Int({ options: [1] })) })(input)).toEqual({ a: 1 });
    expect(asked).toBe(1);
  });
});

describe("data never reaches a prototype", () => {
  const keys = [
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

  test.each(keys)("%s is a key like any other", (key) => {
    const input = Object.fromEntries([[key, 1]]);
    const schema = Object.fromEntries([[key, Int()]]);
    expect(Dict().safe(input)).toMatchObject({ ok: false, error: { length: 1 } });
    for (const validator of [
      Dict(schema, {}),
      Dict({ extra: [Str(), Int()] }),
      Dict(schema, { defaults: input as never }),
    ]) {
      const result = validator(input) as object;
      expect(Object.entries(result)).toEqual([[key, 1]]);
      expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    }
    const [missing] = Dict(schema, {}).safe({}).ok
      ? []
      : [v.formatError((Dict(schema, {}).safe({}) as { error: v.ValidationError }).error)];
    expect(missing).toEqual([[key, "Required key is not provided."]]);
    expect(Dict(schema, { optional: [key] as never })({})).toEqual({});
  });

  test("a polluted Object.prototype changes no verdict", () => {
    const polluted = Object.prototype as unknown as Record<string, unknown>;
    const names = ["a", "min", "nullable", "getAll", "get", "value", "__class__", "maxDepth", "1"];
    const judge = (): unknown => [
      Dict({ a: Int() }).is({}),
      Dict({ a: Int() }, { optional: ["a"] })({}),
      Int({ max: 5 })(3),
      Int().is(null),
      List(Any())(Object.assign([0], { 2: 2 })),
      String(v.load({ __class__: "Int" })),
    ];
    const before = judge();
    let during: unknown;
    try {
      for (const name of names) polluted[name] = 100;
      during = judge();
    } finally {
      for (const name of names) delete polluted[name];
    }
    expect(during).toEqual(before);
  });

  test.each([
    "__proto__.polluted",
    "constructor.prototype.polluted",
    "schema.__proto__.polluted",
    "schema.constructor.prototype.polluted",
  ])("cloning with the path %s leaves every prototype alone", (path) => {
    try {
      Dict({ a: Int() }).clone({ [path]: true, [`${path}+`]: { polluted: true } });
    } catch (error) {
      expect(error).toBeInstanceOf(Error);
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect((Function.prototype as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test.each(["constructor", "__proto__", "toString", "Function", "process"])(
    "load knows no class and no alias %s",
    (name) => {
      expect(() => v.load({ __class__: name })).toThrow(v.KeyError);
      expect(() => v.load({ __use__: name })).toThrow(v.KeyError);
    },
  );
});

test("nothing changes the input", () => {
  const freeze = (value: unknown): unknown => {
    if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
    return value;
  };
  const validator = Dict(
    { list: List(Int({ coerce: true }), { unique: true }), map: Dict({ extra: [Str(), Any()] }), gone: Any() },
    { dispose: ["gone"], defaults: { gone: [1] } },
  );
  const input = freeze({ list: ["1", 1], map: { x: [1] }, gone: {} });
  expect(validator(input)).toEqual({ list: [1], map: { x: [1] }, gone: [1] });
});

describe("time grows with the size of the input, not with its square:", () => {
  const many = Array.from({ length: 200_000 }, (_, index) => index);
  test.each<[string, v.Validator, unknown, boolean]>([
    ["unique numbers", List(Int(), { unique: true }), many, true],
    ["unique objects", List(Any(), { unique: true }), many.map((index) => ({ index })), true],
    ["keys", Dict({ extra: [Str(), Int()] }), Object.fromEntries(many.map((index) => [`k${index}`, index])), true],
    ["errors", List(Str()), many, false],
    [
      "values of a form",
      Dict({ k: List(Str()) }, { multikeys: ["k"] }),
      new URLSearchParams(many.map((index): [string, string] => ["k", `${index}`])),
      true,
    ],
  ])(
    "200,000 %s",
    (_, validator, value, valid) => {
      const result = validator.safe(value, { maxErrors: 200_000 });
      expect(result.ok).toBe(valid);
      if (!result.ok) expect(result.error.length).toBe(200_000);
    },
    10_000,
  );
});

test("a pattern that takes exponential time is not asked about a text that is too long", () => {
  const validator = Str({ maxlen: 10, pattern: "^(a+)+$", backtrack: true });
  expect(validator.is(`${"a".repeat(50_000)}!`)).toBe(false);
});
