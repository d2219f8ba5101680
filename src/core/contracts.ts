/**
 * Checks of validator parameters at construction.
 *
 * Every check takes `obj` (the object that will hold the value) and `attr` (the name it will have), which only name the
 * parameter in messages, then the `value`; it returns the value to store or throws a TypeError or a ValueError.
 * @example contracts.expectLength({}, "size", 3); // 3
 */
import {
  entriesOf,
  isArray,
  isMap,
  isOfType,
  isPlainObject,
  ownValue,
  specName,
  type TypeSpec,
  typeName,
} from "../values/input.ts";
import { literal } from "../values/text.ts";
import { ValueError } from "./errors/errors.ts";
import { paramName } from "./schemas/checker.ts";

export type { TypeSpec } from "../values/input.ts";
export { ValueError } from "./errors/errors.ts";

/** `null` and `undefined` both mean "not given"; a `nullable` check lets them pass, as `undefined`. */
export interface Nullable {
  nullable?: boolean | undefined;
}

/** The options of `expect`. */
export interface ExpectOptions extends Nullable {
  /** Types the value may have: classes, or names such as `"integer"` (see `typeName`). */
  types?: TypeSpec | readonly TypeSpec[] | undefined;
  /** Types the value may not have, checked after `types`. */
  notTypes?: TypeSpec | readonly TypeSpec[] | undefined;
  /** Called with the value to convert it, unless it is of that type already. */
  convertTo?: ((value: never) => unknown) | undefined;
}

/** Requirements for the members of a collection. */
export interface CollectionOptions<T = TypeSpec> extends Nullable {
  /** Accept an empty collection. */
  empty?: boolean | undefined;
  /** Type every member must have. */
  itemType?: T | readonly T[] | undefined;
}

/** Requirements for the values of a mapping. */
export interface MappingOptions extends Nullable {
  /** Accept an empty mapping. */
  empty?: boolean | undefined;
  /** Type every value must have. */
  valueType?: TypeSpec | readonly TypeSpec[] | undefined;
}

const listOf = (types: TypeSpec | readonly TypeSpec[]): readonly TypeSpec[] =>
  Array.isArray(types) ? types : [types as TypeSpec];
const isAny = (value: unknown, types: TypeSpec | readonly TypeSpec[]): boolean =>
  listOf(types).some((type) => isOfType(value, type));
const namesOf = (types: TypeSpec | readonly TypeSpec[]): string => listOf(types).map(specName).join(" or ");

const isAbsent = (value: unknown, options: Nullable): boolean =>
  (value === null || value === undefined) && ownValue(options, "nullable") === true;

/** @param what the rest of the message, after the name of the parameter. */
function refuse(obj: object, attr: string, what: string, type: new (message: string) => Error = TypeError): never {
  throw new type(paramName(obj, attr) + what);
}

function expectMember(
  obj: object,
  attr: string,
  key: string | number,
  member: unknown,
  types: TypeSpec | readonly TypeSpec[] | undefined,
): void {
  if (types === undefined || isAny(member, types)) return;
  refuse(obj, attr, `[${literal(key)}] value should be of type ${namesOf(types)}`);
}

/** The members of an array, each read once, whatever its iterator does. */
function itemsOf(obj: object, attr: string, array: unknown): unknown[] {
  if (!isArray(array)) refuse(obj, attr, " should be of type array");
  return Array.from({ length: array.length }, (_, index) => ownValue(array, index));
}

/**
 * Checks the type of a value.
 * @throws TypeError if it is of none of `types`, or of one of `notTypes`.
 * @example expect({}, "size", "3", { types: "integer" }); // throws TypeError: Object.size should be of type integer
 */
export function expect(obj: object, attr: string, value: unknown, options: ExpectOptions = {}): unknown {
  if (isAbsent(value, options)) return undefined;
  const types = ownValue(options, "types") as ExpectOptions["types"];
  const notTypes = ownValue(options, "notTypes") as ExpectOptions["notTypes"];
  const convertTo = ownValue(options, "convertTo") as ExpectOptions["convertTo"];
  if (types !== undefined && !isAny(value, types)) refuse(obj, attr, ` should be of type ${namesOf(types)}`);
  if (notTypes !== undefined && isAny(value, notTypes)) {
    refuse(obj, attr, ` should not be of type ${namesOf(notTypes)}`);
  }
  return convertTo === undefined || isOfType(value, convertTo) ? value : convertTo(value as never);
}

/**
 * Checks a flag and makes it a boolean: an integer is true unless 0, null and undefined are false.
 * @throws TypeError if it is none of these.
 * @example expectFlag({}, "strict", 1); // true
 */
export function expectFlag(obj: object, attr: string, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  if (value === undefined || value === null) return false;
  return Boolean(expect(obj, attr, value, { types: ["boolean", "integer", "null"] }));
}

/**
 * Checks a length.
 * @throws TypeError if it is not an integer; ValueError if it is negative.
 * @example expectLength({}, "size", -1); // throws ValueError: Object.size should not be negative number
 */
export function expectLength(obj: object, attr: string, value: unknown, options: Nullable = {}): number | undefined {
  const length = expect(obj, attr, value, { ...options, types: "integer" }) as number | undefined;
  if (length !== undefined && length < 0) refuse(obj, attr, " should not be negative number", ValueError);
  return length;
}

/**
 * Checks a string.
 * @throws TypeError if it is not one.
 * @example expectBasestr({}, "name", "a"); // "a"
 */
export function expectBasestr(obj: object, attr: string, value: unknown, options: Nullable = {}): string | undefined {
  return expect(obj, attr, value, { ...options, types: "string" }) as string | undefined;
}

/**
 * As {@link expectBasestr}, by the name that ValidX has had for it since version 0.8.
 * @example expectStr({}, "name", "a"); // "a"
 */
export const expectStr = expectBasestr;

/**
 * Checks a function.
 * @throws TypeError if it is not one.
 * @example expectCallable({}, "test", Boolean); // [Function: Boolean]
 */
export function expectCallable<F = (...args: unknown[]) => unknown>(
  obj: object,
  attr: string,
  value: unknown,
  options: Nullable = {},
): F | undefined {
  if (isAbsent(value, options)) return undefined;
  return expect(obj, attr, value, { ...options, types: "function" }) as F | undefined;
}

/**
 * Checks a collection whose order and repetitions do not matter: an array, a Set, or any other iterable object.
 * @returns a frozen array of its distinct members, in the given order.
 * @throws TypeError if it is not a collection, is a string or bytes, or a member is not of `itemType`;
 *   ValueError if it is empty and not `empty`.
 * @example expectContainer({}, "options", new globalThis.Set([2, 1]), { itemType: "integer" }); // [ 2, 1 ]
 */
export function expectContainer(
  obj: object,
  attr: string,
  value: unknown,
  options: CollectionOptions = {},
): readonly unknown[] | undefined {
  if (isAbsent(value, options)) return undefined;
  const items = isPlainObject(value) ? Object.keys(value) : iterate(value);
  if (items === undefined) refuse(obj, attr, " should be of type array or set");
  const itemType = ownValue(options, "itemType") as CollectionOptions["itemType"];
  const distinct = [...new Set(items)];
  if (!ownValue(options, "empty")) refuseEmpty(obj, attr, distinct.length);
  for (const item of itemType === undefined ? [] : distinct) {
    if (isAny(item, itemType as TypeSpec)) continue;
    refuse(obj, attr, ` items should be of type ${namesOf(itemType as TypeSpec)}, got ${typeName(item)}`);
  }
  return Object.freeze(distinct);
}

/**
 * Checks a sequence: an array.
 * @returns a frozen copy.
 * @throws TypeError if it is not an array or a member is not of `itemType`; ValueError if it is empty and not `empty`.
 * @example expectSequence({}, "steps", [1, 1]); // [ 1, 1 ]
 */
export function expectSequence(
  obj: object,
  attr: string,
  value: unknown,
  options: CollectionOptions = {},
): readonly unknown[] | undefined {
  if (isAbsent(value, options)) return undefined;
  const items = itemsOf(obj, attr, value);
  const itemType = ownValue(options, "itemType") as CollectionOptions["itemType"];
  if (!ownValue(options, "empty")) refuseEmpty(obj, attr, items.length);
  items.forEach((item, index) => {
    expectMember(obj, attr, index, item, itemType);
  });
  return Object.freeze(items);
}

/**
 * Checks a mapping: a plain object or a Map with string keys.
 * @returns a frozen copy without a prototype, so that `__proto__` and `constructor` are keys like any other.
 * @throws TypeError if it is not a mapping or a value is not of `valueType`; ValueError if it is empty and not `empty`.
 * @example Object.keys(expectMapping({}, "schema", { a: 1 }) ?? {}); // [ "a" ]
 */
export function expectMapping(
  obj: object,
  attr: string,
  value: unknown,
  options: MappingOptions = {},
): Readonly<Record<string, unknown>> | undefined {
  if (isAbsent(value, options)) return undefined;
  const plain = isPlainObject(value);
  if (!plain && !isMap(value)) refuse(obj, attr, " should be of type object");
  const valueType = ownValue(options, "valueType") as MappingOptions["valueType"];
  const keys = plain ? Object.keys(value) : undefined;
  const entries = keys === undefined ? entriesOf(value as Map<unknown, unknown>) : [];
  const { length } = keys ?? entries;
  if (!ownValue(options, "empty")) refuseEmpty(obj, attr, length);
  const mapping: Record<string, unknown> = Object.create(null);
  for (let index = 0; index < length; index++) {
    const key = keys === undefined ? entries[index]?.[0] : keys[index];
    if (typeof key !== "string") refuse(obj, attr, " keys should be of type string");
    const member = keys === undefined ? entries[index]?.[1] : ownValue(value as object, key);
    expectMember(obj, attr, key, member, valueType);
    mapping[key] = member;
  }
  return Object.freeze(mapping);
}

/**
 * Checks a sequence with one type per member.
 * @param struct the types, in order.
 * @returns a frozen copy.
 * @throws TypeError if it is not an array or a member is not of its type; ValueError if its length is another.
 * @example expectTuple({}, "pair", [1, "a"], ["integer", "string"]); // [ 1, "a" ]
 */
export function expectTuple(
  obj: object,
  attr: string,
  value: unknown,
  struct: readonly (TypeSpec | readonly TypeSpec[])[],
  options: Nullable = {},
): readonly unknown[] | undefined {
  if (isAbsent(value, options)) return undefined;
  const items = itemsOf(obj, attr, value);
  if (items.length !== struct.length) {
    refuse(obj, attr, ` should be a tuple of (${struct.map(namesOf).join(", ")})`, ValueError);
  }
  struct.forEach((type, index) => {
    expectMember(obj, attr, index, items[index], type);
  });
  return Object.freeze(items);
}

function refuseEmpty(obj: object, attr: string, size: number): void {
  if (size === 0) refuse(obj, attr, " should not be empty", ValueError);
}

function iterate(value: unknown): unknown[] | undefined {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return undefined;
  return Symbol.iterator in value ? [...(value as Iterable<unknown>)] : undefined;
}
