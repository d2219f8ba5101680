import { describe, expect, test } from "vitest";
import { execution } from "../../src/engines/fast/mode.ts";
import { WorkLimitError } from "../../src/exc.ts";
import { Const, Dict, Float, Int, List, OneOf, Str, type Validator } from "../../src/index.ts";
import { keepMode } from "./mode.ts";

keepMode();

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `key${index}`);
const ints = (names: readonly string[]) => Dict(Object.fromEntries(names.map((name) => [name, Int()])));
const backwards = (names: readonly string[]) => Object.fromEntries(names.toReversed().map((name) => [name, 1]));

const three = { a: Int(), b: Str(), c: Int({ min: 0 }) };
const calls: { readonly [what: string]: readonly [schema: Validator, ...inputs: object[]] } = {
  "the keys of the schema": [Dict(three), { c: 1, b: "x", a: 2 }, { b: "x", c: 1, a: 2 }, { c: -1, b: 1, a: "x" }],
  "a key less": [Dict(three), { c: 1, b: "x" }, { b: "x", a: undefined, c: 1 }],
  "a key more": [Dict(three), { d: 0, c: 1, b: "x", a: 2 }, { c: 1, d: 0, b: 5, a: 2, e: 0 }],
  "a key more, which is undefined": [Dict(three), { d: undefined, c: 1, b: "x", a: 2 }],
  "a key that is dropped": [Dict(three, { dispose: ["b"], optional: ["b"] }), { c: 1, b: 5, a: 2 }],
  "a key of no schema that is dropped": [Dict(three, { dispose: ["z"] }), { z: 5, c: 1, b: "x", a: 2 }],
  "keys of which many are dropped": [
    Dict(three, { dispose: [...numbered(20), "b"], optional: ["b"], unknown: "strip" }),
    { key3: 5, c: 1, b: 5, z: 1, a: 2 },
    { key19: 5, c: "x", key20: undefined, a: 2 },
  ],
  "a key that is dropped, and has a default": [
    Dict(three, { dispose: ["b"], defaults: { b: "y" } }),
    { c: 1, b: "x", a: 2 },
  ],
  "unknown keys, stripped": [Dict(three, { unknown: "strip" }), { y: 1, c: 1, z: {}, b: "x", a: 2 }, { z: 1, c: 1 }],
  "unknown keys, kept": [Dict(three, { unknown: "keep" }), { y: 1, c: 1, z: 2, b: "x", a: 2, toString: 3 }],
  "unknown keys with a schema": [
    Dict({ a: Int() }, { extra: [Str({ maxlen: 1 }), Int()] }),
    { y: 1, a: 2, z: 3 },
    { y: "1", a: "2", zz: 3 },
    { y: undefined, z: 1, a: 1 },
  ],
  "unknown numbers": [
    Dict({ a: Int() }, { extra: [Str(), Float()] }),
    { y: 1, a: 2, z: 3.5 },
    { y: -0, a: -0 },
    { y: undefined, a: 2 },
    { y: "1", z: -0, a: 2 },
    { z: 1 },
  ],
  "unknown texts that are changed": [
    Dict({ a: Int() }, { extra: [Str(), Str({ case: "upper" })], optional: ["a"] }),
    { y: "y", a: undefined },
    { Y: "Y" },
    { y: "y", z: 1 },
  ],
  "unknown keys that are changed": [
    Dict({ A: Int() }, { extra: [Str({ case: "upper" }), Int()], optional: ["A"] }),
    { b: 1, A: 2 },
    { a: 1, A: 2 },
    { a: 1 },
    { B: 1, b: 2, A: 3 },
  ],
  "unknown keys, and a symbol": [
    Dict({ a: Int() }, { unknown: "keep" }),
    { y: 1, a: 2, [Symbol("of no schema")]: 3 },
    JSON.parse('{ "__proto__": 1, "a": 2 }'),
  ],
  "a default": [Dict(three, { defaults: { b: "y" } }), { c: 1, a: 2 }, { c: 1, b: undefined, a: 2 }],
  "limits of the number of keys": [
    Dict(three, { unknown: "strip", dispose: ["a"], optional: ["a", "b"], minlen: 3, maxlen: 3 }),
    { z: 1, c: 1, a: 2 },
    { c: 1, a: 2 },
    { z: undefined, c: 1, a: 2 },
    { z: 1, c: 1, y: 1, a: 2 },
  ],
  "sixteen keys": [ints(numbered(16)), backwards(numbered(16)), { ...backwards(numbered(16)), key3: "x" }],
  "seventeen keys": [ints(numbered(17)), backwards(numbered(17)), { ...backwards(numbered(17)), key3: "x", z: 1 }],
  "three hundred keys": [ints(numbered(300)), backwards(numbered(300)), backwards(numbered(299))],
  "names that Object.prototype has": [
    Dict({ a: Int(), toString: Int(), constructor: Int() }),
    { constructor: 1, toString: 2, a: 3 },
    { constructor: 1, a: 3 },
    { valueOf: 1, constructor: 1, toString: 2, a: 3 },
  ],
  "a tag in the middle": [
    OneOf(Dict({ kind: Const("a"), x: Int(), y: Int() }), Dict({ kind: Const("b"), x: Str(), y: Str() })),
    { x: 1, kind: "a", y: 2 },
    { y: "2", kind: "b", x: "1" },
    { y: "2", kind: "a", x: "1" },
    { y: 1, kind: "a" },
  ],
};

describe("keys in another order than that of the schema", () => {
  test.each(Object.entries(calls))("%s: generated code answers as the check does", (_, [schema, ...inputs]) => {
    for (const input of inputs) {
      const answer = () => {
        const result = schema.safe(input);
        return {
          is: schema.is(input),
          ...result,
          text: JSON.stringify(result),
          error: String(!result.ok && result.error),
        };
      };
      execution.mode = "check";
      const expected = answer();
      execution.mode = "compiled";
      const before = execution.answered;
      expect(answer()).toEqual(expected);
      expect(execution.answered - before).toBe(2);
    }
  });

  test("the result has the order of the input", () => {
    execution.mode = "compiled";
    expect(Object.keys(Dict(three)({ c: 1, a: 2, b: "x" }))).toEqual(["c", "a", "b"]);
  });

  test("properties are read once, in the order of the input, before any is validated", () => {
    const read: string[] = [];
    const watched = new Proxy(
      { c: 1, b: "x", a: "no" },
      {
        get(of, key) {
          read.push(String(key));
          return Reflect.get(of, key);
        },
      },
    );
    for (const one of ["check", "compiled"] as const) {
      execution.mode = one;
      expect(Dict(three).safe(watched).ok).toBe(false);
      expect(read.splice(0)).toEqual(["c", "b", "a"]);
    }
  });

  test("hidden properties are read behind the others, in the order of the schema, before any is validated", () => {
    const read: string[] = [];
    const value = (c: number): object => {
      const told = (key: string, of: unknown) => ({
        get: () => {
          read.push(key);
          return of;
        },
      });
      return Object.defineProperties({ c }, { b: told("b", "x"), a: told("a", "no") });
    };
    for (const one of ["check", "compiled"] as const) {
      execution.mode = one;
      for (const c of [1, -1]) {
        expect(Dict(three).safe(value(c)).ok).toBe(false);
        expect(read.splice(0)).toEqual(["a", "b"]);
      }
    }
  });

  test("a tag that is dropped is read once, and a default is made by a call though a later key is missing", () => {
    const told: string[] = [];
    const without = (dispose: readonly string[]): Validator =>
      OneOf([Dict({ kind: Const("cat"), n: Int() }, { dispose, optional: ["kind"] })], { discriminator: "kind" });
    const [dropping, droppingMany] = [without(["kind"]), without(["kind", ...numbered(20)])];
    const get = () => {
      told.push("tag");
      return "cat";
    };
    const name = () => {
      told.push("name");
      return "?";
    };
    const named = Dict({ name: Str(), n: Int() }, { defaults: { name } });
    for (const one of ["check", "compiled"] as const) {
      execution.mode = one;
      const cat = Object.defineProperty({ n: 1 }, "kind", { get, enumerable: true });
      expect([droppingMany.is(cat), droppingMany(cat)]).toEqual([true, { n: 1 }]);
      expect(told.splice(0)).toEqual(["tag", "tag"]);
      expect([dropping.is(cat), dropping(cat), named.safe({ n: undefined }).ok]).toEqual([true, { n: 1 }, false]);
      expect(told.splice(0)).toEqual(["tag", "tag", "name"]);
    }
  });

  test("a hidden index of Array.prototype is no member", () => {
    Object.defineProperty(Array.prototype, 35, { value: 1, writable: true, configurable: true });
    try {
      const { key35: _, ...others } = backwards(numbered(40));
      for (const one of ["check", "compiled"] as const) {
        execution.mode = one;
        expect([ints(numbered(40)).is(backwards(numbered(40))), ints(numbered(40)).is(others)]).toEqual([true, false]);
      }
    } finally {
      Reflect.deleteProperty(Array.prototype, 35);
    }
  });

  test("a key that a Proxy lists, but has not, is missing", () => {
    const listing = new Proxy({ c: 1, a: 2 }, { ownKeys: () => ["c", "toString", "a", "__proto__"] });
    for (const one of ["check", "compiled"] as const) {
      execution.mode = one;
      expect(Dict({ a: Int(), c: Int() })(listing)).toEqual({ c: 1, a: 2 });
      expect(Dict({ a: Int(), c: Int(), toString: Int() }).is(listing)).toBe(false);
    }
  });

  test("a key that a Proxy lists, but has not, is missing though all objects inherit a hidden one", () => {
    Object.defineProperty(Object.prototype, "zip", { value: 1, enumerable: false, configurable: true });
    try {
      const listing = new Proxy({ a: 2 }, { ownKeys: () => ["zip", "a"] });
      for (const one of ["check", "compiled"] as const) {
        execution.mode = one;
        const schema = Dict({ zip: Int(), a: Int() });
        expect([schema.is(listing), schema.is({ zip: 1, a: 2 })]).toEqual([false, true]);
      }
    } finally {
      Reflect.deleteProperty(Object.prototype, "zip");
    }
  });

  test("a key that a getter deletes is missing though all objects inherit a hidden one", () => {
    Object.defineProperty(Object.prototype, "b", { value: 1, enumerable: false, configurable: true });
    try {
      const deleting = (keys: readonly string[]) => {
        const value: Record<string, unknown> = {};
        const get = () => {
          delete value.b;
          return 1;
        };
        for (const key of keys) {
          const descriptor = key === "a" ? { get } : { value: 1, writable: true };
          Object.defineProperty(value, key, { ...descriptor, enumerable: true, configurable: true });
        }
        return value;
      };
      for (const one of ["check", "compiled"] as const) {
        execution.mode = one;
        const schema = Dict({ a: Int(), b: Int(), c: Int() }, { optional: ["b"] });
        expect(schema(deleting(["a", "b", "c"]))).toEqual({ a: 1, c: 1 });
        expect(schema(deleting(["c", "a", "b"]))).toEqual({ c: 1, a: 1 });
        expect(Dict({ a: Int(), b: Int() }).is(deleting(["a", "b"]))).toBe(false);
      }
    } finally {
      Reflect.deleteProperty(Object.prototype, "b");
    }
  });

  const many = [...numbered(20), "zz"];
  test.each<[string, Validator]>([
    ["a key of the schema", Dict({ a: Int(), zz: Str({ case: "upper" }) }, { unknown: "keep", optional: ["zz"] })],
    ["one of many", Dict(Object.fromEntries(many.map((key) => [key, Int()])), { unknown: "keep", optional: many })],
    ["a key that is not in the schema", Dict({ a: Int() }, { extra: [Str(), Int()] })],
  ])("what a getter has just put on Object.prototype is no member: %s", (_, schema) => {
    const descriptor = { get: () => "text", enumerable: true, configurable: true };
    for (const one of ["check", "compiled"] as const) {
      execution.mode = one;
      const polluting = {
        b: 1,
        get key1() {
          Object.defineProperty(Object.prototype, "zz", descriptor);
          return 1;
        },
        a: 1,
      };
      const result = schema.safe(polluting);
      Reflect.deleteProperty(Object.prototype, "zz");
      expect(result).toEqual({ ok: true, value: { b: 1, key1: 1, a: 1 } });
    }
  });

  test.each<[string, Validator]>([
    ["kept", Dict({ a: Int() }, { unknown: "keep" })],
    ["with a schema", Dict({ a: Int() }, { extra: [Str(), Int()] })],
  ])("the steps for an object that is met again and again are bounded by its size: unknown keys, %s", (_, schema) => {
    let [lists, value]: [Validator, unknown] = [schema, { ...backwards(numbered(100)), a: 1 }];
    for (let level = 0; level < 15; level++) [lists, value] = [List(lists), [value, value]];
    for (const one of ["check", "compiled"] as const) {
      execution.mode = one;
      expect(lists.safe(value).error?.at(0)).toBeInstanceOf(WorkLimitError);
    }
  });

  test("an object that inherits members is no plain object", () => {
    const inheriting = Object.assign(Object.create(Object.assign(Object.create(null), { z: 1 })), { c: 1, a: 2 });
    for (const one of ["check", "compiled"] as const) {
      execution.mode = one;
      expect(Dict({ a: Int(), c: Int() }).safe(inheriting).ok).toBe(false);
      expect(Dict({}).is(Object.create(Object.getPrototypeOf(inheriting)))).toBe(false);
    }
  });

  test("a tag is read before the other keys are listed", () => {
    const cat = OneOf([Dict({ kind: Const("cat") }), Dict({ kind: Const("dog") })], { discriminator: "kind" });
    const adding = () =>
      Object.defineProperty({} as Record<string, unknown>, "kind", {
        enumerable: true,
        get(this: Record<string, unknown>) {
          this.more = 1;
          return "cat";
        },
      });
    for (const one of ["check", "compiled"] as const) {
      execution.mode = one;
      expect(cat.safe(adding()).ok).toBe(false);
    }
  });

  test("a tag that a getter deletes after it was read is a member all the same, in its place", () => {
    const cat = OneOf([Dict({ a: Int(), kind: Const("cat"), z: Int() }), Dict({ kind: Const("dog") })], {
      discriminator: "kind",
    });
    const deleting = (before: object, after: object) =>
      Object.defineProperty({ ...before, kind: "cat", ...after } as Record<string, unknown>, "z", {
        enumerable: true,
        get(this: Record<string, unknown>) {
          delete this.kind;
          return 1;
        },
      });
    for (const one of ["check", "compiled"] as const) {
      execution.mode = one;
      expect(JSON.stringify(cat(deleting({ z: 0 }, { a: 2 })))).toBe('{"z":1,"kind":"cat","a":2}');
      expect(JSON.stringify(cat(deleting({ a: 2 }, { z: 0 })))).toBe('{"a":2,"kind":"cat","z":1}');
    }
  });

  test.each([3, 16, 17, 40])("behind a tag, of %s keys", (size) => {
    const numbers = Array.from({ length: size }, (_, index): [string, Validator] => [`k${index}`, Int()]);
    const cat = OneOf([Dict({ kind: Const("cat"), ...Object.fromEntries(numbers) }), Dict({ kind: Const("dog") })], {
      discriminator: "kind",
    });
    const value = Object.fromEntries([...numbers.map(([key], index) => [key, index]).reverse(), ["kind", "cat"]]);
    const inputs = [value, { ...value, k1: "x" }, { more: 1, ...value }, { ...value, k2: undefined }];
    execution.mode = "check";
    const expected = inputs.map((input) => [JSON.stringify(cat.safe(input)), cat.is(input)]);
    execution.mode = "compiled";
    const before = execution.answered;
    expect(inputs.map((input) => [JSON.stringify(cat.safe(input)), cat.is(input)])).toEqual(expected);
    expect(execution.answered).toBe(before + 2 * inputs.length);
  });

  test("code that is generated later needs no method of Object.prototype", () => {
    execution.mode = "compiled";
    const { hasOwnProperty } = Object.prototype;
    try {
      Reflect.deleteProperty(Object.prototype, "hasOwnProperty");
      expect(Dict({ a: Int() }).is({ b: 1, a: 2 })).toBe(false);
    } finally {
      Object.defineProperty(Object.prototype, "hasOwnProperty", {
        ...{ value: hasOwnProperty, writable: true, enumerable: false, configurable: true },
      });
    }
  });

  test.each(["b", "length", "0"])("what Object.prototype has under %o is no member", (name) => {
    const prototype = Object.prototype as unknown as Record<string, unknown>;
    prototype[name] = 1;
    try {
      for (const one of ["check", "compiled"] as const) {
        execution.mode = one;
        expect(Dict({ a: Int(), b: Int() }).is({ b: 1, a: 1 })).toBe(true);
        expect(Dict({ a: Int(), b: Int() }).is({ c: 1, a: 1 })).toBe(false);
        expect(Dict({ a: Int(), b: Int() }).is({ a: 1 })).toBe(false);
        expect(Dict({ a: Int(), [name]: Int() }, { unknown: "strip" }).is({ z: 1, a: 1 })).toBe(false);
      }
    } finally {
      delete prototype[name];
    }
  });
});
