/** The only function that sets a property whose name comes from data, and properties that have no value. */
import { withoutPrototype } from "./input.ts";

/**
 * Defines an own property of `object`, regardless of its prototype: no setter runs, and `__proto__` is a name like any
 * other.
 */
export function define(object: Record<string, unknown>, name: string, value: unknown): void {
  // All objects that are given have this prototype or none. Testing this one object is faster than testing each.
  if (name in Object.prototype) {
    // Without a prototype, because a "get" on Object.prototype would become part of the descriptor.
    Object.defineProperty(
      object,
      name,
      withoutPrototype({ value, enumerable: true, configurable: true, writable: true }),
    );
  } else object[name] = value;
}

/** Returns an object without the properties whose value is undefined: itself if there are none, else a copy. */
export function present(object: Record<string, unknown>): Record<string, unknown> {
  const keys = Object.keys(object);
  const kept = keys.filter((key) => object[key] !== undefined);
  if (kept.length === keys.length) return object;
  const copy: Record<string, unknown> = {};
  for (const key of kept) define(copy, key, object[key]);
  return copy;
}

/** What takes note of members that have no value. */
interface Notes {
  noteUndefined(): void;
}

/** Sets a member of a result. Until the check ends, one that is undefined is there: its key is not missing. */
export function set(result: Record<string, unknown>, key: string, value: unknown, notes: Notes): void {
  if (value === undefined) notes.noteUndefined();
  define(result, key, value);
}
