import * as csv from "csv-parse";
import { describe, expect, test } from "vitest";
import {
  AllOf,
  Check,
  Dict,
  Int,
  Nullable,
  OneOf,
  type RecordOptions,
  Str,
  type ValidationError,
  type Validator,
} from "../../src/index.ts";
import {
  CsvCutter,
  isBlankRow,
  loadCsvParse,
  notText,
  type RowBlock,
  wrongByteIn,
} from "../../src/lines/csv-cutter.ts";
import { placeAfter } from "../../src/lines/frame.ts";
import { readRecordOptions } from "../../src/lines/options.ts";
import { concatenated } from "../../src/lines/source.ts";
import { rowFormOf } from "../../src/lines/text-form.ts";
import { de } from "../../src/text/locales/de.ts";
import { cuts, encode } from "./streams.ts";

const any = Dict({}, { unknown: "keep" });

type Options = Partial<RecordOptions> & { readonly of?: Validator };

function cutterOf({ of = any, ...options }: Options = {}): CsvCutter {
  return new CsvCutter(csv, readRecordOptions(of, { format: "csv", ...options } as RecordOptions), rowFormOf(of).dicts);
}

const textOf = (bytes: Uint8Array): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
const textsOf = (blocks: Iterable<RowBlock>): string[] => [...blocks].map(({ bytes }) => textOf(bytes));

/** The issues: "line:column@offset [row,column,name] /pointer message". */
const shown = (error: unknown): string[] =>
  (error as ValidationError).issues.map(({ line, column, offset, cell, pointer, message }) => {
    const at = cell && [cell.row, cell.column, cell.name].join(",");
    return `${line === undefined ? "" : `${line}:${column}@${offset} `}[${at ?? ""}] ${pointer}: ${message}`;
  });

/**
 * The columns, the rows with their numbers and places, and what is wrong, of a table in chunks. The memory of a chunk
 * changes once its rows have been read.
 */
function read(chunks: readonly Uint8Array[], options?: Options): unknown[] {
  const rows: string[] = [];
  let cutter: CsvCutter | undefined;
  let text = "";
  const take = (blocks: Iterable<RowBlock>, chunk: Uint8Array): void => {
    let isUsed = false;
    for (const { bytes, rows: all, place, offset, record } of blocks) {
      let start = 0;
      for (const [index, { cells, end }] of all.entries()) {
        const { line, column } = placeAfter(place, bytes.subarray(0, start));
        rows.push(`${record + index} ${line}:${column}@${offset + start} ${cells.join("|")}`);
        start = end;
      }
      expect([start, place.offset]).toEqual([bytes.length, offset]);
      expect(all).not.toEqual([]);
      text += textOf(bytes);
      isUsed ||= bytes.buffer === chunk.buffer;
    }
    if (isUsed) chunk.fill(0x21);
  };
  try {
    cutter = cutterOf(options);
    for (const chunk of chunks.map((one) => Uint8Array.from(one))) take(cutter.push(chunk), chunk);
    take(cutter.end(), new Uint8Array());
  } catch (error) {
    rows.push(...shown(error));
  }
  if (options?.encoding === undefined) expect(textOf(concatenated(chunks))).toContain(text);
  return [cutter?.header?.columns.join("|"), ...rows];
}

const coded = (...codes: (string | number)[]): Uint8Array =>
  Uint8Array.from(codes.flatMap((one) => (typeof one === "string" ? [...encode(one)] : [one])));
const utf16 = (text: string): Uint8Array =>
  Uint8Array.from([...text].flatMap((one) => [one.charCodeAt(0) & 0xff, one.charCodeAt(0) >> 8]));

const named = { columns: ["a", "b"] };
const short = { ...named, maxLineBytes: 3 };
const of = Dict({ id: Int(), name: Str() }, { optional: ["name"] });
const LATE = "A quote is inside a cell that does not begin with one.";
const OPEN = "The quote is not closed.";
const AFTER = "A cell goes on after its closing quote.";
const LONG = "The row is larger than the limit (3 bytes): a quote may not be closed.";
const NO_HEADER = "There is no header.";
const UNKNOWN = "Key is not allowed.";
const MISSING = "Required key is not provided.";
const noText = (encoding = "UTF-8"): string => `The row is not text in ${encoding}.`;

describe("a table is cut into rows, wherever its chunks end", () => {
  test.each<[text: string | Uint8Array, found: unknown[], options?: Options]>([
    ["a,b\n1,2\n3,4", ["a|b", "1 2:1@4 1|2", "2 3:1@8 3|4"]],
    ["a,b\r\n1,2\r\n", ["a|b", "1 2:1@5 1|2"]],
    ["a,b\r\n1\r,2\n", ["a|b", "1 2:1@5 1\r|2"]],
    ["é,b\n1\n1,2,3\n\n", ["é|b", "1 2:1@5 1", "2 3:1@7 1|2|3", "3 4:1@13 "]],
    [" \n\na\n\n1", ["a", "1 4:1@5 ", "2 5:1@6 1"]],
    ['"a\n",b\n"1\r\n","2""3"\n4,5', ["a\n|b", '1 3:1@7 1\r\n|2"3', "2 5:1@20 4|5"]],
    ["a", ["a"]],
    ["a,b\n", ["a|b"]],
    // Without a header.
    ["", [undefined, `1:1@0 [] : ${NO_HEADER}`]],
    ["\n \n", [undefined, `3:1@3 [] : ${NO_HEADER}`]],
    ["\ufeff", [undefined, `1:1@3 [] : ${NO_HEADER}`]],
    ["1,2\n", ["a|b", "1 1:1@0 1|2"], named],
    ["1", ["a|b", "1 1:1@0 1"], named],
    ["", ["a|b"], named],
    ["x,y\n1,2\n", ["a|b", "1 2:1@4 1|2"], { ...named, header: true }],
    // A byte order mark, and what begins like one.
    ["\ufeffa,b\n1,2", ["a|b", "1 2:1@7 1|2"]],
    ["\ufeff1,2", ["a|b", "1 1:1@3 1|2"], named],
    ["\ufeff\ufeffa,b\n", ["\ufeffa|b"]],
    ["\u0effa,b\n", ["\u0effa|b"]],
    ["\uf03fa,b\n", ["\uf03fa|b"]],
    ["\ufefca,b\n", ["\ufefca|b"]],
    [coded(0xef), [undefined, `1:1@0 [] : ${noText()}`]],
    [coded(0xef, 0xbb), [undefined, `1:1@0 [] : ${noText()}`]],
    // The rest of a table.
    ["\ufeff1,2\n3,4", ["a|b", "5 1:1@10 \ufeff1|2", "6 2:1@17 3|4"], { ...named, from: { offset: 10, record: 5 } }],
    ["\ufeff1,2\n", ["a|b", "5 1:1@3 1|2"], { ...named, from: { offset: 0, record: 5 } }],
    // Other delimiters, quotes and escapes.
    ["1||2\n", ["a|b", "1 1:1@0 1|2"], { ...named, delimiter: "||" }],
    ["1é2\n", ["a|b", "1 1:1@0 1|2"], { ...named, delimiter: "é" }],
    ["'1,''',2\n", ["a|b", "1 1:1@0 1,'|2"], { ...named, quote: "'" }],
    ['"1\\"",2\n', ["a|b", '1 1:1@0 1"|2'], { ...named, escape: "\\" }],
    ['"1",2\n', ["a|b", '1 1:1@0 "1"|2'], { ...named, quote: false }],
    // Wrong quotes, after the rows before them.
    ['a,b\n1,2\né,"3\n4,5\n', ["a|b", "1 2:1@4 1|2", `3:3@11 [2,,] : ${OPEN}`]],
    ['a,b\n1,2\né,3"\n', ["a|b", "1 2:1@4 1|2", `3:4@12 [2,,] : ${LATE}`]],
    ['a,b\n1,2\n"é"3\n', ["a|b", "1 2:1@4 1|2", `3:4@12 [2,,] : ${AFTER}`]],
    ['"1"é"\n', ["a|b", `1:4@3 [1,,] : ${AFTER}`], named],
    ['a,"b\n1,2\n', [undefined, `1:3@2 [] : ${OPEN}`]],
    ["1\n''2\n", ["a|b", "1 1:1@0 1", `2:3@4 [2,,] : ${AFTER}`], { ...named, quote: "'" }],
    ['"1\\"\n', ["a|b", `1:1@0 [1,,] : ${OPEN}`], { ...named, escape: "\\" }],
    ['1|é|"2\n', ["a|b", `1:5@5 [1,,] : ${OPEN}`], { ...named, delimiter: "|" }],
    // Rows that are too long, with their ends not counted.
    ["a,b\r\n1,2\r\n", ["a|b", "1 2:1@5 1|2"], { maxLineBytes: 3 }],
    ["1,2\n1,23\n4,5\n", ["a|b", "1 1:1@0 1|2", `2:1@4 [2,,] : ${LONG}`], short],
    ["1,23\n", ["a|b", `1:1@0 [1,,] : ${LONG}`], short],
    ["1,2\n3,4\n1,23", ["a|b", "1 1:1@0 1|2", "2 2:1@4 3|4", `3:1@8 [3,,] : ${LONG}`], short],
    [`1,${"2".repeat(40)}\n`, ["a|b", `1:1@0 [1,,] : ${LONG}`], short],
    ["a,bc\n1,2\n", [undefined, `1:1@0 [] : ${LONG}`], { maxLineBytes: 3 }],
    [`\n${" ".repeat(40)}\na,b\n`, [undefined, `2:1@1 [] : ${LONG}`], { maxLineBytes: 3 }],
    [
      `1${"-".repeat(40)}2\n3${"-".repeat(40)}4\n`,
      ["a|b", "1 1:1@0 1|2", "2 2:1@43 3|4"],
      { ...named, delimiter: "-".repeat(40), maxLineBytes: 42 },
    ],
    // Other encodings.
    [utf16("a,é\r\n1,2\r\n"), ["a|é", "1 2:1@6 1|2"], { encoding: "utf-16le" }],
    [coded(0xe4, ",b\n1,2\n"), ["ä|b", "1 2:1@5 1|2"], { encoding: "latin1" }],
    [coded(...utf16("a,b"), 0x31), [undefined, `1:4@3 [] : ${noText("utf-16le")}`], { encoding: "utf-16le" }],
    [utf16("\ufeffa"), ["a"], { encoding: "utf-16le" }],
    // A header that is not text.
    [coded("\né,b", 0xff, "\n"), [undefined, `2:4@5 [] : ${noText()}`]],
    ["\ufffd,b\n", ["\ufffd|b"]],
    [coded("a", 0xff, "\n1,2\n"), [undefined, `1:2@1 [] : ${noText()}`], { ...named, header: true }],
    // Columns that are wrong, below a byte order mark and blank lines.
    [
      "\ufeff\né,x\n",
      [undefined, `2:1@4 [,1,é] /é: ${UNKNOWN}`, `2:3@7 [,2,x] /x: ${UNKNOWN}`, `2:1@4 [] /id: ${MISSING}`],
      { of },
    ],
  ])("%j", (text, found, options) => {
    for (const chunks of cuts(typeof text === "string" ? encode(text) : text))
      expect(read(chunks, options)).toEqual(found);
  });
});

describe("a cutter of rows", () => {
  test("has a block for the whole rows of a chunk", () => {
    const cutter = cutterOf();
    const blocks = ["a,b\n1,2\n3,4\n5,55555", "6\n7,77777", "8"].map((text) => textsOf(cutter.push(encode(text))));
    expect([...blocks, textsOf(cutter.end())]).toEqual([["1,2\n3,4\n"], ["5,555556\n"], [], ["7,777778"]]);
  });

  test.each([
    ["\ufeff \r\na,b\r\n1,2", "\ufeffa,b\r\n"],
    ["a,b\n1,2", "a,b\n"],
    ["a,b", "a,b"],
  ])("has the bytes of the header of %j, with those of a byte order mark", (text, header) => {
    for (const chunks of cuts(encode(text))) {
      const cutter = cutterOf();
      for (const chunk of chunks) textsOf(cutter.push(chunk));
      textsOf(cutter.end());
      expect(textOf(cutter.header?.bytes as Uint8Array)).toBe(header);
    }
  });

  test("has a header without bytes if the columns are given", () => {
    expect(cutterOf(named).header).toEqual({ bytes: new Uint8Array(), columns: ["a", "b"] });
    expect(cutterOf().header).toBe(undefined);
  });

  test("says how cells are written", () => {
    const { syntax } = cutterOf({ delimiter: "é", quote: "'", escape: "\\" });
    expect(syntax).toEqual({ delimiter: encode("é"), quote: 0x27, escape: 0x5c });
    expect(cutterOf({ quote: false }).syntax).toEqual({ delimiter: encode(","), quote: undefined, escape: undefined });
  });

  test("keeps no more of a row without an end than what csv-parse may have read behind the limit", () => {
    const cutter = cutterOf({ maxLineBytes: 3 });
    for (let size = 0; size < 20; size++) expect(textsOf(cutter.push(encode('"')))).toEqual([]);
    expect(() => textsOf(cutter.push(encode('"')))).toThrow(LONG);
  });

  test("says what is wrong in the language of the call", () => {
    expect(() => textsOf(cutterOf({ maxLineBytes: 3, locale: de }).push(encode("12345678\n1234")))).toThrow("Zeile");
    expect(() => cutterOf({ of, columns: ["x"], locale: de })).toThrow("Schlüssel");
  });

  test("has the limit among the parameters of an issue", () => {
    try {
      textsOf(cutterOf({ maxLineBytes: 3 }).push(encode("12345678\n1234")));
      expect.fail("The row is too long");
    } catch (error) {
      expect((error as ValidationError).issues).toMatchObject([{ code: "csv_size", params: { limit: 3 } }]);
    }
  });
});

describe("the columns", () => {
  const keep = { unknown: "keep" } as const;
  const other = Dict({ id: Int(), other: Str() });
  const renamed = Dict({ id: Int() }, { names: { id: "Id" } });
  const twoNames = Dict({ id: Int() }, { names: { id: ["Id", "ID"] } });

  test.each<[header: string, wrong: string[], of: Validator]>([
    ["id,name", [], of],
    ["id", [], of],
    ["name", [`1:1@0 [] /id: ${MISSING}`], of],
    ["é,id,id", [`1:1@0 [,1,é] /é: ${UNKNOWN}`, "1:6@6 [,3,id] /id: The column has the name of column 2."], of],
    [
      "x,x",
      [
        `1:1@0 [,1,x] /x: ${UNKNOWN}`,
        "1:3@2 [,2,x] /x: The column has the name of column 1.",
        `1:1@0 [] /id: ${MISSING}`,
      ],
      of,
    ],
    // Each Dict of a union may take a column, and none has to be complete.
    ["name,other", [], OneOf(of, other)],
    ["x", [`1:1@0 [,1,x] /x: ${UNKNOWN}`], OneOf(of, other)],
    [
      "name",
      [`1:1@0 [] /id: ${MISSING}`],
      AllOf(
        Nullable(of),
        Check(() => true),
      ),
    ],
    // A Dict may take other keys than those of its schema.
    ["x", [], Dict({}, keep)],
    ["x", [], Dict({}, { unknown: "strip" })],
    ["x", [], Dict({}, { extra: [Str(), Str()] })],
    ["x", [], Dict({}, { dispose: ["x"] })],
    ["xa,ya", [`1:4@3 [,2,ya] /ya: ${UNKNOWN}`], Dict({}, { patterns: { "^x": Str(), "^z": Str() } })],
    // Some keys need no column.
    ["x", [], Dict({ id: Int(), x: Str() }, { defaults: { id: 1 } })],
    ["x", [`1:1@0 [] /y: ${MISSING}`], Dict({}, { ...keep, required: ["x", "y"] })],
    ["x", [`1:1@0 [] /y: ${MISSING}`], Dict({ y: Int() }, { ...keep, required: ["y"] })],
    // They have the names of the input.
    ["Id", [], renamed],
    ["id", [`1:1@0 [,1,id] /id: ${UNKNOWN}`, `1:1@0 [] /Id: ${MISSING}`], renamed],
    ["ID", [], twoNames],
    ["Id", [], twoNames],
    [
      "XX",
      [`1:1@0 [] /Id: ${MISSING}`],
      Dict({ id: Int(), x: Int() }, { names: { id: ["Id", "ID"], x: ["X", "XX"] } }),
    ],
    ["x", [`1:1@0 [,1,x] /x: ${UNKNOWN}`, `1:1@0 [] /Id: ${MISSING}`], twoNames],
  ])("%j are wrong in %j", (header, wrong, of) => {
    const names = header.split(",");
    const known = wrong.length > 0 ? undefined : names.join("|");
    expect(read([encode(`${header}\n`)], { of })).toEqual([known, ...wrong]);
    // Those that are given have no place.
    expect(read([], { of, columns: names })).toEqual([known, ...wrong.map((one) => one.slice(one.indexOf("[")))]);
  });
});

test("csv-parse is loaded when it is needed", async () => {
  expect((await loadCsvParse()).Parser).toBeTypeOf("function");
});

test("a row of nothing but white space is blank", () => {
  expect([[""], [" \t\u00a0"], ["a"], ["", ""], []].map(isBlankRow)).toEqual([true, true, false, false, false]);
});

test.each<[string, string, number[], isDecoded: boolean, number | undefined]>([
  ["that is text", "a,é", [...encode("a,é")], false, undefined],
  ["that was decoded", "a,é", [...encode("a,é")], true, undefined],
  ["with a replacement character", "a,\ufffd", [...encode("a,\ufffd")], false, undefined],
  ["with a byte that is not UTF-8", "a,\ufffd", [0x61, 0x2c, 0xff], false, 2],
  ["that begins with a byte that is not UTF-8", "\ufffd", [0xff], false, 0],
  ["that was decoded, where a character was wrong", "\ufeff\u03c0,\ufffd", [...encode("\ufeffπ,\ufffd")], true, 6],
  ["that was decoded, behind a character that ends alike", "\u4ffd\ufffd", [...encode("\u4ffd\ufffd")], true, 3],
  ["that was decoded, behind one that begins alike", "\uffed\ufffd", [...encode("\uffed\ufffd")], true, 3],
  ["that was decoded, behind one that differs within", "\uf03d\ufffd", [...encode("\uf03d\ufffd")], true, 3],
  ["that was decoded, and begins with it", "\ufffd", [...encode("\ufffd")], true, 0],
])("of a row %s, the wrong byte", (_, text, bytes, isDecoded, offset) => {
  expect(wrongByteIn(text.split(","), () => Uint8Array.from(bytes), isDecoded)).toBe(offset);
});

test("a row that is not text says in which encoding", () => {
  expect([notText(), notText("latin1")].map(({ message }) => message)).toEqual([noText(), noText("latin1")]);
});
