/** Sources of regular expressions (flag `u`) that are made of texts, of ranges of integers, and of other sources. */
import { type Pattern, unicodeForm } from "./pattern.ts";
import { type Part, parsePattern } from "./syntax.ts";

/** The source that matches just this text. */
export const literalPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** The source that matches one of the alternatives, to stand inside of another source. */
export function oneOf(alternatives: readonly string[]): string {
  const different = [...new Set(alternatives)];
  return different.length === 1 ? (different[0] as string) : `(?:${different.join("|") || "[^\\s\\S]"})`;
}

/** The alternatives of an expression: parts of its source that stand between `|` outside of brackets. */
export function alternativesOf(source: string): string[] {
  const parts = [""];
  let depth = 0;
  let isClass = false;
  for (let index = 0; index < source.length; index++) {
    const char = source[index] as string;
    if (char === "\\") {
      parts.push(`${parts.pop()}${source.slice(index, ++index + 1)}`);
      continue;
    }
    if (isClass) isClass = char !== "]";
    else if (char === "[") isClass = true;
    else if (char === "(") depth++;
    else if (char === ")") depth--;
    if (char === "|" && depth === 0 && !isClass) parts.push("");
    else parts.push(`${parts.pop()}${char}`);
  }
  return parts;
}

/** Escapes, sets, and the beginnings of groups with a name. */
const TOKENS = /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\(\?<(?![=!])[^>]*>/g;
/** `$` at the end, with no backslash or an even number of them before it. */
const END = /(?<!\\)((?:\\\\)*)\$+$/;

/**
 * Alternatives that together match, from their beginning to their end, the texts that a pattern accepts from its start.
 * They are free of assertions, names and references, so they may stand anywhere in another source.
 * @returns undefined if there are none: with flags, look-around, back-references, and `^`, `$` or `\b` in the middle.
 */
export function wholeAlternatives(pattern: Pattern): string[] | undefined {
  const form = unicodeForm(pattern);
  if (form === undefined || form.flags !== "") return undefined;
  const whole = alternativesOf(form.source).map((alternative) => {
    const begun = alternative.replace(/^\^+/, "");
    const body = begun.replace(END, "$1");
    return body === begun ? `${body}[\\s\\S]*` : body;
  });
  const isFree = whole.every((body) => {
    const parts = parsePattern(body, "");
    return parts !== undefined && isUnbound(parts);
  });
  if (!isFree) return undefined;
  return whole.map((body) => body.replace(TOKENS, (token) => (token.startsWith("(") ? "(?:" : token)));
}

/** Returns whether it matches a text whatever surrounds it. The depth is bounded by the parser. */
function isUnbound(part: Part): boolean {
  if (part.kind === "repeat") return isUnbound(part.body);
  return part.kind === "sequence" || part.kind === "choice"
    ? part.members.every(isUnbound)
    : part.kind === "characters";
}

/** Integers from `min` to `max`; undefined is no limit. */
export interface Range {
  readonly min: bigint | undefined;
  readonly max: bigint | undefined;
}

/**
 * Alternatives for the decimal digits of the integers of a range, with any number of zeros in front. There is a `-` if
 * the range has integers below zero, and only then.
 */
export function integersOf({ min, max }: Range): string[] {
  const positive = max === undefined || max >= 0n ? naturals(min !== undefined && min > 0n ? min : 0n, max) : undefined;
  const negative =
    min === undefined || min < 0n ? naturals(max !== undefined && max < 0n ? -max : 0n, min && -min) : undefined;
  if (negative === undefined) return positive === undefined ? [] : [positive];
  if (positive === undefined) return [`-${negative}`];
  return positive === negative ? [`-?${positive}`] : [`-${negative}`, positive];
}

/** The natural numbers from `low` to `high`. */
function naturals(low: bigint, high: bigint | undefined): string | undefined {
  if (high !== undefined && high < low) return undefined;
  if (low === 0n && high === undefined) return "\\d+";
  if (low === 1n && high === undefined) return "0*[1-9]\\d*";
  const found: string[] = [];
  let first = String(low);
  const last = high === undefined ? "9".repeat(first.length) : String(high);
  for (; first.length < last.length; first = `1${"0".repeat(first.length)}`) {
    found.push(...ofLength(first, "9".repeat(first.length)));
  }
  found.push(...ofLength(first, last));
  if (high === undefined) found.push(`[1-9]\\d{${last.length},}`);
  return `0*${oneOf(found)}`;
}

/** The numbers between two with as many digits, all digits written. */
function ofLength(first: string, last: string): string[] {
  const start = [...first].findIndex((digit, index) => digit !== last[index]);
  if (start < 0) return [first];
  const [prefix, rest] = [first.slice(0, start), first.length - start - 1];
  let [from, to] = [Number(first[start]), Number(last[start])];
  const found: string[] = [];
  if (/[1-9]/.test(first.slice(start + 1))) {
    found.push(...ofLength(first, first.slice(0, start + 1) + "9".repeat(rest)));
    from++;
  }
  const ends: string[] = [];
  if (/[0-8]/.test(last.slice(start + 1))) {
    ends.push(...ofLength(last.slice(0, start + 1) + "0".repeat(rest), last));
    to--;
  }
  if (from <= to) found.push(`${prefix}${digits(from, to)}${rest > 1 ? `\\d{${rest}}` : "\\d".repeat(rest)}`);
  return [...found, ...ends];
}

function digits(from: number, to: number): string {
  if (from === to) return String(from);
  return from === 0 && to === 9 ? "\\d" : `[${from}-${to}]`;
}
