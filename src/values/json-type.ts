/** The types of JSON. */
import { isArray, isPlainObject } from "./input.ts";

export const JSON_TYPES = ["null", "boolean", "number", "string", "array", "object"] as const;
export type JsonType = (typeof JSON_TYPES)[number];

/** The type of a value; undefined for values that JSON does not have. */
export function jsonTypeOf(value: unknown): JsonType | undefined {
  if (value === null) return "null";
  const type = typeof value;
  if (type === "boolean" || type === "number" || type === "string") return type;
  if (type === "bigint") return "number";
  return isArray(value) ? "array" : isPlainObject(value) ? "object" : undefined;
}
