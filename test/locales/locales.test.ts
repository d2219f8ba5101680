import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type ErrorName, errorNames } from "../../src/core/errors/errors.ts";
import { Language } from "../../src/core/errors/language.ts";
import { messageIn } from "../../src/core/errors/messages.ts";
import * as exc from "../../src/exc.ts";
import * as v from "../../src/index.ts";
import { FORMATS } from "../../src/text/formats/index.ts";
import { en } from "../../src/text/locales/en.ts";
import type { Locale, LocaleText } from "../../src/text/locales/locale.ts";
import { temporal } from "../../src/values/temporal.ts";

const CODES = "ar de en es fa fr he hi id it ja ko nl pl pt ru tr uk vi zh-CN zh-TW".split(" ");
const folder = fileURLToPath(new URL("../../src/text/locales/", import.meta.url));
const modules = await Promise.all(
  CODES.map(
    async (code): Promise<[string, Record<string, Locale>]> => [
      code,
      await import(`../../src/text/locales/${code}.ts`),
    ],
  ),
);
const locales = modules.map(([code, module]): [string, Locale] => [code, module[code.replace("-", "")] as Locale]);
const translations = locales.filter(([code]) => code !== "en");

const formsOf = (text: LocaleText): [string, string][] =>
  typeof text === "string" ? [["other", text]] : (Object.entries(text) as [string, string][]);
const placeholdersOf = (text: string): string[] =>
  [...new Set(Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name as string))].sort();

/** All texts of a locale, by path. */
const textsOf = (locale: Locale): Map<string, LocaleText> =>
  new Map(
    (["messages", "types", "units", "formats"] as const).flatMap((part) =>
      Object.entries(locale[part]).map(([key, text]): [string, LocaleText] => [`${part}.${key}`, text as LocaleText]),
    ),
  );
const english = new Map([
  ...textsOf(en),
  ...Object.entries(FORMATS).map(([name, { label }]): [string, string] => [`formats.${name}`, label]),
  ["formats.ASCII text", "ASCII text"],
]);
/** Formats that have the same name in all languages. */
const INTERNATIONAL =
  "uuid uuid1 uuid2 uuid3 uuid4 uuid5 uuid6 uuid7 uuid8 uri iri url json-pointer json-pointer-uri-fragment jwt nanoid cuid2 ulid xid ksuid iban isbn".split(
    " ",
  );

test("there are 20 languages beside English, each with a file named by its code", () => {
  expect(readdirSync(folder).sort()).toEqual([...CODES, "locale"].sort().map((name) => `${name}.ts`));
  expect(translations).toHaveLength(20);
  for (const [code, module] of modules) expect(Object.keys(module)).toEqual([code.replace("-", "")]);
});

describe.each(locales)("%s", (code, locale) => {
  const texts = textsOf(locale);
  /** The plural forms that whole numbers need. */
  const needed = new Set(Array.from({ length: 1001 }, (_, count) => new Intl.PluralRules(code).select(count)));

  test("is plain data with its code, which Intl knows", () => {
    expect(locale.code).toBe(code);
    expect(Intl.getCanonicalLocales(code)).toEqual([code]);
    expect(Intl.PluralRules.supportedLocalesOf(code)).toEqual([code]);
    expect(JSON.parse(JSON.stringify(locale))).toEqual(locale);
    expect(locale.rightToLeft ?? false).toBe(["ar", "fa", "he"].includes(code));
  });

  test("has each text", () => {
    const missing = [...english.keys()].filter((key) => !texts.has(key));
    const kept = code === "en" ? [...Object.keys(FORMATS), "ASCII text"] : INTERNATIONAL;
    expect(missing.sort()).toEqual(kept.map((name) => `formats.${name}`).sort());
    expect([...texts.keys()].filter((key) => !english.has(key))).toEqual([]);
    for (const [key, text] of texts) {
      for (const [form, one] of formsOf(text)) expect([key, form, one.trim().length > 0]).toEqual([key, form, true]);
    }
  });

  test("has each placeholder of the English text, and no other", () => {
    for (const [key, text] of english) {
      const expected = placeholdersOf(formsOf(text).at(-1)?.[1] as string);
      for (const [form, one] of formsOf(texts.get(key) ?? text)) {
        const there = placeholdersOf(one);
        // "One item" needs no number.
        const exact = ["zero", "one", "two"].includes(form)
          ? expected.filter((name) => there.includes(name))
          : expected;
        expect([key, form, there]).toEqual([key, form, exact]);
      }
    }
  });

  test("says the same without the value: what is in brackets is left out", () => {
    for (const [key, text] of Object.entries(locale.messages)) {
      for (const [form, one] of formsOf(text as LocaleText)) {
        const rest = one.replace(/\[[^[\]]*\{actual\}[^[\]]*\]/, "");
        const hasRest = /^[^[\]]+[.\u3002\u0964]$/.test(rest);
        const isOfText = key.startsWith("json_") || !one.includes("{actual}");
        expect([key, form, isOfText || (hasRest && !rest.includes("{actual}"))]).toEqual([key, form, true]);
      }
    }
    const language = Language.of(locale);
    const texts = v
      .Dict({
        a: v.Str({ secret: true, maxlen: 1 }),
        b: v.Int({ secret: true }),
        c: v.Str({ options: ["x"], secret: true }),
      })
      .safe({ a: "hunter", b: "hunter", c: "hunter" })
      .error?.formatWith(locale)
      .issues.map(({ message }) => message);
    for (const message of texts ?? [""]) expect(message).toMatch(/^[^[\]{}\u2026]+$/);
    expect(language.message("min_value", { expected: "5", actual: "4" })).not.toMatch(/[[\]]/);
  });

  test("has each plural form that a whole number may need, or none at all", () => {
    for (const [key, text] of texts) {
      if (typeof text === "string") continue;
      const forms = new Set(Object.keys(text));
      expect([key, [...needed].filter((form) => !forms.has(form))]).toEqual([key, []]);
      expect([key, forms.has("other")]).toEqual([key, true]);
      const all = new Intl.PluralRules(code).resolvedOptions().pluralCategories as string[];
      expect([key, [...forms].filter((form) => !all.includes(form))]).toEqual([key, []]);
    }
  });

  test("has sentences that end with a full stop, no space too many, and no control characters", () => {
    for (const [key, text] of texts) {
      for (const [, one] of formsOf(text)) {
        expect([key, one.replace(/ {2}|[\p{Cc}\p{Bidi_Control}]/u, "?")]).toEqual([key, one]);
        if (key !== "messages.position") expect([key, one.trim()]).toEqual([key, one]);
        if (!/^messages\.(?!position|more)/.test(key)) continue;
        expect([key, one.replace(/[.\u3002\u0964]$/, "#").at(-1)]).toEqual([key, "#"]);
      }
    }
  });
});

test.each(translations)("%s is translated", (_, locale) => {
  for (const [key, text] of textsOf(locale)) {
    if (key.startsWith("messages.")) expect([key, text]).not.toEqual([key, english.get(key)]);
  }
});

/** Errors of each class, in all the forms that its message has. */
const day = temporal().PlainDate.from("2026-02-03");
const between = { expected: 2, actual: 1 };
const LENGTHS = ([undefined, "character", "byte", "item", "match", "key", "digit"] as const).flatMap((unit) =>
  [0, 1, 2, 3, 11, 100].map((expected) => ({ expected, actual: 7, unit })),
);
const ERRORS: Readonly<Record<Exclude<ErrorName, "SchemaError">, readonly exc.ValidationError[]>> = {
  ValidationError: [new exc.ValidationError()],
  ConditionError: [new exc.ConditionError(between)],
  InvalidTypeError: [
    new exc.InvalidTypeError({ expected: "string", actual: "null" }),
    ...Object.keys(en.types).map((actual) => new exc.InvalidTypeError({ expected: "string", actual })),
    new exc.InvalidTypeError({ expected: "URL", actual: "undefined", given: "x" }),
  ],
  OptionsError: [
    new exc.OptionsError({ expected: ["a"], actual: "c" }),
    new exc.OptionsError({ expected: ["a", "b"], actual: "c" }),
    ...[6, 7, 8, 10, 16, 26].map(
      (count) => new exc.OptionsError({ expected: Array.from({ length: count }, (_, index) => index), actual: -1 }),
    ),
  ],
  MinValueError: [new exc.MinValueError(between), new exc.MinValueError({ expected: day, actual: day })],
  MaxValueError: [new exc.MaxValueError(between), new exc.MaxValueError({ expected: day, actual: day })],
  ExclusiveMinValueError: [new exc.ExclusiveMinValueError(between)],
  ExclusiveMaxValueError: [new exc.ExclusiveMaxValueError(between)],
  MultipleError: [new exc.MultipleError(between)],
  FloatValueError: [
    new exc.FloatValueError({ expected: "number", actual: Number.NaN }),
    new exc.FloatValueError({ expected: "finite", actual: Number.NEGATIVE_INFINITY }),
  ],
  StrDecodeError: [new exc.StrDecodeError({ expected: "utf-8", actual: new Uint8Array(1) })],
  MinLengthError: LENGTHS.map((init) => new exc.MinLengthError(init)),
  MaxLengthError: LENGTHS.map((init) => new exc.MaxLengthError(init)),
  TupleLengthError: [0, 1, 2, 3, 11, 100].map((expected) => new exc.TupleLengthError({ expected, actual: 7 })),
  DuplicateItemError: [new exc.DuplicateItemError({ expected: 0, actual: 1 })],
  ForbiddenValueError: [new exc.ForbiddenValueError({ actual: 1 })],
  AmbiguousError: [new exc.AmbiguousError({ expected: 1, actual: [0, 1] })],
  PatternMatchError: [new exc.PatternMatchError({ expected: "^a$", actual: "b" })],
  FormatError: [...Object.keys(FORMATS), "ASCII text"].map(
    (expected) => new exc.FormatError({ expected, actual: "b" }),
  ),
  DatetimeParseError: ["%Y-%m-%d", "%c", "iso", "rfc3339", undefined].map(
    (expected) => new exc.DatetimeParseError({ expected, actual: "b" }),
  ),
  DatetimeTypeError: ["naive", "tzaware"].map((expected) => new exc.DatetimeTypeError({ expected, actual: day })),
  RecursionMaxDepthError: [new exc.RecursionMaxDepthError(between)],
  WorkLimitError: [new exc.WorkLimitError(between)],
  CheckError: [new exc.CheckError()],
  MappingKeyError: [new exc.MappingKeyError("a")],
  ForbiddenKeyError: [new exc.ForbiddenKeyError("a")],
  MissingKeyError: [new exc.MissingKeyError("a")],
  JsonDecodeError: [
    ...(["size", "depth", "utf8", "syntax"] as const).map((reason) => new exc.JsonDecodeError({ reason, ...between })),
    v.Int().safeJson("[1,", {}).error as exc.ValidationError,
    v.Int().safeJson("[[[]]]", { maxDepth: 1 }).error as exc.ValidationError,
    v.Int().safeJson(Uint8Array.of(34, 255, 34)).error as exc.ValidationError,
  ],
};

test("the errors of this test are all there are", () => {
  expect([...Object.keys(ERRORS), "SchemaError"].sort()).toEqual([...errorNames].sort());
  for (const [name, errors] of Object.entries(ERRORS)) {
    expect([name, errors.length > 0, errors.every((error) => error.name === name)]).toEqual([name, true, true]);
  }
});

test.each(translations)("each error has a message in %s, and it is complete", (_, locale) => {
  for (const error of Object.values(ERRORS).flat()) {
    const message = messageIn(Language.of(locale), error);
    expect(message).not.toBe(messageIn(Language.of(en), error));
    expect(message).not.toMatch(/\{\w+\}|undefined(?!\P{L}*x)/u);
    // Of a language in another script nothing is left but names and what is inserted.
    if (/^(?:ar|fa|he|hi|ja|ko|ru|uk|zh)/.test(locale.code)) expect(message).not.toMatch(/\b(?:an|the|of|got|is)\b/);
  }
});

test.each(translations.filter(([, { rightToLeft }]) => rightToLeft))(
  "each value in a message in %s is isolated",
  (_, locale) => {
    const message = (error: exc.ValidationError): string => messageIn(Language.of(locale), error);
    for (const error of Object.values(ERRORS).flat()) {
      const text = message(error);
      let depth = 0;
      for (const char of text) {
        if (char === "\u2068") depth++;
        if (char === "\u2069") depth--;
        expect(depth).toBeGreaterThanOrEqual(0);
        // Values of the errors above are of these characters; names of ours are translated, or isolated too.
        if (/[0-9\u06f0-\u06f9]/.test(char) && !text.includes("UTF-8")) expect([text, depth]).toEqual([text, 1]);
      }
      expect([text, depth]).toEqual([text, 0]);
    }
    const pattern = message(new exc.PatternMatchError({ expected: "^a$", actual: "b" }));
    expect(pattern).toContain("\u2068^a$\u2069");
    expect(pattern).toContain("\u2068b\u2069");
  },
);

/** Lengths say what is counted, in the form that the number needs. */
test.each<[string, Locale | undefined, readonly (readonly [number, string])[]]>(
  (
    [
      [
        "ru",
        [
          [1, "Ожидается не меньше 1 символа, получено: 0."],
          [2, "Ожидается не меньше 2 символов, получено: 0."],
          [5, "Ожидается не меньше 5 символов, получено: 0."],
          [21, "Ожидается не меньше 21 символа, получено: 0."],
        ],
      ],
      [
        "uk",
        [
          [1, "Очікується не менше ніж 1 символ, отримано: 0."],
          [3, "Очікується не менше ніж 3 символи, отримано: 0."],
          [11, "Очікується не менше ніж 11 символів, отримано: 0."],
          [22, "Очікується не менше ніж 22 символи, отримано: 0."],
        ],
      ],
      [
        "pl",
        [
          [1, "Oczekiwano co najmniej 1 znaku, otrzymano 0."],
          [2, "Oczekiwano co najmniej 2 znaków, otrzymano 0."],
        ],
      ],
      [
        "ar",
        [
          [1, "المتوقع: حرف واحد على الأقل، والمُستلَم: \u20680\u2069."],
          [2, "المتوقع: حرفان على الأقل، والمُستلَم: \u20680\u2069."],
          [3, "المتوقع: \u20683\u2069 أحرف على الأقل، والمُستلَم: \u20680\u2069."],
          [11, "المتوقع: \u206811\u2069 حرفًا على الأقل، والمُستلَم: \u20680\u2069."],
          [100, "المتوقع: \u2068100\u2069 حرف على الأقل، والمُستلَم: \u20680\u2069."],
        ],
      ],
      [
        "he",
        [
          [1, "נדרש: תו אחד לפחות, התקבל: \u20680\u2069."],
          [2, "נדרש: שני תווים לפחות, התקבל: \u20680\u2069."],
          [3, "נדרש: \u20683\u2069 תווים לפחות, התקבל: \u20680\u2069."],
        ],
      ],
      [
        "fr",
        [
          [1, "Attendu\u00a0: au moins 1 caractère, reçu\u00a0: 0."],
          [12345, "Attendu\u00a0: au moins 12\u202f345 caractères, reçu\u00a0: 0."],
        ],
      ],
      ["de", [[12345, "Mindestens 12.345 Zeichen erwartet, 0 erhalten."]]],
      ["fa", [[12, "مورد انتظار: دست‌کم \u2068۱۲\u2069 نویسه، دریافت‌شده: \u2068۰\u2069."]]],
      ["ja", [[3, "3 文字以上が必要ですが、入力は 0 です。"]]],
      ["zh-CN", [[3, "应至少有 3 个字符，实际为 0。"]]],
    ] as const
  ).map(([code, samples]) => [code, locales.find(([one]) => one === code)?.[1], samples]),
)("plural forms of %s", (_, locale, samples) => {
  for (const [minlen, message] of samples) {
    expect(v.Str({ minlen }).safe("", { locale }).error?.issues[0]?.message).toBe(message);
    expect(v.Str({ minlen }).safeJson('""', { locale }).error?.issues[0]?.message).toBe(message);
  }
});
