import { describe, expect, test } from "vitest";
import { cellsIn, placesIn, sizeWithoutEnd } from "../../src/lines/csv-cells.ts";
import { encode } from "./streams.ts";

const code = (text: string): number => text.charCodeAt(0);

/** Where cells start, and what is wrong: its offset and kind. */
function cellsOf(row: string, options: { delimiter?: string; quote?: string; escape?: string } = {}): unknown[] {
  const { delimiter = ",", quote = '"' } = options;
  const { escape = quote } = options;
  const syntax = {
    delimiter: encode(delimiter),
    quote: quote === "" ? undefined : code(quote),
    escape: escape === "" ? undefined : code(escape),
  };
  const { starts, fault } = cellsIn(encode(row), syntax);
  return fault === undefined ? [...starts] : [...starts, fault.at, fault.kind];
}

describe("the cells of a row", () => {
  test.each<[row: string, found: unknown[], syntax?: object]>([
    ["", [0]],
    ["a", [0]],
    ["a,b", [0, 2]],
    [",", [0, 1]],
    ["a,,b,", [0, 2, 3, 5]],
    ["é,b", [0, 3]],
    // A row ends at its line feed, and at a carriage return before one.
    ["a,b\nc,d", [0, 2]],
    ["a,b\r\nc,d", [0, 2]],
    ["a\rb,c", [0, 4]],
    ["a,b\r", [0, 2]],
    // What is in quotes belongs to the cell.
    ['"a,b",c', [0, 6]],
    ['"",c', [0, 3]],
    ['"a\nb"\nc,d', [0]],
    ['"a"\r\nc,d', [0]],
    ['"a""b",c', [0, 7]],
    ['"""",c', [0, 5]],
    ['a,"b"', [0, 2]],
    // Wrong quotes.
    ['"a', [0, 0, "open"]],
    ['a,"', [0, 2, 2, "open"]],
    ['"a""', [0, 0, "open"]],
    ['"a"b', [0, 3, "after"]],
    ['"a"\rb', [0, 3, "after"]],
    ['a,"b" ,c', [0, 2, 5, "after"]],
    ['"a"b"', [0, 3, "after"]],
    ['ab"c', [0, 2, "late"]],
    ['a, "b"', [0, 2, 3, "late"]],
    ['ab"\n', [0, 2, "late"]],
    ['"a"b\n', [0, 3, "after"]],
    // A delimiter of several bytes.
    ["a::b:c", [0, 3], { delimiter: "::" }],
    ["a:", [0], { delimiter: "::" }],
    ['"a"::b', [0, 5], { delimiter: "::" }],
    ['"a":b', [0, 3, "after"], { delimiter: "::" }],
    // Another escape, which escapes itself, too.
    ['"a\\",b",c', [0, 8], { escape: "\\" }],
    ['"a\\\\",c', [0, 6], { escape: "\\" }],
    ['"a\\', [0, 0, "open"], { escape: "\\" }],
    ['"a""b",c', [0, 3, "after"], { escape: "\\" }],
    ["'a,''b',c", [0, 8], { quote: "'" }],
    // Without quotes they are bytes as others.
    ['"a,b",c"', [0, 3, 6], { quote: "" }],
    ["", [0], { quote: "" }],
  ])("%j are at %j", (row, found, syntax) => {
    expect(cellsOf(row, syntax)).toEqual(found);
  });
});

test("the places of cells are those in the file", () => {
  const start = { offset: 10, line: 4, column: 1 };
  expect(placesIn(encode('é,"a\nb",c'), start, [0, 3, 9])).toEqual([
    start,
    { offset: 13, line: 4, column: 3 },
    { offset: 19, line: 5, column: 4 },
  ]);
});

test.each([
  ["", 0],
  ["a", 1],
  ["a\n", 1],
  ["a\r\n", 1],
  ["a\r", 2],
  ["a\nb", 3],
  ["\r\n", 0],
  ["\n", 0],
  ["\r\n\n", 2],
])("%j has %d bytes without its end", (row, size) => {
  expect(sizeWithoutEnd(encode(row))).toBe(size);
});
