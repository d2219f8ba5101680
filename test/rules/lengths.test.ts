import { describe, expect, test } from "vitest";
import { errorsOf, FAILED, Report } from "../../src/core/report/report.ts";
import {
  arraySize,
  BytesRule,
  bytesParts,
  failsTupleLength,
  readLengths,
  TextRule,
  textParts,
} from "../../src/core/rules/length.ts";
import { isOutside, LengthsRule, readLengthsOf, writeLengths } from "../../src/core/rules/lengths.ts";
import type { KeywordReader } from "../../src/core/rules/rule.ts";
import { MAX_ITEMS } from "../../src/values/input.ts";

const shown = ({ failures }: Report): string => errorsOf(failures, undefined).map(String).join();

const lengths = (minlen?: number, maxlen?: number): { minlen: number | undefined; maxlen: number | undefined } => ({
  minlen,
  maxlen,
});

describe("the condition of generated code that a number of members is outside the limits", () => {
  test.each([
    [undefined, undefined, ""],
    [0, undefined, ""],
    [1, undefined, "n < 1"],
    [undefined, 0, "n > 0"],
    [2, 3, "n < 2 || n > 3"],
  ])("from %s to %s is %j", (minlen, maxlen, code) => {
    expect(isOutside(lengths(minlen, maxlen), "n")).toBe(code);
  });
});

test("lengths are given if there is a limit", () => {
  const isGiven = (minlen?: number, maxlen?: number): boolean =>
    new LengthsRule(lengths(minlen, maxlen), "item").isGiven;
  expect([isGiven(), isGiven(0), isGiven(undefined, 0), isGiven(1, 2)]).toEqual([false, true, true, true]);
});

test("sizes that lengths refuse are those next to the limits", () => {
  const wrong = (minlen?: number, maxlen?: number): unknown =>
    new LengthsRule(lengths(minlen, maxlen), "item").wrongSizes(5);
  expect(wrong()).toEqual([]);
  expect(wrong(0)).toEqual([]);
  expect(wrong(2)).toEqual([[0, 1]]);
  expect(wrong(undefined, 3)).toEqual([[4, 9]]);
  expect(wrong(1, 3)).toEqual([
    [0, 0],
    [4, 9],
  ]);
});

test("lengths are counted in items of arrays and keys of objects, in JSON Schema too", () => {
  for (const [unit, least, most] of [
    ["item", "minItems", "maxItems"],
    ["key", "minProperties", "maxProperties"],
  ] as const) {
    expect(writeLengths(new LengthsRule(lengths(1, 2), unit))).toEqual({ [least]: 1, [most]: 2 });
    const keywords = { length: (name: string) => ({ [least]: 3, [most]: 4 })[name] } as unknown as KeywordReader;
    expect(readLengthsOf(unit, keywords)).toEqual(lengths(3, 4));
    const report = new Report();
    new LengthsRule(lengths(2), unit).fails(1, report);
    expect(shown(report)).toBe("<MinLengthError(expected=2, actual=1)>");
  }
});

describe("generated code of a rule of text", () => {
  test.each([
    [undefined, undefined, false, 'typeof v === "string"'],
    [undefined, undefined, true, "true"],
    [0, undefined, true, "true"],
    [1, undefined, true, "(v.length >= 1 || codePoints(v) >= 1)"],
    [2, undefined, true, "(v.length >= 3 || codePoints(v) >= 2)"],
    [undefined, 0, true, "(v.length <= 0 || codePoints(v) <= 0)"],
    [2, 4, true, "(v.length >= 3 || codePoints(v) >= 2) && (v.length <= 4 || codePoints(v) <= 4)"],
  ])("from %s to %s characters, whose type is known: %o", (minlen, maxlen, isKnown, code) => {
    const rule = new TextRule(lengths(minlen, maxlen), isKnown);
    expect(textParts.code(rule, "v", { constant: String, literal: String })).toBe(code);
  });
});

test("a text is certain to be within the limits if its number of units is", () => {
  const units = (minlen?: number, maxlen?: number): readonly number[] => new TextRule(lengths(minlen, maxlen)).units;
  expect([units(), units(0), units(1), units(3, 9)]).toEqual([
    [0, Number.POSITIVE_INFINITY],
    [0, Number.POSITIVE_INFINITY],
    [1, Number.POSITIVE_INFINITY],
    [5, 9],
  ]);
});

test("the length of a Tuple is within both limits, and the error has the one that is broken", () => {
  const fails = (least: number, most: number, size: number): string => {
    const report = new Report();
    const result = failsTupleLength({ least, most }, size, report);
    expect(result).toBe(report.count === 0 ? false : FAILED);
    return report.count === 0 ? "" : shown(report);
  };
  expect([fails(1, 3, 1), fails(1, 3, 2), fails(1, 3, 3)]).toEqual(["", "", ""]);
  expect(fails(1, 3, 0)).toBe("<TupleLengthError(expected=1, actual=0)>");
  expect(fails(1, 3, 4)).toBe("<TupleLengthError(expected=3, actual=4)>");
  expect(fails(2, 2, 1)).toBe("<TupleLengthError(expected=2, actual=1)>");
});

describe("a length that is refused", () => {
  const unit = (fail: (report: Report) => unknown): unknown => {
    const report = new Report();
    fail(report);
    return report.explainedAt(0).detail?.unit;
  };
  const tuple = (least: number, most: number) => (report: Report) => failsTupleLength({ least, most }, 9, report);

  test("is counted in characters, bytes or items; that of a Tuple, if there may be several", () => {
    expect(unit((report) => new TextRule(lengths(2)).fails("a", report))).toBe("character");
    expect(unit((report) => new BytesRule(lengths(2)).fails(new Uint8Array(1), report))).toBe("byte");
    expect(unit((report) => arraySize(MAX_ITEMS + 1, report))).toBe("item");
    expect([unit(tuple(1, 2)), unit(tuple(2, 2))]).toEqual(["item", undefined]);
  });

  test("of an array is beyond the maximum", () => {
    expect(arraySize(MAX_ITEMS, new Report())).toBe(MAX_ITEMS);
    expect(arraySize(MAX_ITEMS + 1, new Report())).toBe(FAILED);
  });

  test("is that of a text, not of what else has a length", () => {
    const takes = new TextRule(lengths(0, 3)).test() as (value: unknown) => boolean;
    expect([takes("abc"), takes("abcd"), takes([]), takes(1)]).toEqual([true, false, false, false]);
    expect(new TextRule(lengths()).isKnown).toBe(false);
  });
});

test("lengths of text are keywords of JSON Schema, those of bytes are not", () => {
  const refused: string[] = [];
  const refuse = (param: string, why: string): void => void refused.push(`${param}: ${why}`);
  expect(textParts.write(new TextRule(lengths(1, 2)), refuse, false)).toEqual({ minLength: 1, maxLength: 2 });
  expect(bytesParts.write(new BytesRule(lengths(1, 2)), refuse, false)).toEqual({});
  expect(refused).toEqual([": JSON has no form for bytes"]);
  const keywords = { length: (name: string) => ({ minLength: 1, maxLength: 2 })[name] } as unknown as KeywordReader;
  expect(readLengths(keywords)).toEqual(lengths(1, 2));
});
