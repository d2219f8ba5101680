import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { byteOffsets, positions } from "../../src/core/json/position.ts";
import { longTest } from "../support/long.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const text = fc
  .array(fc.oneof(fc.constantFrom("\n", "\r\n", "\r", "é", "😀", "\ud83d", "\ude00", "a", "\u2028"), fc.string()))
  .map((parts) => parts.join(""));

// The position after a text, by splitting it.
function after(start: string): { line: number; column: number } {
  const lines = start.replace(/^\ufeff/, "").split("\n");
  return { line: lines.length, column: [...(lines.at(-1) as string)].length + 1 };
}

describe("positions", () => {
  test.each([
    ["", 0, 1, 1],
    ["abc", 0, 1, 1],
    ["abc", 2, 1, 3],
    ["abc", 3, 1, 4],
    ["a\nb", 1, 1, 2],
    ["a\nb", 2, 2, 1],
    ["a\r\nb", 2, 1, 3],
    ["a\r\nb", 3, 2, 1],
    ["a\rb", 2, 1, 3],
    ["\n\n\n", 3, 4, 1],
    ["é😀x", 3, 1, 3],
    ["\ufeffab", 0, 1, 1],
    ["\ufeffab", 1, 1, 1],
    ["\ufeffab", 2, 1, 2],
    ["\n\ufeffa", 2, 2, 2],
  ])("in %j offset %d is line %d, column %d", (source, offset, line, column) => {
    expect(positions(source, [offset])).toEqual([{ line, column }]);
    expect(positions(encode(source), byteOffsets(source, [offset]))).toEqual([{ line, column }]);
  });

  test("are those of the text before each offset, in the order asked for", () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat()), (source, numbers) => {
        const offsets = numbers
          .map((number) => number % (source.length + 1))
          .filter((offset) => !/[\ud800-\udbff]$/.test(source.slice(0, offset)));
        const expected = offsets.map((offset) => after(source.slice(0, offset)));
        expect(positions(source, offsets)).toEqual(expected);
        // Encoding replaces lone surrogates, unit for unit.
        const wellFormed = new TextDecoder("utf-8", { ignoreBOM: true }).decode(encode(source));
        expect(positions(encode(wellFormed), byteOffsets(wellFormed, offsets))).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });

  test("are defined on bytes that are not UTF-8 and beyond the end", () => {
    expect(positions(Uint8Array.from([0xff, 0x80, 0x0a, 0xc3]), [2, 4, 9])).toEqual([
      { line: 1, column: 2 },
      { line: 2, column: 2 },
      { line: 2, column: 2 },
    ]);
    expect(positions("a\nb", [9])).toEqual([{ line: 2, column: 2 }]);
    // What only resembles a byte order mark takes columns.
    const columns = [
      [0xef, 0xbb, 0x41],
      [0xef, 0x41, 0xbf],
      [0x41, 0xbb, 0xbf],
      [0xef, 0xbb, 0xbf],
    ].map((bytes) => positions(Uint8Array.from(bytes), [3])[0]?.column);
    expect(columns).toEqual([3, 3, 2, 1]);
  });

  longTest("take one pass for 10,000 offsets in 16 MB", () => {
    const source = `${"x".repeat(199)}\n`.repeat(80_000);
    const offsets = Array.from({ length: 10_000 }, (_, index) => source.length - 1 - index * 1600);
    const expected = offsets.map((offset) => ({ line: Math.floor(offset / 200) + 1, column: (offset % 200) + 1 }));
    expect(positions(source, offsets)).toEqual(expected);
    expect(positions(encode(source), offsets)).toEqual(expected);
  });
});

describe("byteOffsets", () => {
  test("know how long a character is at the edges of each length", () => {
    const text = "\u0000\u007f\u0080\u07ff\u0800\ud7ff\ue000\uffff\u{10000}\u{10ffff}x";
    const offsets = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12];
    expect(byteOffsets(text, offsets)).toEqual([0, 1, 2, 4, 6, 9, 12, 15, 18, 22, 26]);
  });

  test("are the lengths of what stands before, in UTF-8", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.array(fc.nat()), (source, numbers) => {
        const offsets = numbers
          .map((number) => number % (source.length + 1))
          .filter((offset) => !/\p{Surrogate}/u.test(source.slice(0, offset)));
        expect(byteOffsets(source, offsets)).toEqual(offsets.map((offset) => encode(source.slice(0, offset)).length));
      }),
    );
  });
});
