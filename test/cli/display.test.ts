import { describe, expect, test } from "vitest";
import { amount, counted } from "../../src/cli/amounts.ts";
import { fitEnd, fitStart, textWidth } from "../../src/cli/display.ts";
import { excerpt } from "../../src/cli/excerpt.ts";
import { printable, printableJson } from "../../src/cli/printable.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("text on a terminal", () => {
  test.each([
    ["plain", 5],
    ["\u00e9t\u00e9", 3],
    ["e\u0301", 1],
    ["\u65e5\u672c", 4],
    ["\ud55c\uae00", 4],
    ["\u{1f600}", 2],
    ["\u2713 \u2026", 3],
    ["\u{20000}", 2],
    ["\uff21\uff71", 3],
    ["\u{18b00}", 2],
    ["\u{1f1eb}\u{1f1f7}", 2],
  ])("%j takes %d columns", (text, width) => {
    expect(textWidth(text)).toBe(width);
  });

  test("has no control characters", () => {
    const evil = Array.from({ length: 0x2100 }, (_, code) => String.fromCharCode(code)).join("");
    const shown = printable(evil);
    expect(shown).not.toMatch(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u);
    expect(shown.length).toBe(evil.length);
    expect(printable("\x1b[31mred\x07\r\n\ttab\x7f\x9b")).toBe("\u241b[31mred\u2407\u240d\u240a tab\u2421\ufffd");
  });

  test("is escaped in JSON without changing its meaning", () => {
    const evil = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code)).join("");
    const json = printableJson(JSON.stringify({ [evil]: [evil] }));
    expect(json).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/u);
    expect(json).toContain("\\u007f\\u0080");
    expect(json).toContain("\\u202e");
    expect(JSON.parse(json)).toEqual({ [evil]: [evil] });
  });

  test.each([
    ["abcdef", 6, "abcdef", "abcdef"],
    ["abcdef", 5, "abcd\u2026", "\u2026cdef"],
    ["\u65e5\u672c\u8a9e", 5, "\u65e5\u672c\u2026", "\u2026\u672c\u8a9e"],
    ["\u65e5\u672c\u8a9e", 4, "\u65e5\u2026", "\u2026\u8a9e"],
  ])("%j in %d columns is %j or %j", (text, columns, start, end) => {
    expect(fitStart(text, columns)).toBe(start);
    expect(fitEnd(text, columns)).toBe(end);
  });

  test.each([
    [0, "0 B"],
    [999, "999 B"],
    [1000, "1.0 kB"],
    [17_142_887, "17.1 MB"],
    [512e6, "512 MB"],
    [2.5e9, "2.5 GB"],
    [3e15, "3000 TB"],
  ])("%d bytes are %s", (bytes, text) => {
    expect(amount(bytes)).toBe(text);
  });

  test("numbers have commas and nouns an s", () => {
    expect([0, 1, 1234].map((count) => counted(count, "line"))).toEqual(["0 lines", "1 line", "1,234 lines"]);
  });
});

/** The excerpt as it is printed, with its mark. */
function shown(source: string | Uint8Array, offset: number, columns = 40): string[] {
  const { text, indent, length } = excerpt(typeof source === "string" ? encode(source) : source, offset, columns);
  return [text, " ".repeat(indent) + "^".repeat(length)];
}

describe("an excerpt of the source", () => {
  test.each([
    ['{"a": "text"}', 6, ['{"a": "text"}', "      ^^^^^^"]],
    ['{"a": "t\\"xt"}', 6, ['{"a": "t\\"xt"}', "      ^^^^^^^"]],
    ['{"a": -1.5e3}', 6, ['{"a": -1.5e3}', "      ^^^^^^"]],
    ["[true]", 1, ["[true]", " ^^^^"]],
    ["[{}]", 1, ["[{}]", " ^"]],
    ["[1,\n  2,\n3]", 6, ["  2,", "  ^"]],
    ["[1,\r\n2\r\n]", 5, ["2", "^"]],
    ["[", 1, ["[", " ^"]],
    ["", 0, ["", "^"]],
    ["\n\n]", 1, ["", "^"]],
    ['["\u65e5\u672c", "\u{1f600}"]', 11, ['["\u65e5\u672c", "\u{1f600}"]', "         ^^^^"]],
    ["\ufeff[x", 4, ["[x", " ^"]],
    ["[\t\x1b1]", 3, ["[ \u241b1]", "   ^"]],
  ])("of %j at byte %d has the value marked", (source, offset, expected) => {
    expect(shown(source, offset)).toEqual(expected);
  });

  test("of a long line is truncated around the value", () => {
    const items = Array.from({ length: 100_000 }, (_, index) => `"item ${index}"`);
    const source = `[${items.join(",")}]`;
    expect(shown(source, source.indexOf('"item 50000"'))).toEqual([
      '\u2026item 49999","item 50000","item 50001",\u2026',
      `${" ".repeat(13)}${"^".repeat(12)}`,
    ]);
  });

  test("of a long value ends at the end of its line", () => {
    const [text, mark] = shown(`["${"x".repeat(500)}"]`, 1, 30);
    expect(text).toBe(`["${"x".repeat(27)}\u2026`);
    expect(mark).toBe(` ${"^".repeat(29)}`);
  });

  test("never exceeds its columns, for any offset and bytes", () => {
    const parts = ['"\u65e5\u672c\u8a9e"', "[1,2", "\n", "\u{1f469}\u{1f3fd}", "e\u0301", "\x00", "abc".repeat(30)];
    const bytes = encode(parts.join(",").repeat(3));
    for (const source of [bytes, bytes.map((byte, index) => (index % 7 === 0 ? 0xff : byte))]) {
      for (let offset = 0; offset <= source.length; offset++) {
        const { text, indent, length } = excerpt(source, offset, 24);
        expect(textWidth(text)).toBeLessThanOrEqual(24);
        expect(indent + length).toBeLessThanOrEqual(25);
        expect(text).not.toMatch(/\p{Cc}/u);
      }
    }
  });
});
