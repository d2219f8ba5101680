/** Values of another type: text of numbers, words for booleans, moments of timestamps. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  AllOf,
  Bool,
  Datetime,
  Dict,
  Float,
  Int,
  List,
  load,
  OneOf,
  Str,
  toSource,
  type Validator,
} from "../../src/index.ts";
import { numberOf } from "../../src/values/numeric.ts";
import { literal } from "../../src/values/text.ts";
import { expectSame } from "../native/outcome.ts";
import { longTest } from "../support/long.ts";
import { sweep } from "../support/sweep.ts";

const issuesOf = (validator: Validator, input: unknown) =>
  validator.safe(input).error?.issues.map(({ code, expected, actual }) => [code, expected, actual]);

describe("Str with coerce", () => {
  const str = Str({ coerce: true });

  test.each<[unknown, string]>([
    [5, "5"],
    [-0, "0"],
    [1e21, "1e+21"],
    [0.1, "0.1"],
    [true, "true"],
    [false, "false"],
    [2n ** 64n, "18446744073709551616"],
    ["as it is", "as it is"],
  ])("makes of %s what JavaScript writes", (value, text) => {
    expect(str(value as never)).toBe(text);
    expect(str.is(value)).toBe(true);
    for (let call = 0; call < 3000; call++) str(value as never);
    expect(str(value as never)).toBe(text);
  });

  test.each<[unknown, string]>([
    [null, "null"],
    [undefined, "undefined"],
    [Number.NaN, "number"],
    [Number.POSITIVE_INFINITY, "number"],
    [[], "array"],
    [{}, "object"],
    [new Date(0), "datetime"],
    [Symbol("x"), "symbol"],
  ])("takes no %s", (value, actual) => {
    expect(issuesOf(str, value)).toEqual([["invalid_type", "string", actual]]);
    expect(str.is(value)).toBe(false);
  });

  test("its rules, strip and case are about the text", () => {
    const code = Str({ coerce: true, minlen: 2, case: "upper", options: ["12", "TRUE"] });
    expect([code(12), code(true), code("true")]).toEqual(["12", "TRUE", "TRUE"]);
    expect(issuesOf(Str({ coerce: true, minlen: 2 }), 5)).toEqual([["min_length", 2, 1]]);
    expect(Str({ coerce: true, nullable: true })(null)).toBe(null);
  });

  test("of JSON text it makes what it makes of the value, on each engine", () => {
    const numbers = ["-0", "1.50", "1e2", "1E400", "12345678901234567890", "-1e-7", "0.1e1", "true", "null", "[]"];
    const validators = [str, Str({ coerce: true, maxlen: 3, nullable: true }), Str({ coerce: true, options: ["100"] })];
    for (const one of validators)
      for (const text of [...numbers, "01", "-", "tru", "1.", '"x"', '"\\u0031"']) {
        expectSame(one, text);
        expectSame(List(OneOf(Int(), one)), `[${text}, 5, ${text}]`);
        expectSame(Dict({ a: one, b: Str() }), `{"b":"x","a":${text}}`);
      }
    fc.assert(
      fc.property(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.maxSafeInteger()), (number) => {
        expect(str.json(JSON.stringify(number))).toBe(String(JSON.parse(JSON.stringify(number))));
      }),
      { numRuns: sweep(100, 1000) },
    );
  });

  test("what is encoded is text", () => {
    expect(str.encode("5")).toBe("5");
    expect(str.safeEncode(5 as never).ok).toBe(false);
  });
});

describe("Bool with words of its own", () => {
  const answer = Bool({ true: ["ja", "oui"], false: ["nein"] });

  test.each<[unknown, boolean]>([
    ["ja", true],
    ["oui", true],
    ["nein", false],
    [true, true],
    [false, false],
  ])("%s is %s", (input, value) => {
    expect([answer(input as never), answer.is(input), answer.json(JSON.stringify(input))]).toEqual([
      value,
      true,
      value,
    ]);
  });

  test("other texts are none, nor the same in another case", () => {
    expect(issuesOf(answer, "Ja")).toEqual([["options", ["ja", "oui", "nein"], "Ja"]]);
    expect(issuesOf(answer, 1)).toEqual([["invalid_type", "boolean", "integer"]]);
    expect(issuesOf(Bool({ true: ["x"], coerce_int: true }), "")).toEqual([["options", ["x"], ""]]);
    for (const text of ['"ja"', '"j\\u0061"', '"nein"', '"no"', "1", "true", '"ja', "null"])
      for (const one of [answer, Bool({ true: ["ja"], nullable: true, coerce_int: true }), List(answer)])
        expectSame(one, text);
  });

  test.each<[object, string]>([
    [{ true: ["a"], false: ["b", "a"] }, "Bool.false: 'a' should not be a word for true too"],
    [{ true: [] }, "Bool.true should not be empty"],
    [{ false: [1] }, "Bool.false"],
    [{ true: "ja" }, "Bool.true"],
    [{ true: ["ja"], coerce_str: true }, "Bool.true should not be given together with coerce_str"],
    [{ coerce: { true: ["ja"], false: ["nein"] } }, "coerce"],
  ])("%s is refused", (params, message) => {
    expect(() => Bool(params as never)).toThrow(message);
  });

  test("where text is wanted, the first word is written", () => {
    const pipeline = AllOf(Str(), answer);
    expect([pipeline.encode(true), pipeline.encode(false), answer.encode(true)]).toEqual(["ja", "nein", true]);
    expect(() => AllOf(Str(), Bool({ true: ["ja"] })).encode(true)).toThrow();
  });
});

describe("Datetime with coerce", () => {
  test.each<["unix" | "unix_ms", number | bigint, string]>([
    ["unix", 0, "1970-01-01T00:00:00Z"],
    ["unix", 1772272800.25, "2026-02-28T10:00:00.25Z"],
    ["unix", 5n, "1970-01-01T00:00:05Z"],
    ["unix_ms", 1772272800123, "2026-02-28T10:00:00.123Z"],
    ["unix_ms", -1, "1969-12-31T23:59:59.999Z"],
    ["unix_ms", -62135510400000, "0001-01-02T00:00:00Z"],
    ["unix_ms", 253402300799999, "9999-12-31T23:59:59.999Z"],
  ])("in %s, %s is a moment", (coerce, input, text) => {
    expect(String(Datetime({ coerce, as: "instant" })(input as number))).toBe(text);
    expect(Datetime({ coerce, as: "date" })(input as number).toISOString()).toBe(new Date(text).toISOString());
    expect(String(Datetime({ coerce })(input as number))).toBe(text.replace("Z", "+00:00[UTC]"));
    expect(Datetime({ coerce, tz: "Asia/Tokyo" })(input as number).timeZoneId).toBe("Asia/Tokyo");
    if (typeof input === "number") expectSame(Datetime({ coerce, as: "instant" }), String(input));
  });

  test("has a range, limits, and takes no text without a format", () => {
    const date = Datetime({ coerce: "unix_ms", min: "2026-01-01T00:00:00Z" });
    expect(issuesOf(date, 0)?.[0]?.[0]).toBe("min_value");
    expect(issuesOf(date, -1e20)).toEqual([["min_value", -62135510400000, -1e20]]);
    expect(issuesOf(date, 1e20)).toEqual([["max_value", 253402300799000, 1e20]]);
    expect(issuesOf(date, "1772272800123")).toEqual([["invalid_type", "datetime", "string"]]);
    expect(issuesOf(date, Number.NaN)).toEqual([["invalid_type", "datetime", "number"]]);
    expect(issuesOf(Datetime({ coerce: "unix", as: "date" }), "x")).toEqual([["invalid_type", "datetime", "string"]]);
    expect(() => Datetime({ coerce: "unix", unixts: true })).toThrow("should not be given together with unixts");
    expect(() => Datetime({ coerce: "s" as never })).toThrow("Datetime.coerce should be one of");
  });
});

test("U+000E, the one after the last control character of white space, is none on any engine", () => {
  const validators = [Int({ coerce: true }), Str({ strip: true, maxlen: 1 }), Str({ pattern: "^\\s5$" })];
  for (const validator of validators)
    for (const [space, isNone] of [
      ["\r", false],
      ["\x0e", true],
    ] as const) {
      const text = JSON.stringify(`${space}5`);
      expectSame(validator, text);
      expect(validator.isJson(text)).toBe(!isNone);
    }
});

test("dumps and source have the parameters", () => {
  for (const one of [Str({ coerce: true }), Bool({ true: ["ja"], false: ["nein"] }), Datetime({ coerce: "unix" })]) {
    expect(String(load(one.dump()))).toBe(String(one));
    expect(toSource(one)).toMatch(/coerce: (?:true|"unix")|true: \["ja"\], false: \["nein"\]/);
    expect(literal(one.dump())).toContain("__class__");
  }
});

describe("text of many millions of characters overflows nothing, on either engine:", () => {
  const length = 8_000_000;
  longTest.each<[string, string, isNumber: boolean, isInteger: boolean]>([
    ["digits and underscores", `${"1_".repeat(length / 2)}1`, true, true],
    ["digits and underscores, and one too many", "1_".repeat(length / 2), false, false],
    ["zeros and underscores", `${"0_".repeat(length / 2)}7`, true, true],
    ["a fraction with underscores", `0.${"1_".repeat(length / 2)}1`, true, false],
    ["a long exponent", `1e-${"1".repeat(length)}`, true, false],
    ["blanks around a digit", `${" ".repeat(length)}1${" ".repeat(length)}`, true, true],
    ["digits and a letter", `${"1".repeat(length)}x`, false, false],
  ])("%s", (_name, text, isNumber, isInteger) => {
    expect(numberOf(text) !== undefined).toBe(isNumber);
    const float = Float({ coerce: true, inf: true });
    const int = Int({ coerce: true });
    expect([float.is(text), float.isJson(JSON.stringify(text))]).toEqual([isNumber, isNumber]);
    expect(int.is(text)).toBe(int.isJson(JSON.stringify(text)));
    if (!isInteger) expect(int.is(text)).toBe(false);
  });
});
