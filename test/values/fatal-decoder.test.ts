import { describe, expect, test } from "vitest";
import { fatalDecoder } from "../../src/values/fatal-decoder.ts";

const TEXTS: [label: string, bytes: number[], text: string][] = [
  ["utf-8", [0xc3, 0xa9], "\u00e9"],
  ["utf-16le", [0x41, 0], "A"],
  ["utf-16be", [0, 0x41], "A"],
  ["windows-1251", [0xe9], "\u0439"],
  ["euc-jp", [0xa4, 0xa2], "\u3042"],
  ["gb18030", [0xb0, 0xa1], "\u554a"],
  // The escape at its start is in force to its end, where no other ends it.
  ["iso-2022-jp", [0x1b, 0x24, 0x42, 0x24, 0x22], "\u3042"],
];
const PARTS: [label: string, bytes: number[]][] = [
  ["utf-8", [0xc3]],
  ["utf-8", [0xe2, 0x82]],
  ["utf-16le", [0x41]],
  ["utf-16le", [0x00, 0xd8]],
  ["utf-16be", [0xd8, 0x00]],
  ["euc-jp", [0xa4]],
  ["gb18030", [0x81, 0x30]],
];

describe("one decoder serves call after call", () => {
  test.each(TEXTS)("%s: what it has read before makes no difference", (label, bytes, text) => {
    const decode = fatalDecoder(label, true);
    for (let call = 0; call < 3; call++) {
      expect(decode(Uint8Array.from(bytes))).toBe(text);
      expect(decode(new Uint8Array())).toBe("");
    }
  });

  test.each(PARTS)("%s %j: nothing is left of the bytes that it has refused", (label, part) => {
    const decode = fatalDecoder(label, true);
    const [, bytes, text] = TEXTS.find(([name]) => name === label) as (typeof TEXTS)[number];
    for (let call = 0; call < 3; call++) {
      expect(() => decode(Uint8Array.from(part))).toThrow(TypeError);
      expect(decode(Uint8Array.from(bytes))).toBe(text);
    }
  });
});

test("a byte order mark at the start is a part of the text or not, in each call", () => {
  const marked = Uint8Array.of(0xef, 0xbb, 0xbf, 0x41);
  const [keep, drop] = [fatalDecoder("utf-8", true), fatalDecoder("utf-8", false)];
  for (let call = 0; call < 3; call++) {
    expect(keep(marked)).toBe("\ufeffA");
    expect(drop(marked)).toBe("A");
  }
});
