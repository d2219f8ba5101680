/**
 * Code for plain objects of a great many keys: loops over tables, where other objects have code for each key. V8 keeps
 * such objects as hash tables, which code that names their keys reads no faster, and would have to compile it within a
 * call.
 */
import type { ObjectModel } from "../../core/models/object.ts";
import { field, quote } from "./literals.ts";
import { AT, type Key, type Names, outside } from "./members.ts";
import { filled } from "./reading.ts";
import type { ContainerWriter } from "./writer.ts";

/**
 * A list with room for the member with the number `count`, and for as many again; `all` has a place for each key. An
 * object may have few of the keys, and costs no more than it has members.
 */
export function grown<T>(list: T[], all: readonly T[], count: number): T[] {
  if (list.length >= all.length) return list;
  const more = all.slice(0, 2 * (count + 1));
  for (let at = 0; at < list.length; at++) more[at] = list[at] as T;
  return more;
}

/** What the keys of a schema have, by their numbers: constants with a list of them each. */
export interface Tables {
  readonly keys: string;
  /** The names in the result. */
  readonly written: string;
  /** An expression that validates the value of the key with the number `at`. */
  validated(at: string, value: string): string;
  /** An expression for a new object of all keys, in the order of the schema. */
  readonly template: string;
  /** The first statements: they go on to write the code of the members. */
  readonly begin: string;
}

export function tablesOf(code: ContainerWriter, model: ObjectModel, { name }: Names): Tables {
  const [all, validators] = [code.constant(model.names), code.constant(model.list)];
  // A literal of constants is copied as a whole, and assigning to a key that is there takes a tenth of adding it. No
  // setter of Object.prototype is called, because all keys are the object's own.
  code.add(`${name}Template`, "", () => {
    code.declare(`const ${name}Members = ${code.laterMembers(model.list)};\n`);
    return `return { ${model.written.map((name) => field(name, "null")).join(", ")} };\n`;
  });
  return {
    keys: all,
    written: code.constant(model.written),
    validated: (at, value) => `members[${at}](${validators}[${at}], ${all}[${at}], ${value}, ${AT})`,
    template: `${name}Template()`,
    begin: `if (${name}Members.written < ${model.list.length}) ${name}Members.write();\nconst members = ${name}Members.functions;\n`,
  };
}

/** Objects that have all keys of the schema, in its order; `other` handles the rest. None may be missing. */
export function wideInOrder(
  code: ContainerWriter,
  model: ObjectModel,
  keys: readonly Key[],
  names: Names,
  other: string,
): string {
  const { give, own, tag, unreadable } = names;
  const { keys: all, written, validated, template, begin } = tablesOf(code, model, names);
  const K = code.constant(model);
  const count = keys.length;
  const member = "key in objectPrototype ? ownValue(input, key) : input[key]";
  const value = tag === undefined ? member : `key === ${quote(tag.key)} ? tag : ${member}`;
  // An inherited tag does not count.
  const inherits = tag?.discriminator === undefined ? "" : ` || !hasOwn.call(input, ${quote(tag.key)})`;
  const wrong = outside(model);
  const size = wrong === "" ? "" : `const size = ${count};\nif (${wrong}) `;
  const wrongSize = size && `${size}${give(`call.failLength(${K}, size, depth, schemaDepth)`)}`;
  const mayLack = keys.some((key) => key.mayLack);
  // The list of the model itself would say to the check that no value is missing.
  return `${begin}let next = 0, isOdd = false;
try {
if (isArray(input)) next = -1;
else for (let keys = keysOf(input); next < keys.length; next++) if (keys[next] !== ${all}[next]) { next = -1; break; }
${unreadable}if (next !== ${count}) ${other}const values = ${filled(code, keys, undefined)};
try {
for (let at = 0; at < ${count}; at++) {
const key = ${all}[at];
if ((values[at] = ${value}) === undefined) isOdd = true;
}
${unreadable}if (isOdd || prototypeOf(input) !== objectPrototype) {
if (!isPlainObject(input)${inherits}) ${own}${give(`call.members(${K}, input, ${all}.slice(), values, depth, schemaDepth)`)}}
${code.enter(String(1 + count), names, "input", 1 + count).steps}const before = call.refused, result = ${template};
for (let at = 0; at < ${count}; at++) result[${written}[at]] = ${validated("at", "values[at]")};
if (call.refused !== before) ${give("call.collected()")}${wrongSize}${give(mayLack ? "present(result)" : "result")}`;
}
