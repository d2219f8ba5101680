/** Identifiers and strings. */
import { HIDDEN, unicodeEscape } from "../../values/text.ts";

/** Words that cannot name a constant, by the grammar of modules. */
const WORDS =
  "arguments await break case catch class const continue debugger default delete do else enum eval export extends " +
  "false finally for function if implements import in instanceof interface let new null package private protected " +
  "public return static super switch this throw true try typeof var void while with yield";

/** Names that TypeScript refuses, or that CommonJS declares in each module; and those of numbers. */
const MEANINGFUL = "__dirname __filename exports globalThis Infinity module NaN require undefined";

/** Names of the library that the text of a module uses. */
const LIBRARY = "functions instances load";

const IDENTIFIER = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;
export const isIdentifier = (text: string): boolean => IDENTIFIER.test(text);
/** Whether it is a name that no constant of a program may have. */
export const isWord = (name: string): boolean => `${WORDS} ${MEANINGFUL}`.split(" ").includes(name);
export const isReserved = (name: string): boolean => isWord(name) || LIBRARY.split(" ").includes(name);

/**
 * A name made of the last words of a text: `shop.order-line` gives `orderLine`.
 * @param keepsCase whether the first letter stays as it is.
 */
export function camelCase(text: string, keepsCase = false): string {
  const last = text.match(/[^./#:]+$/)?.[0] ?? text;
  if (keepsCase && isIdentifier(last)) return last;
  const [first = "", ...rest] = last.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const start = keepsCase ? first : first.replace(/^\p{Lu}+(?!\p{Ll})|^\p{Lu}/u, (capitals) => capitals.toLowerCase());
  const name = start + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return isIdentifier(name) ? name : `schema${name}`;
}

/** A string, with the quotes that need fewer escapes. Invisible characters are escaped: they could hide code. */
export function quoted(text: string): string {
  const json = JSON.stringify(text).replace(HIDDEN, unicodeEscape);
  const [double, single] = [text.split('"').length, text.split("'").length];
  return double <= single ? json : `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
