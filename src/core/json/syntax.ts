/**
 * Finds the offset at which a text stops being JSON. The messages of `JSON.parse` are not used, because they differ
 * between JavaScript engines and quote the input. Called only after `JSON.parse` or `TextDecoder` has refused a text,
 * and never disagrees with them.
 */
import { afterSpace, isDigit } from "./scan.ts";

/**
 * The offset of the first character that makes a text invalid JSON.
 *
 * @returns -1 exactly if `JSON.parse` accepts the text, else a 0-based offset in UTF-16 units: the length of the text
 *   if it ends too early
 */
export const syntaxOffset = (text: string): number => new Scanner(text).scan();

/**
 * The offset of the first byte of the first sequence that is not UTF-8.
 *
 * @param bytes - anything
 * @returns -1 exactly if a fatal `TextDecoder` accepts the bytes
 */
export function utf8Offset(bytes: Uint8Array): number {
  const end = bytes.length;
  for (let at = 0; at < end; ) {
    const lead = bytes[at] as number;
    if (lead < 0x80) {
      at++;
      continue;
    }
    const length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
    if (length === 0 || at + length > end) return at;
    // The range of the second byte also excludes overlong forms, surrogates and code points beyond U+10FFFF.
    const second = bytes[at + 1] as number;
    const least = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
    const greatest = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
    if (second < least || second > greatest) return at;
    for (let next = 2; next < length; next++) if (((bytes[at + next] as number) & 0xc0) !== 0x80) return at;
    at += length;
  }
  return -1;
}

const OBJECT_END = 0x7d;

/** One pass over the text, by the grammar of RFC 8259. It stops with `#at` at the first wrong character. */
class Scanner {
  readonly #text: string;
  #at = 0;
  // The closing brackets of the open containers, innermost last. Not many, because the depth limit was checked before.
  readonly #closings: number[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  scan(): number {
    return this.#document() ? -1 : this.#at;
  }

  #document(): boolean {
    const closings = this.#closings;
    for (;;) {
      // A value must follow here; after the opening bracket of a non-empty container, another one.
      const unit = this.#space();
      if (unit === 0x7b || unit === 0x5b) {
        const closing = unit + 2;
        closings.push(closing);
        this.#at++;
        if (this.#space() !== closing) {
          if (closing === OBJECT_END && !this.#key()) return false;
          continue;
        }
        this.#at++;
        closings.pop();
      } else if (!this.#scalar(unit)) {
        return false;
      }
      // A value has ended here. Closing brackets may follow; each ends a container.
      for (;;) {
        const next = this.#space();
        const closing = closings.at(-1);
        if (closing === undefined) return Number.isNaN(next);
        if (next !== closing && next !== 0x2c) return false;
        this.#at++;
        if (next === 0x2c) {
          if (closing === OBJECT_END) {
            this.#space();
            if (!this.#key()) return false;
          }
          break;
        }
        closings.pop();
      }
    }
  }

  /** Skips white space and returns the character after it, NaN at the end. */
  #space(): number {
    this.#at = afterSpace(this.#text, this.#at);
    return this.#text.charCodeAt(this.#at);
  }

  #key(): boolean {
    if (!this.#string()) return false;
    if (this.#space() !== 0x3a) return false;
    this.#at++;
    return true;
  }

  #scalar(unit: number): boolean {
    if (unit === 0x22) return this.#string();
    if (unit === 0x74) return this.#word("true");
    if (unit === 0x66) return this.#word("false");
    if (unit === 0x6e) return this.#word("null");
    return this.#number();
  }

  #word(word: string): boolean {
    for (let index = 0; index < word.length; index++) {
      if (this.#text.charCodeAt(this.#at) !== word.charCodeAt(index)) return false;
      this.#at++;
    }
    return true;
  }

  #number(): boolean {
    this.#skip(0x2d);
    if (!this.#skip(0x30) && !this.#digits()) return false;
    if (this.#skip(0x2e) && !this.#digits()) return false;
    if (this.#skip(0x65) || this.#skip(0x45)) {
      if (!this.#skip(0x2b)) this.#skip(0x2d);
      return this.#digits();
    }
    return true;
  }

  #skip(unit: number): boolean {
    if (this.#text.charCodeAt(this.#at) !== unit) return false;
    this.#at++;
    return true;
  }

  #digits(): boolean {
    const start = this.#at;
    while (isDigit(this.#text.charCodeAt(this.#at))) this.#at++;
    return this.#at > start;
  }

  #string(): boolean {
    if (!this.#skip(0x22)) return false;
    for (;;) {
      const unit = this.#text.charCodeAt(this.#at);
      // Written so that NaN, the end of the text, is refused too.
      if (!(unit >= 0x20)) return false;
      if (unit === 0x5c) {
        this.#at++;
        if (!this.#escape()) return false;
        continue;
      }
      this.#at++;
      if (unit === 0x22) return true;
    }
  }

  #escape(): boolean {
    if (this.#skip(0x75)) {
      for (let digits = 0; digits < 4; digits++) {
        if (!isHexDigit(this.#text.charCodeAt(this.#at))) return false;
        this.#at++;
      }
      return true;
    }
    const unit = this.#text[this.#at];
    if (unit === undefined || !'"\\/bfnrt'.includes(unit)) return false;
    this.#at++;
    return true;
  }
}

const isHexDigit = (unit: number): boolean => isDigit(unit) || ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x66);
