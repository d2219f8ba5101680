/**
 * Reads what is around the records of one JSON document, byte by byte, wherever its chunks end: checks that it is JSON,
 * and finds the array of the records. Its memory is a byte for each open container, and a key.
 */
import {
  ForbiddenKeyError,
  InvalidTypeError,
  JsonDecodeError,
  MissingKeyError,
  type ValidationError,
} from "../core/errors/errors.ts";

/** What is wrong with a document, and at which offset of the file. */
export class DocumentFault {
  readonly error: ValidationError;
  readonly offset: number;

  constructor(error: ValidationError, offset: number) {
    this.error = error;
    this.offset = offset;
  }
}

export const syntaxFault = (offset: number): DocumentFault =>
  new DocumentFault(new JsonDecodeError({ reason: "syntax" }), offset);
export const utf8Fault = (offset: number): DocumentFault =>
  new DocumentFault(new JsonDecodeError({ reason: "utf8" }), offset);

/** What the next byte belongs to. */
const VALUE = 0;
const FIRST_ITEM = 1;
const FIRST_KEY = 2;
const KEY = 3;
const COLON = 4;
const AFTER = 5;
const STRING = 6;
const ESCAPE = 7;
const HEX = 8;
const WORD = 9;
const MINUS = 10;
const ZERO = 11;
const INTEGER = 12;
const DOT = 13;
const FRACTION = 14;
const EXPONENT = 15;
const SIGN = 16;
const EXPONENT_DIGITS = 17;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
const isHexDigit = (byte: number): boolean => isDigit(byte) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);
const codes = (text: string): Uint8Array => new TextEncoder().encode(text);

const WORDS: ReadonlyMap<number, Uint8Array> = new Map(
  ["true", "false", "null"].map((word) => [word.charCodeAt(0), codes(word)]),
);
const ESCAPES: ReadonlySet<number> = new Set(codes('"\\/bfnrtu'));
const BOM = codes("\ufeff");
const INDEX = /^(?:0|[1-9]\d*)$/;

/** The type of the JSON value that begins with this byte, as `typeName` gives it; undefined if none does. */
function typeOf(byte: number): string | undefined {
  if (byte === OPEN_OBJECT) return "object";
  if (byte === OPEN_ARRAY) return "array";
  if (byte === QUOTE) return "string";
  if (byte === 0x6e) return "null";
  if (byte === 0x74 || byte === 0x66) return "boolean";
  return byte === 0x2d || isDigit(byte) ? "integer" : undefined;
}

/** Scans one document, without its records. */
export class DocumentScanner {
  readonly #tokens: readonly string[];
  readonly #maxDepth: number;
  /** The closing brackets of the open containers, the innermost last. */
  readonly #closings: number[] = [];
  /** The number of commas in each of them so far: the index of the current item of an array. */
  readonly #indexes: number[] = [];
  #state = VALUE;
  /** How many of the open containers, the outermost first, are on the path to the array. */
  #onPath = 0;
  /** True if the value that begins next is on the path. */
  #isNext = true;
  /** True if the open string is a key. */
  #isKey = false;
  /** Bytes of the open key, with its opening quote, if it may be on the path. */
  #key: number[] | undefined;
  /** The open word. A byte order mark is one that comes before the document. */
  #word: Uint8Array = BOM;
  /** Bytes of the word, or hexadecimal digits of the escape, that were read. */
  #read = 0;
  /** Bytes that are missing of the open character, and the range of the next one. */
  #missing = 0;
  #least = 0x80;
  #greatest = 0xbf;
  #characterAt = 0;
  /** The offset at which the innermost container on the path begins. */
  deepestAt = 0;
  /** The number of containers on the path there, itself included. */
  #deepest = 0;
  /** True when the array of the records has been found. */
  found = false;

  /**
   * @param tokens the path of the array: keys, and indexes as text.
   * @param maxDepth maximum number of levels.
   */
  constructor(tokens: readonly string[], maxDepth: number) {
    this.#tokens = tokens;
    this.#maxDepth = maxDepth;
  }

  /**
   * Reads bytes up to the end, or up to the first item of the array, which makes `found` true.
   * @param offset of the first byte in the file.
   * @returns how many bytes were read.
   * @throws DocumentFault
   */
  push(bytes: Uint8Array, offset: number): number {
    const hadFound = this.found;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      if (this.#state === STRING && byte !== QUOTE && byte !== BACKSLASH && byte >= 0x20 && byte < 0x80) {
        if (this.#missing === 0 && this.#key === undefined) continue;
      }
      this.#take(byte, offset + at);
      if (this.found && !hadFound) return at + 1;
    }
    return bytes.length;
  }

  /** The document begins inside the array of the records, whose path has keys only. */
  beginInside(): void {
    this.found = true;
    this.#onPath = this.#tokens.length;
    for (const _ of this.#tokens) {
      this.#closings.push(OPEN_OBJECT + 2);
      this.#indexes.push(0);
    }
  }

  /** The array of the records has ended. */
  closeArray(): void {
    this.#state = AFTER;
  }

  /**
   * The document ends.
   * @throws DocumentFault
   */
  end(offset: number): void {
    if (this.#missing > 0) throw utf8Fault(this.#characterAt);
    if (this.#closings.length > 0 || this.#state !== AFTER) throw syntaxFault(offset);
    if (this.found) return;
    const context = this.#tokens.slice(0, this.#deepest);
    throw new DocumentFault(new MissingKeyError({ context }), this.deepestAt);
  }

  #take(byte: number, offset: number): void {
    switch (this.#state) {
      case STRING:
        this.#string(byte, offset);
        return;
      case ESCAPE:
        if (!ESCAPES.has(byte)) throw this.#wrong(byte, offset);
        this.#read = 0;
        this.#state = byte === 0x75 ? HEX : STRING;
        this.#keep(byte);
        return;
      case HEX:
        if (!isHexDigit(byte)) throw this.#wrong(byte, offset);
        if (++this.#read === 4) this.#state = STRING;
        this.#keep(byte);
        return;
      case WORD:
        if (byte !== this.#word[this.#read]) throw this.#wrong(byte, offset);
        if (++this.#read === this.#word.length) this.#state = this.#word === BOM ? VALUE : AFTER;
        return;
      case VALUE:
      case FIRST_ITEM:
      case FIRST_KEY:
      case KEY:
      case COLON:
      case AFTER:
        if (!isSpace(byte)) this.#structure(byte, offset);
        return;
      default:
        if (this.#number(byte, offset)) return;
        this.#state = AFTER;
        if (!isSpace(byte)) this.#structure(byte, offset);
    }
  }

  #structure(byte: number, offset: number): void {
    const state = this.#state;
    const closing = this.#closings.at(-1);
    if (offset === 0 && byte === BOM[0]) {
      this.#beginWord(BOM);
    } else if (state === VALUE || (state === FIRST_ITEM && byte !== CLOSE_ARRAY)) {
      this.#value(byte, offset);
    } else if (state === COLON) {
      if (byte !== 0x3a) throw this.#wrong(byte, offset);
      this.#state = VALUE;
    } else if (byte === QUOTE && (state === KEY || state === FIRST_KEY)) {
      this.#beginString(true);
    } else if (state !== KEY && byte === closing) {
      this.#closings.pop();
      this.#indexes.pop();
      this.#onPath = Math.min(this.#onPath, this.#closings.length);
      this.#state = AFTER;
    } else if (state === AFTER && byte === COMMA && closing !== undefined) {
      this.#state = closing === CLOSE_ARRAY ? VALUE : KEY;
      this.#beginItem((this.#indexes.at(-1) as number) + 1);
    } else {
      throw this.#wrong(byte, offset);
    }
  }

  /** An item of the innermost container begins. If that is an object, the key says later whether it is on the path. */
  #beginItem(index: number): void {
    const last = this.#closings.length - 1;
    this.#indexes[last] = index;
    this.#isNext = this.#isInPath() && String(index) === this.#tokens[last];
  }

  /** True if the innermost open container is on the path. */
  #isInPath(): boolean {
    return this.#onPath === this.#closings.length;
  }

  #value(byte: number, offset: number): void {
    if (this.#isNext) this.#onTheWay(byte, offset);
    if (this.found && this.#isNext) return;
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      const depth = this.#closings.push(byte + 2);
      if (depth > this.#maxDepth) {
        const levels = { expected: this.#maxDepth, actual: this.#maxDepth + 1 };
        throw new DocumentFault(new JsonDecodeError({ reason: "depth", ...levels }), offset);
      }
      if (this.#isNext) this.#onPath = depth;
      this.#state = byte === OPEN_OBJECT ? FIRST_KEY : FIRST_ITEM;
      this.#beginItem(0);
    } else if (byte === QUOTE) {
      this.#beginString(false);
    } else if (byte === 0x2d) {
      this.#state = MINUS;
    } else if (isDigit(byte)) {
      this.#state = byte === 0x30 ? ZERO : INTEGER;
    } else {
      const word = WORDS.get(byte);
      if (word === undefined) throw this.#wrong(byte, offset);
      this.#beginWord(word);
    }
  }

  #beginWord(word: Uint8Array): void {
    this.#word = word;
    this.#read = 1;
    this.#state = WORD;
  }

  /** A value begins on the path: it is the array, or leads to it. */
  #onTheWay(byte: number, offset: number): void {
    const depth = this.#closings.length;
    const context = this.#tokens.slice(0, depth);
    // Duplicate keys: the last one is the value of a key, which would replace what was read before.
    if (this.found) throw new DocumentFault(new ForbiddenKeyError({ context }), offset);
    const next = this.#tokens[depth];
    if (byte === OPEN_ARRAY && next === undefined) {
      this.found = true;
      return;
    }
    const actual = typeOf(byte);
    if (actual === undefined) throw this.#wrong(byte, offset);
    const leads = byte === OPEN_OBJECT || (byte === OPEN_ARRAY && INDEX.test(next as string));
    if (next === undefined || !leads) {
      const expected = next === undefined ? "array" : "object";
      throw new DocumentFault(new InvalidTypeError({ expected, actual, context }), offset);
    }
    this.#deepest = depth + 1;
    this.deepestAt = offset;
  }

  #beginString(isKey: boolean): void {
    this.#state = STRING;
    this.#isKey = isKey;
    this.#key = isKey && this.#isInPath() ? [QUOTE] : undefined;
  }

  #string(byte: number, offset: number): void {
    if (this.#missing > 0) {
      if (byte < this.#least || byte > this.#greatest) throw utf8Fault(this.#characterAt);
      this.#least = 0x80;
      this.#greatest = 0xbf;
      this.#missing--;
    } else if (byte >= 0x80) this.#character(byte, offset);
    else if (byte < 0x20) throw syntaxFault(offset);
    this.#keep(byte);
    if (byte === BACKSLASH) this.#state = ESCAPE;
    else if (byte === QUOTE) this.#endString();
  }

  #character(lead: number, offset: number): void {
    const length = lengthOf(lead);
    if (length === 0) throw utf8Fault(offset);
    this.#characterAt = offset;
    this.#missing = length - 1;
    // The range of the second byte also excludes overlong forms, surrogates and code points beyond U+10FFFF.
    if (lead === 0xe0) this.#least = 0xa0;
    if (lead === 0xf0) this.#least = 0x90;
    if (lead === 0xed) this.#greatest = 0x9f;
    if (lead === 0xf4) this.#greatest = 0x8f;
  }

  #keep(byte: number): void {
    const key = this.#key;
    if (key === undefined) return;
    key.push(byte);
    // Each character of a key has at most six bytes for each UTF-16 unit: \u0061.
    const token = this.#tokens[this.#onPath - 1] as string;
    if (key.length > token.length * 6 + 2) this.#key = undefined;
  }

  #endString(): void {
    this.#state = this.#isKey ? COLON : AFTER;
    const key = this.#key;
    this.#isNext =
      key !== undefined &&
      JSON.parse(new TextDecoder().decode(Uint8Array.from(key))) === this.#tokens[this.#onPath - 1];
  }

  /** Returns false if the byte is after the number. */
  #number(byte: number, offset: number): boolean {
    const state = this.#state;
    const digit = isDigit(byte);
    const isExponent = (byte | 0x20) === 0x65;
    if (state === MINUS && digit) this.#state = byte === 0x30 ? ZERO : INTEGER;
    else if ((state === ZERO || state === INTEGER) && byte === 0x2e) this.#state = DOT;
    else if ((state === DOT || state === FRACTION) && digit) this.#state = FRACTION;
    else if ((state === ZERO || state === INTEGER || state === FRACTION) && isExponent) this.#state = EXPONENT;
    else if (state === EXPONENT && (byte === 0x2b || byte === 0x2d)) this.#state = SIGN;
    else if ((state === EXPONENT || state === SIGN || state === EXPONENT_DIGITS) && digit)
      this.#state = EXPONENT_DIGITS;
    else if (state === INTEGER && digit) return true;
    else if (state === ZERO || state === INTEGER || state === FRACTION || state === EXPONENT_DIGITS) return false;
    else throw this.#wrong(byte, offset);
    return true;
  }

  #wrong(byte: number, offset: number): DocumentFault {
    return byte >= 0x80 && lengthOf(byte) === 0 ? utf8Fault(offset) : syntaxFault(offset);
  }
}

/** The number of bytes of a character that begins with this byte; 0 if none does. */
function lengthOf(lead: number): number {
  if (lead < 0xc2) return 0;
  if (lead < 0xe0) return 2;
  if (lead < 0xf0) return 3;
  return lead < 0xf5 ? 4 : 0;
}
