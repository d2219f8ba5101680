/** Numbers in text, as Python's `int()` and `float()` read them, in ASCII. */

/** What `int()` and `float()` take for white space in ASCII text: C's, so without the separators 0x1c to 0x1f. */
const isSpace = (code: number): boolean => (code >= 9 && code <= 13) || code === 32;

function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isSign = (code: number): boolean => code === 43 || code === 45;
const UNDERSCORE = 95;
const POINT = 46;
const E = 101;

/** Where digits with single underscores between them end; -1 if there are none, or an underscore is elsewhere. */
function afterDigits(text: string, start: number): number {
  let at = start;
  let afterDigit = false;
  for (; ; at++) {
    const code = text.charCodeAt(at);
    if (code === UNDERSCORE ? !afterDigit : !isDigit(code)) break;
    afterDigit = code !== UNDERSCORE;
  }
  return afterDigit ? at : -1;
}

const afterSign = (text: string, at: number): number => (isSign(text.charCodeAt(at)) ? at + 1 : at);

/** A sign and digits. Not a regular expression: those of V8 need stack for each repetition, and a text may be long. */
const isInteger = (text: string): boolean => afterDigits(text, afterSign(text, 0)) === text.length;

/** A sign, digits with a point before, between or behind them, and an exponent. */
function isNumber(text: string): boolean {
  let at = afterSign(text, 0);
  const integral = text.charCodeAt(at) !== POINT;
  if (integral) at = afterDigits(text, at);
  if (at >= 0 && text.charCodeAt(at) === POINT) {
    at++;
    const code = text.charCodeAt(at);
    if (!integral || isDigit(code) || code === UNDERSCORE) at = afterDigits(text, at);
  }
  if (at >= 0 && (text.charCodeAt(at) | 0x20) === E) at = afterDigits(text, afterSign(text, at + 1));
  return at === text.length;
}

/** In pieces, as half of the text may be underscores, and each part between two takes memory. */
function withoutUnderscores(text: string): string {
  if (!text.includes("_")) return text;
  let digits = "";
  for (let at = 0; at < text.length; at += PIECE) {
    digits += text
      .slice(at, at + PIECE)
      .split("_")
      .join("");
  }
  return digits;
}
const PIECE = 4096;

const INFINITY = /^[+-]?inf(?:inity)?$/i;
const NAN = /^[+-]?nan$/i;

/** The integer a text stands for; undefined if it is none, or is not in the safe range: it would be rounded. */
export function integerOf(text: string): number | undefined {
  const digits = trim(text);
  if (!isInteger(digits)) return undefined;
  const value = Number(withoutUnderscores(digits)) + 0;
  return Number.isSafeInteger(value) ? value : undefined;
}

/** The number a text stands for, `nan` and `inf` included; undefined if it is none. */
export function numberOf(text: string): number | undefined {
  const digits = trim(text);
  if (isNumber(digits)) return Number(withoutUnderscores(digits)) + 0;
  if (INFINITY.test(digits)) return digits.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return NAN.test(digits) ? Number.NaN : undefined;
}
