/** The syntax of regular expressions with JavaScript's flag `u` or `v`. Other patterns are rewritten: legacy.ts. */
import {
  ALL,
  Characters,
  type CodePointRanges,
  complement,
  DIGITS,
  FOLDED_WORD,
  folded,
  LINE_ENDS,
  SPACES,
  union,
  WORD,
} from "./characters.ts";

/**
 * The classes of characters on one side of a position, as far as assertions need them: bits. `nothing` is an end of the
 * text.
 */
export const Side = { word: 1, foldedWord: 2, lineEnd: 4, nothing: 8 } as const;

/** The characters of each side. */
export const SIDES: readonly (readonly [side: number, characters: Characters])[] = [
  [Side.word, /*#__PURE__*/ new Characters("\\w", "u", WORD)],
  [Side.foldedWord, /*#__PURE__*/ new Characters("\\w", "iu", FOLDED_WORD)],
  [Side.lineEnd, /*#__PURE__*/ new Characters("[\\n\\r\\u2028\\u2029]", "u", LINE_ENDS)],
];

/**
 * Holds at a position where the character before it, or after it, is one of `sides`; for `one`, where exactly one of
 * the two is; for `both`, where both or neither are.
 */
export interface Assertion {
  readonly kind: "assertion";
  readonly of: "before" | "ahead" | "one" | "both";
  readonly sides: number;
}

/** A part of a pattern. Captures and greediness are left out: they do not change whether a text matches. */
export type Part =
  | Assertion
  | { readonly kind: "characters"; readonly set: Characters }
  | { readonly kind: "sequence" | "choice"; readonly members: readonly Part[] }
  | { readonly kind: "repeat"; readonly body: Part; readonly least: number; readonly most: number }
  | { readonly kind: "look"; readonly body: Part; readonly behind: boolean }
  /** A back-reference: reads what one of the groups has captured, or nothing. */
  | { readonly kind: "reference"; readonly groups: readonly Part[] };

/** Groups nested deeper are not supported, so that no recursion over parts can overflow the stack. */
const MAX_DEPTH = 250;

class Unsupported extends Error {}

/**
 * The parts of a pattern.
 * @param source a regular expression that `new RegExp` has accepted with these flags and `u` or `v`.
 * @param units true if it is read without these two, as code units.
 * @returns undefined if it is not supported: groups nested very deep, and sets of strings (`v`).
 */
export function parsePattern(source: string, flags: string, units = false): Part | undefined {
  try {
    return new Parser(source, flags, units).parse();
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
}

const isDigit = (character: string | undefined): boolean => character !== undefined && /^[0-9]$/.test(character);

const CONTROLS: ReadonlyMap<string, number> = new Map([
  ["n", 0xa],
  ["r", 0xd],
  ["t", 0x9],
  ["v", 0xb],
  ["f", 0xc],
  ["b", 0x8],
  ["0", 0],
]);

class Parser {
  readonly #characters: readonly string[];
  readonly #units: boolean;
  readonly #hasSets: boolean;
  #ignoreCase: boolean;
  #multiline: boolean;
  #dotAll: boolean;
  #at = 0;
  #depth = 0;
  /** The capturing groups, by number and by name. */
  readonly #groups = new Map<string, Part[]>();
  #groupCount = 0;
  /** By key: the one object for all equal sets. */
  readonly #sets = new Map<string, Characters>();

  constructor(source: string, flags: string, units: boolean) {
    this.#characters = units ? source.split("") : [...source];
    this.#units = units;
    this.#hasSets = flags.includes("v");
    this.#ignoreCase = flags.includes("i");
    this.#multiline = flags.includes("m");
    this.#dotAll = flags.includes("s");
  }

  parse(): Part {
    const root = this.#choice();
    if (this.#peek() !== undefined) throw new Unsupported();
    return root;
  }

  #peek(ahead = 0): string | undefined {
    return this.#characters.at(this.#at + ahead);
  }

  #next(): string {
    const character = this.#characters.at(this.#at++);
    if (character === undefined) throw new Unsupported();
    return character;
  }

  #take(text: string): boolean {
    for (let at = 0; at < text.length; at++) if (this.#peek(at) !== text[at]) return false;
    this.#at += text.length;
    return true;
  }

  /** Skips the next character `end`, and returns the text before it. */
  #until(end: string): string {
    const begin = this.#at;
    while (this.#next() !== end);
    return this.#characters.slice(begin, this.#at - 1).join("");
  }

  #choice(): Part {
    if (++this.#depth > MAX_DEPTH) throw new Unsupported();
    const members = [this.#sequence()];
    while (this.#take("|")) members.push(this.#sequence());
    this.#depth--;
    return members.length === 1 ? (members[0] as Part) : { kind: "choice", members };
  }

  #sequence(): Part {
    const members: Part[] = [];
    for (let next = this.#peek(); next !== undefined && next !== "|" && next !== ")"; next = this.#peek()) {
      members.push(this.#term());
    }
    return members.length === 1 ? (members[0] as Part) : { kind: "sequence", members };
  }

  #term(): Part {
    const line = this.#multiline ? Side.lineEnd : 0;
    if (this.#take("^")) return { kind: "assertion", of: "before", sides: Side.nothing | line };
    if (this.#take("$")) return { kind: "assertion", of: "ahead", sides: Side.nothing | line };
    const word = this.#ignoreCase && !this.#units ? Side.foldedWord : Side.word;
    if (this.#take("\\b")) return { kind: "assertion", of: "one", sides: word };
    if (this.#take("\\B")) return { kind: "assertion", of: "both", sides: word };
    if (this.#take("(")) return this.#quantified(this.#group());
    return this.#quantified(this.#reference() ?? { kind: "characters", set: this.#atom() });
  }

  #group(): Part {
    const [ignoreCase, multiline, dotAll] = [this.#ignoreCase, this.#multiline, this.#dotAll];
    let look: { readonly kind: "look"; readonly behind: boolean } | undefined;
    let name: string | undefined;
    if (this.#take("?=") || this.#take("?!")) look = { kind: "look", behind: false };
    else if (this.#take("?<=") || this.#take("?<!")) look = { kind: "look", behind: true };
    else if (this.#take("?<")) name = this.#until(">");
    else if (this.#take("?")) this.#modify(this.#until(":"));
    else name = "";
    const number = name === undefined ? 0 : ++this.#groupCount;
    const body = this.#choice();
    if (!this.#take(")")) throw new Unsupported();
    if (number > 0) this.#groupsOf(String(number)).push(body);
    if (name) this.#groupsOf(name).push(body);
    this.#ignoreCase = ignoreCase;
    this.#multiline = multiline;
    this.#dotAll = dotAll;
    return look === undefined ? body : { ...look, body };
  }

  /** Changes flags for one group: `(?i-s:...)`. */
  #modify(modifiers: string): void {
    const [on = "", off = ""] = modifiers.split("-");
    const now = (flag: string, before: boolean): boolean => (before || on.includes(flag)) && !off.includes(flag);
    this.#ignoreCase = now("i", this.#ignoreCase);
    this.#multiline = now("m", this.#multiline);
    this.#dotAll = now("s", this.#dotAll);
  }

  /** The list of groups of a name. It may be empty at first, as a reference may come before its group. */
  #groupsOf(name: string): Part[] {
    const groups = this.#groups.get(name) ?? [];
    this.#groups.set(name, groups);
    return groups;
  }

  #reference(): Part | undefined {
    if (this.#peek() !== "\\") return undefined;
    if (this.#take("\\k<")) return { kind: "reference", groups: this.#groupsOf(this.#until(">")) };
    if (!isDigit(this.#peek(1)) || this.#peek(1) === "0") return undefined;
    const begin = ++this.#at;
    while (isDigit(this.#peek())) this.#at++;
    const number = Number(this.#characters.slice(begin, this.#at).join(""));
    return { kind: "reference", groups: this.#groupsOf(String(number)) };
  }

  #quantified(body: Part): Part {
    let [least, most] = [0, Number.POSITIVE_INFINITY];
    if (this.#take("+")) least = 1;
    else if (this.#take("?")) most = 1;
    else if (this.#take("{")) {
      const [from, to] = this.#until("}").split(",");
      least = Number(from);
      most = to === undefined ? least : to === "" ? most : Number(to);
    } else if (!this.#take("*")) return body;
    this.#take("?");
    // A fixed count of a fixed count is one repetition, so a search need not walk the inner group.
    if (least === most && body.kind === "repeat" && body.least === body.most) {
      return { ...body, least: body.least * least, most: body.most * most };
    }
    return { kind: "repeat", body, least, most };
  }

  /** The set of characters that an atom matches. */
  #atom(): Characters {
    const begin = this.#at;
    const first = this.#next();
    let bounds: CodePointRanges | undefined;
    if (first === "[") bounds = this.#hasSets ? this.#classOfSets() : this.#class();
    else if (first === ".") bounds = this.#dotAll ? ALL : complement(LINE_ENDS);
    else {
      const one = first === "\\" ? this.#escape() : (first.codePointAt(0) as number);
      bounds = typeof one === "number" ? this.#only(one) : one;
    }
    return this.#characterSet(this.#characters.slice(begin, this.#at).join(""), bounds);
  }

  #characterSet(source: string, bounds: CodePointRanges | undefined): Characters {
    const flags = (this.#ignoreCase ? "i" : "") + (this.#units ? "" : this.#hasSets ? "v" : "u");
    const key = bounds?.join() ?? `${flags} ${source}`;
    let set = this.#sets.get(key);
    if (set === undefined) {
      if (bounds === undefined && this.#hasSets) refuseStrings(source, flags);
      set = new Characters(source, flags, bounds);
      this.#sets.set(key, set);
    }
    return set;
  }

  #only(point: number): CodePointRanges | undefined {
    return this.#range(point, point);
  }

  #range(first: number, last: number): CodePointRanges | undefined {
    const range = [first, last + 1];
    if (!this.#ignoreCase) return range;
    return last < 0x80 ? folded(range, this.#units) : undefined;
  }

  /** A class, after its opening bracket. */
  #class(): CodePointRanges | undefined {
    const isNegated = this.#take("^");
    const sets: (CodePointRanges | undefined)[] = [];
    while (!this.#take("]")) {
      const first = this.#member();
      if (typeof first === "number" && this.#peek() === "-" && this.#peek(1) !== "]") {
        this.#at++;
        const last = this.#member();
        if (typeof last !== "number") throw new Unsupported();
        sets.push(this.#range(first, last));
      } else {
        sets.push(typeof first === "number" ? this.#only(first) : first);
      }
    }
    const known = sets.filter((set) => set !== undefined);
    if (known.length < sets.length) return undefined;
    return isNegated ? complement(union(...known)) : union(...known);
  }

  /** As `#class`, for the flag `v`. Only RegExp knows the characters of a class that the flag `u` would not allow. */
  #classOfSets(): CodePointRanges | undefined {
    const begin = this.#at;
    for (let depth = 1; depth > 0; ) {
      const next = this.#next();
      if (next === "\\") this.#at++;
      else if (next === "[") depth++;
      else if (next === "]") depth--;
    }
    const end = this.#at;
    if (/\[|--|&&|\\[pPq]/.test(this.#characters.slice(begin, end).join(""))) return undefined;
    this.#at = begin;
    return this.#class();
  }

  /** A member of a class: a character, or a set of them. */
  #member(): number | CodePointRanges | undefined {
    const first = this.#next();
    return first === "\\" ? this.#escape() : (first.codePointAt(0) as number);
  }

  /** The rest of an escape: a character, or a set of them. */
  #escape(): number | CodePointRanges | undefined {
    const name = this.#next();
    switch (name) {
      case "d":
        return DIGITS;
      case "D":
        return complement(DIGITS);
      case "s":
        return SPACES;
      case "S":
        return complement(SPACES);
      case "w":
        return this.#word();
      case "W":
        return complement(this.#word());
      case "p":
      case "P":
        this.#until("}");
        return undefined;
      case "x":
        return this.#hex(2);
      case "u":
        return this.#unicode();
      case "c":
        return (this.#next().codePointAt(0) as number) & 0x1f;
      default:
        return CONTROLS.get(name) ?? (name.codePointAt(0) as number);
    }
  }

  #word(): CodePointRanges {
    return this.#ignoreCase && !this.#units ? FOLDED_WORD : WORD;
  }

  /** The character of a `\u` escape. Two escapes that form a surrogate pair are one character. */
  #unicode(): number {
    if (this.#take("{")) return Number.parseInt(this.#until("}"), 16);
    const first = this.#hex(4);
    if (this.#units || first < 0xd800 || first > 0xdbff || this.#peek() !== "\\" || this.#peek(1) !== "u") return first;
    const at = this.#at;
    this.#at += 2;
    const second = this.#peek() === "{" ? 0 : this.#hex(4);
    if (second >= 0xdc00 && second <= 0xdfff) return 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
    this.#at = at;
    return first;
  }

  #hex(size: number): number {
    this.#at += size;
    return Number.parseInt(this.#characters.slice(this.#at - size, this.#at).join(""), 16);
  }
}

/** Throws for a set that may match several characters, or none: RegExp does not allow complements of such sets. */
function refuseStrings(source: string, flags: string): void {
  try {
    new RegExp(`[^${source}]`, flags);
  } catch {
    throw new Unsupported();
  }
}
