import { expect, test } from "vitest";
import { matcher } from "../../src/text/pattern/pattern.ts";
import { patternIn, patternOf } from "../../src/values/anywhere.ts";

const ANCHORED = ["^a", "^", "^a|^b", "^(a|b)$", "^(?:a|(b|a))", "^[a|(]", "^\\|", "^\\(|^\\)", "^[\\]|a]"];
const UNANCHORED = ["a", "^a|b", "a|^b", "(?:a)", "", "^a|", "[^]*?(?:a)", "^(a|b)|b", "^[(]|b", "^\\(|b", "[|]|^a"];

test.each(ANCHORED)("the pattern %j, which matches at the start only, is its own parameter", (source) => {
  expect(patternOf(source)).toBe(source);
});

test.each([...ANCHORED, ...UNANCHORED])("the pattern %j matches anywhere", (source) => {
  const pattern = patternOf(source);
  expect(patternIn(patternOf(patternIn(pattern)))).toBe(patternIn(pattern));
  for (const text of ["a", "ba", "b", "", "\na", "xab"]) {
    expect([text, matcher(pattern)(text)]).toEqual([text, new RegExp(source, "u").test(text)]);
  }
});

test("a pattern that is a parameter is shown as the schema has it", () => {
  expect(patternIn(patternOf("a|b"))).toBe("a|b");
  expect(patternIn(patternOf("^a"))).toBe("^a");
  expect(patternIn("a")).toBe("a");
});

test("a pattern that only begins or ends like such a parameter is its own", () => {
  for (const source of ["(?:abcdefgh)", "[^]*?(?:a"]) expect(patternIn(source)).toBe(source);
});

test("an escaped space is a part of its class", () => {
  expect(patternOf("^[\\ |a]")).toBe("^[\\ |a]");
});
