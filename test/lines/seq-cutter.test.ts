import { describe, expect, test } from "vitest";
import { placeAfter } from "../../src/lines/frame.ts";
import type { Block } from "../../src/lines/open-record.ts";
import { SeqCutter } from "../../src/lines/seq-cutter.ts";
import { cut, cuts, encode } from "./streams.ts";

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

function blocksOf(chunks: readonly Uint8Array[], maxBytes = 1000, from?: number): Block[] {
  const cutter = new SeqCutter(maxBytes, from);
  return [...chunks.flatMap((chunk) => [...cutter.push(chunk)]), ...cutter.end()];
}

/** Here `~` is the byte that begins a text, in what is read and what becomes of it. */
const separated = (text: string): string => text.replaceAll("~", "\x1e");

describe("a sequence of texts", () => {
  test.each([
    ["", ""],
    [" \n\t\r", ""],
    ["~", ""],
    ["~1\n", "1\r"],
    ["~1\n~2\n", "1\r\n2\r"],
    [" \n\t\r~1\n", "1\r"],
    ["~~1\n", "\n1\r"],
    ["~ \n~1\n", " \r\n1\r"],
    ['~{"a":\n1}\n~[\n]\n', '{"a":\r1}\r\n[\r]\r'],
    // What is in front of the first separator is no text.
    ["1\n~2\n", "~\r\n2\r"],
    [" 12\n", "~2\r"],
    // A number or word that nothing comes after may have been cut, an array, an object and a string may not.
    ["~12", "1~"],
    ["~12~34\n", "1~\n34\r"],
    ["~ true~1\n", " tru~\n1\r"],
    ["~1 ~1\t~1\r~1\n", "1 \n1\t\n1\r\n1\r"],
    ['~[1]~{}~"a"', '[1]\n{}\n"a"'],
    ['~\n [1]~\t\r{}~ "a"', '\r [1]\n\t\r{}\n "a"'],
  ])("%j becomes the lines %j, wherever the chunks end", (text, lines) => {
    for (const chunks of cuts(encode(separated(text)))) {
      const texts = blocksOf(chunks).map(({ bytes }) => decode(bytes));
      expect(texts.join("")).toBe(separated(lines));
      expect(texts).not.toContain("");
    }
  });

  test("has its texts in one block as far as they are complete in a chunk", () => {
    const texts = blocksOf([encode(separated("~1\n~2\n~3")), encode(separated("\n~4\n~5\n~6\n"))], 3);
    expect(texts.map(({ bytes }) => decode(bytes))).toEqual(["1\r\n2\r\n", "3\r\n", "4\r\n5\r\n", "6\r"]);
  });

  test("keeps its bytes and places, wherever the chunks end", () => {
    const text = separated('\n ~{"é":\n"ü"}\n~1~\n\n[2]\n~"é"\n');
    const file = encode(text);
    const first = text.indexOf("\x1e") + 1;
    for (const chunks of cuts(file)) {
      const before = chunks.map((chunk) => chunk.slice());
      let at = first;
      for (const { offset, frame } of blocksOf(chunks)) {
        expect(offset).toBe(at);
        expect(frame?.placeOf(at)).toEqual(placeAfter({ offset: 0, line: 1, column: 1 }, file.subarray(0, at)));
        const bytes = frame?.bytes as Uint8Array;
        expect(decode(bytes)).toBe(decode(file.subarray(at, at + bytes.length)));
        at += bytes.length;
      }
      expect([at, chunks]).toEqual([file.length, before]);
    }
  });

  test("may begin with a text, at an offset in its file", () => {
    for (const chunks of cuts(encode(separated("1\n~[2]")))) {
      const blocks = blocksOf(chunks, 1000, 100);
      expect(blocks.map(({ bytes }) => decode(bytes)).join("")).toBe("1\r\n[2]");
      expect(blocks[0]?.offset).toBe(100);
      expect(blocks[0]?.frame?.placeOf(103)).toEqual({ offset: 103, line: 2, column: 2 });
    }
  });

  test("yields a text that is too long as it comes, with the place at which it begins", () => {
    const parts = cut(encode(separated('~1\n~"é\nabc"\n~[2]\n')), [5, 4, 2, 6]);
    const blocks = blocksOf(parts, 6);
    expect(blocks.map(({ bytes, offset, long }) => [decode(bytes), offset, long])).toEqual([
      ["1\r\n", 1, undefined],
      ['"é\na', 4, { size: 5, last: false }],
      ["bc", 4, { size: 7, last: false }],
      ['"\n\x1e', 4, { size: 9, last: false }],
      ["", 4, { size: 9, last: true }],
      ["[2]\r", 14, undefined],
    ]);
  });
});
