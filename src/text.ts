/** Text forms of values, as error and validator texts show them: JavaScript literals, bounded in depth and length. */
import { isArray, isBytes, isMap, isPlainObject, specName, type TypeSpec, tagOf } from "./input.ts";

const MAX_DEPTH = 8;
const MAX_ITEMS = 100;
const MAX_LENGTH = 1000;

/** The literal form: strings quoted, `[1, 2]`, `{a: 1}`; anything beyond the bounds is an ellipsis. */
export function literal(value: unknown, depth = 0): string {
  if (typeof value === "string") return quote(clip(value));
  if (typeof value === "bigint") return `${value}n`;
  if (Object.is(value, -0)) return "-0";
  if (typeof value === "symbol") return value.toString();
  if (typeof value === "function") return isShown(value) ? String(value) : specName(value as TypeSpec) || "function";
  if (typeof value !== "object" || value === null) return String(value);
  if (isShown(value)) return String(value);
  if (depth >= MAX_DEPTH) return "\u2026";
  if (isArray(value)) return `[${some(value, (item) => literal(item, depth + 1))}]`;
  if (isBytes(value)) return `bytes(${clip(Array.from(value, hex).join(""))})`;
  if (isMap(value)) return `Map(${some([...value], ([k, v]) => `${literal(k)} => ${literal(v, depth + 1)}`)})`;
  if (isPlainObject(value)) return `{${some(Object.keys(value), (key) => member(value, key, depth))}}`;
  return textOfObject(value);
}

/** The plain form, for messages: as {@link literal}, but a string is itself. */
export function plain(value: unknown): string {
  return typeof value === "string" ? clip(value) : literal(value);
}

/** Validators, Steps and Extras carry this mark: their own text form is the literal form. */
export const SHOWN: unique symbol = Symbol("validlib.shown");

function isShown(value: object): boolean {
  try {
    return SHOWN in value;
  } catch {
    return false;
  }
}

function member(holder: Record<string, unknown>, key: string, depth: number): string {
  const descriptor = Object.getOwnPropertyDescriptor(holder, key);
  // A getter is the caller's code: showing an error must not run it.
  const value = descriptor !== undefined && "value" in descriptor ? literal(descriptor.value, depth + 1) : "\u2026";
  return `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(clip(key))}: ${value}`;
}

function textOfObject(value: object): string {
  const tag = tagOf(value);
  if (tag.startsWith("Temporal.")) return String(value);
  if (tag === "Date") return Number.isNaN(Number(value)) ? "Invalid Date" : (value as Date).toISOString();
  if (tag === "RegExp") return String(value);
  return `[object ${tag || "Object"}]`;
}

function some<T>(items: readonly T[], show: (item: T) => string): string {
  const shown = Array.from({ length: Math.min(items.length, MAX_ITEMS) }, (_, index) => show(items[index] as T));
  if (items.length > MAX_ITEMS) shown.push("\u2026");
  return shown.join(", ");
}

const clip = (text: string): string => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}\u2026` : text);
const hex = (byte: number): string => byte.toString(16).padStart(2, "0");
const quote = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
