import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { closingQuote, depthOffset, openingBrackets } from "../../src/core/json/scan.ts";
import { allCases, cases } from "./corpus.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

// The rule, one character at a time.
function expected(text: string, maxDepth: number): number {
  let depth = 0;
  let inString = false;
  let escaped = false;
  for (const [at, char] of text.split("").entries()) {
    if (escaped) escaped = false;
    else if (inString && char === "\\") escaped = true;
    else if (char === '"') inString = !inString;
    else if (!inString && "[{".includes(char)) {
      depth += 1;
      if (depth > maxDepth) return at;
    } else if (!inString && "]}".includes(char)) depth = Math.max(0, depth - 1);
  }
  return -1;
}

const nesting = (value: unknown): number =>
  typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(nesting)) : 0;

const hostileText = fc
  .array(fc.constantFrom("[", "]", "{", "}", '"', "\\", '\\"', "a", ":", ",", " ", "\n", "\u0000", "z", "|", "ÿ", "é"))
  .map((parts) => parts.join(""));

describe("depthOffset", () => {
  test.each([
    ["", 0, -1],
    ["1", 0, -1],
    ["[]", 0, 0],
    ["[]", 1, -1],
    [" [ { ", 1, 3],
    ["[[]]", 1, 1],
    ["[[],[[]]]", 2, 5],
    ['{"a":{}}', 1, 5],
    ['["[[[["]', 1, -1],
    ['["\\"[[["]', 1, -1],
    ['["\\\\"[', 1, 5],
    ['["\\\\\\"["[', 1, 8],
    ['"[[[', 0, -1],
    ['\\"[[[', 0, -1],
    ["]]]][[", 1, 5],
    ["x[y[", 1, 3],
    ["[}[", 1, -1],
    ['["a\\', 1, -1],
  ])("%j with at most %d levels gives %d", (text, maxDepth, offset) => {
    expect(depthOffset(text, maxDepth)).toBe(offset);
    expect(depthOffset(encode(text), maxDepth)).toBe(offset);
  });

  test("follows the rule on malformed text, in strings and in bytes", () => {
    fc.assert(
      fc.property(hostileText, fc.nat(6), (text, maxDepth) => {
        const offset = expected(text, maxDepth);
        expect(depthOffset(text, maxDepth)).toBe(offset);
        const inBytes = offset < 0 ? -1 : encode(text.slice(0, offset)).length;
        expect(depthOffset(encode(text), maxDepth)).toBe(inBytes);
      }),
      { numRuns: 2000 },
    );
  });

  test("lets a document pass exactly when its value nests no deeper", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify([value]);
        const depth = 1 + nesting(value);
        expect(depthOffset(text, depth)).toBe(-1);
        expect(depthOffset(text, depth - 1)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test("says the same of bytes and of the text they decode to", () => {
    for (const { id, bytes, stage } of cases) {
      if (stage === "utf8") continue;
      const source = bytes();
      const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(source);
      for (const maxDepth of [1, 2, 512]) {
        const offset = expected(text, maxDepth);
        const inBytes = offset < 0 ? -1 : encode(text.slice(0, offset)).length;
        expect([depthOffset(text, maxDepth), depthOffset(source, maxDepth)], id).toEqual([offset, inBytes]);
      }
    }
  });

  test("stops at the first bracket too many, however long the text", () => {
    const open = allCases.find(({ id }) => id === "gen_open_16M")?.bytes() as Uint8Array;
    expect(depthOffset(open, 512)).toBe(512);
    expect(depthOffset("[".repeat(64 * 2 ** 20), 512)).toBe(512);
  });

  test("is asked only where there are more opening brackets than levels", () => {
    fc.assert(
      fc.property(hostileText, fc.nat(6), (text, maxDepth) => {
        const brackets = text.match(/[[{]/g)?.length ?? 0;
        expect(openingBrackets(text, maxDepth)).toBe(Math.min(brackets, maxDepth + 1));
        if (brackets <= maxDepth) expect(depthOffset(text, maxDepth)).toBe(-1);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ["quotes after backslashes", '\\"', 4_000_000],
    ["backslashes", "\\\\", 4_000_000],
    ["empty strings", '"",', 3_000_000],
    ["closed brackets", "[]", 4_000_000],
  ])("finds the bracket behind %s, of which there are millions", (_, part, count) => {
    // All of them are in strings, the last of which ends just before the bracket.
    const text = `"${part.repeat(count)}"[`;
    expect(openingBrackets(text, 512)).toBe(part === "[]" ? 513 : 1);
    for (const source of [text, encode(text)]) {
      expect(depthOffset(source, 0)).toBe(text.length - 1);
      expect(depthOffset(source, 1)).toBe(-1);
    }
  });
});

describe("closingQuote", () => {
  test.each([
    ['""', 0, 1],
    ['"a"', 0, 2],
    ['"\\""', 0, 3],
    ['"\\\\"', 0, 3],
    ['"\\\\\\""', 0, 5],
    ['\\\\"a"', 2, 4],
    ['\\""', 1, 2],
    ['"', 0, 1],
    ['"ab', 0, 3],
    ['"a\\"', 0, 4],
  ])("of %j from %d is %d", (text, opening, closing) => {
    expect(closingQuote(text, opening)).toBe(closing);
  });
});
