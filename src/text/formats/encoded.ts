/** Bytes as text, of RFC 4648. No bytes are an empty text. Hashes and colours are hexadecimal, too. */
import { type Format, regular } from "./format.ts";

const BASE64 = /^[\dA-Za-z+/]*={0,2}$/u;
const BASE64URL = /^[\w-]*$/u;
const HEX = /^[\dA-Fa-f]*$/u;
/** Red, green and blue, with or without alpha, of one digit or two. */
const HEX_COLOR = /^#(?:[\dA-Fa-f]{3,4}|[\dA-Fa-f]{6}|[\dA-Fa-f]{8})$/u;

/** With `-` and `_`, without padding. */
export const isBase64url = (text: string): boolean => text.length % 4 !== 1 && BASE64URL.test(text);

/** The hash of some bytes: a format of hexadecimal digits. */
/*#__NO_SIDE_EFFECTS__*/ const hash = (label: string, bytes: number): Format =>
  regular(label, new RegExp(`^[\\dA-Fa-f]{${2 * bytes}}$`, "u"));

/** With its padding. */
export const base64: Format = { label: "Base64 text", test: (text) => text.length % 4 === 0 && BASE64.test(text) };
export const base64url: Format = { label: "base64url text", test: isBase64url };
/** Two digits for each byte. */
export const hex: Format = { label: "hexadecimal text", test: (text) => text.length % 2 === 0 && HEX.test(text) };
export const md5: Format = /*#__PURE__*/ hash("MD5 hash", 16);
export const sha1: Format = /*#__PURE__*/ hash("SHA-1 hash", 20);
export const sha256: Format = /*#__PURE__*/ hash("SHA-256 hash", 32);
export const sha384: Format = /*#__PURE__*/ hash("SHA-384 hash", 48);
export const sha512: Format = /*#__PURE__*/ hash("SHA-512 hash", 64);
/** CSS Color 4, 5.2. */
export const hexColor: Format = /*#__PURE__*/ regular("hexadecimal colour", HEX_COLOR);
