/** The checks of a schema as parameters of its validator. */
import { timeOf } from "../../values/temporal.ts";
import type { CheckDef } from "./schema.ts";
import { type Params, textParams } from "./text.ts";

/** The types of schemas whose checks are parameters. */
export type Checked = "string" | "number" | "bigint" | "date" | "array" | "set" | "map" | "file";

/** By kind of check: the parameters; undefined if a function stands for it. */
type Readers = Readonly<Record<string, (def: CheckDef) => Params | undefined>>;

const isCount = (count: unknown): count is number => Number.isSafeInteger(count) && (count as number) >= 0;

const minlen = (count: unknown): Params | undefined => (isCount(count) ? { minlen: count } : undefined);
const maxlen = (count: unknown): Params | undefined => (isCount(count) ? { maxlen: count } : undefined);
const exactly = (count: unknown): Params | undefined => (isCount(count) ? { minlen: count, maxlen: count } : undefined);

const LENGTHS: Readers = {
  min_length: (def) => minlen(def.minimum),
  max_length: (def) => maxlen(def.maximum),
  length_equals: (def) => exactly(def.length),
};

const SIZES: Readers = {
  min_size: (def) => minlen(def.minimum),
  max_size: (def) => maxlen(def.maximum),
  size_equals: (def) => exactly(def.size),
};

const FLOAT32 = (2 - 2 ** -23) * 2 ** 127;

/** The ranges of formats of numbers. `int` stands for the class Int. */
const RANGES: Readonly<Record<string, Params>> = {
  safeint: { int: true },
  int32: { int: true, min: -(2 ** 31), max: 2 ** 31 - 1 },
  uint32: { int: true, min: 0, max: 2 ** 32 - 1 },
  float32: { min: -FLOAT32, max: FLOAT32 },
  float64: {},
};

const BIGINT_RANGES: Readonly<Record<string, Params>> = {
  int64: { min: -(2n ** 63n), max: 2n ** 63n - 1n },
  uint64: { min: 0n, max: 2n ** 64n - 1n },
};

/** What an arrow function of zod calls on its parameter, the text: as it is or minified, whatever the name. */
const METHOD = /^\(?([\w$]+)\)?\s*=>\s*\1\.(trim|toLowerCase|toUpperCase)\(\)$/;
const CHANGES: Readonly<Record<string, Params>> = {
  trim: { strip: true },
  toLowerCase: { case: "lower" },
  toUpperCase: { case: "upper" },
};

const readersOf: Readonly<Record<Checked, Readers>> = {
  string: {
    ...LENGTHS,
    string_format: textParams,
    overwrite: ({ tx }) => CHANGES[METHOD.exec(Function.prototype.toString.call(tx))?.[2] ?? ""],
  },
  number: {
    greater_than: ({ value, inclusive }) =>
      Number.isFinite(value) ? { [inclusive ? "min" : "exclusive_min"]: value } : undefined,
    less_than: ({ value, inclusive }) =>
      Number.isFinite(value) ? { [inclusive ? "max" : "exclusive_max"]: value } : undefined,
    multiple_of: ({ value }) =>
      Number.isFinite(value) && value !== 0 ? { multiple_of: Math.abs(value as number) } : undefined,
    number_format: ({ format }) => RANGES[String(format)],
  },
  bigint: {
    greater_than: ({ value, inclusive }) =>
      typeof value === "bigint" ? { min: inclusive ? value : value + 1n } : undefined,
    less_than: ({ value, inclusive }) =>
      typeof value === "bigint" ? { max: inclusive ? value : value - 1n } : undefined,
    bigint_format: ({ format }) => BIGINT_RANGES[String(format)],
  },
  date: {
    greater_than: ({ value, inclusive }) => (inclusive && isValidDate(value) ? { min: value } : undefined),
    less_than: ({ value, inclusive }) => (inclusive && isValidDate(value) ? { max: value } : undefined),
  },
  array: LENGTHS,
  set: SIZES,
  map: SIZES,
  file: SIZES,
};

const isValidDate = (value: unknown): boolean => Number.isFinite(timeOf(value));

/** The parameters for a check of a schema of the type; undefined if a function stands for it. */
export function paramsOfCheck(type: Checked, def: CheckDef): Params | undefined {
  const readers = readersOf[type];
  return Object.hasOwn(readers, def.check) ? readers[def.check]?.(def) : undefined;
}

/** The checks that hold for a validator of one class, with their texts by parameter. */
export interface Group {
  readonly params: Record<string, unknown>;
  readonly messages: Record<string, unknown>;
}

/** What changes a text comes before what is checked of it. */
const isChange = (name: string): boolean => name === "strip" || name === "case";

/** Adds parameters to a group. Returns false if they have to be those of a validator behind it. */
export function join(group: Group, added: Params, text: unknown): boolean {
  const { params, messages } = group;
  const names = Object.keys(added);
  if (names.some(isChange) && !Object.keys(params).every(isChange)) return false;
  if (names.some((name) => Object.hasOwn(params, name) && (!isLimit(name) || text !== undefined || name in messages)))
    return false;
  for (const name of names) {
    params[name] = Object.hasOwn(params, name) ? tighter(name, params[name], added[name]) : added[name];
    if (text === undefined) continue;
    // Numbers beyond the safe range are refused by the same check.
    for (const one of name === "int" ? ["type", "min_value", "max_value"] : [name]) messages[one] = text;
  }
  return true;
}

const LIMITS = ["min", "max", "exclusive_min", "exclusive_max", "minlen", "maxlen"];
const isLimit = (name: string): boolean => LIMITS.includes(name);

/** The limit that allows less. */
function tighter(name: string, a: unknown, b: unknown): unknown {
  const [one, other] = [a, b] as [number, number];
  return name.includes("min") === one > other ? a : b;
}
