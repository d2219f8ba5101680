import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { ValueError } from "../../src/exc.ts";
import {
  AllOf,
  Any,
  Bytes,
  Const,
  classes,
  Dict,
  dump,
  Float,
  functions,
  If,
  Int,
  LazyRef,
  List,
  load,
  OneOf,
  Str,
  Tuple,
  Type,
  type Validator,
} from "../../src/index.ts";
import { spelled } from "../support/verdict.ts";

describe("dump", () => {
  test("is a plain object with __class__ and the parameters that differ from their defaults", () => {
    const validator = Dict(
      { id: Int({ min: 1, alias: "unseen" }), tags: List(Str(), { unique: true }), at: Tuple(Float(), Float()) },
      { defaults: { tags: [] }, optional: ["at"], extra: [Str(), Any()] },
    );
    const dump = validator.dump();
    expect(dump).toStrictEqual({
      __class__: "Dict",
      schema: {
        id: { __class__: "Int", min: 1 },
        tags: { __class__: "List", item: { __class__: "Str" }, unique: true },
        at: { __class__: "Tuple", items: [{ __class__: "Float" }, { __class__: "Float" }] },
      },
      extra: [{ __class__: "Str" }, { __class__: "Any" }],
      defaults: { tags: [] },
      optional: ["at"],
    });
    expect(JSON.parse(JSON.stringify(dump))).toStrictEqual(dump);
  });

  test("belongs to the caller: changing it changes no validator", () => {
    const validator = Dict({ a: Any() }, { defaults: { a: [1] } });
    const dump = validator.dump() as { schema: object; defaults: { a: unknown[] } };
    dump.defaults.a.push(2);
    Object.assign(dump.schema, { b: 1 });
    expect(String(validator)).toBe("<Dict(schema={a: <Any()>}, defaults={a: [1]})>");
  });

  test("has functions, classes and objects of other classes as they are", () => {
    const make = (): number => 1;
    const regexp = /a/;
    expect(Dict({ a: Int() }, { defaults: { a: make } }).dump()).toMatchObject({ defaults: { a: make } });
    expect(Type(Date).dump()).toMatchObject({ tp: Date });
    expect((Const(regexp).dump() as { value: unknown }).value).toBe(regexp);
  });

  const nested = (levels: number): Validator => {
    let validator: Validator = Int();
    for (let level = 0; level < levels; level++) validator = List(validator);
    return validator;
  };

  test("of validators nested 10,000 levels deep is one of as many objects", () => {
    expect(nested(10_000).dump()).toMatchObject({ item: { item: { __class__: "List" } } });
  });

  test("of validators nested deeper is a ValueError", () => {
    const message = "A dump should not be nested deeper than 10000 levels";
    expect(() => nested(10_001).dump()).toThrow(new ValueError(message));
  });

  test.each<[string, (one: Validator) => Validator]>([
    ["in lists", (one) => Tuple([one])],
    ["in objects", (one) => Dict({ a: one })],
    ["in several places", (one) => If(one, one, one)],
  ])("which they are sooner %s, as these count as levels too", (_, around) => {
    let validator: Validator = Int();
    for (let level = 0; level <= 5000; level++) validator = around(validator);
    expect(() => validator.dump()).toThrow("A dump should not be nested deeper than 10000 levels");
  });

  test("has what is in many places once", () => {
    let value: unknown = [1];
    let validator: Validator = Tuple(Int(), Str());
    for (let level = 0; level < 60; level++) {
      [value, validator] = [[value, value], If(validator, validator, validator)];
    }
    const data = Const(value).dump() as { value: [unknown, unknown] };
    expect(data.value[0]).toBe(data.value[1]);
    expect(Object.keys(validator.dump().__defs__ as object)).toHaveLength(60);
  });

  test("has functions by the names that they are registered under, and bytes as hexadecimal digits", () => {
    const make = functions.add("dump.make", () => 1);
    try {
      const validator = Dict({ a: Int() }, { defaults: { a: make } });
      const data = JSON.parse(JSON.stringify(validator.dump()));
      expect(data.defaults).toEqual({ a: { __value__: "function", text: "dump.make" } });
      expect(load(data).equals(validator)).toBe(true);
    } finally {
      functions.delete("dump.make");
    }
    expect(Const(Uint8Array.of(0, 255)).dump()).toMatchObject({ value: { __value__: "bytes", text: "00ff" } });
  });

  test("is that of a validator", () => {
    expect(() => dump({ __class__: "Int" } as never)).toThrow("dump takes a validator; see fromCompiled");
  });

  test.each([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -0,
    5n,
    -(2n ** 70n),
    undefined,
    Uint8Array.of(0, 1, 255),
    new Uint8Array(),
    Int8Array.of(-128, 127),
    Float64Array.of(-0, Number.NaN, Number.POSITIVE_INFINITY, 0.1),
    Float32Array.of(0.1),
    new Uint32Array(),
    [BigInt64Array.of(-(2n ** 63n), 1n)],
    new Date(0),
    new Date(Number.NaN),
    new Map<unknown, unknown>([["a", new Set([1n])]]),
    new Set([Number.NaN, "a"]),
    { __class__: new Map() },
    Temporal.PlainDate.from("2020-02-29"),
    [Temporal.Duration.from("P1D"), { at: Temporal.ZonedDateTime.from("2020-01-01T12:00+01:00[Europe/Berlin]") }],
    [undefined, [Number.NaN]],
    { __class__: "Int", min: 1 },
    { __use__: "x" },
    { __clone__: "x" },
    { __value__: "number", text: "1" },
    { a: [{ __class__: "Int" }] },
    JSON.parse('{"__proto__": {"__class__": "Int"}}'),
  ])("what JSON has no form for survives JSON: Const(%o)", (value) => {
    const validator = Const(value);
    const again = load(JSON.parse(JSON.stringify(validator.dump()))) as Const;
    expect(again.equals(validator)).toBe(true);
    expect(spelled(again.value)).toBe(spelled(validator.value));
  });
});

test("every built-in class can be dumped, loaded and cloned", () => {
  const samples: Validator[] = [
    Int({ options: [1] }),
    Float({ min: Number.NEGATIVE_INFINITY, nan: true }),
    Str({ pattern: /a/i, encoding: "utf-8" }),
    Bytes({ minlen: 1 }),
    List(Int()),
    Tuple(Int(), Str()),
    Dict({ a: Int() }, { extra: [Str(), Any()], multikeys: ["a"], dispose: ["b"] }),
    AllOf(Int() as Validator, Str()),
    OneOf(Int(), Str()),
    LazyRef("x", { maxdepth: 0 }),
    Type(Map, { nullable: true }),
    Const(undefined),
    Any(),
  ];
  for (const validator of samples) {
    expect(classes.has(validator.dump().__class__ as string)).toBe(true);
    expect(load(validator.dump()).equals(validator)).toBe(true);
    expect(validator.clone().equals(validator)).toBe(true);
  }
});
