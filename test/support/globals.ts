/**
 * Imported by a test file before packages that add to the global object: what they have added is removed again when
 * the file has ended. But for zod's registry and settings: the next file has the same zod, which goes on using them.
 */
import { afterAll } from "vitest";

const known = new Set(Object.getOwnPropertyNames(globalThis));
const isOfZod = (name: string): boolean => name.startsWith("__zod_global");
afterAll(() => {
  for (const name of Object.getOwnPropertyNames(globalThis))
    if (!known.has(name) && !isOfZod(name)) Reflect.deleteProperty(globalThis, name);
});
