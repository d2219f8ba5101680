import { expect, test } from "vitest";
import { isBearable } from "../../src/fast/compiling.ts";

test.each<[name: string, text: string, bearable: boolean]>([
  ["2,048 levels", "[".repeat(2048), true],
  ["more", "[".repeat(2049), false],
  ["a level for 16 characters", '["a string of 15"'.repeat(3000), true],
  ["a level for fewer", '["string of 13"'.repeat(3000), false],
  ["250,000 levels, however far apart", `{"${"a".repeat(20)}":`.repeat(250_000), true],
  ["more than that", `{"${"a".repeat(20)}":`.repeat(250_001), false],
])(
  "how deep a text is may wait where there are so few levels that JSON.parse takes no longer: %s",
  (_name, text, bearable) => {
    expect(isBearable(text)).toBe(bearable);
  },
);
