/**
 * Builds values from the tape with generated code: a function for each container, and for a Dict one object literal for
 * each of its shapes. A value that takes a fixed number of integers is read at a constant offset.
 */
import { MANY_STEP } from "../../core/json/engine.ts";
import type { ListModel, SetModel, TupleModel } from "../../core/models/array.ts";
import type { ObjectModel } from "../../core/models/object.ts";
import type { ChoiceModel, ConditionalModel, ReferenceModel } from "../../core/models/steps.ts";
import { define, present } from "../../values/define.ts";
import { TYPED_ARRAYS } from "../../values/typed-arrays.ts";
import { generated, isCodeForbidden } from "../fast/generator-errors.ts";
import { constructorCode, field, MAX_LITERAL_KEYS, quote } from "../fast/literals.ts";
import { PRELUDE } from "./build-prelude.ts";
import type { Builds, CompiledSchema, Writers } from "./schema.ts";
import type { Order } from "./shapes.ts";
import { HEAD_SIZE, Kind, LineVerdict, MAX_SHAPES, Mark, SUBSET_KEYS } from "./tape.ts";

/** For a Dict with at most this many keys, the bits of one integer record which keys have occurred. */
const MAX_BITMASK_KEYS = 31;
/**
 * The number of keys that may be missing in the literal part of a varied object: 2^4 literals are as much code as all
 * shapes.
 */
const MAX_OPTIONAL_KEYS = 4;
/**
 * The number of keys assigned by statements after the literal: if more may be missing, V8 no longer predicts the
 * object's layout.
 */
const MAX_ASSIGNED_KEYS = 4;
/**
 * An array with more items than the first number, and fewer than the second, is allocated at its full length: filling
 * its holes costs less than growing it. V8 would make a hash table of a longer array.
 */
const MIN_PREALLOCATED = 32;
const MAX_PREALLOCATED = 2 ** 24;

/**
 * Integers of a tape that a builder holds until its next build, as most calls come with the same one: each variable
 * that is set costs a write barrier, all of them 3 % of the time of 0.2 kB.
 */
const MAX_HELD = 16 * 1024;
/** The number of keys of a large object that one function assigns. */
const ASSIGNED_TOGETHER = 64;
/** Up to so many keys, code for each takes less time than a loop. */
const MOST_IN_PARTS = 1000;

/** A key with a default, an expression for that, and whether it may be undefined. */
interface Filled {
  readonly key: string;
  readonly value: string;
  readonly mayLack: boolean;
}

type Factory = (
  schema: CompiledSchema,
  constants: readonly unknown[],
  define_: typeof define,
  present_: typeof present,
) => Builds;

/**
 * The builder of a plan, with the shapes selected so far; undefined if the runtime forbids code generation, or the code
 * would nest too deep.
 */
export function generatedBuilder(schema: CompiledSchema): Builds | undefined {
  if (isCodeForbidden()) return undefined;
  return generated(() => {
    const code = new BuilderCode(schema);
    const factory = new Function("schema", "constants", "define", "present", code.module()) as Factory;
    return factory(schema, code.constants, define, present);
  });
}

/** A Set has none of these. */
const NO_MORE = { as: undefined, prefix: [], unique: false } as const;

/** The halves of an integer of 64 bits, in memory. */
const [LOW, HIGH] = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? [0, 1] : [1, 0];

/** Statements that return a typed array of `size` bigints, and make a bigint of those only that have 64 bits. */
const bigList = (made: string): string => `const items = new (${made})(size), halves = new Int32Array(items.buffer);
const all = words();
for (let index = 0; index < size; index++) {
const value = ints[at];
if (value > ${Mark.word}) halves[2 * index + ${LOW}] = value, halves[2 * index + ${HIGH}] = value >> 31, at++;
else if (value === ${Mark.word}) items[index] = all[doubleAt++], at++;
else items[index] = big();
}
return items;
`;

class BuilderCode {
  readonly constants: unknown[] = [];
  readonly #schema: CompiledSchema;
  readonly #functions = new Map<string, string>();

  constructor(schema: CompiledSchema) {
    this.#schema = schema;
  }

  module(): string {
    const root = this.#value(0);
    return `${PRELUDE}${[...this.#functions.values()].join("")}
function begin(integers, numbers, text) {
  if (ints !== integers) ints = integers, doubles = numbers;
  narrow = text, at = ${HEAD_SIZE}, doubleAt = 0, narrowIndex = 0, wideIndex = -1, epoch++;
}
function end() {
  narrow = "";
  if (wideIndex >= 0) wide = "";
  if (repeats !== "") repeats = "", repeated = NO_STRINGS;
  if (ints.length > ${MAX_HELD}) ints = NO_INTEGERS, doubles = longsOf = NO_NUMBERS, longs = NO_WORDS;
}
return {
  one(integers, numbers, text) {
    begin(integers, numbers, text);
    try {
      return ${root};
    } finally {
      end();
    }
  },
  many(integers, numbers, text, texts, count) {
    begin(integers, numbers, text);
    try {
      const values = [];
      for (let index = 0; index < count; index++)
        if (texts[index * ${MANY_STEP} + 1] === ${LineVerdict.valid}) values.push(${root});
      return values;
    } finally {
      end();
    }
  },
};`;
  }

  #constant(value: unknown): string {
    if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
    return `constants[${this.constants.push(value) - 1}]`;
  }

  #members(id: number): readonly number[] {
    return this.#schema.plan.members[id] as readonly number[];
  }

  /** The validator whose value is on the tape where `id` is expected: it has no mark if nothing may be delegated. */
  #writerOf(id: number): number {
    const inside = this.#schema.mayBeDelegated(id) ? undefined : this.#insideOf(id);
    return inside === undefined ? id : this.#writerOf(inside);
  }

  /** The validator that writes the value of an AllOf or a Closed: the last step, the item. */
  #insideOf(id: number): number | undefined {
    switch (this.#schema.kind(id)) {
      case Kind.allOf:
        return this.#members(id).at(-1);
      case Kind.closed:
        return this.#members(id)[0];
    }
    return undefined;
  }

  /** The number of integers that a value takes on the tape; undefined if that depends on the value. */
  #sizeOf(id: number): number | undefined {
    const { nullable, options, value } = this.#schema.leaf(id);
    switch (this.#schema.kind(id)) {
      case Kind.integer:
      case Kind.boolean:
        return 1;
      case Kind.floating:
        return nullable ? 1 : 0;
      case Kind.string:
        return this.#schema.mayBeDelegated(id) ? undefined : options === undefined ? 2 : 1;
      case Kind.moment:
        return 2;
      case Kind.constant:
        return value === 0 ? 1 : 0;
      default:
        return undefined;
    }
  }

  /** An expression for a value of fixed size, at position `at`. */
  #fixedSize(id: number, at: string): string {
    const { nullable, options, value } = this.#schema.leaf(id);
    const slot = `ints[${at}]`;
    switch (this.#schema.kind(id)) {
      case Kind.integer:
        return `int(${slot})`;
      case Kind.boolean:
        return nullable ? `(${slot} === ${Mark.null} ? null : ${slot} === 1)` : `${slot} === 1`;
      case Kind.floating:
        return nullable ? `(${slot} === ${Mark.null} ? null : doubles[doubleAt++])` : "doubles[doubleAt++]";
      case Kind.string: {
        if (options === undefined) return `str(${slot}, ints[${at} + 1])`;
        // A copy: V8 (Node 20) looks up the items of a frozen array at every call.
        const option = `${this.#constant([...options])}[${slot}]`;
        return nullable ? `(${slot} === ${Mark.noString} ? null : ${option})` : option;
      }
      case Kind.moment:
        return `make(${id}, str(${slot}, ints[${at} + 1]))`;
      default:
        return value === 0 ? `(${slot} === 1 ? -0 : 0)` : this.#constant(value);
    }
  }

  /** An expression for the value at p, which also moves p past the value. */
  #value(given: number): string {
    const id = this.#writerOf(given);
    const size = this.#sizeOf(id);
    if (size === undefined) return this.#dynamicSize(id);
    return size === 0 ? this.#fixedSize(id, "at") : `(at += ${size}, ${this.#fixedSize(id, `at - ${size}`)})`;
  }

  /** A call that reads a value of variable size at p, and moves p past it. */
  #dynamicSize(id: number): string {
    switch (this.#schema.kind(id)) {
      case Kind.anything:
      case Kind.negation:
      case Kind.structure:
        return "any()";
      case Kind.bigInteger:
        return "big()";
      case Kind.delegated:
        return `check(${id})`;
    }
    const name = `build${id}`;
    if (!this.#functions.has(name)) {
      // Set before the body is generated: a reference in the body may lead back to this function.
      this.#functions.set(name, "");
      this.#functions.set(name, `function ${name}() {\n${this.#body(id)}}\n`);
    }
    return `${name}()`;
  }

  #body(id: number): string {
    const schema = this.#schema;
    const members = this.#members(id);
    switch (schema.kind(id)) {
      case Kind.list:
      case Kind.set:
        return this.#list(id, members);
      case Kind.tuple: {
        if (!schema.model<TupleModel>(id).isFixed) return this.#varyingTuple(id, members);
        const { code, values } = this.#sequence(members);
        const start = schema.model<TupleModel>(id).nullable
          ? `if (ints[at++] === ${Mark.nullContainer}) return null;\n`
          : "";
        return `${start}${code}return [${values.join()}];\n`;
      }
      case Kind.allOf:
      case Kind.closed: {
        const inside = this.#value(this.#insideOf(id) as number);
        return `return ints[at++] === ${Mark.delegated} ? check(${id}) : ${inside};\n`;
      }
      case Kind.string: {
        const size = schema.leaf(id).options === undefined ? 2 : 1;
        const checked = this.#fixedSize(id, `at - ${size}`);
        return `if (ints[at++] === ${Mark.delegated}) return check(${id});\nat += ${size};\nreturn ${checked};\n`;
      }
      case Kind.oneOf: {
        const cases = members.map((member, index) => `case ${index}: return ${this.#value(member)};\n`);
        const { nullable, tags } = schema.model<ChoiceModel>(id);
        if (nullable || tags !== undefined) cases.push(`case ${Mark.nullContainer}: return null;\n`);
        return `switch (ints[at++]) {\n${cases.join("")}default: return check(${id});\n}\n`;
      }
      case Kind.conditional: {
        const { consequent, alternate } = schema.model<ConditionalModel>(id);
        const branches = members.slice(1).map((member) => this.#value(member));
        const cases = [consequent, alternate].map((branch, index) =>
          branch === undefined ? "" : `case ${index + 1}: return ${branches.shift()};\n`,
        );
        return `switch (ints[at++]) {\n${cases.join("")}default: return any();\n}\n`;
      }
      case Kind.lazyRef:
        return `return ${this.#value(schema.plan.targets.get(schema.model<ReferenceModel>(id).use) as number)};\n`;
      default:
        return this.#dict(id);
    }
  }

  #list(id: number, members: readonly number[]): string {
    const model = this.#schema.model<ListModel | SetModel>(id);
    const { as, prefix, unique } = model.kind === "list" ? model : NO_MORE;
    const item = this.#writerOf(members[0] as number);
    const size = this.#sizeOf(item);
    const kept = model.kind === "set" ? "schema.setOf(items)" : unique ? "schema.distinct(items)" : "items";
    const typed = as && this.#constant(TYPED_ARRAYS[as].of);
    const made = typed === undefined ? kept : `new (${typed})(${kept})`;
    let start = model.nullable ? `if (size === ${Mark.nullContainer}) return null;\n` : "";
    if (this.#schema.mayBeDelegated(id)) start += `if (size === ${Mark.delegatedContainer}) return check(${id});\n`;
    if (typed !== undefined && kept === "items" && prefix.length === 0)
      return `const size = ints[at++];\n${start}${this.#typedList(typed, item)}`;
    // The smallest arrays are literals.
    const hasLiterals = made === "items" && prefix.length === 0;
    const literals = hasLiterals ? [0, 1, 2, 3, 4].map((count) => this.#arrayLiteral(item, count)).join("") : "";
    const first = members.slice(1, prefix.length + 1);
    const leading = first
      .map((member, index) => `if (size > ${index}) items[${index}] = ${this.#value(member)};\n`)
      .join("");
    const begin = `let index = ${prefix.length}`;
    const loop =
      size === undefined || prefix.length > 0
        ? `for (${begin}; index < size; index++) items[index] = ${this.#value(item)};\n`
        : `const start = at;\nat += size * ${size};\nfor (${begin}; index < size; index++) items[index] = ${this.#fixedSize(item, `start + index * ${size}`)};\n`;
    return `const size = ints[at++];\n${start}${literals}const items = size > ${MIN_PREALLOCATED} && size < ${MAX_PREALLOCATED} ? new Array(size) : [];\n${leading}${loop}return ${made};\n`;
  }

  #varyingTuple(id: number, members: readonly number[]): string {
    const { items, least, nullable } = this.#schema.model<TupleModel>(id);
    const [rest] = members.slice(items.length);
    const start = nullable ? `if (size === ${Mark.nullContainer}) return null;\n` : "";
    const first = members.slice(0, items.length).map((member, index) => {
      const given = index < least ? "" : `if (size > ${index}) `;
      return `${given}items[${index}] = ${this.#value(member)};\n`;
    });
    const others =
      rest === undefined
        ? ""
        : `for (let index = ${items.length}; index < size; index++) items[index] = ${this.#value(rest)};\n`;
    return `const size = ints[at++];\n${start}const items = [];\n${first.join("")}${others}return items;\n`;
  }

  /** Statements that return a typed array of the next `n` items. */
  #typedList(made: string, item: number): string {
    // Without marks, the numbers stand one after another.
    if (this.#sizeOf(item) === 0) return `return new (${made})(doubles.subarray(doubleAt, doubleAt += size));\n`;
    if (this.#schema.kind(item) === Kind.bigInteger) return bigList(made);
    return `const items = new (${made})(size);\nfor (let index = 0; index < size; index++) items[index] = ${this.#value(item)};\nreturn items;\n`;
  }

  #arrayLiteral(item: number, count: number): string {
    const { code, values } = this.#sequence(new Array<number>(count).fill(item));
    return `if (size === ${count}) {\n${count === 0 ? "" : code}return [${values.join()}];\n}\n`;
  }

  /** Statements that read values one after another into variables, and the names of the variables. */
  #sequence(ids: readonly number[]): { code: string; values: string[] } {
    let code = "let start = at;\n";
    let at = 0;
    const values = ids.map((given, index) => {
      const id = this.#writerOf(given);
      const size = this.#sizeOf(id);
      if (size === undefined) {
        code += `at = start + ${at};\nconst value${index} = ${this.#dynamicSize(id)};\nstart = at;\n`;
        at = 0;
      } else {
        code += `const value${index} = ${this.#fixedSize(id, `start + ${at}`)};\n`;
        at += size;
      }
      return `value${index}`;
    });
    return { code: `${code}at = start + ${at};\n`, values };
  }

  #dict(id: number): string {
    const schema = this.#schema;
    const keys = schema.keys(id);
    const writers = schema.writersOf(id);
    const cases = schema.shapes.of(id).map((order, shape) => this.#shape(id, shape, order, keys, writers));
    let start = schema.model<ObjectModel>(id).nullable ? `case ${Mark.nullContainer}: return null;\n` : "";
    if (schema.mayBeDelegated(id)) start += `case ${Mark.delegatedContainer}: return check(${id});\n`;
    this.#functions.set(`unshaped${id}`, this.#unshaped(id, keys, writers));
    return `const shape = ints[at++];\nswitch (shape) {\n${start}${cases.join("")}}\nreturn unshaped${id}(shape);\n`;
  }

  /** Adds a function for the objects of one shape, and returns the case that calls it. */
  #shape(id: number, shape: number, order: Order, keys: readonly string[], writers: Writers): string {
    const present = new Set(order);
    const missing = this.#defaults(
      id,
      keys.filter((_, key) => !present.has(key)),
    );
    const name = `build${id}_${shape}`;
    const made =
      order.length > MAX_LITERAL_KEYS
        ? this.#wide(id, shape, order, keys, writers, missing)
        : this.#literal(order, keys, writers.keys, missing);
    this.#functions.set(name, `function ${name}() {\ncounts${id}[${shape}]++;\n${made}}\n`);
    return `case ${shape}: return ${name}();\n`;
  }

  /** Statements that return an object of a shape, from a literal of its values. */
  #literal(order: Order, keys: readonly string[], members: readonly number[], missing: readonly Filled[]): string {
    const { code, values } = this.#sequence(order.map((key) => members[key] as number));
    const properties = order.map((key, index) => field(keys[key] as string, values[index] as string));
    const object = `{ ${[...properties, ...missing.map(({ key, value }) => field(key, value))].join(", ")} }`;
    const lacked = [
      ...order.flatMap((key, at) => (this.#schema.mayLack(members[key] as number) ? [values[at] as string] : [])),
      ...missing.flatMap(({ key, mayLack }) => (mayLack ? [`object[${quote(key)}]`] : [])),
    ];
    const condition = lacked.map((value) => `${value} === undefined`).join(" || ");
    return `${code}${condition === "" ? `return ${object};` : `const object = ${object};\nreturn ${condition} ? present(object) : object;`}\n`;
  }

  /**
   * The same for a shape of many keys: V8 copies a literal of constants, whatever its size, and then assigns values to
   * keys that are there several times as fast as it adds keys. No setter of Object.prototype is called, because all
   * keys are the object's own.
   */
  #wide(
    id: number,
    shape: number,
    order: Order,
    keys: readonly string[],
    writers: Writers,
    missing: readonly Filled[],
  ): string {
    const names = [...order.map((key) => keys[key] as string), ...missing.map(({ key }) => key)];
    const template = `template${id}_${shape}`;
    const constants = names.map((key) => field(key, "null")).join(", ");
    this.#functions.set(template, `const ${template} = () => ({ ${constants} });\n`);
    const assignments =
      order.length <= MOST_IN_PARTS
        ? this.#assignedInParts(`build${id}_${shape}`, order, keys, writers.keys)
        : `for (let index = 0, key; index < ${order.length}; index++) key = shapes${id}[${shape}][index], object[names${id}[key]] = ${this.#valuesOf(id, writers).expression};\n`;
    const defaults = missing.map(({ key, value }) => `object[${quote(key)}] = ${value};\n`).join("");
    const lacks = [
      ...order.map((key) => this.#schema.mayLack(writers.keys[key] as number)),
      ...missing.map((one) => one.mayLack),
    ];
    const object = lacks.includes(true) ? "present(object)" : "object";
    return `const object = ${template}();\n${assignments}${defaults}return ${object};\n`;
  }

  /** Statements that assign the values of an object of many keys, by functions that V8 optimizes one by one. */
  #assignedInParts(name: string, order: Order, keys: readonly string[], members: readonly number[]): string {
    let calls = "";
    for (let start = 0; start < order.length; start += ASSIGNED_TOGETHER) {
      const part = order.slice(start, start + ASSIGNED_TOGETHER);
      const { code, values } = this.#sequence(part.map((key) => members[key] as number));
      const assignments = part.map((key, at) => `object[${quote(keys[key] as string)}] = ${values[at]};\n`).join("");
      this.#functions.set(`${name}_${start}`, `function ${name}_${start}(object) {\n${code}${assignments}}\n`);
      calls += `${name}_${start}(object);\n`;
    }
    return calls;
  }

  /** Returns whether reading the value has a fixed size and runs no code of the caller. */
  #isFixed(id: number): boolean {
    return this.#sizeOf(this.#writerOf(id)) !== undefined;
  }

  /**
   * Code for the first keys of the objects of a Dict that is varied, or skips blanks or nulls, which are in no shape.
   * There is a table of functions, one for each combination of optional first keys; each makes an object with its keys,
   * and then assigns a few keys that may follow. Further keys are assigned one by one by name, which takes several
   * times as long. If all values have a fixed size, a constructor makes the object instead of a literal: V8 learns how
   * many keys its objects end up with and reserves space for them, but reallocates those of a literal as they grow.
   */
  #leadingKeys(id: number, keys: readonly string[], members: readonly number[]): { code: string; use: string } {
    const { shapes } = this.#schema;
    const { defaults, names, optional, skip_blank, null_is_absent } = this.#schema.model<ObjectModel>(id);
    if (!shapes.isVaried(id) && !skip_blank && !null_is_absent) return { code: "", use: "" };
    const order = (shapes.of(id)[0] as Order).filter((key) => key < SUBSET_KEYS);
    const mayMiss = (key: number): boolean => {
      const name = names[key] as string;
      return optional.has(name) || defaults.has(name);
    };
    const optionalKeys = order.filter(mayMiss).slice(0, MAX_OPTIONAL_KEYS);
    const firstBeyond = order.filter(mayMiss)[MAX_OPTIONAL_KEYS];
    const leading = firstBeyond === undefined ? order : order.slice(0, order.indexOf(firstBeyond));
    const next = order.slice(leading.length, leading.length + MAX_ASSIGNED_KEYS);
    const allFixed = [...leading, ...next].every((key) => this.#isFixed(members[key] as number));
    const assigned = allFixed ? next : [];
    const assignments = assigned.map((key) => {
      const value = this.#value(members[key] as number);
      return `if ((rest & ${1 << key}) !== 0) object[${JSON.stringify(keys[key])}] = ${value};\n`;
    });
    let constructors = "";
    const functions = Array.from({ length: 1 << optionalKeys.length }, (_, combination) => {
      const isPresent = (key: number): boolean =>
        !optionalKeys.includes(key) || ((combination >> optionalKeys.indexOf(key)) & 1) === 1;
      const present = leading.filter(isPresent);
      const { code, values } = this.#sequence(present.map((key) => members[key] as number));
      const written = present.map((key) => keys[key] as string);
      const name = `Made${id}_${combination}`;
      if (allFixed) constructors += constructorCode(name, written);
      const object = allFixed
        ? `new ${name}(${values.join()})`
        : `{ ${written.map((key, index) => field(key, values[index] as string)).join(", ")} }`;
      return `rest => {\n${code}const object = ${object};\n${assignments.join("")}return object;\n}`;
    });
    const bitsOf = (some: readonly number[]): number => some.reduce((bits, key) => bits | (1 << key), 0);
    // The bits of the optional keys make the index of the combination. Adjacent bits are shifted together.
    const shifted = new Map<number, number>();
    for (const [to, from] of optionalKeys.entries()) shifted.set(from - to, (shifted.get(from - to) ?? 0) | (1 << to));
    const combination = [...shifted].map(([by, bits]) => `(rest >>> ${by} & ${bits})`).join(" | ");
    // A required key may come later, out of order, and then has no bit: the table does not apply.
    const required = bitsOf(leading.filter((key) => !optionalKeys.includes(key)));
    return {
      code: `${constructors}const makers${id} = [${functions.join()}];\n`,
      use: `if (canAssign${id}() && (rest & ${required}) === ${required}) {
object = makers${id}[${combination || 0}](rest);
rest &= ${~bitsOf([...leading, ...assigned])};
}
`,
    };
  }

  /** The keys with a default, each with an expression for it. */
  #defaults(id: number, keys: readonly string[]): Filled[] {
    const { defaults, names, written } = this.#schema.model<ObjectModel>(id);
    const constant = this.#schema.constantDefaults(id);
    return keys.flatMap((key) => {
      const name = names[written.indexOf(key)] as string;
      if (!defaults.has(name)) return [];
      return constant?.has(name)
        ? { key, value: this.#constant(constant.get(name)), mayLack: constant.get(name) === undefined }
        : { key, value: `makeDefault(${id}, ${JSON.stringify(name)})`, mayLack: true };
    });
  }

  /**
   * An expression for the value of key k, and the function that it calls. Keys whose values are read by the same code
   * share a case.
   */
  #valuesOf(id: number, { keys, extra, patterns }: Writers): { expression: string; code: string; hasOthers: boolean } {
    const cases = new Map<string, string>();
    const add = (label: string, value: string): void => {
      cases.set(value, `${cases.get(value) ?? ""}${label}: `);
    };
    for (const [key, member] of keys.entries()) add(`case ${key}`, this.#value(member));
    for (const [index, member] of patterns.entries()) add(`case ${Mark.patternKey - index}`, this.#value(member));
    const other =
      extra === undefined ? this.#schema.model<ObjectModel>(id).unknown === "keep" && "any()" : this.#value(extra);
    if (other !== false) add("default", other);
    const hasOthers = other !== false || patterns.length > 0;
    const [only = "undefined"] = cases.keys();
    if (cases.size < 2) return { expression: only, code: "", hasOthers };
    const lines = [...cases].map(([value, labels]) => `${labels}return ${value};\n`);
    return {
      expression: `member${id}(key)`,
      code: `function member${id}(key) {\nswitch (key) {\n${lines.join("")}}\n}\n`,
      hasOthers,
    };
  }

  /**
   * A function for unshaped objects, whose keys may come in any order. Where objects differ, V8 is fastest at assigning
   * to a key held in a variable. But an assignment would call a setter of Object.prototype, so `noneInherited` checks
   * for inherited properties first, and again whenever code of the user's has run.
   */
  #unshaped(id: number, keys: readonly string[], writers: Writers): string {
    const values = this.#valuesOf(id, writers);
    const hasBitmask = keys.length <= MAX_BITMASK_KEYS;
    const assign = (key: string, value: string): string => `value = ${value};
if (canAssign${id}()) object[names${id}[${key}]] = value; else define(object, names${id}[${key}], value);
`;
    const places = new Map(keys.map((key, place) => [key, place]));
    const filled = this.#defaults(id, keys);
    const defaults = filled.map(({ key: name, value }) => {
      const key = places.get(name) as number;
      const isMissing = hasBitmask ? `(given & ${1 << key}) === 0` : `!Object.hasOwn(object, ${JSON.stringify(name)})`;
      return `if (${isMissing}) {\n${assign(String(key), value)}}\n`;
    });
    const mayLack =
      filled.some((one) => one.mayLack) ||
      [...writers.keys, ...writers.patterns, ...(writers.extra === undefined ? [] : [writers.extra])].some((one) =>
        this.#schema.mayLack(one),
      );
    const member = `${hasBitmask && defaults.length > 0 ? "given |= 1 << key;\n" : ""}${assign("key", values.expression)}`;
    const leading = this.#leadingKeys(id, keys, writers.keys);
    return `const names${id} = ${this.#constant(keys)}, counts${id} = shapes.counts(${id}), shapes${id} = shapes.of(${id});
let epoch${id} = -1, isFree${id} = false;
function canAssign${id}() {
if (epoch${id} !== epoch) isFree${id} = noneInherited(names${id}), epoch${id} = epoch;
return isFree${id};
}
${values.code}${leading.code}function unshaped${id}(shape) {
const subset = shape - ${Mark.subset}, cut = ${Mark.cut} - shape;
let object = {}, given = 0, value;
if (subset >= 0) {
let rest = subset >>> 1;
${hasBitmask && defaults.length > 0 ? "given = rest;\n" : ""}${leading.use}while (rest !== 0) {
const key = 31 - Math.clz32(rest & -rest);
rest &= rest - 1;
${assign("key", values.expression)}}
} else {
const order = shapes${id}[shape < 0 ? cut % ${MAX_SHAPES} : shape];
const size = shape < 0 ? Math.floor(cut / ${MAX_SHAPES}) : order.length;
for (let index = 0; index < size; index++) {
const key = order[index];
${member}}
}
if (shape < 0 || (subset >= 0 && (subset & 1) !== 0)) {
for (let key = ints[at++]; key !== ${Mark.endOfMembers}; key = ints[at++]) {
${values.hasOthers ? `if (key === ${Mark.extraKey} || key <= ${Mark.patternKey}) {\ndefine(object, text(), ${values.expression});\ncontinue;\n}\n` : ""}${member}}
}
if (shape < 0 || subset >= 0) shapes.countUnshaped(${id}, object);
${defaults.join("")}return ${mayLack ? "present(object)" : "object"};
}
`;
  }
}
