/** Equality by structure, and the key that makes `unique` linear. */
import {
  byteLength,
  entriesOf,
  isArray,
  isBytes,
  isMap,
  isPlainObject,
  isSet,
  lengthOf,
  membersOfSet,
  ownValue,
} from "./input.ts";
import { brandOf, textOf, timeOf } from "./time/temporal.ts";

/** Values nested deeper than this are compared by identity: data may be cyclic. */
const MAX_DEPTH = 512;

/**
 * `a` and `b` are the same by structure: `===` for primitives (so NaN equals nothing), member by member for arrays,
 * plain objects (in any key order), Maps, Sets and bytes, by text for dates, by identity for everything else.
 */
export function equal(a: unknown, b: unknown, depth = 0): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null || depth > MAX_DEPTH) return false;
  if (isArray(a)) {
    const length = lengthOf(a);
    if (!isArray(b) || length !== lengthOf(b)) return false;
    for (let i = 0; i < length; i++) if (!equal(ownValue(a, i), ownValue(b, i), depth + 1)) return false;
    return true;
  }
  if (isBytes(a)) return isBytes(b) && sameBytes(a, b);
  if (isPlainObject(a)) {
    if (!isPlainObject(b)) return false;
    const keys = Object.keys(a);
    if (keys.length !== Object.keys(b).length) return false;
    return keys.every((key) => Object.hasOwn(b, key) && equal(ownValue(a, key), ownValue(b, key), depth + 1));
  }
  if (isMap(a)) return isMap(b) && sameEntries(entriesOf(a), new Map(entriesOf(b)), depth);
  if (isSet(a)) return isSet(b) && sameMembers(membersOfSet(a), new Set(membersOfSet(b)));
  const brand = brandOf(a);
  if (brand !== undefined) return brand === brandOf(b) && textOf(a) === textOf(b);
  const time = timeOf(a);
  return time !== undefined && time === timeOf(b);
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  const length = byteLength(a);
  if (length !== byteLength(b)) return false;
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return false;
  return true;
}

const sameMembers = (a: unknown[], b: Set<unknown>): boolean => a.length === b.size && a.every((item) => b.has(item));

function sameEntries(a: [unknown, unknown][], b: Map<unknown, unknown>, depth: number): boolean {
  return a.length === b.size && a.every(([key, value]) => b.has(key) && equal(value, b.get(key), depth + 1));
}

/**
 * A Map or Set key that two values share when they are the same by structure: the value itself where identity decides
 * (primitives, by SameValueZero, and objects without structure), else a text of its members.
 */
export function uniqueKey(value: unknown): unknown {
  if (typeof value === "string") return value.startsWith(STRUCTURE) ? `${STRUCTURE}"${value}` : value;
  if (typeof value !== "object" || value === null) return value;
  const text: string[] = [];
  return write(value, text, 0) ? `${STRUCTURE}${text.join("")}` : value;
}

/** Begins the keys that are texts of members, and none that is a string of the input. */
const STRUCTURE = "\u0000";

/** Appends the canonical text of `value`, or gives up (false) where only identity can tell. */
function write(value: unknown, out: string[], depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  if (typeof value === "string") out.push(JSON.stringify(value));
  else if (typeof value === "bigint") out.push(`${value}n`);
  else if (value === 0) out.push("0");
  else if (typeof value === "symbol" || typeof value === "function") return false;
  else if (typeof value !== "object" || value === null) out.push(String(value));
  else if (isArray(value)) {
    out.push("[");
    const length = lengthOf(value);
    for (let i = 0; i < length; i++) {
      if (!write(ownValue(value, i), out, depth + 1)) return false;
      out.push(",");
    }
    out.push("]");
  } else if (isBytes(value)) out.push("b", new Uint8Array(value).join(), ";");
  else if (isPlainObject(value)) {
    out.push("{");
    for (const key of Object.keys(value).sort()) {
      out.push(JSON.stringify(key), ":");
      if (!write(ownValue(value, key), out, depth + 1)) return false;
      out.push(",");
    }
    out.push("}");
  } else return writeMoment(value, out);
  return true;
}

function writeMoment(value: object, out: string[]): boolean {
  const kind = brandOf(value) ?? timeOf(value);
  if (kind === undefined) return false;
  out.push(String(kind), textOf(value) ?? "", ";");
  return true;
}
