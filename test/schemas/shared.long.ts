import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { reach } from "../../src/core/schemas/graph.ts";
import {
  AllOf,
  Const,
  Default,
  Dict,
  describe as described,
  dump,
  extend,
  fromJsonSchema,
  Int,
  instances,
  LazyRef,
  List,
  load,
  merge,
  OneOf,
  omit,
  partial,
  pick,
  required,
  Set as SetOf,
  Str,
  Tuple,
  toJsonSchema,
  type Validator,
} from "../../src/index.ts";

const DEPTH = 40;

/** Validators of which each level holds the next one in several places: as a tree they would have 2 ** 40 parts. */
const LEVELS: Readonly<Record<string, (next: Validator) => Validator>> = {
  Dict: (next) => Dict({ a: next, b: next }, { optional: ["a", "b"] }),
  extra: (next) => Dict({ a: next }, { optional: ["a"], extra: [Str(), next] }),
  List: (next) => Dict({ a: List(next), b: List(next) }, { optional: ["a", "b"] }),
  Set: (next) => Dict({ a: SetOf(next), b: SetOf(next) }, { optional: ["a", "b"] }),
  Tuple: (next) => Dict({ a: Tuple(next, next) }, { optional: ["a"] }),
  Default: (next) => Dict({ a: Default(next, { x: 1 }), b: next }, { optional: ["b"] }),
  OneOf: (next) => Dict({ a: OneOf(next, Int()), b: OneOf(Int(), next) }, { optional: ["a", "b"] }),
  AllOf: (next) => Dict({ a: AllOf(next, next) }, { optional: ["a"] }),
  step: (next) => OneOf(next, next),
  mixed: (next) => OneOf(Dict({ a: next }), AllOf(next, next)),
};
const build = (kind: string, x: number, depth = DEPTH): Validator => {
  let one: Validator = Dict({ x: Int({ min: x }) }, { unknown: "keep" });
  for (let level = 0; level < depth; level++) one = (LEVELS[kind] as (next: Validator) => Validator)(one);
  return one;
};

/** A level takes this much text: names, keys and brackets. */
const A_LEVEL = 1500;
const isShort = (text: unknown): void => {
  const { length } = typeof text === "string" ? text : JSON.stringify(text);
  expect(length).toBeLessThan(DEPTH * A_LEVEL);
};

describe.each(Object.keys(LEVELS))("%s that holds the same validator in several places, 40 levels deep", (kind) => {
  const schema = build(kind, 1);

  test("has short texts and dumps, which can be loaded", () => {
    isShort(String(schema));
    isShort(inspect(schema));
    const data = JSON.parse(JSON.stringify(dump(schema)));
    isShort(data);
    const loaded = load(data);
    expect(loaded.equals(schema)).toBe(true);
    expect(loaded.dump()).toEqual(data);
    expect(reach(loaded).size).toBeLessThanOrEqual(reach(schema).size + DEPTH * 4);
  });

  test("is compared, cloned and registered at once", () => {
    expect(schema.equals(build(kind, 1))).toBe(true);
    expect(schema.equals(build(kind, 2))).toBe(false);
    expect(schema.clone().equals(schema)).toBe(true);
    instances.add("shared.test", schema);
    expect(instances.add("shared.test", build(kind, 1))).toBeTypeOf("function");
    expect(() => instances.add("shared.test", build(kind, 2))).toThrow("conflicts");
    instances.delete("shared.test");
  });

  test("has a short JSON Schema, which becomes a validator", () => {
    // Parts of a component of OpenAPI are in its definitions; parts of a schema without a name would have no place.
    const component = described(schema, { id: "Shared" });
    for (const [validator, target] of [
      [schema, "draft-2020-12"],
      [component, "openapi-3.1"],
      [schema, "draft-07"],
    ] as const) {
      for (const io of ["input", "output"] as const) {
        isShort(toJsonSchema(validator, { target, io, unrepresentable: "any" }));
        isShort(validator["~standard"].jsonSchema[io]({ target, libraryOptions: { unrepresentable: "any" } }));
      }
    }
    const data = JSON.parse(JSON.stringify(toJsonSchema(schema, { unrepresentable: "any" })));
    const read = fromJsonSchema(data);
    isShort(read.dump());
    isShort(toJsonSchema(read));
    expect(read.equals(fromJsonSchema(data))).toBe(true);
  });

  test("validates", () => {
    for (const value of [{ x: 1 }, { a: 1 }, 5, null]) {
      const text = JSON.stringify(value);
      expect(schema.isJson(text)).toBe(schema.safe(value).ok);
      expect(schema.safeJson(text).ok).toBe(schema.safe(value).ok);
      for (let call = 0; call < 20; call++) expect(schema.is(value)).toBe(schema.safe(value).ok);
    }
  });
});

test("Dicts of shared validators are composed", () => {
  const dict = build("Dict", 1) as Dict;
  for (const made of [
    extend(dict, { c: Int() }),
    merge(dict, dict),
    pick(dict, ["a"]),
    omit(dict, ["a"]),
    partial(dict),
    required(dict),
  ]) {
    isShort(made.dump());
    isShort(String(made));
    isShort(toJsonSchema(made));
  }
});

test("data among the parameters that holds the same part in several places is written, loaded and compared at once", () => {
  const data = (end: number): unknown => {
    let shared: unknown = [end];
    for (let level = 0; level < DEPTH; level++) shared = { a: shared, b: shared };
    return shared;
  };
  const constant = Const(data(1));
  const copy = load(dump(constant));
  expect(copy.equals(constant)).toBe(true);
  expect(copy.equals(Const(data(2)))).toBe(false);
  expect(constant.clone().equals(constant)).toBe(true);
  expect(String(constant).length).toBeLessThan(10_000);
  expect(toJsonSchema(constant)).toHaveProperty("const");
});

describe("a dump", () => {
  const street = Dict({ name: Str(), number: Int({ min: 1 }) });
  const order = Dict({ billing: street, shipping: street });
  const dumped = {
    __class__: "Dict",
    schema: {
      billing: { __value__: "validator", text: "Dict1" },
      shipping: { __value__: "validator", text: "Dict1" },
    },
    __defs__: {
      Dict1: { __class__: "Dict", schema: { name: { __class__: "Str" }, number: { __class__: "Int", min: 1 } } },
    },
  };

  test("has a validator with members that is in several places once", () => {
    expect(order.dump()).toEqual(dumped);
    expect(load(dumped).equals(order)).toBe(true);
    expect(String(order)).toBe(
      "<Dict(schema={billing: <Dict(schema={name: <Str()>, number: <Int(min=1)>})>, shipping: <Dict(…)>})>",
    );
  });

  test("repeats small validators without members, but not large ones", () => {
    const small = Str({ options: ["a", "b"] });
    expect(Dict({ a: small, b: small }).dump()).not.toHaveProperty("__defs__");
    const large = Str({ options: Array.from({ length: 100 }, (_, index) => `option ${index}`) });
    expect(Dict({ a: large, b: large }).dump()).toHaveProperty("__defs__");
    const { $defs } = toJsonSchema(Dict({ a: large, b: large })) as { $defs: object };
    expect(Object.keys($defs)).toEqual([expect.stringMatching(/^Str_[0-9a-f]{8}$/)]);
  });

  test("of equal validators, which are not the same one, is the tree", () => {
    const one = (): Validator => Dict({ x: Int() });
    expect(Dict({ a: one(), b: one() }).dump()).toEqual({
      __class__: "Dict",
      schema: {
        a: { __class__: "Dict", schema: { x: { __class__: "Int" } } },
        b: { __class__: "Dict", schema: { x: { __class__: "Int" } } },
      },
    });
  });

  test("may be a part of another dump, whose definitions have the same names", () => {
    const other = Dict({ a: List(Int()) });
    const both = { __class__: "Tuple", items: [dumped, dump(Tuple(other, other)), dumped] };
    expect(load(both).equals(Tuple(order, Tuple(other, other), order))).toBe(true);
    const around = { ...both, __defs__: { Dict1: { __class__: "Int" }, Int9: { __class__: "Int" } } };
    expect(load(around).equals(load(both))).toBe(true);
    const outer = { ...around, items: [{ ...dumped, schema: { a: { __value__: "validator", text: "Int9" } } }] };
    expect(load(outer).equals(Tuple(Dict({ a: Int() })))).toBe(true);
  });

  test("whose definitions are missing, or are none, or lead to themselves, is refused", () => {
    const { __defs__, ...rest } = dumped;
    expect(() => load(rest)).toThrow("Definition 'Dict1' is not in the dump");
    expect(() => load({ ...rest, __defs__: { __proto__: null } })).toThrow("Definition 'Dict1' is not in the dump");
    expect(() => load({ ...rest, __defs__: 5 })).toThrow(TypeError);
    expect(() => load({ ...rest, __defs__: { Dict1: { __value__: "validator", text: "Dict1" } } })).toThrow("nested");
    const loop = { __class__: "List", item: { __value__: "validator", text: "Dict1" } };
    expect(() => load({ ...rest, __defs__: { Dict1: loop } })).toThrow("nested deeper than 10000 levels");
    expect(() => load({ ...rest, __defs__: { Dict1: { a: 1 } } })).toThrow(TypeError);
  });
});

describe("a JSON Schema", () => {
  test("names a shared validator by the alias that references have for it", () => {
    const node = Dict({ next: LazyRef("shared.node") }, { optional: ["next"], alias: "shared.node" });
    const schema = toJsonSchema(Dict({ first: node, rest: List(LazyRef("shared.node")) }));
    const $ref = "#/$defs/shared.node";
    expect(schema).toMatchObject({
      properties: { first: { $ref }, rest: { items: { $ref } } },
      $defs: { "shared.node": { properties: { next: { $ref } } } },
    });
    instances.delete("shared.node");
  });

  test("has names that depend on what they name alone, and are none of a reference", () => {
    const taken = Int({ alias: "Dict1" });
    const inner = Dict({ x: Int() });
    const written = toJsonSchema(Dict({ a: inner, b: inner, c: LazyRef("Dict1") })) as { $defs: object };
    const [name] = Object.keys(written.$defs).filter((one) => one !== "Dict1");
    expect(name).toMatch(/^Dict_[0-9a-f]{8}$/);
    const other = Dict({ y: Str() });
    const more = toJsonSchema(Dict({ z: other, a: inner, zz: other, b: inner })) as { $defs: object };
    expect(more.$defs).toHaveProperty(name as string, written.$defs[name as never]);
    expect(taken(1)).toBe(1);
    instances.delete("Dict1");
  });

  test("of validators with aliases that hold each other has each of them once", () => {
    let one: Validator = Dict({ x: Int() });
    for (let level = 0; level < DEPTH; level++) {
      const alias = `shared.${level}`;
      instances.put(alias, one);
      one = Dict({ inside: one, again: LazyRef(alias) });
    }
    isShort(toJsonSchema(one));
    for (let level = 0; level < DEPTH; level++) instances.delete(`shared.${level}`);
  });
});
