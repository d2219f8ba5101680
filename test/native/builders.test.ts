/** Each part of the builders, with closures and with generated code; and that no text falls back to TypeScript. */
import { describe, expect, test } from "vitest";
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
  Set as SetOf,
  Str,
  Tuple,
  type Validator,
} from "../../src/index.ts";
import { pure } from "../../src/json/pure.ts";
import { generatedBuilder } from "../../src/native/build-code.ts";
import { eager, engineOf } from "./addon.ts";

const NEVER = Number.MAX_SAFE_INTEGER;
const odd = Check((value) => typeof value === "number" && value % 2 === 1);
const text = '"abcdefghij"';

/** Which texts the addon answers by itself, and which with checks of TypeScript. */
const CASES: [string, Validator, string, "native" | "delegated"][] = [
  ["a tuple", Tuple(Int(), Str(), Any()), '[1,"x",{"a":[null]}]', "native"],
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

describe.skipIf(eager === undefined)("the builders", () => {
  const engines = [
    ["with generated code", eager] as const,
    ["with closures", eager && engineOf({ bytes: NEVER, texts: NEVER, unshaped: NEVER, delegated: NEVER })] as const,
  ];
  describe.each(engines)("%s", (_name, given) => {
    const engine = given as NonNullable<typeof given>;
    test.each(CASES)("make the same of %s as the TypeScript engine", (_case, validator, json, kind) => {
      const before = { ...engine.tally };
      const [result, expected] = [engine, pure].map((one) => one.parse(validator, json));
      expect(result?.value).toEqual(expected?.value);
      expect(result?.error?.issues).toEqual(expected?.error?.issues);
      expect(engine.test(validator, json)).toBe(expected?.ok);
      expect(engine.tally).toEqual({ ...before, [kind]: before[kind] + 2 });
    });
  });
});

test("an error of the generator is thrown in tests", () => {
  expect(() => generatedBuilder({ kind: () => Number.NaN } as never)).toThrow(TypeError);
});
