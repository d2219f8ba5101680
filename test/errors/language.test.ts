import { describe, expect, test } from "vitest";
import { Language } from "../../src/core/errors/language.ts";
import "../../src/text/formats/use.ts";
import { en } from "../../src/text/locales/en.ts";
import type { Locale } from "../../src/text/locales/locale.ts";

const language = (code: string, more: Partial<Locale> = {}): Language => Language.of({ ...en, code, ...more });

describe("numbers", () => {
  test.each<[string, unknown, string]>([
    ["en", 1234567.5, "1234567.5"],
    ["en", Number.NEGATIVE_INFINITY, "-Infinity"],
    ["en", 5n, "5"],
    ["en-GB", 1234567.5, "1,234,567.5"],
    ["de", 1234567.5, "1.234.567,5"],
    ["de", 2024, "2024"],
    ["de", 0.1, "0,1"],
    ["de", 1e-7, "0,0000001"],
    ["de", -0, "-0"],
    ["de", 1e21, "1e+21"],
    ["de", -1e300, "-1e+300"],
    ["de", Number.NaN, "NaN"],
    ["de", 9007199254740993n, "9.007.199.254.740.993"],
    ["de", 10n ** 30n, `1${"0".repeat(30)}`],
    ["de", 10n ** 5000n, "\u2026"],
    ["de", true, "true"],
    ["fr", 12345.5, "12\u202f345,5"],
    ["hi", 12345678, "1,23,45,678"],
    ["fa", 2024, "\u06f2\u06f0\u06f2\u06f4"],
    ["ar-EG", 5, "\u0665"],
  ])("in %s: %s", (code, value, text) => {
    expect(language(code).value(value)).toBe(text);
  });
});

test.each([
  ["en", "1, 2 or 3"],
  ["de", "1, 2 oder 3"],
  ["pl", "1, 2 lub 3"],
  ["ja", "1\u30012\u3001\u307e\u305f\u306f3"],
  ["zh-TW", "1\u30012\u62163"],
  ["ar", "1 \u0623\u0648 2 \u0623\u0648 3"],
])("lists in %s: %s", (code, text) => {
  expect(language(code).list(["1", "2", "3"], 0)).toBe(text);
  expect(language(code).list(["1"], 0)).toBe("1");
});

test("series have the separator of the language", () => {
  expect(["en", "de", "zh-CN", "ar"].map((code) => language(code).list(["1", "2", "3"], 1))).toEqual([
    "1, 2, 3",
    "1, 2, 3",
    "1\u30012\u30013",
    "1 \u0623\u0648 2 \u0623\u0648 3",
  ]);
});

test("what is inserted is isolated in a language that is written from right to left, in the quotes", () => {
  const he = language("he", { rightToLeft: true });
  expect(he.value("a")).toBe("\u201c\u2068a\u2069\u201d");
  expect(he.value([1])).toBe("\u2068[1]\u2069");
  expect(he.value(-5)).toBe("\u2068\u200e-5\u2069");
  expect(he.type("URL")).toBe("\u2068URL\u2069");
  expect(he.count("item", 2)).toBe("\u20682\u2069 items");
});

test("data cannot end an isolation, nor change the direction", () => {
  const he = language("he", { rightToLeft: true });
  for (const mark of "\u2069\u2068\u202e\u202c\u200f\u061c") {
    expect(he.value(`a${mark}`)).toBe(
      `\u201c\u2068a\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}\u2069\u201d`,
    );
  }
});

test("a plural form that is missing is the other one, and a text that is missing the English one", () => {
  const odd = { ...en.units, item: { other: "{count} Stuecke" } };
  expect(language("de", { units: odd }).count("item", 1)).toBe("1 Stuecke");
  const few = { code: "de", messages: {} } as unknown as Locale;
  expect(Language.of(few).message("missing_key")).toBe("Required key is not provided.");
  expect([Language.of(few).value("x"), Language.of(few).type("integer"), Language.of(few).count("item", 1)]).toEqual([
    "\u201cx\u201d",
    "an integer",
    "1 item",
  ]);
  expect([Language.of(few).format("email"), Language.of(few).format("mine"), Language.of(few).own("x")]).toEqual([
    "email address",
    "mine",
    undefined,
  ]);
});

test("what a locale has without a value is English, and what is no text is refused", () => {
  const messages = { ...en.messages, missing_key: undefined, forbidden_key: null } as unknown as Locale["messages"];
  const some = language("de", { messages, texts: undefined, quotes: undefined, units: undefined } as unknown as Locale);
  expect(some.message("missing_key")).toBe(en.messages.missing_key);
  expect(some.message("forbidden_key")).toBe(en.messages.forbidden_key);
  expect(some.own("x")).toBeUndefined();
  expect(some.value("x")).toBe("\u201cx\u201d");
  expect(some.count("item", 1)).toBe("1 item");
  for (const text of [5, [], {}, { one: "x" }, { other: 5 }, { one: 5, other: "x" }]) {
    for (const part of ["messages", "types", "units", "formats", "texts"]) {
      expect(() => language("de", { [part]: { x: text } })).toThrow(/locale should be a locale/);
    }
  }
});

test("what is filled in is not filled itself, and a placeholder without a value stays", () => {
  const messages = { ...en.messages, condition: "{expected} {other} $& {actual}" };
  expect(language("de", { messages }).message("condition", { expected: "{actual}", actual: "$1" })).toBe(
    "{actual} {other} $& $1",
  );
});

test("names on Object.prototype are no texts", () => {
  const de = language("de", { texts: {} });
  expect([de.type("toString"), de.format("constructor"), de.own("valueOf")]).toEqual([
    "toString",
    "constructor",
    undefined,
  ]);
});
