/** Arbitraries of Any, Const, Type, Check and Transform. */
import fc from "fast-check";
import type { Validator } from "../core/validator.ts";
import type { Any } from "../validators/any.ts";
import type { Check } from "../validators/check.ts";
import type { Const } from "../validators/const.ts";
import type { Transform } from "../validators/transform.ts";
import type { Type } from "../validators/type.ts";
import { equal } from "../values/equal.ts";
import { accepted, type Kind, type Maker, orNull, possible, refusal, refusedBy } from "./kind.ts";

/** Any small JSON data. */
export const jsonData: fc.Arbitrary<unknown> = /*#__PURE__*/ fc.jsonValue({ maxDepth: 2 });

export const any: Kind<Any> = { valid: () => jsonData, faults: () => ({ single: [] }) };

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
  faults: (constant) => ({ single: [refusedBy(constant as never, jsonData)] }),
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
    const values = INSTANCES.get(tp)?.(fc.uint8Array({ maxLength: 8 }));
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
  faults: (type) => ({ single: possible([refusedBy(type as never, fc.oneof(jsonData, fc.constant(null)))]) }),
};

/** A function of the caller's, by itself: any data that it accepts. */
const ownFunction = (validator: Validator, to: Maker): fc.Arbitrary<unknown> | undefined =>
  accepted(validator, fc.oneof(jsonData, fc.string(), fc.integer()), to);

export const check: Kind<Check> = {
  valid: (check, to) => ownFunction(check as never, to),
  faults: (check) => ({ single: possible([refusedBy(check as never, jsonData)]) }),
};

export const transform: Kind<Transform> = {
  valid: (transform, to) => ownFunction(transform as never, to),
  faults: () => ({ single: [] }),
};
