import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { isRegex } from "../../src/text/formats/regex.ts";
import { sweep } from "../support/sweep.ts";

afterEach(() => vi.unstubAllGlobals());

const PIECES = [
  ..."ab-^$|()[]*+?{}\\,10<>=!:k/zü😀\n\u2028\ud83d",
  ...[
    "(?:",
    "(?=",
    "(?!",
    "(?<=",
    "(?<!",
    "(?<a>",
    "(?<b>",
    "(?<\\u0061>",
    "(?<\\u{62}c>",
    "(?<$_1>",
    "(?<1>",
    "(?<ü>",
  ],
  ...["(?i:", "(?i-s:", "(?-:", "(?i-i:", "(?ii:", "(?s-:", "(?-s:", "[^", "\\k<a>", "\\k<b>", "\\k", "\\1", "\\2"],
  ...["{1}", "{1,}", "{1,2}", "{2,1}", "{99999999999,2147483648}", "\\b", "\\B", "\\d", "\\w", "\\n", "\\a", "\\^"],
  ...["\\p{L}", "\\P{Lu}", "\\p{Script=Greek}", "\\p{x}", "\\pL", "\\0", "\\00", "\\cA", "\\c1", "\\-", "\\/"],
  ...["\\x41", "\\x4", "\\u0041", "\\u004", "\\uD83D\\uDE00", "\\uDE00", "\\u{1F600}", "\\u{110000}", "\\u{}"],
];

function compiles(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}

describe("a regular expression is what RegExp compiles with the flag u", () => {
  const pieces = fc.array(fc.constantFrom(...PIECES), { maxLength: 9 });

  test("whatever it is made of", () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        expect(isRegex(parts.join(""))).toBe(compiles(parts.join("")));
      }),
      { numRuns: sweep(4000, 20_000) },
    );
  });

  test("where all groups and classes are closed", () => {
    fc.assert(
      fc.property(pieces, pieces, (before, inside) => {
        for (const [open, close] of [
          ["(", ")"],
          ["[", "]"],
          ["(?<a>", ")"],
          ["(?:(?<a>b)|", ")"],
        ]) {
          const text = before.join("") + open + inside.join("") + close;
          expect(isRegex(text), text).toBe(compiles(text));
        }
      }),
      { numRuns: sweep(1000, 5000) },
    );
  });

  test.each([
    "(?<a>b)|(?<a>c)",
    "(?:(?<a>b)|(?<a>c))(?<a>d)",
    "(?:(?<a>b)|c)|(?<a>d)",
    "(?<a>(?<a>b))",
    "((?<a>b))|((?<a>c))",
  ])("names of groups that are alike: %s", (text) => {
    expect(isRegex(text)).toBe(compiles(text));
  });

  test("each piece, and each behind another", () => {
    for (const text of ["", ...PIECES].flatMap((one) => PIECES.map((other) => one + other))) {
      expect(isRegex(text), text).toBe(compiles(text));
    }
  });

  test.each([
    "[\\d-a]",
    "[a-\\d]",
    "[\\w-]",
    "[a-b-c]",
    "[b-a]",
    "[\\p{L}-a]",
    "[]-a]",
    "[^^-a]",
    "\\u{10FFFF}",
    "(a)\\1",
  ])("%s", (text) => {
    expect(isRegex(text)).toBe(compiles(text));
  });

  test("of 32,767 groups, and no more", () => {
    expect([32_767, 32_768].map((count) => isRegex("()".repeat(count)))).toEqual([true, false]);
  });

  test.each([32_767, 32_768])("%i groups", (count) => {
    expect(isRegex("()".repeat(count))).toBe(compiles("()".repeat(count)));
  });
});

describe("a text cannot make it slow", () => {
  test("RegExp, which takes 10 kB for a property, is asked once for each name", () => {
    const asked: string[] = [];
    const Original = RegExp;
    vi.stubGlobal(
      "RegExp",
      class extends Original {
        constructor(source: string, flags?: string) {
          asked.push(source);
          super(source, flags);
        }
      },
    );
    expect(isRegex("\\p{Script=Vai}[\\P{Script=Vai}]".repeat(20_000))).toBe(true);
    expect(asked).toEqual(["\\p{Script=Vai}"]);
  });

  test("a class of 100,000 characters, of which V8 compares each with all", () => {
    const characters = Array.from({ length: 100_000 }, (_, at) =>
      String.fromCodePoint(0x10000 + ((at * 7919) % 900_000)),
    );
    expect(isRegex(`[${characters.join("")}]`)).toBe(true);
  });

  test("the same names in alternatives at the end of many groups", () => {
    const names = Array.from({ length: 2_000 }, (_, at) => `(?<a${at}>)`).join("");
    const text = `(?:${"(?:".repeat(20_000)}${names}${")".repeat(20_000)}|${names}|${names})`;
    expect(isRegex(text)).toBe(compiles("(?<a>b)|(?<a>c)"));
  });
});
