import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Automaton, automatonOf } from "../../src/text/pattern/automaton.ts";
import { parsePattern } from "../../src/text/pattern/syntax.ts";
import { PATTERNS } from "../native/vocabulary.ts";
import { sweep } from "../support/sweep.ts";
import { anyText, expressions } from "./expressions.ts";
import { ATOMS, CHARACTERS, type Expression, matches, SOURCES, TEXTS } from "./tables.ts";

const compile = ({ source, flags }: Expression): Automaton | undefined => {
  const parts = parsePattern(source, flags);
  return parts && automatonOf(parts);
};

const automaton = (expression: Expression): Automaton => compile(expression) as Automaton;

/** What is compared with RegExp here. */
function agrees(expression: Expression, texts: readonly string[]): void {
  const one = automaton(expression);
  for (const text of texts) {
    expect(one.test(text), `/${expression.source}/${expression.flags} ${JSON.stringify(text)}`).toBe(
      matches(expression, text),
    );
  }
}

describe("the automaton matches what RegExp matches", () => {
  test.each(SOURCES)("/%s/", (source) => {
    for (const flags of ["", "i", "m", "s", "v"]) agrees({ source, flags }, TEXTS);
  });

  test.each(ATOMS)("/$source/$flags, of all characters", ({ source, flags }) => {
    const one = new RegExp(`^(?:${source})$`, `${flags}u`);
    const inside = CHARACTERS.filter((character) => one.test(character)).join("");
    const outside = CHARACTERS.filter((character) => !one.test(character)).join("");
    expect(automaton({ source: `^(?:${source})*$`, flags }).test(inside)).toBe(true);
    expect(automaton({ source: `^[^]*(?:${source})`, flags }).test(outside)).toBe(false);
  });

  // Patterns without the flag `u` are rewritten before they are parsed: legacy.long.ts is about those.
  const unicode = PATTERNS.filter(({ pattern }) => (pattern as { unicode?: boolean }).unicode !== false);
  test.each(unicode)("$pattern", ({ pattern, texts }) => {
    const expression = typeof pattern === "string" ? { source: pattern, flags: "" } : (pattern as never as Expression);
    agrees(
      expression,
      texts.map((text) => text.slice(0, 12)),
    );
  });

  const surrogates = ["\ud83d", "\ude00", "\ud83d\ude00", "\ude00\ud83d", "a\ud83d", "\ud83d\ud83d\ude00", ""];
  test.each([
    ...["\\ud83d", "\\ude00", "\\ud83d\\ude00", "[\\ud83d\\ude00]", "\\u{1f600}", "\ud83d", "\ude00", "\ud83d\ude00"],
    ...["[\\ud800-\\udbff]", "[^\\ud83d]", "..", ".$", "\\p{Cs}$", "\\P{Cs}", "[^]$", "\\W\\W", "\\ud83d\\u{de00}"],
  ])("/%s/ where text has halves of characters", (source) => {
    for (const flags of ["", "i", "s", "v"]) agrees({ source, flags }, surrogates);
  });

  test.each<Expression>([
    { source: "é", flags: "i" },
    { source: "[à-ü]+$", flags: "i" },
    { source: "[^à-ü]", flags: "i" },
    { source: "\\p{Lu}", flags: "i" },
    { source: "[^\\P{Lu}]", flags: "i" },
    { source: "[^\\P{Lu}]", flags: "iv" },
    { source: "ß|σ", flags: "i" },
    { source: "\\b[\\u017f\\u212a]\\b", flags: "i" },
    { source: "\\bſ", flags: "" },
    { source: "[\\w--[a-c]]", flags: "v" },
    { source: "[\\p{L}&&\\p{ASCII}]", flags: "v" },
    { source: "[[a-z][0-9]]", flags: "iv" },
    { source: "[a\\-\\&]", flags: "v" },
    { source: "^b$", flags: "m" },
    { source: "a$\\n^b", flags: "m" },
    { source: "(?:^|\\n)b", flags: "m" },
    { source: "(?:$\\s*^)+b", flags: "m" },
  ])("/$source/$flags", (expression) => {
    const texts = [
      ..."aAbBkKsSzéÉàÀüÜſKσςΣßẞǅ0_-&\n\u2028é😀",
      "a\nb",
      "\nb",
      "b\n",
      "a\n\nb",
      "\u2028b",
      "ſa",
      "",
      "aſ",
    ];
    agrees(expression, texts);
  });

  test("any pattern, any text", () => {
    fc.assert(
      fc.property(expressions, fc.array(anyText, { minLength: 1, maxLength: 8 }), (expression, texts) => {
        agrees(expression, texts);
      }),
      { numRuns: sweep(250, 4000) },
    );
  });

  test("also when its states are forgotten because they are too many", () => {
    const one = automaton({ source: "^(?:[ab]|[ab])*a[ab]{12}c?$", flags: "" });
    const regexp = /^[ab]*a[ab]{12}c?$/u;
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "b"), minLength: 500, maxLength: 2000 }), (text) => {
        for (const whole of [text, `${text}c`, `${text}cc`]) expect(one.test(whole)).toBe(regexp.test(whole));
      }),
      { numRuns: 20 },
    );
  });
});

describe("its work for each character is bounded by the places of the pattern", () => {
  test.each([
    "(?:a+)+$",
    "(a|a)*b",
    "(?:a*)*$",
    "(?:a|b|ab)*c",
    ".*.*.*.*x",
    "^(\\w+\\s?)*$",
    "(?:a?){30}a{30}$",
    "(?:(?:a{0,5}){0,5}){0,5}$",
    "^(?:.{1,50}b){1,5}$",
    "(?:(?:\\b|a)+)+$",
  ])("/%s/", (source) => {
    const places = automaton({ source, flags: "" });
    const perCharacter = (length: number, text: (length: number) => string): number => {
      const one = automaton({ source, flags: "" });
      one.test(text(length));
      return one.steps / length;
    };
    expect(places.size).toBeLessThan(1000);
    for (const text of [
      (length: number) => `${"a".repeat(length - 1)}!`,
      (length: number) => "ab ".repeat(length / 3),
      (length: number) => `${"aab".repeat(length / 3)}\n`,
      (length: number) => Array.from({ length }, (_, at) => ((at * at * 7) % 11 < 5 ? "a" : "b")).join(""),
    ]) {
      for (const length of [30, 300, 3000, 30_000]) {
        expect(perCharacter(length, text)).toBeLessThanOrEqual(places.size);
      }
    }
  });
});

test("a pattern that would have more than 5,000 places has no automaton", () => {
  for (const source of ["(?:a{1,1000}){1,1000}", "a{5000}", "(?:(?:ab?){100}){100}", "(?:(?:\\b){5000}){5000}"]) {
    expect(compile({ source, flags: "" }), source).toBeUndefined();
  }
  expect(compile({ source: "a{4999}", flags: "" })).toBeDefined();
});

test.each(["a(?=b)", "a(?!b)", "(?<=a)b", "(?<!a)b", "(a)\\1", "(?<n>a)\\k<n>", "(?:(?:(?=a)a)*)*"])(
  "/%s/ has no automaton",
  (source) => {
    expect(compile({ source, flags: "" })).toBeUndefined();
  },
);

test("what may match strings of several characters has no automaton", () => {
  for (const source of ["[\\q{ab|c}]", "\\p{RGI_Emoji}", "[\\p{RGI_Emoji}--\\q{a}]"]) {
    expect(parsePattern(source, "v"), source).toBeUndefined();
  }
});
