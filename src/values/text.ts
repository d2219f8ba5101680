/** Text forms of values in the texts of errors and validators: JavaScript literals, bounded in depth and length. */
import {
  byteLength,
  entriesOf,
  isArray,
  isBytes,
  isMap,
  isPlainObject,
  isSet,
  lengthOf,
  membersOfSet,
  ownValue,
  specName,
  type TypeSpec,
  tagOf,
  typedArrayKind,
} from "./input.ts";
import { textOf, timeOf } from "./temporal.ts";

const MAX_DEPTH = 8;
const MAX_ITEMS = 100;
const MAX_MEMBERS = 200;
const MAX_LENGTH = 1000;
/** Bits of a bigint: all with up to 993 digits are shown. */
const MAX_BITS = 3300;
const MORE = "\u2026";

/** The number of further members, or characters, that may be shown. */
interface Budget {
  left: number;
}

/**
 * The literal form: strings quoted, `[1, 2]`, `{a: 1}`. An ellipsis replaces parts that exceed the bounds or throw when
 * they are read. Getters are not run.
 * @param members maximum number of members shown, on all levels together.
 */
export function literal(value: unknown, members: number = MAX_MEMBERS): string {
  // Empty if it has not been shown yet.
  const kept = members === MAX_MEMBERS ? texts.get(value as object) : undefined;
  if (kept) return kept;
  const text = visible(show(value, 0, { left: members }));
  if (kept === "") texts.set(value as object, text);
  return text;
}

/** Cached texts of lists of options, which are shown repeatedly. */
const texts = new WeakMap<object, string>();

/** Marks a list of primitives as constant, so that its text is cached when it is first shown. Returns the list. */
export function keepText<T extends readonly unknown[]>(list: T): T {
  texts.set(list, "");
  return list;
}

/**
 * The plain form for the messages of `formatError`, which are the original's: as {@link literal}, but strings are not
 * quoted or escaped.
 */
export function plain(value: unknown): string {
  return typeof value === "string" ? clip(value) : literal(value);
}

/**
 * Characters that control terminals or are invisible: control characters, line separators, direction marks, and
 * characters without width that join or annotate others.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal or a log
export const HIDDEN = /[\x00-\x1f\x7f-\x9f\p{Bidi_Control}\p{Zl}\p{Zp}\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** The escape of a character in JSON. */
export const unicodeEscape = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** The text with hidden characters escaped, so that data in the text of an error cannot forge a line of a log. */
export const visible = (text: string): string =>
  isAscii(text) ? text : text.replace(HIDDEN, (char) => SHORT_ESCAPES.get(char) ?? unicodeEscape(char));

/** Returns whether the text has only printable ASCII characters, as most texts do. */
const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);

const isObject = (value: unknown): value is object =>
  (typeof value === "object" && value !== null) || typeof value === "function";

function showScalar(value: unknown): string {
  if (typeof value === "string") return quote(clip(value));
  // The digits of a bigint take more than linear time.
  if (typeof value === "bigint") return `${BigInt.asIntN(MAX_BITS, value) === value ? value : MORE}n`;
  return Object.is(value, -0) ? "-0" : String(value);
}

function show(value: unknown, depth: number, budget: Budget): string {
  if (!isObject(value)) return showScalar(value);
  try {
    if ((value as { [SHOWN]?: unknown })[SHOWN] === true) return String(value);
    if (typeof value === "function") return String(specName(value as TypeSpec) || "function");
    return showObject(value, depth, budget);
  } catch {
    return MORE;
  }
}

function showObject(value: object, depth: number, budget: Budget): string {
  if (depth >= MAX_DEPTH) return MORE;
  const some = <T>(items: Iterable<T>, size: number, text: (item: T) => string): string => {
    const shown: string[] = [];
    for (const item of items) {
      if (shown.length === MAX_ITEMS || budget.left-- <= 0) break;
      shown.push(text(item));
    }
    if (shown.length < size) shown.push(MORE);
    return shown.join(", ");
  };
  const inner = (item: unknown): string => show(item, depth + 1, budget);
  const member = (key: PropertyKey): string => memberOf(value, key, inner);
  if (isArray(value)) {
    const length = lengthOf(value);
    return `[${some(Array(Math.min(length, MAX_ITEMS)).keys(), length, member)}]`;
  }
  if (isBytes(value)) return `bytes(${showBytes(value)})`;
  if (isMap(value)) {
    const entries = entriesOf(value);
    const pair = ([key, item]: [unknown, unknown]): string => `${inner(key)} => ${inner(item)}`;
    return `Map(${some(entries, entries.length, pair)})`;
  }
  if (!isPlainObject(value)) {
    const kind = typedArrayKind(value);
    if (kind !== undefined) {
      const length = byteLength(value as Uint8Array);
      const item = (index: number): string => inner((value as ArrayLike<unknown>)[index]);
      return `${kind}(${some(Array(Math.min(length, MAX_ITEMS)).keys(), length, item)})`;
    }
    if (!isSet(value)) return showOther(value);
    const members = membersOfSet(value);
    return `Set(${some(members, members.length, inner)})`;
  }
  const keys = Object.keys(value);
  const property = (key: string): string => `${IDENTIFIER.test(key) ? key : quote(clip(key))}: ${member(key)}`;
  return `{${some(keys, keys.length, property)}}`;
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** Returns the result of `make` for a member. A getter is the caller's code, which showing an error must not run. */
function memberOf<T>(holder: object, key: PropertyKey, make: (value: unknown) => T): T | typeof MORE {
  const descriptor = Object.getOwnPropertyDescriptor(holder, key);
  return descriptor !== undefined && !Object.hasOwn(descriptor, "value") ? MORE : make(descriptor?.value);
}

function showBytes(bytes: Uint8Array): string {
  const length = Math.min(byteLength(bytes), MAX_LENGTH / 2);
  const pairs = Array.from({ length }, (_, index) => (bytes[index] as number).toString(16).padStart(2, "0"));
  return pairs.join("") + (length < byteLength(bytes) ? MORE : "");
}

function showOther(value: object): string {
  const tag = tagOf(value);
  const text = textOf(value);
  if (text !== undefined) return text;
  if (tag === "RegExp") return String(value);
  const time = timeOf(value);
  if (time !== undefined) return Number.isNaN(time) ? "Invalid Date" : new Date(time).toISOString();
  return `[object ${tag || "Object"}]`;
}

/** The text, cut short with an ellipsis if it is longer than `most`. */
export const clip = (text: string, most: number = MAX_LENGTH): string =>
  text.length > most ? `${text.slice(0, most)}${MORE}` : text;

/** Maximum number of characters of a pattern in texts. */
const MAX_PATTERN = 200;

/** A pattern as texts quote it: the beginning of a long one. Anything else is returned as it is. */
export function shownPattern<T>(pattern: T): T | string | object {
  if (typeof pattern === "string") return clip(pattern, MAX_PATTERN);
  const source = isPlainObject(pattern) ? ownValue(pattern, "source") : undefined;
  return typeof source === "string" ? { ...(pattern as object), source: clip(source, MAX_PATTERN) } : pattern;
}

/** Text that needs no escapes between quotes. */
const PLAIN = /^[ !#-&(-[\]-~]*$/;
const quote = (text: string): string =>
  PLAIN.test(text)
    ? `'${text}'`
    : `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

/** Maximum number of characters in the texts of many errors together, and the minimum for the text of each error. */
const MAX_TOTAL = 2 ** 21;
const MIN_SHARE = 200;

/**
 * Maximum number of characters in the text of each of `count` errors. Without a bound, all could repeat the same long
 * key.
 */
export const shareOf = (count: number): number => Math.max(MIN_SHARE, Math.floor(MAX_TOTAL / count));

/** A property of Validators, Steps and Extras: their `toString` returns the literal form. */
export const SHOWN: unique symbol = Symbol("validlib.shown");

/**
 * Returns the value as data that `JSON.stringify` can write without running getters or `toJSON`: plain data stays
 * unchanged, anything else becomes its text form, and an ellipsis replaces parts that exceed the bounds.
 * @param most maximum number of characters in all its texts together.
 */
export function plainData(value: unknown, most: number): unknown {
  return dataOf(value, 0, { left: most });
}

function dataOf(value: unknown, depth: number, budget: Budget): unknown {
  if (typeof value === "number" || typeof value === "boolean" || value === null || value === undefined) {
    budget.left -= 1;
    return value;
  }
  if (depth > MAX_DEPTH || budget.left <= 0) return MORE;
  const short = (text: string): string => {
    const clipped = clip(text, Math.min(budget.left, MAX_LENGTH));
    budget.left -= clipped.length + 1;
    return clipped;
  };
  if (typeof value === "string") return short(value);
  const isList = isArray(value);
  budget.left -= 1;
  if (!isList && !isPlainObject(value)) return short(literal(value));
  const member = (key: PropertyKey): unknown => memberOf(value, key, (item) => dataOf(item, depth + 1, budget));
  const some = <T>(size: number, item: (index: number) => T, more: T): T[] => {
    const items: T[] = [];
    while (items.length < size && items.length < MAX_ITEMS && budget.left > 0) items.push(item(items.length));
    if (items.length < size) items.push(more);
    return items;
  };
  if (isList) return some(lengthOf(value), member, MORE);
  const keys = Object.keys(value);
  const pair = (index: number): [string, unknown] => [short(keys[index] as string), member(keys[index] as string)];
  return Object.fromEntries(some(keys.length, pair, [MORE, MORE]));
}
