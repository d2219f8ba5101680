/**
 * Code for plain objects. One function reads them if their keys come in the order of the schema, another in any order.
 */
import type { ObjectModel } from "../../core/models/object.ts";
import type { Checker } from "../../core/schemas/checker.ts";
import { mayFillNothing, mayLackValue } from "../../core/schemas/graph.ts";
import { anyOrder } from "./any-order.ts";
import { constructorCode, field, MAX_LITERAL_KEYS, property, quote } from "./literals.ts";
import { AT, assign, definedValue, fill, hasOwnKey, type Key, type Names, NULL, outside, readOwn } from "./members.ts";
import { isWide } from "./reading.ts";
import { leaving, membersText } from "./text.ts";
import { wideInOrder } from "./wide.ts";
import type { ContainerWriter, Form } from "./writer.ts";

/** V8 keeps objects of more keys as hash tables, which `for-in` reads slowly. */
const MAX_LISTED = 64;
/** Maximum number of optional keys: the bits of one integer record which of them are present. */
const MAX_BITS = 31;
/** Maximum number of optional keys for which there is a literal for each set of present keys. */
const MAX_MISSING = 3;

export function objectCode(code: ContainerWriter, form: Form, model: ObjectModel, names: Names): string {
  const { give, mismatch, name, tag } = names;
  const keys = Object.keys(model.schema).map(
    (key, index): Key => ({
      key,
      written: model.written[index] as string,
      member: model.schema[key] as Checker,
      index,
      mayMiss: model.optional.has(key) || model.defaults.has(key),
      skipsNull: model.skipsNull(key),
      mayLack: mayLackValue(model.schema[key] as Checker),
    }),
  );
  const entering = code.enter("1", names);
  const begin = `${model.nullable ? `if (input === null) ${give(NULL[form])}` : ""}if (typeof input !== "object" || input === null) ${mismatch}${tag === undefined ? entering.depth : ""}`;
  const missing = keys.filter(({ mayMiss }) => mayMiss).length;
  const isTable = isWide(keys);
  const isOrdered = keys.length > 0 && missing <= (isTable ? 0 : MAX_BITS) && model.dispose.size === 0;
  if (form === "text" && (!isOrdered || model.defaults.size > 0 || keys.length > MAX_LITERAL_KEYS)) {
    const args = `(input, depth, schemaDepth${tag === undefined ? "" : ", tag"})`;
    return give(`textOf(${code.functionOf("value", names.validator, model, tag)}${args})`);
  }
  if (!isOrdered) return begin + anyOrder(code, model, keys, names);
  const more = tag === undefined ? "" : ", tag";
  const other = `${name}InAnyOrder`;
  // The text of members in another order, or of a great many, is that of the value.
  const ofFunction = { ...names, ...code.exitsOf("value", names.validator, tag) };
  code.add(other, `input, depth, schemaDepth${more}`, () => anyOrder(code, model, keys, ofFunction));
  const inAnyOrder = `${other}(input, depth, schemaDepth${more})`;
  if (isTable) return begin + wideInOrder(code, model, keys, names, give(inAnyOrder));
  return begin + inOrder(code, form, model, keys, names, give(form === "text" ? `textOf(${inAnyOrder})` : inAnyOrder));
}

function inOrder(
  code: ContainerWriter,
  form: Form,
  model: ObjectModel,
  keys: readonly Key[],
  names: Names,
  other: string,
): string {
  const optional = keys.filter(({ mayMiss }) => mayMiss);
  const bit = new Map(optional.map(({ key }, index) => [key, 2 ** index]));
  // No optional key follows the last key either.
  const bits = optional.length === 0 ? "" : code.constant([...keys.map(({ key }) => bit.get(key) ?? 0), 0]);
  const all = keys.map(({ key }) => key);
  const walk =
    optional.length === 0
      ? `let next = 0;\ntry {\n${eachKey(keys, "next = -1;")}if (key !== ${code.constant(all)}[next++]) { next = -1; break; }\n}\n${names.unreadable}if (next !== ${keys.length}) ${other}`
      : walkWithGaps(code, keys, bits, names, other);
  const reads = keys.map((one) => {
    const { key, index, mayMiss } = one;
    if (key === names.tag?.key) return `value${index} = ${definedValue("tag", one)};\n`;
    // V8 does not optimize a function that is too long: of many keys, only those that are inherited now are tested.
    const isAsked = mayMiss || keys.length <= MAX_LISTED || key in Object.prototype || index === keys.length - 1;
    const value = `value${index} = ${definedValue(isAsked ? readOwn(key) : `input${property(key)}`, one)};\n`;
    return mayMiss ? `if ((given & ${bit.get(key)}) !== 0) ${value}` : value;
  });
  const values = keys.map(({ index }) => `value${index}`);
  const absent = keys.filter(({ mayMiss }) => !mayMiss).map(({ index }) => `value${index} === undefined`);
  const K = code.constant(model);
  // `for-in` lists keys of a prototype last.
  const inherited = code.isAllRequired ? [`${quote(all.at(-1) as string)} in objectPrototype`] : [];
  const odd = ["prototypeOf(input) !== objectPrototype", ...inherited, ...absent].join(" || ");
  const { give, own, unreadable } = names;
  const listed = optional.length === 0 ? String(1 + keys.length) : "1 + listed";
  const read = `let ${values.join(", ")};\ntry {\n${reads.join("")}${unreadable}`;
  // For the check, missing keys are not among the members.
  const isListed = optional.length === 0 ? "" : `.filter((_, at) => ${bits}[at] === 0 || (given & ${bits}[at]) !== 0)`;
  const members = `${code.constant(all)}${isListed}, [${values.join(", ")}]${isListed}`;
  const rest = give(code.outcome(form, `call.members(${K}, input, ${members}, depth, schemaDepth)`));
  // An inherited tag does not count.
  const inherits =
    names.tag?.discriminator &&
    ` || (prototypeOf(input) !== objectPrototype && !hasOwn.call(input, ${quote(names.tag.key)}))`;
  const handOn = `if (${odd}) {\nif (!isPlainObject(input)${inherits ?? ""}) ${own}${rest}}\n`;
  // A key that is there, but not listed, is hidden. It is looked for, not read: a Proxy might throw.
  const hidden = optional.map(({ key }) => `((given & ${bit.get(key)}) === 0 && ${hasOwnKey(key)})`);
  const unlisted =
    optional.length === 0
      ? ""
      : `let hides = false;
if (given !== ${2 ** optional.length - 1}) try {
hides = ${hidden.join(" || ")};
} catch {
hides = true;
}
if (hides) ${own}`;
  const begin = `${walk}${read}${unlisted}${handOn}${code.enter(listed, names, "input", 1 + keys.length).steps}`;
  return begin + madeOf(code, form, model, keys, names);
}

/** The end of a copy or a text: the members, the number of them, and the result. */
function madeOf(code: ContainerWriter, form: Form, model: ObjectModel, keys: readonly Key[], names: Names): string {
  const { give } = names;
  const optional = keys.filter(({ mayMiss }) => mayMiss);
  const K = code.constant(model);
  const wrong = outside(model);
  const counted = optional.map(({ index }) => ` + (value${index} === undefined ? 0 : 1)`).join("");
  const wrongSize =
    wrong === ""
      ? ""
      : `const size = ${keys.length - optional.length}${counted};\nif (${wrong}) ${give(code.outcome(form, `call.failLength(${K}, size, depth, schemaDepth)`))}`;
  const checked = keys.map(({ key, member, index, mayMiss }) => {
    const [v, c] = [`value${index}`, `checked${index}`];
    const block = code.memberBlock(form, member, v, quote(key), c);
    if (block !== undefined) return `let ${c};\n${mayMiss ? `if (${v} !== undefined) {\n${block}}\n` : block}`;
    const unquoted = form === "text" ? code.unquoted(member, v, quote(key), AT) : undefined;
    const expression = unquoted ?? code.member(form, member, v, quote(key), AT);
    return `const ${c} = ${mayMiss ? `${v} === undefined ? undefined : ` : ""}${expression};\n`;
  });
  const fills = optional
    .filter(({ key }) => model.defaults.has(key))
    .map(
      (key) =>
        `const filled${key.index} = value${key.index} === undefined ? ${fill(code, model, K, key)} : undefined;\n`,
    );
  const end =
    (form === "text" ? leaving(names) : `if (call.refused !== before) ${give("call.collected()")}`) + wrongSize;
  return `const before = call.refused;\n${checked.join("")}${fills.join("")}${end}${form === "text" ? membersText(code, keys, names) : resultCode(code, model, keys, optional, names)}`;
}

/**
 * Compares the keys with those of the schema. Some may be missing: `listed` is the number of keys, and the bits of
 * `given` say which.
 */
function walkWithGaps(
  code: ContainerWriter,
  keys: readonly Key[],
  bits: string,
  { unreadable }: Names,
  other: string,
): string {
  const end = null;
  const names = code.constant([...keys.map(({ key }) => key), end]);
  return `let next = 0, given = 0, listed = 0;
reading: {
try {
${eachKey(keys, "{ next = -1; break reading; }")}while (key !== ${names}[next]) if (${bits}[next++] === 0) { next = -1; break reading; }
given |= ${bits}[next++];
listed++;
}
${unreadable}while (next < ${keys.length}) if (${bits}[next++] === 0) { next = -1; break; }
}
if (next < 0) ${other}`;
}

/** Begins a loop over the keys of x. Arrays are not read, though their keys may match the schema. */
const eachKey = (keys: readonly Key[], leave: string): string => {
  const loop =
    keys.length <= MAX_LISTED
      ? "for (const key in input) {"
      : "for (let at = 0, keys = keysOf(input); at < keys.length; at++) {\nconst key = keys[at];";
  return `if (isArray(input)) ${leave}\nelse ${loop}\n`;
};

/** An expression for an object of many keys; undefined if all objects inherit some of them. */
function constructed(code: ContainerWriter, keys: readonly Key[], name: string): string {
  const [values, all] = [keys.map(({ index }) => `checked${index}`), keys.map(({ written }) => written)];
  code.add(`${name}IsPolluted`, "", () => {
    code.declare(constructorCode(`${name}Result`, all));
    return `return ${all.map((key) => `${quote(key)} in objectPrototype`).join(" || ")};\n`;
  });
  return `(${name}IsPolluted() ? undefined : new ${name}Result(${values.join(", ")}))`;
}

/** The result object: first the given keys, then those with a default. */
function resultCode(
  code: ContainerWriter,
  model: ObjectModel,
  keys: readonly Key[],
  optional: readonly Key[],
  { give: end, name }: Names,
): string {
  const undefinedIf = keys.flatMap((one) => {
    const { key, member, index, mayMiss, mayLack } = one;
    const given = mayMiss ? `value${index} !== undefined && ` : "";
    const isFilled = model.defaults.has(key) && mayFillNothing(member, model.defaults.get(key));
    return [
      ...(mayLack ? [`${given}checked${index} === undefined`] : []),
      ...(isFilled ? [`value${index} === undefined && filled${index} === undefined`] : []),
    ];
  });
  const give = (object: string): string => {
    if (undefinedIf.length === 0) return end(object);
    return `{\nconst object = ${object};\nif (${undefinedIf.join(" || ")}) ${end("present(object)")}${end("object")}}\n`;
  };
  const literal = (isGiven: (key: Key) => boolean): string => {
    const given = keys
      .filter((key) => !key.mayMiss || isGiven(key))
      .map(({ written, index }) => field(written, `checked${index}`));
    const filled = optional
      .filter((key) => model.defaults.has(key.key) && !isGiven(key))
      .map(({ written, index }) => field(written, `filled${index}`));
    return `{ ${[...given, ...filled].join(", ")} }`;
  };
  if (optional.length === 0) {
    const all = literal(() => true);
    if (keys.length <= MAX_LITERAL_KEYS) return give(all);
    return give(`${constructed(code, keys, name)} ?? ${all}`);
  }
  if (optional.length > MAX_MISSING) {
    const first = keys.slice(0, optional[0]?.index);
    const rest = keys.slice(first.length).map(({ written, index, mayMiss }) => {
      const set = assign(written, `checked${index}`);
      return mayMiss ? `if (value${index} !== undefined) ${set}` : set;
    });
    const filled = optional
      .filter(({ key }) => model.defaults.has(key))
      .map(({ written, index }) => `if (value${index} === undefined) ${assign(written, `filled${index}`)}`);
    const complete = `if (${optional.map(({ index }) => `value${index} !== undefined`).join(" && ")}) ${give(literal(() => true))}`;
    return `${complete}const result = { ${first.map(({ written, index }) => field(written, `checked${index}`)).join(", ")} };\n${rest.join("")}${filled.join("")}${give("result")}`;
  }
  const choose = (at: number, given: readonly Key[]): string => {
    if (at === optional.length) return literal((one) => given.includes(one));
    const key = optional[at] as Key;
    return `(value${key.index} !== undefined ? ${choose(at + 1, [...given, key])} : ${choose(at + 1, given)})`;
  };
  return give(choose(0, []));
}
