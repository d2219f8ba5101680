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

  test.each([
    [
      "characters",
      [
        "a]",
        "a}",
        "{",
        "{1}",
        ")",
        "())",
        "(()",
        "\\",
        "\ud83d",
        "[\ud83d]",
        "\u{1f600}*",
        "\uffff(",
        "[\u{1f600}-\u{1f601}]",
      ],
    ],
    [
      "quantifiers",
      [
        ...[
          "a*?",
          "a*??",
          "a+?",
          "a??",
          "a???",
          "a{1}?",
          "a{1}{2}",
          "a{1}??",
          "^*",
          "$?",
          "\\b+",
          "\\B{2}",
          "*a",
          "a|*",
          "(*)",
        ],
        ...[
          "(?=a)*",
          "(?!a)+",
          "(?<=a)?",
          "(?<!a){2}",
          "(a)*",
          "(?:a)+",
          "(?<n>a){2}",
          "[a]*",
          "\\d?",
          "\\1*(a)",
          "(?:a|+)",
        ],
        ...[
          "a{",
          "a{1",
          "a{1,",
          "a{1,2",
          "a{,2}",
          "a{1;2}",
          "a{2,1}",
          "a{1,1}",
          "a{10,9}",
          "a{19,20}",
          "a{1x}",
          "a{1,2x}",
        ],
        ...[
          "a{2147483648,2147483647}",
          "a{2147483647,2147483646}",
          "a{9007199254740993,2147483647}",
          "a{0}",
          "a{00,0}",
        ],
      ],
    ],
    [
      "groups",
      [
        ...[
          "()",
          "(?:)",
          "(?",
          "(?:",
          "(?i",
          "(?a:b)",
          "(?<a",
          "(?<a>",
          "(?<>x)",
          "(?<a->x)",
          "(?<a x>x)",
          "(?<$a$_>x)",
        ],
        ...[
          "(?<a\u200d>x)",
          "(?<\u200da>x)",
          "(?<1>x)",
          "(?<a1>x)",
          "(?<\ud835\udc9c>x)",
          "(?<a\ud835>x)",
          "(?<a\\x41>x)",
        ],
        ...[
          "(?<a\\u0062>x)\\k<ab>",
          "(?<a\\u{62}>x)\\k<ab>",
          "(?<\\ud835\\udc9c>x)",
          "(?<a\\u0020>x)",
          "(?<a\\",
          "(?<a>x)(?<a>y)",
          "(?<a>x)(?<a>",
        ],
        ...["\\k<a>(?<a>x)", "\\k<b>(?<a>x)", "\\k<a", "\\ka", "\\k", "\\k<a>", "(?<a>\\k<a>)", "(?<a>x)\\k<a>*"],
        ...["(a)\\1", "(a)\\2", "\\2(a)(b)", "(a)\\10", "\\1", "\\8", "(?<a>x)\\1", "(?:a)\\1", "(?=(a))\\1"],
      ],
    ],
    [
      "escapes",
      [
        ...["\\0", "\\00", "\\08", "\\0a", "\\c", "\\cA", "\\cz", "\\c1", "\\c[", "\\x4g", "\\x41", "\\xF", "\\X41"],
        ...[
          "\\u{}",
          "\\u{10ffff}",
          "\\u{110000}",
          "\\u{0000000041}",
          "\\u{41",
          "\\u{4g}",
          "\\u41",
          "\\u004g",
          "\\uD83D",
        ],
        ...[
          "\\ud83d\\ude00",
          "\\ud83d\\u0041",
          "\\ud83d\\u004",
          "\\u\\udc00",
          "\\ude00\\ud83d",
          "\\p{L}",
          "\\P{L}",
          "\\p{Lx}",
          "\\p{L",
          "\\pL",
        ],
        ...[
          "\\p{}",
          "\\p{Script=Greek}",
          "\\p{Script=Grek",
          "\\-",
          "[\\-]",
          "\\/",
          "\\_",
          "\\\u00e9",
          "\\a",
          "\\t\\n\\v\\f\\r",
          "\\e",
        ],
        ...["\\^\\$\\\\\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|", "\\d\\D\\s\\S\\w\\W", "\\b\\B", "\\=", "\\:", "\\\u{1f600}"],
      ],
    ],
    [
      "classes",
      [
        ...[
          "[]",
          "[^]",
          "[",
          "[^",
          "[a",
          "[a\\",
          "[a\\]",
          "[\\]]",
          "[a-z]",
          "[z-a]",
          "[a-a]",
          "[a-]",
          "[-a]",
          "[a-",
          "[--a]",
          "[^-A]",
          "[a--]",
        ],
        ...[
          "[\\t-\\n]",
          "[\\n-\\t]",
          "[\\n-\\v]",
          "[\\v-\\n]",
          "[\\v-\\f]",
          "[\\f-\\v]",
          "[\\f-\\r]",
          "[\\r-\\f]",
          "[\\r-\\x0c]",
          "[\\x09-\\t]",
        ],
        ...[
          "[\\t-\\x08]",
          "[\\b-\\t]",
          "[\\b-\\x07]",
          "[\\x08-\\b]",
          "[\\cA-\\cB]",
          "[\\cB-\\cA]",
          "[\\ca-\\cA]",
          "[\\cb-\\x01]",
          "[\\x01-\\ca]",
        ],
        ...[
          "[\\0-\\x01]",
          "[\\x01-\\0]",
          "[\\0-\\0]",
          "[\\x41-\\u0042]",
          "[\\x42-\\u0041]",
          "[\\u{42}-A]",
          "[\\u{41}-A]",
        ],
        ...[
          "[\u{1f601}-\u{1f600}]",
          "[\\ud83d\\ude00-\\u{1f600}]",
          "[\\u{1f600}-\\ud83d\\ude00]",
          "[\\ud83d\\ude01-\\u{1f600}]",
        ],
        ...[
          "[\\udbff\\udfff-\\u{10ffff}]",
          "[\\u{10ffff}-\\udbff\\udfff]",
          "[\\ud800\\udc00-\\u{10000}]",
          "[\\u{10000}-\\ud800\\udc00]",
        ],
        ...[
          "[\\ud800-\\udfff]",
          "[\\u0041\\udc01-\\udc00]",
          "[\\udc00\\udc01-\\u{10ffff}]",
          "[\\udfff-\\ud800]",
          "[\\d-a]",
          "[a-\\d]",
          "[\\d-]",
          "[\\p{L}-a]",
          "[a-\\P{L}]",
          "[\\d-\\w]",
          "[a-b-c]",
        ],
        ...[
          "[\\--.]",
          "[.-\\-]",
          "[\\^-a]",
          "[\\B]",
          "[\\k]",
          "[\\k<a>]",
          "[\\1]",
          "[\\0]",
          "[\\00]",
          "[\\c]",
          "[\\/-0]",
          "[{-}]",
          "[(-)]",
        ],
      ],
    ],
  ])("of all kinds of %s", (_, texts) => {
    expect(texts.filter((text) => isRegex(text) !== compiles(text))).toEqual([]);
  });

  test("of 32,767 groups, and no more", () => {
    expect([32_767, 32_768].map((count) => isRegex("()".repeat(count)))).toEqual([true, false]);
    expect(isRegex(`${"()".repeat(32_767)}(`)).toBe(false);
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
