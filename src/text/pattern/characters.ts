/** Sets of characters (code points): those that an atom of a pattern matches. */

/** Ranges of characters: the first of each, and the first one after it, in ascending order. `[97, 123]` is a to z. */
export type CodePointRanges = readonly number[];

const END = 0x110000;

export const ALL: CodePointRanges = [0, END];
export const DIGITS: CodePointRanges = [0x30, 0x3a];
export const WORD: CodePointRanges = [0x30, 0x3a, 0x41, 0x5b, 0x5f, 0x60, 0x61, 0x7b];
/** The same with the flag `i`: two characters beyond ASCII fold to `s` and `k`. */
export const FOLDED_WORD: CodePointRanges = [...WORD, 0x17f, 0x180, 0x212a, 0x212b];
export const LINE_ENDS: CodePointRanges = [0xa, 0xb, 0xd, 0xe, 0x2028, 0x202a];
const SURROGATES_AND_BEYOND: CodePointRanges = [0xd800, 0xe000, 0x10000, END];
export const SPACES: CodePointRanges = [
  ...[0x9, 0xe, 0x20, 0x21, 0xa0, 0xa1, 0x1680, 0x1681, 0x2000, 0x200b, 0x2028, 0x202a, 0x202f, 0x2030],
  ...[0x205f, 0x2060, 0x3000, 0x3001, 0xfeff, 0xff00],
];

/** All characters that are in any of the sets. */
export function union(...sets: readonly CodePointRanges[]): CodePointRanges {
  const ranges: [begin: number, end: number][] = [];
  for (const set of sets) {
    for (let at = 0; at < set.length; at += 2) ranges.push([set[at] as number, set[at + 1] as number]);
  }
  ranges.sort(([a], [b]) => a - b);
  const bounds: number[] = [];
  for (const [begin, end] of ranges) {
    const last = bounds.length - 1;
    if (last > 0 && begin <= (bounds[last] as number)) bounds[last] = Math.max(bounds[last] as number, end);
    else bounds.push(begin, end);
  }
  return bounds;
}

/** All characters that are not in the set. */
export function complement(set: CodePointRanges): CodePointRanges {
  const inner = set[0] === 0 ? set.slice(1) : [0, ...set];
  return inner.at(-1) === END ? inner.slice(0, -1) : [...inner, END];
}

/**
 * A set of ASCII characters with those that the flag `i` adds: the other case, and characters that fold to one of the
 * letters.
 * @param units without the flag `u`, nothing beyond ASCII folds to an ASCII letter.
 */
export function folded(set: CodePointRanges, units = false): CodePointRanges {
  const added: CodePointRanges[] = [set];
  for (let lower = 0x61; lower <= 0x7a; lower++) {
    const upper = lower - 0x20;
    if (!has(set, lower) && !has(set, upper)) continue;
    added.push([upper, upper + 1], [lower, lower + 1]);
    if (units) continue;
    if (lower === 0x73) added.push([0x17f, 0x180]);
    if (lower === 0x6b) added.push([0x212a, 0x212b]);
  }
  return union(...added);
}

function has(set: CodePointRanges, point: number): boolean {
  let [low, high] = [0, set.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((set[middle] as number) <= point) low = middle + 1;
    else high = middle;
  }
  return low % 2 === 1;
}

/** The characters of a set are tried one by one only if there are at most this many. */
const MAX_TRIED = 256;

function countOf(set: CodePointRanges): number {
  let size = 0;
  for (let at = 0; at < set.length; at += 2) size += (set[at + 1] as number) - (set[at] as number);
  return size;
}

/** A set as data: its characters; or, if only RegExp knows them, its source and flags. */
export type CharactersForm = CodePointRanges | readonly [source: string, flags: string];

/** The characters that an atom of a pattern matches. */
export class Characters {
  /** Undefined if only RegExp knows the characters: for properties, and with the flag `i` beyond ASCII. */
  readonly #bounds: CodePointRanges | undefined;
  readonly #source: string;
  readonly #flags: string;
  #regexp: RegExp | undefined;

  /** @param source the atom, with the flags it has. */
  constructor(source: string, flags: string, bounds: CodePointRanges | undefined) {
    this.#source = source;
    this.#flags = flags;
    this.#bounds = bounds;
  }

  /** The set as data. */
  get form(): CharactersForm {
    return this.#bounds ?? [this.#source, this.#flags];
  }

  /** The set of a form. */
  static of(form: CharactersForm): Characters {
    const [source, flags] = form;
    return typeof source === "string"
      ? new Characters(source, flags as string, undefined)
      : new Characters("", "", form as CodePointRanges);
  }

  /** Returns whether both are known to have the same characters. */
  equals(other: Characters): boolean {
    return this.#bounds !== undefined && this.#bounds.join() === other.#bounds?.join();
  }

  /**
   * Whether all, some or none of the characters beyond the Basic Multilingual Plane, and of the surrogates, are in the
   * set.
   */
  get beyond(): "all" | "some" | "none" {
    if (this.#bounds === undefined) return "some";
    const size = countOf(this.#bounds);
    const without = countOf(union(this.#bounds, SURROGATES_AND_BEYOND));
    if (size === without) return "all";
    return without - size === countOf(SURROGATES_AND_BEYOND) ? "none" : "some";
  }

  has(point: number): boolean {
    if (this.#bounds !== undefined) return has(this.#bounds, point);
    this.#regexp ??= new RegExp(`^(?:${this.#source})$`, this.#flags);
    return this.#regexp.test(String.fromCodePoint(point));
  }

  /** Returns whether some character may be in both sets: also true if finding out would take long. */
  mayOverlap(other: Characters): boolean {
    const [ours, theirs] = [this.#bounds, other.#bounds];
    if (ours !== undefined && theirs !== undefined) {
      return countOf(union(ours, theirs)) < countOf(ours) + countOf(theirs);
    }
    if (this === other) return true;
    if (ours !== undefined) return other.#mayHaveOneOf(ours);
    return theirs === undefined || this.#mayHaveOneOf(theirs);
  }

  #mayHaveOneOf(tried: CodePointRanges): boolean {
    if (countOf(tried) > MAX_TRIED) return true;
    for (let at = 0; at < tried.length; at += 2) {
      for (let point = tried[at] as number; point < (tried[at + 1] as number); point++)
        if (this.has(point)) return true;
    }
    return false;
  }
}
