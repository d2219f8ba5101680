/** Measures text on a terminal, and truncates it to a width. */
import { eastAsianWidth } from "get-east-asian-width";

/** Characters of width 0: combining marks and joiners. */
const ZERO = /^[\p{Mn}\p{Me}\u200b-\u200d]$/u;

/** Width of a character in columns. */
export function charWidth(char: string): number {
  if (char >= " " && char <= "~") return 1;
  return ZERO.test(char) ? 0 : eastAsianWidth(char.codePointAt(0) as number);
}

/** Width of a text in columns. */
export function textWidth(text: string): number {
  let width = 0;
  for (const char of text) width += charWidth(char);
  return width;
}

/** Truncates the end of a text, with an ellipsis. */
export function fitStart(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let width = 1;
  let kept = "";
  for (const char of text) {
    width += charWidth(char);
    if (width > columns) break;
    kept += char;
  }
  return `${kept}\u2026`;
}

/** Truncates the start of a text, with an ellipsis. */
export function fitEnd(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let width = 1;
  let kept = "";
  for (const char of [...text].reverse()) {
    width += charWidth(char);
    if (width > columns) break;
    kept = char + kept;
  }
  return `\u2026${kept}`;
}
