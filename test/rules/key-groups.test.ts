import { describe, expect, test } from "vitest";
import { type KeyGroupParam, KeyGroupsRule, keyGroupParts } from "../../src/core/rules/key-groups.ts";
import {
  Default,
  Dict,
  extend,
  fromJsonSchema,
  Int,
  load,
  omit,
  pick,
  Str,
  toJsonSchema,
  type Validator,
} from "../../src/index.ts";
import { errorsOf } from "../support/by-each-call.ts";

const keys = { a: Int(), b: Int(), c: Int() };
const of = (params: object): Validator =>
  Dict(keys, { optional: ["a", "b", "c"], ...params } as never) as unknown as Validator;

const none = "/a missing_key";
const rows: [param: KeyGroupParam, value: object, expected: string[]][] = [
  ["exactly_one", {}, [none]],
  ["exactly_one", { c: 1 }, []],
  ["exactly_one", { c: 1, a: 2 }, ["/c forbidden_key"]],
  ["exactly_one", { a: 1, b: 2, c: 3 }, ["/b forbidden_key", "/c forbidden_key"]],
  ["exactly_one", { a: "x" }, ["/a invalid_type"]],
  ["at_most_one", {}, []],
  ["at_most_one", { b: 1 }, []],
  ["at_most_one", { b: 1, c: 1 }, ["/c forbidden_key"]],
  ["at_least_one", {}, [none]],
  ["at_least_one", { b: 1 }, []],
  ["at_least_one", { b: 1, c: 1 }, []],
];

describe("groups of keys", () => {
  test.each(rows)("%s of %j by generated code", (param, value, expected) => {
    const groups = [
      ["a", "b", "c"],
      ["c", "b", "a"],
    ];
    const code = { isPresent: (key: string) => `Object.hasOwn(value, "${key}")`, fail: "return false;" };
    const written = keyGroupParts.verdict?.(new KeyGroupsRule(param, groups), code as never);
    const { a } = value as { a?: unknown };
    const isValid = expected.length === 0 || a === "x";
    expect(new Function("value", `${written}return true;`)(value)).toBe(isValid);
    expect(keyGroupParts.verdict?.(new KeyGroupsRule(param, []), code as never)).toBe("");
  });

  test.each(rows)("%s of %j", (param, value, expected) => {
    const one = of({ [param]: [["a", "b", "c"]] });
    expect(errorsOf(one, value)).toEqual(expected);
    const read = fromJsonSchema(toJsonSchema(one));
    expect(read.is(value)).toBe(expected.length === 0);
    expect(load(JSON.parse(JSON.stringify(one.dump()))).equals(one)).toBe(true);
  });

  test("may be several, of keys that are kept, and have names outside", () => {
    const two = of({
      exactly_one: [["a", "b"]],
      at_least_one: [
        ["b", "c"],
        ["a", "c"],
      ],
    });
    expect(errorsOf(two, { b: 1 })).toEqual([none]);
    expect(errorsOf(two, { c: 1 })).toEqual([none]);
    expect(errorsOf(two, { c: 1, b: 1 })).toEqual([]);
    const kept = Dict({ a: Int() }, { unknown: "keep", optional: ["a"], exactly_one: [["a", "z"]] }) as Validator;
    expect(errorsOf(kept, { z: 1 })).toEqual([]);
    expect(errorsOf(kept, { z: 1, a: 1 })).toEqual(["/z forbidden_key"]);
    const named = Dict(
      { aKey: Int(), bKey: Int() },
      { names: "snake", optional: ["aKey", "bKey"], exactly_one: [["aKey", "bKey"]] },
    );
    expect(errorsOf(named as Validator, {})).toEqual(["/a_key missing_key"]);
    expect(named({ b_key: 1 })).toEqual({ bKey: 1 });
    expect(named.encode({ bKey: 1 })).toEqual({ b_key: 1 });
  });

  test("count what a default fills", () => {
    const one = Dict({ a: Default(Int(), 1), b: Int() }, { optional: ["b"], at_most_one: [["a", "b"]] });
    expect(errorsOf(one as Validator, { b: 1 })).toEqual(["/b forbidden_key"]);
    expect(() => toJsonSchema(one)).toThrow("a default fills one of its keys");
  });

  test("lose the keys that are gone where Dicts are made of Dicts", () => {
    const one = Dict(keys, { optional: ["a", "b", "c"], exactly_one: [["a", "b", "c"]] });
    expect(errorsOf(omit(one, ["a"]) as Validator, { b: 1, c: 1 })).toEqual(["/c forbidden_key"]);
    expect(errorsOf(pick(one, ["a"]) as Validator, {})).toEqual([]);
    const more = extend(one, { d: Str() }, { optional: ["d"], at_most_one: [["a", "d"]] }) as Validator;
    expect(errorsOf(more, { a: 1, d: "x" })).toEqual(["/d forbidden_key"]);
    expect(errorsOf(more, {})).toEqual([none]);
  });

  test("that make no sense are refused", () => {
    expect(() => of({ exactly_one: [["a"]] })).toThrow("Dict.exactly_one[0] should be two different keys or more");
    expect(() => of({ exactly_one: [["a", "a"]] })).toThrow("Dict.exactly_one[0] should be two different keys or more");
    expect(() => of({ at_most_one: [["a", "x"]] })).toThrow("Dict.at_most_one[0]: ");
    expect(() => of({ at_least_one: ["a"] })).toThrow(TypeError);
  });
});
