import { inspect } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { JsonDecodeError, SchemaError, type ValidationError } from "../src/exc.ts";
import {
  AllOf,
  Any,
  Bool,
  Bytes,
  Const,
  classes,
  Dict,
  engine,
  Float,
  Int,
  instances,
  LazyRef,
  List,
  OneOf,
  Str,
  Time,
  Tuple,
  Type,
  Validator,
} from "../src/index.ts";
import { texts } from "./support/verdict.ts";

afterEach(() => instances.clear());

/** One of each class, with parameters. */
const make = {
  Int: () => Int({ min: 1 }),
  Float: () => Float({ max: 1.5 }),
  Str: () => Str({ options: ["a", "b"] }),
  Bytes: () => Bytes({ minlen: 1 }),
  Bool: () => Bool({ coerce_str: true }),
  List: () => List(Int({ min: 1 }), { unique: true }),
  Tuple: () => Tuple(Int(), Str()),
  Dict: () => Dict({ a: Int({ min: 1 }) }, { defaults: { a: 0 }, optional: ["a"], extra: [Str(), Any()] }),
  AllOf: () => AllOf(Int(), Const(1)),
  OneOf: () => OneOf(Int(), Str()),
  LazyRef: () => LazyRef("x", { maxdepth: 1 }),
  Type: () => Type(Map, { minlen: 1 }),
  Const: () => Const({ a: [1] }),
  Any: () => Any(),
};
const kinds = Object.entries(make) as [string, () => Validator][];

describe("a validator is a callable object", () => {
  test.each(kinds)("%s", (name, create) => {
    const validator = create();
    expect(typeof validator).toBe("function");
    expect(validator).toBeInstanceOf(Validator);
    expect(validator).toBeInstanceOf(classes.get(name));
    expect(validator).toBeInstanceOf(Function);
    expect(validator.constructor).toBe(classes.get(name));
    expect(inspect(validator)).toBe(String(validator));
  });

  test("built-in classes work with and without new", () => {
    expect(new Int({ min: 1 }).equals(Int({ min: 1 }))).toBe(true);
    expect(new Dict({ a: new List(new Int()) }).equals(Dict({ a: List(Int()) }))).toBe(true);
    expect(Int()).not.toBeInstanceOf(Float);
    expect(Int.name).toBe("Int");
  });

  test("has what functions have", () => {
    const validator = Int();
    expect(validator.call(null, 5)).toBe(5);
    expect(validator.apply(null, [5])).toBe(5);
    expect(validator.bind(null)(5)).toBe(5);
  });

  test("the base class cannot validate", () => {
    expect(() => new (class Bare extends Validator {})()(1)).toThrow(new TypeError("Bare should have a check"));
  });
});

describe("a validator is immutable", () => {
  test.each(kinds)("%s", (_name, create) => {
    const validator = create();
    const before = String(validator);
    const parts = validator as unknown as Record<string, unknown>;
    expect(Object.isFrozen(validator)).toBe(true);
    for (const param of [...Object.keys(validator), "check", "brandNew"]) {
      expect(() => {
        parts[param] = 5;
      }, param).toThrow(TypeError);
    }
    for (const param of Object.keys(validator)) {
      expect(() => delete parts[param], param).toThrow(TypeError);
      const value = parts[param];
      if (typeof value === "object" && value !== null) expect(Object.isFrozen(value), param).toBe(true);
    }
    expect(String(validator)).toBe(before);
  });

  test("what it was made of can change without changing it", () => {
    const schema = { a: Int() } as Record<string, Validator>;
    const options = ["x"];
    const optional = ["a"];
    const dict = Dict(schema, { optional });
    const str = Str({ options });
    schema.b = Int();
    delete schema.a;
    options.push("y");
    optional.pop();
    expect([String(dict), String(str)]).toEqual([
      "<Dict(schema={a: <Int()>}, optional=['a'])>",
      "<Str(options=['x'])>",
    ]);
  });

  test("has all its parameters, undefined or false where they were not given", () => {
    const int = Int({ min: 1 }) as unknown as Record<string, unknown>;
    expect(Object.fromEntries(Object.keys(Int.params).map((name) => [name, int[name]]))).toStrictEqual({
      nullable: false,
      coerce: false,
      bigint: false,
      unsafe: false,
      exact: false,
      min: 1,
      max: undefined,
      exclusive_min: undefined,
      exclusive_max: undefined,
      multiple_of: undefined,
      options: undefined,
    });
  });
});

describe("two validators are equal", () => {
  test.each(kinds)("when class and parameters are: %s", (_name, create) => {
    const validator = create();
    expect(validator.equals(validator)).toBe(true);
    expect(validator.equals(create())).toBe(true);
    for (const [, other] of kinds) if (other !== create) expect(validator.equals(other())).toBe(false);
    expect(validator.equals(String(validator))).toBe(false);
  });

  test("whatever their alias, and the order of the keys of a schema", () => {
    expect(Int({ alias: "a" }).equals(Int())).toBe(true);
    expect(Dict({ a: Int(), b: Str() }).equals(Dict({ b: Str(), a: Int() }))).toBe(true);
    expect(Int({ min: undefined, nullable: false }).equals(Int())).toBe(true);
  });

  test.each([
    [Int({ min: 1 }), Int({ min: 2 })],
    [Int({ min: 1 }), Int({ max: 1 })],
    [Int({ min: 1 }), Int({ min: 1, max: 2 })],
    [Tuple(Int(), Str()), Tuple(Str(), Int())],
    [AllOf(Int()), AllOf(Int(), Int())],
    [AllOf(Int()), OneOf(Int())],
    [Dict({ a: Int() }), Dict({ a: Int(), b: Int() })],
    [Dict({ a: Int() }), Dict({ a: Str() })],
    [Dict({ a: Int() }), Dict({ b: Int() })],
    [Dict({}), Dict()],
    [Const(0), Const(false)],
    [Const([1]), Const([2])],
    [Const([Int()]), Const([Str()])],
    [Type(Map), Type(Set)],
    [Str({ options: ["a", "b"] }), Str({ options: ["b", "a"] })],
  ])("and not otherwise: %s and %s", (a, b) => {
    expect([a.equals(b), b.equals(a)]).toEqual([false, false]);
  });

  test("a limit that is an object is not one that is missing", () => {
    const [a, b] = [Time({ format: "%H:%M", min: "08:00" }), Time({ format: "%H:%M", nullable: true })];
    expect([a.equals(b), b.equals(a)]).toEqual([false, false]);
  });

  test("also with values that equal nothing", () => {
    expect(Const(Number.NaN).equals(Const(Number.NaN))).toBe(true);
    expect(Const([{ a: Number.NaN }]).equals(Const([{ a: Number.NaN }]))).toBe(true);
    const make = (): number => 1;
    const dict = (): Validator => Dict({ a: Int() }, { defaults: { a: make } });
    expect(dict().equals(dict())).toBe(true);
  });
});

describe("asking a validator", () => {
  const validator = Dict({ a: Int(), b: Int() });

  test("a call returns the value or throws", () => {
    expect(validator({ a: 1, b: 2 })).toEqual({ a: 1, b: 2 });
    expect(() => validator({})).toThrow(SchemaError);
  });

  test("safe returns a result", () => {
    expect(validator.safe({ a: 1, b: 2 })).toStrictEqual({ ok: true, value: { a: 1, b: 2 } });
    const result = validator.safe({});
    expect(result.ok).toBe(false);
    expect(texts((result as { error: ValidationError }).error)).toEqual([
      "<a: MissingKeyError()>",
      "<b: MissingKeyError()>",
    ]);
  });

  test("is says whether the value is valid", () => {
    expect([validator.is({ a: 1, b: 2 }), validator.is({})]).toEqual([true, false]);
  });

  test("json, safeJson and isJson do so for JSON text", () => {
    expect(validator.json('{"a": 1, "b": 2}')).toEqual({ a: 1, b: 2 });
    expect(validator.safeJson('{"a": 1, "b": 2}')).toStrictEqual({ ok: true, value: { a: 1, b: 2 } });
    expect([validator.isJson('{"a": 1, "b": 2}'), validator.isJson("{}"), validator.isJson("{")]).toEqual([
      true,
      false,
      false,
    ]);
    expect(() => validator.json("{}")).toThrow(SchemaError);
    expect(() => validator.json("{")).toThrow(JsonDecodeError);
    expect(validator.safeJson("{")).toMatchObject({ ok: false, error: { reason: "syntax", offset: 1 } });
    expect(engine().impl).toMatch(/^(N-API|Wasm|TypeScript)$/);
  });

  test("an undefined value is not null", () => {
    expect(Int({ nullable: true }).is(undefined)).toBe(false);
  });
});

describe("a method without its validator says so", () => {
  const names = ["safe", "is", "json", "safeJson", "isJson", "dump", "clone", "equals", "toString"] as const;
  test.each(names)("%s", (name) => {
    const method = Int()[name] as (value: unknown) => unknown;
    const message = `${name} was called without its validator: write validator.${name}(...), or bind it to the validator`;
    expect(() => method("1")).toThrow(new TypeError(message));
    expect(() => ({ method }).method("1")).toThrow(new TypeError(message));
    expect(() => method.call(Int(), name === "clone" ? undefined : "1")).not.toThrow();
  });

  test("but prototypes have a text form", () => {
    expect([Int.prototype, Validator.prototype].map(String)).toEqual(["<Int()>", "<Validator()>"]);
  });

  test("load needs none", () => {
    const { load: loaded } = Int;
    expect(loaded({ __class__: "Int" }).equals(Int())).toBe(true);
  });
});
