import { describe, expect, test } from "vitest";
import { endOfLine, hasBom, isBlank, isBlankLine, withoutNewline } from "../../src/lines/line.ts";
import { encode } from "./streams.ts";

describe("a line", () => {
  test.each([
    ["a\nb", 0, 2],
    ["a\nb", 2, 3],
    ["\n\n", 0, 1],
    ["\n\n", 1, 2],
    ["", 0, 0],
  ])("of %j that starts at %d ends at %d", (text, start, end) => {
    expect(endOfLine(encode(text), start)).toBe(end);
  });

  test.each([
    ["a\r\nb\n", 0, 3, "a\r"],
    ["a\r\nb\n", 3, 5, "b"],
    ["a\nb", 2, 3, "b"],
    ["\n", 0, 1, ""],
  ])("of %j from %d to %d is %j without its line feed", (text, start, end, expected) => {
    expect(withoutNewline(encode(text), start, end)).toEqual(encode(expected));
  });

  test.each([
    ["", true],
    [" \t\r", true],
    [" \t\rx", false],
    ["x ", false],
    ["\v", false],
  ])("of %j is blank: %s", (text, expected) => {
    expect(isBlank(encode(text))).toBe(expected);
    for (const number of [1, 2]) expect(isBlankLine(encode(text), number)).toBe(expected);
  });
});

describe("a byte order mark", () => {
  test.each([
    [[0xef, 0xbb, 0xbf], true],
    [[0xef, 0xbb, 0xbf, 0x31], true],
    [[0xee, 0xbb, 0xbf], false],
    [[0xef, 0xba, 0xbf], false],
    [[0xef, 0xbb, 0xbe], false],
    [[0xef, 0xbb], false],
    [[], false],
  ])("has three bytes: those that begin with %j have it: %s", (bytes, expected) => {
    expect(hasBom(Uint8Array.from(bytes))).toBe(expected);
  });

  test("leaves the first line blank, and no other one", () => {
    for (const text of ["\ufeff", "\ufeff \r"]) {
      expect([1, 2].map((number) => isBlankLine(encode(text), number))).toEqual([true, false]);
    }
    expect(isBlankLine(encode("\ufeffx"), 1)).toBe(false);
    expect(isBlankLine(Uint8Array.of(0xef, 0xbb, 0x20, 0x20), 1)).toBe(false);
    expect(isBlankLine(encode("abc"), 1)).toBe(false);
  });
});
