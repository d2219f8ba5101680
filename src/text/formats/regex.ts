/**
 * Regular expressions of ECMA-262 with the `u` flag: those that `new RegExp(text, "u")` accepts. RegExp itself is not
 * used, because a text can make it slow: `\p{L}` takes 0.1 milliseconds and 10 kB each time, the characters of a class
 * quadratic time, and each refusal an exception.
 */
import type { Format } from "./format.ts";
import { canCompile, isProperty } from "./regex-engine.ts";
import { GroupNames } from "./regex-names.ts";

/** Maximum number of groups in V8. */
const MAX_GROUPS = 2 ** 15 - 1;
/** V8 treats a greater count as endless. */
const ENDLESS = 2 ** 31 - 1;

/** The first character of a name of a group, and the others. */
const NAME_START = /[$_\p{ID_Start}]/u;
const NAME_CONTINUE = /[$\p{ID_Continue}\p{Join_Control}]/u;

/** Returns whether the text can be compiled; it is never run. Takes time in proportion to the text. */
export const isRegex = (text: string): boolean => new Recognizer(text).accepts();

export const regex: Format = { label: "regular expression", test: isRegex };

/** A member of a class, or an escape: its character, or that it is a set of them. */
type Member = number | "set" | undefined;

const INVALID = undefined;

/**
 * Reads the text once, from the start to the end. Groups are counted, without recursion, because a text can nest them
 * very deep.
 */
class Recognizer {
  readonly #text: string;
  #at = 0;
  /** For each open group, whether it can be repeated: look-arounds cannot. */
  readonly #open: boolean[] = [];
  readonly #names = new GroupNames();
  #groups = 0;
  /** The highest group that is referenced. It may come later. */
  #highest = 0;
  readonly #references = new Set<string>();

  constructor(text: string) {
    this.#text = text;
  }

  accepts(): boolean {
    let isRepeatable: boolean | undefined = false;
    while (this.#at < this.#text.length) {
      isRepeatable = this.#term(isRepeatable);
      if (isRepeatable === undefined) return false;
    }
    if (this.#open.length > 0 || this.#highest > this.#groups) return false;
    for (const name of this.#references) if (!this.#names.has(name)) return false;
    return true;
  }

  #take(expected: string): boolean {
    if (!this.#text.startsWith(expected, this.#at)) return false;
    this.#at += expected.length;
    return true;
  }

  /** The next character, which may be half of a pair that is not whole. */
  #next(): number | undefined {
    const point = this.#text.codePointAt(this.#at);
    if (point !== undefined) this.#at += point > 0xffff ? 2 : 1;
    return point;
  }

  /**
   * Reads one more part.
   * @param isRepeatable whether a quantifier may stand here: whether the part before is a character, a set or a group.
   * @returns the same of this one; undefined if it is invalid.
   */
  #term(isRepeatable: boolean): boolean | undefined {
    const begin = this.#at;
    this.#next();
    switch (this.#text[begin]) {
      case "^":
      case "$":
        return false;
      case "|":
        this.#names.nextAlternative();
        return false;
      case "(":
        return this.#group() ? false : INVALID;
      case ")":
        return this.#close();
      case "*":
      case "+":
      case "?":
        return isRepeatable ? this.#repeat() : INVALID;
      case "{":
        return isRepeatable && this.#counts() ? this.#repeat() : INVALID;
      case "[":
        return this.#class() ? true : INVALID;
      case "\\":
        return this.#escape();
      case "]":
      case "}":
        return INVALID;
      default:
        return true;
    }
  }

  /** After a quantifier: it may be a lazy one. */
  #repeat(): boolean {
    this.#take("?");
    return false;
  }

  /** The rest of `{2}`, `{2,}`, `{2,3}`. */
  #counts(): boolean {
    const least = this.#decimal();
    if (least === undefined) return false;
    if (this.#take("}")) return true;
    if (!this.#take(",")) return false;
    if (this.#take("}")) return true;
    const most = this.#decimal();
    return most !== undefined && this.#take("}") && Math.min(least, ENDLESS) <= Math.min(most, ENDLESS);
  }

  #decimal(): number | undefined {
    const begin = this.#at;
    let value = 0;
    for (; isDigit(this.#text.charCodeAt(this.#at)); this.#at++) {
      value = value * 10 + this.#text.charCodeAt(this.#at) - 0x30;
    }
    return this.#at === begin ? undefined : value;
  }

  /** After `(`. */
  #group(): boolean {
    let isRepeatable = true;
    let name: string | undefined;
    if (!this.#take("?")) this.#groups++;
    else if (this.#take("=") || this.#take("!") || this.#take("<=") || this.#take("<!")) isRepeatable = false;
    else if (this.#take("<")) {
      this.#groups++;
      name = this.#name();
      if (name === undefined) return false;
    } else if (!this.#take(":") && !this.#modifiers()) return false;
    if (name !== undefined && !this.#names.add(name)) return false;
    if (this.#groups > MAX_GROUPS) return false;
    this.#open.push(isRepeatable);
    this.#names.openGroup();
    return true;
  }

  /** `ims-ims:`, each at most once, and at least one. */
  #modifiers(): boolean {
    const begin = this.#at;
    const seen = new Set<string>();
    let hasMinus = false;
    for (; !this.#take(":"); this.#at++) {
      const letter = this.#text.charAt(this.#at);
      const isSecondMinus = letter === "-" && hasMinus;
      if (isSecondMinus || seen.has(letter) || letter === "" || !"ims-".includes(letter)) return false;
      if (letter === "-") hasMinus = true;
      else seen.add(letter);
    }
    return seen.size > 0 && canCompile(`(?${this.#text.slice(begin, this.#at)})`);
  }

  #close(): boolean | undefined {
    this.#names.closeGroup();
    // There is none if no group is open.
    return this.#open.pop();
  }

  /** The name of a group, with the bracket behind it. */
  #name(): string | undefined {
    let name = "";
    while (!this.#take(">")) {
      let point = this.#next();
      if (point === 0x5c) point = this.#take("u") ? this.#unicode() : INVALID;
      if (point === undefined) return INVALID;
      const character = String.fromCodePoint(point);
      if (!(name === "" ? NAME_START : NAME_CONTINUE).test(character)) return INVALID;
      name += character;
    }
    return name === "" ? INVALID : name;
  }

  /** After a backslash, outside of classes. */
  #escape(): boolean | undefined {
    if (this.#take("b") || this.#take("B")) return false;
    if (this.#take("k")) {
      const name = this.#take("<") ? this.#name() : INVALID;
      if (name === undefined) return INVALID;
      this.#references.add(name);
      return true;
    }
    const digit = this.#text.charCodeAt(this.#at);
    if (isDigit(digit) && digit !== 0x30) {
      this.#highest = Math.max(this.#highest, this.#decimal() as number);
      return true;
    }
    return this.#character("") === undefined ? INVALID : true;
  }

  /** After `[`. */
  #class(): boolean {
    this.#take("^");
    while (!this.#take("]")) {
      const first = this.#member();
      if (first === undefined) return false;
      if (this.#text[this.#at] !== "-" || this.#text[this.#at + 1] === "]") continue;
      this.#at++;
      const last = this.#member();
      if (typeof first !== "number" || typeof last !== "number" || first > last) return false;
    }
    return true;
  }

  #member(): Member {
    const point = this.#next();
    if (point !== 0x5c) return point;
    return this.#take("b") ? 0x8 : this.#character("-");
  }

  /**
   * After a backslash: a character or a set of them, as it may stand in a class and outside.
   * @param also the characters that may be escaped here, beside those that mean something.
   */
  #character(also: string): Member {
    const point = this.#next();
    if (point === undefined) return INVALID;
    const letter = String.fromCodePoint(point);
    if ("dDsSwW".includes(letter)) return "set";
    if ("pP".includes(letter)) return this.#property();
    const control = "tnvfr".indexOf(letter);
    if (control >= 0) return 0x9 + control;
    if (letter === "c")
      return this.#matching(/[a-zA-Z]/y) === undefined ? INVALID : this.#text.charCodeAt(this.#at - 1) % 32;
    if (letter === "0") return isDigit(this.#text.charCodeAt(this.#at)) ? INVALID : 0;
    if (letter === "x") return this.#hex(/[0-9a-fA-F]{2}/y);
    if (letter === "u") return this.#unicode();
    return `^$\\.*+?()[]{}|/${also}`.includes(letter) ? point : INVALID;
  }

  #property(): Member {
    const name = this.#matching(/\{[A-Za-z0-9_=]{1,64}\}/y);
    return name !== undefined && isProperty(name) ? "set" : INVALID;
  }

  /** After `\u`. Two escapes that form a surrogate pair are one character. */
  #unicode(): number | undefined {
    if (this.#take("{")) {
      const point = this.#hex(/[0-9a-fA-F]+/y);
      return point !== undefined && point <= 0x10ffff && this.#take("}") ? point : INVALID;
    }
    const first = this.#hex(/[0-9a-fA-F]{4}/y);
    if (first === undefined || first < 0xd800 || first > 0xdbff) return first;
    const second = this.#matching(/\\u[dD][c-fC-F][0-9a-fA-F]{2}/y);
    if (second === undefined) return first;
    return 0x10000 + ((first - 0xd800) << 10) + (Number.parseInt(second.slice(2), 16) - 0xdc00);
  }

  #hex(digits: RegExp): number | undefined {
    const text = this.#matching(digits);
    return text === undefined ? INVALID : Number.parseInt(text, 16);
  }

  /** The text that matches here, if any. */
  #matching(sticky: RegExp): string | undefined {
    sticky.lastIndex = this.#at;
    const found = sticky.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }
}

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;
