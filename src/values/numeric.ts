/** Conversion of values and texts to numbers. Texts are read as Python's `int()` and `float()` read ASCII. */

/** White space as `int()` and `float()` define it for ASCII text: that of C, without the separators 0x1c to 0x1f. */
const isSpace = (code: number): boolean => (code >= 9 && code <= 13) || code === 32;

function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (isSpace(text.charCodeAt(start))) start++;
  while (isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isSign = (code: number): boolean => code === 43 || code === 45;
const UNDERSCORE = 95;
const POINT = 46;
const ZERO = 48;
const E = 101;

/**
 * The offset after digits, which single underscores may separate; -1 if there are none, or an underscore is elsewhere.
 */
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

/**
 * Digits, with an optional sign. Not a regular expression: V8 needs stack for each repetition, and a text may be long.
 */
const isInteger = (text: string): boolean => afterDigits(text, afterSign(text, 0)) === text.length;

/** Digits with an optional sign, a point before, between or after them, and an optional exponent. */
function isNumber(text: string): boolean {
  let at = afterSign(text, 0);
  const integral = text.charCodeAt(at) !== POINT;
  if (integral) at = afterDigits(text, at);
  if (text.charCodeAt(at) === POINT) {
    at++;
    if (!integral || isDigit(text.charCodeAt(at))) at = afterDigits(text, at);
  }
  if ((text.charCodeAt(at) | 0x20) === E) at = afterDigits(text, afterSign(text, at + 1));
  return at === text.length;
}

/** Decimal text as people write it: digits, perhaps with a sign and a fraction. */
function isPlain(text: string): boolean {
  const start = afterSign(text, 0);
  let at = start;
  while (isDigit(text.charCodeAt(at))) at++;
  if (text.charCodeAt(at) === POINT && isDigit(text.charCodeAt(at + 1))) {
    at++;
    while (isDigit(text.charCodeAt(at))) at++;
  }
  return at > start && at === text.length;
}

/** A number as JSON writes it (RFC 8259, section 6), which is also how JavaScript writes finite numbers. */
export function isJsonNumber(text: string): boolean {
  const digitsFrom = (start: number): number => {
    let at = start;
    while (isDigit(text.charCodeAt(at))) at++;
    return at;
  };
  const start = text.startsWith("-") ? 1 : 0;
  let at = digitsFrom(start);
  if (at === start || (at > start + 1 && text.charCodeAt(start) === ZERO)) return false;
  if (text.charCodeAt(at) === POINT) {
    const fraction = at + 1;
    at = digitsFrom(fraction);
    if (at === fraction) return false;
  }
  if ((text.charCodeAt(at) | 0x20) === E) {
    const exponent = afterSign(text, at + 1);
    at = digitsFrom(exponent);
    if (at === exponent) return false;
  }
  return at === text.length;
}

/** Works in pieces: half of the text may be underscores, and `split` needs memory for each part between two. */
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

/** Maximum number of digits of an integer in a string, or written with an exponent: Python's own limit is 4,300. */
const MAX_TEXT_DIGITS = 1000;
/**
 * Maximum number of digits of an integer that is written out in JSON text: converting it takes more than linear time.
 */
const MAX_JSON_DIGITS = 100_000;

/** The result for an integer with more digits than the limit: it is not converted. */
export class TooLong {
  readonly limit: number;
  readonly digits: number;
  constructor(digits: number, limit: number) {
    this.digits = digits;
    this.limit = limit;
  }
}

/** An integer in decimal, without leading zeros. */
interface Decimal {
  readonly sign: "-" | "";
  readonly digits: string;
}

function decimalOf(text: string): Decimal | undefined {
  const trimmed = trim(text);
  if (!isInteger(trimmed)) return undefined;
  const digits = withoutZeros(withoutUnderscores(trimmed.slice(afterSign(trimmed, 0))));
  return { sign: trimmed.startsWith("-") ? "-" : "", digits: digits || "0" };
}

function withoutZeros(digits: string): string {
  let zeros = 0;
  while (digits.charCodeAt(zeros) === 0x30) zeros++;
  return digits.slice(zeros);
}

/** The integer as a bigint, unless it has too many digits. */
function exactly({ sign, digits }: Decimal, limit: number): bigint | TooLong {
  return digits.length > limit ? new TooLong(digits.length, limit) : BigInt(sign + digits);
}

/**
 * The integer that a text represents: a number in the safe range, a bigint beyond it, and an infinity if it has more
 * digits than the limit. Undefined if the text is not an integer.
 */
export function integerOf(text: string): number | bigint | undefined {
  const decimal = decimalOf(text);
  if (decimal === undefined) return undefined;
  const value = Number(decimal.sign + decimal.digits) + 0;
  if (Number.isSafeInteger(value)) return value;
  const exact = exactly(decimal, MAX_TEXT_DIGITS);
  return exact instanceof TooLong ? value : exact;
}

/** The integer of any size that a text represents; undefined if the text is not an integer. */
export function bigintOf(text: string): bigint | TooLong | undefined {
  const decimal = decimalOf(text);
  return decimal && exactly(decimal, MAX_TEXT_DIGITS);
}

/**
 * The exact integer that a number of JSON text represents: `1.5e3` is 1500. Undefined if the number has a fraction,
 * unless `truncates` is true: the fraction is then cut off.
 */
export function jsonBigintOf(text: string, truncates: boolean): bigint | TooLong | undefined {
  const sign = text.startsWith("-") ? "-" : "";
  const exponentAt = text.search(/e/i);
  const mantissa = text.slice(sign.length, exponentAt === -1 ? text.length : exponentAt);
  const point = mantissa.indexOf(".");
  const written = point === -1 ? mantissa : mantissa.slice(0, point) + mantissa.slice(point + 1);
  const digits = withoutZeros(written);
  // The number of `digits` before the point: first as written, then as moved by the exponent.
  const before = (point === -1 ? mantissa.length : point) - (written.length - digits.length);
  const size = before + (exponentAt === -1 ? 0 : Number(text.slice(exponentAt + 1)));
  if (digits === "" || size <= 0) return truncates || digits === "" ? 0n : undefined;
  // Only digits that are written out have the limit for JSON text; zeros from an exponent have the smaller one.
  const limit = Math.min(Math.max(MAX_TEXT_DIGITS, digits.length), MAX_JSON_DIGITS);
  if (size > limit) return new TooLong(size, limit);
  if (!truncates && withoutZeros(digits.slice(size)) !== "") return undefined;
  return BigInt(sign + digits.slice(0, size)) * powerOfTen(Math.max(0, size - digits.length));
}

/** Powers of ten, by exponent. */
const powers: bigint[] = [];

/** Reading zeros takes longer than to multiply. */
function powerOfTen(exponent: number): bigint {
  powers[exponent] ??= 10n ** BigInt(exponent);
  return powers[exponent];
}

/** The number that a text represents, including `nan` and `inf`; undefined if there is none. */
export function numberOf(text: string): number | undefined {
  const digits = trim(text);
  if (isNumber(digits)) return Number(withoutUnderscores(digits)) + 0;
  if (INFINITY.test(digits)) return digits.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return NAN.test(digits) ? Number.NaN : undefined;
}

/** The value itself if it is an integer: a bigint in the safe range as a number. */
export function exactInteger(input: unknown): number | bigint | undefined {
  if (typeof input === "number") return Number.isInteger(input) ? input : undefined;
  if (typeof input !== "bigint") return undefined;
  const value = Number(input);
  return Number.isSafeInteger(value) ? value : input;
}

/** The integer that a value stands for; a bigint beyond the safe range. */
export function toInteger(input: unknown): number | bigint | undefined {
  if (typeof input === "number") return Number.isFinite(input) ? Math.trunc(input) : undefined;
  if (typeof input === "boolean") return Number(input);
  return typeof input === "string" ? integerOf(input) : exactInteger(input);
}

/** What `coerce` converts: what Python's functions read, or decimal text only. */
export type Coercion = boolean | "text";

/** The integer that a value is, or that decimal text spells. */
export function textToInteger(input: unknown): number | bigint | undefined {
  if (typeof input !== "string") return exactInteger(input);
  return isPlain(input) ? integerOf(input) : undefined;
}

/** The number that a value is, or that decimal text spells. */
export function textToNumber(input: unknown): number | undefined {
  if (typeof input !== "string") return exactNumber(input);
  return isPlain(input) ? Number(input) + 0 : undefined;
}

/** The boolean that `coerce` converts to the number, if there is one. */
export const asFlag = <T extends number | bigint>(value: T): T | boolean =>
  Number(value) === 0 || Number(value) === 1 ? Boolean(value) : value;

/** The decimal text of a finite number, without an exponent. */
export function decimalText(value: number): string {
  const [mantissa, exponent] = String(value).split("e") as [string, string?];
  if (exponent === undefined) return mantissa;
  const sign = mantissa.startsWith("-") ? "-" : "";
  const digits = mantissa.replace(/[-.]/g, "");
  const shift = Number(exponent);
  return sign + (exponent.startsWith("-") ? `0.${"0".repeat(-shift - 1)}${digits}` : digits.padEnd(shift + 1, "0"));
}

/** The text of a number that `coerce` reads again. */
export const numberText = (value: number): string => (Number.isFinite(value) ? decimalText(value) : String(value));

/** The integer of any size that a value stands for which is no number. */
export function toBigint(input: unknown, coerce: Coercion): bigint | TooLong | undefined {
  if (typeof input === "bigint") return input;
  if (typeof input === "boolean" && coerce === true) return BigInt(input);
  const isText = typeof input === "string" && (coerce === true || (coerce === "text" && isPlain(input)));
  return isText ? bigintOf(input) : undefined;
}

/** The value itself if it is a number. Adding 0 turns -0 into 0. */
export function exactNumber(input: unknown): number | undefined {
  if (typeof input === "number") return input + 0;
  if (typeof input !== "bigint") return undefined;
  const value = Number(input);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** The number that a value stands for. */
export function toNumber(input: unknown): number | undefined {
  if (typeof input === "boolean") return Number(input);
  return typeof input === "string" ? numberOf(input) : exactNumber(input);
}
