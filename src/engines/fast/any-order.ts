/**
 * Code for plain objects whose keys may come in any order. It reads all members, then validates them in the order of
 * the input.
 */
import type { ObjectModel } from "../../core/models/object.ts";
import { mayFillNothing, mayLackValue } from "../../core/schemas/graph.ts";
import { leavesCode } from "./leaves.ts";
import { quote } from "./literals.ts";
import { AT, assign, fill, type Key, type Names, outside } from "./members.ts";
import { ANY, entering, filled, isFew, opening, placeOf, reading } from "./reading.ts";
import type { ContainerWriter } from "./writer.ts";

/**
 * Objects whose prototype is neither Object.prototype nor null fall back to the check: `for-in` would list inherited
 * properties.
 */
export const anyOrder = (...asked: Parameters<typeof orderedCode>): string =>
  leavesCode(...asked) ?? orderedCode(...asked);

/**
 * In the code, `o` holds the numbers of the keys in the order of the input, n of them; `w` the keys and values that are
 * not in the schema, and `e` is the number of those that are dropped; `m` is the number of members that have a value,
 * if it is limited. A value is in a variable, `v0`, or in `u`.
 */
function orderedCode(code: ContainerWriter, model: ObjectModel, keys: readonly Key[], names: Names): string {
  const { give } = names;
  const { defaults, dispose, optional } = model;
  const K = code.constant(model);
  const wrong = outside(model);
  const others = otherCode(code, model, K);
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
    `if (call.refused === b${mayLack ? " && c !== undefined" : ""}) {\n${assign(key, "c")}}\n`;
  const count = wrong === "" ? "" : "m++;\n";
  const cases = kept.map(({ key, written, member, index, mayLack }) => {
    const checked = code.member("value", member, "v", quote(key), AT);
    const use = `const c = ${checked};\n${keep(written, mayLack)}`;
    return `case ${index}: {\nconst v = ${placeOf(keys, index)};\nif (v === undefined) break;\n${count}${use}break;\n}\n`;
  });
  if (others !== "")
    cases.push(`default: {\nconst q = w[j++], v = w[j++];\nif (v === undefined) break;\n${count}${others}}\n`);
  // Keys that have an effect when they are missing. An optional key without a default has none.
  const noted = keys.filter(({ key }) => !optional.has(key) || defaults.has(key));
  const fills = noted.map((key) => {
    const isMissing = `${placeOf(keys, key.index)} === undefined`;
    const made = fill(code, model, K, key);
    const mayLack = mayFillNothing(key.member, defaults.get(key.key));
    return `if (${isMissing}) {\nconst c = ${made};\n${keep(key.written, mayLack)}}\n`;
  });
  const wrongSize = wrong === "" ? "" : `if (${wrong}) ${give(`call.failLength(${K}, m, d, f)`)}`;
  const end = `if (call.refused !== b) ${give("call.collected()")}${wrongSize}${give(othersMayLack ? "present(r)" : "r")}`;
  return `${opening(code, names)}${reading(code, model, keys, names, `, m = 0, o = ${order}, w = []`, find)}${entering(code, names)}const b = call.refused, r = {};
for (let i = 0, j = 0; i < n; i++) {
if (call.truncated) break;
switch (o[i]) {
${cases.join("")}}
}
${fills.join("")}${end}`;
}

/** Returns code that validates the value v of a key q that is not in the schema; empty if the value is dropped. */
function otherCode(code: ContainerWriter, { extra, unknown: unknownKeys }: ObjectModel, K: string): string {
  if (unknownKeys !== "forbid") return unknownKeys === "keep" ? "define(r, q, v);\n" : "";
  const other = `call.other(${K}, q, v, r, ${AT})`;
  const check = `${other};\n`;
  if (extra === undefined) return check;
  const [keys, values] = extra.map((one, index) => code.modelOf(one, index === 0 ? "q" : "v"));
  if (keys?.kind !== "leaf" || keys.gives !== "q" || values === undefined) return check;
  const known = keys.when === "" ? "true" : keys.when;
  if (values.kind === "leaf") {
    const when = [keys.when, values.when].filter(Boolean).join(" && ") || "true";
    return `if (${when}) define(r, q, ${values.gives}); else ${other};\n`;
  }
  const call = `${code.functionOf("value", extra[1], values)}(v, ${AT})`;
  return `if (${known}) {\nconst t = call.size, c = ${call};\nif (c === FAILED) call.underExtra(t, q);\ndefine(r, q, c);\n} else ${other};\n`;
}
