/** Neutralizes control characters for terminals. */
import { HIDDEN, unicodeEscape } from "../values/text.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal
const CONTROL = /[\x00-\x1f\x7f]/g;
/** Replaces each control character by one visible character. */
export function printable(text: string): string {
  return text
    .replace(CONTROL, (char) =>
      char === "\t" ? " " : String.fromCharCode(char === "\x7f" ? 0x2421 : 0x2400 + char.charCodeAt(0)),
    )
    .replace(HIDDEN, "\ufffd");
}

/** Escapes every such character in JSON text. JSON itself requires that only for some. */
export function printableJson(text: string): string {
  return text.replace(HIDDEN, unicodeEscape);
}
