/** `is` is a type guard: what it accepts is of the input type as it stands. */
import vm from "node:vm";
import { afterEach, describe, expect, test } from "vitest";
import { execution } from "../src/engines/fast/mode.ts";
import {
  AllOf,
  Any,
  Bool,
  Closed,
  Const,
  Date as DateOf,
  Default,
  Dict,
  type Failed,
  Float,
  Int,
  instances,
  LazyRef,
  List,
  multidict,
  OneOf,
  type Report,
  Str,
  Tuple,
  Type,
  Validator,
} from "../src/index.ts";
import { keepMode } from "./fast/mode.ts";

keepMode();

afterEach(() => instances.clear());

const one = Dict({ a: Int() });

describe("is refuses what the call would convert though no parameter says so:", () => {
  class Pair extends Validator<number[]> {
    override check(input: unknown, report: Report): number[] | Failed {
      return List(Int()).check(input, report) as number[] | Failed;
    }
  }
  test.each<[string, Validator, unknown]>([
    ["a Map for an object", one, new Map([["a", 1]])],
    ["a form for an object", Dict({ a: Str() }), new URLSearchParams("a=x")],
    ["headers for an object", Dict({ a: Str() }), new Headers({ a: "x" })],
    ["a multidict for an object", Dict({ a: Str() }), multidict({ a: "x" })],
    ["a Map for an object of extra keys", Dict({ extra: [Str(), Int()] }), new Map([["a", 1]])],
    ["a bigint for an integer", Int(), 5n],
    ["a bigint for an integer that may be text", Int({ coerce: true }), 5n],
    ["a bigint for a number", Float(), 5n],
    ["a bigint for a number that may be text", Float({ coerce: true }), 5n],
    ["a bigint for a boolean that may be an integer", Bool({ coerce_int: true }), 1n],
    ["a bigint for a timestamp", DateOf({ unixts: true }), 5n],
    ["in an object", Dict({ a: one, b: Any() }), { a: new Map([["a", 1]]), b: 1 }],
    ["in an array", List(Int()), [1, 5n]],
    ["in a tuple", Tuple(Int(), Int()), [1, 5n]],
    ["in an extra value", Dict({ extra: [Str(), Int()] }), { a: 5n }],
    ["in a step of OneOf", OneOf(Str(), Int()), 5n],
    ["in the first step of AllOf", AllOf(Int(), Any()), 5n],
    ["behind a reference", LazyRef("is.int"), 5n],
    ["in a custom validator that asks others", new Pair(), [5n]],
  ])("%s", (_, validator, value) => {
    instances.put("is.int", Int());
    expect(validator.safe(value).ok).toBe(true);
    expect(validator.is(value)).toBe(false);
  });

  class ToMap extends Validator<Map<string, number>> {
    override check(input: unknown): Map<string, number> {
      return new Map([["a", Number(input)]]);
    }
  }
  class Query extends Validator<{ a: number }, string> {
    override check(input: unknown): { a: number } {
      return Dict({ a: Int({ coerce: true }) })(new URLSearchParams(String(input)));
    }
  }
  test.each<[string, Validator, unknown]>([
    ["text where coerce says so", Int({ coerce: true }), "5"],
    ["an object without prototype", one, Object.assign(Object.create(null), { a: 1 })],
    ["an array of a subclass", List(Int()), class extends Array<number> {}.of(1, 2)],
    ["a Map that is asked for", Type(Map), new Map()],
    ["a bigint that is asked for", List(Type(BigInt)), [5n]],
    ["a bigint where one step takes it", OneOf(Int(), Type(BigInt)), 5n],
    ["anything", Any(), new Map([["a", 5n]])],
    ["one value", Const(5n), 5n],
    ["bytes where an encoding is given", Str({ encoding: "utf-8" }), Uint8Array.of(97)],
    // What is converted there was not given.
    ["a step's result that the next one converts", AllOf(new ToMap() as Validator, one), 5],
    ["what a check of one's own has made", List(new Query()), ["a=1"]],
    ["a default that is converted", Dict({ a: one }, { defaults: { a: () => new Map([["a", 1n]]) as never } }), {}],
  ])("but takes %s", (_, validator, value) => {
    expect(validator.is(value)).toBe(true);
  });

  test("what follows a default or a step's result is validated as it stands again", () => {
    const made = Dict({ a: one }, { defaults: { a: () => new Map([["a", 1n]]) as never } });
    expect(List(made).is([{}, { a: new Map([["a", 1]]) }])).toBe(false);
    expect(Tuple(AllOf(new ToMap() as Validator, one), Int()).is([1, 5n])).toBe(false);
  });

  test("JSON text is what it is: isJson refuses what json refuses, and nothing else", () => {
    expect(one.isJson('{"a": 1}')).toBe(true);
  });
});

describe("a key that may be missing", () => {
  const hidden = (key: string, value: unknown = "str"): object => Object.defineProperty({}, key, { value });
  const withPrototype = (prototype: object, members: object = {}): object =>
    Object.assign(Object.create(prototype), members);
  const bare = (key: string): object => Object.assign(Object.create(null), { [key]: "str" });
  const schemas: [string, (key: string, more?: object) => Validator][] = [
    ["optional", (key, more) => Dict({ [key]: Int() }, { optional: [key], ...more })],
    ["of several", (key, more) => Dict({ b: Int(), [key]: Int(), c: Str() }, { optional: [key, "b", "c"], ...more })],
    ["with members", (key, more) => Dict({ [key]: List(Dict({ x: Int() })) }, { optional: [key], ...more })],
    ["with a default", (key, more) => Dict({ [key]: Int() }, { defaults: { [key]: 1 }, ...more })],
    ["a Default", (key, more) => Dict({ [key]: Default(Int(), 1) }, more)],
    [
      "beside 40 others",
      (key, more) => {
        const others = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`k${index}`, Int()]));
        return Dict({ ...others, [key]: Int() } as Record<string, Validator>, {
          optional: [key, ...Object.keys(others)],
          ...more,
        });
      },
    ],
    [
      "tagged",
      (key, more) => {
        const steps = [
          Dict({ k: Const("a"), [key]: Int() }, { optional: ["k", key], ...more }),
          Dict({ k: Const("b") }),
        ];
        return OneOf(steps, { discriminator: "k" });
      },
    ],
  ];
  const wide = [
    undefined,
    { unknown: "strip" },
    { unknown: "keep" },
    { extra: [Str(), Any()] },
    { maxlen: 100 },
  ] as const;

  test.each(schemas)("%s must not be hidden from the guard, on any tier", (name, make) => {
    const valid = name === "with members" ? [{ x: 1 }] : 1;
    for (const more of wide) {
      const schema = make("a", more);
      const nested = List(Dict({ inner: schema }));
      const piped = AllOf(schema, Any());
      const chosen = OneOf(AllOf(nested, Any()), Str());
      for (const [value, is] of [
        [{}, true],
        [{ a: undefined }, true],
        [{ a: "str" }, false],
        [Object.create(null), true],
        [withPrototype(Object.create(null)), true],
        [vm.runInNewContext("({})"), true],
        [hidden("other"), true],
        [hidden("a"), false],
        [Object.defineProperty({}, "a", { value: undefined }), true],
        [hidden("a", valid), true],
        [Object.defineProperty({}, "a", { get: () => valid }), true],
        [withPrototype(bare("a")), false],
        [withPrototype(Object.create({ __proto__: null }, { a: { value: "str" } })), false],
        [withPrototype(Object.create(Object.prototype, { a: { value: "str" } })), false],
        [vm.runInNewContext("Object.defineProperty({}, 'a', { value: 's' })"), false],
      ] as [object, boolean][]) {
        expect([schema.is(value), piped.is(value), schema.safe(value).ok]).toEqual([is, is, is]);
        const inner = [{ inner: value }];
        expect([nested.is(inner), chosen.is(inner)]).toEqual([is, is]);
      }
    }
  });

  test("may have the name of what all objects inherit", () => {
    for (const [, make] of schemas) {
      for (const key of ["toString", "constructor", "__proto__", "valueOf"]) {
        if (key === "__proto__") continue;
        const schema = make(key);
        expect(schema.is({})).toBe(true);
        expect(schema.is(vm.runInNewContext("({})"))).toBe(true);
        expect(schema.is(hidden(key))).toBe(false);
        expect(schema.is(withPrototype(bare(key)))).toBe(false);
      }
    }
  });

  test("may be on Object.prototype", () => {
    const schema = Dict({ polluted: Int() }, { optional: ["polluted"] });
    Object.defineProperty(Object.prototype, "polluted", { value: "str", configurable: true });
    try {
      expect(schema.is({})).toBe(true);
    } finally {
      delete (Object.prototype as { polluted?: unknown }).polluted;
    }
  });

  test("is read where a validator names it, by the guard and by the call, as one that must be there", () => {
    for (const schema of [
      Dict({ a: Int(), b: Any() }),
      Dict({ b: Int(), a: Int(), c: Any() }, { optional: ["c"] }),
      Dict({ a: Int(), b: Any() }, { unknown: "keep" }),
      Dict({ a: Int(), b: Any() }, { optional: ["a"], unknown: "keep", required: ["a"] }),
      Dict({ a: Int(), b: Any() }, { optional: ["a"], dependent_required: { b: ["a"] } }),
      AllOf(Dict({ b: Any() }, { unknown: "keep" }), Dict({ a: Int() }, { unknown: "keep" })),
      AllOf(Dict({}, { extra: [Str(), Any()] }), Dict({ a: Int() }, { unknown: "keep" }), Any()),
      Closed(AllOf(Dict({ a: Int(), b: Any() }, { unknown: "keep" }))),
    ]) {
      const value = Object.defineProperty({ b: 1 }, "a", { value: 1 });
      for (const mode of ["check", "compiled"] as const) {
        execution.mode = mode;
        expect([schema.is(value), schema.is({ b: 1 })], `${mode} ${schema}`).toEqual([true, false]);
        expect(schema.safe(value).ok).toBe(true);
      }
    }
  });

  test("is not seen where no validator names it", () => {
    for (const [schema, is] of [
      [Dict({ b: Any() }), true],
      [Dict({}, { extra: [Str({ options: ["b"] }), Any()] }), true],
      [Dict({}, { unknown: "keep", maxlen: 1 }), true],
      [Dict({ b: Any() }, { unknown: "keep", required: ["a"] }), false],
      [Dict({ b: Any() }, { unknown: "keep", dependent_required: { b: ["a"] } }), false],
    ] as [Validator, boolean][]) {
      const value = Object.defineProperty({ b: 1 }, "a", { value: 1 });
      for (const mode of ["check", "compiled"] as const) {
        execution.mode = mode;
        expect([schema.is(value), schema.safe(value).ok], `${mode} ${schema}`).toEqual([is, is]);
      }
    }
  });

  test("is in the result of the call", () => {
    const schema = Dict({ a: Int() }, { optional: ["a"] });
    expect(schema(hidden("a", 1))).toEqual({ a: 1 });
    expect(schema.safe(hidden("a")).ok).toBe(false);
    // What inherits named members is no plain object.
    expect(schema.safe(withPrototype(bare("a"))).ok).toBe(false);
    // What is dropped may be anything.
    expect(Dict({ a: Int() }, { optional: ["a"], dispose: ["a"] }).is(hidden("a"))).toBe(true);
  });

  test("of a Proxy is asked for like any other", () => {
    const schema = Dict({ a: Int() }, { optional: ["a"] });
    const traps: ProxyHandler<object>[] = [
      {},
      { has: () => true },
      { ownKeys: () => [] },
      {
        has: () => {
          throw new RangeError("has");
        },
      },
    ];
    const outcome = (handler: ProxyHandler<object>): unknown => {
      try {
        return schema.is(new Proxy({}, handler));
      } catch (error) {
        return String(error);
      }
    };
    expect(traps.map(outcome)).toEqual([true, true, true, true]);
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(schema.is(proxy)).toBe(false);
  });
});
