/** Each part of the builder; and that no text falls back to TypeScript. */
// A refusal to generate code is remembered.
import "../support/fresh.ts";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { pure } from "../../src/core/json/pure.ts";
import { execution } from "../../src/engines/fast/mode.ts";
import { generatedBuilder } from "../../src/engines/native/build-code.ts";
import {
  AllOf,
  Any,
  Bool,
  Check,
  Const,
  Dict,
  Float,
  Int,
  List,
  OneOf,
  Optional,
  Set as SetOf,
  Str,
  Tuple,
  type Validator,
} from "../../src/index.ts";
import { eager, engineOf } from "./addon.ts";

const odd = Check((value) => typeof value === "number" && value % 2 === 1);
const text = '"abcdefghij"';

/** Which texts the addon answers by itself, and which with checks of TypeScript. */
const CASES: [string, Validator, string, "native" | "delegated"][] = [
  ["a tuple", Tuple(Int(), Str(), Any()), '[1,"x",{"a":[null]}]', "native"],
  ["a tuple that lacks its last item", Tuple(Int(), Optional(Str())), "[1]", "native"],
  ["a tuple with items that follow", Tuple([Int(), Optional(Str())], { rest: Any() }), '[1,"x",{"a":1},2]', "native"],
  ["the same or null", Tuple([Int()], { rest: Any(), nullable: true }), "null", "native"],
  ["a tuple or null", Tuple([Int()], { nullable: true }), "null", "native"],
  ["the first step", OneOf(Int(), Str()), "1", "native"],
  ["another step", OneOf(Int(), List(Str())), '["a"]', "native"],
  ["no step", OneOf(Int(), List(Str())), "[[1]]", "native"],
  ["steps that all pass", AllOf(Int(), Int({ min: 1 })), "2", "native"],
  ["nulls", List(Int({ nullable: true })), "[null,1,null]", "native"],
  ["null in place of text", List(Str({ nullable: true })), '[null,"a"]', "native"],
  ["numbers", List(Float()), "[1.5,-2,3]", "native"],
  ["long integers", List(Int({ bigint: true })), "[12345678901234567890,-1]", "native"],
  ["verdicts", List(Bool({ nullable: true })), "[true,null,false]", "native"],
  ["constants", List(Const(0)), "[0,-0.0]", "native"],
  ["options", List(Str({ options: ["a", "b"], nullable: true })), '["b","a",null]', "native"],
  ["patterns", List(Str({ pattern: "^a+$" })), '["aa","a"]', "native"],
  ["a pattern that refuses", List(Str({ pattern: "^a+$" })), '["b"]', "native"],
  ["strings that come again", List(Str()), `[${text},${text},${text}]`, "native"],
  ["strings beyond Latin-1", List(Str()), '["\u20ac","\u00e9","\ud83d\ude00"]', "native"],
  ["items that come again", List(Int(), { unique: true }), "[1,2,1]", "native"],
  ["a set", SetOf(Int()), "[1,2,1]", "native"],
  ["many items", List(Int()), `[${"1,".repeat(99)}1]`, "native"],
  ["an object", Dict({ a: Int(), b: Str() }), '{"a":1,"b":"x"}', "native"],
  ["an object in another order", Dict({ a: Int(), b: Str() }), '{"b":"x","a":1}', "native"],
  ["a key that is missing", Dict({ a: Int(), b: Str() }, { optional: ["a"] }), '{"b":"x"}', "native"],
  ["a default", Dict({ a: Int() }, { defaults: { a: 5 } }), "{}", "native"],
  ["unknown keys", Dict({ a: Int() }, { extra: [Str(), Int()] }), '{"a":1,"z":2,"y":3}', "native"],
  ["a key that is refused", Dict({}, { extra: [Str({ maxlen: 1 }), Int()] }), '{"zz":1}', "native"],
  ["a member that is refused", Dict({}, { extra: [Str(), Int()] }), '{"z":[]}', "native"],
  ["several faults", Dict({ a: Int(), b: List(Int()) }), '{"b":[1,"x"],"c":1}', "native"],
  ["checks of TypeScript", List(odd), "[1,3]", "delegated"],
  ["checks that refuse", List(odd), "[1,2,4]", "delegated"],
];

describe.skipIf(eager === undefined)("the builder", () => {
  test.each(CASES)("makes the same of %s as the TypeScript engine", (_case, validator, json, kind) => {
    const engine = eager as NonNullable<typeof eager>;
    const before = { ...engine.tally };
    const [result, expected] = [engine, pure].map((one) => one.parse(validator, json));
    expect(result?.value).toEqual(expected?.value);
    expect(result?.error?.issues).toEqual(expected?.error?.issues);
    expect(engine.test(validator, json)).toBe(expected?.ok);
    expect(engine.tally).toEqual({ ...before, [kind]: before[kind] + 2 });
  });
});

describe.skipIf(eager === undefined)("the first text of a validator", () => {
  const { mode } = execution;
  beforeAll(() => {
    execution.mode = "auto";
  });
  afterAll(() => {
    execution.mode = mode;
  });

  const tallies = (json: string, ask: "parse" | "test"): string => {
    const engine = engineOf({ first: 100, unshaped: 0, delegated: 0 });
    const validator = List(Int());
    return [json, json, json]
      .map((text) => {
        const before = { ...engine.tally };
        expect(engine[ask](validator, text)).toEqual(pure[ask](validator, text));
        return engine.tally.native > before.native ? "native" : "pure";
      })
      .join(" ");
  };

  test("is left to the pure engine if it is short", () => {
    expect(tallies("[1,2]", "parse")).toBe("pure native native");
    expect(tallies(`[${"1,".repeat(60)}1]`, "parse")).toBe("native native native");
  });

  test("has a verdict of the addon", () => {
    expect(tallies("[1,2]", "test")).toBe("native native native");
  });
});

test("an error of the generator is thrown in tests", () => {
  expect(() => generatedBuilder({ kind: () => Number.NaN } as never)).toThrow(TypeError);
});

describe.skipIf(eager === undefined)("where no code may be generated", () => {
  // The last test of this file, as a refusal is remembered.
  beforeAll(() => {
    vi.stubGlobal(
      "Function",
      class {
        constructor() {
          throw new EvalError("no code from strings");
        }
      },
    );
  });
  afterAll(() => vi.unstubAllGlobals());

  test.each(CASES)("the pure engine makes the value of %s, and the addon the verdict", (_case, validator, json) => {
    const engine = engineOf({ first: 0, unshaped: 0, delegated: 0 });
    for (const source of [json, new TextEncoder().encode(json)]) {
      const [result, expected] = [engine, pure].map((one) => one.parse(validator, source));
      expect(result?.value).toEqual(expected?.value);
      expect(result?.error?.issues).toEqual(expected?.error?.issues);
      expect(engine.test(validator, source)).toBe(expected?.ok);
    }
    expect(engine.tally.fellBack).toBe(2);
    expect(engine.tally.native + engine.tally.delegated).toBe(2);
  });
});
