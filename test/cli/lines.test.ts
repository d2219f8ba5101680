import * as fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { CommandError } from "../../src/cli/failure.ts";
import { type Piece, Splitter } from "../../src/cli/lines.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

interface Line {
  text: string;
  line: number;
  offset: number;
  size: number;
  long: boolean;
}

/** The lines a splitter makes of chunks, pieces of a long one put together. */
function linesOf(chunks: readonly string[], maxBytes = 1000, lines = true): Line[] {
  const splitter = new Splitter(maxBytes, lines);
  const found: Line[] = [];
  let open = "";
  const take = (pieces: Iterable<Piece>): void => {
    for (const { bytes, line, offset, size, long, last } of pieces) {
      open += decode(bytes);
      if (!last) continue;
      found.push({ text: open, line, offset, size, long });
      open = "";
    }
  };
  for (const chunk of chunks) take(splitter.push(encode(chunk)));
  take(splitter.end());
  expect(open).toBe("");
  return found;
}

const texts = (chunks: readonly string[]): string[] => linesOf(chunks).map(({ text }) => text);

describe("the splitter", () => {
  test.each([
    [[], []],
    [["a"], ["a"]],
    [["a\n"], ["a\n"]],
    [["a\nb"], ["a\n", "b"]],
    [["a\r\nb\r\n"], ["a\r\n", "b\r\n"]],
    [["\n\n"], ["\n", "\n"]],
    [
      ["a", "b", "\n", "c"],
      ["ab\n", "c"],
    ],
    [
      ["a\n", "\nb"],
      ["a\n", "\n", "b"],
    ],
    [["", "a", ""], ["a"]],
  ])("cuts %j into %j: line endings stay", (chunks, expected) => {
    expect(texts(chunks)).toEqual(expected);
  });

  test("knows number, offset and size of each line", () => {
    expect(linesOf(["ab\nc", "d\n", "\ne"])).toEqual([
      { text: "ab\n", line: 1, offset: 0, size: 2, long: false },
      { text: "cd\n", line: 2, offset: 3, size: 2, long: false },
      { text: "\n", line: 3, offset: 6, size: 0, long: false },
      { text: "e", line: 4, offset: 7, size: 1, long: false },
    ]);
  });

  test("a line of as many bytes as allowed fits, one more is too long", () => {
    expect(linesOf(["abc\nabcd\nab"], 3).map(({ long, size }) => [long, size])).toEqual([
      [false, 3],
      [true, 4],
      [false, 2],
    ]);
    expect(linesOf(["ab", "c", "\nab", "cd", "\n"], 3).map(({ long }) => long)).toEqual([false, true]);
    expect(linesOf(["ab", "cd"], 3).map(({ long }) => long)).toEqual([true]);
  });

  test("hands out a line that is too long as it comes, and keeps nothing of it", () => {
    const splitter = new Splitter(3, true);
    const pieces = (chunk: string) => [...splitter.push(encode(chunk))].map(({ bytes, last }) => [decode(bytes), last]);
    expect(pieces("ab")).toEqual([]);
    expect(pieces("cd")).toEqual([
      ["ab", false],
      ["cd", false],
    ]);
    expect(pieces("ef")).toEqual([["ef", false]]);
    expect(pieces("g\nh")).toEqual([
      ["g\n", false],
      ["", true],
    ]);
    expect([...splitter.end()].map(({ bytes, size, offset }) => [decode(bytes), size, offset])).toEqual([["h", 1, 8]]);
  });

  test("without lines everything is one document, even nothing", () => {
    expect(linesOf(["a\n", "b\n"], 10, false)).toEqual([{ text: "a\nb\n", line: 1, offset: 0, size: 4, long: false }]);
    expect(linesOf([], 10, false)).toEqual([{ text: "", line: 1, offset: 0, size: 0, long: false }]);
    expect(linesOf(["abc", "d"], 3, false)).toEqual([{ text: "abcd", line: 1, offset: 0, size: 4, long: true }]);
  });

  test("however the stream is cut into chunks, lines are the same and no byte is lost", () => {
    const text = fc.array(fc.constantFrom("\n", "\r\n", "a", "bb", "\u00e9", "x".repeat(9)), { maxLength: 40 });
    const cut = (whole: string, sizes: readonly number[]): string[] => {
      const chunks: string[] = [];
      let rest = whole;
      for (const size of sizes) {
        chunks.push(rest.slice(0, size));
        rest = rest.slice(size);
      }
      return [...chunks, rest];
    };
    fc.assert(
      fc.property(text, fc.array(fc.nat(5), { maxLength: 30 }), fc.nat(12), (parts, sizes, maxBytes) => {
        const whole = parts.join("");
        const lines = linesOf(cut(whole, sizes), maxBytes);
        expect(lines.map((line) => line.text).join("")).toBe(whole);
        expect(lines).toEqual(linesOf([whole], maxBytes));
        expect(lines.map((line) => line.text)).toEqual(whole.split(/(?<=\n)/).filter((line) => line !== ""));
        for (const { text, size, long } of lines) {
          expect(size).toBe(encode(text.replace("\n", "")).length);
          expect(long).toBe(size > maxBytes);
        }
      }),
    );
  });

  test("grows with its longest line and lets go of it", () => {
    const line = "x".repeat(300_000);
    const chunks = Array.from({ length: 300 }, () => "x".repeat(1000));
    expect(linesOf([...chunks, "\nshort\n"], 1_000_000).map(({ text }) => text)).toEqual([`${line}\n`, "short\n"]);
  });

  test("never asks for more memory than the limit, and says so if there is none", () => {
    const sizes: number[] = [];
    const allocate = vi.spyOn(Buffer, "allocUnsafe").mockImplementation((size) => {
      sizes.push(size);
      if (size > 200_000) throw new RangeError("Array buffer allocation failed");
      return Buffer.from(new ArrayBuffer(size));
    });
    try {
      const splitter = new Splitter(150_000, true);
      for (let i = 0; i < 14; i++) expect(Array.from(splitter.push(new Uint8Array(10_000)))).toEqual([]);
      expect(Math.max(...sizes)).toBe(150_001);
      const large = new Splitter(1e6, true);
      expect(() => Array.from(large.push(new Uint8Array(300_000)))).toThrow(
        new CommandError("a document of 300,000 bytes does not fit into memory"),
      );
    } finally {
      allocate.mockRestore();
    }
  });
});
