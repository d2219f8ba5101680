/**
 * Writes the code for valid, ordinary values: a function for each container, which returns the validated value, or MISS
 * where the node has to decide. So it may be stricter than the node, never laxer.
 */
import { rulesOf } from "../../core/builtin.ts";
import type { ListModel, TupleModel } from "../../core/models/array.ts";
import { modelOf } from "../../core/models/index.ts";
import type { ObjectModel } from "../../core/models/object.ts";
import type { ChoiceModel } from "../../core/models/steps.ts";
import { isOutside } from "../../core/rules/lengths.ts";
import { partsOf } from "../../core/schemas/graph.ts";
import type { Validator } from "../../core/validator.ts";
import { ownValue } from "../../values/input.ts";
import type { Names } from "../source/names.ts";
import { camelCase, isIdentifier, quoted } from "../source/tokens.ts";
import { scalar } from "../source/values.ts";

/** The code for a value in a variable. */
interface Leaf {
  /** A condition; empty if every value is valid. */
  readonly when: string;
  readonly gives: string;
}

/** What the writer takes from the writer of nodes. */
export interface Shared {
  readonly names: Names;
  /** The local name of something in the runtime. */
  use(name: string): string;
  /** That of a format, and of a pattern as a constant. */
  formatOf(validator: Validator): string;
  patternOf(validator: Validator): string;
  declare(code: string): void;
  /** The name of a constant with that code, which is declared once. */
  constant(hint: string, code: string): string;
}

/** There is no such code. */
export class Slow extends Error {}

export const slow = (): never => {
  throw new Slow();
};

/** Up to this number, options are compared one by one. */
const MAX_COMPARED = 8;
/** An object of more keys is left to the node, as engines optimize no longer functions. */
const MAX_KEYS = 100;

export class FastWriter {
  readonly #shared: Shared;
  readonly #functions = new Map<Validator, string>();

  constructor(shared: Shared) {
    this.#shared = shared;
  }

  /** The functions of the parts of the validators so far, by their names. */
  get functions(): ReadonlyMap<Validator, string> {
    return this.#functions;
  }

  /** The name of the function of a validator; undefined if there is none. */
  copyOf(validator: Validator, name: string): string | undefined {
    const declared: string[] = [];
    try {
      if (partsOf(validator).length === 0) return undefined;
      const made = this.#functionOf(validator, name, declared);
      for (const one of declared) this.#shared.declare(one);
      return made;
    } catch (error) {
      if (!(error instanceof Slow)) throw error;
      this.#functions.clear();
      return undefined;
    }
  }

  #functionOf(validator: Validator, hint: string, declared: string[]): string {
    const known = this.#functions.get(validator);
    if (known !== undefined) return known;
    const word = camelCase(hint);
    const name = this.#shared.names.take(`copy${word.charAt(0).toUpperCase()}${word.slice(1)}`);
    const write = WRITERS[validator.constructor.name] ?? slow;
    const body = write.call(this, validator, hint, declared, name);
    const orNull = ownValue(validator, "nullable") === true ? "if (value === null) return null;\n" : "";
    declared.push(`function ${name}(value) {\n${indented(`${orNull}${body}`)}\n}`);
    this.#functions.set(validator, name);
    return name;
  }

  /** Statements that set `made`, or return MISS, for a value in the variable `v`. */
  #member(validator: Validator, made: string, hint: string, declared: string[], v = "item"): string {
    const { name } = validator.constructor;
    if (name === "Nullable") {
      const inner = this.#member(ownValue(validator, "item") as Validator, made, hint, declared, v);
      return `if (${v} === null) ${made} = null;\nelse {\n${indented(inner)}\n}`;
    }
    if (LEAVES[name] === undefined) {
      const copy = this.#functionOf(validator, hint, declared);
      return `${made} = ${copy}(${v});\nif (${made} === MISS) return MISS;`;
    }
    const { when, gives } = this.#leaf(validator, v);
    return `${when === "" ? "" : `if (!(${when})) return MISS;\n`}${made} = ${gives};`;
  }

  #leaf(validator: Validator, v: string): Leaf {
    const { when, gives } = (LEAVES[validator.constructor.name] ?? slow).call(this, validator, v);
    if (ownValue(validator, "nullable") !== true || when === "") return { when, gives };
    return { when: `${v} === null || (${when})`, gives: gives === v ? v : `${v} === null ? null : ${gives}` };
  }

  str(validator: Validator, v: string): Leaf {
    const given = validator as never as { readonly [name: string]: never };
    const { minlen = 0, maxlen, options, pattern, format, ascii } = given;
    if (given.coerce || given.strip || given.normspace || given.case !== undefined || ascii) slow();
    const points = (sign: string, most: number, units: number): string =>
      `(${v}.length ${sign} ${units} || ${this.#shared.use("codePoints")}(${v}) ${sign} ${most})`;
    const when = [
      `typeof ${v} === "string"`,
      minlen > 0 && points(">=", minlen, 2 * minlen - 1),
      maxlen !== undefined && points("<=", maxlen, maxlen),
      pattern !== undefined && `${this.#shared.use("matches")}(${this.#shared.patternOf(validator)}, ${v})`,
      format !== undefined && `${this.#shared.formatOf(validator)}.test(${v})`,
      options !== undefined && this.#oneOf(options, v),
    ];
    return { when: when.filter(Boolean).join(" && "), gives: v };
  }

  /** A primitive as code. */
  #scalar(value: unknown): string {
    return scalar(value, this.#shared.names) ?? slow();
  }

  #oneOf(options: readonly unknown[], v: string): string {
    const all = options.map((one) => this.#scalar(one));
    if (all.length > MAX_COMPARED) return `[${all.join(", ")}].includes(${v})`;
    return `(${all.map((one) => `${v} === ${one}`).join(" || ")})`;
  }

  int(validator: Validator, v: string): Leaf {
    const { min, max, options, coerce, bigint } = validator as never as { readonly [name: string]: never };
    if (coerce || bigint) slow();
    const [least, most] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
    const when = [
      `Number.isSafeInteger(${v})`,
      min !== undefined && min > least && `${v} >= ${this.#scalar(min)}`,
      max !== undefined && max < most && `${v} <= ${this.#scalar(max)}`,
      ...this.#limits(validator, v),
      options !== undefined && this.#oneOf(options, v),
    ];
    return { when: when.filter(Boolean).join(" && "), gives: `${v} + 0` };
  }

  float(validator: Validator, v: string): Leaf {
    const given = validator as never as { readonly [name: string]: never };
    const { min = -Number.MAX_VALUE, max = Number.MAX_VALUE, nan, inf } = given;
    if (given.coerce || nan || inf || (rulesOf(validator) as { readonly readsDigits?: boolean }).readsDigits) slow();
    const range = [`${v} >= ${number(min, -Number.MAX_VALUE)}`, `${v} <= ${number(max, Number.MAX_VALUE)}`];
    const when = [`typeof ${v} === "number"`, ...range, ...this.#limits(validator, v)];
    return { when: when.filter(Boolean).join(" && "), gives: `${v} + 0` };
  }

  #limits(validator: Validator, v: string): (string | false)[] {
    const { exclusive_min, exclusive_max, multiple_of } = validator as never as { readonly [name: string]: never };
    if (multiple_of !== undefined) slow();
    return [
      exclusive_min !== undefined && `${v} > ${this.#scalar(exclusive_min)}`,
      exclusive_max !== undefined && `${v} < ${this.#scalar(exclusive_max)}`,
    ];
  }

  bool(validator: Validator, v: string): Leaf {
    if (!validator.keepsInput()) slow();
    return { when: `typeof ${v} === "boolean"`, gives: v };
  }

  const(validator: Validator, v: string): Leaf {
    return { when: this.#oneOf([ownValue(validator, "value")], v), gives: v };
  }

  any(validator: Validator, v: string): Leaf {
    if (ownValue(validator, "integers") !== undefined) slow();
    return { when: "", gives: v };
  }

  dict(validator: Validator, _: string, declared: string[], name: string): string {
    const model = modelOf(validator) as ObjectModel;
    const { names, list, optional, defaults, unknown, minlen, maxlen, nulls } = model;
    const isOdd = names.some((one) => one in Object.prototype) || names.length > MAX_KEYS;
    if (model.seesKeys || model.renames || model.readsResult || model.extra !== undefined) slow();
    if (isOdd || unknown === "keep" || minlen !== undefined || maxlen !== undefined || nulls.length > 0) slow();
    // What has a default, or no value, is left to the node.
    if (list.some((one) => MAY_LACK.has(one.constructor.name) && one.constructor.name !== "Any")) slow();
    const mayMiss = names.some((one) => optional.has(one) || defaults.has(one));
    const isWhole = names.length > 0 && !mayMiss && unknown === "forbid";
    return (isWhole ? this.#whole(model, declared, name) : this.#listed(model, declared)).join("\n");
  }

  /** All keys must be there: they are read by their names, as they usually come in the order of the schema. */
  #whole({ names, list }: ObjectModel, declared: string[], name: string): string[] {
    const keys = this.#shared.constant("keys", `[${names.map(quoted).join(", ")}]`);
    const object = this.#shared.names.global("Object");
    const results: string[] = [];
    const reads = names.map(
      (key, index) => `const value${index} = value${isIdentifier(key) ? `.${key}` : `[${quoted(key)}]`};`,
    );
    const members = names.flatMap((key, index) => {
      const member = list[index] as Validator;
      const { name: kind } = member.constructor;
      const [v, made] = [`value${index}`, `made${index}`];
      const isThere = MAY_TAKE_NONE.has(kind) ? [`if (${v} === undefined) return MISS;`] : [];
      if (kind === "Nullable") {
        results.push(made);
        return [...isThere, `let ${made};`, this.#member(member, made, key, declared, v)];
      }
      const leaf = LEAVES[kind] === undefined ? undefined : this.#leaf(member, v);
      results.push(leaf?.gives ?? made);
      if (leaf !== undefined) return [...isThere, leaf.when === "" ? "" : `if (!(${leaf.when})) return MISS;`];
      const copy = this.#functionOf(member, key, declared);
      return [`const ${made} = ${copy}(${v});`, `if (${made} === MISS) return MISS;`];
    });
    // Its properties tell V8 what its prototype is.
    return [
      'if (typeof value !== "object" || value === null) return MISS;',
      "let next = 0;",
      `for (const key in value) if (key !== ${keys}[next++]) return ${this.#shared.use("reordered")}(value, ${keys}, ${name});`,
      `if (next !== ${names.length}) return MISS;`,
      ...reads,
      `if (${object}.getPrototypeOf(value) !== ${object}.prototype && !${this.#shared.use("isOrdinary")}(value)) return MISS;`,
      ...members.filter(Boolean),
      `return ${literalOf(names, results)};`,
    ];
  }

  /** Some keys may be missing: each is looked at as it comes. */
  #listed({ names, list, optional, defaults, unknown }: ObjectModel, declared: string[]): string[] {
    const made = names.map((_name, index) => `made${index}`);
    const cases = names.map((name, index) => {
      const member = this.#member(list[index] as Validator, `made${index}`, name, declared);
      const order = index === names.length - 1 ? "" : `if (next > ${index}) isOrdered = false;\n`;
      return `case ${quoted(name)}:\n${indented(`${member}\n${order}next = ${index + 1};\nfound++;\nbreak;`)}`;
    });
    const needed = names.flatMap((name, index) => (optional.has(name) ? [] : [`made${index} === undefined`]));
    const filled = names.flatMap((name, index) => (defaults.has(name) ? [`made${index} === undefined`] : []));
    const missing = [...new Set([...needed, ...filled])];
    return [
      `if (!${this.#shared.use("isOrdinary")}(value)) return MISS;`,
      ...(made.length > 0 ? [`let ${made.join(", ")};`] : []),
      ...(names.length > 0 ? ["let next = 0;", "let isOrdered = true;"] : []),
      "let listed = 0;",
      "let found = 0;",
      "for (const key in value) {",
      "  listed++;",
      "  const item = value[key];",
      ...(unknown === "forbid" ? ["  if (item === undefined) return MISS;"] : ["  if (item === undefined) continue;"]),
      "  switch (key) {",
      ...cases.map((one) => indented(one, 4)),
      `    default:\n      ${unknown === "forbid" ? "return MISS;" : "break;"}`,
      "  }",
      "}",
      `if (found < ${names.length} && ${this.#shared.use("hidesKeys")}(value, listed)) return MISS;`,
      ...(missing.length > 0 ? [`if (${missing.join(" || ")}) return MISS;`] : []),
      ...(names.length === 0
        ? ["return {};"]
        : [
            `const result = ${literalOf(names, made)};`,
            `return isOrdered && found === ${names.length} ? result : ${this.#shared.use("inOrder")}(value, result);`,
          ]),
    ];
  }

  list(validator: Validator, hint: string, declared: string[]): string {
    const model = modelOf(validator) as ListModel;
    const { prefix, as } = model;
    if (model.rules.length > 0 || model.unique || model.sort !== undefined || as !== undefined) slow();
    if (prefix.length > 0) slow();
    const outside = isOutside(model, "size");
    return [
      `const size = ${this.#shared.use("sizeOfOrdinary")}(value);`,
      `if (size < 0${outside === "" ? "" : ` || ${outside}`}) return MISS;`,
      "const result = [];",
      "for (let index = 0; index < size; index++) {",
      "  const item = value[index];",
      "  let made;",
      indented(this.#member(model.item, "made", hint === "" ? "item" : hint, declared)),
      "  result.push(made);",
      "}",
      "return result;",
    ].join("\n");
  }

  tuple(validator: Validator, hint: string, declared: string[]): string {
    const { items, rest, least } = modelOf(validator) as TupleModel;
    if (rest !== undefined || least !== items.length) slow();
    return [
      `if (${this.#shared.use("sizeOfOrdinary")}(value) !== ${items.length}) return MISS;`,
      ...(items.length > 0 ? ["let item;"] : []),
      ...items.flatMap((item, index) => [
        `item = value[${index}];`,
        `let made${index};`,
        this.#member(item, `made${index}`, hint, declared),
      ]),
      `return [${items.map((_, index) => `made${index}`).join(", ")}];`,
    ].join("\n");
  }

  oneOf(validator: Validator, _: string, declared: string[]): string {
    const { tags, discriminator } = modelOf(validator) as ChoiceModel;
    if (tags === undefined || discriminator === undefined || discriminator in Object.prototype) return slow();
    const tag = isIdentifier(discriminator) ? `value.${discriminator}` : `value[${quoted(discriminator)}]`;
    const cases = tags.options.map((one) => {
      const copy = this.#functionOf(tags.steps.get(one) as Validator, String(one), declared);
      return `  case ${scalar(one, this.#shared.names)}:\n    return ${copy}(value);`;
    });
    return [
      // The steps look at the rest.
      'if (typeof value !== "object" || value === null) return MISS;',
      `switch (${tag}) {`,
      ...cases,
      "  default:\n    return MISS;\n}",
    ].join("\n");
  }
}

/** The result of an object. */
const literalOf = (names: readonly string[], values: readonly string[]): string =>
  `{ ${names.map((name, index) => `${isIdentifier(name) ? name : quoted(name)}: ${values[index]}`).join(", ")} }`;

/** Validators that may accept undefined. */
const MAY_TAKE_NONE: ReadonlySet<string> = new Set(["Any", "Const", "Nullable"]);

/** Validators whose results may be undefined. */
const MAY_LACK: ReadonlySet<string> = new Set(["Optional", "Default"]);

const number = (given: unknown, otherwise: number): string => String(Number.isFinite(given) ? given : otherwise);

export const indented = (code: string, by = 2): string => code.replace(/^(?=.)/gm, " ".repeat(by));

type LeafWriter = (this: FastWriter, validator: Validator, v: string) => Leaf;
type ContainerWriter = (
  this: FastWriter,
  validator: Validator,
  hint: string,
  declared: string[],
  name: string,
) => string;

const LEAVES: Readonly<Record<string, LeafWriter | undefined>> = {
  __proto__: null as never,
  Str: FastWriter.prototype.str,
  Int: FastWriter.prototype.int,
  Float: FastWriter.prototype.float,
  Bool: FastWriter.prototype.bool,
  Const: FastWriter.prototype.const,
  Any: FastWriter.prototype.any,
};

const WRITERS: Readonly<Record<string, ContainerWriter | undefined>> = {
  __proto__: null as never,
  Dict: FastWriter.prototype.dict,
  List: FastWriter.prototype.list,
  Tuple: FastWriter.prototype.tuple,
  OneOf: FastWriter.prototype.oneOf,
};
