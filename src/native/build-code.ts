/**
 * A builder made of generated code: a function for each container, and in it an object literal for each shape of a
 * Dict. What has a fixed size on the tape is read at a constant distance.
 */
import { define } from "../values/define.ts";
import type { Build, CompiledSchema } from "./schema.ts";
import { PRELUDE } from "./build-prelude.ts";
import { HEAD_SIZE, Kind, Mark } from "./tape.ts";
import { MOST_KEYS, MOST_SHAPES, type Order, SUBSET_KEYS } from "./shapes.ts";

/** Keys that fit the bits of an integer. */
const FEW_KEYS = 31;
/** Keys that may be missing from the heads of varied objects: no more code than there is for all shapes. */
const FREE_KEYS = 4;
/** Keys behind those: after so many that may be missing, V8 still knows what an object looks like that gets another. */
const NEXT_KEYS = 4;
/** Items of an array that grows as it is built. */
const FEW = 32;
const VERY_MANY = 2 ** 24;

type Factory = (schema: CompiledSchema, constants: readonly unknown[], define_: typeof define) => Build;

/** The builder of a plan and of the shapes known so far; undefined where code must not be generated, or nests too deep. */
export function generate(schema: CompiledSchema): Build | undefined {
  const code = new Code(schema);
  try {
    const factory = new Function("schema", "K", "define", code.module()) as Factory;
    return factory(schema, code.constants, define);
  } catch {
    return undefined;
  }
}

class Code {
  readonly constants: unknown[] = [];
  readonly #schema: CompiledSchema;
  readonly #functions = new Map<string, string>();

  constructor(schema: CompiledSchema) {
    this.#schema = schema;
  }

  module(): string {
    const root = this.#single(0);
    return `${PRELUDE}${[...this.#functions.values()].join("")}
return (integers, numbers, text) => {
  I = integers, F = numbers, T = text, p = ${HEAD_SIZE}, f = 0, t = 0, w = -1, e++;
  try {
    return ${root};
  } finally {
    I = NO_INTEGERS, F = NO_NUMBERS, T = W = "";
  }
};`;
  }

  #constant(value: unknown): string {
    if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
    return `K[${this.constants.push(value) - 1}]`;
  }

  #members(id: number): readonly number[] {
    return this.#schema.plan.members[id] as readonly number[];
  }

  /** What stands on the tape for `id`, and nothing before it: steps of a pipeline and references lead elsewhere. */
  #actual(id: number): number {
    const schema = this.#schema;
    return schema.kind(id) === Kind.allOf && !schema.mayBeHandedOver(id) ? this.#actual(this.#members(id).at(-1) as number) : id;
  }

  /** Integers a value takes, where that does not depend on it. */
  #size(id: number): number | undefined {
    const { nullable, options, value } = this.#schema.params(id);
    switch (this.#schema.kind(id)) {
      case Kind.integer:
      case Kind.boolean:
        return 1;
      case Kind.floating:
        return nullable ? 1 : 0;
      case Kind.string:
        return options === undefined ? 2 : 1;
      case Kind.constant:
        return value === 0 ? 1 : 0;
      default:
        return undefined;
    }
  }

  /** An expression for a value of fixed size that stands at `at`. */
  #fixed(id: number, at: string): string {
    const { nullable, options, value } = this.#schema.params(id);
    const slot = `I[${at}]`;
    switch (this.#schema.kind(id)) {
      case Kind.integer:
        return `int(${slot})`;
      case Kind.boolean:
        return nullable ? `(${slot} === ${Mark.null} ? null : ${slot} === 1)` : `${slot} === 1`;
      case Kind.floating:
        return nullable ? `(${slot} === ${Mark.null} ? null : F[f++])` : "F[f++]";
      case Kind.string: {
        if (options === undefined) return `str(${slot}, I[${at} + 1])`;
        const option = `${this.#constant(options)}[${slot}]`;
        return nullable ? `(${slot} === ${Mark.noString} ? null : ${option})` : option;
      }
      default:
        return value === 0 ? `(${slot} === 1 ? -0 : 0)` : this.#constant(value);
    }
  }

  /** An expression for the value at p, which moves behind it. */
  #single(given: number): string {
    const id = this.#actual(given);
    const size = this.#size(id);
    if (size === undefined) return this.#dynamic(id);
    return size === 0 ? this.#fixed(id, "p") : `(p += ${size}, ${this.#fixed(id, `p - ${size}`)})`;
  }

  /** A call for a value of no fixed size. */
  #dynamic(id: number): string {
    const schema = this.#schema;
    switch (schema.kind(id)) {
      case Kind.anything:
        return "any()";
      case Kind.bigInteger:
        return "big()";
      case Kind.deferred:
        return `check(${id})`;
    }
    const name = `n${id}`;
    if (!this.#functions.has(name)) {
      // Before its body is known: references lead back.
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
        return this.#list(id, this.#actual(members[0] as number));
      case Kind.tuple: {
        const { code, values } = this.#sequence(members);
        const start = schema.params(id).nullable ? `if (I[p++] === ${Mark.nullContainer}) return null;\n` : "";
        return `${start}${code}return [${values.join()}];\n`;
      }
      case Kind.allOf: {
        const last = this.#single(members.at(-1) as number);
        return `return I[p++] === ${Mark.left} ? check(${id}) : ${last};\n`;
      }
      case Kind.oneOf: {
        const cases = members.map((member, index) => `case ${index}: return ${this.#single(member)};\n`);
        return `switch (I[p++]) {\n${cases.join("")}default: return check(${id});\n}\n`;
      }
      case Kind.lazyRef:
        return `return ${this.#single(schema.plan.aliases.get(schema.params(id).use) as number)};\n`;
      default:
        return this.#dict(id, members);
    }
  }

  #list(id: number, item: number): string {
    const { nullable, unique } = this.#schema.params(id);
    const size = this.#size(item);
    let start = nullable ? `if (n === ${Mark.nullContainer}) return null;\n` : "";
    if (this.#schema.mayBeHandedOver(id)) start += `if (n === ${Mark.leftContainer}) return check(${id});\n`;
    // Small arrays are made at their size, so that they need not grow.
    const few = unique ? "" : [0, 1, 2, 3, 4].map((count) => this.#few(item, count)).join("");
    const loop =
      size === undefined
        ? `for (let i = 0; i < n; i++) a[i] = ${this.#dynamic(item)};\n`
        : `const q = p;\np += n * ${size};\nfor (let i = 0; i < n; i++) a[i] = ${this.#fixed(item, `q + i * ${size}`)};\n`;
    // Growing costs more than holes that are filled at once; beyond a size, V8 makes a hash table of them.
    return `const n = I[p++];\n${start}${few}const a = n > ${FEW} && n < ${VERY_MANY} ? new Array(n) : [];\n${loop}return ${unique ? "schema.distinct(a)" : "a"};\n`;
  }

  #few(item: number, count: number): string {
    const { code, values } = this.#sequence(new Array<number>(count).fill(item));
    return `if (n === ${count}) {\n${count === 0 ? "" : code}return [${values.join()}];\n}\n`;
  }

  /** Statements that read values one after another, and the names they get. */
  #sequence(ids: readonly number[]): { code: string; values: string[] } {
    let code = "let q = p;\n";
    let at = 0;
    const values = ids.map((given, index) => {
      const id = this.#actual(given);
      const size = this.#size(id);
      if (size === undefined) {
        code += `p = q + ${at};\nconst v${index} = ${this.#dynamic(id)};\nq = p;\n`;
        at = 0;
      } else {
        code += `const v${index} = ${this.#fixed(id, `q + ${at}`)};\n`;
        at += size;
      }
      return `v${index}`;
    });
    return { code: `${code}p = q + ${at};\n`, values };
  }

  #dict(id: number, members: readonly number[]): string {
    const schema = this.#schema;
    const keys = schema.keys(id);
    const cases = schema.shapes.of(id).map((order, shape) => this.#shape(id, shape, order, keys, members));
    let start = schema.params(id).nullable ? `case ${Mark.nullContainer}: return null;\n` : "";
    if (schema.mayBeHandedOver(id)) start += `case ${Mark.leftContainer}: return check(${id});\n`;
    this.#functions.set(`o${id}`, this.#anyShape(id, keys, members));
    return `const s = I[p++];\nswitch (s) {\n${start}${cases.join("")}}\nreturn o${id}(s);\n`;
  }

  /** A function for the objects of one shape, and the case that calls it. */
  #shape(id: number, shape: number, order: Order, keys: readonly string[], members: readonly number[]): string {
    if (order.length > MOST_KEYS) return "";
    const { code, values } = this.#sequence(order.map((key) => members[key] as number));
    const properties = order.map((key, index) => this.#property(keys[key] as string, values[index] as string));
    const missing = keys.filter((_, key) => !order.includes(key));
    const defaults = this.#defaults(id, missing).map(([key, value]) => this.#property(key, value));
    const name = `n${id}_${shape}`;
    this.#functions.set(
      name,
      `function ${name}() {\nc${id}[${shape}]++;\n${code}return { ${[...properties, ...defaults].join(", ")} };\n}\n`,
    );
    return `case ${shape}: return ${name}();\n`;
  }

  /**
   * The first keys of objects of a Dict that is varied: a function for each choice of those that may be missing, in a
   * table, and behind it a few statements for keys that may follow. The others are put in one by one, which takes
   * several times as long for a key. The function is a constructor where it can be: V8 notices how many keys its objects
   * get in the end, and leaves room for them; behind an object literal, each few keys more are a new store for them.
   */
  #heads(id: number, keys: readonly string[], members: readonly number[]): { code: string; use: string } {
    const { shapes } = this.#schema;
    if (!shapes.isVaried(id)) return { code: "", use: "" };
    const { defaults, optional } = this.#schema.params(id);
    const order = (shapes.of(id)[0] as Order).filter((key) => key < SUBSET_KEYS);
    const mayMiss = (key: number): boolean => {
      const name = keys[key] as string;
      return (optional?.includes(name) ?? false) || (defaults !== undefined && Object.hasOwn(defaults, name));
    };
    const free = order.filter(mayMiss).slice(0, FREE_KEYS);
    const last = order.filter(mayMiss)[FREE_KEYS];
    const head = last === undefined ? order : order.slice(0, order.indexOf(last));
    // A setter in Object.prototype would take what is put in by a statement, so no code of the user's may run before.
    const isFixed = (key: number): boolean => this.#size(this.#actual(members[key] as number)) !== undefined;
    const next = order.slice(head.length, head.length + NEXT_KEYS);
    const allFixed = [...head, ...next].every(isFixed);
    const behind = allFixed ? next : [];
    const puts = behind.map((key) => {
      const value = this.#single(members[key] as number);
      return `if ((r & ${1 << key}) !== 0) o[${JSON.stringify(keys[key])}] = ${value};\n`;
    });
    let constructors = "";
    const choices = Array.from({ length: 1 << free.length }, (_, choice) => {
      const came = head.filter((key) => !free.includes(key) || ((choice >> free.indexOf(key)) & 1) === 1);
      const { code, values } = this.#sequence(came.map((key) => members[key] as number));
      const names = came.map((key) => keys[key] as string);
      const name = `c${id}_${choice}`;
      if (allFixed) constructors += constructor(name, names);
      const object = allFixed
        ? `new ${name}(${values.join()})`
        : `{ ${names.map((key, index) => this.#property(key, values[index] as string)).join(", ")} }`;
      return `r => {\n${code}const o = ${object};\n${puts.join("")}return o;\n}`;
    });
    const bitsOf = (some: readonly number[]): number => some.reduce((bits, key) => bits | (1 << key), 0);
    // Bits that stand together are moved together.
    const moved = new Map<number, number>();
    for (const [to, from] of free.entries()) moved.set(from - to, (moved.get(from - to) ?? 0) | (1 << to));
    const choice = [...moved].map(([by, bits]) => `(r >>> ${by} & ${bits})`).join(" | ");
    // What must be there may come later, out of order.
    const needed = bitsOf(head.filter((key) => !free.includes(key)));
    return {
      code: `${constructors}const h${id} = [${choices.join()}];\n`,
      use: `if (e${id} !== e) b${id} = bare(k${id}), e${id} = e;
if (b${id} && (r & ${needed}) === ${needed}) {
o = h${id}[${choice || 0}](r);
r &= ${~bitsOf([...head, ...behind])};
}
`,
    };
  }

  /** In brackets, `__proto__` is a property like any other. */
  #property(key: string, value: string): string {
    return key === "__proto__" ? `[${JSON.stringify(key)}]: ${value}` : `${JSON.stringify(key)}: ${value}`;
  }

  /** Those of the keys that have a default, and expressions for it. */
  #defaults(id: number, keys: readonly string[]): [key: string, value: string][] {
    const { defaults } = this.#schema.params(id);
    const constant = this.#schema.constantDefaults(id);
    return keys
      .filter((key) => defaults !== undefined && Object.hasOwn(defaults, key))
      .map((key) => [
        key,
        constant?.has(key) ? this.#constant(constant.get(key)) : `made(${id}, ${JSON.stringify(key)})`,
      ]);
  }

  /** An expression for the value of key k, and the function it calls: keys whose values are read alike share a case. */
  #valuesOf(
    id: number,
    members: readonly number[],
    extra: number | undefined,
  ): { expression: string; code: string } {
    const cases = new Map<string, string>();
    const add = (label: string, member: number): void => {
      const value = this.#single(member);
      cases.set(value, `${cases.get(value) ?? ""}${label}: `);
    };
    for (const [key, member] of members.entries()) add(`case ${key}`, member);
    if (extra !== undefined) add("default", extra);
    const [only = "undefined"] = cases.keys();
    if (cases.size < 2) return { expression: only, code: "" };
    const lines = [...cases].map(([value, labels]) => `${labels}return ${value};\n`);
    return { expression: `m${id}(k)`, code: `function m${id}(k) {\nswitch (k) {\n${lines.join("")}}\n}\n` };
  }

  /**
   * A function for an object whose keys come in any order. Putting a key that is not written in the code into an object
   * is what V8 is quickest at where objects differ; a setter in Object.prototype would take it away, so that is looked
   * at first, and again when code of the user's has run.
   */
  #anyShape(id: number, keys: readonly string[], members: readonly number[]): string {
    const { extra } = this.#schema.params(id);
    const values = this.#valuesOf(id, members.slice(0, keys.length), extra === undefined ? undefined : members.at(-1));
    const few = keys.length <= FEW_KEYS;
    const put = (key: string, value: string): string => `v = ${value};
if (e${id} !== e) b${id} = bare(k${id}), e${id} = e;
if (b${id}) o[k${id}[${key}]] = v; else define(o, k${id}[${key}], v);
`;
    const defaults = this.#defaults(id, keys).map(([name, value]) => {
      const key = keys.indexOf(name);
      const isMissing = few ? `(m & ${1 << key}) === 0` : `!Object.hasOwn(o, ${JSON.stringify(name)})`;
      return `if (${isMissing}) {\n${put(String(key), value)}}\n`;
    });
    const member = `${few && defaults.length > 0 ? "m |= 1 << k;\n" : ""}${put("k", values.expression)}`;
    const heads = this.#heads(id, keys, members);
    return `const k${id} = ${this.#constant(keys)}, c${id} = shapes.counts(${id}), s${id} = shapes.of(${id});
let e${id} = -1, b${id} = false;
${values.code}${heads.code}function o${id}(s) {
const u = s - ${Mark.subset}, c = ${Mark.cut} - s;
let o = {}, m = 0, v;
if (u >= 0) {
let r = u >>> 1;
${few && defaults.length > 0 ? "m = r;\n" : ""}${heads.use}while (r !== 0) {
const k = 31 - Math.clz32(r & -r);
r &= r - 1;
${put("k", values.expression)}}
} else {
const a = s${id}[s < 0 ? c % ${MOST_SHAPES} : s], n = s < 0 ? Math.floor(c / ${MOST_SHAPES}) : a.length;
for (let i = 0; i < n; i++) {
const k = a[i];
${member}}
}
if (s < 0 || (u >= 0 && (u & 1) !== 0)) {
for (let k = I[p++]; k !== ${Mark.endOfMembers}; k = I[p++]) {
${extra === undefined ? "" : `if (k === ${Mark.extraKey}) {\ndefine(o, text(), ${values.expression});\ncontinue;\n}\n`}${member}}
}
if (s < 0 || u >= 0) shapes.meet(${id}, o);
${defaults.join("")}return o;
}
`;
  }
}

/** A constructor of plain objects that have these keys, in this order. */
function constructor(name: string, keys: readonly string[]): string {
  const puts = keys.map((key, index) => `this[${JSON.stringify(key)}] = a${index};\n`);
  return `function ${name}(${keys.map((_, index) => `a${index}`).join()}) {\n${puts.join("")}}\n${name}.prototype = Object.prototype;\n`;
}
