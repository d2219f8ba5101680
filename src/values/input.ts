/**
 * Type tests for JavaScript values: the only file that decides "is this a ...". Its functions run no code of the caller
 * if that can be avoided, do not throw for a revoked Proxy, and do not depend on the realm of a value.
 */
import { type Brand, brandOf, timeOf } from "./temporal.ts";

/** `Array.isArray` throws for a revoked Proxy, and runs no trap of any other. Returns undefined if it throws. */
function askArray(value: unknown): boolean | undefined {
  try {
    return Array.isArray(value);
  } catch {
    return undefined;
  }
}

/** `value` is an array in the sense of `Array.isArray`; a revoked Proxy is not one. */
export const isArray = (value: unknown): value is unknown[] => askArray(value) === true;

const isRevoked = (value: object): boolean => askArray(value) === undefined;

interface Class {
  readonly prototype: object;
}

/** Built-in getters return the type and size of a value regardless of its own properties. */
const getterOf = <T>(of: Class, name: PropertyKey): ((this: unknown) => T) =>
  Object.getOwnPropertyDescriptor(of.prototype, name)?.get as () => T;

/** As `getterOf`, of a method. Bundlers drop what reads a prototype only if a call that is marked reads it. */
const methodOf = <M>(of: Class, name: string): M => (of.prototype as Record<string, M>)[name] as M;

const TypedArray = /*#__PURE__*/ Object.getPrototypeOf(Uint8Array) as Class;
const typedArrayName = /*#__PURE__*/ getterOf<string | undefined>(TypedArray, Symbol.toStringTag);

/** `value` is a Uint8Array (a Node Buffer included) of any realm, and nothing else. */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && typedArrayName.call(value) === "Uint8Array";
}

/** The name of the kind of a typed array of any realm; undefined for any other value. */
export const typedArrayKind = (value: unknown): string | undefined => typedArrayName.call(value);

const bytesLength = /*#__PURE__*/ getterOf<number>(TypedArray, "length");

/** The number of bytes, regardless of own properties of the object. */
export function byteLength(bytes: Uint8Array): number {
  return bytesLength.call(bytes);
}

/** The items of a typed array, regardless of own properties of the object. */
export function itemsOfTyped(array: unknown): unknown[] {
  const size = bytesLength.call(array);
  const items = listFor(size);
  for (let index = 0; index < size; index++) items[index] = (array as ArrayLike<unknown>)[index];
  return items;
}

const bytesBuffer = /*#__PURE__*/ getterOf<ArrayBuffer>(TypedArray, "buffer");
const bytesOffset = /*#__PURE__*/ getterOf<number>(TypedArray, "byteOffset");
const bufferLength = /*#__PURE__*/ getterOf<number>(ArrayBuffer, "byteLength");

/** Returns whether the bytes are in shared memory, which other threads may write to and grow. */
export function isShared(bytes: Uint8Array): boolean {
  try {
    // The getter throws for a SharedArrayBuffer, and for an ArrayBuffer of no realm.
    bufferLength.call(bytesBuffer.call(bytes));
    return false;
  } catch {
    return true;
  }
}

/**
 * A plain Uint8Array over the same bytes, independent of subclasses, whose length is fixed even if the memory grows.
 * @param length the number of bytes, from {@link byteLength}.
 */
export function plainBytes(bytes: Uint8Array, length: number = byteLength(bytes)): Uint8Array {
  // No view can be created over a detached buffer, whose length is 0.
  return length === 0 ? new Uint8Array() : new Uint8Array(bytesBuffer.call(bytes), bytesOffset.call(bytes), length);
}

/**
 * `value` is an object whose prototype is null or `Object.prototype` of its own realm. Between the object and that root
 * there may be prototypes that add nothing: see {@link addsNothing}. So an object has no named members but its own.
 */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || askArray(value) !== false) return false;
  let prototype = Object.getPrototypeOf(value);
  if (prototype === Object.prototype) return true;
  for (let level = 0; level < MAX_EMPTY_PROTOTYPES; level++) {
    if (prototype === null) return true;
    if (isRevoked(prototype)) return false;
    const next = Object.getPrototypeOf(prototype);
    // That of another realm is recognised by a property.
    if (next === null && Object.hasOwn(prototype, "isPrototypeOf")) return true;
    if (!addsNothing(prototype)) return false;
    prototype = next;
  }
  return false;
}

const MAX_EMPTY_PROTOTYPES = 4;

/**
 * Returns whether a prototype adds no named properties to its objects and makes them instances of no class. The one
 * exception is a native `constructor`: the prototype of `process.env` has one.
 */
function addsNothing(prototype: object): boolean {
  return Object.getOwnPropertyNames(prototype).every((key) => {
    const descriptor = Object.getOwnPropertyDescriptor(prototype, key);
    return key === "constructor" && descriptor?.enumerable === false && isNative(descriptor.value);
  });
}

const sourceText = /*#__PURE__*/ methodOf<() => string>(Function, "toString");
const isNative = (value: unknown): value is () => unknown =>
  typeof value === "function" && sourceText.call(value).endsWith("{ [native code] }");

/** Maximum length of a chain of prototypes: a Proxy can make a chain endless. */
const MAX_PROTOTYPES = 1000;

/**
 * Returns whether JavaScript itself cannot read properties of `value`: its prototype chain contains a revoked Proxy, or
 * has no end. Called only after reading threw, to distinguish that from an exception of the caller's own code.
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

/** By class: the result of {@link builtInNames}. */
const namesOfClasses = new WeakMap<object, readonly string[]>();

/**
 * The names of the built-in classes, of any realm, that `tp` is or extends. The source text of a built-in function
 * holds its original name.
 */
export function builtInNames(tp: object): readonly string[] {
  const known = namesOfClasses.get(tp);
  if (known !== undefined) return known;
  const constructors: unknown[] = [tp];
  let prototype = ownValue(tp, "prototype");
  for (let level = 0; level < MAX_PROTOTYPES && isObject(prototype); level++) {
    constructors.push(ownValue(prototype, "constructor"));
    prototype = Object.getPrototypeOf(prototype);
  }
  const names = constructors.filter(isNative).map((one) => /^function (\w*)/.exec(sourceText.call(one))?.[1] ?? "");
  namesOfClasses.set(tp, names);
  return names;
}

/**
 * The number of members of a Map or a Set, regardless of overrides in a subclass; undefined for any other value, which
 * costs an exception.
 */
const sizeBy =
  (getter: (this: unknown) => number) =>
  (value: unknown): number | undefined => {
    try {
      return typeof value === "object" ? getter.call(value) : undefined;
    } catch {
      return undefined;
    }
  };
export const mapSize = /*#__PURE__*/ sizeBy(/*#__PURE__*/ getterOf(Map, "size"));
export const setSize = /*#__PURE__*/ sizeBy(/*#__PURE__*/ getterOf(Set, "size"));

/**
 * `value` is a Map of any realm. The result false costs an exception, except for arrays: check `isPlainObject` first.
 */
export const isMap = (value: unknown): value is Map<unknown, unknown> =>
  !isArray(value) && mapSize(value) !== undefined;

const mapEntries = /*#__PURE__*/ methodOf<Map<unknown, unknown>["entries"]>(Map, "entries");

/** The entries of a Map, regardless of the iterator of a subclass. */
export function entriesOf(map: Map<unknown, unknown>): [key: unknown, value: unknown][] {
  return [...mapEntries.call(map)];
}

const setValues = /*#__PURE__*/ methodOf<Set<unknown>["values"]>(Set, "values");

/** `value` is a Set of any realm. The result false costs an exception. */
export const isSet = (value: unknown): value is Set<unknown> => setSize(value) !== undefined;

/** The members of a Set, regardless of the iterator of a subclass. */
export function membersOfSet(set: Set<unknown>): unknown[] {
  return [...setValues.call(set)];
}

const thenOfPromise = /*#__PURE__*/ methodOf<Promise<unknown>["then"]>(Promise, "then");
const ignore = (): void => {};

/**
 * `value` has a callable `then`, as promises of any realm have, and queries that run when they are awaited. The method
 * is not called, so such a query does not run.
 */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  try {
    return isObject(value) && typeof (value as { then?: unknown }).then === "function";
  } catch {
    // Awaiting it would throw too.
    return false;
  }
}

/**
 * Prevents the rejection of a promise, of any realm, from ending the process. The methods of other thenables are not
 * called.
 */
export function ignoreRejection(thenable: unknown): void {
  try {
    thenOfPromise.call(thenable as Promise<unknown>, ignore, ignore);
  } catch {
    // It is not a promise, and has not been started.
  }
}

const errorTest = () => (Error as { isError?: (value: unknown) => boolean }).isError;

const isErrorObject =
  /*#__PURE__*/ errorTest() ?? ((value: unknown): boolean => ["Error", "DOMException"].includes(tagOf(value)));

/** `value` is an Error of any realm. */
export const isError = (value: unknown): value is Error => value instanceof Error || isErrorObject(value);

/** `value` is an Error of that built-in class, or of a subclass that kept its name, of any realm. */
export function isErrorOf(value: unknown, tp: ErrorConstructor): value is Error {
  return value instanceof tp || (isError(value) && value.name === tp.name);
}

/**
 * `error` is a stack overflow, of any realm. It says nothing about the value, which might pass elsewhere. V8 and
 * JavaScriptCore use the same message.
 */
export const isStackOverflow = (error: unknown): boolean =>
  isErrorOf(error, RangeError) && error.message === "Maximum call stack size exceeded";

/** `value` is the result of a blank file input in a browser: an empty File without a name, of any realm. */
function isBlankFile(value: unknown): boolean {
  if (typeof value !== "object" || tagOf(value) !== "File") return false;
  try {
    const { name, size } = value as { readonly name?: unknown; readonly size?: unknown };
    return name === "" && size === 0;
  } catch {
    // It only has the prototype of a file.
    return false;
  }
}

/** The tag of an object, such as `"Temporal.PlainDate"`; `""` if reading it throws. */
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

const primitives: ReadonlyMap<unknown, string> = /*#__PURE__*/ new Map<unknown, string>([
  [String, "string"],
  [Number, "number"],
  [Boolean, "boolean"],
  [BigInt, "bigint"],
]);

/**
 * `value` is of the type that `spec` names: String, Number, Boolean and BigInt stand for the primitive, a class for
 * `instanceof`.
 */
export function isOfType(value: unknown, spec: TypeSpec): boolean {
  if (typeof spec === "string") return typeName(value) === spec || (spec === "number" && typeof value === "number");
  const primitive = primitives.get(spec);
  if (primitive !== undefined) return typeof value === primitive;
  try {
    return value instanceof (spec as () => unknown);
  } catch (error) {
    // An unreadable value is an instance of no class, and an arrow function has no instances. Any other exception, such
    // as from `Symbol.hasInstance`, is a bug of the caller.
    if (isUnreadable(value) || !("prototype" in spec)) return false;
    throw error;
  }
}

/** The name of a type in messages and errors: `string` for String, the class's own name otherwise. */
export function specName(spec: TypeSpec): string {
  return typeof spec === "string" ? spec : (primitives.get(spec) ?? spec.name);
}

/**
 * Maximum length of an array that a List or Tuple walks: no JSON text of the default size limit can hold more items.
 */
export const MAX_ITEMS = 2 ** 25;

/**
 * Maximum number of items for which an array is created at its full length. A longer one grows, because its length may
 * be forged.
 */
export const MAX_PREALLOCATED = 65_536;

/** An empty list, to be filled by index with that many items. */
export const listFor = (size: number): unknown[] => (size <= MAX_PREALLOCATED ? new Array(size) : []);

/** The length of an array, read once and converted to a number, because a Proxy may return anything. */
export function lengthOf(array: readonly unknown[]): number {
  return sizeOf(array.length);
}

/** Converts a value of `length` to a number. */
export function sizeOf(length: unknown): number {
  return typeof length === "number" && length > 0 ? Math.trunc(length) : 0;
}

/**
 * An own property of an object, or item of an array; inherited ones do not count. Undefined for a Proxy that was
 * revoked meanwhile.
 */
export function ownValue(holder: object, key: PropertyKey): unknown {
  try {
    return Object.hasOwn(holder, key) ? (holder as Record<PropertyKey, unknown>)[key] : undefined;
  } catch (error) {
    if (isRevoked(holder)) return undefined;
    throw error;
  }
}

const NO_ITEMS: readonly unknown[] = [];

/**
 * Returns whether an array inherits only from the prototypes of arrays in this realm, so that {@link ownItem} reads its
 * items fast.
 */
export function isOrdinaryArray(array: readonly unknown[]): boolean {
  try {
    return Object.getPrototypeOf(array) === Array.prototype;
  } catch (error) {
    if (isRevoked(array)) return false;
    throw error;
  }
}

/**
 * As {@link ownValue}, for an item of an array. Engines know without a call whether arrays inherit an item, but not
 * whether an array has an item of its own.
 * @param isOrdinary the result of {@link isOrdinaryArray}. From an ordinary Proxy, only the item is then read.
 */
export function ownItem(array: readonly unknown[], index: number, isOrdinary: boolean): unknown {
  try {
    return (isOrdinary && !(index in NO_ITEMS)) || Object.hasOwn(array, index) ? array[index] : undefined;
  } catch (error) {
    if (isRevoked(array)) return undefined;
    throw error;
  }
}

/** Returns whether a key is an own enumerable property of an object, so that a check reads it. */
export const lists = (holder: object, key: string): boolean =>
  !isUnreadable(holder) && Object.keys(holder).includes(key);

/** A copy without a prototype, so that no property of `Object.prototype` is taken for an option. */
export function withoutPrototype<T extends object>(options: T): T {
  return Object.assign(Object.create(null), options);
}

/** Shorter texts are read by a loop, which starts faster than a regular expression. */
const MAX_LOOPED = 12;
const SURROGATE = /[\ud800-\udfff]/;

/** The length of a text in code points; a lone surrogate counts as one. */
export function codePoints(text: string): number {
  const { length } = text;
  // V8 keeps most texts in one byte per unit, and reads none of those here.
  if (length > MAX_LOOPED && !SURROGATE.test(text)) return length;
  // Of the two units of a pair, one is at an odd index: if none of those is a surrogate, there is no pair.
  for (let i = 1; i < length; i += 2) {
    if ((text.charCodeAt(i) & 0xf800) === 0xd800) return length - pairsSince(text, i - 1);
  }
  return length;
}

/** The number of surrogate pairs from that index on. */
function pairsSince(text: string, start: number): number {
  let count = 0;
  for (let i = start; i < text.length; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      count++;
      i++;
    }
  }
  return count;
}

/** Returns whether a field of a form is blank: a text, a file, or all files of an input for several. */
export const isBlank = (value: unknown): boolean =>
  value === "" || isBlankFile(value) || (isArray(value) && areBlankFiles(value));

/**
 * The first item decides, if it is not a blank file. `every` would walk all holes of a sparse array, and accept them.
 */
function areBlankFiles(values: readonly unknown[]): boolean {
  const { length } = values;
  for (let i = 0; i < length; i++) if (!isBlankFile(values[i])) return false;
  return length > 0;
}
