/**
 * Ids: small integers for values, the same for equal values. `unique`, and look-ups of keys from untrusted data, use
 * them.
 */
import { hashBytes, hashNumber, hashText, hashWords } from "./hash.ts";
import {
  byteLength,
  isArray,
  isBytes,
  isPlainObject,
  itemsOfTyped,
  lengthOf,
  MAX_ITEMS,
  ownValue,
  typedArrayKind,
} from "./input.ts";
import { brandOf, textOf, timeOf } from "./temporal.ts";

/** Values nested deeper than this are compared by identity. */
const MAX_DEPTH = 512;
/** The height of values that are compared by identity, of cyclic values, and of all values that contain one. */
const ENDLESS = Number.POSITIVE_INFINITY;

/** A Map can have 2^24 entries. */
const MAX_REMEMBERED = 2 ** 24 - 1;

/** In lists of at most this length, primitives are compared one by one, without ids. */
const MAX_COMPARED = 16;

/** The first word of a structure, followed by the ids of its members; a repeated id is followed by minus its count. */
const Word = { array: 0, object: 1, moment: 2, bigint: 3, typedArray: 4 } as const;

/** The content of an id: a string or number, bytes, or the words of a structure; undefined for values with identity. */
type Content = string | number | Uint8Array | readonly number[] | undefined;

/**
 * Gives ids to the values of one call. Each object is read only once, however often it occurs, so it must not change
 * meanwhile.
 */
export class Ids {
  /** A hash table: each slot has an id plus 1, or 0 if it is free. Some slot is always free, so each search ends. */
  #slots = new Int32Array(64);
  readonly #hashes: number[] = [];
  readonly #kept: Content[] = [];
  /** By id: the number of levels of members in the value. */
  readonly #heights: number[] = [];
  /** By id: the number of the last list in `firstsOf` that had it, and its first index there. */
  readonly #lists: number[] = [];
  readonly #firsts: number[] = [];
  #list = 0;
  /**
   * The ids of values that are compared by identity: objects without structure, symbols, and booleans, null, undefined
   * and NaN.
   */
  readonly #identities = new Map<unknown, number>();
  /** The results of `#walk` for objects. */
  readonly #walked = new Map<object, number>();

  /** As the function `firstsOf`. */
  firstsOf(items: readonly unknown[]): number[] {
    const list = ++this.#list;
    return items.map((item, index) => {
      const id = this.byStructure(item);
      if (this.#lists[id] !== list) {
        this.#lists[id] = list;
        this.#firsts[id] = index;
      }
      return this.#firsts[id] as number;
    });
  }

  /**
   * The id that `value` shares with all values equal to it: primitives by SameValueZero, arrays and plain objects (in
   * any key order) by their members, typed arrays and dates by content. Other values, arrays and objects that contain
   * one, and those with more than 512 levels have the id of their identity.
   */
  byStructure(value: unknown): number {
    const id = this.#walk(value, 0);
    return id >= 0 ? id : this.#ofIdentity(value);
  }

  /** The id that `value` shares with the same value, by SameValueZero. */
  byIdentity(value: unknown): number {
    return this.#ofPrimitive(value) ?? this.#ofIdentity(value);
  }

  /** Forgets the ids of objects, which may change before they occur again. */
  forgetObjects(): void {
    this.#walked.clear();
  }

  /** The id that {@link byIdentity} has given to a text; undefined if there is none. */
  find(text: string): number | undefined {
    const id = (this.#slots[this.#slotOf(hashText(text), text)] as number) - 1;
    return id < 0 ? undefined : id;
  }

  /**
   * The id of a value at `depth`. If it is nested too deep there, a negative number: -1 minus a lower bound of its
   * height; see {@link tooHigh}.
   */
  #walk(value: unknown, depth: number): number {
    if (typeof value !== "object" || value === null) return this.#ofPrimitive(value) ?? tooHigh(ENDLESS);
    const known = this.#walked.get(value);
    if (known !== undefined) {
      // A value that was too deep at another depth may fit here.
      if (known >= 0 || known + MAX_DEPTH - depth < -1) return known;
    }
    if (depth > MAX_DEPTH) return tooHigh(0);
    if (this.#walked.size >= MAX_REMEMBERED) this.#walked.clear();
    // If it occurs again before it has its id, it contains itself.
    this.#walked.set(value, tooHigh(ENDLESS));
    const id = this.#ofObject(value, depth);
    this.#walked.set(value, id);
    return id;
  }

  #ofObject(value: object, depth: number): number {
    if (isArray(value)) return this.#ofArray(value, depth);
    if (isBytes(value)) return this.#add(hashBytes(value, byteLength(value)), value);
    if (isPlainObject(value)) return this.#ofMapping(value, depth);
    const typed = typedArrayKind(value);
    if (typed !== undefined) return this.#ofTypedArray(value, typed);
    const kind = brandOf(value) ?? timeOf(value);
    return kind === undefined ? tooHigh(ENDLESS) : this.#ofText(Word.moment, `${kind}${textOf(value) ?? ""}`);
  }

  #ofArray(array: readonly unknown[], depth: number): number {
    const length = lengthOf(array);
    // A sparse array may have any length without taking the memory for it.
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

  #ofTypedArray(array: object, kind: string): number {
    if (byteLength(array as Uint8Array) > MAX_ITEMS) return tooHigh(ENDLESS);
    const words = [Word.typedArray, this.#add(hashText(kind), kind), this.#ofArray(itemsOfTyped(array), 0)];
    return this.#add(hashWords(words), words);
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
      // Adding 0 turns -0 into 0. NaN is not equal to itself, so it needs a Map.
      return Number.isNaN(value) ? this.#ofIdentity(value) : this.#add(hashNumber(value + 0), value);
    }
    // In base 16, because that takes linear time.
    if (typeof value === "bigint") return this.#ofText(Word.bigint, value.toString(16));
    return typeof value === "boolean" || value === null || value === undefined ? this.#ofIdentity(value) : undefined;
  }

  #ofText(word: number, text: string): number {
    const words = [word, this.#add(hashText(text), text)];
    return this.#add(hashWords(words), words);
  }

  #ofIdentity(value: unknown): number {
    let id = this.#identities.get(value);
    if (id === undefined) {
      id = this.#new(0, undefined, 0);
      this.#identities.set(value, id);
    }
    return id;
  }

  /** The id of a content: a new one if it has none. */
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
    this.#firsts.push(0);
    return this.#kept.push(kept) - 1;
  }

  /** The slot of a content, or a free slot for it. */
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

/** Stands for the id of a value of at least this height that is nested too deep. */
const tooHigh = (height: number): number => -1 - height;

/**
 * For each item, the index of the first one that is equal to it. Ids are created only if a list of primitives is not
 * small.
 */
export function firstsOf(items: readonly unknown[], ids: () => Ids): number[] {
  if (items.length > MAX_COMPARED || !items.every(isPrimitive)) return ids().firstsOf(items);
  return items.map((item) => (Number.isNaN(item) ? items.findIndex(Number.isNaN) : items.indexOf(item)));
}

/** The items that are not equal to an earlier one; or the members of `of` at their indexes. */
export function distinct(items: readonly unknown[], ids: () => Ids, of = items): unknown[] {
  const firsts = firstsOf(items, ids);
  return of.filter((_, index) => firsts[index] === index);
}

/** Returns whether a Map or a Set finds values equal to this one. */
export const isPrimitive = (value: unknown): boolean =>
  (typeof value !== "object" || value === null) && typeof value !== "function";

function isSame(a: Content, b: Content): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object") return false;
  return isBytes(a) ? isBytes(b) && sameBytes(a, b) : !isBytes(b) && sameWords(a, b);
}

/** Returns whether the bytes are the same, regardless of own methods and properties of the objects. */
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

/** The ids of a call, shared so that nested lists read each object once. */
export function idsOf(call: { ids: Ids | undefined }): Ids {
  call.ids ??= new Ids();
  return call.ids;
}
