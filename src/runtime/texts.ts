/** The texts of messages, which a compiled module has as far as its schema needs them, and how they are filled. */
import { MAX_OPTION, MAX_QUOTED, SHOWN_OPTIONS, withoutStop } from "../core/errors/shown.ts";
import { clip, visible } from "../values/text.ts";
import type { Failure, Text, Texts, Write } from "./report.ts";

/** The rules of a language other than English: see `setLocale`. */
export interface Rules {
  readonly quotes: readonly [open: string, close: string];
  /** The names of formats, and texts of the application. */
  readonly formats: ReadonlyMap<string, string>;
  readonly own: ReadonlyMap<string, string>;
  plural(count: number): string;
  number(digits: string): string;
  list(items: readonly string[], hasMore: boolean): string;
  /** Items that all hold. */
  all(items: readonly string[]): string;
  /** Isolates a value, which may be written in another direction. */
  isolated(text: string): string;
  /** The texts of a module in the language. */
  textsFor(texts: Texts): Texts;
}

/** Those of the language that is set. */
let rules: Rules | undefined;

/** The rules of the language that is set; undefined for English. */
export const rulesInUse = (): Rules | undefined => rules;

/** Sets the language; undefined for English. */
export function useRules(next: Rules | undefined): void {
  rules = next;
}

/** The message of a failure, in the language that is set. */
export function messageOf(failure: Failure, texts: Texts): string {
  const { text } = failure;
  if (text !== undefined) return rules?.own.get(text) ?? text;
  return failure.write(failure, rules === undefined ? texts : rules.textsFor(texts));
}

export function fill(text: Text | undefined, values: Readonly<Record<string, string>>, count = 0): string {
  const form = typeof text === "object" ? (text[pluralOf(count)] ?? text.other) : String(text);
  let parts = cut.get(form);
  if (parts === undefined) {
    parts = form.split(/\{(\w+)\}/);
    cut.set(form, parts);
  }
  let filled = parts[0] as string;
  for (let at = 1; at < parts.length; at += 2) filled += `${values[parts[at] as string]}${parts[at + 1]}`;
  return filled;
}

/** The texts of the schemas, cut at their placeholders: to search for these takes most of the time of a message. */
const cut = /*#__PURE__*/ new Map<string, readonly string[]>();

const pluralOf = (count: number): string => rules?.plural(count) ?? (count === 1 ? "one" : "other");

/** A name, or another text that is no part of the language. */
export const isolated = (text: string): string => rules?.isolated(text) ?? text;

/** How a value is quoted: a text, or a primitive. */
export function quoted(value: unknown, most: number = MAX_QUOTED): string {
  if (typeof value !== "string") return isolated(clip(digits(value), most));
  const quotes = rules?.quotes ?? "\u201c\u201d";
  return quotes[0] + isolated(visible(clip(value, most))) + quotes[1];
}

/** The most bits of an integer that is shown. */
const MAX_BITS = 3300;

function digits(value: unknown): string {
  if (typeof value === "bigint" && BigInt.asIntN(MAX_BITS, value) !== value) return "\u2026";
  const text = Object.is(value, -0) ? "-0" : String(value);
  return rules !== undefined && typeof value !== "boolean" && value !== null ? rules.number(text) : text;
}

/** The message with `expected` and `actual`. */
export const both: Write = ({ code, expected, actual }, { messages }) =>
  fill(messages[code], { expected: quoted(expected), actual: quoted(actual) }, expected as number);

/** One without them. */
export const plainly: Write = ({ code }, { messages }) => String(messages[code]);

export const ofType: Write = ({ code, expected, actual, given }, texts) => {
  if (actual === "null") return String(texts.messages.not_null);
  const name = typeNames(texts);
  return fill(texts.messages[code], {
    expected: name(expected),
    actual: given === undefined ? name(actual) : quoted(given),
  });
};

/** A number of what is counted. */
export const sized: Write = ({ code, expected, actual, unit }, { messages, units = {} }) => {
  const size = fill(units[unit as string], { count: quoted(expected) }, expected as number);
  return fill(messages[code], { expected: size, actual: quoted(actual) });
};

/** The names of types in the language. */
export const typeNames =
  ({ types = {} }: Texts) =>
  (type: unknown): string =>
    isolated((Object.hasOwn(types, String(type)) && types[String(type)]) || String(type));

/** A wrong type, where several are expected. */
export const ofTypes: Write = ({ code, expected, actual, given }, texts) => {
  const name = typeNames(texts);
  const names = (expected as readonly unknown[]).map(name);
  const list = rules?.list(names, false) ?? alternatives(names);
  return fill(texts.messages[code], { expected: list, actual: given === undefined ? name(actual) : quoted(given) });
};

const alternatives = (items: readonly string[]): string =>
  items.length < 2 ? items.join() : `${items.slice(0, -1).join(", ")} or ${items.at(-1)}`;

/** The name of a format. */
export const formatName = (name: string, label: string | undefined): string =>
  isolated(rules?.formats.get(name) ?? label ?? name);

/** @param show how the actual value is quoted. */
export const optional =
  (show: (value: unknown, most?: number) => string): Write =>
  ({ expected, actual }, { messages }) => {
    const all = expected as readonly unknown[];
    const shown = all.slice(0, SHOWN_OPTIONS).map((one) => show(one, all.length > 1 ? MAX_OPTION : undefined));
    const more = all.length - shown.length;
    const values = { actual: show(actual), count: quoted(more) };
    const list = rules?.list(shown, more > 0) ?? (more > 0 ? shown.join(", ") : alternatives(shown));
    return fill(more > 0 ? messages.options_more : messages.condition, { ...values, expected: list }, more);
  };

/** What a function has said of what it refuses. */
export const unexplained: Write = ({ said }, { messages }) =>
  said === undefined ? String(messages.validation) : (rules?.own.get(said) ?? said);

/** The message of the closest of several alternatives. */
export const ofClosest =
  (write: Write, of: number): Write =>
  (failure, texts) => {
    const message = withoutStop(write(failure, texts));
    return fill(texts.messages.closest, { message, count: quoted(of) }, of);
  };

/** Whether a failure is one that a function of the caller has reported. */
export const isOfFunction = (write: Write): boolean => (write.reason?.of ?? write) === unexplained;
