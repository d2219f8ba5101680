// The first hash chooses the key.
import "../support/fresh.ts";
import { afterAll, describe, expect, test, vi } from "vitest";
import { hashBytes, hashNumber, hashText, hashWords } from "../../src/values/hash.ts";

const key = vi.spyOn(globalThis.crypto, "getRandomValues").mockImplementation((words) => {
  (words as Int32Array).set([0x03020100, 0x07060504]);
  return words;
});
afterAll(() => key.mockRestore());

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index % 256);

describe("the hash is HalfSipHash-1-3, whose last word is the length and the kind", () => {
  // Made by an implementation of its own that gives the vectors of SipHash's authors for HalfSipHash-2-4.
  test.each([
    [1.5, 666914950],
    [-1e300, -1571333837],
  ])("of number %#", (number, hash) => {
    expect(hashNumber(number)).toBe(hash);
  });

  test.each([
    ["", -257502472],
    ["a", 1538545655],
    ["ab", -931623194],
    ["abc", 1355832342],
    ["\u00e9\u4e00x", -799299589],
    [`${"ab".repeat(1023)}a`, -1901116595],
    ["ab".repeat(1024), -365569740],
    [`${"ab".repeat(1024)}c`, 159410011],
    ["ab".repeat(2500), -1742453805],
  ])("of text %#", (text, hash) => {
    expect(hashText(text)).toBe(hash);
  });

  test.each([
    [[], -1355324671],
    [[1], 1259463198],
    [[1, 2, 3], -524180982],
    [[1, 2, 3, 255], -1735198041],
    [[1, 2, 3, 255, 5], 1756558743],
    [numbers(4096), 1176264077],
    [[...numbers(4096), 1], -460073086],
    [numbers(10_240), -1783305364],
  ])("of bytes %#", (bytes, hash) => {
    expect(hashBytes(Uint8Array.from(bytes), bytes.length)).toBe(hash);
  });

  test.each([
    [[], -124407179],
    [[7], 59309536],
    [[1, -1, 2 ** 31 - 1], -47432760],
    [Array(1024).fill(5), 738709082],
    [Array(1025).fill(5), 1734846176],
    [Array(3000).fill(5), 1203465774],
  ])("of words %#", (words, hash) => {
    expect(hashWords(words)).toBe(hash);
  });

  test("with one key for all", () => {
    hashNumber(1);
    hashText("a");
    expect(key).toHaveBeenCalledOnce();
  });
});
