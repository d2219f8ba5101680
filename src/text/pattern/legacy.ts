/**
 * Rewrites a pattern without the flag `u` so that the flag allows it: Annex B of ECMAScript lets such patterns have
 * escapes of any character, octal escapes, and braces and brackets that stand for themselves. The result means the same
 * without the flag.
 */

/** Syntax that the flag `u` refuses, and its replacement. */
export interface Change {
  readonly found: string;
  readonly written: string;
}

export interface Rewritten {
  readonly source: string;
  /** The first replacement; undefined if there was none. */
  readonly change: Change | undefined;
}

/** @param source a regular expression that `new RegExp` has accepted without the flags `u` and `v`. */
export function withUnicodeSyntax(source: string): Rewritten {
  return new Rewriter(source).rewrite();
}

const QUANTIFIER = /\{\d+(?:,\d*)?\}/y;
const NAME = /\(\?<(?![=!])[^>]*>/y;
const LOOK_AHEAD = /\(\?[=!]/y;
const BACK_REFERENCE = /\\[1-9]\d*/y;
const OCTAL = /\\(?:[0-3][0-7]{0,2}|[4-7][0-7]?)/y;
/** Escapes that mean the same with and without the flag. */
const SAME = /\\(?:[dDsSwWfnrtv^$\\.*+?()[\]{}|/]|c[A-Za-z]|x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|0(?!\d))/y;
const SETS = /^\\[dDsSwW]$/;

class Rewriter {
  readonly #source: string;
  readonly #groups: number;
  readonly #hasNames: boolean;
  #at = 0;
  #change: Change | undefined;

  constructor(source: string) {
    this.#source = source;
    // Escapes and classes first, so that a bracket in them opens no group.
    const skeleton = source.replace(/\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]/g, "");
    this.#groups = skeleton.match(/\((?!\?)|\(\?<(?![=!])/g)?.length ?? 0;
    this.#hasNames = /\(\?<(?![=!])/.test(skeleton);
  }

  rewrite(): Rewritten {
    const parts: string[] = [];
    /** For each open group: where it begins, if it is a look-ahead. */
    const open: (number | undefined)[] = [];
    while (this.#at < this.#source.length) {
      const begin = this.#at;
      const char = this.#source[begin] as string;
      if (char === "\\") parts.push(this.#escape());
      else if (char === "[") parts.push(this.#class());
      else if (char === "(") {
        open.push(this.#match(LOOK_AHEAD) === undefined ? undefined : parts.length);
        parts.push(this.#match(LOOK_AHEAD) ?? this.#match(NAME) ?? "(");
        this.#at += (parts.at(-1) as string).length;
      } else if (char === ")") {
        this.#at++;
        parts.push(")");
        const begins = open.pop();
        const isRepeated = /[*+?]/.test(this.#source[this.#at] ?? "") || this.#match(QUANTIFIER) !== undefined;
        if (begins !== undefined && isRepeated) {
          const look = parts.splice(begins).join("");
          parts.push(this.#written(look, `(?:${look})`));
        }
      } else if (char === "{") {
        const quantifier = this.#match(QUANTIFIER);
        this.#at += quantifier?.length ?? 1;
        parts.push(quantifier ?? this.#written("{", "\\{"));
      } else {
        this.#at++;
        parts.push(char === "}" || char === "]" ? this.#written(char, `\\${char}`) : char);
      }
    }
    return { source: parts.join(""), change: this.#change };
  }

  /** The text that the expression matches here. */
  #match(expression: RegExp): string | undefined {
    expression.lastIndex = this.#at;
    return expression.exec(this.#source)?.[0];
  }

  #written(found: string, written: string): string {
    if (found !== written) this.#change ??= { found, written };
    return written;
  }

  #take(text: string, written = text): string {
    this.#at += text.length;
    return this.#written(text, written);
  }

  /** An escape outside of classes. */
  #escape(): string {
    const next = this.#source[this.#at + 1] as string;
    if (next === "b" || next === "B") return this.#take(`\\${next}`);
    if (next === "k" && this.#hasNames)
      return this.#take(this.#source.slice(this.#at, this.#source.indexOf(">", this.#at) + 1));
    const reference = this.#match(BACK_REFERENCE);
    if (reference !== undefined && Number(reference.slice(1)) <= this.#groups) return this.#take(reference);
    return this.#character();
  }

  /** An escape that stands for a character, or for a set of them. */
  #character(): string {
    const same = this.#match(SAME);
    if (same !== undefined) return this.#take(same);
    const octal = this.#match(OCTAL);
    if (octal !== undefined) return this.#take(octal, hex(Number.parseInt(octal.slice(1), 8)));
    const next = this.#source[this.#at + 1] as string;
    // The backslash stands for itself, and the letter is the next character.
    if (next === "c") return this.#take("\\", "\\\\");
    return this.#take(`\\${next}`, next);
  }

  #class(): string {
    const parts = [this.#take(this.#source[this.#at + 1] === "^" ? "[^" : "[")];
    while (this.#source[this.#at] !== "]") {
      const first = this.#member();
      if (this.#source[this.#at] !== "-" || this.#source[this.#at + 1] === "]") {
        parts.push(first);
        continue;
      }
      this.#at++;
      const last = this.#member();
      const isRange = !SETS.test(first) && !SETS.test(last);
      parts.push(first, isRange ? "-" : this.#written("-", "\\-"), last);
    }
    return parts.join("") + this.#take("]");
  }

  #member(): string {
    const char = this.#source[this.#at] as string;
    if (char !== "\\") {
      this.#at++;
      // A literal hyphen is allowed, but must not become a range.
      return char === "-" ? "\\-" : char;
    }
    const next = this.#source[this.#at + 1] as string;
    if (next === "b" || next === "-") return this.#take(`\\${next}`);
    const control = this.#source[this.#at + 2] ?? "";
    if (next === "c" && /[\d_]/.test(control)) return this.#take(`\\c${control}`, hex(control.charCodeAt(0) % 32));
    return this.#character();
  }
}

const hex = (unit: number): string => `\\x${unit.toString(16).padStart(2, "0")}`;
