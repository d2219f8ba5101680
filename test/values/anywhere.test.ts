import { expect, test } from "vitest";
import { matcher } from "../../src/pattern/pattern.ts";
import { patternIn, patternOf } from "../../src/values/anywhere.ts";

test.each(["a", "^a", "^a|b", "a|^b", "(?:a)", "", "^", "[^]*?(?:a)"])("the pattern %j matches anywhere", (source) => {
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
