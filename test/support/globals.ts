/**
 * Imported by a test file before packages that add to the global object: what they have added is removed again when
 * the file has ended.
 */
import { afterAll } from "vitest";

const known = new Set(Object.getOwnPropertyNames(globalThis));
afterAll(() => {
  for (const name of Object.getOwnPropertyNames(globalThis))
    if (!known.has(name)) Reflect.deleteProperty(globalThis, name);
});
