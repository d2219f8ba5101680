/** Copies of plain data, so that what is stored and what is handed out are never the same object. */
import { ValueError } from "./errors/errors.ts";
import { isArray, isBytes, isPlainObject, ownValue } from "./input.ts";

const MAX_DEPTH = 512;

/**
 * A copy of `value`: arrays, plain objects and bytes are copied, anything else is shared.
 * @throws ValueError if it is nested deeper than 512 levels, as cyclic values are.
 */
export function copy(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH) throw new ValueError(`A default should not be nested deeper than ${MAX_DEPTH} levels`);
  if (isArray(value)) return Array.from(value, (item) => copy(item, depth + 1));
  if (isBytes(value)) return Uint8Array.from(value);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.keys(value).map((key) => [key, copy(ownValue(value, key), depth + 1)]));
}
