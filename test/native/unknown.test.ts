/** Dict with `unknown`: the addon drops the keys that are not in the schema, or keeps them. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AllOf, Any, Const, Dict, Int, List, OneOf, Str, type Validator } from "../../src/index.ts";
import { sweep } from "../support/sweep.ts";
import { eager } from "./addon.ts";
import { expectAnswered, expectSame } from "./outcome.ts";

const schema = { a: Int(), b: Str(), c: Int() };
const strip = Dict(schema, { unknown: "strip", optional: ["c"] });
const keep = Dict(schema, { unknown: "keep", optional: ["c"] });
const forbid = Dict(schema, { unknown: "forbid", optional: ["c"] });
const MEMBERS = '"a":1,"b":"x"';

const OBJECTS = [
  `{${MEMBERS}}`,
  `{${MEMBERS},"c":2}`,
  `{"z":[1,{"a":"y"}],${MEMBERS},"c":2}`,
  `{"a":1,"z":null,"b":"x","y":{},"c":3,"x":"\u00e9\u952e"}`,
  `{"c":3,"z":1,"b":"x","a":1,"y":-0}`,
  `{"b":"x","z":1.5,"a":1,"y":[]}`,
  `{"z":1,"a":"1","y":2,"b":2}`,
  `{"z":1,"y":2}`,
  `{"a":1,"z":true,"c":2}`,
  `{${MEMBERS},"__proto__":{"d":1},"constructor":1}`,
];

describe.each([
  ["strip", strip],
  ["keep", keep],
  ["forbid", forbid],
])("%s", (_, validator) => {
  test.each(OBJECTS)("validates %s", (text) => expectAnswered("native", validator, text));

  test("validates many of them, in any order, also when it has learned orders", () => {
    const text = `[${Array(60)
      .fill(OBJECTS.filter((_, index) => index !== 6 && index !== 7 && index !== 8))
      .join()}]`;
    for (let round = 0; round < 4; round++) expectSame(List(validator), text);
    for (let round = 0; round < 4; round++) expectSame(List(Dict(schema, { unknown: "keep" })), text);
  });

  test.each([
    `{${MEMBERS},"z":1,"z":2}`,
    `{"z":1,${MEMBERS},"\\u007a":2}`,
    `{"z":1,"a":1,"b":"x","a":2}`,
    `{"a":1,"z":1,"\\u0061":2,"b":"x"}`,
    `{"z":1,${MEMBERS},"10":1,"9":2}`,
    `{"9":1,"10":2,${MEMBERS}}`,
    `{${MEMBERS},"z":{"y":1,"y":2}}`,
    `{${MEMBERS},"\\ud800":1}`,
    `{${MEMBERS},"z":"\\ud800"}`,
    `{${MEMBERS},"z":1e400}`,
    `{${MEMBERS},"z":nul}`,
    `{${MEMBERS},"z"}`,
    `{${MEMBERS},"z":1,}`,
    `{${MEMBERS},"z":1]`,
    `{"z":1 ${MEMBERS}}`,
    `{"z":1`,
    "null",
    "[]",
  ])("says of %s what the reference says", (text) => {
    expectSame(validator, text);
    expectSame(OneOf(Dict({ z: Int() }), validator, Any()), text);
  });

  test("counts as many levels as there are", () => {
    for (const maxDepth of [1, 2, 3, 4]) expectSame(validator, `{${MEMBERS},"z":[[{}]]}`, { maxDepth });
  });

  test("collects as many failures as are asked for", () => {
    const text = `[${Array(4).fill('{"z":1,"a":"","y":2,"b":"","x":3}').join()}]`;
    for (const maxErrors of [0, 1, 2, 3, 7, 8, 9, 11, 12, 13]) expectSame(List(validator), text, { maxErrors });
  });
});

test("keys that are dropped or kept count for the lengths, each of them once", () => {
  for (const unknown of ["strip", "keep"] as const) {
    const validator = Dict(schema, { unknown, optional: ["a", "b", "c"], minlen: 2, maxlen: 3 });
    for (const rest of ["", '"z":1', '"z":1,"y":2', '"10":1,"9":2,"8":3', '"z":1,"y":2,"x":3,"w":4', '"a":1,"z":1']) {
      expectSame(validator, `{${rest}}`);
      expectSame(validator, `{"a":1${rest && ","}${rest}}`);
    }
    for (const rest of ['"z":1,"z":2', '"z":1,"\\u007a":2,"y":3', '"z":1,"z":2,"y":3,"x":4']) {
      expectSame(validator, `{${rest}}`);
    }
    expectAnswered("native", validator, '{"z":1,"y":2,"x":3}');
    expectAnswered("native", validator, '{"z":1}');
  }
});

test("what is dropped or kept twice is no matter of the addon's alone", () => {
  expectAnswered("native", strip, `{"z":1,${MEMBERS},"z":2,"\\u007a":3,"10":1,"9":1}`);
  expectAnswered("native", keep, `{"z":1,${MEMBERS},"z":2}`);
  expectAnswered("native", keep, `{"z":1,${MEMBERS},"z":{"a":1,"a":2},"\\u007a":3,"y":4}`);
  expectAnswered("native", keep, `{${MEMBERS},"10":1}`);
});

test("a step that drops keys hands on another value, one that keeps them its own", () => {
  const text = `{${MEMBERS},"z":1}`;
  expectAnswered("delegated", AllOf(strip, Dict(schema, { optional: ["c"] })), text);
  expectAnswered("native", AllOf(keep as Validator, Dict({ ...schema, z: Int() }, { optional: ["c"] })), text);
  expectAnswered("native", AllOf(keep, strip), text);
  expectAnswered("native", OneOf(Const(1), strip), text);
});

test("defaults, disposed keys and many keys go together with it", () => {
  const many = Object.fromEntries(Array.from({ length: 70 }, (_, index) => [`k${index}`, Int()]));
  const validators: Validator[] = (["strip", "keep"] as const).flatMap((unknown) => [
    Dict({ a: Int(), b: Int() }, { unknown, defaults: { b: 7 }, dispose: ["d"] }),
    Dict({ a: Int(), b: Int() }, { unknown, optional: ["a", "b"], dispose: ["b", "d"] }),
    Dict({ a: Int(), b: Int() }, { unknown, defaults: { a: () => 1, b: () => 2 } }),
    Dict(many, { unknown, optional: Object.keys(many) }),
    Dict({}, { unknown }),
    Dict({ unknown }),
  ]);
  for (const validator of validators) {
    for (const text of [
      "{}",
      '{"z":1}',
      '{"a":1,"z":1,"d":2}',
      '{"d":1,"z":[],"b":2,"a":1}',
      '{"k1":1,"z":1,"k69":2,"k40":3}',
    ]) {
      for (let round = 0; round < 2; round++) expectSame(validator, text);
    }
  }
});

describe.skipIf(eager === undefined)("objects with any keys, in any order", () => {
  const key = fc.constantFrom("a", "b", "c", "y", "z", "__proto__", "1", "2", "long key of twenty characters");
  const value = fc.constantFrom("1", "2", '"x"', "null", "[1]", '{"a":1}');
  const object = fc
    .array(fc.tuple(key, value), { maxLength: 7 })
    .map((entries) => `{${entries.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join()}}`);

  test.each([
    ["strip", strip],
    ["keep", keep],
  ])("%s", (_, validator) => {
    const all = List(validator);
    fc.assert(
      fc.property(fc.array(object, { maxLength: 8 }), (objects) => {
        expectSame(all, `[${objects.join()}]`);
        for (const text of objects) expectSame(validator, text);
      }),
      { numRuns: sweep(40, 150) },
    );
    expect(eager?.test(validator, `{${MEMBERS},"z":0}`)).toBe(true);
  });
});
