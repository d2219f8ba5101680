/** The only function that sets a property whose name comes from data. */
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
