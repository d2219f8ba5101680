/**
 * What a JavaScript value is: the one home of every "is this a ..." question. Answers never run the caller's code
 * where that can be avoided, never throw for a revoked Proxy, and do not depend on the realm a value comes from.
 */

import { type Brand, brandOf, timeOf } from "../time/temporal.ts";

/** `value` is an array in the sense of `Array.isArray`; a revoked Proxy is not one. */
export function isArray(value: unknown): value is unknown[] {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

const typedArrayName = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag)
  ?.get as (this: unknown) => string | undefined;

/** `value` is a Uint8Array (a Node Buffer included) of any realm, and nothing else. */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && typedArrayName.call(value) === "Uint8Array";
}

const bytesLength = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), "length")?.get as (
  this: unknown,
) => number;

/** How many bytes there are, whatever the object's own properties say. */
export function byteLength(bytes: Uint8Array): number {
  return bytesLength.call(bytes);
}

const getterOf = <T>(name: "buffer" | "byteOffset"): ((this: unknown) => T) =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), name)?.get as () => T;
const bytesBuffer = getterOf<ArrayBuffer>("buffer");
const bytesOffset = getterOf<number>("byteOffset");

/** Whether other threads may write to the bytes, and make the memory they are in grow. */
export function isShared(bytes: Uint8Array): boolean {
  return !(bytesBuffer.call(bytes) instanceof ArrayBuffer);
}

/**
 * The same bytes as a plain Uint8Array: what a subclass says of itself makes no difference, and its length stays even
 * if the memory grows.
 * @param length their number, as {@link byteLength} gave it.
 */
export function plainBytes(bytes: Uint8Array, length: number = byteLength(bytes)): Uint8Array {
  // Of a detached buffer nothing can be made.
  return length === 0 ? new Uint8Array() : new Uint8Array(bytesBuffer.call(bytes), bytesOffset.call(bytes), length);
}

/**
 * `value` is an object whose prototype is null or the root of its own realm (`Object.prototype`), or between which and
 * the root there are only bare prototypes: see {@link isBare}.
 */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || isArray(value) || isRevoked(value)) return false;
  let prototype = Object.getPrototypeOf(value);
  for (let level = 0; level < MAX_BARE_PROTOTYPES; level++) {
    if (prototype === null) return true;
    if (isRevoked(prototype)) return false;
    const next = Object.getPrototypeOf(prototype);
    if (next === null) return true;
    if (!isBare(prototype)) return false;
    prototype = next;
  }
  return false;
}

const MAX_BARE_PROTOTYPES = 4;

/**
 * A prototype that gives the objects below it nothing and makes them instances of no class: what it has of its own is
 * neither enumerable nor an accessor nor a function. That of `process.env` has a `constructor`, which no program wrote,
 * and nothing else.
 */
function isBare(prototype: object): boolean {
  const keys = Reflect.ownKeys(prototype);
  return keys.every((key) => {
    const descriptor = Object.getOwnPropertyDescriptor(prototype, key);
    if (descriptor === undefined || descriptor.enumerable || !("value" in descriptor)) return false;
    if (typeof descriptor.value !== "function") return true;
    return key === "constructor" && keys.length === 1 && isNative(descriptor.value);
  });
}

const sourceText = Function.prototype.toString;
const isNative = (value: unknown): boolean =>
  typeof value === "function" && sourceText.call(value).endsWith("{ [native code] }");

/** `Array.isArray` is the one test that throws for a revoked Proxy and runs no trap of a live one. */
function isRevoked(value: object): boolean {
  try {
    Array.isArray(value);
    return false;
  } catch {
    return true;
  }
}

/** Deeper chains of prototypes are no class hierarchy: Proxies can make them endless. */
const MAX_PROTOTYPES = 1000;

/**
 * Whether the language itself refuses to look `value` up: its chain of prototypes has a revoked Proxy in it, or no end.
 * Asked only after a look-up threw, to tell that from an exception of the caller's own code.
 */
export function isUnreadable(value: unknown): boolean {
  let object: unknown = value;
  for (let level = 0; level < MAX_PROTOTYPES && isObject(object); level++) {
    if (isRevoked(object)) return true;
    try {
      object = Object.getPrototypeOf(object);
    } catch {
      return false;
    }
  }
  return isObject(object);
}

const isObject = (value: unknown): value is object =>
  (typeof value === "object" && value !== null) || typeof value === "function";

const sizeOfMap = Object.getOwnPropertyDescriptor(Map.prototype, "size")?.get as (this: unknown) => number;

/** `value` is a Map of any realm. A "no" costs an exception, but for arrays: ask `isPlainObject` first. */
export function isMap(value: unknown): value is Map<unknown, unknown> {
  if (typeof value !== "object" || value === null || isArray(value)) return false;
  try {
    sizeOfMap.call(value);
    return true;
  } catch {
    return false;
  }
}

/** How many entries there are, whatever a subclass says. */
export const mapSize = (map: Map<unknown, unknown>): number => sizeOfMap.call(map);

const mapEntries = Map.prototype.entries;

/** The entries of a Map as they are, whatever iterator a subclass gives itself. */
export function entriesOf(map: Map<unknown, unknown>): [key: unknown, value: unknown][] {
  return [...mapEntries.call(map)];
}

const { values: setValues } = Set.prototype;
const setSize = Object.getOwnPropertyDescriptor(Set.prototype, "size")?.get as (this: unknown) => number;

/** `value` is a Set of any realm. A "no" costs an exception. */
export function isSet(value: unknown): value is Set<unknown> {
  if (typeof value !== "object" || value === null) return false;
  try {
    setSize.call(value);
    return true;
  } catch {
    return false;
  }
}

/** The members of a Set as they are, whatever iterator a subclass gives itself. */
export function membersOfSet(set: Set<unknown>): unknown[] {
  return [...setValues.call(set)];
}

/** The tag an object shows, `""` for one that answers with an exception; `"Temporal.PlainDate"` and the like. */
export function tagOf(value: unknown): string {
  try {
    return Object.prototype.toString.call(value).slice(8, -1);
  } catch {
    return "";
  }
}

const brandNames: Readonly<Record<Brand, string>> = {
  PlainDate: "date",
  PlainTime: "time",
  PlainDateTime: "datetime",
  ZonedDateTime: "datetime",
  Instant: "datetime",
  Duration: "duration",
};

/**
 * The name of a value's type as errors report it: `integer number string boolean null undefined bigint symbol
 * function bytes array object date time datetime duration`, and `instance` for objects of other classes.
 */
export function typeName(value: unknown): string {
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  if (value === null) return "null";
  if (typeof value !== "object") return typeof value;
  if (isArray(value)) return "array";
  if (isBytes(value)) return "bytes";
  const brand = brandOf(value);
  if (brand !== undefined) return brandNames[brand];
  if (timeOf(value) !== undefined) return "datetime";
  return isMapping(value) ? "object" : "instance";
}

function isMapping(value: object): boolean {
  try {
    return isPlainObject(value) || isMap(value);
  } catch {
    return false;
  }
}

/** A class, or the name of a type as {@link typeName} gives it; `number` includes `integer`. */
export type TypeSpec = string | (abstract new (...args: never[]) => unknown) | ((...args: never[]) => unknown);

const primitives: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [String, "string"],
  [Number, "number"],
  [Boolean, "boolean"],
  [BigInt, "bigint"],
]);

/** `value` is of the type `spec` names: String, Number, Boolean and BigInt mean the primitive, a class `instanceof`. */
export function isOfType(value: unknown, spec: TypeSpec): boolean {
  if (typeof spec === "string") return typeName(value) === spec || (spec === "number" && typeof value === "number");
  const primitive = primitives.get(spec);
  if (primitive !== undefined) return typeof value === primitive;
  try {
    return value instanceof (spec as () => unknown);
  } catch (error) {
    // What cannot be read is an instance of nothing, and an arrow function has none; a class whose own
    // `Symbol.hasInstance` fails is the caller's bug.
    if (isUnreadable(value) || !("prototype" in spec)) return false;
    throw error;
  }
}

/** How messages and errors name a type: `string` for String, the class's own name otherwise. */
export function specName(spec: TypeSpec): string {
  return typeof spec === "string" ? spec : (primitives.get(spec) ?? spec.name);
}

/** The largest array a List or Tuple walks: no JSON text of the default size limit can hold more items. */
export const MAX_ITEMS = 2 ** 25;

/** The length of an array, read once: a Proxy may answer anything. */
export function lengthOf(array: readonly unknown[]): number {
  const length: unknown = array.length;
  return typeof length === "number" && length > 0 ? Math.trunc(length) : 0;
}

/**
 * The member `index` of an array or the property `key` of an object, own ones only, so that no prototype shows through.
 * A Proxy that was revoked in the meantime has none.
 */
export function ownValue(holder: object, key: PropertyKey): unknown {
  try {
    return Object.hasOwn(holder, key) ? (holder as Record<PropertyKey, unknown>)[key] : undefined;
  } catch (error) {
    if (isRevoked(holder)) return undefined;
    throw error;
  }
}

/** Options as they were given: what is put on `Object.prototype` is none. */
export function withoutPrototype<T extends object>(options: T): T {
  return Object.assign(Object.create(null), options);
}

/** The length of a text in code points; a lone surrogate is one. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      count--;
      i++;
    }
  }
  return count;
}
