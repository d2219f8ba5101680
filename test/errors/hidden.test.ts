/** Texts of errors show what data hides: no key and no value forges a line of a log, or turns its text around. */
import { describe, expect, test } from "vitest";
import { contextText, formatError } from "../../src/exc.ts";
import { Const, Date as DateOf, Dict, Int, List, OneOf, Set as SetOf, Str, type Validator } from "../../src/index.ts";
import { invalid } from "../../src/servers/problem.ts";

const EVIL = "\x1b[31m\u202e\n\r\t\x07\x7f\x9b\u2028\u2029\u061c\u200f\u2066\ufeff";
const SHOWN = "\\u001b[31m\\u202e\\n\\r\\t\\u0007\\u007f\\u009b\\u2028\\u2029\\u061c\\u200f\\u2066\\ufeff";
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/u;

const refused: [string, Validator, unknown][] = [
  ["a forbidden key", Dict({}), { [EVIL]: 1 }],
  ["a key with a bad value", Dict({ [EVIL]: Int() }), { [EVIL]: "x" }],
  ["a missing key", Dict({ [EVIL]: Int() }), {}],
  ["a deep key", Dict({ a: Dict({ [`${EVIL}.b`]: List(Int()) }) }), { a: { [`${EVIL}.b`]: ["x"] } }],
  ["a pattern", Str({ pattern: "^a$" }), EVIL],
  ["a format", Str({ format: "email" }), EVIL],
  ["options", Str({ options: ["a", EVIL] }), `${EVIL}x`],
  ["a number in text", Int({ coerce: true }), EVIL],
  ["a date", DateOf({ format: "%Y" }), EVIL],
  ["a constant", Const("x"), { [EVIL]: [EVIL] }],
  ["a choice", OneOf(Const("x"), Const("y")), EVIL],
  ["a set", SetOf(Const(1)), [EVIL]],
  ["an extra key", Dict({ extra: [Str({ maxlen: 1 }), Int()] }), { [EVIL]: 1 }],
  ["a long key", Dict({}), { [EVIL.repeat(500)]: 1 }],
];

// The messages of `formatError` are the original's, which show a string as it is.
describe("hidden characters", () => {
  test.each(refused)("are escaped in all texts: %s", (_, validator, value) => {
    for (const { error } of [validator.safe(value), validator.safeJson(JSON.stringify(value))]) {
      if (error === undefined) throw new Error("It should be refused");
      const texts = [...error].flatMap((one) => [one.message, String(one), one.formatContext()]);
      texts.push(...String(error).split("\n"), error.message.replaceAll("\n", ""));
      texts.push(...error.issues.map(({ message }) => message), ...formatError(error).map(([context]) => context));
      texts.push(...Object.values(error.flatten().fieldErrors).flat(), invalid([["body", error]]).detail);
      for (const text of texts) expect(text).not.toMatch(HIDDEN);
      expect(texts.some((text) => text.length > 100_000)).toBe(false);
    }
  });

  test("look as JSON escapes them, and data stays what it is", () => {
    const { error } = Dict({}).safe({ [EVIL]: 1 });
    expect(error?.message).toContain(`${SHOWN}: Key is not allowed.`);
    expect(error?.issues[0]).toMatchObject({ path: [EVIL], pointer: `/${EVIL}` });
    expect(contextText(["a\nb", 0, "c.\u202e"])).toBe("a\\nb.0.[c.\\u202e]");
    expect(Str({ options: ["a"] }).safe("é\u200d日\n").error?.issues[0]?.message).toBe(
      "Expected “a”, got “é\u200d日\\n”.",
    );
  });
});
