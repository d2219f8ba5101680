import { describe, expect, test } from "vitest";
import { ValueError } from "../../src/exc.ts";
import { Str } from "../../src/index.ts";
import { decoderNamed } from "../../src/text/encodings.ts";
import type { Decode } from "../../src/values/fatal-decoder.ts";

const decoder = (name: string): Decode => decoderNamed(name) as Decode;

describe("an encoding is known by the label of the Encoding standard and by Python's names", () => {
  test.each<[names: string[], bytes: number[], text: string]>([
    [["utf-8", "UTF8", "utf_8", "u8", "utf", " utf-8 "], [0xc3, 0xa9], "\u00e9"],
    [["ascii", "US-ASCII", "646"], [0x41], "A"],
    [["latin-1", "latin1", "iso-8859-1", "ISO8859-1", "l1", "8859", "cp819"], [0xe9, 0x80], "\u00e9\u0080"],
    [["cp1252", "windows-1252"], [0xe9, 0x80], "\u00e9\u20ac"],
    [["cp1251", "windows-1251"], [0xe9], "\u0439"],
    // The Encoding standard has a control character where the code page has nothing.
    [["windows-1251"], [0x98], "\u0098"],
    [["windows-1252"], [0x81], "\u0081"],
    [["cp866", "ibm866"], [0xa9], "\u0439"],
    [["cp874", "windows-874"], [0xa1], "\u0e01"],
    [["koi8_r", "koi8-r"], [0xca], "\u0439"],
    [["latin-2", "latin2", "l2", "iso8859-2", "iso8859_2"], [0xb1], "\u0105"],
    [["utf-16-le", "utf-16le", "utf_16_le"], [0x41, 0], "A"],
    [["utf-16-be", "utf-16be"], [0, 0x41], "A"],
    [["shift_jis", "cp932", "shift-jis"], [0x82, 0xa0], "\u3042"],
    [["euc_jp", "euc-jp"], [0xa4, 0xa2], "\u3042"],
    [["euc_kr", "euc-kr"], [0xb0, 0xa1], "\uac00"],
    [["gbk", "gb18030", "gb2312"], [0xb0, 0xa1], "\u554a"],
    [["big5"], [0xa4, 0x40], "\u4e00"],
  ])("%j", (names, bytes, text) => {
    for (const name of names) expect(decoder(name)(Uint8Array.from(bytes)), name).toBe(text);
  });

  test.each(["klingon", "", "utf-32", "base64", "toString", "__proto__"])("%j is a ValueError", (name) => {
    expect(() => Str({ encoding: name })).toThrow(new ValueError(`Unknown encoding '${name}'`));
  });
});

describe("bytes that are no text throw", () => {
  test.each<[string, number[]]>([
    ["utf-8", [0xff]],
    ["utf-8", [0xc3]],
    ["utf-8", [0xed, 0xa0, 0x80]],
    ["utf-8", [0xc0, 0x80]],
    ["ascii", [0x41, 0x80]],
    ["utf-16", [0x41]],
    ["utf-16-le", [0x00, 0xd8]],
    ["euc_jp", [0xa4]],
    ["cp1251", [0x98]],
    ["cp1252", [0x81]],
  ])("%s %j", (name, bytes) => {
    const decode = decoder(name);
    expect(() => decode(Uint8Array.from(bytes))).toThrow();
    // What a decoder has thrown for does not come back.
    expect(decode(Uint8Array.from([0x41, 0x41].slice(0, name.startsWith("utf-16") ? 2 : 1)))).not.toContain("\u00c3");
  });
});

describe("a byte order mark is dropped by utf-8-sig and utf-16 only", () => {
  test.each<[string, number[], string]>([
    ["utf-8", [0xef, 0xbb, 0xbf, 0x41], "\ufeffA"],
    ["utf-8-sig", [0xef, 0xbb, 0xbf, 0x41], "A"],
    ["utf-8-sig", [0x41], "A"],
    ["utf-16", [0xff, 0xfe, 0x41, 0], "A"],
    ["utf-16", [0xfe, 0xff, 0, 0x41], "A"],
    ["utf16", [0x41, 0], "A"],
    ["utf-16-le", [0xff, 0xfe, 0x41, 0], "\ufeffA"],
    ["utf-16-be", [0xfe, 0xff, 0, 0x41], "\ufeffA"],
  ])("%s %j", (name, bytes, text) => {
    expect(decoder(name)(Uint8Array.from(bytes))).toBe(text);
  });
});

test("single bytes are decoded however many there are", () => {
  const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 256);
  const text = decoder("latin-1")(bytes);
  expect(text).toHaveLength(300_000);
  expect(text.charCodeAt(299_999)).toBe(299_999 % 256);
  expect(() => decoder("ascii")(bytes)).toThrow(RangeError);
});
