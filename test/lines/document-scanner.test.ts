/** Reads what is around an array in a document. The array is empty here: the caller reads what is in it. */
import { describe, expect, test } from "vitest";
import { syntaxOffset, utf8Offset } from "../../src/core/json/syntax.ts";
import { DocumentFault, DocumentScanner } from "../../src/lines/document-scanner.ts";

interface Options {
  readonly maxDepth?: number;
  /** The offset in the file, if the source begins inside the array. */
  readonly from?: number;
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Where the array begins, or what is wrong, and where. */
function scan(chunks: Iterable<Uint8Array>, path: string, { maxDepth = 5, from }: Options): string {
  const scanner = new DocumentScanner(path.split("/").slice(1), maxDepth);
  if (from !== undefined) scanner.beginInside();
  let offset = from ?? 0;
  let isInside = scanner.found;
  let foundAt = offset;
  try {
    for (const chunk of chunks) {
      for (let at = 0; at < chunk.length; ) {
        const { found } = scanner;
        const size = isInside ? 1 : scanner.push(chunk.subarray(at), offset);
        if (isInside) scanner.closeArray();
        isInside = scanner.found && !found;
        at += size;
        offset += size;
        if (isInside) foundAt = offset - 1;
      }
    }
    scanner.end(offset);
    return `array @${foundAt}`;
  } catch (fault) {
    if (!(fault instanceof DocumentFault)) throw fault;
    return `${fault.error.toString()} @${fault.offset}`;
  }
}

/** The same, wherever the chunks end. */
function scanned(source: string | Uint8Array, path: string, options: Options = {}): string {
  const bytes = typeof source === "string" ? encode(source) : source;
  const found = scan([bytes], path, options);
  const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
  expect(scan(single, path, options)).toBe(found);
  return found;
}

const syntax = (offset: number) => `<JsonDecodeError(reason='syntax')> @${offset}`;
const utf8 = (offset: number) => `<JsonDecodeError(reason='utf8')> @${offset}`;

describe("a document", () => {
  test.each([
    ...["0", "-0", "-1", "9", "10", "19", "0.5", "0e1", "0E-1", "1e5", "2.50e-5", "-10.05E+10", "true", "false"],
    ...["null", '""', '"\\"\\\\\\/\\b\\f\\n\\r\\t"', '"\\u0aF9"', "[]", "[1,[2,{}]]", "{}", '{"b":{"c":[]},"d":0}'],
    ...["-", "01", "-01", "1.", "1.e5", "1e", "1e+", "1e-x", "1e+-1", "0e", ".5", "+1", "-a", "1x", "1 e5", "1.5.5"],
    ...["0x1", "1e5.5", "1e5e5", "tru", "nul", "nulll", "NaN", "t", "a", '"\t"', '"\\x"', '"\\u004g"', '"\\u00@1"'],
    ...['"\\u/000"', '"\\u:000"', "/", ":", ",", "[1,]", "[,1]", "[1 2]", "[1,,2]", "{,}", '{"b"}', '{"b":}', "{b:1}"],
    ...['{"b":1,}', '{"b":1,,"c":1}', '{"b" 1}', '{"b"::1}', "{1:1}", "[}", "{]", "[1}", '{"b":1]', "]", "}", "[:]"],
  ])("with %s is read if it is JSON; else its first wrong byte is found", (value) => {
    for (const text of [
      `{"a":${value},"items":[]}`,
      `{"items":[],"a":\t${value}\r}`,
      `{ "a" :[0,${value} ] ,\n"items": [],"":""}`,
    ]) {
      const wrong = syntaxOffset(text);
      expect(scanned(text, "/items")).toBe(
        wrong < 0 ? `array @${text.indexOf("[", text.indexOf("m"))}` : syntax(wrong),
      );
    }
  });

  test("is wrong where it ends too early, or does not end", () => {
    const text = '{"a":[-1.5e+5,true,{"b\\u0041":0}],"items":[],"c":"\\n"}';
    for (let size = 0; size < text.length; size++) expect(scanned(text.slice(0, size), "/items")).toBe(syntax(size));
    for (const after of ["x", ",", "]", "}", "0", '"'])
      expect(scanned(text + after, "/items")).toBe(syntax(text.length));
    expect(scanned(`${text} \r\n\t`, "/items")).toBe("array @42");
  });

  test.each([
    ...[0x80, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff],
  ])("has characters of UTF-8 in its strings: what begins with byte %i", (lead) => {
    const [before, after] = [encode('{"items":[],"a":"'), encode('b"}')];
    for (const second of [0x20, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0]) {
      for (const rest of [[], [0x80], [0xbf, 0x80], [0xbf, 0x80, 0x80], [0x7f], [0x80, 0xc0]]) {
        const bytes = Uint8Array.from([...before, lead, second, ...rest, ...after]);
        const wrong = utf8Offset(bytes);
        expect(scanned(bytes, "/items")).toBe(wrong < 0 ? "array @9" : utf8(wrong));
      }
    }
  });

  test("has characters in its keys, and does not end in one", () => {
    expect(scanned('{"é€😀":"é€😀","items":[]}', "/items")).toBe("array @33");
    for (const character of ["é", "€", "😀"]) {
      for (let size = 1; size < encode(character).length; size++) {
        expect(scanned(encode(`{"a":"${character}`).subarray(0, 6 + size), "/items")).toBe(utf8(6));
      }
    }
  });

  test("is read up to the array, and from its end on, as far as the bytes go", () => {
    const scanner = new DocumentScanner(["a"], 4);
    expect(scanner.push(encode('{"b":"c'), 0)).toBe(7);
    expect(scanner.push(encode('","a":[1'), 7)).toBe(7);
    scanner.closeArray();
    expect(scanner.push(encode(',"c":[0]}'), 16)).toBe(9);
  });

  test.each([
    ["no character", [0x80, 0xbf, 0xc1, 0xf5, 0xff], utf8],
    ["a character", [0x7f, 0xc2, 0xdf, 0xe0, 0xef, 0xf0, 0xf4], syntax],
  ])("has a wrong byte with which %s begins", (_, bytes, wrong) => {
    for (const byte of bytes) {
      for (const [text, path] of [
        ["", "/a"],
        ['{"b":', "/a"],
        ['{"a":', "/a"],
        ['{"b":"\\', "/a"],
        ["[]", ""],
      ] as const) {
        expect(scanned(Uint8Array.of(...encode(` ${text}`), byte), path)).toBe(wrong(text.length + 1));
      }
    }
  });

  test.each<[bytes: number[], text: string, found: string]>([
    [[0xef, 0xbb, 0xbf], " []", "array @4"],
    [[0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf], "[]", syntax(3)],
    [[0xef], "[]", syntax(1)],
    [[0xef, 0xbb], "[]", syntax(2)],
    [[0xef, 0xbb, 0xff], "[]", utf8(2)],
    [[0xef, 0xbb], "", syntax(2)],
    [[0xbb, 0xbf], "[]", utf8(0)],
    [[0x20, 0xef, 0xbb, 0xbf], "[]", syntax(1)],
    [[0x20, 0xbb, 0xbf], "[]", utf8(1)],
    [[0x5b, 0x5d, 0xbf], "", utf8(2)],
  ])("may begin with a byte order mark, not with a part of one: %j, then %j", (bytes, text, found) => {
    expect(scanned(Uint8Array.of(...bytes, ...encode(text)), "")).toBe(found);
  });

  test("has no more levels than it may, however many containers", () => {
    const levels = (expected: number) =>
      `<JsonDecodeError(reason='depth', expected=${expected}, actual=${expected + 1})>`;
    expect(scanned('{"x":[],"y":[0,[]],"a":[]}', "/a", { maxDepth: 3 })).toBe("array @23");
    expect(scanned('{"x":[],"y":[0,[]],"a":[]}', "/a", { maxDepth: 2 })).toBe(`${levels(2)} @15`);
    expect(scanned('{"a":[],"x":{"y":{}}}', "/a", { maxDepth: 2 })).toBe(`${levels(2)} @17`);
    expect(scanned("[{}]", "/0/a", { maxDepth: 1 })).toBe(`${levels(1)} @1`);
  });
});

describe("the array", () => {
  test.each<[text: string, path: string, at: number]>([
    ["[]", "", 0],
    ['{"a":{"b":[]}}', "/a/b", 10],
    ["[[],[]]", "/0", 1],
    ["[[],[]]", "/1", 4],
    ["[0,1,2,3,4,5,6,7,8,9,[]]", "/10", 21],
    ['{"a":[0,{"b":[]}]}', "/a/1/b", 13],
    ["[[0,[]],[[]]]", "/1/0", 9],
    ["[[0,[]],[0,[]]]", "/1/1", 11],
    ['{"0":[]}', "/0", 5],
    // The same keys and indexes elsewhere.
    ['{"b":{"a":[]},"a":[]}', "/a", 18],
    ['{"b":[[],{"a":[]}],"a":[]}', "/a", 23],
    ['{"a":{"x":{"b":0},"y":[{"b":0}],"b":[]}}', "/a/b", 36],
    ['[{"x":[0,[]]},[{},[]]]', "/1/1", 18],
    ['{"b":"a","c":["a"],"a":[]}', "/a", 23],
    ['{"a":{},"a":{"b":[]}}', "/a/b", 17],
    // Keys, however they are written, and those that begin alike.
    ['{"ab":0,"":0,"b":0,"a":[],"":{}}', "/a", 23],
    ['{"":[]}', "/", 4],
    ['{"\\u0061\\u0062":[]}', "/ab", 16],
    ['{"a\\"\\n":[]}', '/a"\n', 9],
    ['{"é😀":[]}', "/é😀", 10],
    ['{"a b":0," ":[]}', "/ ", 13],
    [`{"${"a".repeat(99)}":0,"a":[]}`, "/a", 109],
    ['{"\\u0061\\u0061":0,"a":[]}', "/a", 22],
  ])("of %s at %s is found, whatever it is inside of", (text, path, at) => {
    expect(scanned(text, path)).toBe(`array @${at}`);
  });

  test.each([
    ["{}", "/a", "<a: MissingKeyError()> @0"],
    ["[]", "/0", "<0: MissingKeyError()> @0"],
    ["[0,1]", "/2", "<2: MissingKeyError()> @0"],
    [' {"b":{"a":[]}} ', "/a", "<a: MissingKeyError()> @1"],
    ['{"a":{"b":{}},"c":0}', "/a/b/c", "<a.b.c: MissingKeyError()> @10"],
    ['{"a":{"b":{}},"a":{}}', "/a/b/c", "<a.b: MissingKeyError()> @18"],
    ['{"a":[0,{}]}', "/a/1/c", "<a.1.c: MissingKeyError()> @8"],
    ['{"aa":[]}', "/a", "<a: MissingKeyError()> @0"],
  ])("of %s at %s is missing in the innermost container that leads to it", (text, path, error) => {
    expect(scanned(text, path)).toBe(error);
  });

  test.each([
    ["0", "integer"],
    ["-5", "integer"],
    ["7", "integer"],
    ['""', "string"],
    ["true", "boolean"],
    ["false", "boolean"],
    ["null", "null"],
  ])("cannot be %s, nor be inside of it", (value, type) => {
    const wrong = (expected: string) => `InvalidTypeError(expected='${expected}', actual='${type}')`;
    expect(scanned(value, "")).toBe(`<${wrong("array")}> @0`);
    expect(scanned(`{"a":${value}}`, "/a")).toBe(`<a: ${wrong("array")}> @5`);
    expect(scanned(`[0,${value}]`, "/1")).toBe(`<1: ${wrong("array")}> @3`);
    expect(scanned(value, "/a")).toBe(`<${wrong("object")}> @0`);
    expect(scanned(value, "/0")).toBe(`<${wrong("object")}> @0`);
    expect(scanned(`{"a":${value}}`, "/a/b")).toBe(`<a: ${wrong("object")}> @5`);
  });

  test("cannot be an object, and has an index in arrays only that is one", () => {
    expect(scanned('{"a":{}}', "/a")).toBe("<a: InvalidTypeError(expected='array', actual='object')> @5");
    for (const key of ["a", "", "-", "01", "1a", "-1", "a1"]) {
      expect(scanned("[[],[]]", `/${key}`)).toBe("<InvalidTypeError(expected='object', actual='array')> @0");
    }
    for (const text of ["x", "}", '{"a":x}', '{"a":]}'])
      expect(scanned(text, "/a")).toBe(syntax(text.length > 1 ? 5 : 0));
  });

  test.each([
    ['{"a":[],"a":1}', "/a", "<a: ForbiddenKeyError()> @12"],
    ['{"a":[],"a":[]}', "/a", "<a: ForbiddenKeyError()> @12"],
    ['{"a":{"b":[],"\\u0062":0}}', "/a/b", "<a.b: ForbiddenKeyError()> @22"],
    ['{"a":{"b":[]},"a":{}}', "/a/b", "<a: ForbiddenKeyError()> @18"],
  ])("of %s at %s cannot be replaced by a key that comes again", (text, path, error) => {
    expect(scanned(text, path)).toBe(error);
  });

  test.each([
    ["]", "", "array @100"],
    ["],", "", syntax(101)],
    ["]]", "/a", syntax(101)],
    ['] ,"b":{"a":0},"c":[{"a":0}]}', "/a", "array @100"],
    ['],"c":[]},"b":{"a":0}} ', "/a/b", "array @100"],
    ["]}", "/a/b", syntax(102)],
    ["]}}}", "/a/b", syntax(103)],
    ['],"b":0}}', "/a/b", "<a.b: ForbiddenKeyError()> @106"],
    [']},"a":0}', "/a/b", "<a: ForbiddenKeyError()> @107"],
    ["],[]]", "/a", syntax(102)],
    ["\ufeff]", "", utf8(101)],
  ])("may have begun before the source, %s at %s", (text, path, found) => {
    expect(scanned(text, path, { from: 100 })).toBe(found);
  });
});
