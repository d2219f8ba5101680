import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Block, OpenRecord } from "../../src/lines/open-record.ts";
import { Splitter } from "../../src/lines/splitter.ts";
import { cut, encode, ndjson, sizes } from "./streams.ts";

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** All blocks of some chunks. */
function blocksOf(chunks: readonly Uint8Array[], maxBytes = 1000, lines = true): Block[] {
  const splitter = new Splitter(maxBytes, lines);
  return [...chunks.flatMap((chunk) => [...splitter.push(chunk)]), ...splitter.end()];
}

const texts = (...chunks: string[]): string[] => blocksOf(chunks.map(encode)).map(({ bytes }) => decode(bytes));

describe("the splitter", () => {
  test.each([
    [[], []],
    [["a"], ["a"]],
    [["a\n"], ["a\n"]],
    [["a\nb\nc"], ["a\nb\n", "c"]],
    [["a\r\nb\r\n"], ["a\r\nb\r\n"]],
    [["\n\n"], ["\n\n"]],
    [
      ["a", "b", "\nc\nd\n", "e"],
      ["ab\n", "c\nd\n", "e"],
    ],
    [
      ["a\n", "\nb"],
      ["a\n", "\n", "b"],
    ],
    [["", "a", ""], ["a"]],
  ])("cuts %j into blocks of whole lines, %j", (chunks, expected) => {
    expect(texts(...chunks)).toEqual(expected);
  });

  test("does not copy lines that are complete in their chunk", () => {
    const chunk = encode("a\nb\nc");
    const [block] = new Splitter(10).push(chunk);
    expect(block?.bytes.buffer).toBe(chunk.buffer);
  });

  test("yields the parts of a line that is too long as they come, and keeps none", () => {
    const splitter = new Splitter(3);
    const push = (chunk: string) => [...splitter.push(encode(chunk))].map(({ bytes, long }) => [decode(bytes), long]);
    expect(push("ab")).toEqual([]);
    expect(push("cd")).toEqual([
      ["ab", { size: 2, last: false }],
      ["cd", { size: 4, last: false }],
    ]);
    expect(push("ef")).toEqual([["ef", { size: 6, last: false }]]);
    expect(push("g\nh")).toEqual([
      ["g\n", { size: 7, last: false }],
      ["", { size: 7, last: true }],
    ]);
    expect([...splitter.end()]).toEqual([{ bytes: encode("h"), offset: 8 }]);
  });

  test("joins a line of exactly the allowed bytes, not counting its line feed", () => {
    const long = (...chunks: string[]) => blocksOf(chunks.map(encode), 3).some((block) => block.long !== undefined);
    expect(long("ab", "c\n")).toBe(false);
    expect(long("ab", "cd\n")).toBe(true);
    expect(long("ab", "cd")).toBe(true);
  });

  test("yields one document if there are no lines, even an empty one", () => {
    const documents = (chunks: string[], most: number) =>
      blocksOf(chunks.map(encode), most, false).map(({ bytes, long }) => [decode(bytes), long?.size]);
    expect(documents(["a\n", "b\n"], 10)).toEqual([["a\nb\n", undefined]]);
    expect(documents([], 10)).toEqual([["", undefined]]);
    expect(documents(["abc", "d"], 3)).toEqual([
      ["abc", 3],
      ["d", 4],
      ["", 4],
    ]);
  });

  test("loses no byte and reports correct offsets, for any chunks", () => {
    fc.assert(
      fc.property(ndjson, sizes, fc.nat(40), (bytes, parts, maxBytes) => {
        let at = 0;
        let lineStart = 0;
        for (const { bytes: part, offset, long } of blocksOf(cut(bytes, parts), maxBytes)) {
          expect(Buffer.compare(part, bytes.subarray(at, at + part.length))).toBe(0);
          expect(offset).toBe(lineStart);
          at += part.length;
          if (long === undefined) expect(part.at(-1) === 0x0a || at === bytes.length).toBe(true);
          if (long?.last) expect(long.size).toBeGreaterThan(maxBytes);
          if (long === undefined || long.last) lineStart = at;
        }
        expect(at).toBe(bytes.length);
      }),
    );
  });

  test("keeps no more of a line than the limit, for any chunks", () => {
    const splitter = new Splitter(10_000);
    let out = 0;
    for (let chunk = 0; chunk < 1000; chunk++) {
      for (const { bytes } of splitter.push(new Uint8Array(999))) out += bytes.length;
      expect(chunk * 999 + 999 - out).toBeLessThanOrEqual(10_000);
    }
  });

  test("throws if a line does not fit into memory", () => {
    const splitter = new Splitter(2 ** 60);
    const bytes = new Uint8Array(8);
    // What a chunk of so many bytes would look like; none fits into memory.
    Object.defineProperty(bytes, "subarray", { value: () => bytes });
    Object.defineProperty(bytes, "length", { value: 2 ** 55 });
    const message = `a text of ${2 ** 55} bytes does not fit into memory`;
    expect(() => [...splitter.push(bytes)]).toThrow(
      expect.objectContaining({ name: "RangeError", message, cause: expect.any(RangeError) }),
    );
  });
});

test("short lines do not keep the buffer of a long one alive", () => {
  const record = new OpenRecord(1_000_000);
  const feed = encode("\n");
  expect([...record.keep(new Uint8Array(500_000), 500_000)]).toEqual([]);
  expect([...record.finish(feed, 0)].map(({ bytes }) => bytes.length)).toEqual([500_001]);
  const buffers = Array.from({ length: 3 }, () => {
    expect([...record.keep(encode("ab"), 2)]).toEqual([]);
    const { buffer } = record.kept;
    expect([...record.finish(feed, 0)].map(({ bytes }) => decode(bytes))).toEqual(["ab\n"]);
    return buffer;
  });
  // All of them fit into one, which is small.
  expect(new Set(buffers).size).toBe(1);
  expect(buffers[0]?.byteLength).toBe(16 * 1024);
});

test("the buffer of a line that grows doubles, and is never larger than the longest line and its line feed", () => {
  const record = new OpenRecord(50_000);
  const buffersOf = (sizes: readonly number[]) =>
    sizes.map((size) => {
      expect([...record.keep(new Uint8Array(size), size)]).toEqual([]);
      return record.kept.buffer;
    });
  const buffers = buffersOf([8192, 8192, 1, 16_383, 1]);
  expect(buffers.map(({ byteLength }) => byteLength)).toEqual([16_384, 16_384, 32_768, 32_768, 50_001]);
  expect([buffers[1] === buffers[0], buffers[3] === buffers[2]]).toEqual([true, true]);
});
