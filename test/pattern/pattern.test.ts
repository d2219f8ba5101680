import { describe, expect, test } from "vitest";
import { ValueError } from "../../src/exc.ts";
import { matcher, type Pattern, patternParam, sourceOf, unicodeForm } from "../../src/text/pattern/pattern.ts";

describe("a pattern is stored as its source alone where no flag changes its meaning", () => {
  test.each<[Pattern, Pattern]>([
    ["a", "a"],
    ["", ""],
    [/a/, "a"],
    [/a/dguy, "a"],
    [/a/i, { source: "a", flags: "i" }],
    [/a/gims, { source: "a", flags: "ims" }],
    [
      { source: "a", flags: "dv" },
      { source: "a", flags: "v" },
    ],
    [
      { source: "a", flags: "sim" },
      { source: "a", flags: "ims" },
    ],
  ])("%o", (pattern, stored) => {
    expect(patternParam(pattern)).toStrictEqual(stored);
    expect(sourceOf(patternParam(pattern))).toBe(sourceOf(pattern));
    expect(Object.isFrozen(patternParam(pattern))).toBe(true);
  });
});

describe("a pattern matches from the start of the text", () => {
  test.each<[Pattern, string, boolean]>([
    ["a", "ab", true],
    ["a", "ba", false],
    ["b|a", "ab", true],
    ["$", "a", false],
    ["", "", true],
    ["(?<year>\\d+)", "2018-07", true],
    [".", "\u{1f37a}", true],
    ["..", "\u{1f37a}", false],
    [{ source: "^b", flags: "m" }, "a\nb", false],
    [{ source: "a.b", flags: "s" }, "a\nb", true],
    [{ source: "[\\w--a]", flags: "v" }, "a", false],
  ])("%o and %j: %s", (pattern, text, matches) => {
    const match = matcher(pattern);
    expect([match(text), match(text)]).toEqual([matches, matches]);
  });
});

test.each<Pattern>(["(", "\\p{Nonsense}", "\\-", "a{2,1}", { source: "a", flags: "q" }, { source: "a", flags: "ii" }])(
  "what is no regular expression with the u flag is a ValueError: %o",
  (pattern) => {
    expect(() => matcher(pattern)).toThrow(ValueError);
    expect(() => matcher(pattern)).toThrow("is not a regular expression");
  },
);

test("a pattern that occurs again has the same matcher, unless it may backtrack there", () => {
  const pattern = /^again(?:a+)+$/;
  expect(matcher(patternParam(pattern))).toBe(matcher(pattern.source));
  expect(matcher(pattern.source, true)).not.toBe(matcher(pattern.source));
  expect(matcher({ source: pattern.source, flags: "i" })).not.toBe(matcher(pattern.source));
  expect(matcher({ source: pattern.source, flags: "", unicode: false })).not.toBe(matcher(pattern.source));
});

test.each([
  ["\\A\\d+", "it has '\\A' of Python, which in JavaScript is '^'"],
  ["\\d+\\Z", "it has '\\Z' of Python, which in JavaScript is '$'"],
  ["(?P<year>\\d+)", "it has '(?P<year>' of Python, which in JavaScript is '(?<year>'"],
  ["(?<a>x)(?P=a)", "it has '(?P=a)' of Python, which in JavaScript is '\\k<a>'"],
  ["(?i)a", 'it has \'(?i)\' of Python, which in JavaScript is a flag: { source: "...", flags: "i" }'],
  ["(?x)a", "it has '(?x)' of Python, which in JavaScript is not there"],
])("a pattern of Python is told how JavaScript writes it: %s", (source, message) => {
  expect(() => matcher(source)).toThrow(new ValueError(`'${source}' is not a regular expression: ${message}`));
});

test.each(["\\\\A", "[(?i)]", "a\\\\Z"])("which is not said of what only looks like it: %s", (source) => {
  expect(() => matcher(`${source}(`)).toThrow(new ValueError(`'${source}(' is not a regular expression`));
});

test("a pattern is analysed once, also for the RegExp of another validator", () => {
  const units = (source: string): Pattern => ({ source, flags: "", unicode: false });
  expect(unicodeForm(units("^[a-c]{2}$"))).toBe(unicodeForm(units("^[a-c]{2}$")));
  expect(unicodeForm(units("^[a-c]{2}$"))).not.toBe(unicodeForm(units("^[a-d]{2}$")));
  expect(matcher("^[a-c]{2}$")).toBe(matcher("^[a-c]{2}$"));
  expect(matcher("^[a-c]{2}$")).not.toBe(matcher({ source: "^[a-c]{2}$", flags: "i" }));
});
