import { describe, expect, test } from "vitest";
import { Any, Dict, Int } from "../../src/index.ts";
import { rows } from "../support/verdict.ts";
import { point, type } from "./dict.ts";

describe("Dict", () => {
  describe("rule 3: defaults are put in, optional keys may be absent, a key with a default need not be optional", () => {
    const schema = { a: Int(), b: Int() };
    rows([
      [Dict(schema, { defaults: { a: 1 }, optional: ["b"] }), {}, { value: { a: 1 } }],
      [Dict(schema, { defaults: { a: 1 }, optional: ["b"] }), { a: 5, b: 6 }, { value: { a: 5, b: 6 } }],
      [Dict(schema, { defaults: { a: 1, b: 2 }, optional: ["a"] }), { a: undefined }, { value: { a: 1, b: 2 } }],
      [Dict(schema, { defaults: { a: () => 7, b: 2 } }), {}, { value: { a: 7, b: 2 } }],
      // Defaults are validated, and converted, too.
      [Dict({ a: Int({ coerce: true }) }, { defaults: { a: "1" } }), {}, { value: { a: 1 } }],
      [Dict({ a: Int() }, { defaults: { a: "1" } as never }), {}, [`<a: ${type("string")}`]],
      [Dict({ a: Int() }, { defaults: { a: null } as never }), {}, [`<a: ${type("null")}`]],
      [
        Dict({ a: point }, { defaults: { a: {} } as never }),
        {},
        ["<a.x: MissingKeyError()>", "<a.y: MissingKeyError()>"],
      ],
      [Dict(schema, { defaults: { a: 1 }, optional: ["a"] }), { a: null, b: 1 }, [`<a: ${type("null")}`]],
      // Without a schema, those of keys mean nothing.
      [Dict({ defaults: { z: 1 } as never, optional: ["y"] as never }), {}, { value: {} }],
    ]);

    test("each result gets a copy of its own", () => {
      const given = { tags: ["a"] };
      const validator = Dict({ tags: Any() }, { defaults: given });
      (validator({}).tags as string[]).push("b");
      given.tags.push("c");
      expect(validator({})).toStrictEqual({ tags: ["a"] });
      expect(Object.isFrozen(validator.defaults?.tags)).toBe(true);
    });

    test("a function that makes a default is called each time, only when the key is missing", () => {
      let calls = 0;
      const validator = Dict({ n: Int() }, { defaults: { n: () => ++calls } });
      expect([validator({}), validator({ n: 9 }), validator({})]).toStrictEqual([{ n: 1 }, { n: 9 }, { n: 2 }]);
    });
  });

  test("results share no part of a default with each other, nor with the validator", () => {
    const given = {
      m: new Map([["a", [1]]]),
      s: new Set([1]),
      d: new Date(5),
      b: Uint8Array.of(1),
      list: [{ a: [1] }],
    };
    const keys = { m: Any(), s: Any(), d: Any(), b: Any(), list: Any() };
    const validator = Dict(keys, { defaults: given });
    const before = structuredClone(given);
    const spoil = (one: typeof given): void => {
      one.m.clear();
      one.s.add(2);
      one.d.setTime(0);
      one.b[0] = 9;
    };
    const first = validator({}) as typeof given;
    expect(first).toStrictEqual(before);
    first.list.push({ a: [] });
    for (const one of [given, first, validator.defaults]) spoil(one as typeof given);
    (validator.dump() as { defaults: typeof given }).defaults.list.pop();
    expect(validator({})).toStrictEqual(before);
    expect(validator.json("{}")).toStrictEqual(before);
    expect(() => Object.assign(validator.defaults as object, { m: 1 })).toThrow(TypeError);
  });
});
