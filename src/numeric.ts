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

const DIGITS = "\\d+(?:_\\d+)*";
const INTEGER = new RegExp(`^[+-]?${DIGITS}$`);
// There is one way to read any text: two would take quadratic time to find that a long one is no number.
const NUMBER = new RegExp(`^[+-]?(?:${DIGITS}(?:\\.(?:${DIGITS})?)?|\\.${DIGITS})(?:e[+-]?${DIGITS})?$`, "i");
const INFINITY = /^[+-]?inf(?:inity)?$/i;
const NAN = /^[+-]?nan$/i;

/** The integer a text stands for; undefined if it is none, or is not in the safe range: it would be rounded. */
export function integerOf(text: string): number | undefined {
  const digits = trim(text);
  if (!INTEGER.test(digits)) return undefined;
  const value = Number(digits.replaceAll("_", "")) + 0;
  return Number.isSafeInteger(value) ? value : undefined;
}

/** The number a text stands for, `nan` and `inf` included; undefined if it is none. */
export function numberOf(text: string): number | undefined {
  const digits = trim(text);
  if (NUMBER.test(digits)) return Number(digits.replaceAll("_", "")) + 0;
  if (INFINITY.test(digits)) return digits.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return NAN.test(digits) ? Number.NaN : undefined;
}
