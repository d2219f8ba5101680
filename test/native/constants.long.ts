/** Const of arrays and objects: the addon compares them as `equal` does, and hands over what JSON has no form for. */
import { describe, expect, test } from "vitest";
import { AllOf, Any, Const, Dict, Int, instances, LazyRef, List, OneOf, Str, type Validator } from "../../src/index.ts";
import { countKinds, type Kinds, native } from "./addon.ts";
import { expectAnswered, expectSame } from "./outcome.ts";

const MODEL = { a: [1, { b: null }], é: "x", 7: [], ["__proto__"]: { "": -0 } };
const TEXT = '{"7":[],"a":[1,{"b":null}],"é":"x","__proto__":{"":0}}';

describe("the addon alone compares", () => {
  test.each<[string, Validator, string[]]>([
    ["an empty object", Const({}), ["{}", " {\n} ", '{"a":1}', '{"__proto__":{}}', "[]", "null", '""', "0"]],
    ["an empty array", Const([]), ["[]", "[ ]", "[null]", "[[]]", "{}", "false", "1"]],
    ["arrays by their items", Const([1, [true, "a"]]), ['[1,[true,"a"]]', '[[true,"a"],1]', "[1]", "[1,[true]]"]],
    [
      "objects in any order of keys",
      Const({ a: 1, b: [{}] }),
      ['{"b":[{}],"a":1}', '{"a":1}', '{"a":1,"b":[{}],"c":2}', '{"a":1,"c":[{}]}', '{"a":1,"b":[{"c":1}]}'],
    ],
    ["numbers however they are written", Const([100, 0.5]), ["[1e2,5e-1]", "[100.0,0.50]", "[100,0.5000001]"]],
    ["zeros of any sign, which stay what they are", Const([0, { a: -0 }]), ['[-0,{"a":0}]', '[0,{"a":-0.0}]']],
    ["strings and keys however they are written", Const({ é: "\n/" }), ['{"\\u00e9":"\\n\\/"}', '{"é":"\\u000a/"}']],
    ["keys that objects bring along", Const({ toString: 1 }), ['{"toString":1}', "{}", '{"constructor":1}']],
    [
      "keys that look like a dump",
      Const({ __value__: "object", __class__: 1 }),
      ['{"__class__":1,"__value__":"object"}'],
    ],
    ["all of that, inside each other", Const(MODEL), [TEXT, TEXT.replace("null", "0"), TEXT.replace("x", "y")]],
  ])("%s", (_, validator, texts) => {
    for (const text of texts) {
      expectAnswered("native", validator, text);
      expectAnswered("native", List(validator), `[${text},${text}]`);
      expectAnswered("native", Dict({ k: validator }), `{"k":${text}}`);
      expectAnswered("native", OneOf(Int(), validator, Const({ z: [] }), List(Any())), text);
      expectAnswered("native", AllOf(validator, Any()), text);
    }
  });

  test("as many constants as there are", () => {
    const steps = Array.from({ length: 40 }, (_, at) => Const({ kind: "x", at: [at] }));
    const text = JSON.stringify(Array.from({ length: 50 }, (_, at) => ({ at: [at % 41], kind: "x" })));
    expectAnswered("native", List(OneOf(steps)), text.replaceAll("[40]", "[0]"));
    expectAnswered("native", List(OneOf(steps)), text, { maxErrors: 3 });
  });
});

test("a key that comes twice is left to the pure engine, as the last one counts", () => {
  for (const text of [
    '{"a":1,"b":2,"a":1}',
    '{"a":2,"b":2,"a":1}',
    '{"a":1,"b":2,"\\u0061":3}',
    '{"a":1,"a":1}',
    '{"c":1,"c":2}',
    '{"b":{"b":1},"a":1,"b":2}',
  ]) {
    const validator = Const({ a: 1, b: 2 });
    for (const one of [
      validator,
      OneOf(validator, Any()),
      OneOf(Dict({ a: Int({ max: 1 }), b: Any() }), validator, Any()),
      Const([[{ a: 1, b: 2 }]]),
      List(OneOf(Const([{ a: 1, b: 2 }]), List(List(Any())))),
    ]) {
      for (const around of [text, `[${text}]`, `[[${text}]]`]) expectSame(one, around);
    }
  }
});

test.skipIf(native === undefined)("what JSON has no form for, and what is large, is handed over", () => {
  let deep: unknown = [];
  for (let level = 0; level < 100; level++) deep = [deep];
  let shared: unknown = [0];
  for (let level = 0; level < 40; level++) shared = [shared, shared];
  const delegated = [
    [undefined],
    { a: 5n },
    [Number.NaN],
    { a: new Date(5) },
    [Uint8Array.of(1)],
    new Map([["a", 1]]),
    ["\ud800"],
    { "\ud800": 1 },
    deep,
    shared,
    Array.from({ length: 20_000 }, (_, at) => at),
  ];
  for (const value of delegated) {
    const kinds: Kinds = {};
    countKinds(Const(value), kinds);
    expect(kinds).toEqual({ Const: { native: 0, delegated: 1 } });
  }
  for (const [value, text] of [
    [deep, JSON.stringify(deep)],
    [["\ud800"], '["\\ud800"]'],
    [{ a: 5n }, '{"a":5}'],
    [[Number.NaN], "[null]"],
  ]) {
    expectSame(Const(value), text as string);
    expectSame(OneOf(Const(value), Any()), text as string);
  }
});

test("nothing of a constant's gets into a result", () => {
  const value = { list: [{}] };
  const validator = Const(value);
  const [first, second] = [0, 1].map(() => validator.json('{"list":[{}]}') as typeof value);
  (first as typeof value).list.push({});
  expect(second).toEqual(value);
  expect(validator.value).toEqual({ list: [{}] });
});

describe("time is in proportion to the text", () => {
  const size = 20_000;
  const large = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`key ${at}`, at]));
  test.each<[string, Validator, string]>([
    [
      "of a large constant and many small objects",
      List(OneOf(Const(large), Any())),
      `[${'{"key 499":499},'.repeat(2000)}{}]`,
    ],
    [
      "of many constants and a long text",
      OneOf([...Array.from({ length: 50 }, (_, at) => Const([at])), Any()]),
      `[${"[0],".repeat(size)}1]`,
    ],
    ["of a long array and a short constant", OneOf(Const([1]), List(Int())), `[${"1,".repeat(size)}1]`],
  ])("%s", (_, validator, text) => expectSame(validator, text));

  // All digits decide, and the addon leaves some integers beyond the safe range to TypeScript.
  test.each(["9007199254740992", "9007199254740993", "9007199254740994"])("of numbers of many digits: %s", (digits) => {
    for (const validator of [Const([2 ** 53]), OneOf(Int(), Const([2 ** 53]), List(Any()))])
      expectSame(validator, `[${digits}]`);
  });

  test("of constants that nest like the text", () => {
    let deep: unknown = 2;
    for (let level = 0; level < 60; level++) deep = [deep];
    instances.clear();
    const root = OneOf(Const(deep), Const([deep]), Str(), List(LazyRef("constants.deep")));
    instances.put("constants.deep", root);
    for (const innermost of ["2", "1", '"a"', ""]) expectSame(root, "[".repeat(400) + innermost + "]".repeat(400));
    instances.clear();
  });
});
