/** Regular expressions as data: a parameter that dumps, and the matcher it stands for. */
import { ValueError } from "./errors/errors.ts";

/** A regular expression: its source, or anything with a source and flags, such as a RegExp. */
export type Pattern = string | { readonly source: string; readonly flags: string };

/** Flags that do not change what matches: how matching is called, and `u`, which is always on. */
const MEANINGLESS = ["d", "g", "u", "y"];

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

/**
 * A test whether text matches from its start, not necessarily to its end (as Python's `re.match`).
 * @throws ValueError if the pattern is not a regular expression of JavaScript with the `u` flag.
 */
export function matcher(pattern: Pattern): (text: string) => boolean {
  const flags = typeof pattern === "string" ? "" : pattern.flags;
  let regexp: RegExp;
  try {
    regexp = new RegExp(sourceOf(pattern), flags.includes("v") ? `${flags}y` : `${flags}uy`);
  } catch (cause) {
    throw new ValueError(`'${sourceOf(pattern)}' is not a regular expression`, { cause });
  }
  return (text) => {
    regexp.lastIndex = 0;
    return regexp.test(text);
  };
}
