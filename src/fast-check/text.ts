/** Arbitraries of Str. */
import fc from "fast-check";
import { matchers } from "../params/str.ts";
import { FormatRule } from "../rules/format.ts";
import type { Str } from "../validators/str.ts";
import { codePoints } from "../values/input.ts";
import { converted } from "../values/spaces.ts";
import { formatted } from "./formats.ts";
import { accepted, broken, type Condition, type Kind, nameOf, orNull, wrongType } from "./kind.ts";
import { matching } from "./pattern.ts";

/** How many more characters texts may have than they must have. */
const MORE = 8;

const letters = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(..."abcxyz"), minLength, maxLength });

/** Texts within the limits of length, of all characters or of ASCII. */
function plain({ minlen = 0, maxlen, ascii }: Str): fc.Arbitrary<string> {
  const maxLength = Math.max(minlen, Math.min(maxlen ?? Number.POSITIVE_INFINITY, minlen + MORE));
  const limits = { minLength: minlen, maxLength };
  const visible = fc.string({ unit: "grapheme-ascii", ...limits });
  return ascii ? visible : fc.oneof({ weight: 2, arbitrary: visible }, fc.string({ unit: "binary", ...limits }));
}

/** Texts that may be valid: of the options, the format, the pattern, or any. */
function candidates(str: Str): fc.Arbitrary<string> {
  const { options, format, pattern, minlen } = str;
  if (options !== undefined) return fc.constantFrom(...options);
  const likely: fc.Arbitrary<string>[] = [];
  if (format !== undefined) likely.push(formatted(format, str));
  if (pattern !== undefined) likely.push(matching(pattern, minlen) ?? plain(str));
  return likely.length === 0 ? plain(str) : fc.oneof(...likely);
}

/** A text before what the validator does to it, mostly. */
function unconverted({ strip, normspace, case: letters }: Str, text: string, variant: number): string {
  if (variant === 1 && (strip || normspace)) return ` ${text}\n`;
  if (variant === 2 && normspace) return text.replaceAll(" ", " \t ");
  if (variant === 3 && letters !== undefined) return letters === "lower" ? text.toUpperCase() : text.toLowerCase();
  return text;
}

/** The conditions in the order of errors. */
function conditionsOf(str: Str): Condition<string>[] {
  const { minlen, maxlen, ascii, pattern, format, options } = str;
  const all: Condition<string>[] = [];
  const near = fc.oneof(
    candidates(str),
    plain(str),
    letters(minlen ?? 0, Math.max(minlen ?? 0, Math.min(maxlen ?? 20, (minlen ?? 0) + MORE))),
  );
  if (minlen !== undefined) {
    all.push({
      code: "min_length",
      expected: minlen,
      isBroken: (text) => codePoints(text) < minlen,
      values: letters(Math.max(minlen - MORE, 0), Math.max(minlen - 1, 0)),
      isActual: false,
    });
  }
  if (maxlen !== undefined) {
    all.push({
      code: "max_length",
      expected: maxlen,
      isBroken: (text) => codePoints(text) > maxlen,
      values: letters(maxlen + 1, maxlen + MORE),
      isActual: false,
    });
  }
  if (ascii) {
    all.push({
      code: "format",
      expected: "ASCII text",
      isBroken: (text) => /\P{ASCII}/u.test(text),
      values: near.chain((text) =>
        fc.nat({ max: text.length }).map((index) => `${text.slice(0, index)}\u00e9${text.slice(index + 1)}`),
      ),
    });
  }
  const matches = matchers.get(str as never);
  if (pattern !== undefined && matches !== undefined) {
    const expected = typeof pattern === "string" ? pattern : pattern.source;
    all.push({ code: "pattern_match", expected, isBroken: (text) => !matches(text), values: damaged(near) });
  }
  if (format !== undefined) {
    const test = new FormatRule(format, str).test();
    all.push({ code: "format", expected: format, isBroken: (text) => !test(text as never), values: damaged(near) });
  }
  if (options !== undefined) {
    all.push({
      code: "options",
      expected: options,
      isBroken: (text) => !(options as readonly string[]).includes(text),
      values: damaged(near),
    });
  }
  return all;
}

/** Texts, and the same with one other character. */
const damaged = (texts: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    texts,
    fc
      .tuple(texts, fc.nat({ max: 30 }), fc.constantFrom("", "!", " ", "0", "a", "~", "\u00e9"))
      .map(([text, index, other]) => text.slice(0, index) + other + text.slice(index + 1)),
  );

export const str: Kind<Str> = {
  valid(str, to) {
    const isConverted = str.strip || str.normspace || str.case !== undefined;
    const texts = isConverted
      ? fc.tuple(candidates(str), fc.nat({ max: 3 })).map(([text, variant]) => unconverted(str, text, variant))
      : candidates(str);
    return orNull(str, accepted(str as never, texts, to));
  },
  faults(str) {
    // What the validator converts is left out: a text that stays as it is.
    const conditions = conditionsOf(str).map((condition) => ({
      ...condition,
      isBroken: (text: string) => condition.isBroken(converted(str, text)),
      isActual: condition.isActual !== false && !str.strip && !str.normspace && str.case === undefined,
    }));
    return { single: [wrongType(str, "string", ["string"]), ...broken(conditions, nameOf(str as never))] };
  },
};
