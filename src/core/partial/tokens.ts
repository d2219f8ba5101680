/** Reads JSON text in parts that may end anywhere: each unit of the text is looked at once. */
import { isDigit } from "../json/scan.ts";

/** What a text consists of, in its order. */
export interface Listener {
  /** An array or object begins. */
  open(isArray: boolean): void;
  /** It ends. */
  close(): void;
  /** The key of the next member of an object. */
  key(key: string): void;
  /** A value without members. `token`: the spelling of a number. */
  scalar(value: unknown, token?: string): void;
}

/** What has to come next. */
const State = {
  value: 0,
  /** A value, or the end of an empty array. */
  item: 1,
  /** A key, or the end of an empty object. */
  key: 2,
  /** A key, behind a comma. */
  nextKey: 3,
  colon: 4,
  /** A comma, or the end of the container. */
  comma: 5,
  /** White space, behind the value. */
  end: 6,
  string: 7,
  escape: 8,
  hex: 9,
  number: 10,
  word: 11,
} as const;

/** The parts of a number: what was read last. Those before `int` may not end one, except for `zero`. */
const Part = { minus: 0, dot: 1, e: 2, sign: 3, zero: 4, int: 5, fraction: 6, exponent: 7 } as const;

const WORDS: Readonly<Record<string, readonly [word: string, value: unknown]>> = {
  t: ["true", true],
  f: ["false", false],
  n: ["null", null],
};

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

const isSpace = (unit: number): boolean => unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
const isHigh = (unit: number): boolean => (unit & 0xfc00) === 0xd800;
const isLow = (unit: number): boolean => (unit & 0xfc00) === 0xdc00;

/** The part of a number that `unit` continues it with; undefined if it does not. */
function nextPart(part: number, unit: number): number | undefined {
  if (isDigit(unit)) {
    if (part === Part.minus) return unit === 0x30 ? Part.zero : Part.int;
    if (part === Part.zero) return undefined;
    if (part === Part.dot) return Part.fraction;
    return part === Part.e || part === Part.sign ? Part.exponent : part;
  }
  const isWhole = part === Part.zero || part === Part.int;
  if (unit === 0x2e) return isWhole ? Part.dot : undefined;
  if ((unit | 0x20) === 0x65) return isWhole || part === Part.fraction ? Part.e : undefined;
  return (unit === 0x2b || unit === 0x2d) && part === Part.e ? Part.sign : undefined;
}

export class Tokens {
  readonly #to: Listener;
  readonly #maxDepth: number;
  #state: number = State.value;
  /** Whether each open container is an array. */
  readonly #open: boolean[] = [];
  /** The units before the part that is read. */
  #read = 0;
  /** The text of a string or number so far, and whether the string is a key. */
  #text = "";
  #isKey = false;
  /** The first half of a character whose other half may follow. */
  #held = "";
  #part: number = Part.minus;
  #word: readonly [word: string, value: unknown] = ["", undefined];
  /** How much of the word, or of the digits of an escape, was read; and the number of those digits. */
  #count = 0;
  #unit = 0;
  /** The number of code points of the open string, or a few less. */
  points = 0;
  /** The offset of the string that was opened last. */
  stringAt = 0;

  constructor(to: Listener, maxDepth: number) {
    this.#to = to;
    this.#maxDepth = maxDepth;
  }

  /** The value has ended. A number that is the whole text has not as long as more digits may come. */
  get isWhole(): boolean {
    return this.#state === State.end;
  }

  #isInString(): boolean {
    return this.#state === State.string || this.#state === State.escape || this.#state === State.hex;
  }

  /** The text so far of a string that has not ended, without half a character; undefined if there is none. */
  get openText(): string | undefined {
    return this.#isInString() && !this.#isKey ? this.#text : undefined;
  }

  /** A key has not ended. */
  get isInKey(): boolean {
    return this.#isInString() && this.#isKey;
  }

  /** Reads the next part. Returns false if the text is not JSON, or too deep; then nothing more can be read. */
  push(text: string): boolean {
    let at = 0;
    while (at < text.length) {
      const next = this.#step(text, at);
      if (next < 0) return false;
      at = next;
    }
    this.#read += text.length;
    return true;
  }

  /** Returns the offset behind what was read, or -1. */
  #step(text: string, at: number): number {
    const unit = text.charCodeAt(at);
    switch (this.#state) {
      case State.string:
        return this.#run(text, at);
      case State.escape:
        return this.#escape(text, at);
      case State.hex:
        return this.#hex(unit) ? at + 1 : -1;
      case State.number:
        return this.#number(text, at);
      case State.word: {
        const [word, value] = this.#word;
        if (text[at] !== word[this.#count]) return -1;
        if (++this.#count === word.length) this.#scalar(value);
        return at + 1;
      }
    }
    if (isSpace(unit)) return at + 1;
    return this.#begin(text, at, unit) ? at + 1 : -1;
  }

  /** Reads a character that is no white space, between values. */
  #begin(text: string, at: number, unit: number): boolean {
    switch (this.#state) {
      case State.key:
      case State.nextKey:
        if (unit === 0x22) return this.#beginString(at, true);
        return unit === 0x7d && this.#state === State.key && this.#close(false);
      case State.colon:
        this.#state = State.value;
        return unit === 0x3a;
      case State.comma: {
        const isArray = this.#open.at(-1) as boolean;
        if (unit !== 0x2c) return this.#close(isArray, unit);
        this.#state = isArray ? State.value : State.nextKey;
        return true;
      }
      case State.end:
        return false;
    }
    if (unit === 0x5d && this.#state === State.item) return this.#close(true);
    if (unit === 0x5b || unit === 0x7b) return this.#begins(unit === 0x5b);
    if (unit === 0x22) return this.#beginString(at, false);
    const character = text[at] as string;
    if (unit === 0x2d || isDigit(unit)) {
      this.#state = State.number;
      this.#part = unit === 0x2d ? Part.minus : unit === 0x30 ? Part.zero : Part.int;
      this.#text = character;
      return true;
    }
    if (!Object.hasOwn(WORDS, character)) return false;
    this.#word = WORDS[character] as readonly [string, unknown];
    this.#count = 1;
    this.#state = State.word;
    return true;
  }

  #begins(isArray: boolean): boolean {
    if (this.#open.length >= this.#maxDepth) return false;
    this.#open.push(isArray);
    this.#state = isArray ? State.item : State.key;
    this.#to.open(isArray);
    return true;
  }

  #close(isArray: boolean, unit = isArray ? 0x5d : 0x7d): boolean {
    if (unit !== (isArray ? 0x5d : 0x7d)) return false;
    this.#open.pop();
    this.#state = this.#open.length === 0 ? State.end : State.comma;
    this.#to.close();
    return true;
  }

  #scalar(value: unknown, token?: string): void {
    this.#state = this.#open.length === 0 ? State.end : State.comma;
    this.#to.scalar(value, token);
  }

  #beginString(at: number, isKey: boolean): boolean {
    this.#state = State.string;
    this.#isKey = isKey;
    this.#text = this.#held = "";
    this.points = 0;
    this.stringAt = this.#read + at;
    return true;
  }

  /** Reads a string up to an escape, its end or that of the part. */
  #run(text: string, start: number): number {
    let at = start;
    for (; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === 0x22 || unit === 0x5c) break;
      if (unit < 0x20) return -1;
    }
    this.#append(text.slice(start, at));
    if (at === text.length) return at;
    if (text.charCodeAt(at) === 0x5c) this.#state = State.escape;
    else this.#endString();
    return at + 1;
  }

  #endString(): void {
    const text = this.#text + this.#held;
    this.#text = this.#held = "";
    if (!this.#isKey) {
      this.#scalar(text);
      return;
    }
    this.#state = State.colon;
    this.#to.key(text);
  }

  #append(more: string): void {
    if (more.length === 0) return;
    for (let index = 0; index < more.length; index++) if (!isLow(more.charCodeAt(index))) this.points++;
    const isSplit = isHigh(more.charCodeAt(more.length - 1));
    this.#text += this.#held + (isSplit ? more.slice(0, -1) : more);
    this.#held = isSplit ? (more.at(-1) as string) : "";
  }

  #escape(text: string, at: number): number {
    const character = text[at] as string;
    if (character === "u") {
      this.#state = State.hex;
      this.#count = this.#unit = 0;
      return at + 1;
    }
    if (!Object.hasOwn(ESCAPES, character)) return -1;
    this.#append(ESCAPES[character] as string);
    this.#state = State.string;
    return at + 1;
  }

  #hex(unit: number): boolean {
    const digit = isDigit(unit) ? unit - 0x30 : (unit | 0x20) - 0x57;
    if (!isDigit(unit) && (digit < 10 || digit > 15)) return false;
    this.#unit = this.#unit * 16 + digit;
    if (++this.#count < 4) return true;
    this.#append(String.fromCharCode(this.#unit));
    this.#state = State.string;
    return true;
  }

  #number(text: string, start: number): number {
    let at = start;
    for (; at < text.length; at++) {
      const next = nextPart(this.#part, text.charCodeAt(at));
      if (next === undefined) break;
      this.#part = next;
    }
    this.#text += text.slice(start, at);
    if (at === text.length) return at;
    // What follows a number is read as what follows any value.
    if (this.#part < Part.zero) return -1;
    const token = this.#text;
    this.#text = "";
    this.#scalar(Number(token), token);
    return at;
  }
}
