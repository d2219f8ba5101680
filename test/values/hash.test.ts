import { describe, expect, test } from "vitest";
import { hashBytes, hashNumber, hashText, hashWords } from "../../src/values/hash.ts";

describe("the hash", () => {
  const text = "a".repeat(5000);
  const bytes = new Uint8Array(5000);
  const words = new Array<number>(5000).fill(0);

  test("counts every part, and the length", () => {
    const hashes = new Set<number>();
    const change = <T>(given: readonly T[], index: number, value: T): T[] => given.with(index, value);
    for (const index of [0, 1, 2, 3, 2047, 2048, 4999]) {
      hashes.add(hashText(change([...text], index, "b").join("")));
      hashes.add(hashBytes(bytes.with(index, 1), 5000));
      hashes.add(hashWords(change(words, index, 1)));
    }
    for (let length = 4990; length <= 5000; length++) {
      hashes.add(hashText(text.slice(0, length)));
      hashes.add(hashBytes(bytes, length));
      hashes.add(hashWords(words.slice(0, length)));
    }
    for (const number of [0, 1, -1, 0.5, 2 ** 32, 2 ** 64]) hashes.add(hashNumber(number));
    // Two of 60 that share one of 2^32 hashes by chance: that is one run in two million.
    expect(hashes.size).toBe(21 + 33 + 6);
  });

  test("is the same for the same", () => {
    expect(hashText(text)).toBe(hashText(Array.from({ length: 5000 }, () => "a").join("")));
    expect(hashNumber(5)).toBe(hashNumber(5));
  });
});
