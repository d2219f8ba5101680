import { describe, expect, test } from "vitest";
import { JsonDecodeError, List, Str, type ValidationError } from "../../src/index.ts";
import { Frame, placeAfter, placeNow } from "../../src/lines/frame.ts";
import { encode } from "./streams.ts";

const START = { offset: 0, line: 1, column: 1 };

describe("the place after bytes", () => {
  test("counts characters, wherever the bytes are in memory", () => {
    for (const character of ["a", "é", "ab€", "abc😀abcdefg"]) {
      for (let count = 0; count < 40; count++) {
        const text = character.repeat(count);
        const bytes = encode(`\n${text}`);
        for (let at = 0; at < 4; at++) {
          const memory = new Uint8Array(at + bytes.length + 8).fill(0x61);
          memory.set(bytes, at);
          const found = placeAfter({ offset: 5, line: 2, column: 9 }, memory.subarray(at, at + bytes.length));
          expect(found).toEqual({ offset: 5 + bytes.length, line: 3, column: 1 + [...text].length });
        }
      }
    }
  });

  test.each([
    ["", START, START],
    ["ab", { offset: 5, line: 2, column: 3 }, { offset: 7, line: 2, column: 5 }],
    ["a\nb\r\nc", { offset: 5, line: 2, column: 3 }, { offset: 11, line: 4, column: 2 }],
    ["a\n", { offset: 5, line: 2, column: 3 }, { offset: 7, line: 3, column: 1 }],
    // A byte order mark takes no column where a file begins.
    ["\ufeff", START, { offset: 3, line: 1, column: 1 }],
    ["\ufeffab", START, { offset: 5, line: 1, column: 3 }],
    ["\ufeffab\nc", START, { offset: 7, line: 2, column: 2 }],
    ["\ufeffab", { ...START, offset: 1 }, { offset: 6, line: 1, column: 4 }],
  ])("%j from %j is %j", (text, start, expected) => {
    expect(placeAfter(start, encode(text))).toEqual(expected);
  });
});

/** The errors of a list of strings, which are as many as its items. */
function errorOf(text: string) {
  const result = List(Str({ maxlen: 1 })).safeJson(encode(text));
  if (result.ok) throw new Error(`${text} is valid`);
  return result.error;
}

const shown = (error: ValidationError): string[] =>
  error.issues.map(({ line, column, offset, path }) => `${line}:${column}@${offset} ${path.join("/")}`);

describe("the frame of a block", () => {
  const text = '1,\n["é",\n "abc", 2],3';
  const start = { offset: 10, line: 4, column: 5 };

  test("has the places of its bytes, in any order", () => {
    const frame = new Frame(encode(text), start, undefined);
    const places = [10, 13, 20, 13, 10, 13].map((offset) => frame.placeOf(offset));
    expect(places.map(({ line, column, offset }) => `${line}:${column}@${offset}`)).toEqual([
      "4:5@10",
      "5:1@13",
      "6:1@20",
      "5:1@13",
      "4:5@10",
      "5:1@13",
    ]);
  });

  test.each<[context: string[] | undefined, path: string]>([
    [undefined, ""],
    [[], "6/"],
    [["a", "b"], "a/b/6/"],
  ])("gives errors of a record the path %j and their places in the file, however long it is", (context, path) => {
    for (const space of [0, 16_384 - 17, 16_384 - 16, 30_000]) {
      const record = `["é",\n "abc", 2${" ".repeat(space)}]`;
      const bytes = encode(`1,\n${record},3`);
      const frame = new Frame(bytes, start, context);
      const error = errorOf(record);
      expect(frame.inFile(error, 7, 13, encode(record).length)).toBe(error);
      bytes.fill(0x0a);
      expect(shown(error)).toEqual([`6:2@21 ${path}1`, `6:9@28 ${path}2`]);
    }
  });

  test("gives an error about a whole record its path and place", () => {
    const frame = new Frame(encode(text), start, ["a"]);
    const error = new JsonDecodeError({ reason: "size", expected: 1, actual: 2 });
    expect(frame.atStart(error, 2, 13)).toBe(error);
    expect(shown(error)).toEqual(["5:1@13 a/1"]);
  });
});

test("places are computed for all errors at once, in any order, and for those only that have one", () => {
  const text = '["é",\n"abc",\n"abc"]';
  const errors = [...errorOf(text)];
  const without = new JsonDecodeError({ reason: "size", expected: 1, actual: 2 });
  const all = [errors[1], without, errors[0]] as ValidationError[];
  placeNow(all, { offset: 100, line: 7, column: 3 }, encode(text));
  expect(all.map(({ line, column, offset }) => [line, column, offset])).toEqual([
    [9, 1, 114],
    [undefined, undefined, undefined],
    [8, 1, 107],
  ]);
  const after = [...errorOf(text)];
  placeNow(after, { offset: 100, line: 7, column: 3 }, encode(text.slice(5)), 6);
  expect(after.map(({ line, column, offset }) => [line, column, offset])).toEqual([
    [8, 1, 101],
    [9, 1, 108],
  ]);
});
