/** Objects and classes that stand for what the data has and JavaScript has no syntax for. */
import { isArray, isMap, isPlainObject } from "../../src/values/input.ts";
import { brandOf, temporal } from "../../src/values/temporal.ts";
import { isUndone } from "./undo.ts";

const tuples = new WeakSet<object>();

/** The array is a tuple. */
export function markTuple(array: unknown[]): unknown[] {
  tuples.add(array);
  return array;
}

/** The array was a tuple in Python. */
export const isTuple = (value: unknown): boolean => typeof value === "object" && value !== null && tuples.has(value);

/** A mapping that is no dict. */
export class MappingObject {
  readonly members: readonly [unknown, unknown][];
  constructor(members: readonly [unknown, unknown][]) {
    this.members = members;
  }
  get size(): number {
    return this.members.length;
  }
  get(key: unknown): unknown {
    return new Map(this.members).get(key);
  }
  entries(): IterableIterator<[unknown, unknown]> {
    return new Map(this.members).entries();
  }
}

/** A sequence that is no array. */
export class SequenceObject {
  readonly items: readonly unknown[];
  constructor(items: readonly unknown[]) {
    this.items = items;
  }
  get length(): number {
    return this.items.length;
  }
  at(index: number): unknown {
    return this.items.at(index);
  }
  [Symbol.iterator](): Iterator<unknown> {
    return this.items[Symbol.iterator]();
  }
}

/** Something to iterate over, and no more. */
export class IterableObject {
  readonly items: readonly unknown[];
  constructor(items: readonly unknown[]) {
    this.items = items;
  }
  [Symbol.iterator](): Iterator<unknown> {
    return this.items[Symbol.iterator]();
  }
}

/** A mapping of several values a key, with the method and the order of iteration of one framework or another. */
export class MultiMapping {
  readonly members: readonly [unknown, unknown][];
  declare readonly getall?: (key: unknown) => unknown[];
  declare readonly getlist?: (key: unknown) => unknown[];
  readonly #iterated: "all" | "first";

  constructor(members: readonly [unknown, unknown][], via: "getall" | "getlist", iterated: "all" | "first") {
    this.members = members;
    this.#iterated = iterated;
    const all = (key: unknown): unknown[] => members.filter(([name]) => name === key).map(([, value]) => value);
    Object.defineProperty(this, via, { value: all });
  }

  *[Symbol.iterator](): Iterator<[unknown, unknown]> {
    const seen = new Set<unknown>();
    for (const [key, value] of this.members) {
      if (this.#iterated === "all" || !seen.has(key)) yield [key, value];
      seen.add(key);
    }
  }
}

/** 5.0, where it is not to be 5. */
export class IntegralFloat {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
  valueOf(): number {
    return this.value;
  }
}

/** The number itself. */
export const unbox = (value: unknown): unknown => (value instanceof IntegralFloat ? value.value : value);

const isInt: Is = (value) => isUndone("one number type") && Number.isInteger(value);

/** How `InvalidTypeError` may name what Python calls by the key. */
export const TYPE_NAMES: Readonly<Record<string, readonly string[]>> = {
  NoneType: ["null"],
  bool: ["boolean"],
  int: ["integer", "number", "bigint"],
  // 5.0 is the integer 5.
  float: ["number", "integer"],
  str: ["string"],
  bytes: ["bytes", "Uint8Array"],
  list: ["array"],
  tuple: ["array"],
  Sequence: ["array"],
  Iterable: ["array"],
  dict: ["object"],
  Mapping: ["object"],
  set: ["instance"],
  frozenset: ["instance"],
  MultiDict: ["instance"],
  CustomMapping: ["instance"],
  CustomSequence: ["instance"],
  CustomIterable: ["instance"],
  date: ["date"],
  time: ["time"],
  datetime: ["datetime"],
  timedelta: ["duration"],
};

type Is = (value: unknown) => boolean;
type Make = (value: unknown) => unknown;

/** `<` of Python: moments of one kind and numbers have an order, and nothing else that the data compares. */
function compare(a: unknown, b: unknown): number {
  const brand = brandOf(a);
  if (brand !== brandOf(b) || (brand === undefined && Number.isNaN(Number(a) - Number(b)))) {
    throw new TypeError("'<' not supported");
  }
  const order = (temporal() as unknown as Record<string, { compare?(a: unknown, b: unknown): number }>)[brand ?? ""];
  return order?.compare?.(a, b) ?? Number(a) - Number(b);
}

const isDatetime: Is = (value) => ["PlainDateTime", "ZonedDateTime"].includes(brandOf(value) ?? "");
const isTupleOnly: Is = (value) => isUndone("one array type") && isTuple(value);
const isDict: Is = (value) => isPlainObject(value) || isMap(value);

function iterate(value: unknown): unknown[] {
  if (isDict(value)) return isMap(value) ? [...value.keys()] : Object.keys(value as object);
  if (value instanceof MappingObject || value instanceof MultiMapping) return value.members.map(([key]) => key);
  if (typeof value !== "string" && (typeof value !== "object" || value === null)) throw new TypeError("not iterable");
  return [...(value as Iterable<unknown>)];
}

function toDict(value: unknown): unknown {
  if (isDict(value)) return isMap(value) ? new Map(value) : { ...(value as object) };
  const members =
    value instanceof MappingObject ? value.members : [...(value instanceof MultiMapping ? value : toPairs(value))];
  return members.every(([key]) => typeof key === "string") ? Object.fromEntries(members) : new Map(members);
}

function toPairs(value: unknown): [unknown, unknown][] {
  return iterate(value).map((pair) => {
    const [key, member, ...rest] = iterate(pair);
    if (member === undefined || rest.length > 0) throw new TypeError("not a pair");
    return [key, member];
  });
}

const refuse: Make = () => {
  throw new TypeError("a required argument is missing");
};

/** Python's `isinstance` and its constructor, of types that have no class of the same meaning here. */
const TYPES: Readonly<Record<string, readonly [is: Is, make?: Make, sized?: boolean]>> = {
  object: [() => true],
  NoneType: [(value) => value === null],
  int: [(value) => typeof value === "bigint" || typeof value === "boolean" || Number.isInteger(value)],
  float: [(value) => (typeof value === "number" && !isInt(value)) || value instanceof IntegralFloat],
  list: [(value) => isArray(value) && !isTupleOnly(value), iterate, true],
  tuple: [
    (value) => isArray(value) && (isTupleOnly(value) || !isUndone("one array type")),
    (value) => markTuple(iterate(value)),
    true,
  ],
  dict: [isDict, toDict, true],
  set: [(value) => value instanceof Set, (value) => new Set(iterate(value)), true],
  date: [(value) => brandOf(value) === "PlainDate" || isDatetime(value), refuse],
  datetime: [isDatetime, refuse],
  time: [(value) => brandOf(value) === "PlainTime", refuse],
  timedelta: [(value) => brandOf(value) === "Duration"],
};

const CLASSES: Readonly<Record<string, unknown>> = {
  str: String,
  bool: Boolean,
  bytes: Uint8Array,
  Decimal: undefined,
};

const PRIMITIVES: Readonly<Record<string, unknown>> = { int: Number, float: Number };

const made = new Map<string, unknown>();

/**
 * The class that stands for a Python type: JavaScript's own where `instanceof`, or `typeof`, says the same as
 * `isinstance`, else one whose `Symbol.hasInstance` does.
 * @param coerced for a number, the class has to make a primitive: only Number does.
 */
export function standIn(name: string, coerced = false): unknown {
  if (coerced && name in PRIMITIVES) return PRIMITIVES[name];
  if (name in CLASSES) return CLASSES[name];
  const key = `${name} ${isUndone("objects have no length")}`;
  if (!made.has(key)) made.set(key, classOf(name));
  return made.get(key);
}

function classOf(name: string): unknown {
  const [is, make = (value: unknown) => value, sized = false] = TYPES[name] ?? [];
  if (is === undefined) return undefined;
  const type = class {
    static [Symbol.hasInstance](value: unknown): boolean {
      return is(value);
    }
    constructor(value: unknown) {
      // biome-ignore lint/correctness/noConstructorReturn: what a Python type makes is no instance in JavaScript's sense
      return make(value) as object;
    }
  };
  Object.defineProperty(type, "name", { value: name });
  Object.defineProperty(type, "compare", { value: compare });
  if (sized && (name !== "dict" || isUndone("objects have no length")))
    Object.defineProperty(type.prototype, "length", { value: 0 });
  return type;
}
