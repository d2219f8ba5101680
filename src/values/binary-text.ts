/** Bytes as text: base64, base64url (RFC 4648) and hexadecimal digits. */

/** A text form of bytes. */
export type BinaryFormat = "base64" | "base64url" | "hex";

const STANDARD = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const ALPHABETS = { base64: STANDARD, base64url: STANDARD.replace("+/", "-_") } as const;
const HEX = "0123456789abcdef";
/** Characters that are joined at once: the number of arguments of a call is limited. */
const PIECE = 4096;

/** Returns the text of bytes. Only `base64` has padding. */
export function encoded(bytes: Uint8Array, format: BinaryFormat): string {
  const alphabet = format === "hex" ? HEX : ALPHABETS[format];
  const bits = format === "hex" ? 4 : 6;
  const codes: number[] = [];
  const parts: string[] = [];
  let [buffer, held] = [0, 0];
  const put = (value: number): void => {
    codes.push(alphabet.charCodeAt(value));
    if (codes.length === PIECE) parts.push(String.fromCharCode(...codes.splice(0)));
  };
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    for (held += 8; held >= bits; held -= bits) put((buffer >> (held - bits)) & (2 ** bits - 1));
    buffer &= 0xff;
  }
  if (held > 0) put((buffer << (bits - held)) & (2 ** bits - 1));
  const text = parts.join("") + String.fromCharCode(...codes);
  return format === "base64" ? text.padEnd(Math.ceil(text.length / 4) * 4, "=") : text;
}

/** Returns the bytes of a text; undefined if it is not in the format. Padding may be left out, if it is whole. */
export function decoded(text: string, format: BinaryFormat): Uint8Array | undefined {
  const isHex = format === "hex";
  const padding = isHex ? "" : (/={0,2}$/.exec(text)?.[0] ?? "");
  if (padding !== "" && text.length % 4 !== 0) return undefined;
  const digits = isHex ? text.toLowerCase() : text.slice(0, text.length - padding.length);
  const alphabet = isHex ? HEX : ALPHABETS[format];
  const bits = isHex ? 4 : 6;
  // A single digit of base64 has less than a byte.
  if (isHex ? digits.length % 2 === 1 : digits.length % 4 === 1) return undefined;
  const values = new Int8Array(128).fill(-1);
  for (let value = 0; value < alphabet.length; value++) values[alphabet.charCodeAt(value)] = value;
  const bytes = new Uint8Array(Math.floor((digits.length * bits) / 8));
  let [buffer, held, size] = [0, 0, 0];
  for (let at = 0; at < digits.length; at++) {
    const value = values[digits.charCodeAt(at)] ?? -1;
    if (value < 0) return undefined;
    buffer = ((buffer << bits) | value) & 0xffff;
    held += bits;
    if (held < 8) continue;
    held -= 8;
    bytes[size++] = (buffer >> held) & 0xff;
  }
  // The bits that are left over are zero, so that each value has one text.
  return (buffer & (2 ** held - 1)) === 0 ? bytes : undefined;
}
