/**
 * Code for plain objects whose keys may come in any order. It reads all members, then validates them in the order of
 * the input.
 */
import type { ObjectModel } from "../../core/models/object.ts";
import { mayFillNothing, mayLackValue } from "../../core/schemas/graph.ts";
import { leavesCode } from "./leaves.ts";
import { quote } from "./literals.ts";
import { AT, assign, fill, type Key, type Names, outside } from "./members.ts";
import { ANY, begun, entering, filled, isFew, isWide, opening, reading, slotOf } from "./reading.ts";
import { tablesOf } from "./wide.ts";
import type { ContainerWriter } from "./writer.ts";

/**
 * Objects whose prototype is neither Object.prototype nor null fall back to the check: `for-in` would list inherited
 * properties.
 */
export const anyOrder = (...asked: Parameters<typeof orderedCode>): string =>
  leavesCode(...asked) ?? orderedCode(...asked);

/**
 * In the code, `order` has the numbers of the keys in the order of the input, `count` of them, and `others` the keys
 * and values that are not in the schema. `dropped` is the number of keys that are dropped; `size` that of members with
 * a value, if it is limited. A value is in a variable, `value0`, or in `values`.
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
    `dropped++;\n${wrong === "" ? `${value};\n` : `if ((${value}) !== undefined) size++;\n`}`;
  const unknown = others === "" ? drop(ANY) : `order[count++] = ${keys.length};\nothers.push(key, ${ANY});\n`;
  const zeros = isWide(keys) ? begun(code, keys, 0) : filled(code, keys, 0);
  const order = isFew(keys) ? `[${keys.map(() => "0").join(", ")}]` : zeros;
  const find = {
    kept,
    drops: { keys: [...dispose].map(String), read: drop },
    other: unknown,
    note: (index: number | string) => `order[count++] = ${index};`,
  };

  const count = wrong === "" ? "" : "size++;\n";
  const other = `const key = others[at++], value = others[at++];\nif (value === undefined) continue;\n${count}${others}`;
  // Keys that have an effect when they are missing. An optional key without a default has none.
  const noted = keys.filter(({ key }) => !optional.has(key) || defaults.has(key));
  const { begin, members, fills } = isWide(keys) ? byTable() : byCases();

  function byCases() {
    const cases = kept.map(({ key, written, member, index, mayLack }) => {
      const checked = code.member("value", member, "value", quote(key), AT);
      const use = `const checked = ${checked};\n${keep(assign(written, "checked"), mayLack)}`;
      return `case ${index}: {\nconst value = ${slotOf(keys, index)};\nif (value === undefined) break;\n${count}${use}break;\n}\n`;
    });
    if (others !== "") cases.push(`default: {\n${other}}\n`);
    const fills = noted.map((key) => missingByCase(code, model, key, slotOf(keys, key.index)));
    return { begin: "", members: `switch (order[index]) {\n${cases.join("")}}\n`, fills: fills.join("") };
  }

  function byTable() {
    const tables = tablesOf(code, model, names);
    const set = `const name = ${tables.written}[place];\nif (name in objectPrototype) define(result, name, checked); else result[name] = checked;\n`;
    const use = `const checked = ${tables.validated("place", "value")};\n${keep(set, true)}`;
    const unlisted = others === "" ? "" : `if (place === ${keys.length}) {\n${other}continue;\n}\n`;
    const members = `const place = order[index];\n${unlisted}const value = values[index];\nif (value === undefined) continue;\n${count}${use}`;
    const made = `const checked = call.fill(${K}, ${tables.keys}[place], ${AT});\n${keep(set, true)}`;
    return { begin: tables.begin, members, fills: missingByTable(code, noted, made) };
  }

  const wrongSize = wrong === "" ? "" : `if (${wrong}) ${give(`call.failLength(${K}, size, depth, schemaDepth)`)}`;
  const end = `if (call.refused !== before) ${give("call.collected()")}${wrongSize}${give(othersMayLack ? "present(result)" : "result")}`;
  return `${begin}${opening(code, names)}${reading(code, model, keys, names, `, size = 0, order = ${order}, others = []`, find)}${entering(code, names)}const before = call.refused, result = {};
for (let index = 0, at = 0; index < count; index++) {
if (call.truncated) break;
${members}}
${fills}${end}`;
}

/** Sets a member. After a refused one the result is discarded. */
const keep = (set: string, mayLack: boolean): string =>
  `if (call.refused === before${mayLack ? " && checked !== undefined" : ""}) {\n${set}}\n`;

/** Code for a key that may be missing. */
function missingByCase(code: ContainerWriter, model: ObjectModel, key: Key, place: string): string {
  const made = fill(code, model, code.constant(model), key);
  const mayLack = mayFillNothing(key.member, model.defaults.get(key.key));
  return `if (${place} === undefined) {\nconst checked = ${made};\n${keep(assign(key.written, "checked"), mayLack)}}\n`;
}

/** Code for keys of the table that are missing; of those with an effect then, usually all are there. */
function missingByTable(code: ContainerWriter, noted: readonly Key[], fill: string): string {
  if (noted.length === 0) return "";
  const places = noted.map(({ index }) => index);
  const isNoted = `${code.constant(new Set(places))}.has(order[index])`;
  return `const given = new Set();
for (let index = 0; index < count; index++) if (values[index] !== undefined && ${isNoted}) given.add(order[index]);
if (given.size < ${noted.length}) for (const place of ${code.constant(places)}) if (!given.has(place)) {
${fill}}
`;
}

/** Returns code that validates the value of a key that is not in the schema; empty if the value is dropped. */
function otherCode(code: ContainerWriter, { extra, unknown: unknownKeys }: ObjectModel, K: string): string {
  if (unknownKeys !== "forbid") return unknownKeys === "keep" ? "define(result, key, value);\n" : "";
  const other = `call.other(${K}, key, value, result, ${AT})`;
  const check = `${other};\n`;
  if (extra === undefined) return check;
  const [keys, values] = extra.map((one, index) => code.modelOf(one, index === 0 ? "key" : "value"));
  if (keys?.kind !== "leaf" || keys.gives !== "key" || values === undefined) return check;
  const known = keys.when === "" ? "true" : keys.when;
  if (values.kind === "leaf") {
    const when = [keys.when, values.when].filter(Boolean).join(" && ") || "true";
    return `if (${when}) define(result, key, ${values.gives}); else ${other};\n`;
  }
  const call = `${code.functionOf("value", extra[1], values)}(value, ${AT})`;
  return `if (${known}) {\nconst since = call.size, checked = ${call};\nif (checked === FAILED) call.underExtra(since, key);\ndefine(result, key, checked);\n} else ${other};\n`;
}
