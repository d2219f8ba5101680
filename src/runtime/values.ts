/**
 * Which values a compiled validator reads: all that the library does, or plain data only. A module imports one of the
 * two, so that bundles of the second have no code for others.
 */
import { nodeOf } from "../core/errors/context.ts";
import { isPlainObject, ownValue, typeName } from "../values/input.ts";
import type { NamedKeys } from "../values/mapping.ts";
import { membersIn, type ReadMembers } from "./mapping.ts";

export interface Values {
  /** The name of a type in errors: see `typeName`. */
  typeName(value: unknown): string;
  /**
   * The members of a mapping; undefined if it is none.
   * @param strict only a plain object is one.
   */
  membersIn(input: unknown, strict: boolean, named: NamedKeys): ReadMembers | undefined;
  /** A key as it is in a path. */
  nodeOf(key: unknown): string | number;
}

/** Values as the library has them: also Maps, forms, and objects of other realms. */
export const anyValues: Values = {
  typeName,
  membersIn,
  nodeOf,
};

/** Plain data, as `JSON.parse` and `Object.fromEntries` make it: any other object is an instance of a class. */
export const plainValues: Values = {
  typeName: (value) => {
    if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
    if (value === null) return "null";
    if (typeof value !== "object") return typeof value;
    return kindOf(value);
  },
  membersIn(input) {
    if (plainValues.typeName(input) !== "object") return undefined;
    const keys = Object.keys(input as object);
    return { keys, values: keys.map((key) => ownValue(input as object, key)) };
  },
  nodeOf: (key) => key as string,
};

function kindOf(value: object): "array" | "object" | "instance" {
  try {
    if (Array.isArray(value)) return "array";
    const prototype = Object.getPrototypeOf(value);
    return prototype === null || prototype === Object.prototype ? "object" : "instance";
  } catch {
    // A revoked Proxy.
    return "instance";
  }
}

/** The value is no mapping. */
export const NO_OBJECT: unique symbol = Symbol("no object");

/** Reads one member of a mapping; undefined if it lacks it, or NO_OBJECT if the value is no mapping. */
export type ReadMember = (input: unknown, key: string, strict: boolean) => unknown;

const NO_NAMES: NamedKeys = { names: [], places: /*#__PURE__*/ new Map() };

/** That of any value. */
export const anyMember: ReadMember = (input, key, strict) => {
  // The other members of an object are not read.
  if (isPlainObject(input)) return ownValue(input, key);
  const pairs = membersIn(input, strict, NO_NAMES);
  return pairs === undefined ? NO_OBJECT : pairs.values[pairs.keys.indexOf(key)];
};

/** That of plain data. */
export const plainMember: ReadMember = (input, key) =>
  plainValues.typeName(input) === "object" ? ownValue(input as object, key) : NO_OBJECT;
