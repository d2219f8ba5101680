/** White space that Str removes: the addon removes it as the reference does. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { AllOf, Any, Dict, Int, List, OneOf, Str } from "../../src/index.ts";
import { pure } from "../../src/json/pure.ts";
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

test("what is judged is what remains", () => {
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

test.each(["lower", "upper"] as const)("letters of the %s case are left to its own check", (letters) => {
  expectAnswered("deferred", Str({ case: letters }), '"a B"');
});
