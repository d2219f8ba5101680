/** Messages of compiled validators in another language than English: the locales are those of `validlib/locales`. */
import { MAX_NUMBER } from "../core/errors/shown.ts";
import type { Locale } from "../text/locales/locale.ts";
import type { Text, Texts } from "./report.ts";
import { type Rules, useRules } from "./texts.ts";

/** What is left out of a message that does not show the value. Those of compiled validators always do. */
const BRACKETS = /\[([^[\]]*\{actual\}[^[\]]*)\]/g;
/**
 * A text without the position, which is that of JSON text, and which `JSON.parse` does not tell.
 * @param value what is written of a part that shows the value.
 */
export const written = (text: string, value = "$1"): string => text.replace(BRACKETS, value).replace("{position}", "");

/** Without the value, where it is secret. */
const hidden = (text: string): string => written(text, "");

const textBy =
  (write: (text: string) => string) =>
  (text: Text): Text =>
    typeof text === "string" ? write(text) : (mapped(text, write as (text: never) => string) as Text);

/** The members that have a value, each as `of` makes it. */
const mapped = <T>(texts: object | undefined, of: (text: never) => T): Record<string, T> =>
  Object.fromEntries(
    Object.entries(texts ?? {}).flatMap(([key, text]) => (text == null ? [] : [[key, of(text as never)]])),
  );

/**
 * Sets the language of the messages of all compiled validators: those that are read from then on. What a locale lacks
 * is in English, and so are all messages without one.
 * @param locale from `validlib/locales`, or your own; undefined for English.
 * @throws TypeError if it is no locale, or its code is not a language tag.
 * @example setLocale(de);
 */
export function setLocale(locale: Locale | undefined): void {
  useRules(locale === undefined || locale.code === "en" ? undefined : rulesOf(locale));
}

function rulesOf(locale: Locale): Rules {
  const { code, quotes, messages, types, units, formats, texts, rightToLeft } = locale;
  if (typeof code !== "string" || typeof messages !== "object")
    throw new TypeError("setLocale takes a locale, as validlib/locales has them");
  let plurals: Intl.PluralRules;
  try {
    plurals = new Intl.PluralRules(code);
  } catch {
    throw new TypeError("The code of a locale should be a language tag");
  }
  const numbers = new Intl.NumberFormat(code, { useGrouping: "min2", maximumSignificantDigits: 21 });
  const lists = new Intl.ListFormat(code, { type: "disjunction" });
  const all = new Intl.ListFormat(code, { type: "conjunction" });
  const comma = lists.formatToParts(["1", "2", "3"])[1]?.value;
  const own = mapped(messages, textBy(written));
  const hiding = mapped(messages, textBy(hidden));
  const translated = {
    messages: { ...own, ...(own.json_syntax && { json_decode: own.json_syntax }) },
    types: mapped(types, String),
    units: mapped(units, textBy(written)),
    reasons: mapped(locale.reasons, String),
  };
  const known = new WeakMap<Texts, Texts>();
  return {
    quotes: quotes ?? ["\u201c", "\u201d"],
    formats: new Map(Object.entries(mapped(formats, String))),
    own: new Map(Object.entries(mapped(texts, String))),
    plural: (count) => plurals.select(count),
    number: (digits) => (Math.abs(Number(digits)) < MAX_NUMBER ? numbers.format(digits as never) : digits),
    all: (items) => all.format(items),
    list: (items, hasMore) => (hasMore ? items.join(comma) : lists.format(items)),
    isolated: (text) => (rightToLeft ? `\u2068${text}\u2069` : text),
    textsFor(own) {
      let all = known.get(own);
      if (all === undefined) {
        const { messages, types, units, reasons } = translated;
        all = {
          messages: { ...own.messages, ...messages },
          types: { ...own.types, ...types },
          units: { ...own.units, ...units },
          reasons: { ...own.reasons, ...reasons },
          ...(own.hidden && { hidden: { ...own.hidden, ...hiding } }),
        };
        known.set(own, all);
      }
      return all;
    },
  };
}
