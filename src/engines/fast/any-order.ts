/**
 * Code for plain objects whose keys may come in any order. It reads all members, then validates them in the order of
 * the input.
 */
import type { ObjectModel } from "../../core/models/object.ts";
import { mayFillNothing, mayLackValue } from "../../core/schemas/graph.ts";
import { leavesCode } from "./leaves.ts";
import { quote } from "./literals.ts";
import { AT, assign, fill, type Key, type Names, outside, WIDE } from "./members.ts";
import { ANY, entering, filled, isFew, opening, placeOf, readHidden, reading } from "./reading.ts";
import type { ContainerWriter, Form } from "./writer.ts";

/**
 * Objects whose prototype is neither Object.prototype nor null fall back to the check: `for-in` would list inherited
 * properties.
 */
export const anyOrder = (...asked: Parameters<typeof orderedCode>): string =>
  wideVerdict(...asked) ?? leavesCode(...asked) ?? orderedCode(...asked);

/**
 * The verdict of an object whose schema has many keys takes time by the keys that the object has, not by those of the
 * schema. In the code, `w` holds the number of each key, or its name if it is not in the schema, followed by its value.
 */
function wideVerdict(
  code: ContainerWriter,
  form: Form,
  model: ObjectModel,
  keys: readonly Key[],
  names: Names,
): string | undefined {
  const { defaults, dispose, places, optional } = model;
  const isPlain = defaults.size + dispose.size === 0 && outside(model) === "" && names.tag === undefined;
  if (form !== "verdict" || keys.length < WIDE || !isPlain) return undefined;
  const { give } = names;
  const needed = code.constant(Uint8Array.from(keys, ({ key }) => (optional.has(key) ? 0 : 1)));
  const cases = keys.map(({ key, member, index }) => {
    const checked = code.member(form, member, "v", quote(key), AT);
    return checked === "true" ? "" : `case ${index}: if (!${checked}) ${give("false")}break;\n`;
  });
  const others = otherCode(code, form, model, code.constant(model), give);
  const other = others === "" ? "" : `if (typeof q === "string") {\n${others}}\n`;
  return `${opening(code, names)}let n = 0, m = 0;
const w = [], r = {};
for (const q in x) {
n++;
const v = ${ANY};
if (v === undefined) continue;
const k = ${code.constant(places)}.get(q);
if (k === undefined) w.push(q, v);
else {
m += ${needed}[k];
w.push(k, v);
}
}
${entering(code, form, names, "x", "1 + n")}for (let i = 0, z = false; ; i += 2) {
if (i === w.length) {
if (z) break;
z = true;
const s = hiddenPlaces(x, ${code.constant(places)}, n);
for (let j = 0; j < s.length; j++) {
const k = s[j], v = ownValue(x, ${code.constant(keys.map(({ key }) => key))}[k]);
if (v === undefined) continue;
m += ${needed}[k];
w.push(k, v);
}
if (i === w.length) break;
}
const q = w[i], v = w[i + 1];
switch (q) {
${cases.join("")}}
${other}}
${give(`m === ${keys.filter(({ key }) => !optional.has(key)).length}`)}`;
}

/**
 * In the code, `o` holds the numbers of the keys in the order of the input, n of them; `w` the keys and values that are
 * not in the schema, and `e` is the number of those that are dropped; `m` is the number of members that have a value,
 * if it is limited. A value is in a variable, `v0`, or in `u`.
 */
function orderedCode(
  code: ContainerWriter,
  form: Form,
  model: ObjectModel,
  keys: readonly Key[],
  names: Names,
): string {
  const { give } = names;
  const { defaults, dispose, optional } = model;
  const K = code.constant(model);
  const makes = form === "value";
  const wrong = outside(model);
  const others = otherCode(code, form, model, K, give);
  const othersMayLack = model.extra !== undefined && mayLackValue(model.extra[1]);

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

  // After a refused member the result is discarded.
  const keep = (key: string, mayLack: boolean): string =>
    `if (h.refused === b${mayLack ? " && c !== undefined" : ""}) {\n${assign(key, "c")}}\n`;
  const count = wrong === "" ? "" : "m++;\n";
  const cases = kept.map(({ key, written, member, index, mayLack }) => {
    const checked = code.member(form, member, "v", quote(key), AT);
    const refuse = checked === "true" ? "" : `if (!${checked}) ${give("false")}`;
    const use = makes ? `const c = ${checked};\n${keep(written, mayLack)}` : refuse;
    return `case ${index}: {\nconst v = ${placeOf(keys, index)};\nif (v === undefined) break;\n${count}${use}break;\n}\n`;
  });
  if (others !== "")
    cases.push(`default: {\nconst q = w[j++], v = w[j++];\nif (v === undefined) break;\n${count}${others}}\n`);
  // Keys that have an effect when they are missing. An optional key without a default has none.
  const noted = keys.filter(({ key }) => !optional.has(key) || defaults.has(key));
  const fills = noted.map((key) => {
    const isMissing = `${placeOf(keys, key.index)} === undefined`;
    const made = fill(code, form, model, K, key);
    if (!makes) return `if (${isMissing} && ${made} === FAILED) ${give("false")}`;
    const mayLack = mayFillNothing(key.member, defaults.get(key.key));
    return `if (${isMissing}) {\nconst c = ${made};\n${keep(key.written, mayLack)}}\n`;
  });
  const is = makes ? "" : " !== FAILED";
  const wrongSize = wrong === "" ? "" : `if (${wrong}) ${give(`h.failLength(${K}, m, d, f)${is}`)}`;
  // Read and checked behind the others, and not counted as members.
  const uncount = wrong === "" ? "" : "m--;\n";
  const read = readHidden(keys, kept, (index) => `o[n++] = ${index};\n${uncount}`);
  const hidden = code.isStrict ? `if (i === n && !z) {\nz = true;\n${read}}\n` : "";
  const end = makes
    ? `if (h.refused !== b) ${give("h.collected()")}${wrongSize}${give(othersMayLack ? "present(r)" : "r")}`
    : `${wrongSize}${give("true")}`;
  return `${opening(code, names)}${reading(code, keys, names, `, m = 0, o = ${order}, w = []`, find)}${entering(code, form, names)}const b = h.refused, r = {};
for (let i = 0, j = 0, z = false; ; i++) {
${makes ? "if (h.truncated) break;\n" : ""}${hidden}if (i >= n) break;
switch (o[i]) {
${cases.join("")}}
}
${fills.join("")}${end}`;
}

/** Returns code that validates the value v of a key q that is not in the schema; empty if the value is dropped. */
function otherCode(
  code: ContainerWriter,
  form: Form,
  { extra, unknown: unknownKeys }: ObjectModel,
  K: string,
  give: Names["give"],
): string {
  if (unknownKeys !== "forbid") return unknownKeys === "keep" && form === "value" ? "define(r, q, v);\n" : "";
  const other = `h.other(${K}, q, v, r, ${AT})`;
  const check = form === "verdict" ? `if (!${other}) ${give("false")}` : `${other};\n`;
  if (extra === undefined) return check;
  const [keys, values] = extra.map((one, index) => code.modelOf(one, index === 0 ? "q" : "v"));
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
