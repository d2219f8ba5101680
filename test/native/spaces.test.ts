/** White space that Str removes: the addon removes it as the reference does. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pure } from "../../src/core/json/pure.ts";
import { AllOf, Any, Dict, Int, List, OneOf, Str } from "../../src/index.ts";
import { expectAnswered, expectSame } from "./outcome.ts";

const SPACES = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter((one) => /\s/u.test(one));
/** Characters whose UTF-8 begins or ends as that of white space does. */
const OTHERS = [
  "\u0085",
  "\u00a1",
  "\u00e0",
  "\u1681",
  "\u180e",
  "\u200b",
  "\u2027",
  "\u202a",
  "\u2060",
  "\u3001",
  "\ufefe",
];

const both = [Str({ strip: true }), Str({ normspace: true })];

test("each character", () => {
  expect(SPACES.length).toBe(25);
  for (const one of [...SPACES, ...OTHERS]) {
    const text = JSON.stringify(`${one}${one}a${one}${one}\u00e9 b${one}`);
    for (const validator of both) expectAnswered("native", validator, text);
  }
  for (const text of ["", " ", "a", " \n", "\u3000", "\u{1f60e} ", " \ud83d\ude0e"]) {
    for (const validator of both) expectAnswered("native", validator, JSON.stringify(text));
  }
});

test("any text", () => {
  const character = fc.oneof(fc.constantFrom(...SPACES, ...OTHERS), fc.string({ unit: "grapheme", maxLength: 2 }));
  fc.assert(
    fc.property(fc.array(character, { maxLength: 20 }), (parts) => {
      const text = JSON.stringify(parts.join(""));
      for (const validator of both)
        expect(validator.json(text)).toBe((pure.parse(validator, text) as { value: string }).value);
    }),
  );
});

test("what is validated is what remains", () => {
  const texts = JSON.stringify([" ab ", "a  b", "", "  ", "abc\n", " a\u00a0\u00a0b ", null, 5, "\t\u00e9\u3000"]);
  for (const conversion of [{ strip: true }, { normspace: true }, { strip: true, normspace: true }]) {
    for (const params of [
      {},
      { minlen: 1, maxlen: 3 },
      { pattern: "a b" },
      { pattern: "(?:a|b)+$", backtrack: true },
      { options: ["ab", "a b", "\u00e9"] },
      { options: ["abc"], pattern: "a" },
      { format: "hex", nullable: true },
    ] as const) {
      expectSame(List(Str({ ...conversion, ...params })), texts);
      expectSame(List(Str({ ...conversion, ...params }), { unique: true, maxlen: 20 }), texts);
    }
  }
});

test("in other validators", () => {
  const name = Str({ strip: true, minlen: 1 });
  for (const text of ['" a "', '"  "', "5"]) {
    expectAnswered("native", OneOf([Int(), name]), text);
    expectAnswered("native", AllOf([Any(), name]), text);
    // What it returns is not what it was given.
    expectSame(AllOf([name, Any()]), text);
    expectSame(Dict({ extra: [name, Any()] }), `{${text.startsWith('"') ? text : '"5"'}: 1}`);
  }
});

test("long runs of white space", () => {
  for (const space of [" ", "\u00a0", "\u3000"]) {
    for (const validator of both)
      expectSame(validator, JSON.stringify(`${space.repeat(30_000)}a${space.repeat(30_000)}b`));
  }
});

describe.each(["lower", "upper"] as const)("letters of the %s case", (letters) => {
  test("ASCII is validated by the addon, other letters by the check", () => {
    const name = Str({ case: letters });
    expectAnswered("native", name, '"a B @[`{ \\u0041\\n"');
    for (const one of ["\u00e9", "\u00df", "\u0130", "A\u03a3", "\u{10428}", "\u00a0"]) {
      expectAnswered("delegated", name, JSON.stringify(`aB${one}`));
    }
    expectSame(name, JSON.stringify("aB\ud800"));
    for (let code = 0; code < 128; code++) {
      const text = JSON.stringify(String.fromCharCode(code).repeat(33));
      expectAnswered("native", name, text);
    }
  });

  test("what is validated is what they become", () => {
    const texts = ["aB", " Ab ", "a\u00df", "ABC", "", "a  B", "\u0130", null, 5, "deadBEEF", "\u01c6"];
    for (const params of [
      {},
      { nullable: true },
      { strip: true, minlen: 2, maxlen: 3 },
      { normspace: true, pattern: "^[a-z ]+$" },
      { pattern: "(?:A|B)+$", backtrack: true },
      { options: ["ab", "AB", "a\u00df", "ASS"] },
      { options: ["ab", "AB"], nullable: true, strip: true },
      { format: "hex" },
    ] as const) {
      const one = Str({ ...params, case: letters });
      const text = JSON.stringify(texts);
      expectSame(one, '"aB"');
      expectSame(List(one), text);
      expectSame(List(one, { unique: true, maxlen: 20 }), text);
      expectSame(List(one), JSON.stringify(texts.filter((value) => typeof value === "string" && value.length > 1)));
      expectSame(List(OneOf([one, Any()])), text);
      expectSame(List(AllOf([Any(), one])), text);
      expectSame(List(AllOf([OneOf([one, Any()]), Any()])), text);
      expectSame(
        List(Dict({ a: one, b: Any() }, { optional: ["b"] })),
        JSON.stringify(texts.map((a) => ({ a, b: a }))),
      );
      expectSame(Dict({ extra: [Any(), one] }), JSON.stringify(Object.fromEntries(texts.entries())));
      expectSame(Dict({ extra: [Str(), one], maxlen: 2 } as never), '{"a": "B", "c": "\u00df"}');
    }
  });

  test("values that both make come in turns, whichever builder makes them", () => {
    const rows = Array.from({ length: 200 }, (_, index) => ({ id: index % 3 ? "aB" : "\u00df", of: ["Ab", "\u00e9"] }));
    const list = List(
      Dict({ id: Str({ case: letters }), of: List(Str({ case: letters, options: ["AB", "ab", "\u00e9", "\u00c9"] })) }),
    );
    for (let call = 0; call < 20; call++) expectSame(list, JSON.stringify(rows));
  });
});
