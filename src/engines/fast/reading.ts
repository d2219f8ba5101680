/**
 * The code that reads the members of a plain object with keys in any order. Each key is mapped to a key of the schema
 * once: from then on it is a number, for which V8 can use a jump table.
 */
import type { ObjectModel } from "../../core/models/object.ts";
import { MAX_CONSTRUCTED_KEYS, quote } from "./literals.ts";
import { definedValue, type Key, type Names, readOwn } from "./members.ts";
import type { ContainerWriter, Tag } from "./writer.ts";

/** Up to this many keys are compared one by one, and their values held in variables; with more, a Map finds the key. */
const MAX_COMPARED_KEYS = 16;

/** The place of the value of a key, unless the keys are a great many: then values are in the order of the input. */
export const slotOf = (keys: readonly Key[], index: number | string): string =>
  isFew(keys) ? `value${index}` : `values[${index}]`;
export const isFew = (keys: readonly Key[]): boolean => keys.length <= MAX_COMPARED_KEYS;
/** The code loops over tables of the keys: see `wide.ts`. */
export const isWide = (keys: readonly Key[]): boolean => keys.length > MAX_CONSTRUCTED_KEYS;

/** All values but objects whose keys `for-in` lists exactly fall back to the check. */
export function opening(code: ContainerWriter, { own, tag, unreadable }: Names): string {
  // `for-in` lists inherited keys too.
  const polluted = code.isAllRequired && tag?.discriminator === undefined ? code.polluted(own) : "";
  return `let isOdd;
try {
const prototype = prototypeOf(input);
isOdd = isArray(input) || (prototype !== objectPrototype && prototype !== null);
${unreadable}if (isOdd) ${own}${polluted}`;
}

/**
 * Reads all members, and leaves objects that do not list all keys they have. `more` has further declarations;
 * afterwards `count + dropped` is the number of members.
 * @param given the object, if `input` is a copy of it.
 */
export function reading(
  code: ContainerWriter,
  model: ObjectModel,
  keys: readonly Key[],
  names: Names,
  more: string,
  find: Omit<Find, "tag" | "isWide">,
  given = "input",
): string {
  const { tag, own } = names;
  const held = isFew(keys)
    ? keys.map(({ index }) => `, ${slotOf(keys, index)}`).join("")
    : `, values = ${isWide(keys) ? begun(code, keys, undefined) : filled(code, keys, undefined)}`;
  const found = { ...find, tag, isWide: isWide(keys) };
  const gaps = isFew(keys) ? find.kept.map(({ index }) => `${slotOf(keys, index)} === undefined`).join(" || ") : "";
  const mayHide =
    find.kept.length === 0
      ? ""
      : `if (${gaps && `(${gaps}) && `}namesOf(${given}).length > count + dropped && hidesNamed(${given}, ${code.constant(model)})) `;
  const leave = given === "input" ? own : `{\nconst input = ${given};\n${own}}\n`;
  return `let count = 0, dropped = 0${more}${held};
${listing(tag)}${isFew(keys) ? byComparing(code, found) : byLooking(code, keys, found)}}
${mayHide === "" ? "" : mayHide + leave}`;
}

/** Counts the work units of the members that were read. */
export const entering = (code: ContainerWriter, names: Names, x?: string, steps = "1 + count + dropped"): string =>
  code.enter(steps, names, x).steps;

/** A list with a place for each key, allocated at once: no index is looked up in a prototype. */
export const filled = (code: ContainerWriter, keys: readonly Key[], value: unknown): string =>
  `${listOf(code, keys, value)}.slice()`;

const listOf = (code: ContainerWriter, keys: readonly Key[], value: unknown): string =>
  code.constant(Array(keys.length).fill(value));

/** Places that a list of members has at first, if the schema has a great many keys and an object may have few. */
const FIRST_PLACES = 16;

/** A list for the first members; see `grown`. */
export const begun = (code: ContainerWriter, keys: readonly Key[], value: unknown): string =>
  `${listOf(code, keys, value)}.slice(0, ${FIRST_PLACES})`;

const growing = (code: ContainerWriter, keys: readonly Key[], name: string, value: unknown): string =>
  `if (count >= ${name}.length) ${name} = grown(${name}, ${listOf(code, keys, value)}, count);\n`;

/** Begins a loop over the keys. `for-in` would leave out a discriminator that a getter deletes after it was read. */
const listing = (tag: Tag | undefined): string =>
  tag?.discriminator !== undefined
    ? "const keys = keysOf(input);\nfor (let at = 0; at < keys.length; at++) {\nconst key = keys[at];\n"
    : "for (const key in input) {\n";

export interface Find {
  readonly kept: readonly Key[];
  /** Keys that are dropped, and the code for one whose value is read this way. */
  readonly drops?: { readonly keys: readonly string[]; read(value: string): string };
  /** The code for a key that is not in the schema. */
  readonly other: string;
  /** The code for a key of the schema, by its number. */
  note(index: number | string): string;
  readonly tag: Tag | undefined;
  /** The values are in the order of the input, so that an object costs as much as it has members. */
  readonly isWide: boolean;
}

/**
 * Reads the property `key`, whatever its name: a Proxy may list keys that it lacks. `hasOwn` costs nothing in a
 * `for-in` over the same object, because V8 knows the result.
 */
export const ANY = "hasOwn.call(input, key) ? input[key] : key in objectPrototype ? undefined : input[key]";

/** Reads the property `key`, which is a key of the schema. */
const read = (key: string, tag: Tag | undefined): string => {
  if (key === tag?.key) return "tag";
  return tag?.discriminator !== undefined ? readOwn(key) : ANY;
};

function byComparing(code: ContainerWriter, { kept, drops, other, note, tag }: Find): string {
  const cases = kept.map(
    (one) =>
      `case ${quote(one.key)}: value${one.index} = ${definedValue(read(one.key, tag), one)}; ${note(one.index)} break;\n`,
  );
  const { keys = [], read: drop } = drops ?? {};
  if (drop !== undefined && keys.length > MAX_COMPARED_KEYS) {
    const value = keys.includes(tag?.key as string) ? `key === ${quote(tag?.key as string)} ? tag : ${ANY}` : ANY;
    const isDropped = `${code.constant(new Set(keys))}.has(key)`;
    return `switch (key) {\n${cases.join("")}default:\nif (${isDropped}) {\n${drop(value)}} else {\n${other}}\n}\n`;
  }
  const dropped = keys.map((key) => `case ${quote(key)}: ${drop?.(key === tag?.key ? "tag" : ANY)}break;\n`);
  return `switch (key) {\n${cases.join("")}${dropped.join("")}default: ${other}}\n`;
}

function byLooking(
  code: ContainerWriter,
  keys: readonly Key[],
  { kept, drops, other, note, tag, isWide }: Find,
): string {
  const numbers = new Map(kept.map(({ key, index }) => [key, index]));
  for (const key of drops?.keys ?? []) numbers.set(key, -1);
  const value = tag === undefined ? ANY : `key === ${quote(tag.key)} ? tag : ${ANY}`;
  const dropped = drops === undefined ? "" : ` else if (place < 0) {\n${drops.read(value)}}`;
  const nulls = kept.filter(({ skipsNull }) => skipsNull).map(({ index }) => index);
  const held = isWide ? "values[count]" : "values[place]";
  const unless =
    nulls.length === 0
      ? ""
      : `if (${held} === null && ${code.constant(new Set(nulls))}.has(place)) ${held} = undefined;\n`;
  const grow = isWide ? growing(code, keys, "values", undefined) + growing(code, keys, "order", 0) : "";
  return `const place = ${code.constant(numbers)}.get(key);
if (place === undefined) {
${other}}${dropped} else {
${grow}${held} = ${value};
${unless}${note("place")}
}
`;
}
