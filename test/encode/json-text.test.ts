/** JSON text of encoded values, and what any value is encoded as. */
import { describe, expect, test } from "vitest";
import { checkedJsonEncoder, encodedResult } from "../../src/core/encode/json-value.ts";
import { escaped, jsonText } from "../../src/core/encode/text.ts";
import { FAILED, Report } from "../../src/core/report/report.ts";
import { partsOf } from "../../src/core/schemas/graph.ts";
import * as v from "../../src/index.ts";
import { texts } from "../support/verdict.ts";

describe("JSON text", () => {
  test.each([null, true, -0, 1.5, 'a"\\\n\ud800', [], [1, [2, "b"]], {}, { a: { '"': [null] }, b: 1 }])(
    "of %j is what JSON.stringify writes",
    (value) => {
      expect(jsonText(value)).toBe(JSON.stringify(value));
    },
  );

  test("has bigints as numbers", () => {
    expect(jsonText({ a: [10n ** 20n, { '"b': 1n }], c: "d" })).toBe(
      '{"a":[100000000000000000000,{"\\"b":1}],"c":"d"}',
    );
  });

  test.each([
    ["objects", Object.prototype, { a: [1] }, '{"a":[1]}'],
    ["arrays", Array.prototype, [1, { a: "b" }], '[1,{"a":"b"}]'],
    ["bigints", BigInt.prototype, [5n], "[5]"],
  ])("asks no toJSON that %s inherit", (_, prototype, value, text) => {
    try {
      Object.defineProperty(prototype, "toJSON", { value: () => "changed", configurable: true });
      expect(jsonText(value)).toBe(text);
    } finally {
      Reflect.deleteProperty(prototype, "toJSON");
    }
  });

  test.each(
    ["", "a", '"', 'a"b', 'a\\b"', '\n"', '"\n', "\ud800", "\udfff", "\u00e9\uffff", "]", "#", "!"].flatMap((text) => [
      text,
      text.padEnd(16, "x"),
      text.padEnd(17, "x"),
      text.padStart(40, "x"),
      text.repeat(17),
    ]),
  )("escapes %j as JSON.stringify does", (text) => {
    expect(escaped(text)).toBe(JSON.stringify(text).slice(1, -1));
  });
});

describe("what a function of the caller returns", () => {
  const date = new Date(0);

  test.each<[string, unknown, isJson: boolean, mayLack: boolean, result: unknown]>([
    ["goes to a step as it is", date, false, false, date],
    ["goes to a step that may get nothing as it is", date, false, true, date],
    ["may be nothing where that may be", undefined, true, true, undefined],
    ["is refused where it is nothing, and has to be JSON", undefined, true, false, FAILED],
    ["is refused if it is no JSON", date, true, false, FAILED],
    ["is refused if it is no JSON, where it might be nothing", date, true, true, FAILED],
    ["is JSON", "a", true, false, "a"],
  ])("%s", (_, value, isJson, mayLack, result) => {
    expect(encodedResult(value, { isJson, mayLack }, new Report())).toBe(result);
  });

  test.each([
    [Number.NaN, "<FloatValueError(expected='number', actual=NaN)>"],
    [Number.POSITIVE_INFINITY, "<FloatValueError(expected='finite', actual=Infinity)>"],
  ])("is no JSON if it is %d", (value, error) => {
    expect(texts(v.Any().safeEncode(value).error as never)).toBe(error);
  });
});

describe("any value", () => {
  test("is copied, with the integers that numbers have no digits for, and without keys that have no value", () => {
    const value = { a: [10n ** 20n, 1], b: undefined, c: [2 ** 60] };
    const copy = v.Any().encode(value as never) as typeof value;
    expect(copy).toStrictEqual({ a: [10n ** 20n, 1], c: [2 ** 60] });
    expect(copy.c).not.toBe(value.c);
  });

  test.each<[string, unknown, string]>([
    ["a symbol", Symbol("a"), "<InvalidTypeError(expected='JSON value', actual='symbol')>"],
    ["an integer that a number has digits for", 1n, "<InvalidTypeError(expected='JSON value', actual='bigint')>"],
    ["an array of too many items", Array(2 ** 31), "<MaxLengthError(expected=33554432, actual=2147483648)>"],
  ])("is no JSON: %s", (_, value, error) => {
    expect(texts(v.Any().safeEncode(value as never).error as never)).toBe(error);
  });

  test.each([[[1n]], [{ a: 1n }]])("is not read below the depth limit: %o", (value) => {
    const { error } = v.Any().safeEncode([value] as never, { maxDepth: 1 });
    expect(texts(error as never)).toEqual(["<0: RecursionMaxDepthError(expected=1, actual=2)>"]);
  });

  test("is read no further than the first error, if there may be no more", () => {
    let reads = 0;
    const value = {
      a: Number.NaN,
      get b() {
        return ++reads;
      },
    };
    expect(v.Any().safeEncode(value as never, { maxErrors: 0 }).ok).toBe(false);
    expect(reads).toBe(0);
  });
});

test("the encoder of a validator that returns its input has it as a part", () => {
  const validator = v.Not(v.Str());
  expect(partsOf(checkedJsonEncoder(validator))).toEqual([validator]);
});
