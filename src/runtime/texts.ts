/** The texts of messages, which a compiled module has as far as its schema needs them, and how they are filled. */
import { clip, visible } from "../values/text.ts";
import type { Failure, Text, Write } from "./report.ts";

/** The most characters of a value, and of an option among others. */
const MAX_QUOTED = 80;
const MAX_OPTION = 40;
/** Further options are only counted. */
const SHOWN_OPTIONS = 5;

export function fill(text: Text | undefined, values: Readonly<Record<string, string>>, count = 0): string {
  const form = typeof text === "object" ? text[count === 1 ? "one" : "other"] : String(text);
  return form.replace(/\{(\w+)\}/g, (_, name: string) => values[name] as string);
}

/** How a value is quoted: a text, or a primitive. */
export const quoted = (value: unknown, most: number = MAX_QUOTED): string =>
  typeof value === "string" ? `\u201c${visible(clip(value, most))}\u201d` : clip(digits(value), most);

/** The most bits of an integer that is shown. */
const MAX_BITS = 3300;

const digits = (value: unknown): string =>
  typeof value === "bigint" && BigInt.asIntN(MAX_BITS, value) !== value
    ? "\u2026"
    : Object.is(value, -0)
      ? "-0"
      : String(value);

/** The message with `expected` and `actual`. */
export const both: Write = ({ code, expected, actual }, { messages }) =>
  fill(messages[code], { expected: quoted(expected), actual: quoted(actual) }, expected as number);

/** One without them. */
export const plainly: Write = ({ code }, { messages }) => String(messages[code]);

export const ofType: Write = ({ code, expected, actual, given }, { messages, types = {} }) => {
  if (actual === "null") return String(messages.not_null);
  const name = (type: unknown): string => (Object.hasOwn(types, String(type)) && types[String(type)]) || String(type);
  return fill(messages[code], { expected: name(expected), actual: given === undefined ? name(actual) : quoted(given) });
};

/** A number of what is counted. */
export const sized: Write = ({ code, expected, actual, unit }, { messages, units = {} }) => {
  const count = quoted(expected);
  if (unit === undefined) return fill(messages[`${code}_any`], { expected: count, actual: quoted(actual) });
  return fill(messages[code], {
    expected: fill(units[unit], { count }, expected as number),
    actual: quoted(actual),
  });
};

/** @param show how the actual value is quoted. */
export const optional =
  (show: (value: unknown) => string): Write =>
  ({ expected, actual }, { messages }) => {
    const all = expected as readonly unknown[];
    const shown = all.slice(0, SHOWN_OPTIONS).map((one) => quoted(one, all.length > 1 ? MAX_OPTION : undefined));
    const more = all.length - shown.length;
    const values = { actual: show(actual), count: quoted(more) };
    if (more > 0) return fill(messages.options_more, { ...values, expected: shown.join(", ") }, more);
    const list = shown.length < 2 ? shown.join() : `${shown.slice(0, -1).join(", ")} or ${shown.at(-1)}`;
    return fill(messages.condition, { ...values, expected: list });
  };

/** Of a text that a validator has given. */
export const own: Write = ({ text }: Failure, { messages }) => text ?? String(messages.validation);
