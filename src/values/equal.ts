/** Equality by structure. */
import { sameBytes } from "./ids.ts";
import {
  entriesOf,
  isArray,
  isBytes,
  isMap,
  isPlainObject,
  isSet,
  itemsOfTyped,
  lengthOf,
  mapSize,
  membersOfSet,
  ownValue,
  typedArrayKind,
} from "./input.ts";
import { textOf, timeOf } from "./temporal.ts";

/** Values nested deeper than this are compared by identity, so that the comparison of cyclic data ends. */
const MAX_DEPTH = 512;

/**
 * Returns whether `a` and `b` are equal by structure: `===` for primitives (so NaN equals nothing), member by member
 * for arrays, typed arrays, plain objects (in any key order), Maps and Sets, by text for dates, by identity for
 * everything else.
 */
export function equal(a: unknown, b: unknown): boolean {
  // Primitives, the most frequent case, need no `Equals`.
  return a === b || (typeof a === "object" && typeof b === "object" && same(a, b, 0, new Equals()));
}

/** Objects that were found equal, as disjoint sets (union-find), so that shared objects are compared once. */
export class Equals {
  readonly #others = new Map<object, object>();

  has(a: object, b: object): boolean {
    return this.#first(a) === this.#first(b);
  }

  /** The representative of the set that the object is in. */
  #first(object: object): object {
    let first = object;
    for (let other: object | undefined = first; other !== undefined; other = this.#others.get(first)) first = other;
    // Path compression: the next search is short.
    for (let at = object; at !== first; ) {
      const next = this.#others.get(at) as object;
      this.#others.set(at, first);
      at = next;
    }
    return first;
  }

  /** Joins the sets of two equal objects. */
  add(a: object, b: object): void {
    const [one, other] = [this.#first(a), this.#first(b)];
    if (one !== other) this.#others.set(one, other);
  }
}

function same(a: unknown, b: unknown, depth: number, equals: Equals): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null || depth > MAX_DEPTH) return false;
  if (depth > 0 && equals.has(a, b)) return true;
  if (!sameObjects(a, b, (left, right) => same(left, right, depth + 1, equals))) return false;
  if (depth > 0) equals.add(a, b);
  return true;
}

/** Compares two members. */
type SameMember = (left: unknown, right: unknown) => boolean;

/** Returns whether two objects are equal; `sameMember` compares their members. */
export function sameObjects(a: object, b: object, sameMember: SameMember): boolean {
  if (isArray(a)) {
    const length = lengthOf(a);
    if (!isArray(b) || length !== lengthOf(b)) return false;
    for (let i = 0; i < length; i++) if (!sameMember(ownValue(a, i), ownValue(b, i))) return false;
    return true;
  }
  if (isBytes(a)) return isBytes(b) && sameBytes(a, b);
  if (isPlainObject(a)) {
    if (!isPlainObject(b)) return false;
    const keys = Object.keys(a);
    if (keys.length !== Object.keys(b).length) return false;
    return keys.every((key) => Object.hasOwn(b, key) && sameMember(ownValue(a, key), ownValue(b, key)));
  }
  if (isMap(a)) return isMap(b) && sameEntries(entriesOf(a), b, sameMember);
  if (isSet(a)) return isSet(b) && sameMembers(membersOfSet(a), new Set(membersOfSet(b)));
  const kind = typedArrayKind(a);
  if (kind !== undefined)
    return kind === typedArrayKind(b) && sameObjects(itemsOfTyped(a), itemsOfTyped(b), sameMember);
  // No two classes of Temporal have a text in common.
  const text = textOf(a);
  if (text !== undefined) return text === textOf(b);
  const time = timeOf(a);
  return time !== undefined && time === timeOf(b);
}

const { get: valueOf, has } = Map.prototype;

function sameEntries(a: [key: unknown, value: unknown][], b: Map<unknown, unknown>, sameMember: SameMember): boolean {
  return (
    a.length === mapSize(b) && a.every(([key, value]) => has.call(b, key) && sameMember(value, valueOf.call(b, key)))
  );
}

const sameMembers = (a: unknown[], b: Set<unknown>): boolean => a.length === b.size && a.every((item) => b.has(item));
