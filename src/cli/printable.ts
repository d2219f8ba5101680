/** Text with nothing in it that a terminal would obey. */
import { HIDDEN, unicodeEscape } from "../values/text.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal
const CONTROL = /[\x00-\x1f\x7f]/g;
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
  return text.replace(HIDDEN, unicodeEscape);
}
