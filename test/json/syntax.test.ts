import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { syntaxOffset, utf8Offset } from "../../src/core/json/syntax.ts";
import { Any } from "../../src/index.ts";
import { sweep } from "../support/sweep.ts";
import { cases, mutations, reference } from "./corpus.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const isUtf8 = (bytes: Uint8Array): boolean => reference(bytes) !== "utf8";

describe("syntaxOffset", () => {
  test.each([
    ["", 0],
    [" \t\r\n", 4],
    ["[1,2", 4],
    ["[1,]", 3],
    ["[,1]", 1],
    ["[1 2]", 3],
    ["[1}", 2],
    ["[", 1],
    ["]", 0],
    ["{}}", 2],
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['{"a":}', 5],
    ['{"a"', 4],
    ["{a:1}", 1],
    ["{1:1}", 1],
    ["{:1}", 1],
    ['{"a":[1}', 7],
    ['{"a":1]', 6],
    ['["a\n"]', 3],
    ['"a', 2],
    ['"a\\', 3],
    ['"\\x41"', 2],
    ['"\\u12g4"', 5],
    ['"\\u12', 5],
    ['"\u0000"', 1],
    ["tru", 3],
    ["trux", 3],
    ["True", 0],
    ["nulll", 4],
    ["falsy", 4],
    ["NaN", 0],
    ["-", 1],
    ["-a", 1],
    ["+1", 0],
    ["01", 1],
    ["-01", 2],
    [".5", 0],
    ["1.", 2],
    ["1.e5", 2],
    ["1e", 2],
    ["1e+", 3],
    ["1e+-1", 3],
    ["0x1", 1],
    ["1 2", 2],
    ["// c", 0],
    ["[1] x", 4],
    ["\ufeff1", 0],
    ["\u00a01", 0],
    ["[😀]", 1],
    ['["é😀", x]', 8],
  ])("%j is refused at %d", (text, offset) => {
    expect(syntaxOffset(text)).toBe(offset);
  });

  test("counts bytes in bytes, and one byte order mark among them", () => {
    const offsetIn = (text: string): number | undefined => {
      const result = Any().safeJson(encode(text));
      return result.ok ? -1 : result.error.offset;
    };
    expect(offsetIn('["é😀", x]')).toBe(11);
    expect(offsetIn("\ufeff1")).toBe(-1);
    expect(offsetIn("\ufeff[1,]")).toBe(6);
    expect(offsetIn("\ufeff\ufeff1")).toBe(3);
    expect(offsetIn("\ufeff")).toBe(3);
    // Characters with two of its three bytes are none.
    for (const text of ["\ufec1", "\uff3f", "\u1eff"]) expect(offsetIn(text)).toBe(0);
  });

  test("refuses what JSON.parse refuses and nothing else, on the whole corpus", () => {
    let refused = 0;
    for (const { id, bytes } of cases) {
      const source = bytes();
      const verdict = reference(source);
      if (verdict === "utf8") continue;
      expect(syntaxOffset(new TextDecoder().decode(source)) >= 0, id).toBe(verdict === "json");
      const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(source);
      expect(syntaxOffset(text) >= 0, id).toBe(reference(text) === "json");
      if (verdict === "json") refused++;
    }
    expect(refused).toBeGreaterThan(900);
  });

  test("refuses what JSON.parse refuses and nothing else, on every one-byte mutation of a document", () => {
    for (const source of mutations()) {
      const verdict = reference(source);
      if (verdict !== "utf8")
        expect(syntaxOffset(new TextDecoder().decode(source)) >= 0, Buffer.from(source).toString()).toBe(
          verdict === "json",
        );
    }
  });

  const token = fc.constantFrom(
    ...'[]{},:"\\-+.019eEuaf tn/\n\t\u0000\u001f\u007f\ufeff\u2028é😀'.split(""),
    "true",
    "false",
    "null",
    '"a"',
    '"a":',
    "1.5e-3",
    '\\"',
    "\\u00e9",
    "\\ud800",
  );
  const jsonish = fc.array(token, { maxLength: 12 }).map((parts) => parts.join(""));

  test("refuses what JSON.parse refuses and nothing else, on random tokens", () => {
    fc.assert(
      fc.property(jsonish, (text) => {
        expect(syntaxOffset(text) >= 0).toBe(reference(text) === "json");
      }),
      { numRuns: sweep(2000, 20_000) },
    );
  });

  test("refuses what JSON.parse refuses and nothing else, on documents with one part replaced", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.nat(3), jsonish, (json, place, removed, inserted) => {
        const at = place % (json.length + 1);
        const text = json.slice(0, at) + inserted + json.slice(at + removed);
        expect(syntaxOffset(text) >= 0).toBe(reference(text) === "json");
      }),
      { numRuns: sweep(1000, 5000) },
    );
  });

  test("reads hexadecimal digits of both cases", () => {
    for (const digits of ["09af", "AF90", "aAfF"]) expect(syntaxOffset(`"\\u${digits}"`)).toBe(-1);
    for (const other of "/:@G`g") expect(syntaxOffset(`"\\u000${other}"`)).toBe(6);
  });

  test("lets white space stand around every token", () => {
    const gaps = ["", " ", "\t", "\n", "\r", " \r\n\t "];
    for (const gap of gaps) {
      const tokens = ["{", '"a"', ":", "[", "1", ",", "[", "]", ",", "{", "}", "]", ",", '"b"', ":", "true", "}"];
      expect(syntaxOffset(gap + tokens.join(gap) + gap)).toBe(-1);
    }
    for (const space of ["\u00a0", "\u2028", "\ufeff", "\f", "\v", "\u0000"])
      for (const at of [0, 1, 4, 5, 6, 7, 8, 9])
        expect(syntaxOffset(`{"a":[1]}`.slice(0, at) + space + `{"a":[1]}`.slice(at))).toBe(at);
  });

  test("lets every beginning of a document pass up to its end", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (json, place) => {
        const start = json.slice(0, place % (json.length + 1));
        expect([-1, start.length]).toContain(syntaxOffset(start));
      }),
      { numRuns: 2000 },
    );
  });

  test("what comes after the offending character does not matter, and what comes before does not offend", () => {
    fc.assert(
      fc.property(jsonish, jsonish, (text, rest) => {
        const offset = syntaxOffset(text);
        fc.pre(offset >= 0 && offset < text.length);
        expect(syntaxOffset(text.slice(0, offset + 1) + rest)).toBe(offset);
        expect([-1, offset]).toContain(syntaxOffset(text.slice(0, offset)));
      }),
      { numRuns: 2000 },
    );
  });
});

describe("utf8Offset", () => {
  // Every lead byte before the edges of every range a second byte may be in.
  const edges = [0x00, 0x22, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff];

  test("agrees with TextDecoder on every lead byte and the edges of what may follow", () => {
    for (let lead = 0; lead < 256; lead++)
      for (const second of edges)
        for (const tail of [[], [0x80], [0xbf, 0x80], [0x41, 0x80], [0x80, 0x7f], [0x80, 0xc0], [0xbf, 0xbf, 0xbf]]) {
          const bytes = Uint8Array.from([0x41, lead, second, ...tail]);
          expect(utf8Offset(bytes) < 0, [...bytes].join()).toBe(isUtf8(bytes));
        }
  });

  test("agrees with TextDecoder on the corpus and on mutations", () => {
    for (const { id, bytes, stage } of cases) expect(utf8Offset(bytes()) >= 0, id).toBe(stage === "utf8");
    for (const bytes of mutations()) expect(utf8Offset(bytes) < 0).toBe(isUtf8(bytes));
  });

  test("points at the first byte of the first sequence that is not UTF-8", () => {
    const part = fc.oneof(fc.string({ unit: "binary" }).map(encode), fc.uint8Array({ maxLength: 4 }));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
        const bytes = Uint8Array.from(parts.flatMap((one) => [...one]));
        const offset = utf8Offset(bytes);
        expect(offset < 0).toBe(isUtf8(bytes));
        if (offset < 0) return;
        expect(isUtf8(bytes.subarray(0, offset))).toBe(true);
        for (let length = 1; length <= 4; length++)
          expect(offset + length <= bytes.length && isUtf8(bytes.subarray(offset, offset + length))).toBe(false);
      }),
      { numRuns: 3000 },
    );
  });

  test.each(["", "a", "\x7f", "\x80", "\u07ff", "\u0800", "\ud7ff\ue000", "\uffff", "\u{10000}", "\u{10ffff}"])(
    "%j is UTF-8",
    (text) => {
      expect(utf8Offset(encode(text))).toBe(-1);
    },
  );

  test.each([
    ["a lone continuation byte", [0x61, 0x80], 1],
    ["an overlong form", [0xc0, 0x80], 0],
    ["an overlong form of two bytes", [0xc1, 0xbf], 0],
    ["an overlong form of three bytes", [0xe0, 0x9f, 0xbf], 0],
    ["an overlong form of four bytes", [0xf0, 0x8f, 0xbf, 0xbf], 0],
    ["a surrogate", [0x22, 0xed, 0xa0, 0x80, 0x22], 1],
    ["a character beyond U+10FFFF", [0xf4, 0x90, 0x80, 0x80], 0],
    ["a byte that begins no character", [0xf5, 0x80, 0x80, 0x80], 0],
    ["a second byte that continues nothing", [0xe1, 0x7f, 0x80], 0],
    ["a second byte that begins a character", [0xe1, 0xc0, 0x80], 0],
    ["a last byte that begins a character", [0xf1, 0x80, 0x80, 0xc0], 0],
    ["a sequence cut short by the end", [0x61, 0xf0, 0x9f, 0x98], 1],
    ["a sequence cut short by ASCII", [0xc3, 0xa9, 0xe2, 0x82, 0x22], 2],
  ])("%s", (_, bytes, offset) => {
    expect(utf8Offset(Uint8Array.from(bytes))).toBe(offset);
  });
});
