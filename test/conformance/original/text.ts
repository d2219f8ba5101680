/** Str of the original: the regular expressions of Python. */
import { FAILED, PatternMatchError, Str } from "../../../src/pure.ts";
import { isUndone } from "../differences.ts";
import { amend, original } from "./original.ts";

const FLAGS: Readonly<Record<string, string>> = { i: "i", m: "m", s: "s" };

/** Escapes whose meaning is another; in a class of characters and outside. */
const UNICODE: Readonly<Record<string, readonly [inside: string, outside: string]>> = {
  w: ["\\p{L}\\p{N}_", "[\\p{L}\\p{N}_]"],
  W: ["", "[^\\p{L}\\p{N}_]"],
  d: ["\\p{Nd}", "\\p{Nd}"],
  D: ["\\P{Nd}", "\\P{Nd}"],
  b: ["\\b", "(?:(?<![\\p{L}\\p{N}_])(?=[\\p{L}\\p{N}_])|(?<=[\\p{L}\\p{N}_])(?![\\p{L}\\p{N}_]))"],
  s: ["\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000", ""],
};

const SYNTAX: Readonly<Record<string, string>> = { A: "(?<![^])", Z: "(?![^])" };

/** A regular expression of Python in JavaScript, as far as lines are undone. */
export function translate(pattern: string): { source: string; flags: string } {
  const [, letters = "", rest = pattern] = /^\(\?([imsx]+)\)(.*)$/s.exec(pattern) ?? [];
  if (!isUndone("JavaScript regular expressions")) return { source: pattern, flags: "" };
  const body = letters.includes("x") ? rest.replace(/\s+/g, "") : rest;
  const multiline = letters.includes("m");
  let source = "";
  let inside = false;
  for (const [token] of body.matchAll(/\\(?:u[0-9a-f]{4}|.)|\(\?P<|[^]/gu)) {
    if (token === "[" && !inside) inside = true;
    else if (token === "]") inside = false;
    source += translateToken(token, inside, multiline);
  }
  return { source, flags: [...letters].map((letter) => FLAGS[letter] ?? "").join("") };
}

function translateToken(token: string, inside: boolean, multiline: boolean): string {
  const escape = token.length === 2 && token.startsWith("\\") ? token.charAt(1) : "";
  const unicode = UNICODE[escape];
  if (unicode !== undefined) return (inside ? unicode[0] : unicode[1]) || (escape === "s" ? `[${unicode[0]}]` : token);
  if (escape in SYNTAX) return SYNTAX[escape] as string;
  if (token === "(?P<") return "(?<";
  if (inside) return token;
  if (token === "$") return multiline ? "(?=\\n|(?![^]))" : "(?=\\n?(?![^]))";
  return token === "." ? "[^\\n]" : token;
}

export const OriginalStr = original<Str & { python?: string }>(Str, (validator, input, report, ordinary) => {
  const since = report.count;
  const result = ordinary(input);
  const pattern = shown.get(JSON.stringify(validator.pattern));
  if (result === FAILED && report.failures[since]?.type === PatternMatchError && pattern !== undefined) {
    return amend(report, since, "expected", pattern);
  }
  return result;
});

const shown = new Map<string, string>();

/** The parameter `pattern` of `OriginalStr`. */
export function patternParam(pattern: unknown): unknown {
  if (typeof pattern !== "string") return pattern;
  const { source, flags } = translate(pattern);
  shown.set(JSON.stringify(flags === "" ? source : { source, flags }), pattern);
  return { source, flags };
}
