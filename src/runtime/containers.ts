/** Objects and arrays: as the checks of `Dict`, `List` and `Tuple`. */
import { define, present } from "../values/define.ts";
import {
  ignoreRejection,
  isArray,
  isOrdinaryArray,
  isThenable,
  listFor,
  MAX_ITEMS,
  ownItem,
  sizeOf,
} from "../values/input.ts";
import { literal } from "../values/text.ts";
import { failsLength, wrongType } from "./leaves.ts";
import { membersIn } from "./mapping.ts";
import { FAILED, type Node, type Report } from "./report.ts";
import { both, plainly, sized } from "./texts.ts";

/** Of an object: what is not given is as in `Dict`. */
export interface ObjectRules {
  /** Keys that may be missing. */
  readonly optional?: readonly string[];
  /** Values for missing keys: primitives, or functions that make them. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  readonly unknown?: "strip" | "keep";
  readonly minlen?: number;
  readonly maxlen?: number;
  /** Keys for which null counts as missing. */
  readonly nulls?: readonly string[];
  /** What few schemas have: see `keys`. */
  readonly more?: MoreRules;
}

/** Rules of keys. */
export interface MoreRules {
  /** Whether nothing more happens to a pair. */
  skips(key: unknown, places: ReadonlyMap<unknown, number>, report: Report): boolean;
  readonly others: OtherKeys | undefined;
  /** Reports what is wrong with the whole. */
  fails(result: Readonly<Record<string, unknown>>, report: Report): void;
  /** The result with its own names. */
  named(result: Record<string, unknown>): Record<string, unknown>;
}

/** Takes a pair whose key is not in the schema. */
export type OtherKeys = (
  key: unknown,
  value: unknown,
  result: Record<string, unknown>,
  places: ReadonlyMap<unknown, number>,
  report: Report,
) => void;

/** Fails for a key that is missing, or must not be there. */
export function failKey(code: "missing_key" | "forbidden_key", key: string | number, report: Report): void {
  const since = report.failures.length;
  report.fail(plainly, code);
  report.under(key, since);
}

/** For the developer, as in `Dict`: without it, a List in the schema of a query is never valid. */
function hintAtMulti({ failures }: Report, since: number): void {
  for (const failure of failures.slice(since))
    if (failure.expected === "array" && failure.path?.inner === undefined)
      failure.text ??= "Expected an array of values: the schema has to name this key in multikeys.";
}

/** The key of a Map as it is in a path. */
export const nodeOf = (key: unknown): string | number =>
  typeof key === "string" || (typeof key === "number" && !Number.isNaN(key)) ? key : literal(key, 10);

/** The value for a missing key; undefined if there is none. */
function fill(key: string, node: Node, { optional, defaults = {} }: ObjectRules, report: Report): unknown {
  const since = report.failures.length;
  let checked: unknown = FAILED;
  if (Object.hasOwn(defaults, key)) {
    const given = defaults[key];
    const value = typeof given === "function" ? answered("Dict", given()) : given;
    if (value === undefined && optional?.includes(key)) return undefined;
    report.derived++;
    checked = node(value, report);
    report.derived--;
  } else report.fail(plainly, "missing_key");
  if (checked === FAILED) report.under(key, since);
  return checked;
}

/** Drops, keeps or refuses a pair whose key is not in the schema. */
function takeUnknown(
  unknown: ObjectRules["unknown"],
  key: unknown,
  value: unknown,
  result: Record<string, unknown>,
  report: Report,
): void {
  if (unknown === "strip") return;
  if (unknown === "keep" && typeof key === "string") {
    define(result, key, value);
    return;
  }
  failKey("forbidden_key", nodeOf(key), report);
  if (typeof key !== "string") define(result, String(nodeOf(key)), FAILED);
}

/*#__NO_SIDE_EFFECTS__*/ export function object(
  members: Readonly<Record<string, Node>>,
  rules: ObjectRules = {},
): Node {
  const names = Object.keys(members);
  const nodes = Object.values(members);
  const places = new Map<unknown, number>(names.map((name, place) => [name, place]));
  const { optional = [], defaults = {}, minlen = 0, maxlen = Number.POSITIVE_INFINITY, nulls = [], more } = rules;
  const filled = names.filter((name) => !optional.includes(name) || Object.hasOwn(defaults, name));
  return (input, report) => {
    const pairs = membersIn(input, report.strict, { names, places });
    if (pairs === undefined) return wrongType("object", input, report);
    const { keys, values } = pairs;
    if (!report.enter(1, keys.length, input as object)) return FAILED;
    const start = report.failures.length;
    const result: Record<string, unknown> = {};
    let size = 0;
    let found = 0;
    for (let index = 0; index < keys.length && !report.truncated; index++) {
      const [key, value] = [keys[index], values[index]];
      if (value === undefined || (value === null && nulls.includes(key as string))) continue;
      size++;
      if (more?.skips(key, places, report)) continue;
      const place = places.get(key);
      if (place !== undefined) {
        const since = report.failures.length;
        found++;
        define(result, key as string, report.member(nodes[place] as Node, value, key as string));
        if (pairs.isMulti && report.failures.length > since) hintAtMulti(report, since);
      } else if (more?.others !== undefined) more.others(key, value, result, places, report);
      else takeUnknown(rules.unknown, key, value, result, report);
    }
    for (const key of found < names.length ? filled : []) {
      if (report.truncated) break;
      if (!Object.hasOwn(result, key)) define(result, key, fill(key, members[key] as Node, rules, report));
    }
    more?.fails(result, report);
    report.leave(1);
    if (report.failedSince(start) || failsLength(size, minlen, maxlen, "key", report) === FAILED) return FAILED;
    return present(more === undefined ? result : more.named(result));
  };
}

/**
 * What a function of the caller has returned.
 * @param owner the class of the validator.
 * @param otherwise the end of the error message: the alternative.
 * @throws TypeError if it is a Promise, which would count as a value.
 */
export function answered<T>(owner: string, answer: T, otherwise = ""): T {
  if (!isThenable(answer)) return answer;
  ignoreRejection(answer);
  throw new TypeError(`${owner} returned a Promise: it should answer at once${otherwise}`);
}

/** The length of an array, or FAILED. */
function arraySize(input: readonly unknown[], report: Report): number | typeof FAILED {
  const size = sizeOf(input.length);
  return size > MAX_ITEMS ? report.fail(sized, "max_length", MAX_ITEMS, size, { unit: "item" }) : size;
}

/*#__NO_SIDE_EFFECTS__*/ export const list =
  (item: Node, minlen = 0, maxlen: number = Number.POSITIVE_INFINITY): Node =>
  (input, report) => {
    const items = itemsOf(item, input, report, maxlen);
    if (items === FAILED || failsLength(items.size, minlen, maxlen, "item", report) === FAILED) return FAILED;
    return items.made;
  };

/** The valid items of an array: their results, none if there are too many; and the items as they were read. */
interface Items {
  readonly size: number;
  readonly made: unknown[];
}

/** @param read gets the items, if they are needed. */
export function itemsOf(
  item: Node,
  input: unknown,
  report: Report,
  maxlen: number,
  read?: unknown[],
): Items | typeof FAILED {
  if (!isArray(input)) return wrongType("array", input, report);
  const size = arraySize(input, report);
  if (size === FAILED || !report.enter(1, size, input)) return FAILED;
  const start = report.failures.length;
  const made = size > maxlen ? [] : listFor(size);
  const isOrdinary = isOrdinaryArray(input);
  for (let index = 0; index < size && !report.truncated; index++) {
    const given = ownItem(input, index, isOrdinary);
    read?.push(given);
    const checked = report.member(item, given, index);
    if (size <= maxlen) made[index] = checked;
  }
  report.leave(1);
  return report.failedSince(start) ? FAILED : { size, made };
}

/** Of a tuple. */
export interface TupleRules {
  /** The validator of items behind those that have one. */
  readonly rest?: Node;
  /** The least number of items of the input, and of the result. */
  readonly least?: number;
  readonly filled?: number;
}

/*#__NO_SIDE_EFFECTS__*/ export function tuple(
  items: readonly Node[],
  { rest, least = items.length, filled = least }: TupleRules = {},
): Node {
  const most = rest === undefined ? items.length : Number.POSITIVE_INFINITY;
  return (input, report) => {
    if (!isArray(input)) return wrongType("array", input, report);
    const size = arraySize(input, report);
    if (size === FAILED) return FAILED;
    if (size < least || size > most) {
      const expected = size < least ? least : most;
      if (least === most) return report.fail(both, "tuple_length", expected, size);
      const code = size < least ? "min_length" : "max_length";
      return report.fail((one, texts) => sized({ ...one, code }, texts), "tuple_length", expected, size, {
        unit: "item",
      });
    }
    if (!report.enter(1, size, input)) return FAILED;
    const start = report.failures.length;
    const count = Math.max(size, filled);
    const values = listFor(count);
    const isOrdinary = isOrdinaryArray(input);
    for (let index = 0; index < count && !report.truncated; index++) {
      const value = index < size ? ownItem(input, index, isOrdinary) : undefined;
      values[index] = report.member(items[index] ?? (rest as Node), value, index);
    }
    report.leave(1);
    return report.failedSince(start) ? FAILED : values;
  };
}
