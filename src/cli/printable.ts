/** Text with nothing in it that a terminal would obey. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal
const CONTROL = /[\x00-\x1f\x7f]/g;
/** Control characters of other kinds: C1, directions, line separators, what is in no text but to be hidden. */
const HIDDEN = /[\x80-\x9f\p{Bidi_Control}\p{Zl}\p{Zp}\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
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
