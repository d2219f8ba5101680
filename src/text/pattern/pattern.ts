/** Regular expressions as data: a parameter that dumps, and the matcher it stands for. */
import { BoundedCache } from "../../values/bounded.ts";
import { shownPattern } from "../../values/text.ts";
import { ValueError } from "../../values/value-error.ts";
import { weakly } from "../../values/weak.ts";
import { mayBacktrack } from "./ambiguity.ts";
import { type Automaton, automatonGraph, automatonOf } from "./automaton.ts";
import { isBounded } from "./bound.ts";
import type { Graph } from "./graph.ts";
import { withUnicodeSyntax } from "./legacy.ts";
import { type Part, parsePattern } from "./syntax.ts";
import { meansTheSame } from "./unicode.ts";

/**
 * A regular expression: its source, or anything with a source and flags, such as a RegExp. The flag `u` is always on,
 * unless `unicode` is false, as in a RegExp without it.
 */
export type Pattern = string | { readonly source: string; readonly flags: string; readonly unicode?: boolean };

/** A test whether text matches from its start, not necessarily to its end (as Python's `re.match`). */
export type Matcher = (text: string) => boolean;

/** Flags that do not change what matches: those of the call, and `u`, which is on unless `unicode` is false. */
const MEANINGLESS = ["d", "g", "u", "y"];

/** The end of a message: the option of the schema's author. */
export const RISK = "; `backtrack: true` takes the risk";

/**
 * The form that is stored and dumped: only the source if no flag changes its meaning. A pattern without the flag `u` is
 * stored as one with it if both mean the same.
 */
export function patternParam(pattern: Pattern): Pattern {
  if (typeof pattern === "string") return pattern;
  const { source } = pattern;
  const flags = [...pattern.flags]
    .filter((flag) => !MEANINGLESS.includes(flag))
    .sort()
    .join("");
  if (pattern.unicode === false && !/[uv]/.test(pattern.flags)) {
    const own = Object.freeze({ source, flags, unicode: false });
    if (unicodeForm(own)?.source !== source) return own;
  }
  return flags === "" ? source : Object.freeze({ source, flags });
}

export const sourceOf = (pattern: Pattern): string => (typeof pattern === "string" ? pattern : pattern.source);
export const flagsOf = (pattern: Pattern): string => (typeof pattern === "string" ? "" : pattern.flags);

/** Returns whether a pattern that {@link patternParam} returned is without the flag `u`: it reads code units. */
const readsUnits = (pattern: Pattern): boolean => typeof pattern === "object" && pattern.unicode === false;

/**
 * The same pattern with the flag `u`, for readers that support only that; undefined if the flag would change its
 * meaning.
 */
export function unicodeForm(pattern: Pattern): UnicodeForm | undefined {
  const [source, flags] = [sourceOf(pattern), flagsOf(pattern)];
  if (!readsUnits(pattern)) return { source, flags };
  const key = `${flags}/${source}`;
  let known = forms.get(key);
  if (known === undefined) {
    known = { form: formOf(pattern, source, flags) };
    forms.set(key, known);
  }
  return known.form;
}

interface UnicodeForm {
  readonly source: string;
  readonly flags: string;
}

/** By flags and source: a RegExp is analysed for each validator that has it. */
const forms = /*#__PURE__*/ new BoundedCache<{ readonly form: UnicodeForm | undefined }>();

function formOf(pattern: Pattern, source: string, flags: string): UnicodeForm | undefined {
  compile(pattern);
  const { source: rewritten, change } = withUnicodeSyntax(source);
  const [units, points] = [parsePattern(rewritten, flags, true), parsePattern(rewritten, flags)];
  const isSame = units !== undefined && points !== undefined && meansTheSame(units, points);
  return isSame ? { source: change === undefined ? source : rewritten, flags } : undefined;
}

/**
 * The matcher of a pattern. It takes time in proportion to the text: RegExp runs the pattern if it cannot backtrack for
 * longer, and our own automaton otherwise.
 * @param backtrack use RegExp even if it might backtrack for longer.
 * @throws ValueError if the pattern is not a regular expression of JavaScript with its flags; or if RegExp might
 *   backtrack for longer, no automaton can run the pattern, and `backtrack` is false.
 */
export function matcher(pattern: Pattern, backtrack = false): Matcher {
  const key = `${backtrack}/${readsUnits(pattern)}/${flagsOf(pattern)}/${sourceOf(pattern)}`;
  const known = matchers.get(key);
  const matches = known?.matches.deref() ?? matcherOf(pattern, backtrack);
  if (known === undefined) matchers.set(key, { matches: weakly(matches) });
  else if (known.matches.deref() === undefined) known.matches = weakly(matches);
  return matches;
}

/** Those in use. Schemas repeat patterns, and it may take milliseconds to find out how one must be run. */
const matchers = /*#__PURE__*/ new BoundedCache<{ matches: ReturnType<typeof weakly<Matcher>> }>();

function matcherOf(pattern: Pattern, backtrack: boolean): Matcher {
  const { regexp, parts, units } = compiled(pattern);
  if (isFast(parts, backtrack)) return withinStack(regexp, parts, units);
  const automaton = parts && automatonOf(parts, units);
  if (automaton === undefined) {
    if (parts !== undefined && isBounded(parts)) return withinStack(regexp, parts, units);
    throw new ValueError(
      `'${shownPattern(sourceOf(pattern))}' may backtrack without bound, and no automaton can run it, because ${obstacle(parts)}${RISK}`,
    );
  }
  return (text) => automaton.test(text);
}

/** What an automaton is made of. */
export interface AutomatonForm {
  readonly graph: Graph;
  /** It reads code units. */
  readonly units: boolean;
}

/**
 * What runs a pattern in proportion to the text: a sticky expression, or an automaton.
 * @param backtrack the risk of the expression is taken.
 */
export function patternRunner(pattern: Pattern, backtrack: boolean): RegExp | AutomatonForm {
  const { regexp, parts, units } = compiled(pattern);
  const graph = parts === undefined || isFast(parts, backtrack) ? undefined : automatonGraph(parts);
  return graph === undefined ? regexp : { graph, units };
}

const isFast = (parts: Part | undefined, backtrack: boolean): boolean =>
  backtrack || (parts !== undefined && !mayBacktrack(parts));

function compiled(pattern: Pattern): { regexp: RegExp; parts: Part | undefined; units: boolean } {
  const regexp = compile(pattern);
  const units = readsUnits(pattern);
  const source = units ? withUnicodeSyntax(sourceOf(pattern)).source : sourceOf(pattern);
  return { regexp, parts: parsePattern(source, flagsOf(pattern), units), units };
}

function compile(pattern: Pattern): RegExp {
  const flags = flagsOf(pattern);
  try {
    return new RegExp(sourceOf(pattern), `${flags}${readsUnits(pattern) || flags.includes("v") ? "" : "u"}y`);
  } catch (cause) {
    const end = pythonHint(sourceOf(pattern)) ?? hint(pattern);
    throw new ValueError(`'${shownPattern(sourceOf(pattern))}' is not a regular expression${end}`, { cause });
  }
}

/** Escapes, sets, and what only Python has. */
const TOKENS = /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\(\?(?:P<\w+>|P=\w+\)|[aiLmsux]+\))/g;
/** The flags of Python that JavaScript has too. */
const FLAGS = /^\(\?[ims]+\)$/;

/** The end of a message for a pattern of Python: its syntax, and that of JavaScript. */
function pythonHint(source: string): string | undefined {
  for (const [token] of source.matchAll(TOKENS)) {
    const written = javaScriptFor(token);
    if (written !== undefined) return `: it has '${token}' of Python, which in JavaScript is ${written}`;
  }
  return undefined;
}

function javaScriptFor(token: string): string | undefined {
  if (token === "\\A") return "'^'";
  if (token === "\\Z") return "'$'";
  if (token.startsWith("(?P<")) return `'(?<${token.slice(4)}'`;
  if (token.startsWith("(?P=")) return `'\\k<${token.slice(4, -1)}>'`;
  if (!token.startsWith("(?")) return undefined;
  const flags = token.slice(2, -1);
  return FLAGS.test(token) ? `a flag: { source: "...", flags: "${flags}" }` : "not there";
}

/** The end of a message for a pattern that only the flag `u` refuses: the refused syntax, and its replacement. */
function hint(pattern: Pattern): string {
  try {
    const source = sourceOf(pattern);
    new RegExp(source, flagsOf(pattern));
    const { change } = withUnicodeSyntax(source);
    const instead = change === undefined ? "" : `: it has '${change.found}', which should be '${change.written}'`;
    return ` with the flag 'u'${instead}; a RegExp without the flag may be given as it is`;
  } catch {
    return "";
  }
}

/**
 * RegExp keeps the positions to which it may backtrack on a stack of 64 MB. For `([a-z])+` it is full after three
 * million letters, and RegExp throws. The automaton then matches the text again; without an automaton, the text does
 * not match.
 */
function withinStack(regexp: RegExp, parts: Part | undefined, units: boolean): Matcher {
  let automaton: Automaton | undefined;
  return (text) => {
    regexp.lastIndex = 0;
    try {
      return regexp.test(text);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      automaton ??= parts && automatonOf(parts, units);
      return automaton?.test(text) ?? false;
    }
  };
}

function obstacle(parts: Part | undefined): string {
  if (parts === undefined) return "its syntax is not followed";
  if (has(parts, "look")) return "it looks ahead or behind";
  return has(parts, "reference") ? "it has a back-reference" : "it would be too large";
}

function has(part: Part, kind: Part["kind"]): boolean {
  if (part.kind === kind) return true;
  if (part.kind === "repeat" || part.kind === "look") return has(part.body, kind);
  return (part.kind === "sequence" || part.kind === "choice") && part.members.some((member) => has(member, kind));
}
