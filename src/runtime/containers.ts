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
import { failsLength, wrongType } from "./leaves.ts";
import type { ReadMembers } from "./mapping.ts";
import { FAILED, type Node, type Report } from "./report.ts";
import { both, plainly, sized } from "./texts.ts";

/** Of an object: what is not given is as in `Dict`. */
export interface ObjectRules {
  /** Keys that may be missing. */
  readonly optional?: readonly string[];
  /** Values for missing keys: see `defaults`. */
  readonly defaults?: Defaults;
  /** What happens to keys that are not in the schema: see `dropped` and `kept`. They are refused without it. */
  readonly others?: OtherKeys;
  readonly minlen?: number;
  readonly maxlen?: number;
  /** Keys for which null counts as missing. */
  readonly nulls?: readonly string[];
  /** Reads the members, if not as all objects do: see `multikeys`. */
  readonly read?: ReadWith;
  /** What few schemas have: see `keys`. */
  readonly more?: MoreRules;
}

/** Reads the members of a mapping; undefined if it is none. */
export type ReadWith = (input: unknown, strict: boolean, named: Shape, report: Report) => ReadMembers | undefined;

/** Values for missing keys. */
export interface Defaults {
  has(key: string): boolean;
  /** Checks the value for a key; undefined if there is none. */
  fill(key: string, node: Node, isOptional: boolean, report: Report): unknown;
}

/** The members of a schema: their names, their nodes, and the index of each name. */
export interface Shape {
  readonly names: readonly string[];
  readonly nodes: readonly Node[];
  readonly places: ReadonlyMap<unknown, number>;
}

/** Rules of keys. */
export interface MoreRules {
  /** Takes a pair of the input. Returns as how many members it counts. */
  take(
    key: unknown,
    value: unknown,
    result: Record<string, unknown>,
    shape: Shape,
    pairs: ReadMembers,
    report: Report,
  ): 0 | 1;
  /** Reports what is wrong with the whole. */
  fails(result: Record<string, unknown>, pairs: ReadMembers, report: Report): void;
  /** The message that the schema has for a missing key. */
  missing(key: string): string | undefined;
  /** What a valid object becomes. */
  made(result: Record<string, unknown>, shape: Shape, pairs: ReadMembers, report: Report): unknown;
}

/** Takes a pair whose key is not in the schema. */
export type OtherKeys = (
  key: unknown,
  value: unknown,
  result: Record<string, unknown>,
  places: ReadonlyMap<unknown, number>,
  report: Report,
) => void;

/** Fails for a key that is missing, or must not be there. Returns FAILED. */
export function failKey(
  code: "missing_key" | "forbidden_key",
  key: string | number,
  report: Report,
  text?: string,
): typeof FAILED {
  const since = report.failures.length;
  report.fail(plainly, code, undefined, undefined, { text });
  report.under(key, since);
  return FAILED;
}

/** @param given primitives, or functions that make values. */
/*#__NO_SIDE_EFFECTS__*/ export const defaults = (given: Readonly<Record<string, unknown>>): Defaults => ({
  has: (key) => Object.hasOwn(given, key),
  fill(key, node, isOptional, report) {
    const make = given[key];
    const value = typeof make === "function" ? make() : make;
    if (value === undefined && isOptional) return undefined;
    report.derived++;
    const checked = report.member(node, value, key);
    report.derived--;
    return checked;
  },
});

/** Drops keys that are not in the schema. */
export const dropped: OtherKeys = () => {};

/** Keeps them. */
export const kept: OtherKeys = (key, value, result, places, report) => {
  if (typeof key === "string") define(result, key, value);
  else forbidden(key, value, result, places, report);
};

/**
 * Refuses them. A key of a Map that is no string counts as that of its text.
 * @param text the message that the schema has for it.
 */
/*#__NO_SIDE_EFFECTS__*/ export const forbidding =
  (text?: string): OtherKeys =>
  (key, _value, result, _places, report) => {
    const name = report.values.nodeOf(key);
    failKey("forbidden_key", name, report, text);
    define(result, String(name), FAILED);
  };

const forbidden = /*#__PURE__*/ forbidding();

/*#__NO_SIDE_EFFECTS__*/ export function object(
  members: Readonly<Record<string, Node>>,
  rules: ObjectRules = {},
): Node {
  const names = Object.keys(members);
  const nodes = Object.values(members);
  const places = new Map<unknown, number>(names.map((name, place) => [name, place]));
  const shape = { names, nodes, places };
  const { optional = [], defaults, others = forbidden, nulls = [], read, more } = rules;
  const { minlen = 0, maxlen = Number.POSITIVE_INFINITY } = rules;
  const filled = names.filter((name) => !optional.includes(name) || defaults?.has(name));
  return (input, report) => {
    const pairs = (read ?? report.values.membersIn)(input, report.strict, shape, report);
    if (pairs === undefined) return wrongType("object", input, report);
    const { keys, values } = pairs;
    if (!report.enter(1, keys.length, input as object)) return FAILED;
    const start = report.failures.length;
    const result: Record<string, unknown> = {};
    const there: unknown[] = [];
    let size = 0;
    for (let index = 0; index < keys.length && !report.truncated; index++) {
      const [key, value] = [keys[index], values[index]];
      if (value === undefined || (value === null && nulls.includes(key as string))) continue;
      if (more !== undefined) {
        size += more.take(key, value, result, shape, pairs, report);
        continue;
      }
      size++;
      const place = keys === names ? index : places.get(key);
      if (place !== undefined) {
        const since = report.failures.length;
        there[place] = report.member(nodes[place] as Node, value, key as string);
        // What has failed has no result.
        if (report.failures.length === start) define(result, key as string, there[place]);
        pairs.explain?.(report.failures, since);
      } else others(key, value, result, places, report);
    }
    for (const key of filled) {
      if (report.truncated || (places.get(key) as number) in there || Object.hasOwn(result, key)) continue;
      const made = defaults?.has(key)
        ? defaults.fill(key, members[key] as Node, optional.includes(key), report)
        : failKey("missing_key", key, report, more?.missing(key));
      // A rule of the whole fails for a key once.
      define(result, key, made);
    }
    more?.fails(result, pairs, report);
    report.leave(1);
    if (report.failedSince(start) || failsLength(size, minlen, maxlen, "key", report) === FAILED) return FAILED;
    return more === undefined ? present(result) : more.made(result, shape, pairs, report);
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

/** A default that a function makes. */
/*#__NO_SIDE_EFFECTS__*/ export const made = (owner: string, make: () => unknown) => (): unknown =>
  answered(owner, make());

/** The length of an array, or FAILED. */
export function arraySize(input: readonly unknown[], report: Report): number | typeof FAILED {
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

/**
 * @param read gets the items, if they are needed.
 * @param prefix the nodes of the first items.
 */
export function itemsOf(
  item: Node,
  input: unknown,
  report: Report,
  maxlen: number,
  read?: unknown[],
  prefix: readonly Node[] = [],
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
    const checked = report.member(prefix[index] ?? item, given, index);
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
