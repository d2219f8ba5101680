/** How wide text is on a terminal, and as much of it as fits. */
import { eastAsianWidth } from "get-east-asian-width";

/** Marks that are drawn over the character before them, and joiners: they take no column. */
const ZERO = /^[\p{Mn}\p{Me}\u200b-\u200d]$/u;

/** Columns a character takes. */
export function charWidth(char: string): number {
  if (char >= " " && char <= "~") return 1;
  return ZERO.test(char) ? 0 : eastAsianWidth(char.codePointAt(0) as number);
}

/** Columns a text takes. */
export function textWidth(text: string): number {
  let width = 0;
  for (const char of text) width += charWidth(char);
  return width;
}

/** As much of the beginning as fits, with an ellipsis if that is not all. */
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

/** As much of the end as fits, with an ellipsis if that is not all. */
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
