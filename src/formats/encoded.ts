/** Bytes as text, of RFC 4648. No bytes are an empty text. */

const BASE64 = /^[\dA-Za-z+/]*={0,2}$/u;
const BASE64URL = /^[\w-]*$/u;
const HEX = /^[\dA-Fa-f]*$/u;

/** With its padding. */
export const isBase64 = (text: string): boolean => text.length % 4 === 0 && BASE64.test(text);

/** With `-` and `_`, without padding. */
export const isBase64url = (text: string): boolean => text.length % 4 !== 1 && BASE64URL.test(text);

/** Two digits for each byte. */
export const isHex = (text: string): boolean => text.length % 2 === 0 && HEX.test(text);
