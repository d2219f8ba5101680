/** Where a text stops being JSON the addon says itself, and says what the pure engine says. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonSource } from "../../src/core/json/engine.ts";
import { pure } from "../../src/core/json/pure.ts";
import type { NativeEngine } from "../../src/engines/native/engine.ts";
import { Any, Dict, Int, type JsonLimits, List, Str, type ValidationError } from "../../src/index.ts";
import { mutations } from "../json/corpus.ts";
import { sweep } from "../support/sweep.ts";
import { native } from "./addon.ts";

const any = Any();
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The error of an engine, with its place. */
function placed(engine: typeof pure | NativeEngine, source: JsonSource, limits?: JsonLimits): unknown {
  const result = engine.parse(any, source, limits) as { error?: ValidationError };
  const { error } = result;
  return error && [String(error), error.offset, error.line, error.column];
}

/** What is true of an engine's answers to texts that are not JSON. */
function answersAsPure(engine: NativeEngine, source: JsonSource, limits?: JsonLimits): void {
  expect(placed(engine, source, limits)).toEqual(placed(pure, source, limits));
  expect(engine.test(any, source, limits)).toBe(pure.test(any, source, limits));
}

if (native !== undefined) {
  const engine = native;
  const refusedByAddon = (source: JsonSource, limits?: JsonLimits): boolean => {
    const { fellBack } = engine.tally;
    expect(engine.parse(any, source, limits).ok).toBe(false);
    return engine.tally.fellBack === fellBack;
  };

  describe("a text that is not JSON is refused by the addon alone, where the pure engine refuses it:", () => {
    const lines = '{"a":[1,\n"é",\n"😀", ';
    const strings = ['"', '"a', '"a\n"', '"\t"', '"\u0000"', '"\\x"', '"\\u12g4"', '"\\u12', '"a\\', '"0123456\u0001"'];
    const numbers = ["-", "01", "-01", "1.", "1.e5", "1e", "1e+", ".5", "+1", "0x1", "--1", "1e5.", "NaN"];
    const words = ["tru", "True", "nulll", "falsy", "undefined", "1 2", "// c", "'a'", "\u00a0", "\ufeff", "\u2028"];
    const brackets = [
      "]",
      "}",
      ",",
      ":",
      "[",
      "{",
      "[1,]",
      "[,",
      "[1}",
      '{"a"}',
      '{"a":}',
      '{"a":1,}',
      "{a:1}",
      "{1:1}",
    ];
    test.each([" ", "[] x", ...strings, ...numbers, ...words, ...brackets])("%j", (wrong) => {
      const wholes = [
        wrong,
        `${lines}${wrong}`,
        `${lines}${wrong}]}`,
        `${lines}"x"]} ${wrong}`,
        `[${" ".repeat(50)}${wrong}`,
      ];
      for (const text of wholes.filter((one) => !isJson(one))) {
        answersAsPure(engine, encode(text));
        expect(refusedByAddon(encode(text)), text).toBe(true);
        answersAsPure(engine, encode(`\ufeff${text}`));
        answersAsPure(engine, text);
      }
    });

    test("of any length", () => {
      for (let size = 0; size < 80; size++) {
        for (const text of [`"${"x".repeat(size)}`, `"${"x".repeat(size)}\n"`, `["${"é".repeat(size)}" 1]`]) {
          answersAsPure(engine, encode(text));
          answersAsPure(engine, text);
        }
      }
    });

    test("with one byte of it changed", () => {
      for (const source of mutations()) answersAsPure(engine, source);
    });

    test("made of random tokens", () => {
      const token = fc.constantFrom(
        ...'[]{},:"\\-+.0eEuf \n\u0000é😀'.split(""),
        "true",
        "nul",
        '"a":',
        "1.5e-3",
        "\\u00e9",
      );
      fc.assert(
        fc.property(fc.array(token, { maxLength: 40 }), (tokens) => {
          answersAsPure(engine, tokens.join(""));
          answersAsPure(engine, encode(tokens.join("")));
        }),
        { numRuns: sweep(500, 5000) },
      );
    });
  });

  describe("what is looked at before the syntax comes first:", () => {
    test.each<[string, JsonSource, JsonLimits]>([
      ["depth behind the wrong character", `]${"[".repeat(600)}`, {}],
      ["brackets that open and close", `]${"[]".repeat(600)}`, {}],
      ["brackets in strings", `] "${"[".repeat(600)}"`, {}],
      ["a quote behind a backslash that is in no string", `] \\"${"[".repeat(600)}"`, {}],
      ["closing brackets that nothing has opened", `]]]]]]${"[".repeat(3)}`, { maxDepth: 3 }],
      ["one level more than the limit", "[[[[x", { maxDepth: 3 }],
      ["exactly the limit", "[[[x", { maxDepth: 3 }],
      ["no level at all", "[", { maxDepth: 0 }],
      ["the deepest limit", "[".repeat(1024), { maxDepth: 1024 }],
      ["one more than that", "[".repeat(1025), { maxDepth: 1024 }],
      ["size", "[1 2]", { maxBytes: 4 }],
    ])("%s", (_name, source, limits) => {
      answersAsPure(engine, source, limits);
      answersAsPure(engine, encode(source as string), limits);
    });

    test("bytes that are not UTF-8, wherever they are", () => {
      for (const bytes of [
        [0x5d, 0xff],
        [0xff, 0x5d],
        [0x5b, 0x22, 0xed, 0xa0, 0x80],
        [0xef, 0xbb, 0xbf, 0xc0],
      ]) {
        answersAsPure(engine, Uint8Array.from(bytes));
      }
    });

    test("and a text that is JSON after all is not refused", () => {
      for (const text of ['"\\ud800"', "1e400", "[1e400]"]) answersAsPure(engine, encode(text));
    });
  });

  test("errors of values in front of it do not matter, nor do validators whose values go to TypeScript", () => {
    const validator = Dict({ a: Int(), b: List(Str({ pattern: /x/m })) }, { extra: [any, any] });
    for (const text of ['{"a":"x","b":["x",1', '{"b":["x"],"a":1,"c":tru}', '{"a":"x"}}']) {
      const [ours, theirs] = [engine, pure].map((one) => one.parse(validator, text) as { error: ValidationError });
      expect([String(ours?.error), ours?.error.offset]).toEqual([String(theirs?.error), theirs?.error.offset]);
      expect(engine.test(validator, text)).toBe(false);
    }
  });
} else {
  test("without the addon there is nothing to compare", () => {
    expect(native).toBeUndefined();
  });
}
