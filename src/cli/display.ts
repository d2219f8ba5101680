/** Measures text on a terminal, and truncates it to a width. */
import { eastAsianWidth } from "get-east-asian-width";

/** Characters of width 0: combining marks and joiners. */
const ZERO = /^[\p{Mn}\p{Me}\u200b-\u200d]$/u;

/** Width of a character in columns. */
function charWidth(char: string): number {
  if (char >= " " && char <= "~") return 1;
  return ZERO.test(char) ? 0 : eastAsianWidth(char.codePointAt(0) as number);
}

/** Width of a text in columns. */
export function textWidth(text: string): number {
  let width = 0;
  for (const char of text) width += charWidth(char);
  return width;
}

/** The first characters of a text that is too wide: those that fit beside an ellipsis. */
function fitting(chars: readonly string[], columns: number): string[] {
  let width = 1;
  const isTooWide = (char: string): boolean => {
    width += charWidth(char);
    return width > columns;
  };
  return chars.slice(0, chars.findIndex(isTooWide));
}

/** Truncates the end of a text, with an ellipsis. */
export const fitStart = (text: string, columns: number): string =>
  textWidth(text) <= columns ? text : `${fitting([...text], columns).join("")}\u2026`;

/** Truncates the start of a text, with an ellipsis. */
export const fitEnd = (text: string, columns: number): string =>
  textWidth(text) <= columns
    ? text
    : `\u2026${fitting([...text].reverse(), columns)
        .reverse()
        .join("")}`;
