/** Small numbers for values, the same for equal ones: what `unique` and look-ups of foreign keys are made with. */

import { brandOf, textOf, timeOf } from "../time/temporal.ts";
import { hashBytes, hashNumber, hashText, hashWords } from "./hash.ts";
import { byteLength, isArray, isBytes, isPlainObject, lengthOf, MAX_ITEMS, ownValue } from "./input.ts";

/** Values nested deeper than this are told apart by identity. */
const MAX_DEPTH = 512;
/** What can only be told apart by identity counts as nested without end, and so does what holds it, or holds itself. */
const ENDLESS = Number.POSITIVE_INFINITY;

/** A Map has room for 2^24 entries. */
const MAX_REMEMBERED = 2 ** 24 - 1;

/** Lists of so few values are compared one by one. */
const FEW = 16;

/** The first word of a structure. What follows are ids of its members; a run of one id is the id and minus its length. */
const Word = { array: 0, object: 1, moment: 2, bigint: 3 } as const;

/** What an id stands for: a value that `===` knows, bytes, or the words of a structure. */
type Content = string | number | Uint8Array | readonly number[] | undefined;

/**
 * Gives ids to the values of one call. Each object is looked at once, however often it is met: it must not change
 * meanwhile.
 */
export class Ids {
  /** By hash: an id and 1, or 0. There is always a free one, so each search ends. */
  #slots = new Int32Array(64);
  readonly #hashes: number[] = [];
  readonly #kept: Content[] = [];
  /** By id: levels of members within the value. */
  readonly #heights: number[] = [];
  /** By id: the last list of `distinct` that had it. */
  readonly #lists: number[] = [];
  #list = 0;
  /** What is known by identity: objects without structure, symbols, and the values there are only a few of. */
  readonly #identities = new Map<unknown, number>();
  /** Ids of structures; or, below 0, the levels there are at least in one that is too deep. */
  readonly #remembered = new Map<object, number>();

  /** Those of `items` that are not equal to an earlier one, by {@link byStructure}. */
  distinct(items: readonly unknown[]): unknown[] {
    if (items.length <= FEW && items.every(isPrimitive)) {
      const few: unknown[] = [];
      for (const item of items) if (!few.includes(item)) few.push(item);
      return few;
    }
    const list = ++this.#list;
    return items.filter((item) => {
      const id = this.byStructure(item);
      const isNew = this.#lists[id] !== list;
      this.#lists[id] = list;
      return isNew;
    });
  }

  /**
   * The id that `value` shares with what is equal to it: primitives by SameValueZero, arrays and plain objects (in any
   * key order) by their members, bytes and dates by content; all else, and what holds it or is nested deeper than 512
   * levels, by identity.
   */
  byStructure(value: unknown): number {
    const id = this.#walk(value, 0);
    return id >= 0 ? id : this.#byItself(value);
  }

  /** The id that `value` shares with what is the same by SameValueZero. */
  byIdentity(value: unknown): number {
    return this.#ofPrimitive(value) ?? this.#byItself(value);
  }

  /** The id that {@link byIdentity} has given a text; undefined if it has given none. */
  find(text: string): number | undefined {
    const id = (this.#slots[this.#slotOf(hashText(text), text)] as number) - 1;
    return id < 0 ? undefined : id;
  }

  /** The id, or minus (1 and the levels that there are at least) of what is nested too deep at `depth`. */
  #walk(value: unknown, depth: number): number {
    if (typeof value !== "object" || value === null) return this.#ofPrimitive(value) ?? tooHigh(ENDLESS);
    const known = this.#remembered.get(value);
    if (known !== undefined) {
      // What is too deep here may fit elsewhere.
      if (known >= 0 || known + MAX_DEPTH - depth < -1) return known;
    }
    if (depth > MAX_DEPTH) return tooHigh(0);
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
    // Met again before it has its id, it holds itself.
    this.#remembered.set(value, tooHigh(ENDLESS));
    const id = this.#ofObject(value, depth);
    this.#remembered.set(value, id);
    return id;
  }

  #ofObject(value: object, depth: number): number {
    if (isArray(value)) return this.#ofArray(value, depth);
    if (isBytes(value)) return this.#add(hashBytes(value, byteLength(value)), value);
    if (isPlainObject(value)) return this.#ofMapping(value, depth);
    const kind = brandOf(value) ?? timeOf(value);
    return kind === undefined ? tooHigh(ENDLESS) : this.#ofText(Word.moment, `${kind}${textOf(value) ?? ""}`);
  }

  #ofArray(array: readonly unknown[], depth: number): number {
    const length = lengthOf(array);
    // A length costs nothing: an array may have more holes than there is memory.
    if (length > MAX_ITEMS) return tooHigh(ENDLESS);
    const words: number[] = [Word.array];
    let height = 0;
    let last = -1;
    let run = 1;
    for (let i = 0; i < length; i++) {
      const id = this.#walk(ownValue(array, i), depth + 1);
      height = Math.max(height, 1 + this.#heightOf(id));
      if (depth + height > MAX_DEPTH) return tooHigh(height);
      if (id === last) run++;
      else {
        if (run > 1) words.push(-run);
        words.push(id);
        last = id;
        run = 1;
      }
    }
    if (run > 1) words.push(-run);
    return this.#add(hashWords(words), words, height);
  }

  #ofMapping(object: Record<string, unknown>, depth: number): number {
    const members: [key: number, value: number][] = [];
    let height = 0;
    for (const key of Object.keys(object)) {
      const id = this.#walk(ownValue(object, key), depth + 1);
      height = Math.max(height, 1 + this.#heightOf(id));
      if (depth + height > MAX_DEPTH) return tooHigh(height);
      members.push([this.#add(hashText(key), key), id]);
    }
    members.sort(([a], [b]) => a - b);
    const words: number[] = [Word.object];
    for (const [key, id] of members) words.push(key, id);
    return this.#add(hashWords(words), words, height);
  }

  #heightOf(id: number): number {
    return id < 0 ? -1 - id : (this.#heights[id] as number);
  }

  #ofPrimitive(value: unknown): number | undefined {
    if (typeof value === "string") return this.#add(hashText(value), value);
    if (typeof value === "number") {
      // 0 and -0 are one. NaN, which is not even equal to itself, is known by identity.
      return Number.isNaN(value) ? this.#byItself(value) : this.#add(hashNumber(value + 0), value);
    }
    // Base 16 takes linear time.
    if (typeof value === "bigint") return this.#ofText(Word.bigint, value.toString(16));
    return typeof value === "boolean" || value === null || value === undefined ? this.#byItself(value) : undefined;
  }

  #ofText(word: number, text: string): number {
    const words = [word, this.#add(hashText(text), text)];
    return this.#add(hashWords(words), words);
  }

  #byItself(value: unknown): number {
    let id = this.#identities.get(value);
    if (id === undefined) {
      id = this.#new(0, undefined, 0);
      this.#identities.set(value, id);
    }
    return id;
  }

  /** The id of what is known by content, a new one if it has none. */
  #add(hash: number, value: Exclude<Content, undefined>, height = 0): number {
    const slot = this.#slotOf(hash, value);
    const known = (this.#slots[slot] as number) - 1;
    if (known >= 0) return known;
    const id = this.#new(hash, value, height);
    this.#slots[slot] = id + 1;
    if (id * 2 > this.#slots.length) this.#grow();
    return id;
  }

  #new(hash: number, kept: Content, height: number): number {
    this.#hashes.push(hash);
    this.#heights.push(height);
    this.#lists.push(0);
    return this.#kept.push(kept) - 1;
  }

  /** Where the id of a value is, or should be. */
  #slotOf(hash: number, value: Content): number {
    const last = this.#slots.length - 1;
    for (let slot = hash & last; ; slot = (slot + 1) & last) {
      const id = (this.#slots[slot] as number) - 1;
      if (id < 0 || (this.#hashes[id] === hash && isSame(this.#kept[id], value))) return slot;
    }
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 4);
    const last = this.#slots.length - 1;
    this.#hashes.forEach((hash, id) => {
      if (this.#kept[id] === undefined) return;
      let slot = hash & last;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & last;
      this.#slots[slot] = id + 1;
    });
  }
}

const tooHigh = (height: number): number => -1 - height;

const isPrimitive = (value: unknown): boolean =>
  (typeof value !== "object" || value === null) && typeof value !== "function";

function isSame(a: Content, b: Content): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object") return false;
  return isBytes(a) ? isBytes(b) && sameBytes(a, b) : !isBytes(b) && sameWords(a, b);
}

/** The bytes are the same, whatever the methods and properties of the objects say. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  const length = byteLength(a);
  return length === byteLength(b) && sameMembers(a, b, length);
}

const sameWords = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && sameMembers(a, b, a.length);

function sameMembers(a: ArrayLike<number>, b: ArrayLike<number>, length: number): boolean {
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return false;
  return true;
}
