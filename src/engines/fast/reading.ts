/**
 * The code that reads the members of a plain object with keys in any order. Each key is mapped to a key of the schema
 * once: from then on it is a number, for which V8 can use a jump table.
 */
import type { ObjectModel } from "../../core/models/object.ts";
import { quote } from "./literals.ts";
import { type Key, type Names, readOwn, valueOf } from "./members.ts";
import type { ContainerWriter, Tag } from "./writer.ts";

/** Up to this many keys are compared one by one, and their values held in variables; with more, a Map finds the key. */
const MAX_COMPARED_KEYS = 16;

/** The place of the value of a key. */
export const placeOf = (keys: readonly Key[], index: number | string): string =>
  isFew(keys) ? `v${index}` : `u[${index}]`;
export const isFew = (keys: readonly Key[]): boolean => keys.length <= MAX_COMPARED_KEYS;

/** All values but objects whose keys `for-in` lists exactly fall back to the check. */
export function opening(code: ContainerWriter, { own, tag, unreadable }: Names): string {
  // `for-in` lists inherited keys too.
  const polluted = code.isAllRequired && tag?.discriminator === undefined ? code.polluted(own) : "";
  return `let z;
try {
const P = prototypeOf(x);
z = isArray(x) || (P !== objectPrototype && P !== null);
${unreadable}if (z) ${own}${polluted}`;
}

/**
 * Reads all members, and leaves objects that do not list all keys they have. `more` has further declarations;
 * afterwards `n + e` is the number of members.
 * @param given the object, if `x` is a copy of it.
 */
export function reading(
  code: ContainerWriter,
  model: ObjectModel,
  keys: readonly Key[],
  names: Names,
  more: string,
  find: Omit<Find, "tag">,
  given = "x",
): string {
  const { tag, own } = names;
  // Allocated with all members, so that no index is looked up in a prototype.
  const held = isFew(keys)
    ? keys.map(({ index }) => `, ${placeOf(keys, index)}`).join("")
    : `, u = ${filled(code, keys, undefined)}`;
  const found = { ...find, tag };
  const gaps = find.kept.map(({ index }) => `${placeOf(keys, index)} === undefined`).join(" || ");
  const mayHide =
    gaps === ""
      ? ""
      : `if (${isFew(keys) ? `(${gaps}) && ` : ""}namesOf(${given}).length > n + e && hidesNamed(${given}, ${code.constant(model)})) `;
  const leave = given === "x" ? own : `{\nconst x = ${given};\n${own}}\n`;
  return `let n = 0, e = 0${more}${held};
${listing(tag)}${isFew(keys) ? byComparing(code, found) : byLooking(code, found)}}
${mayHide === "" ? "" : mayHide + leave}`;
}

/** Counts the work units of the members that were read. */
export const entering = (code: ContainerWriter, names: Names, x?: string, steps = "1 + n + e"): string =>
  code.enter(steps, names, x).steps;

export const filled = (code: ContainerWriter, keys: readonly Key[], value: unknown): string =>
  `${code.constant(Array(keys.length).fill(value))}.slice()`;

/** Begins a loop over the keys. `for-in` would leave out a discriminator that a getter deletes after it was read. */
const listing = (tag: Tag | undefined): string =>
  tag?.discriminator !== undefined
    ? "const keys = keysOf(x);\nfor (let j = 0; j < keys.length; j++) {\nconst q = keys[j];\n"
    : "for (const q in x) {\n";

export interface Find {
  readonly kept: readonly Key[];
  /** Keys that are dropped, and the code for one whose value is read this way. */
  readonly drops?: { readonly keys: readonly string[]; read(value: string): string };
  /** The code for a key that is not in the schema. */
  readonly other: string;
  /** The code for a key of the schema, by its number. */
  note(index: number | string): string;
  readonly tag: Tag | undefined;
}

/**
 * Reads the property q, whatever its name: a Proxy may list keys that it lacks. `hasOwn` costs nothing in a `for-in`
 * over the same object, because V8 knows the result.
 */
export const ANY = "hasOwn.call(x, q) ? x[q] : q in objectPrototype ? undefined : x[q]";

/** Reads the property q, which is a key of the schema. */
const read = (key: string, tag: Tag | undefined): string => {
  if (key === tag?.key) return "t";
  return tag?.discriminator !== undefined ? readOwn(key) : ANY;
};

function byComparing(code: ContainerWriter, { kept, drops, other, note, tag }: Find): string {
  const cases = kept.map(
    (one) => `case ${quote(one.key)}: v${one.index} = ${valueOf(read(one.key, tag), one)}; ${note(one.index)} break;\n`,
  );
  const { keys = [], read: drop } = drops ?? {};
  if (drop !== undefined && keys.length > MAX_COMPARED_KEYS) {
    const value = keys.includes(tag?.key as string) ? `q === ${quote(tag?.key as string)} ? t : ${ANY}` : ANY;
    const isDropped = `${code.constant(new Set(keys))}.has(q)`;
    return `switch (q) {\n${cases.join("")}default:\nif (${isDropped}) {\n${drop(value)}} else {\n${other}}\n}\n`;
  }
  const dropped = keys.map((key) => `case ${quote(key)}: ${drop?.(key === tag?.key ? "t" : ANY)}break;\n`);
  return `switch (q) {\n${cases.join("")}${dropped.join("")}default: ${other}}\n`;
}

function byLooking(code: ContainerWriter, { kept, drops, other, note, tag }: Find): string {
  const numbers = new Map(kept.map(({ key, index }) => [key, index]));
  for (const key of drops?.keys ?? []) numbers.set(key, -1);
  const value = tag === undefined ? ANY : `q === ${quote(tag.key)} ? t : ${ANY}`;
  const dropped = drops === undefined ? "" : ` else if (k < 0) {\n${drops.read(value)}}`;
  const nulls = kept.filter(({ skipsNull }) => skipsNull).map(({ index }) => index);
  const unless =
    nulls.length === 0 ? "" : `if (u[k] === null && ${code.constant(new Set(nulls))}.has(k)) u[k] = undefined;\n`;
  return `const k = ${code.constant(numbers)}.get(q);
if (k === undefined) {
${other}}${dropped} else {
u[k] = ${value};
${unless}${note("k")}
}
`;
}
