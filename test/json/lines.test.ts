import { describe, expect, test } from "vitest";
import "../../src/engines/native/use.ts";
import type { JsonLimits } from "../../src/core/json/engine.ts";
import { LineVerdict } from "../../src/core/json/engine.ts";
import { engineInUse } from "../../src/core/json/in-use.ts";
import { bytesOfLines } from "../../src/core/json/lines.ts";
import { Validator as Base, Dict, Int, List, Str, type Validator } from "../../src/index.ts";
import { validateLines } from "./validate-lines.ts";

const { valid, invalid, blank, undecided } = LineVerdict;
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** The runs of a text, of which a character stands for a byte. */
function runsOf(validator: Validator, text: string, limits?: JsonLimits): number[] {
  return [...validateLines(engineInUse(), validator, bytesOf(text), limits)];
}

/** The verdict on each line; what is undecided is asked for as callers do. */
function verdictsOf(validator: Validator, text: string, limits?: JsonLimits): number[] {
  const runs = runsOf(validator, text, limits);
  const lines = text.replace(/\n$/, "").split("\n");
  const verdicts: number[] = [];
  for (let at = 0; at < runs.length; at += 3) {
    for (let left = runs[at + 1] as number; left > 0; left--) {
      const known = runs[at + 2] as number;
      const line = bytesOf(lines[verdicts.length] as string);
      verdicts.push(known === undecided ? (validator.isJson(line, limits) ? valid : invalid) : known);
    }
  }
  return verdicts;
}

describe("lines validated alike are one run", () => {
  test.each<[what: string, text: string, runs: number[]]>([
    ["none where there are no bytes", "", []],
    ["one for all", "[1]\n[2]\n[3]\n", [12, 3, valid]],
    ["the last one without a line feed", "[1]\n[2]", [7, 2, valid]],
    ["each of another kind", '[1]\n["a"]\n\n[2]\n', [4, 1, valid, 10, 1, invalid, 11, 1, blank, 15, 1, valid]],
    ["a line feed alone", "\n", [1, 1, blank]],
    ["several of them", "\n\n\n", [3, 3, blank]],
    ["carriage returns and tabs are white space", "[1]\r\n\t [2] \r\n\r\n \t", [13, 2, valid, 17, 2, blank]],
    ["a text over two lines is two lines", "[1,\n2]\n", [7, 2, invalid]],
    ["so is one whose end would fit the next", "[1\n]\n", [5, 2, invalid]],
  ])("%s", (_, text, runs) => {
    expect(runsOf(List(Int()), text)).toEqual(runs);
  });
});

describe("a damaged line leaves its neighbours alone", () => {
  const good = '{"a":"x"}';
  test.each<[what: string, damaged: string]>([
    ["a quote that nothing closes", '{"a":"x}'],
    ["a quote behind the text", '{"a":"x"}"'],
    ["one quote", '"'],
    ["a backslash at the end of a string that is not closed", '{"a":"x\\'],
    ["a backslash behind the text", '{"a":"x"}\\'],
    ["one backslash", "\\"],
    ["a byte that is never UTF-8", '{"a":"\xff"}'],
    ["the first byte of a character", '{"a":"\xc3'],
    ["three bytes of four", '{"a":"x"}\xf0\x9f\x92'],
    ["the last byte of a character", '\x80{"a":"x"}'],
    ["a control character in a string", '{"a":"\x01"}'],
    ["a bracket that is not closed", '{"a":{'],
    ["a bracket that is not open", "}"],
    ["a comma", ","],
  ])("%s", (_, damaged) => {
    const validator = Dict({ a: Str() });
    for (const pattern of ["gd", "dg", "gdg", "ddgg", "gdgdgdgdg", "ggggggggggggggggdgggggggd"]) {
      for (const end of ["", "\n"]) {
        const text = [...pattern].map((kind) => (kind === "g" ? good : damaged)).join("\n") + end;
        const expected = [...pattern].map((kind) => (kind === "g" ? valid : invalid));
        expect(verdictsOf(validator, text)).toEqual(expected);
      }
    }
  });

  test("among many that fill several windows", () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => (at % 1777 === 5 ? '{"a":"x}' : good));
    const expected = lines.map((line) => (line === good ? valid : invalid));
    expect(verdictsOf(Dict({ a: Str() }), lines.join("\n"))).toEqual(expected);
  });
});

describe("limits are those of a line", () => {
  test.each<[what: string, limits: JsonLimits, verdicts: number[]]>([
    ["bytes, without the line feed", { maxBytes: 3 }, [valid, invalid, blank, invalid, invalid]],
    ["depth", { maxDepth: 1 }, [valid, valid, blank, blank, invalid]],
    ["none at all", { maxDepth: 0 }, [invalid, invalid, blank, blank, invalid]],
  ])("%s", (_, limits, verdicts) => {
    const text = "[1]\n[22]\n  \n    \n[[1]]\n";
    expect(verdictsOf(List(Int()), text, limits)).toEqual(verdicts);
  });

  test("a line longer than any window", () => {
    const long = `[${"1,".repeat(100_000)}1]`;
    expect(verdictsOf(List(Int()), `[1]\n${long}\n[2]\n${long}`)).toEqual([valid, valid, valid, valid]);
    expect(verdictsOf(List(Int()), `[1]\n${long}\n[2]\n${long}`, { maxBytes: 200_002 })).toEqual([
      valid,
      invalid,
      valid,
      invalid,
    ]);
  });

  test("those of the call are checked before any line is", () => {
    expect(() => runsOf(Int(), "", { maxDepth: 1025 })).toThrow("maxDepth should not exceed 1024");
    expect(() => runsOf(Int(), "", { maxBytes: -1 })).toThrow("maxBytes should be a non-negative integer");
  });
});

describe("what is validated", () => {
  test("are bytes", () => {
    expect(() => validateLines(engineInUse(), Int(), "1\n" as never)).toThrow("lines of JSON should be a Uint8Array");
    expect(() => validateLines(engineInUse(), Int(), new Uint16Array(2) as never)).toThrow(TypeError);
  });

  test("are those of a view, also of shared memory and of a class of the caller's", () => {
    class Own extends Uint8Array {}
    const text = bytesOf("x1\n2\n\n3x");
    const shared = new Uint8Array(new SharedArrayBuffer(text.length));
    shared.set(text);
    for (const bytes of [text, shared, new Own(text)]) {
      expect([...validateLines(engineInUse(), Int(), bytes.subarray(1, 7))]).toEqual([
        4,
        2,
        valid,
        5,
        1,
        blank,
        6,
        1,
        valid,
      ]);
    }
  });

  test("are fewer than 2^31", () => {
    expect(bytesOfLines(new Uint8Array(2 ** 31 - 1))).toHaveLength(2 ** 31 - 1);
    const message = "lines of JSON should come in parts of fewer than 2^31 bytes";
    expect(() => bytesOfLines(new Uint8Array(2 ** 31))).toThrow(new RangeError(message));
  });

  test("is nothing where the memory has gone elsewhere", () => {
    const bytes = bytesOf("1\n");
    structuredClone(bytes, { transfer: [bytes.buffer as ArrayBuffer] });
    expect([...validateLines(engineInUse(), Int(), bytes)]).toEqual([]);
  });

  test("a byte order mark in front of a line is what isJson says it is", () => {
    expect(verdictsOf(List(Int()), "\xef\xbb\xbf[1]\n[2]\n\xef\xbb\xbf[3]\n\xef\xbb\xbf")).toEqual([
      valid,
      valid,
      valid,
      invalid,
    ]);
  });

  test("a line on which a check throws is undecided, and those around it are not lost", () => {
    class Fragile extends Base {
      override check(input: unknown): unknown {
        if (input === 2) throw new Error("broken");
        return input;
      }
    }
    const runs = runsOf(new Fragile(), "1\n2\nx\n");
    expect(runs.slice(-3)).toEqual([6, 1, invalid]);
    const before = runs.at(-4) === undecided && runs.at(-6) === 4;
    expect(before).toBe(true);
  });
});

test("hostile lines take time in proportion: windows over them are counted, not timed, by the tests of the core", () => {
  const lines = Array.from({ length: 30_000 }, (_, at) => (at % 2 === 0 ? '"' : '"x"'));
  const expected = lines.map((_, at) => (at % 2 === 0 ? invalid : valid));
  expect(verdictsOf(Str(), lines.join("\n"))).toEqual(expected);
});
