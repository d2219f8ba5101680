import {
  FormatError,
  InvalidTypeError,
  type LengthUnit,
  MinLengthError,
  OptionsError,
  type ValidationError,
} from "../../src/exc.ts";
import {
  type Alternative,
  Dict,
  Formatter,
  Int,
  type Issue,
  issueTemplates,
  type Locale,
  type LocaleMessages,
  type LocaleText,
  negotiateLocale,
} from "../../src/index.ts";
import { de } from "../../src/text/locales/de.ts";
import { exact } from "./exact.ts";

declare const error: ValidationError;
declare const issue: Issue;

// Errors: expected and actual are typed by class.
if (error instanceof MinLengthError) {
  exact<typeof error.expected, number>();
  exact<typeof error.unit, LengthUnit | undefined>();
}
if (error instanceof InvalidTypeError) {
  exact<typeof error.actual, string>();
  exact<typeof error.given, string | number | undefined>();
}
if (error instanceof OptionsError) exact<typeof error.expected, readonly unknown[]>();
if (error instanceof FormatError) exact<typeof error.actual, string>();

// Issues: the code narrows them.
if (issue.code === "min_length") exact<typeof issue.expected, number>();
if (issue.code === "invalid_type") exact<typeof issue.actual, string>();
if (issue.code === "missing_key") exact<typeof issue.expected, undefined>();
exact<typeof issue.alternative, Alternative | undefined>();
// @ts-expect-error: there is no such code
issue.code === "min_len";

// What may be done with an error.
{
  error.message = "No.";
  const json: unknown = error.toJSON();
  exact<typeof json, unknown>();
  const same = error.formatWith(Formatter({ ...issueTemplates, MissingKeyError: "Pflichtfeld" }));
  exact<typeof same, ValidationError>();
  // @ts-expect-error: it has no such form
  error.formatWith("de");
}

// A language has all texts, and an error and each call take it.
{
  const same = error.formatWith(de);
  exact<typeof same, ValidationError>();
  Int().safe(1, { locale: de });
  Int().json("1", { locale: de, maxBytes: 10 });
  const mine: Locale = { ...de, texts: { "Not positive.": "Nicht positiv." } };
  negotiateLocale("de", [mine, de]) satisfies Locale;
  // @ts-expect-error: a language is no code
  Int().safe(1, { locale: "de" });
  const { missing_key, ...messages } = de.messages;
  // @ts-expect-error: a message is missing
  ({ ...de, messages }) satisfies Locale;
  // @ts-expect-error: there is no such message
  ({ ...de.messages, mising_key: missing_key }) satisfies LocaleMessages;
  const { email, ...formats } = de.formats;
  // @ts-expect-error: a format is missing
  ({ ...de, formats }) satisfies Locale;
  ({ one: email, other: email }) satisfies LocaleText;
  // @ts-expect-error: every plural has the form for any other number
  ({ one: email }) satisfies LocaleText;
}

// A result may be taken apart before anybody asks whether it is one.
{
  const { ok, value, error } = Dict({ a: Int() }).safe({});
  exact<typeof ok, boolean>();
  exact<typeof value, { a: number } | undefined>();
  exact<typeof error, ValidationError | undefined>();
}
