/** Regular expressions as data: a parameter that dumps, and the matcher it stands for. */
import { ValueError } from "../errors/errors.ts";
import { mayBacktrack } from "./ambiguity.ts";
import { type Automaton, automatonOf } from "./automaton.ts";
import { type Part, parsePattern } from "./syntax.ts";

/** A regular expression: its source, or anything with a source and flags, such as a RegExp. */
export type Pattern = string | { readonly source: string; readonly flags: string };

/** A test whether text matches from its start, not necessarily to its end (as Python's `re.match`). */
export type Matcher = (text: string) => boolean;

/** Flags that do not change what matches: how matching is called, and `u`, which is always on. */
const MEANINGLESS = ["d", "g", "u", "y"];

/** The ending of a message: what somebody can do who may set parameters. */
export const RISK = "; `backtrack: true` takes the risk";

/** The form that is stored and dumped: the source alone where no flag changes its meaning. */
export function patternParam(pattern: Pattern): Pattern {
  if (typeof pattern === "string") return pattern;
  const flags = [...pattern.flags]
    .filter((flag) => !MEANINGLESS.includes(flag))
    .sort()
    .join("");
  return flags === "" ? pattern.source : Object.freeze({ source: pattern.source, flags });
}

export const sourceOf = (pattern: Pattern): string => (typeof pattern === "string" ? pattern : pattern.source);
export const flagsOf = (pattern: Pattern): string => (typeof pattern === "string" ? "" : pattern.flags);

/**
 * The matcher of a pattern. It takes time in proportion to the text: RegExp runs the pattern if it cannot backtrack for
 * longer, our own automaton if it might.
 * @param backtrack use RegExp even if it might backtrack for longer.
 * @throws ValueError if the pattern is not a regular expression of JavaScript with the `u` flag; or if RegExp might
 *   backtrack for longer, no automaton can run the pattern, and `backtrack` is false.
 */
export function matcher(pattern: Pattern, backtrack = false): Matcher {
  const regexp = compile(pattern);
  const parts = parsePattern(sourceOf(pattern), flagsOf(pattern));
  if (backtrack || (parts !== undefined && !mayBacktrack(parts))) return withinStack(regexp, parts);
  const automaton = parts && automatonOf(parts);
  if (automaton === undefined) {
    throw new ValueError(
      `'${sourceOf(pattern)}' may backtrack without bound, and no automaton can run it, because ${obstacle(parts)}${RISK}`,
    );
  }
  return (text) => automaton.test(text);
}

function compile(pattern: Pattern): RegExp {
  const flags = flagsOf(pattern);
  try {
    return new RegExp(sourceOf(pattern), flags.includes("v") ? `${flags}y` : `${flags}uy`);
  } catch (cause) {
    throw new ValueError(`'${sourceOf(pattern)}' is not a regular expression`, { cause });
  }
}

/**
 * RegExp keeps the positions it may have to go back to on a stack of 64 MB. For `([a-z])+` it is full after three million
 * letters, and RegExp throws. The automaton then matches the text anew; without an automaton, the text does not match.
 */
function withinStack(regexp: RegExp, parts: Part | undefined): Matcher {
  let automaton: Automaton | undefined;
  return (text) => {
    regexp.lastIndex = 0;
    try {
      return regexp.test(text);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      automaton ??= parts && automatonOf(parts);
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
