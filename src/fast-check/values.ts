/** Arbitraries of Any, Bool, Bytes, Const, Type, Check and Transform. */
import fc from "fast-check";
import type { Validator } from "../validator.ts";
import type { Any } from "../validators/any.ts";
import type { Bool } from "../validators/bool.ts";
import type { Bytes } from "../validators/bytes.ts";
import type { Check } from "../validators/check.ts";
import type { Const } from "../validators/const.ts";
import type { Transform } from "../validators/transform.ts";
import type { Type } from "../validators/type.ts";
import { encoded } from "../values/binary-text.ts";
import { BOOLEAN_NAMES } from "../values/boolean.ts";
import { equal } from "../values/equal.ts";
import { specName } from "../values/input.ts";
import { accepted, fault, type Kind, type Maker, orNull, possible, refusal, refused, wrongType } from "./kind.ts";
import { such } from "./such.ts";

/** Any small JSON data. */
export const jsonData: fc.Arbitrary<unknown> = /*#__PURE__*/ fc.jsonValue({ maxDepth: 2 });

export const any: Kind<Any> = { valid: () => jsonData, faults: () => ({ single: [] }) };

const otherCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const bool: Kind<Bool> = {
  valid(bool) {
    const values: fc.Arbitrary<unknown>[] = [fc.boolean()];
    if (bool.coerce_str) values.push(fc.constantFrom(...BOOLEAN_NAMES, ...BOOLEAN_NAMES.map(otherCase)));
    if (bool.coerce_int) values.push(fc.integer({ min: -2, max: 2 }));
    return orNull(bool, fc.oneof(...values));
  },
  faults(bool) {
    const { coerce_str, coerce_int } = bool;
    const names = fault(fc.constantFrom("maybe", "", "2"), "options", (actual) => ({
      expected: BOOLEAN_NAMES,
      actual,
    }));
    const integer = fault(fc.integer(), "invalid_type", () => ({ expected: "boolean", actual: "integer" }));
    const types = wrongType(bool, "boolean", ["boolean", ...(coerce_str ? ["string"] : [])]);
    return { single: [types, ...(coerce_str ? [names] : []), ...(coerce_int ? [] : [integer])] };
  },
};

/** How many more bytes there may be than there must be. */
const MORE = 8;

export const bytes: Kind<Bytes> = {
  valid(bytes, to) {
    const { minlen = 0, maxlen = Number.POSITIVE_INFINITY } = bytes;
    const most = Math.max(minlen, Math.min(maxlen, minlen + MORE));
    return orNull(bytes, accepted(bytes as never, formsOf(bytes, minlen, most, to.json), to));
  },
  faults(bytes, { json }) {
    const { minlen = 0, maxlen, format } = bytes;
    const single = [wrongType(bytes, "bytes", format === undefined ? [] : ["string"])];
    const sized = (min: number, max: number, code: string, expected: number): void => {
      single.push(fault(formsOf(bytes, min, max, json), code, () => ({ expected })));
    };
    const hasForm = !json || format !== undefined;
    if (minlen > 0 && hasForm) sized(0, minlen - 1, "min_length", minlen);
    if (maxlen !== undefined && hasForm) sized(maxlen + 1, maxlen + MORE, "max_length", maxlen);
    if (format !== undefined)
      single.push(
        fault(
          fc.string().map((text) => `${text}!`),
          "format",
          () => ({ expected: format }),
        ),
      );
    return { single };
  },
};

/** Bytes, and the texts that stand for them. */
function formsOf(validator: Bytes, minLength: number, maxLength: number, json: boolean): fc.Arbitrary<unknown> {
  const { format } = validator;
  const bytes = fc.uint8Array({ minLength, maxLength });
  const texts = format && bytes.map((one) => encoded(one, format));
  if (json && texts === undefined) throw refusal(validator as never, "JSON has no form for bytes");
  return json || texts === undefined ? (texts ?? bytes) : fc.oneof(bytes, texts);
}

const isJson = (value: unknown): boolean => {
  try {
    return equal(JSON.parse(JSON.stringify(value)), value);
  } catch {
    return false;
  }
};

export const constant: Kind<Const> = {
  valid(constant, to) {
    const value: unknown = constant.value;
    if (to.json && !isJson(value)) throw refusal(constant as never, "JSON has no form for its value");
    return orNull(constant, accepted(constant as never, fc.constant(value), to));
  },
  faults(constant) {
    const { value, nullable } = constant;
    const isOther = (other: unknown): boolean => !equal(other, value) && !(nullable && other === null);
    return { single: [fault(such(jsonData, isOther, "other values"), "options", () => ({ expected: [value] }))] };
  },
};

/** Values of the classes that everybody has. */
const INSTANCES: ReadonlyMap<unknown, (bytes: fc.Arbitrary<Uint8Array>) => fc.Arbitrary<unknown>> = new Map<
  unknown,
  (bytes: fc.Arbitrary<Uint8Array>) => fc.Arbitrary<unknown>
>([
  [String, () => fc.string()],
  [Number, () => fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))],
  [Boolean, () => fc.boolean()],
  [BigInt, () => fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n })],
  [globalThis.Date, () => fc.date({ noInvalidDate: true })],
  [Uint8Array, (bytes) => bytes],
  [Array, () => fc.array(jsonData, { maxLength: 5 })],
  [Object, () => fc.dictionary(fc.string(), jsonData, { maxKeys: 5 })],
  [Map, () => fc.array(fc.tuple(fc.string(), jsonData), { maxLength: 5 }).map((all) => new Map(all))],
  [Set, () => fc.array(jsonData, { maxLength: 5 }).map((all) => new Set(all))],
  [RegExp, () => fc.constantFrom(/a/, /^[a-z]+$/u)],
  [URL, () => fc.webUrl().map((text) => new URL(text))],
  [Blob, (bytes) => bytes.map((one) => new Blob([one as never]))],
  [File, (bytes) => fc.tuple(bytes, fc.string()).map(([one, name]) => new File([one as never], name))],
]);

/** Classes whose values JSON has. */
const OF_JSON: ReadonlySet<unknown> = new Set([String, Number, Boolean, Array, Object]);

export const type: Kind<Type> = {
  valid(type, to) {
    const { tp, options, min, max } = type as Type & { readonly tp: unknown };
    const values = INSTANCES.get(tp)?.(fc.uint8Array({ maxLength: MORE }));
    if (to.json && !OF_JSON.has(tp)) throw refusal(type as never, "JSON has no form for its values");
    const limits = [min, max].filter((one) => one !== undefined);
    const known = [...(options ?? limits)] as unknown[];
    if (values === undefined && known.length === 0) {
      throw refusal(type as never, "how to make instances of its class is not known: give an arbitrary with `of`");
    }
    const all = [
      ...(values === undefined || options ? [] : [values]),
      ...(known.length > 0 ? [fc.constantFrom(...known)] : []),
    ];
    return orNull(type, accepted(type as never, fc.oneof(...all), to));
  },
  faults(type) {
    const { tp, coerce, nullable } = type as Type & { readonly tp: never };
    const expected = specName(tp);
    const types = fault(refused(type, jsonData, null), "invalid_type", () => ({ expected }));
    const isPlain = !coerce && (type.options ?? type.min ?? type.max ?? type.minlen ?? type.maxlen) === undefined;
    const missing = fault(fc.constant(null), "invalid_type", () => ({ expected, actual: "null" }));
    return { single: possible([...(isPlain ? [types] : []), ...(nullable ? [] : [missing])]) };
  },
};

/** A function of the caller's, by itself: any data that it accepts. */
const ownFunction = (validator: Validator, to: Maker): fc.Arbitrary<unknown> | undefined =>
  accepted(validator, fc.oneof(jsonData, fc.string(), fc.integer()), to);

export const check: Kind<Check> = {
  valid: (check, to) => ownFunction(check as never, to),
  faults(check) {
    return { single: possible([ofRefused(check, refused(check, jsonData))].filter((one) => one !== undefined)) };
  },
};

/** What is known of the issue of a Check that refuses the values; undefined if its function reports by itself. */
export function ofRefused(check: Check, values: fc.Arbitrary<unknown>) {
  const { code = "check", path = [] } = check as { code?: string; path?: readonly (string | number)[] };
  if (check.test.length > 1) return undefined;
  return values.map((value) => ({ value, issue: { code, path } }));
}

export const transform: Kind<Transform> = {
  valid: (transform, to) => ownFunction(transform as never, to),
  faults: () => ({ single: [] }),
};
