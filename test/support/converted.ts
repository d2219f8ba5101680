/** What only a call takes. */
import { typeName } from "../../src/values/input.ts";

/** Whether a value holds what calls take for an object or a number though it is none: a Map, a form, a bigint. */
export function isConvertedUnasked(value: unknown, seen = new Set<unknown>()): boolean {
  if (typeof value === "bigint") return true;
  if (typeof value !== "object" || value === null || seen.has(value)) return false;
  seen.add(value);
  if (!Array.isArray(value) && typeName(value) === "instance") return true;
  if (value instanceof Map) return true;
  return Object.values(value).some((member) => isConvertedUnasked(member, seen));
}
