/** Text for a terminal: how wide it is, and nothing in it that a terminal would obey. */
import { eastAsianWidth } from "get-east-asian-width";

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal
const CONTROL = /[\x00-\x1f\x7f]/g;
/** Control characters of other kinds: C1, directions, line separators, what is in no text but to be hidden. */
const HIDDEN = /[\x80-\x9f\p{Bidi_Control}\p{Zl}\p{Zp}\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
/** Marks that are drawn over the character before them, and joiners: they take no column. */
const ZERO = /^[\p{Mn}\p{Me}\u200b-\u200d]$/u;

/** The text with a visible character for every one that would move the cursor, ring or reorder. One for one. */
export function printable(text: string): string {
  return text
    .replace(CONTROL, (char) =>
      char === "\t" ? " " : String.fromCharCode(char === "\x7f" ? 0x2421 : 0x2400 + char.charCodeAt(0)),
    )
    .replace(HIDDEN, "\ufffd");
}

/** JSON text that means the same, with an escape for every such character: JSON itself asks for that of a few only. */
export function printableJson(text: string): string {
  return text.replace(CONTROL, escaped).replace(HIDDEN, escaped);
}

const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;

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
