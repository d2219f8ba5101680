/** Parts of the code of plain objects, for any order of their keys. */
import type { ObjectModel } from "../../core/models/object.ts";
import { isOutside } from "../../core/rules/lengths.ts";
import type { Checker } from "../../core/schemas/checker.ts";
import { primitive, property, quote } from "./literals.ts";
import type { ContainerWriter, Exits, Form, Tag } from "./writer.ts";

/** From so many keys of a schema on, an object usually has few of those that may be missing. */
export const WIDE = 64;

/** The result of a null that is valid. */
export const NULL: Readonly<Record<Form, string>> = { value: "null", text: '"null"' };

/** Depths of a member. */
export const AT = "depth + 1, schemaDepth + 1";

export interface Names extends Exits {
  readonly name: string;
  readonly validator: Checker;
  readonly tag: Tag | undefined;
}

/** A key of the schema. */
export interface Key {
  readonly key: string;
  /** Its name in the result. */
  readonly written: string;
  readonly member: Checker;
  readonly index: number;
  /** It may be missing. */
  readonly mayMiss: boolean;
  /** A null in its place counts as missing. */
  readonly skipsNull: boolean;
  /** Its value may become undefined: the result does not have the key then. */
  readonly mayLack: boolean;
}

/**
 * Reads a property that `for-in` has listed: it may have been deleted since, or be inherited. V8 knows the properties
 * of Object.prototype at compile time, so the test costs nothing.
 */
export const readOwn = (key: string, x = "input"): string =>
  `(${quote(key)} in objectPrototype ? ownValue(${x}, ${quote(key)}) : ${x}${property(key)})`;

/** A condition: a plain object has that key, listed or not. A lookup in a prototype that lacks it costs less. */
export const hasOwnKey = (key: string, x = "input"): string =>
  `(${quote(key)} in objectPrototype ? hasOwn.call(${x}, ${quote(key)}) : ${quote(key)} in ${x})`;

/** The value of a key of the schema: undefined if it counts as missing. */
export const definedValue = (value: string, { skipsNull }: Pick<Key, "skipsNull">): string =>
  skipsNull ? `((${value}) ?? undefined)` : value;

/** An expression for the default of a missing key: a constant if the value is one. */
export function fill(code: ContainerWriter, { defaults }: ObjectModel, K: string, { key, member }: Key): string {
  const call = `call.fill(${K}, ${quote(key)}, ${AT})`;
  const value = defaults.get(key);
  if (!defaults.has(key) || Object(value) === value || typeof value === "symbol" || typeof value === "bigint")
    return call;
  // In brackets: `5.length` would be a syntax error.
  const model = code.modelOf(member, `(${primitive(value, code)})`);
  if (model?.kind !== "leaf") return call;
  const { when, gives } = model;
  return when === "" ? gives : `(${when} ? ${gives} : ${call})`;
}

/** Sets a property of `result`, a new object without that key, as `define` does. */
export const assign = (key: string, value: string): string =>
  `if (${quote(key)} in objectPrototype) define(result, ${quote(key)}, ${value}); else result${property(key)} = ${value};\n`;

/** A condition: `size`, the number of members, is outside the limits; empty if there are none. */
export const outside = ({ lengths }: ObjectModel): string => isOutside(lengths, "size");
