/** Patterns of JSON Schema, which may match anywhere in a text; ours match from its start. */

/** A pattern of JSON Schema, as a parameter: it may match anywhere in a text. */
export const patternOf = (source: string): string =>
  source.startsWith("^") && !source.includes("|") ? source : `${ANYWHERE}${source})`;

/** The pattern of JSON Schema that is the parameter. */
export const patternIn = (parameter: string): string =>
  parameter.startsWith(ANYWHERE) && parameter.endsWith(")") ? parameter.slice(ANYWHERE.length, -1) : parameter;

const ANYWHERE = "[^]*?(?:";
