/** Equality by structure, and the key that makes `unique` linear. */
import { isArray, isBytes, isMap, isPlainObject, ownValue, tagOf } from "./input.ts";

/** Values nested deeper than this are compared by identity: data may be cyclic. */
const MAX_DEPTH = 512;

const isTemporal = (value: unknown): value is { toString(): string } => tagOf(value).startsWith("Temporal.");

/**
 * `a` and `b` are the same by structure: `===` for primitives (so NaN equals nothing), member by member for arrays,
 * plain objects (in any key order), Maps and bytes, by text for dates, by identity for everything else.
 */
export function equal(a: unknown, b: unknown, depth = 0): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null || depth > MAX_DEPTH) return false;
  if (isArray(a)) {
    if (!isArray(b) || a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (!equal(ownValue(a, i), ownValue(b, i), depth + 1)) return false;
    return true;
  }
  if (isBytes(a)) return isBytes(b) && a.length === b.length && a.every((byte, index) => byte === b[index]);
  if (isMap(a)) {
    if (!isMap(b) || a.size !== b.size) return false;
    for (const [key, value] of a) if (!b.has(key) || !equal(value, b.get(key), depth + 1)) return false;
    return true;
  }
  if (isPlainObject(a)) {
    if (!isPlainObject(b)) return false;
    const keys = Object.keys(a);
    if (keys.length !== Object.keys(b).length) return false;
    return keys.every((key) => Object.hasOwn(b, key) && equal(ownValue(a, key), ownValue(b, key), depth + 1));
  }
  if (isTemporal(a)) return tagOf(a) === tagOf(b) && String(a) === String(b);
  return tagOf(a) === "Date" && tagOf(b) === "Date" && Number(a) === Number(b);
}

/**
 * A Map or Set key that two values share when they are the same by structure: the value itself where identity decides
 * (primitives, by SameValueZero, and objects without structure), else a text of its members.
 */
export function uniqueKey(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const text: string[] = [];
  return write(value, text, 0) ? `\u0000${text.join("")}` : value;
}

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
    for (let i = 0; i < value.length; i++) {
      if (!write(ownValue(value, i), out, depth + 1)) return false;
      out.push(",");
    }
    out.push("]");
  } else if (isBytes(value)) out.push("b", value.join(), ";");
  else if (isPlainObject(value)) {
    out.push("{");
    for (const key of Object.keys(value).sort()) {
      out.push(JSON.stringify(key), ":");
      if (!write(ownValue(value, key), out, depth + 1)) return false;
      out.push(",");
    }
    out.push("}");
  } else if (isTemporal(value)) out.push(tagOf(value), String(value), ";");
  else if (tagOf(value) === "Date") out.push("Date", String(Number(value)), ";");
  else return false;
  return true;
}
