/** Patterns of JSON Schema, which may match anywhere in a text; ours match from its start. */

/** A pattern of JSON Schema, as a parameter: it may match anywhere in a text. */
export const patternOf = (source: string): string => (isAnchored(source) ? source : `${ANYWHERE}${source})`);

/** The pattern of JSON Schema that is the parameter. */
export const patternIn = (parameter: string): string =>
  parameter.startsWith(ANYWHERE) && parameter.endsWith(")") ? parameter.slice(ANYWHERE.length, -1) : parameter;

const ANYWHERE = "[^]*?(?:";

/** An escape, a class, or one character. */
const TOKENS = /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|[\s\S]/g;

/** Returns whether each alternative begins with the start of the text, so that the pattern matches nowhere else. */
function isAnchored(source: string): boolean {
  let isStart = true;
  let depth = 0;
  for (const token of source.match(TOKENS) ?? []) {
    if (isStart && token !== "^") return false;
    isStart = token === "|" && depth === 0;
    if (token === "(") depth++;
    else if (token === ")") depth--;
  }
  return !isStart;
}
