/** Str and Bytes of the original: the regular expressions of Python. */
import type { Explained } from "../../../src/core/report/failure.ts";
import { Bytes, FAILED, PatternMatchError, Str } from "../../../src/index.ts";
import { isBytes } from "../../../src/values/input.ts";
import { latin1 } from "../bytes.ts";
import { isUndone } from "../undo.ts";
import { amend, original } from "./original.ts";

/** What stands for a class of characters, inside brackets and outside. */
type Escape = readonly [inside: string, outside: string];

const WORD = "\\p{L}\\p{N}_";
const SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

const UNICODE: Readonly<Record<string, Escape>> = {
  "\\w": [WORD, `[${WORD}]`],
  "\\W": ["\\W", `[^${WORD}]`],
  "\\d": ["\\p{Nd}", "\\p{Nd}"],
  "\\D": ["\\P{Nd}", "\\P{Nd}"],
  "\\s": [SPACE, `[${SPACE}]`],
  "\\S": ["\\S", `[^${SPACE}]`],
  "\\b": ["\\b", `(?:(?<![${WORD}])(?=[${WORD}])|(?<=[${WORD}])(?![${WORD}]))`],
};

const END = "(?![\\s\\S])";

const SYNTAX: Readonly<Record<string, string>> = {
  "\\A": "(?<![\\s\\S])",
  "\\Z": END,
  "(?P<": "(?<",
  $: `(?=\\n?${END})`,
  ".": "[^\\n]",
};

/** A regular expression of Python in JavaScript, as far as lines are undone. */
export function translate(pattern: string): { source: string; flags: string } {
  const syntax = isUndone("regular expressions");
  const [, flags = "", rest = pattern] = (syntax && /^\(\?([imsx]+)\)(.*)$/s.exec(pattern)) || [];
  const body = flags.includes("x") ? rest.replace(/\s+/g, "") : rest;
  let source = "";
  let inside = false;
  for (const [token] of body.matchAll(/\\u[0-9a-f]{4}|\\.|\(\?P<|[\s\S]/gu)) {
    if (token === "[") inside = true;
    else if (token === "]") inside = false;
    const unicode = isUndone("ASCII classes") ? UNICODE[token]?.[inside ? 0 : 1] : undefined;
    source += unicode ?? (syntax && !inside ? translateSyntax(token, flags) : token);
  }
  return { source, flags: flags.replace("x", "") };
}

function translateSyntax(token: string, flags: string): string {
  if (token === "$" && flags.includes("m")) return `(?=\\n|${END})`;
  return token === "." && flags.includes("s") ? token : (SYNTAX[token] ?? token);
}

/** What `str()` makes of a value that has no text by itself. */
function strOf(input: unknown): unknown {
  if (input === null) return "None";
  if (typeof input === "boolean") return input ? "True" : "False";
  return isBytes(input) ? `b'${latin1(input)}'` : input;
}

export const OriginalStr = original<Str & { readonly python?: string }>(Str, (validator, given, report, ordinary) => {
  const { python, coerce, nullable, encoding } = validator;
  const isCoerced = coerce && !(given === null && nullable) && !(isBytes(given) && encoding !== undefined);
  const input = isCoerced && isUndone("coerced text") ? strOf(given) : given;
  const since = report.count;
  const result = ordinary(input);
  const isMismatch = result === FAILED && (report.failures[since] as Explained | undefined)?.type === PatternMatchError;
  return isMismatch ? amend(report, since, "expected", python) : result;
});

export const OriginalBytes = original<Bytes>(Bytes, (_validator, input, _report, ordinary) => ordinary(input));
