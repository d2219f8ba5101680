/**
 * Dict with `skip_blank` and `null_is_absent`: the addon takes a key whose value is the empty text, or null, for one
 * that is missing.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AllOf, Any, Const, Dict, Int, List, OneOf, Str, type Validator } from "../../src/index.ts";
import { sweep } from "../support/sweep.ts";
import { eager } from "./addon.ts";
import { expectAnswered, expectSame } from "./outcome.ts";

const schema = { a: Int(), b: Str(), c: Str(), d: Any() };
const optional = ["b", "d"] as const;
const form = Dict(schema, { optional, skip_blank: true });
const many = Object.fromEntries(Array.from({ length: 70 }, (_, index) => [`k${index}`, Str()]));
const manyKeys = Object.keys(many);

describe("the addon alone", () => {
  test.each([
    ["no value is blank", '{"a":1,"b":"x","c":"y","d":2}'],
    ["one is", '{"a":1,"b":"","c":"y"}'],
    ["the last one is", '{"a":1,"b":"x","c":"y","d":""}'],
    ["all that need not be there are, in another order", '{"d":"","c":"y","b":"","a":1}'],
    ["white space stands around it", '{ "a" : 1 , "b" : "" , "c"\n:"y"\t,"d":\t""\r}'],
    ["a key that must be there is", '{"a":"","b":"x","c":""}'],
    ["it is one for another validator", '{"a":[],"b":"","c":1,"d":""}'],
    ["a key with an escape has it", '{"a":1,"\\u0062":"","c":"y"}'],
    ["a key that nobody knows has it", '{"z":"","a":1,"c":"y","é":""}'],
    ["a key that nobody knows has another", '{"z":" ","a":1,"c":"y"}'],
    ["a space is none", '{"a":1,"b":" ","c":"y"}'],
    ["an escape is none", '{"a":1,"b":"\\n","c":"y"}'],
    ["nothing is there", "{}"],
  ])("says what becomes of a form where %s", (_, text) => {
    expectAnswered("native", form, text);
    expectAnswered("native", List(form), `[${text},${text}]`);
  });

  test.each([
    ["dropped", "strip"],
    ["kept", "keep"],
    ["forbidden", "forbid"],
  ] as const)("counts the others only, where unknown keys are %s", (_, unknown) => {
    for (const [minlen, maxlen] of [
      [1, 2],
      [3, 3],
      [0, 0],
    ]) {
      const validator = Dict(schema, { optional: ["a", "b", "c", "d"], unknown, minlen, maxlen, skip_blank: true });
      for (const text of [
        "{}",
        '{"a":"","z":"","y":""}',
        '{"a":1,"z":"","b":""}',
        '{"z":1,"b":"","a":1,"y":""}',
        '{"a":1,"b":"x","c":"","d":5}',
      ])
        expectAnswered("native", validator, text);
    }
  });

  test("validates no extra key that has it", () => {
    const validator = Dict({ a: Int() }, { extra: [Str({ maxlen: 1 }), Int()], skip_blank: true });
    for (const text of ['{"a":1,"long":""}', '{"long":"","a":1,"x":2}', '{"a":1,"long":"","longer":"x"}']) {
      expectAnswered("native", validator, text);
    }
  });

  test("fills in defaults, and keeps nothing that is dropped anyway", () => {
    const validator = Dict(schema, { optional, defaults: { a: 7 }, dispose: ["d", "e"], minlen: 1, skip_blank: true });
    for (const text of ['{"a":"","c":"y"}', '{"c":"y","d":"","e":""}', '{"d":"","e":""}', '{"d":1,"a":"","c":"x"}']) {
      expectAnswered("native", validator, text);
    }
    expect(validator.json('{"a":"","c":"y"}')).toEqual({ a: 7, c: "y" });
    expectAnswered("delegated", Dict({ a: Int() }, { defaults: { a: () => 8 }, skip_blank: true }), '{"a":""}');
  });

  test("knows keys beyond all words of bits", () => {
    const record = Dict(many, { optional: manyKeys.filter((_, at) => at % 7 !== 0), skip_blank: true });
    const text = (blank: (at: number) => boolean, keys: readonly string[]): string =>
      `{${keys.map((key) => `"${key}":"${blank(manyKeys.indexOf(key)) ? "" : key}"`).join()}}`;
    for (const keys of [manyKeys, manyKeys.toReversed(), manyKeys.slice(5), manyKeys.toSpliced(3, 40)]) {
      for (const blank of [() => false, () => true, (at: number) => at % 7 !== 0, (at: number) => at % 2 === 0]) {
        expectAnswered("native", record, text(blank, keys));
      }
    }
  });

  test("chooses by a tag, whatever is blank", () => {
    const choice = OneOf(
      [
        Dict({ kind: Const("a"), n: Int() }, { optional: ["n"], skip_blank: true }),
        Dict({ kind: Const(""), s: Str() }, { optional: ["s"], skip_blank: true }),
      ],
      { discriminator: "kind" },
    );
    for (const text of ['{"kind":"a","n":""}', '{"n":"","kind":"a"}', '{"kind":"","s":"x"}', '{"kind":"b","n":""}']) {
      expectSame(choice, text);
    }
    expectAnswered("native", OneOf(Dict({ a: Str() }), form), '{"a":1,"b":"","c":"x"}');
  });

  test("hands on another value than it was given", () => {
    const text = '{"a":1,"b":"","c":"y"}';
    expectAnswered("delegated", AllOf(form, Dict(schema, { optional })), text);
    expectAnswered("native", AllOf(Any(), form), text);
  });
});

test.each([
  '{"a":1,"a":"","c":"y"}',
  '{"a":"","a":1,"c":"y"}',
  '{"a":"","c":"y","a":1}',
  '{"b":"","c":"y","a":1,"b":"x"}',
  '{"a":1,"b":"","c":"y","\\u0062":"x"}',
  '{"a":1,"b":"x","c":"y","d":1,"a":""}',
  '{"a":1,"c":"y","z":"","z":1}',
  '{"a":1,"c":"y","z":1,"z":""}',
  '{"a":1,"c":"y","z":1,"\\u007a":""}',
  '{"a":1,"z":"","c":"y","1":"","0":1}',
])("of two equal keys the last one counts: %s", (text) => {
  for (const unknown of ["forbid", "strip", "keep"] as const) {
    for (const maxlen of [undefined, 2]) {
      const validator = Dict(schema, { optional, unknown, maxlen, skip_blank: true });
      expectSame(validator, text);
      expectSame(OneOf(validator, Any()), text);
    }
  }
  expectSame(Dict(schema, { extra: [Any(), Int()], optional, skip_blank: true }), text);
});

test.each(['{"a":1,"b":""', '{"a":1,"b":"",}', '{"a":1,"b" ""}', '{"a":1,"b":"" "c":"y"}', '{"b"', '{"b":', '{"b":"}'])(
  "what is no JSON is none: %s",
  (text) => {
    expectSame(form, text);
    expectSame(Dict({ extra: [Str(), Any()], skip_blank: true }), text);
  },
);

describe("null_is_absent: the addon alone", () => {
  const members = { a: Int(), b: Str(), c: Any(), d: Int({ nullable: true }), é: Const("x") };
  const nulls = Dict(members, { optional: ["b", "c", "d", "é"], defaults: { a: 7 }, null_is_absent: true });

  test.each([
    '{"a":1,"b":"x","c":1,"d":2}',
    '{"a":null,"b":null,"c":null,"d":null,"é":null}',
    '{ "b" : null , "a" : 1\n}',
    '{"\\u0062":null,"a":null}',
    '{"é":null}',
    '{"z":null,"a":null}',
    '{"a":[],"b":null,"d":"x"}',
    "{}",
  ])("says what becomes of %s", (text) => {
    expectAnswered("native", List(nulls), `[${text},${text}]`);
    for (const unknown of ["strip", "keep"] as const) {
      const changes = { unknown, maxlen: 3, minlen: 1, null_is_absent: true };
      expectAnswered("native", Dict(members, { optional: ["a", "b", "c", "d", "é"], ...changes }), text);
    }
  });

  test.each([
    '{"b":nul}',
    '{"b":nulls}',
    '{"b" null}',
    '{"b":null',
    '{"b":null,}',
    '{"b":null "a":1}',
    '{"b":n',
    '{"b":1,"b":null}',
    '{"\\u00e9":null,"é":"y"}',
  ])("takes %s for what it is", (text) => {
    expectSame(nulls, text);
    expectSame(OneOf(nulls, Any()), text);
  });

  test("chooses by a constant that may be missing, also in large objects", () => {
    const rest = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`k${index}`, index]));
    for (const given of [{ null_is_absent: true }, { skip_blank: true }]) {
      const steps = ["x", "y"].map((kind) =>
        Dict({ kind: Const(kind), n: Int() }, { optional: ["kind"], unknown: "keep", ...given }),
      );
      for (const kind of [null, "", "x", "y", "z"])
        for (const value of [
          { ...rest, kind, n: 1 },
          { ...rest, kind, n: "x" },
        ]) {
          expectSame(OneOf(steps), JSON.stringify(value));
          expectSame(List(OneOf(steps)), JSON.stringify([value, value]));
        }
    }
  });
});

test("as many failures are collected as are asked for", () => {
  const text = `[${Array(4).fill('{"z":"","a":[],"b":"","y":1,"c":""}').join()}]`;
  for (const maxErrors of [0, 1, 2, 3, 4, 5, 8, 9, 11, 12, 13]) expectSame(List(form), text, { maxErrors });
});

describe.skipIf(eager === undefined)("forms with any keys, in any order, also when orders are learned", () => {
  const key = fc.constantFrom("a", "b", "c", "d", "z", "__proto__", "1");
  const value = fc.constantFrom('""', '""', "1", '"x"', "null", "[1]");
  const object = fc
    .array(fc.tuple(key, value), { maxLength: 6 })
    .map((entries) => `{${entries.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join()}}`);
  const all = { a: Any(), b: Any(), c: Any(), d: Any() };

  test.each<[string, Validator]>([
    ["some of them required", Dict(all, { optional: ["b", "c"], skip_blank: true })],
    ["none of them required", Dict(all, { optional: ["a", "b", "c", "d"], skip_blank: true })],
    ["others dropped", Dict(all, { optional: ["a", "b", "d"], unknown: "strip", skip_blank: true })],
    ["others kept", Dict(all, { optional: ["a", "c", "d"], unknown: "keep", minlen: 1, skip_blank: true })],
    [
      "null for some",
      Dict({ ...all, a: Int(), c: Str() }, { optional: ["a", "c", "d"], null_is_absent: true, skip_blank: true }),
    ],
    [
      "null for all",
      Dict({ a: Int(), b: Int(), c: Int(), d: Int() }, { optional: ["a", "b", "c", "d"], null_is_absent: true }),
    ],
    ["with defaults", Dict(all, { defaults: { a: 1, c: "x" }, optional: ["d"], maxlen: 3, skip_blank: true })],
  ])("%s", (_, validator) => {
    const list = List(validator);
    fc.assert(
      fc.property(fc.array(object, { maxLength: 8 }), (objects) => {
        expectSame(list, `[${objects.join()}]`);
        for (const text of objects) expectSame(validator, text);
      }),
      { numRuns: sweep(30, 100) },
    );
    const frequent = ['{"a":1,"b":"","c":2,"d":3}', '{"d":1,"b":"","a":2,"c":1}', '{"c":1,"d":2,"a":3}'];
    const text = `[${Array.from({ length: 900 }, (_, at) => frequent[at % 3]).join()}]`;
    for (let round = 0; round < 3; round++) expectSame(list, text);
  });
});
