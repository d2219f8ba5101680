/** The language of a call, and of an error. */
import { describe, expect, test } from "vitest";
import {
  AllOf,
  Check,
  ConditionError,
  Const,
  Dict,
  type Failed,
  Float,
  Formatter,
  formatIssue,
  Int,
  issueTemplates,
  List,
  OneOf,
  type Report,
  Str,
  type ValidationError,
  Validator,
} from "../../src/index.ts";
import { de } from "../../src/text/locales/de.ts";
import { en } from "../../src/text/locales/en.ts";
import { he } from "../../src/text/locales/he.ts";
import { ja } from "../../src/text/locales/ja.ts";
import type { Locale } from "../../src/text/locales/locale.ts";
import { ru } from "../../src/text/locales/ru.ts";

const user = Dict({ name: Str({ minlen: 2 }), tags: List(Int()) });
const wrong = { name: "a", tags: ["b"] };
const text = JSON.stringify(wrong);
const GERMAN = ["Mindestens 2 Zeichen erwartet, 1 erhalten.", "Erwartet: ganze Zahl, erhalten: Zeichenkette."];

type Refused = { readonly error: ValidationError };
const messages = (error: unknown): string[] => (error as ValidationError).issues.map(({ message }) => message);
const thrown = (call: () => unknown): unknown => {
  try {
    return call();
  } catch (error) {
    return error;
  }
};

describe("each call takes a language", () => {
  const options = { locale: de };
  test.each<[string, () => unknown]>([
    ["safe", () => user.safe(wrong, options).error],
    ["the call", () => thrown(() => user(wrong, options))],
    ["json", () => thrown(() => user.json(text, options))],
    ["safeJson", () => user.safeJson(text, options).error],
    ["safeJson of bytes", () => user.safeJson(new TextEncoder().encode(text), options).error],
    ["jsonAsync", () => user.jsonAsync(text, options).catch((error) => error)],
    ["safeJsonAsync", async () => (await user.safeJsonAsync(text, options)).error],
    ["lines", async () => ((await user.lines(text, options).next()).value as Refused).error],
  ])("%s", async (_, call) => {
    expect(messages(await call())).toEqual(GERMAN);
  });

  test("verdicts take it too, and filters write it", async () => {
    expect([user.is(wrong, options), user.isJson(text, options)]).toEqual([false, false]);
    const chunks: unknown[] = [];
    const errorsTo = new WritableStream({ write: (chunk) => void chunks.push(chunk) });
    await user.filterLines(`${text}\n[1,\n`, { ...options, errorsTo });
    const written = chunks.map((chunk) => new TextDecoder().decode(chunk as Uint8Array)).join("");
    const issues = written
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).issues.map(({ message }: { message: string }) => message));
    expect(issues).toEqual([GERMAN, ["Kein gültiges JSON in Zeile 2, Spalte 4."]]);
  });

  test("the line of a stream stands in the message, whatever the words", async () => {
    const formatter = Formatter({ ...issueTemplates, JsonDecodeError: "Zeile {line}: {reason}, {column}" });
    const said = [];
    for (const options of [{}, { locale: ja }, { formatter }]) {
      for await (const result of user.lines("\n\n[1,", options)) {
        const { error } = result as Refused;
        said.push([...messages(error), error.line, error.issues[0]?.line, error.column]);
      }
    }
    expect(said).toEqual([
      ["Not valid JSON at line 3, column 4.", 3, 3, 4],
      ["JSON として正しくありません（3 行 4 列）。", 3, 3, 4],
      ["Zeile 3: syntax, 4", 3, 3, 4],
    ]);
  });
});

test("an error takes a language, and another one later", () => {
  const { error } = user.safe(wrong);
  expect(messages(error)[0]).toBe("Expected at least 2 characters, got 1.");
  expect(error?.formatWith(de).flatten().fieldErrors).toEqual({ name: [GERMAN[0]], tags: [GERMAN[1]] });
  expect(error?.tree().properties?.name?.errors).toEqual([GERMAN[0]]);
  expect(error?.formatWith(ru).issues[0]?.message).toBe("Ожидается не меньше 2 символов, получено: 1.");
  expect(error?.formatWith(formatIssue).issues[0]?.message).toBe("Expected at least 2 characters, got 1.");
  expect(JSON.stringify(error?.formatWith(de))).toContain(GERMAN[0]);
  // What programs parse stays as it is.
  expect(String(error?.at(0))).toBe("<name: MinLengthError(expected=2, actual=1)>");
});

test("the closest alternative says so in the language", () => {
  const circle = Dict({ kind: Const("circle"), radius: Float() });
  const square = Dict({ kind: Const("square"), width: Float() });
  const said = (locale: Locale) =>
    OneOf(circle, square).safe({ kind: "square", width: "1" }, { locale }).error?.issues[0]?.message;
  expect([de, ja, ru, en].map(said)).toEqual([
    "Erwartet: Zahl, erhalten: Zeichenkette (am nächsten von 2 Alternativen).",
    "数値が必要ですが、入力は文字列です（2 個の選択肢のうち最も近いもの）。",
    "Ожидается: число, получено: строка (ближайший из 2 вариантов).",
    "Expected a number, got a string (closest of 2 alternatives).",
  ]);
});

describe("texts of an application", () => {
  class StepError extends ConditionError {}
  class Step extends Validator<number> {
    override check(input: unknown, report: Report): number | Failed {
      return report.fail(StepError, 12, input);
    }
  }
  const own: Locale = {
    ...de,
    messages: { ...de.messages, missing_key: "Pflichtfeld." },
    texts: { "Not positive.": "Nicht positiv.", step: "Kein Vielfaches von {expected}: {actual}." },
  };
  const positive = Dict({
    a: AllOf(
      Int(),
      Check((value: number) => value > 0, { message: "Not positive." }),
    ),
    b: Int(),
  });

  test("are translated by what the validators say, and single texts replaced", () => {
    expect(messages(positive.safe({ a: 0 }, { locale: own }).error)).toEqual(["Nicht positiv.", "Pflichtfeld."]);
    expect(messages(positive.safe({ a: 0 }, { locale: de }).error)).toEqual([
      "Not positive.",
      "Erforderlicher Schlüssel fehlt.",
    ]);
    expect(messages(new Step().safe(5, { locale: own }).error)).toEqual(["Kein Vielfaches von 12: 5."]);
    expect(messages(new Step().safe(5, { locale: de }).error)).toEqual(["StepError(expected=12, actual=5)"]);
  });

  test("are of validators too: the text of the validator comes first, and the language translates it", () => {
    const texts = {
      "At least {expected} letters.": "Mindestens {expected} Buchstaben, nicht {actual}.",
      age: "Zu jung.",
    };
    const locale: Locale = { ...de, texts };
    const person = Dict({
      name: Str({ minlen: 10000, messages: { minlen: "At least {expected} letters." } }),
      age: Int({ min: 18, message: "age" }),
      size: Str({ options: ["S", "M"], message: ({ name }) => `${name}!` }),
    });
    const value = { name: "a", age: 7, size: "L" };
    expect(messages(person.safe(value, { locale }).error)).toEqual([
      "Mindestens 10.000 Buchstaben, nicht 1.",
      "Zu jung.",
      "OptionsError!",
    ]);
    expect(messages(person.safe(value).error)).toEqual(["At least 10000 letters.", "age", "OptionsError!"]);
    expect(messages(person.safeJson(JSON.stringify(value), { locale: he }).error)).toEqual([
      "At least \u206810,000\u2069 letters.",
      "age",
      "OptionsError!",
    ]);
    const { error } = person.safe(value, { locale });
    expect(error?.message).toBe(
      "3 errors\n  name: Mindestens 10.000 Buchstaben, nicht 1.\n  age: Zu jung.\n  size: OptionsError!",
    );
    expect(error?.at(1)?.message).toBe("Zu jung.");
  });

  test("may be any, and braces around what is no placeholder stay", () => {
    const says = (message: string) =>
      AllOf(
        Int(),
        Check(() => false, { message }),
      ).safe(1, { locale: own }).error;
    for (const message of ["toString", "__proto__", "{ }", ""]) expect(messages(says(message))).toEqual([message]);
  });

  test("an error's own message comes first", () => {
    const { error } = Int().safe("x", { locale: de });
    if (error) error.message = "Mine.";
    expect(messages(error)).toEqual(["Mine."]);
  });
});

test("a locale needs a tag; what it lacks is English", () => {
  const few = { code: "de" } as Locale;
  expect(messages(user.safe(wrong, { locale: few }).error)[0]).toBe("Expected at least 2 characters, got 1.");
  expect(messages(Int({ max: 12345 }).safe(1234567.5e3, { locale: few }).error)).toEqual([
    "Expected at most 12.345, got 1.234.567.500.",
  ]);
});

test.each<[unknown]>([["de"], [null], [5], [{}], [{ code: 5 }], [{ code: "" }], [{ code: "no tag" }], [() => de]])(
  "%j is no locale",
  (locale) => {
    const options = { locale: locale as Locale };
    expect(() => user.safe(wrong, options)).toThrow(TypeError);
    expect(() => user({ name: "ab", tags: [] }, options)).toThrow(TypeError);
    expect(() => user.safeJson(text, options)).toThrow(TypeError);
    if (typeof locale !== "function")
      expect(() => user.safe(wrong).error?.formatWith(locale as Locale)).toThrow(TypeError);
  },
);

test("a formatter has its own texts: it excludes a language", () => {
  const options = { locale: de, formatter: formatIssue };
  expect(() => user.safe(wrong, options)).toThrow("Give a formatter or a locale, not both");
});

test("no locale is taken from Object.prototype", () => {
  Object.defineProperty(Object.prototype, "locale", { value: de, configurable: true });
  try {
    expect(messages(user.safe(wrong, { maxErrors: 5 }).error)[0]).toBe("Expected at least 2 characters, got 1.");
  } finally {
    Reflect.deleteProperty(Object.prototype, "locale");
  }
});
