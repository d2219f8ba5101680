/** Sameness of values: nothing a caller could tell apart. */
import { isStep, type PathNode, REASON, type StepMarker } from "../../src/core/errors/context.ts";

const tagOf = (value: object): string => Object.prototype.toString.call(value);

/** Plain data member by member, in order; values of classes by class and text; all else, and -0, by identity. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const prototype = Object.getPrototypeOf(a);
  if (prototype !== Object.getPrototypeOf(b)) return false;
  if (prototype === Array.prototype) return sameItems(a as unknown[], b as unknown[]);
  if (prototype !== Object.prototype && prototype !== null) {
    if (a instanceof Error || tagOf(a).startsWith("[object Temporal.")) return String(a) === String(b);
    if (a instanceof Date || a instanceof URL) return String(a) === String(b);
    if (a instanceof Map) return same([...a], [...(b as Map<unknown, unknown>)]);
    // Markers lead on to others, which say less of the reason.
    if (isStep(a as PathNode))
      return (a as StepMarker).equals(b) && same((a as StepMarker)[REASON], (b as StepMarker)[REASON]);
    if (a instanceof Set) return same([...a], [...(b as Set<unknown>)]);
  }
  const keys = Reflect.ownKeys(a) as string[];
  if (!sameItems(keys, Reflect.ownKeys(b))) return false;
  return keys.every((key) => same((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]));
}

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (!same(a[at], b[at]) || at in a !== at in b) return false;
  return true;
}

/** Whether the members of values that are the same can be changed and removed alike. */
export function sameAttributes(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || a === null || a instanceof Map) return true;
  return Reflect.ownKeys(a).every((key) => {
    const left = Object.getOwnPropertyDescriptor(a, key) as PropertyDescriptor;
    const right = Object.getOwnPropertyDescriptor(b, key) as PropertyDescriptor;
    const alike = left.writable === right.writable && left.configurable === right.configurable;
    return alike && left.enumerable === right.enumerable && sameAttributes(left.value, right.value);
  });
}

/** Whether two values hold the same array or object anywhere: writing to one would change the other. */
export function share(a: unknown, b: unknown): boolean {
  const seen = new Set<unknown>();
  collect(a, seen);
  const others = new Set<unknown>();
  collect(b, others);
  for (const one of others) if (seen.has(one)) return true;
  return false;
}

function collect(value: unknown, into: Set<unknown>): void {
  if (typeof value !== "object" || value === null || into.has(value)) return;
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return;
  into.add(value);
  for (const member of Object.values(value)) collect(member, into);
}

/** Where two values that are not the same differ first, and how. */
export function differenceOf(a: unknown, b: unknown, path = ""): string {
  if (typeof a === "object" && typeof b === "object" && a !== null && b !== null && !(a instanceof Error)) {
    const keys = Reflect.ownKeys(a).map(String);
    const others = Reflect.ownKeys(b).map(String);
    for (const key of keys) {
      const [left, right] = [a, b].map((holder) => (holder as Record<string, unknown>)[key]);
      if (Object.hasOwn(b, key) && !same(left, right)) return differenceOf(left, right, `${path}/${key}`);
    }
    if (keys.join() !== others.join()) return `${path}: keys ${keys} expected, got ${others}`;
  }
  return `${path}: ${shown(a)} expected, got ${shown(b)}`;
}

function shown(value: unknown): string {
  if (Object.is(value, -0)) return "-0";
  if (typeof value !== "object" || value === null || value instanceof Error) return String(value).slice(0, 200);
  return `${Object.getPrototypeOf(value)?.constructor?.name} ${JSON.stringify(value)?.slice(0, 200)}`;
}
