/** The constructors of Python's own types, as `Type` with `coerce` calls them. */
import { type ValidatorClass, ValueError } from "../../../src/index.ts";
import { isArray, isBytes, isMap, isPlainObject } from "../../../src/values/input.ts";
import { brandOf } from "../../../src/values/temporal.ts";
import { IntegralFloat, isTuple } from "../stand-ins.ts";
import { OriginalFloat, OriginalInt } from "./numbers.ts";

function number(validatorClass: ValidatorClass, params: object, value: unknown): unknown {
  const result = new validatorClass(params).safe(value);
  if (result.ok && value !== null) return result.value;
  throw new ValueError("not a number");
}

function isTruthy(value: unknown): boolean {
  if (value instanceof IntegralFloat) return value.value !== 0;
  if (Number.isNaN(value)) return true;
  if (typeof value !== "object" || value === null) return Boolean(value);
  if (brandOf(value) === "Duration") return String(value) !== "PT0S";
  if (isPlainObject(value)) return Object.keys(value).length > 0;
  const { length, size } = value as { length?: number; size?: number };
  return (length ?? size ?? 1) > 0;
}

/** Two digits at least in an exponent, and a fraction in a float. */
const float = (value: number): string =>
  `${value}${Number.isInteger(value) && Math.abs(value) < 1e16 ? ".0" : ""}`
    .replace(/e([+-])(\d)$/, "e$10$2")
    .replace("NaN", "nan")
    .replace("Infinity", "inf");

const quote = (text: string): string =>
  text.includes("'") && !text.includes('"') ? `"${text}"` : `'${text.replaceAll("'", "\\'")}'`;

function repr(value: unknown): string {
  if (typeof value === "string") return quote(value);
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (value instanceof IntegralFloat) return float(value.value);
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : float(value);
  if (isTuple(value))
    return `(${(value as unknown[]).map(repr).join(", ")}${(value as unknown[]).length === 1 ? "," : ""})`;
  if (isArray(value)) return `[${value.map(repr).join(", ")}]`;
  if (isBytes(value)) return `b${quote([...value].map(byteText).join(""))}`;
  const entries = isMap(value) ? [...value] : isPlainObject(value) ? Object.entries(value) : undefined;
  return entries === undefined
    ? String(value)
    : `{${entries.map(([key, member]) => `${repr(key)}: ${repr(member)}`).join(", ")}}`;
}

const byteText = (byte: number): string =>
  byte >= 32 && byte < 127 ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, "0")}`;

export const CONSTRUCTORS: Readonly<Record<string, (value: unknown) => unknown>> = {
  str: (value) =>
    typeof value === "string"
      ? value
      : repr(value).replace("T", typeof value === "object" && brandOf(value) ? " " : "T"),
  bool: isTruthy,
  int: (value) => number(OriginalInt, { coerce: true }, value),
  float: (value) => number(OriginalFloat, { coerce: true, nan: true, inf: true }, value),
};

export function lengthOf(value: unknown): number {
  if (typeof value === "string") return [...value].length;
  if (isPlainObject(value)) return Object.keys(value).length;
  const { length, size } = value as { length?: number; size?: number };
  return length ?? size ?? 0;
}
