/** Selects a language by the preferences of a client. */
import { en } from "../../text/locales/en.ts";
import type { Locale } from "../../text/locales/locale.ts";

/** Maximum length of a header that is read. Browsers send a few languages; longer headers must not take time. */
const MAX_LENGTH = 1000;
const MAX_RANGES = 30;

/** A language range (RFC 9110, section 12.5.4) and its quality, from 0 to 1. */
const RANGE = /^[ \t]*(\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)[ \t]*(?:;[ \t]*q[ \t]*=[ \t]*([01](?:\.\d{0,3})?)[ \t]*)?$/i;

interface Range {
  readonly tag: string;
  readonly quality: number;
}

/** The ranges of a header, the preferred ones first. Invalid ones are skipped. */
function rangesIn(header: string): Range[] {
  // The last range of a truncated header may be cut to another language.
  const known = header.length > MAX_LENGTH ? header.slice(0, header.lastIndexOf(",", MAX_LENGTH)) : header;
  const ranges: Range[] = [];
  for (const part of known.split(",", MAX_RANGES)) {
    const [, tag, quality = "1"] = RANGE.exec(part) ?? [];
    if (tag !== undefined) ranges.push({ tag, quality: Math.min(Number(quality), 1) });
  }
  return ranges.sort((a, b) => b.quality - a.quality);
}

/** The tag with its likely script and region; undefined if there is no such language. */
function likely(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return undefined;
  }
}

/**
 * The closeness of a language to a range: 2 for the same region, 1 for another region, 0 for another language. Another
 * script makes another language, as for `zh-CN` and `zh-HK`.
 */
function closeness(own: Intl.Locale | undefined, range: Intl.Locale | undefined): number {
  if (own === undefined || own.language !== range?.language || own.script !== range.script) return 0;
  return own.region === range.region ? 2 : 1;
}

/**
 * Selects the locale that fits an `Accept-Language` header best. English is always among the locales.
 * @param header of a request; null, undefined or empty if it has none.
 * @param locales in the order of your preference, for clients without one.
 * @returns one of `locales`, or English if it is preferred or none fits.
 * @example error.formatWith(negotiateLocale(request.headers.get("accept-language"), [de, fr])).issues
 */
export function negotiateLocale(header: string | null | undefined, locales: readonly Locale[]): Locale {
  const ranges = rangesIn(header ?? "").map(({ tag, quality }) => ({ tag, quality, range: likely(tag) }));
  const own = locales.map((locale) => ({ locale, tag: likely(locale.code) }));
  const english = own.find(({ tag }) => tag?.language === "en") ?? { locale: en, tag: likely(en.code) };
  const fits = [english, ...own].map((one) => ({
    locale: one.locale,
    closeness: ranges.map(({ range }) => closeness(one.tag, range)),
  }));
  const accepted = fits.filter((one) => !ranges.some(({ quality }, at) => quality === 0 && one.closeness[at] === 2));
  for (const [at, { tag, quality }] of ranges.entries()) {
    if (quality === 0) break;
    if (tag === "*") {
      // `*` stands for languages that are not named: a named one has a quality of its own.
      const any = accepted.find((one) => one.closeness.every((is) => is === 0));
      if (any !== undefined) return any.locale;
      continue;
    }
    const best = [2, 1].flatMap((close) => accepted.filter((one) => one.closeness[at] === close))[0];
    if (best !== undefined) return best.locale;
  }
  return english.locale;
}
