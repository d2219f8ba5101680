import { describe, expect, test } from "vitest";
import { positionsIn } from "../../src/core/json/pure.ts";
import type { ValidationError } from "../../src/exc.ts";
import {
  AllOf,
  Any,
  Bool,
  Const,
  Dict,
  Int,
  type JsonSource,
  LazyRef,
  List,
  OneOf,
  Str,
  Tuple,
  Validator,
} from "../../src/index.ts";
import { longTest } from "../support/long.ts";
import { encode, refused } from "./validate.ts";

describe("an error of JSON text knows its place:", () => {
  // «context» stands where the error with that context is expected.
  function expectPlaces(validator: Validator, marked: string): void {
    const expected: { context: string; offset: number }[] = [];
    let text = "";
    for (const part of marked.split(/(«.*?»)/s)) {
      if (part.startsWith("«")) expected.push({ context: part.slice(1, -1), offset: text.length });
      else text += part;
    }
    const sources: [JsonSource, (offset: number) => number][] = [
      [text, (offset) => offset],
      [encode(text), (offset) => encode(text.slice(0, offset)).length],
      [encode(`\ufeff${text}`), (offset) => encode(text.slice(0, offset)).length + 3],
    ];
    for (const [source, offsetIn] of sources) {
      const found = [...refused(validator, source)].map((error) => {
        return { context: error.formatContext(), offset: error.offset, line: error.line, column: error.column };
      });
      const wanted = expected.map(({ context, offset }) => {
        const lines = text.slice(0, offset).split("\n");
        const column = [...(lines.at(-1) as string)].length + 1;
        return { context, offset: offsetIn(offset), line: lines.length, column };
      });
      const byContext = (a: { context: string }, b: { context: string }) => (a.context < b.context ? -1 : 1);
      expect(found.sort(byContext)).toEqual(wanted.sort(byContext));
    }
  }

  class Wrapped extends Validator {
    override check(input: unknown): unknown {
      return { deep: [input], "": input };
    }
  }

  test.each<[string, Validator, string]>([
    ["the root", Int(), '«»"x"'],
    ["the root after white space", Int(), ' \n\t«»"x"'],
    ["a value behind characters of several bytes", Dict({ é: Dict({ é: Str() }) }), ' {"é": {"é":«é.é»1}}'],
    ["values", Dict({ a: Int(), b: Bool() }), '{"a": «a»"x", "b": «b»1}'],
    ["a value on a later line", Dict({ a: List(Int()) }), '{\r\n  "a": [\r\n    1,\r\n    «a.1»null\r\n  ]\r\n}'],
    ["items of nested lists", List(List(Int())), "[[1], [2, «1.1»[3]], «2»4]"],
    ["members of tuples", Tuple(Int(), Dict({ a: Str() })), '[«0»{}, {"a": «1.a»[]}]'],
    ["a tuple of the wrong length", List(Tuple(Int(), Int())), "[[1, 2], «1»[1]]"],
    ["a list of the wrong length", Dict({ a: List(Int(), { minlen: 2 }) }), '{"a" : «a»[1]}'],
    ["a missing key: the brace of its object", List(Dict({ a: Int() })), '[{"a":1}, «1.a»{}]'],
    ["two missing keys", Dict({ a: Int(), b: Int() }), " «a»«b»{}"],
    ["a forbidden key: its quote", Dict({}), '{ «x»"x" : 1}'],
    ["a forbidden key that is escaped", Dict({}), '{ «x»"\\u0078" : 1}'],
    ["an extra key and its value", Dict({}, { extra: [Str({ maxlen: 1 }), Int()] }), '{«ab.@KEY»"ab": «ab.@VALUE»"x"}'],
    [
      "a member of what a key was turned into",
      Dict({}, { extra: [AllOf(new Wrapped(), Dict({ deep: Any(), "": Int() })), Any()] }),
      '{«x.@KEY.#1.»"x": {"": 1}}',
    ],
    [
      "an invalid default: the brace of its object",
      Dict({ o: Dict({ a: Int() }, { defaults: { a: "x" } as never }) }),
      '{"o": «o.a»{}}',
    ],
    [
      "a member of an invalid default",
      Dict({ o: Dict({ a: List(Int()) }, { defaults: { a: ["x"] } as never }) }),
      '{"o": «o.a.0»{}}',
    ],
    [
      "a forbidden key in an invalid default",
      Dict({ o: Dict({ a: Dict({}) }, { defaults: { a: { x: 1 } } }) }),
      '{"o": «o.a.x»{}}',
    ],
    ["all of them at once", Dict({ a: Int(), m: Int() }), '«m»{«f»"f": [1], "a": «a»{"a": 1}}'],
    ["every step of OneOf", Dict({ a: OneOf(Int(), Bool()) }), '{"a": «a.#0»«a.#1»"x"}'],
    ["members inside a step of OneOf", List(OneOf(Int(), List(Int()))), '[1, «1.#0»[2, «1.#1.1»"x"]]'],
    ["a step of AllOf", List(AllOf(Int(), Int({ min: 5 }))), "[7, «1.#1»3, «2.#0»null]"],
    ["a key with dots", Dict({ "a.b": Int() }), '{"a.b": «[a.b]»""}'],
    ["an empty key", Dict({ "": Dict({ "": Int() }) }), '{"": {"": «.»""}}'],
    ["numeric keys", Dict({ 1: Int(), b: List(Int()) }), '{"b": [0, «b.1»""], "1": «1»""}'],
    ["the key __proto__", Dict({ ["__proto__"]: Int() }), '{"__proto__": «__proto__»""}'],
    [
      "after characters of several bytes",
      Dict({ "é😀": List(Str()) }),
      '{"é😀": ["é😀", «é😀.1»1, "\\ud83d\\ude00é", «é😀.3»2]}',
    ],
    ["after brackets and quotes in strings", List(Any(), { maxlen: 0 }), '  «»["]}\\"[{", "\\\\"]'],
    ["the last of equal keys", Dict({ a: Int() }), '{"a": "x", "a": 1, "\\u0061": «a»"yy"}'],
    ["the last of equal keys that are forbidden", Dict({}), '{"a": "x", «a»"a": 1}'],
    ["members of the last of equal keys", Dict({ a: List(Int()) }), '{"a": ["x", "y"], "a": [1, «a.1»"z"]}'],
    ["a key missing from the last of equal keys", Dict({ a: Dict({ b: Int() }) }), '{"a": {"b": "x"}, "a": «a.b»{}}'],
    [
      "the deepest ancestor of what a step made",
      Dict({ a: AllOf(new Wrapped(), Dict({ deep: List(Int()), "": Any() })) }),
      '{"a": «a.#1.deep.0»"x"}',
    ],
    ["a constant", List(Const(1)), "[1, «1»2]"],
  ])("%s", (_, validator, marked) => expectPlaces(validator, marked));

  test("references", () => {
    const node = Dict(
      { v: Int(), next: LazyRef("positions.node", { maxdepth: 2 }) },
      { optional: ["next"], alias: "positions.node" },
    );
    expectPlaces(node, '{"v": 1, "next": {"v": «next.v»"x", "next": {"v": 2}}}');
    expectPlaces(node, '{"v": 1, "next": {"v": 1, "next": {"v": 2, "next": «next.next.next»{}}}}');
  });

  test("a SchemaError is where its first error is", () => {
    const error = refused(List(Int()), '[1,\n "x", "y"]');
    expect([error.length, error.offset, error.line, error.column]).toEqual([2, 5, 2, 2]);
  });

  test("an error of no value, as that of too many steps, is where the text has its value", () => {
    expect(positionsIn([], "\n 1", undefined)(0)).toEqual({ offset: 2, line: 2, column: 2 });
  });

  test("errors of JavaScript values have none", () => {
    const result = List(Int()).safe(["x"]);
    const [error] = (result as { error: ValidationError }).error;
    expect([error?.offset, error?.line, error?.column]).toEqual([undefined, undefined, undefined]);
  });

  test("whatever becomes of the caller's bytes, and of the order and context of the errors", () => {
    const bytes = encode('["a",\n"b"]');
    const error = refused(List(Int()), bytes);
    bytes.fill(0x0a);
    error.sort(true);
    for (const one of error) one.addContext("list");
    expect([...error].map((one) => [one.formatContext(), one.offset, one.line])).toEqual([
      ["list.1", 6, 2],
      ["list.0", 1, 1],
    ]);
  });

  longTest("10,000 errors in 16 MiB are found in one pass", () => {
    const item = `"${"é".repeat(800)}"`;
    const text = `[${Array(10_000).fill(item).join(",\n")}]`;
    const error = refused(List(Int()), encode(text));
    const found = [...error].map(({ offset, line, column }) => [offset, line, column]);
    expect(found).toEqual(found.map((_, index) => [1 + index * 1604, index + 1, index === 0 ? 2 : 1]));
  });
});
