/** How much of what is wrong a response says: a small request should not cause a large answer. */
import type { ValidationError } from "../core/errors/errors.ts";
import { shownIssue } from "../core/errors/issue.ts";
import { ownValue } from "../values/input.ts";
import { clip, plainData } from "../values/text.ts";

/** Bounds of the response of a problem. */
export interface Bounds {
  /** Most issues. */
  readonly maxIssues: number;
  /** Most bytes of the JSON text. */
  readonly maxProblemBytes: number;
}

export const DEFAULT_BOUNDS: Bounds = /*#__PURE__*/ Object.freeze({ maxIssues: 100, maxProblemBytes: 32_768 });

/** The names of the options. */
export const BOUNDS: readonly string[] = ["maxIssues", "maxProblemBytes"];

/** So that a problem has room for its first issue. */
const LEAST_BYTES = 1024;

/**
 * The bounds among other options.
 * @throws TypeError if `maxIssues` is no positive integer, or `maxProblemBytes` none of at least 1,024.
 */
export function boundsIn(options: object): Bounds {
  const read = (name: keyof Bounds, least: number): number => {
    const value = ownValue(options, name) ?? DEFAULT_BOUNDS[name];
    if (Number.isInteger(value) && (value as number) >= least) return value as number;
    throw new TypeError(`${name} should be an integer of at least ${least}`);
  };
  return { maxIssues: read("maxIssues", 1), maxProblemBytes: read("maxProblemBytes", LEAST_BYTES) };
}

/** The bounds of the response that is made of an error. */
const boundsOf = /*#__PURE__*/ new WeakMap<ValidationError, Bounds>();

/** Sets the bounds of the response that is made of an error. */
export function bound(error: ValidationError, bounds: Bounds): void {
  if (bounds !== DEFAULT_BOUNDS) boundsOf.set(error, bounds);
}

/** The bounds of the response that is made of several errors of one request, which have the same. */
export const boundsFor = (errors: readonly ValidationError[]): Bounds =>
  (errors[0] && boundsOf.get(errors[0])) ?? DEFAULT_BOUNDS;

/** Most characters of a message, and of other texts of an issue, where not all issues have room in full. */
const SHORT = 200;

const encoder = /*#__PURE__*/ new TextEncoder();
const bytesOf = (text: string): number => encoder.encode(text).length;
/** The bytes of its JSON text. */
const sizeOf = (data: unknown): number => bytesOf(JSON.stringify(data));
/** A UTF-16 unit takes so many bytes at most. */
export const MAX_UNIT = 3;

/** The issue as JSON shows it, with short texts. */
function shortened<T extends object>(issue: T): T {
  const short = Object.entries(shownIssue(issue)).map(([name, value]): [string, unknown] => {
    if (name === "message" || name === "pointer") return [name, clip(String(value), SHORT)];
    return [name, plainData(value, SHORT)];
  });
  return Object.fromEntries(short) as T;
}

/**
 * The issues that have room in a response, in order: in full if all of them have, otherwise with short texts.
 * @param others the rest of the response.
 */
export function withinBounds<T extends object>(
  issues: readonly T[],
  { maxIssues, maxProblemBytes }: Bounds,
  others: object,
): readonly T[] {
  const first = issues.slice(0, maxIssues);
  // Most responses are so small that their bytes need not be counted.
  const [list, rest] = [JSON.stringify(first), JSON.stringify(others)];
  if ((list.length + rest.length) * MAX_UNIT <= maxProblemBytes) return first;
  const room = maxProblemBytes - bytesOf(rest);
  if (bytesOf(list) <= room) return first;
  const kept: T[] = [];
  // The brackets around the list.
  let size = 2;
  for (const issue of first) {
    const short = shortened(issue);
    size += sizeOf(short) + 1;
    if (size > room) break;
    kept.push(short);
  }
  return kept;
}
