/** Formats of Str: the addon validates texts as the checks do. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AllOf, Any, Dict, Int, List, OneOf, Str, Tuple, type Validator } from "../../src/index.ts";
import type { FormatName } from "../../src/text/formats/index.ts";
import { CASES, TESTS as FORMATS, isLeft, REFINED } from "../formats/cases.ts";
import { sweep } from "../support/sweep.ts";
import { countKinds, type Kinds, native } from "./addon.ts";
import { near } from "./near.ts";
import { expectAnswered, expectSame } from "./outcome.ts";
import { Random } from "./random.ts";

const all = Object.entries(CASES).map(([name, { good, bad }]): [FormatName, readonly string[]] => [
  name as FormatName,
  [...good, ...bad],
]);
/** What a regular expression is, only RegExp knows. */
const known = all.filter(([name]) => name !== "regex");

/** Each character as an escape of JSON. */
const escaped = (text: string): string =>
  `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join("")}"`;

describe.each(known)("%s", (format, texts) => {
  const validator = Str({ format });

  test("is validated by the addon, valid or not, with escapes or without, but for what only Unicode can tell", () => {
    for (const text of texts) {
      const by = isLeft(format, text) ? "delegated" : "native";
      expectAnswered(by, validator, JSON.stringify(text));
      expectAnswered(by, validator, escaped(text));
    }
  });

  test.skipIf(native === undefined)(
    "is validated as the reference validates it, also where a text is nearly of it",
    () => {
      let valid = 0;
      fc.assert(
        fc.property(fc.integer(), (seed) => {
          const random = new Random(seed);
          const mutants = Array.from({ length: 300 }, () => near(random, random.pick(texts), texts));
          const wrong = mutants.filter((text) => {
            const is = FORMATS[format](text);
            valid += is ? 1 : 0;
            return validator.isJson(JSON.stringify(text)) !== is;
          });
          expect(wrong).toEqual([]);
        }),
        { numRuns: sweep(20, 50) },
      );
      expect(valid).toBeGreaterThan(sweep(20, 100));
    },
  );

  test("failures are those of check, beside those of lengths, patterns and options", () => {
    const [good = "", bad = ""] = [CASES[format].good.at(-1), CASES[format].bad[2]];
    const texts = JSON.stringify([good, bad, "", "x", `${good}!`, bad, null, 5]);
    for (const params of [
      {},
      { nullable: true },
      { minlen: 1, maxlen: good.length },
      { pattern: "[^x!]*$" },
      { pattern: "(?:a|a)*", backtrack: true },
      { options: [good, bad, "x"] },
      { options: [bad], pattern: "." },
    ]) {
      expectSame(List(Str({ ...params, format })), texts);
      expectSame(List(Str({ ...params, format })), texts, { maxErrors: 2 });
    }
  });

  test("takes long texts, in proportion to their length", () => {
    for (const part of ["a", "1", "a.", "-", ":", "/", "%41", "~0", "[", "=", "\u00e9"]) {
      expectSame(validator, JSON.stringify((CASES[format].good.at(-1) as string) + part.repeat(20_000)));
    }
  });
});

describe.each(REFINED)("$params", ({ params, good, bad }) => {
  test("gives the same as the check, in C++ where that knows the parameter", () => {
    for (const text of [...good, ...bad]) {
      expectSame(Str(params), JSON.stringify(text));
      expectSame(List(OneOf(Str(params), Int())), JSON.stringify([text, good[0], 5]));
    }
    expectAnswered(params.mode === undefined ? "delegated" : "native", Str(params), JSON.stringify(good[0]));
  });
});

test.skipIf(native === undefined)("only regular expressions are all left to their own check", () => {
  for (const [format] of all) {
    const kinds: Kinds = {};
    countKinds(Str({ format }), kinds);
    expect(kinds, format).toEqual({
      Str: format === "regex" ? { native: 0, delegated: 1 } : { native: 1, delegated: 0 },
    });
  }
  for (const text of CASES.regex.bad) expectAnswered("delegated", Str({ format: "regex" }), JSON.stringify(text));
});

test("a name that stands for one in Unicode is validated by the check, wherever it stands", () => {
  const texts = ["a.org", "xn--9n2bp8q.org", "xn--x", "a_b", null, 5, "xn--bcher-kva", "b.org", "xn--n28h", "A"];
  const good = texts.slice(0, 2).concat("xn--bcher-kva", "b.org");
  for (const params of [
    {},
    { nullable: true },
    { minlen: 2, maxlen: 13 },
    { pattern: "[a-x]" },
    { options: ["a.org", "xn--x", "xn--bcher-kva"] },
    { strip: true, case: "lower" },
  ] as const) {
    const name = Str({ ...params, format: "hostname" });
    for (const values of [texts, good, good.slice(0, 1)]) {
      const text = JSON.stringify(values);
      expectSame(List(name), text);
      expectSame(List(name), text, { maxErrors: 2 });
      expectSame(List(name, { unique: true, maxlen: 20 }), text);
      expectSame(Tuple([name, name, name, name]), text);
      expectSame(List(OneOf([name, Int()])), text);
      expectSame(List(OneOf([Str({ maxlen: 5 }), name, Any()])), text);
      expectSame(List(AllOf([name as Validator, Str({ minlen: 3 })])), text);
      expectSame(List(AllOf([OneOf([name, Any()]), Any()])), text);
      const rows = values.map((a) => ({ a, b: a }));
      expectSame(List(Dict({ a: name, b: Any() }, { optional: ["b"] })), JSON.stringify(rows));
      const members = JSON.stringify(Object.fromEntries(values.map((value, index) => [value ?? "", index])));
      expectSame(Dict({ extra: [name, Int()] }), members);
      expectSame(Dict({ a: Any() }, { optional: ["a"], extra: [name, Any()], maxlen: 6 }), members);
      expectSame(Dict({ extra: [Str(), name] }), JSON.stringify(Object.fromEntries(values.entries())));
    }
  }
});

test("half of a surrogate pair is a character like any other", () => {
  expectAnswered("native", Str({ format: "json-pointer" }), '"/\\ud800"');
});
