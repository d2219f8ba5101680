import { describe, expect, test } from "vitest";
import {
  AllOf,
  Any,
  Default,
  Dict,
  extend,
  Int,
  List,
  load,
  Nullable,
  OneOf,
  Optional,
  partial,
  pick,
  required,
  Str,
  Tuple,
  toJsonSchema,
} from "../../src/index.ts";
import { makes, refuses } from "../support/parameters.ts";
import { rows } from "../support/verdict.ts";

const user = Dict({ name: Str(), age: Optional(Int({ min: 0 })) });
const listed = Dict({ name: Str(), age: Int({ min: 0 }) }, { optional: ["age"] });

describe("Optional", () => {
  makes(Optional, [
    [[Int()], "<Optional(item=<Int()>)>", { item: { __class__: "Int" } }],
    [[{ item: Int() }], "<Optional(item=<Int()>)>", { item: { __class__: "Int" } }],
  ]);
  refuses(Optional as never, [
    [[5], TypeError, "Optional parameters should be an object"],
    [[{}], TypeError, "Optional.item should be of type Validator"],
    [[Int(), { nullable: true }], TypeError, "Optional got an unexpected parameter 'nullable'"],
  ]);

  describe("as a member of a Dict, may be missing", () => {
    rows([
      [user, { name: "a" }, { value: { name: "a" } }],
      [user, { name: "a", age: undefined }, { value: { name: "a" } }],
      [user, { name: "a", age: 5 }, { value: { name: "a", age: 5 } }],
      [user, { name: "a", age: -1 }, ["<age: MinValueError(expected=0, actual=-1)>"]],
      [user, { name: "a", age: null }, ["<age: InvalidTypeError(expected='integer', actual='null')>"]],
      [user, { age: 5 }, ["<name: MissingKeyError()>"]],
      [Dict({ a: Optional(Optional(Int())) }), {}, { value: {} }],
      [Dict({ a: Optional(Nullable(Int())) }), { a: null }, { value: { a: null } }],
      [Dict({ a: Optional(Default(Int(), 5)) }), {}, { value: { a: 5 } }],
      [Dict({ a: Default(Optional(Int()), 5) }), {}, { value: { a: 5 } }],
      [Dict({ a: Optional(Int()) }, { defaults: { a: 1 } }), {}, { value: { a: 1 } }],
      [Dict({ a: Optional(Int()), b: Int() }, { optional: ["b"] }), {}, { value: {} }],
      [Dict({ a: Optional(Int()), b: Int() }, { dispose: ["a"] }), { a: "x", b: 1 }, { value: { b: 1 } }],
      [Dict({ a: AllOf(Optional(Int()), Any()) }), {}, ["<a: MissingKeyError()>"]],
    ]);
  });

  describe("elsewhere, takes undefined", () => {
    rows([
      [Optional(Int()), undefined, { value: undefined }],
      [Optional(Int()), 5, { value: 5 }],
      [Optional(Int()), null, "<InvalidTypeError(expected='integer', actual='null')>"],
      [List(Optional(Int())), [1, undefined], { value: [1, undefined] }],
      [Tuple(Int(), Optional(Str())), [1, undefined], { value: [1, undefined] }],
      [OneOf(Optional(Int()), Str()), undefined, { value: undefined }],
    ]);

    test("in JSON text, is its item", () => {
      expect(List(Optional(Int())).json("[1, 2]")).toEqual([1, 2]);
      expect(List(Optional(Int())).isJson("[null]")).toBe(false);
    });
  });

  test("makes the same Dict as the list does", () => {
    expect(user.dump()).toEqual(listed.dump());
    expect(user.equals(listed)).toBe(true);
    expect(String(user)).toBe(String(listed));
    expect(user.schema.age).toBeInstanceOf(Int);
    expect(user.optional).toEqual(["age"]);
    expect(load(user.dump()).equals(user)).toBe(true);
    expect(toJsonSchema(user)).toEqual(toJsonSchema(listed));
    expect(user.json('{"name": "a"}')).toEqual({ name: "a" });
    expect(user.clone({ "schema.name": Optional(Str()) } as never).is({})).toBe(true);
    const data = { __class__: "Dict", schema: { a: { __class__: "Optional", item: { __class__: "Int" } } } };
    expect(load(data).equals(Dict({ a: Int() }, { optional: ["a"] }))).toBe(true);
    expect(Dict(new Map([["a", Optional(Int())]]) as never).optional).toEqual(["a"]);
  });

  test("is what extend, pick, partial and required understand", () => {
    const more = extend(user, { at: Optional(Int()), name: Optional(Str()) });
    expect(more.optional).toEqual(["age", "at", "name"]);
    expect(more({})).toEqual({});
    expect(extend(user, { at: Optional(Int()), to: Int() }, { optional: ["to"] })({ name: "a" })).toEqual({
      name: "a",
    });
    expect(pick(user, ["age"])({})).toEqual({});
    expect(partial(user)({})).toEqual({});
    expect(required(user).is({ name: "a" })).toBe(false);
    expect(extend(user, { age: Int() }).is({ name: "a" })).toBe(false);
  });

  test("says its message as a member, too", () => {
    const named = Dict({ a: Optional(Int(), { message: "a number, please" }) });
    expect(named({})).toEqual({});
    expect(named.safe({ a: "x" }).error?.issues[0]?.message).toBe("a number, please");
    expect(named.safeJson('{"a": "x"}').error?.issues[0]?.message).toBe("a number, please");
    expect(List(Optional(Int(), { message: "no" })).safeJson('["x"]').error?.issues[0]?.message).toBe("no");
    expect(List(Nullable(Int(), { message: "no" })).safeJson('["x"]').error?.issues[0]?.message).toBe("no");
  });

  test("of a class with a check of its own stays what it is", () => {
    class Odd extends Optional {
      override check(input: unknown): never {
        return (input ?? 1) as never;
      }
    }
    expect(Dict({ a: new Odd(Int()) }).safe({}).ok).toBe(false);
    expect(Dict({ a: new Odd(Int()) })({ a: null })).toEqual({ a: 1 });
  });
});

test("around a Dict with defaults gives them from JSON text, on every engine and call", () => {
  const validator = Optional(Dict({ a: Default(Int(), 1), b: Default(Any(), {}) }));
  for (const text of ["", "{}", "{}"]) {
    expect(validator.safeJson(text).value).toEqual(text === "" ? undefined : { a: 1, b: {} });
    expect(Tuple(validator).safeJson(`[${text || 1}]`).value).toEqual(text === "" ? undefined : [{ a: 1, b: {} }]);
  }
});
