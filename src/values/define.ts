/** The one way to set a property whose name comes from data. */
import { withoutPrototype } from "./input.ts";

/**
 * Gives `object` a property of its own, whatever its prototype has under that name: no setter runs, and `__proto__` is
 * a name like any other.
 */
export function define(object: Record<string, unknown>, name: string, value: unknown): void {
  // All objects that are given have this prototype or none. It is one object: to ask it takes less time than to ask
  // each.
  if (name in Object.prototype) {
    // Without a prototype, as a "get" on Object.prototype would count as a part of the descriptor.
    Object.defineProperty(
      object,
      name,
      withoutPrototype({ value, enumerable: true, configurable: true, writable: true }),
    );
  } else object[name] = value;
}
