/** Quotes the line of a source with an invalid value, and the position of a mark under the value. */
import { fitEnd, fitStart, textWidth } from "./display.ts";
import { printable } from "./printable.ts";

const NEWLINE = 0x0a;

export interface Excerpt {
  /** Part of one line of the source. */
  readonly text: string;
  /** Columns before the mark. */
  readonly indent: number;
  /** Columns of the mark. */
  readonly length: number;
}

/** A scalar at the start of a text, which may be truncated. */
const SCALAR = /^(?:"(?:[^"\\\n]|\\.)*"?|[-+.\w]+)/;

/**
 * @param source UTF-8; invalid bytes are allowed.
 * @param offset of the value, in bytes.
 * @param columns maximum width of the excerpt. A longer line is truncated around the value.
 */
export function excerpt(source: Uint8Array, offset: number, columns: number): Excerpt {
  // Bounds the bytes that are decoded, because a line may have megabytes. A column has at most 4 bytes.
  const reach = columns * 4;
  const left = source.subarray(Math.max(offset - reach, 0), offset);
  const right = source.subarray(offset, offset + reach);
  const before = decode(fromCharacter(left.subarray(left.lastIndexOf(NEWLINE) + 1)));
  const end = right.indexOf(NEWLINE);
  const after = decode(end < 0 ? right : right.subarray(0, end));
  const shown = fitEnd(before, Math.max(Math.floor(columns / 3), columns - textWidth(after)));
  const indent = textWidth(shown);
  const visible = fitStart(after, columns - indent);
  const value = SCALAR.exec(visible)?.[0] ?? "";
  return { text: shown + visible, indent, length: Math.max(textWidth(value), 1) };
}

const decode = (bytes: Uint8Array): string => printable(new TextDecoder().decode(bytes).replace(/\r$/, ""));

/** Drops continuation bytes of a truncated character. */
function fromCharacter(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => (byte & 0xc0) !== 0x80);
  return bytes.subarray(Math.max(start, 0));
}
