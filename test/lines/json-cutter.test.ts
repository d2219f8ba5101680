import { describe, expect, test } from "vitest";
import { Dict, Int, List, Optional, type ValidationError } from "../../src/index.ts";
import { DocumentForm, DocumentText } from "../../src/lines/document.ts";
import { JsonCutter } from "../../src/lines/json-cutter.ts";
import { endOfLine } from "../../src/lines/line.ts";
import type { Block } from "../../src/lines/open-record.ts";
import { cuts, encode } from "./streams.ts";

interface Options {
  readonly at?: readonly string[];
  readonly maxBytes?: number;
  readonly maxDepth?: number;
  readonly from?: number;
  readonly document?: DocumentForm;
}

function cutterOf({ at = [], maxBytes = 1000, maxDepth = 10, from, document }: Options = {}): JsonCutter {
  return new JsonCutter(at, maxBytes, maxDepth, from, document && new DocumentText(document, maxBytes, undefined));
}

const bytesOf = (text: string | Uint8Array): Uint8Array => (typeof text === "string" ? encode(text) : text);
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** The lines of a block, each with its place in the file and how it is written there. */
function recordsIn({ bytes, offset, frame, long }: Block): string[] {
  const found: string[] = [];
  if (frame === undefined) throw new Error("A block of a document has a frame");
  for (let start = 0; start < bytes.length; start = endOfLine(bytes, start)) {
    const end = endOfLine(bytes, start);
    const { line, column } = frame.placeOf(offset + start);
    const [as, raw] = [bytes, frame.bytes].map((some) => JSON.stringify(textOf(some.subarray(start, end))));
    found.push(`${line}:${column}@${offset + start} ${as}${raw === as ? "" : ` of ${raw}`}`);
  }
  if (long !== undefined) return [`long ${long.size}${long.last ? "." : ""}`, ...found];
  expect(found).not.toEqual([]);
  return found;
}

const shown = (error: unknown): string =>
  [...(error as ValidationError)]
    .map(({ line, column, offset, context, message }) => `${line}:${column}@${offset} /${context.join("/")} ${message}`)
    .join("; ");

/** The records of the chunks of a document, and what is wrong with it. Its memory changes when a chunk was read. */
function read(chunks: readonly Uint8Array[], options: Options = {}): string[] {
  const found: string[] = [];
  const cutter = cutterOf(options);
  try {
    for (const chunk of chunks) {
      const memory = chunk.slice();
      for (const block of cutter.push(memory)) found.push(...recordsIn(block));
      memory.fill(0x21);
      cutter.reuse();
    }
    for (const block of cutter.end()) found.push(...recordsIn(block));
  } catch (error) {
    found.push(shown(error));
  }
  return found;
}

const syntax = (place: string): string => {
  const [line, column] = place.split(/[:@]/);
  return `${place} / Not valid JSON at line ${line}, column ${column}.`;
};
const utf8 = (place: string): string => syntax(place).replace("Not valid JSON", "JSON text is not valid UTF-8");
const withByte = (before: string, byte: number, after = ""): Uint8Array =>
  Uint8Array.of(...encode(before), byte, ...encode(after));

const A = ["a"];
const document = new DocumentForm(Dict({ a: List(Int(), { maxlen: 3 }), b: Optional(Int()) }), Int(), A);
const optional = new DocumentForm(Dict({ a: Optional(List(Int())) }), Int(), A);

describe("a document is cut into the items of its array, wherever its chunks end", () => {
  test.each<[text: string | Uint8Array, found: string[], options?: Options]>([
    ["[]", []],
    [" [ ] ", []],
    ["\n[\n]\n", []],
    ["[1]", ['1:2@1 "1"']],
    ["[1,2]", ['1:2@1 "1\\n" of "1,"', '1:4@3 "2"']],
    [" [ 1 ,\n2\n]\n", ['1:3@2 " 1 \\n" of " 1 ,"', '1:7@6 "\\r2\\r" of "\\n2\\n"']],
    ['["é",[1,\n2],3]', ['1:2@1 "\\"é\\"\\n" of "\\"é\\","', '1:6@6 "[1,\\r2]\\n" of "[1,\\n2],"', '2:4@13 "3"']],
    ['\ufeff{"b":[5],"a":[1,2],"c":[6]}', ['1:15@17 "1\\n" of "1,"', '1:17@19 "2"'], { at: A }],
    ['[{"a":[1]}]', ['1:8@7 "1"'], { at: ["0", "a"] }],
    // The end of the document is missing, or wrong.
    ["", [syntax("1:1@0")]],
    ["[", [syntax("1:2@1")]],
    ["[ \n ", [syntax("2:2@4")]],
    ["[1", [syntax("1:3@2")]],
    ["[1,", ['1:2@1 "1\\n" of "1,"', syntax("1:4@3")]],
    ["[1, ", ['1:2@1 "1\\n" of "1,"', syntax("1:5@4")]],
    ["[1,]", ['1:2@1 "1\\n" of "1,"', syntax("1:4@3")]],
    ["[1, ]", ['1:2@1 "1\\n" of "1,"', syntax("1:5@4")]],
    ["[,1]", [syntax("1:2@1")]],
    ["[1,,2]", ['1:2@1 "1\\n" of "1,"', syntax("1:4@3")]],
    ["[}", [syntax("1:2@1")]],
    ["[1\n}", [syntax("2:1@3")]],
    ["[x}", [syntax("1:2@1")]],
    ["[ é1 x}", [syntax("1:3@2")]],
    ['["é" x}', [syntax("1:6@6")]],
    ['[1,\n["é",\nx', ['1:2@1 "1\\n" of "1,"', syntax("3:1@11")]],
    ['["é', [syntax("1:4@4")]],
    ["[1] x", ['1:2@1 "1"', syntax("1:5@4")]],
    ["[1][", ['1:2@1 "1"', syntax("1:4@3")]],
    ["[1],", ['1:2@1 "1"', syntax("1:4@3")]],
    ['{"a":[1]', ['1:7@6 "1"', syntax("1:9@8")], { at: A }],
    // A byte that is not UTF-8, in an item and around them.
    [withByte("[1\n", 0xff, "}"), [utf8("2:1@3")]],
    [withByte('["é', 0xff, '"'), [utf8("1:4@4")]],
    [withByte('["é', 0xc3), [utf8("1:4@4")]],
    [withByte('{\n"é', 0xff), [utf8("2:3@5")], { at: A }],
    [withByte('{\n"é', 0xc3), [utf8("2:3@5")], { at: A }],
    [withByte('{\n"é', 0xc3, '"'), [utf8("2:3@5")], { at: A }],
    [withByte('{"a":[1],\n"é', 0xe2, '"'), ['1:7@6 "1"', utf8("2:3@13")], { at: A }],
    // No value begins with such a byte, be it a character or not.
    ["[é]", [syntax("1:2@1")]],
    ["[1,\ufeff2]", ['1:2@1 "1\\n" of "1,"', syntax("1:4@3")]],
    [withByte("[", 0xff, "]"), [syntax("1:2@1")]],
    // There is no such array.
    ["{}", ["1:1@0 /a Required key is not provided."], { at: A }],
    ['\n{"b":1}', ["2:1@1 /a Required key is not provided."], { at: A }],
    ['{"b":"é",\n"a": {"c":[1]} }', ["2:6@16 /a/b Required key is not provided."], { at: ["a", "b"] }],
    ['{"a":\n5}', ["2:1@6 /a Expected an array, got an integer."], { at: A }],
    ['{"a":[1],"a":[2]}', ['1:7@6 "1"', "1:14@13 /a Key is not allowed."], { at: A }],
    ["[[1]]", ["1:2@1 /0 Expected an object, got an array."], { at: ["0", "a"] }],
    // Levels around the items, and in what is beside them.
    ['{"a":[[[1]]]}', ['1:7@6 "[[1]]"'], { at: A, maxDepth: 1 }],
    [
      '{"b":[],"a":[]}',
      ["1:6@5 / JSON text is nested too deep at line 1, column 6: the limit is 1."],
      { at: A, maxDepth: 1 },
    ],
    // The rest of a document.
    ["1,2]", ['1:1@7 "1\\n" of "1,"', '1:3@9 "2"'], { from: 7 }],
    ["\n1,\n2] }", ['1:1@7 "\\r1\\n" of "\\n1,"', '2:3@10 "\\r2" of "\\n2"'], { from: 7, at: A }],
    ["1]", ['1:1@7 "1"', syntax("1:3@9")], { from: 7, at: A }],
    ["1] x", ['1:1@7 "1"', syntax("1:4@10")], { from: 7 }],
    ["x}", [syntax("1:1@7")], { from: 7 }],
    // What is beside the items is validated.
    ['{"b":1,"a":[1,2,3]}', ['1:13@12 "1\\n" of "1,"', '1:15@14 "2\\n" of "2,"', '1:17@16 "3"'], { at: A, document }],
    [
      '{"a":[1,2,3,4]}',
      [
        ...['1:7@6 "1\\n" of "1,"', '1:9@8 "2\\n" of "2,"', '1:11@10 "3\\n" of "3,"', '1:13@12 "4"'],
        "1:6@5 /a Expected at most 3 items, got 4.",
      ],
      { at: A, document },
    ],
    ['{"b":"","a":[]}', ["1:6@5 /b Expected an integer, got a string."], { at: A, document }],
    ['{"a":[1]\n,"b":""}', ['1:7@6 "1"', "2:6@14 /b Expected an integer, got a string."], { at: A, document }],
    ['{"a":[1]\n', ['1:7@6 "1"', syntax("2:1@9")], { at: A, document }],
    ["{}", ["1:1@0 /a Required key is not provided."], { at: A, document }],
    ["{}", [], { at: A, document: optional }],
    ['{"a":[]}', [], { at: A, document: optional }],
    ['{"b":1}', ["1:2@1 /b Key is not allowed."], { at: A, document: optional }],
    ["{", [syntax("1:2@1")], { at: A, document: optional }],
    ["", [syntax("1:1@0")], { at: A, document: optional }],
    ['\ufeff{"b"', [syntax("1:5@7")], { at: A, document: optional }],
    [withByte('{"a":[1],\n"é', 0xe2), ['1:7@6 "1"', utf8("2:3@13")], { at: A, document }],
    [withByte('{"a":[1],\n"é', 0xe2, '":'), ['1:7@6 "1"', utf8("2:3@13")], { at: A, document }],
    [withByte('{\n"é', 0xe2), [utf8("2:3@5")], { at: A, document: optional }],
  ])("%j", (text, found, { at, ...more } = {}) => {
    const options = { ...more, ...(at && { at }) };
    for (const chunks of cuts(bytesOf(text))) expect(read(chunks, options)).toEqual(found);
  });
});

describe("the items of a document", () => {
  test("that end in one chunk are one block, after the one that began before", () => {
    const cutter = cutterOf();
    const blocks = ["[", "1,2,3,4", "5,6,7", "]"].map((text) =>
      [...cutter.push(encode(text))].map(({ bytes }) => textOf(bytes)),
    );
    expect(blocks).toEqual([[], ["1\n2\n3\n"], ["45\n", "6\n"], ["7"]]);
  });

  test("are not kept if they are too long", () => {
    const push = ["[12", "345", "67, ", "1,", "123", "4,1"].map(encode);
    expect(read(push, { maxBytes: 3 })).toEqual([
      "long 2",
      '1:2@1 "12"',
      "long 5",
      '1:2@1 "345"',
      "long 7",
      '1:2@1 "67,"',
      "long 7.",
      '1:10@9 " 1\\n" of " 1,"',
      "long 3",
      '1:13@12 "123"',
      "long 4",
      '1:13@12 "4,"',
      "long 4.",
      syntax("1:19@18"),
    ]);
    expect(read(["[12", "345", "}"].map(encode), { maxBytes: 3 }).at(-1)).toBe(syntax("1:7@6"));
    expect(read(["[12", "345", "6 }"].map(encode), { maxBytes: 3 }).at(-1)).toBe(syntax("1:9@8"));
  });

  test("are in memory that is used again if the caller says so", () => {
    const cutter = cutterOf();
    const blocksOf = (...texts: string[]) => {
      const blocks = texts.flatMap((text) => [...cutter.push(encode(text))].map(({ bytes }) => bytes));
      const found = [blocks.map(textOf), new Set(blocks.map(({ buffer }) => buffer))] as const;
      cutter.reuse();
      return found;
    };
    const [first, buffers] = blocksOf("[1,2,", "3,");
    const [second, memory] = blocksOf("4,5,", "6,");
    const [third, same] = blocksOf("7,", "8,");
    const [fourth, more] = blocksOf("9,10,", "11,");
    expect([first, second, third, fourth]).toEqual([
      ["1\n2\n", "3\n"],
      ["4\n5\n", "6\n"],
      ["7\n", "8\n"],
      ["9\n10\n", "11\n"],
    ]);
    expect([buffers, memory, same, more].map(({ size }) => size)).toEqual([2, 1, 1, 2]);
    expect([...memory].every((one) => same.has(one))).toBe(true);
  });
});

test("what is around the items takes no more memory than the limit", () => {
  const text = '{"a":[1,2,3],"b":1}';
  const size = '{"a":[],"b":1}'.length;
  const options = { at: A, document, maxBytes: size };
  for (const chunks of cuts(encode(text))) {
    expect(read(chunks, options).length).toBe(3);
    expect(read(chunks, { ...options, maxBytes: size - 1 }).at(-1)).toBe(
      "1:19@18 / JSON text is too large: 14 bytes, the limit is 13.",
    );
  }
});

test("an error of a chunk itself is thrown as it is", () => {
  const error = new RangeError("no memory");
  const bytes = {
    get length(): number {
      throw error;
    },
  };
  expect(() => [...cutterOf().push({ length: 1, subarray: () => bytes } as never)]).toThrow(error);
});
