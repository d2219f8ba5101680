/** Set: the addon validates it as a List of distinct items, and the builder makes a Set of them. */
import { describe, expect, test } from "vitest";
import * as v from "../../src/index.ts";
import { AllOf, Any, Const, Dict, Float, Int, List, OneOf, Str, Tuple, type Validator } from "../../src/index.ts";
import { expectAnswered, expectSame } from "./outcome.ts";

const NUMBERS = Array.from({ length: 100 }, (_, at) => at % 40);

describe("the addon alone makes a Set", () => {
  test.each<[string, Validator, string]>([
    ["of nothing", v.Set(Int()), "[]"],
    ["of null", v.Set(Int(), { nullable: true }), "null"],
    ["of integers, each once", v.Set(Int()), "[1,2,1,3,2]"],
    ["of many of them", v.Set(Int()), JSON.stringify(NUMBERS)],
    ["of big integers", v.Set(Int({ bigint: true })), "[9007199254740993,1,9007199254740993,1]"],
    ["of what is converted", v.Set(Int({ coerce: true })), '["1",1,"2"," 2 "]'],
    ["of texts that are stripped", v.Set(Str({ strip: true })), '["a"," a","b\\n"]'],
    ["of texts that are written in two ways", v.Set(Str()), '["a","\\u0061","é","\\u00e9"]'],
    ["of texts, numbers and null", v.Set(Any()), '["1",1,null,true,null,1,false,true]'],
    [
      "of objects that are equal",
      v.Set(Dict({ a: Int(), b: Str() })),
      '[{"a":1,"b":"x"},{"b":"x","a":1},{"a":2,"b":""}]',
    ],
    ["of arrays that are equal", v.Set(List(Int())), "[[1,2],[1,2],[2,1],[]]"],
    ["of whatever is equal", v.Set(Any()), '[{"a":[1]},{"a":[1]},[],[],""]'],
    ["of Sets, which are never equal", v.Set(v.Set(Int())), "[[1,1],[1],[]]"],
    ["of constants", v.Set(OneOf(Const("a"), Const(1))), '["a",1,"a"]'],
    ["inside of others", Tuple(Str(), v.Set(Int()), Dict({ tags: v.Set(Str()) })), '["x",[1,1],{"tags":["a","a"]}]'],
    ["of at least one item", v.Set(Int(), { minlen: 1 }), "[1,1]"],
    ["of no more than allowed", v.Set(Int(), { maxlen: 3 }), "[1,1,2]"],
    ["as the last step", AllOf(List(Int()), v.Set(Int())), "[1,1,2]"],
    ["as one of some steps", OneOf(Int(), v.Set(Str()), v.Set(Int())), "[1,1,2]"],
  ])("%s", (_, validator, text) => expectAnswered("native", validator, text));

  test("and errors", () => {
    for (const text of ['{"a":1}', '"x"', "null", '[1,"x",1,[],null]', "[1,1.5,1]", "[[]]"]) {
      expectAnswered("native", v.Set(Int()), text);
      expectAnswered("native", Dict({ s: v.Set(Int()) }), `{"s":${text}}`);
    }
    for (const maxErrors of [0, 1, 2, 3]) expectAnswered("native", v.Set(Int()), '["x",1,"y",2,"z"]', { maxErrors });
  });
});

test("zeros with and without a sign are one", () => {
  expectSame(v.Set(Float()), "[0,-0,-0.0,1]");
  expectSame(v.Set(Any()), "[[0],-0,[-0],0]");
});

test("where the lengths depend on what is equal, its check decides", () => {
  expectAnswered("delegated", v.Set(Int(), { minlen: 1 }), "[]");
  for (const text of ["[1,1]", "[1,2]", "[1,2,2,1,3]", "[1,2,3,4]"]) {
    const validator = v.Set(Int(), { minlen: 2, maxlen: 3 });
    expectAnswered("delegated", validator, text);
    expectAnswered("delegated", List(validator), `[${text},[1],${text}]`);
  }
  expectAnswered("delegated", v.Set(Dict({ a: Int() }), { maxlen: 1 }), '[{"a":1},{"a":1}]');
});

test("items that are left to their own check are told apart as others", () => {
  const day = v.Date({ format: "%Y-%m-%d" });
  for (const text of ['["2020-01-01","2020-01-01","2020-01-02"]', '["2020-01-01","x"]']) {
    expectAnswered("delegated", v.Set(day), text);
    expectAnswered("native", v.Set(v.Date({ format: "iso" })), text);
  }
});

test("a step that makes a Set hands on another value than it was given", () => {
  expectAnswered("delegated", AllOf(v.Set(Int()), Any()), "[1,1]");
});

test("each call makes a Set of its own", () => {
  const validator = v.Set(Int());
  const [first, second] = [validator.json("[1,2]"), validator.json("[1,2]")];
  expect(first).toEqual(new Set([1, 2]));
  expect(first).not.toBe(second);
});

test("any number of texts may come one after the other", () => {
  const validator = List(v.Set(Dict({ a: Int() }, { optional: ["a"] }), { maxlen: 3 }));
  for (let round = 0; round < 30; round++) {
    expectSame(validator, `[[{"a":${round}},{"a":1},{"a":${round}}],[],[{},{},{}]]`);
  }
});
