import { describe, expect, test } from "vitest";
import {
  AllOf,
  Any,
  Check,
  Default,
  Dict,
  Fallback,
  Int,
  LazyRef,
  List,
  Not,
  Nullable,
  OneOf,
  Str,
  toJsonSchema,
} from "../../src/index.ts";
import { makes, refuses } from "../support/parameters.ts";
import { rows } from "../support/verdict.ts";

describe("Not", () => {
  makes(Not, [
    [[Int()], "<Not(item=<Int()>)>", { item: { __class__: "Int" } }],
    [[{ item: Int() }], "<Not(item=<Int()>)>", { item: { __class__: "Int" } }],
  ]);
  refuses(Not as never, [
    [[5], TypeError, "Not parameters should be an object"],
    [[{}], TypeError, "Not.item should be of type Validator"],
  ]);

  describe("accepts what its item refuses, unchanged", () => {
    rows([
      [Not(Int()), "a", { value: "a" }],
      [Not(Int()), null, { value: null }],
      [Not(Int({ coerce: true })), "5", "<ForbiddenValueError(expected=undefined, actual='5')>"],
      [Not(Any()), {}, "<ForbiddenValueError(expected=undefined, actual={})>"],
      [Not(Not(Int())), 5, { value: 5 }],
      [Not(Nullable(Int())), null, "<ForbiddenValueError(expected=undefined, actual=null)>"],
      [Not(Fallback(Int(), 1)), "a", "<ForbiddenValueError(expected=undefined, actual='a')>"],
      [
        AllOf(Str(), Not(Str({ options: ["root"] }))),
        "root",
        "<#1: ForbiddenValueError(expected=undefined, actual='root')>",
      ],
      [Dict({ a: Not(Str()) }), { a: "x" }, ["<a: ForbiddenValueError(expected=undefined, actual='x')>"]],
      [
        List(Not(Dict({ a: Int() }))),
        [{ a: "b" }, { a: 1 }],
        ["<1: ForbiddenValueError(expected=undefined, actual={a: 1})>"],
      ],
      [OneOf(Not(Int()), Int({ min: 5 })), 7, { value: 7 }],
      [Default(Not(Str()), 1), undefined, { value: 1 }],
    ]);
  });

  test("a value that is too deep for a verdict is refused", () => {
    Dict({ next: LazyRef("chain") }, { alias: "chain", replace: true, optional: ["next"] });
    let value: object = {};
    for (let depth = 0; depth < 300; depth++) value = { next: value };
    const limits = { maxDepth: 100 };
    const error = Not(LazyRef("chain")).safe(value, limits).error;
    expect(error?.issues[0]?.code).toBe("recursion_max_depth");
    expect(Not(LazyRef("chain")).is({ other: value }, limits)).toBe(true);
  });

  test("as long as the result of an async function is not known, the value counts as valid", async () => {
    const taken = Check(async (name: string) => name !== "ann", { async: true });
    const free = Not(AllOf(Str(), taken));
    expect((await free.safeAsync("ann")).ok).toBe(true);
    expect((await free.safeAsync("bob")).ok).toBe(false);
  });

  test("from JSON text, as JSON Schema, and on the way back", () => {
    const validator = Not(Int({ min: 1 }));
    expect([validator.isJson("0"), validator.isJson("1"), validator.isJson('"a"')]).toEqual([true, false, true]);
    expect(toJsonSchema(validator)).toMatchObject({ not: { type: "integer", minimum: 1 } });
    expect([validator.encode("a"), validator.is(1)]).toEqual(["a", false]);
    expect(() => validator.encode(new Map())).toThrow("JSON value");
  });
});
