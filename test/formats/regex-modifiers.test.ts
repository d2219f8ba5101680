/** Modifiers of a group where the runtime has them, as ES2025 says. */
// What can be compiled is kept.
import "../support/fresh.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { isRegex } from "../../src/text/formats/regex.ts";

beforeAll(() => {
  const Original = RegExp;
  vi.stubGlobal(
    "RegExp",
    class extends Original {
      constructor(source: string, flags?: string) {
        super(source.replace(/^\(\?[ims-]+:/, "(?:"), flags);
      }
    },
  );
});
afterAll(() => vi.unstubAllGlobals());

test("each of three letters stands once, before or behind a minus", () => {
  const good = ["(?i:a)", "(?ims:a)*", "(?-i:a)", "(?i-ms:a)", "(?m-:a)"];
  expect(good.filter((text) => !isRegex(text))).toEqual([]);
  const bad = [
    "(?-:a)",
    "(?ii:a)",
    "(?i-i:a)",
    "(?i--s:a)",
    "(?x:a)",
    "(?ix:a)",
    "(?i",
    "(?i)",
    "(?i)a",
    "(?-",
    "(?i:a",
  ];
  expect(bad.filter(isRegex)).toEqual([]);
});
