/** Messages of compiled validators in other languages, and what the library says of a compiled validator. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { AllOf, Check, Const, Dict, Float, Int, List, OneOf, Str, Tuple, type Validator } from "../../src/index.ts";
import { setLocale } from "../../src/runtime/index.ts";
import { ar } from "../../src/text/locales/ar.ts";
import { de } from "../../src/text/locales/de.ts";
import { fr } from "../../src/text/locales/fr.ts";
import { ja } from "../../src/text/locales/ja.ts";
import { pl } from "../../src/text/locales/pl.ts";
import { compiled } from "./evaluate.ts";

const mine = { ...de, code: "de-AT", messages: { missing_key: "Fehlt." }, texts: { "Taken.": "Vergeben." } } as never;

const choice = OneOf([Dict({ k: Const("a") }), Dict({ k: Const("b") })], { discriminator: "k" });
const CASES: readonly (readonly [Validator, readonly unknown[]])[] = [
  [Str({ minlen: 2, maxlen: 5, pattern: /^a/ }), [1, null, "a", "abcdef", "xyz", new Date(0), "\u202e"]],
  [Str({ format: "email" }), ["x", true]],
  [Str({ options: ["a", "b", "c", "d", "e", "f", "g"] }), ["x"]],
  [Str({ options: ["a", "b", "c"] }), ["x"]],
  [Int({ min: 1000, max: 123_456, multiple_of: 5 }), [-0, 12_345_678, 1001, 1.5, "1", 2n ** 64n]],
  [Float({ exclusive_min: 0.5 }), [Number.NaN, Number.POSITIVE_INFINITY, 0.25, -1e-7, 1e25]],
  [List(Int(), { minlen: 2, maxlen: 3 }), [[], [1, 2, 3, 4], {}, "a"]],
  [Tuple([Int(), Int()]), [[1]]],
  [Dict({ a: Int() }, { minlen: 1 }), [{}, { b: 1 }, [], new Map([[{}, 1]])]],
  [choice, [{ k: "c" }, {}, 1]],
  [Const(5), [6, "5", { a: [1, 2] }]],
  [
    Dict({ a: Int({ secret: true, min: 3 }), b: Str({ secret: true, options: ["a"] }) }),
    [{ a: 1, b: "x" }, { a: "x" }],
  ],
  [
    AllOf(
      Str(),
      Check((text: string) => text !== "Ann", { message: "Taken." }),
    ),
    ["Ann"],
  ],
  [
    AllOf(
      Str(),
      Check((text: string) => text === "constructor", { message: "constructor" }),
    ),
    ["x"],
  ],
  [
    AllOf(
      Str(),
      Check((text: string) => text === ""),
    ),
    ["x"],
  ],
];

describe("compiled validators", () => {
  afterEach(() => setLocale(undefined));

  test.each([
    ["German", de],
    ["French", fr],
    ["Polish", pl],
    ["Arabic", ar],
    ["Japanese", ja],
    ["a locale of the application", mine],
  ])("speak %s as the library does", (_, locale) => {
    for (const [validator, values] of CASES) {
      const made = compiled(validator);
      for (const value of values) {
        setLocale(locale);
        expect(made.safe(value).error?.issues.map(({ message }) => message)).toEqual(
          validator.safe(value, { locale }).error?.issues.map(({ message }) => message),
        );
        setLocale(undefined);
        expect(made.safe(value).error?.issues[0]?.message).toBe(validator.safe(value).error?.issues[0]?.message);
      }
    }
  });

  test("setLocale refuses what is no locale", () => {
    expect(() => setLocale({} as never)).toThrow("setLocale takes a locale, as validlib/locales has them");
    expect(() => setLocale({ ...de, code: "not a tag" })).toThrow("The code of a locale should be a language tag");
  });

  test("the library without what makes members of compiled validators says what to give", async () => {
    vi.resetModules();
    const pure = await import("../../src/pure.ts");
    const user = compiled(Dict({ name: Str() })) as never;
    const hint = "this validator is compiled, so give fromCompiled(it), or the one of its source module";
    const uses = [() => pure.Dict({ user }), () => pure.List(user), () => pure.AllOf(pure.Str(), user)];
    for (const use of uses) expect(use).toThrow(hint);
    expect(pure.List(pure.fromCompiled(user)).is([{ name: "Ann" }])).toBe(true);
  });
});
