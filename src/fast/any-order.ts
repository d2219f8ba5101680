/**
 * Code for plain objects whose keys may come in any order. It reads all members, then judges them in the order of the input.
 * Which key of the schema a member has is found once: from then on it is a number, on which V8 can jump.
 */
import type { Checker } from "../schemas/checker.ts";
import { quote } from "./literals.ts";
import { AT, assign, fill, type Key, type Names, outside, readOwn } from "./members.ts";
import type { ContainerWriter, Form, ObjectOutline, Tag } from "./outline.ts";

/** So many keys are compared one by one, and their values held in variables; of more, a Map finds the one. */
const MAX_COMPARED_KEYS = 16;

/**
 * Objects whose prototype is neither Object.prototype nor null are left to the check: `for-in` would list what they inherit.
 */
export const anyOrder = (...asked: Parameters<typeof orderedCode>): string =>
  leavesCode(...asked) ?? orderedCode(...asked);

/** Where the value of a key is. */
const placeOf = (keys: readonly Key[], index: number | string): string => (isFew(keys) ? `v${index}` : `u[${index}]`);
const isFew = (keys: readonly Key[]): boolean => keys.length <= MAX_COMPARED_KEYS;

/** Leaves all but objects whose keys `for-in` lists as they are. */
function opening(code: ContainerWriter, { own, tag, unreadable }: Names): string {
  // `for-in` lists what is inherited too.
  const polluted = code.isAllRequired && !tag?.isDiscriminator ? code.polluted(own) : "";
  return `let z;
try {
const P = protoOf(x);
z = isArray(x) || (P !== OP && P !== null);
${unreadable}if (z) ${own}${polluted}`;
}

/** Reads all members. What is declared besides is in `more`; `n + e` is their number then. */
function reading(
  code: ContainerWriter,
  form: Form,
  keys: readonly Key[],
  names: Names,
  more: string,
  find: Omit<Find, "tag">,
): string {
  const { tag } = names;
  // With all members from the start: no index is looked up in a prototype.
  const held = isFew(keys)
    ? keys.map(({ index }) => `, ${placeOf(keys, index)}`).join("")
    : `, u = ${filled(code, keys, undefined)}`;
  const found = { ...find, tag };
  return `let n = 0, e = 0${more}${held};
${listing(tag)}${isFew(keys) ? byComparing(found) : byLooking(code, found)}}
${code.enter(form, "1 + n + e", names).steps}`;
}

const filled = (code: ContainerWriter, keys: readonly Key[], value: unknown): string =>
  `${code.constant(Array(keys.length).fill(value))}.slice()`;

/**
 * Members that have none themselves: nobody can tell in which order they are judged. A result is a copy of the whole object,
 * which JavaScript engines make faster than properties of any names, if nothing in it has to be changed. Undefined where a
 * check may be asked, or members are dropped.
 */
function leavesCode(
  code: ContainerWriter,
  form: Form,
  outline: ObjectOutline,
  keys: readonly Key[],
  names: Names,
): string | undefined {
  const { defaults, dispose, extra, unknown: fate } = outline;
  const copies = form === "value";
  if (defaults.size + dispose.size > 0 || outside(outline) !== "") return undefined;
  const isKnownOnly = fate === "forbid" && extra === undefined;
  // With keys of the schema only, member by member is faster.
  if (copies && (fate === "strip" || isKnownOnly || names.tag !== undefined)) return undefined;
  const extras = extra?.map((one, at) => leafTest(code, form, one, at === 0 ? "q" : "v")) ?? [];
  const tests = keys.map(({ member, index }) => leafTest(code, form, member, placeOf(keys, index)));
  if ([...extras, ...tests].includes(undefined)) return undefined;

  const isValid = isKnownOnly ? "false" : extras.filter((test) => test !== "true").join(" && ") || "true";
  // z: not all that was read is valid. What is undefined is absent, and no part of a result.
  const refuse = `if (${copies ? "v === undefined ||" : "v !== undefined &&"} !(${isValid})) z = true;\n`;
  const conditions = keys.map(({ index, mayMiss }, at) => {
    const place = placeOf(keys, index);
    return mayMiss ? `(${place} === undefined || ${tests[at]})` : `${place} !== undefined && ${tests[at]}`;
  });
  const all = ["!z", ...conditions].join("\n&& ");
  const members = reading(code, form, keys, names, "", {
    kept: keys,
    other: `{\nn++;\nconst v = ${ANY};\n${refuse}}\n`,
    note: (index) => (copies ? `if (${placeOf(keys, index)} === undefined) z = true; n++;` : "n++;"),
  });
  if (!copies) return `${opening(code, names)}${members}${names.give(all)}`;

  const slow = `${names.name}s`;
  const ways = code.waysOf(form, names.validator);
  code.add(slow, "x, d, f", () => orderedCode(code, form, outline, keys, { ...names, ...ways }));
  const leave = names.give(`${slow}(x, d, f)`);
  // A copy has symbols too.
  return `${opening(code, names)}if (symbolsOf(x).length > 0) ${leave}const y = { ...x };
{
const x = y;
${members}if (!(${all})) ${leave}${names.give("x")}}
`;
}

/** A condition: the value is valid, and is itself what is made of it. Undefined where it may have members, or a check is asked. */
function leafTest(code: ContainerWriter, form: Form, member: Checker, value: string): string | undefined {
  const leaf = code.outlineOf(member, value);
  if (leaf?.kind !== "leaf" || leaf.isVague) return undefined;
  const { when, gives } = leaf;
  const isSame = form === "verdict" || gives === value ? "" : `is(${value}, ${gives})`;
  return [when && `(${when})`, isSame].filter(Boolean).join(" && ") || "true";
}

/**
 * In the code, `o` holds the numbers of the keys in the order of the input, n of them; `w` the keys and values that the
 * schema does not know, and `e` is the number of those that are dropped; `m` is the number of members that have a value, if
 * it is limited. A value is in a variable, `v0`, or in `u`.
 */
function orderedCode(
  code: ContainerWriter,
  form: Form,
  outline: ObjectOutline,
  keys: readonly Key[],
  names: Names,
): string {
  const { give } = names;
  const { defaults, dispose, optional } = outline;
  const K = code.constant(outline);
  const makes = form === "value";
  const wrong = outside(outline);
  const others = otherCode(code, form, outline, K, give);

  const kept = keys.filter(({ key }) => !dispose.has(key));
  const drop = (value: string): string =>
    `e++;\n${wrong === "" ? `${value};\n` : `if ((${value}) !== undefined) m++;\n`}`;
  const other = others === "" ? drop(ANY) : `o[n++] = ${keys.length};\nw.push(q, ${ANY});\n`;
  const order = isFew(keys) ? `[${keys.map(() => "0").join(", ")}]` : filled(code, keys, 0);
  const find = {
    kept,
    drops: { keys: [...dispose].map(String), read: drop },
    other,
    note: (index: number | string) => `o[n++] = ${index};`,
  };

  const count = wrong === "" ? "" : "m++;\n";
  const cases = kept.map(({ key, member, index }) => {
    const judged = code.member(form, member, "v", quote(key), AT);
    const refuse = judged === "true" ? "" : `if (!${judged}) ${give("false")}`;
    const use = makes ? `const c = ${judged};\n${assign(key, "c")}` : refuse;
    return `case ${index}: {\nconst v = ${placeOf(keys, index)};\nif (v === undefined) break;\n${count}${use}break;\n}\n`;
  });
  if (others !== "")
    cases.push(`default: {\nconst q = w[j++], v = w[j++];\nif (v === undefined) break;\n${count}${others}}\n`);
  // What does something when it is missing: an optional key without a default does not.
  const noted = keys.filter(({ key }) => !optional.has(key) || defaults.has(key));
  const fills = noted.map((key) => {
    const isMissing = `${placeOf(keys, key.index)} === undefined`;
    const made = fill(code, form, outline, K, key);
    if (!makes) return `if (${isMissing} && ${made} === FAILED) ${give("false")}`;
    return `if (${isMissing}) {\nconst c = ${made};\n${assign(key.key, "c")}}\n`;
  });
  const is = makes ? "" : " !== FAILED";
  const wrongSize = wrong === "" ? "" : `if (${wrong}) ${give(`h.failLength(${K}, m, d, f)${is}`)}`;
  const end = makes
    ? `if (h.refused !== b) ${give("h.collected()")}${wrongSize}${give("r")}`
    : `${wrongSize}${give("true")}`;
  return `${opening(code, names)}${reading(code, form, keys, names, `, m = 0, o = ${order}, w = []`, find)}const b = h.refused, r = {};
for (let i = 0, j = 0; i < n; i++) {
${makes ? "if (h.truncated) break;\n" : ""}switch (o[i]) {
${cases.join("")}}
}
${fills.join("")}${end}`;
}

/** Begins a loop over the keys. `for-in` would leave out a discriminator that a getter deletes after it was read. */
const listing = (tag: Tag | undefined): string =>
  tag?.isDiscriminator
    ? "const keys = keysOf(x);\nfor (let j = 0; j < keys.length; j++) {\nconst q = keys[j];\n"
    : "for (const q in x) {\n";

interface Find {
  readonly kept: readonly Key[];
  /** Keys that are dropped, and what is done with one whose value is read so. */
  readonly drops?: { readonly keys: readonly string[]; read(value: string): string };
  /** What is done with a key that the schema does not know. */
  readonly other: string;
  /** What is done with a key that it knows, by its number. */
  note(index: number | string): string;
  readonly tag: Tag | undefined;
}

/**
 * Reads the property q, whatever its name: a Proxy may list keys that it has not. `hasOwn` costs nothing in a `for-in` over
 * the same object: V8 knows the answer.
 */
const ANY = "hasOwn.call(x, q) ? x[q] : q in OP ? undefined : x[q]";

/** Reads the property q, which is a key of the schema. */
const read = (key: string, tag: Tag | undefined): string => {
  if (key === tag?.key) return "t";
  return tag?.isDiscriminator ? readOwn(key) : ANY;
};

function byComparing({ kept, drops, other, note, tag }: Find): string {
  const cases = kept.map(
    ({ key, index }) => `case ${quote(key)}: v${index} = ${read(key, tag)}; ${note(index)} break;\n`,
  );
  const dropped = drops?.keys.map((key) => `case ${quote(key)}: ${drops.read(key === tag?.key ? "t" : ANY)}break;\n`);
  return `switch (q) {\n${cases.join("")}${dropped?.join("") ?? ""}default: ${other}}\n`;
}

function byLooking(code: ContainerWriter, { kept, drops, other, note, tag }: Find): string {
  const numbers = new Map(kept.map(({ key, index }) => [key, index]));
  for (const key of drops?.keys ?? []) numbers.set(key, -1);
  const value = tag === undefined ? ANY : `q === ${quote(tag.key)} ? t : ${ANY}`;
  const dropped = drops === undefined ? "" : ` else if (k < 0) {\n${drops.read(value)}}`;
  return `const k = ${code.constant(numbers)}.get(q);
if (k === undefined) {
${other}}${dropped} else {
u[k] = ${value};
${note("k")}
}
`;
}

/** Judges the value v of a key q that is not in the schema; empty where it is dropped. */
function otherCode(
  code: ContainerWriter,
  form: Form,
  { extra, unknown: fate }: ObjectOutline,
  K: string,
  give: Names["give"],
): string {
  if (fate !== "forbid") return fate === "keep" && form === "value" ? "define(r, q, v);\n" : "";
  const other = `h.other(${K}, q, v, r, ${AT})`;
  const check = form === "verdict" ? `if (!${other}) ${give("false")}` : `${other};\n`;
  if (extra === undefined) return check;
  const [keys, values] = extra.map((one, index) => code.outlineOf(one, index === 0 ? "q" : "v"));
  if (keys?.kind !== "leaf" || keys.gives !== "q" || values === undefined) return check;
  const known = keys.when === "" ? "true" : keys.when;
  if (values.kind === "leaf") {
    const when = [keys.when, values.when].filter(Boolean).join(" && ") || "true";
    return form === "verdict"
      ? `if (!(${when}) && !${other}) ${give("false")}`
      : `if (${when}) define(r, q, ${values.gives}); else ${other};\n`;
  }
  const call = `${code.functionOf(form, extra[1], values)}(v, ${AT})`;
  if (form === "verdict") return `if (!(${known} ? ${call} : ${other})) ${give("false")}`;
  return `if (${known}) {\nconst t = h.size, c = ${call};\nif (c === FAILED) h.underExtra(t, q);\ndefine(r, q, c);\n} else ${other};\n`;
}
