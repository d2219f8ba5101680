/** A locale in use: fills its texts, selects plural forms, and formats values, numbers and lists by its rules. */
import { formatInUse } from "../../text/formats/format.ts";
import { en } from "../../text/locales/en.ts";
import type {
  Locale,
  LocalePlural,
  LocaleReasons,
  LocaleText,
  LocaleUnits,
  MessageKey,
} from "../../text/locales/locale.ts";
import { ownValue } from "../../values/input.ts";
import { clip, literal, plain, visible } from "../../values/text.ts";
import { MAX_NUMBER, MAX_QUOTED, SHOWN_MEMBERS } from "./shown.ts";

const digits = (value: number | bigint): string =>
  typeof value === "bigint" ? literal(value).slice(0, -1) : literal(value);

/** How the items of a list are joined: by "or", by "and". */
type Joined = "disjunction" | "conjunction";

/** The rules of a language from Intl: its form of numbers and alternatives, and the plural form for a number. */
function pluralRulesOf(code: string) {
  const lists = {
    disjunction: new Intl.ListFormat(code, { type: "disjunction" }),
    conjunction: new Intl.ListFormat(code, { type: "conjunction" }),
  };
  const plurals = new Intl.PluralRules(code);
  // Numbers of four digits, such as years, are not grouped.
  const numbers = new Intl.NumberFormat(code, { useGrouping: "min2", maximumSignificantDigits: 21 });
  return {
    // The text of a number is formatted exactly; formatting the number itself would round digits.
    number: (value: number | bigint): string =>
      value > -MAX_NUMBER && value < MAX_NUMBER ? numbers.format(digits(value) as never) : digits(value),
    list: (items: readonly string[], type: Joined): string => lists[type].format(items),
    /** The separator of the items of a list, except for the last two. */
    comma: lists.disjunction.formatToParts(["1", "2", "3"])[1]?.value,
    plural: (count: number): Intl.LDMLPluralRule => plurals.select(count),
  };
}

/** The default language does not use Intl, whose data takes some milliseconds to load. */
const ENGLISH: ReturnType<typeof pluralRulesOf> = {
  number: digits,
  list(items, type) {
    const word = type === "disjunction" ? "or" : "and";
    return items.length < 2 ? items.join() : `${items.slice(0, -1).join(", ")} ${word} ${items.at(-1)}`;
  },
  comma: ", ",
  plural: (count) => (count === 1 ? "one" : "other"),
};

/** The members that `given` lacks, or has without a value, are those of `base`. */
const completed = (base: object, given: object | undefined): object => ({
  ...base,
  ...Object.fromEntries(Object.entries(given ?? {}).filter(([, member]) => member !== undefined && member !== null)),
});

/** Whether it is a text, or has one for each plural form. */
const isText = (text: unknown): boolean =>
  typeof text === "string" ||
  (typeof text === "object" &&
    text !== null &&
    typeof (text as Partial<LocalePlural>).other === "string" &&
    Object.values(text).every((form) => form === undefined || typeof form === "string"));

/** The values for the placeholders of a text. */
export type Values = Readonly<Record<string, string>>;

/** Languages by locale, cached because Intl takes long to create their rules. */
const languages = /*#__PURE__*/ new WeakMap<object, Language>();

/** In brackets: what is left out of a message if the value is not shown. */
const OPTIONAL = /\[([^[\]]*\{actual\}[^[\]]*)\]/g;
/** Stands for a value that is not shown, in a text without such a part. */
const HIDDEN = "\u2026";

export class Language {
  readonly #locale: { -readonly [K in keyof Locale]: Locale[K] };
  readonly #rules: ReturnType<typeof pluralRulesOf>;
  /**
   * Texts of the locale, cut at their placeholders. To search for these anew takes a third of the time of a message.
   */
  readonly #parts = new Map<string, readonly string[]>();
  /** The same, without what is left out where the value is not shown. */
  readonly #partsWithout = new Map<string, readonly string[]>();

  private constructor(locale: Locale) {
    this.#locale = { ...completed(en, locale) } as Locale;
    for (const part of ["messages", "reasons", "types", "units", "formats", "texts"] as const) {
      const texts = completed(en[part] ?? {}, locale[part]);
      if (!Object.values(texts).every(isText)) throw new TypeError(`${part} should be texts`);
      this.#locale[part] = texts as never;
    }
    // Intl would take undefined for the language of the system.
    this.#rules = locale.code.trim() === en.code ? ENGLISH : pluralRulesOf(locale.code);
  }

  /**
   * The language of a locale. Texts that the locale lacks are in English.
   * @throws TypeError if it is not a locale, or its code is not a language tag.
   */
  static of(locale: Locale | Language): Language {
    if (locale instanceof Language) return locale;
    const known = languages.get(locale);
    if (known !== undefined) return known;
    let language: Language;
    try {
      language = new Language(locale);
    } catch {
      throw new TypeError("locale should be a locale, as validlib/locales has them");
    }
    languages.set(locale, language);
    return language;
  }

  /** The language tag. */
  get code(): string {
    return this.#locale.code;
  }

  /** @param count selects the plural form. */
  message(key: MessageKey, values: Values = {}, count?: number): string {
    return this.#fill(this.#locale.messages[key], values, count);
  }

  /** A clause of the message `because`. */
  reason(key: keyof LocaleReasons, values: Values): string {
    return this.#fill(this.#locale.reasons[key], values);
  }

  #fill(text: LocaleText, values: Values, count = 0): string {
    const form = typeof text === "string" ? text : (text[this.#rules.plural(count)] ?? text.other);
    const isShown = values.actual !== undefined;
    const known = isShown ? this.#parts : this.#partsWithout;
    let parts = known.get(form);
    if (parts === undefined) {
      parts = form.replace(OPTIONAL, isShown ? "$1" : "").split(/\{(\w+)\}/);
      known.set(form, parts);
    }
    let filled = parts[0] as string;
    for (let at = 1; at < parts.length; at += 2) {
      const name = parts[at] as string;
      filled += (values[name] ?? (name === "actual" ? HIDDEN : `{${name}}`)) + parts[at + 1];
    }
    return filled;
  }

  /** The translation of a text or a code of the application; undefined if the locale has none. */
  own(key: string): string | undefined {
    return ownValue(this.#locale.texts as object, key) as string | undefined;
  }

  /** A number and what is counted. */
  count(unit: keyof LocaleUnits, count: number): string {
    return this.#fill(this.#locale.units[unit], { count: this.value(count) }, count);
  }

  /** The name of a type. A name without a translation, such as that of a class, stays unchanged. */
  type(name: unknown): string {
    // An error of the application may have any value here.
    return this.name((typeof name === "string" ? ownValue(this.#locale.types, name) : undefined) ?? name);
  }

  /** The name of a format. */
  format(name: string): string {
    return this.name(ownValue(this.#locale.formats, name) ?? formatInUse(name)?.label ?? name);
  }

  /** A name that needs no translation. */
  name(name: unknown): string {
    return this.#isolated(visible(plain(name)));
  }

  /** A value in the form for people: text in quotes. */
  value(value: unknown, most: number = MAX_QUOTED): string {
    if (typeof value === "string") {
      const [open, close] = this.#locale.quotes;
      return open + this.#isolated(visible(clip(value, most))) + close;
    }
    const isNumber = typeof value === "number" || typeof value === "bigint";
    return this.#isolated(clip(isNumber ? this.#rules.number(value) : literal(value, SHOWN_MEMBERS), most));
  }

  /** A value in a text of the application: text without quotes, a list without brackets. */
  plain(value: unknown): string {
    if (typeof value === "string") return this.#isolated(visible(clip(value, MAX_QUOTED)));
    if (!Array.isArray(value)) return this.value(value);
    return clip(value.map((one) => this.plain(one)).join(this.#rules.comma), MAX_QUOTED);
  }

  /** Values as alternatives; if there are `more` of them, only the beginning of the list. */
  list(items: readonly string[], more: number): string {
    return more > 0 ? items.join(this.#rules.comma) : this.join("disjunction", items);
  }

  join(type: Joined, items: readonly string[]): string {
    return this.#rules.list(items, type);
  }

  /** Isolates the direction of a text from that of the text around it. */
  #isolated(text: string): string {
    return this.#locale.rightToLeft ? `\u2068${text}\u2069` : text;
  }
}
