/** What each class of validators states: arbitraries of valid values, and of values with one fault. */
import fc from "fast-check";
import type { Validator } from "../validator.ts";
import { literal } from "../values/text.ts";
import { isPossible, such } from "./such.ts";

/** What is known of the issue of a fault. */
export interface ExpectedIssue {
  readonly code: string;
  /** Keys and indexes from the value to the fault. */
  readonly path: readonly (string | number)[];
  /** If it is known. */
  readonly expected?: unknown;
  /** If it is known. */
  readonly actual?: unknown;
  /** If the value is of no step of a OneOf without a discriminator: the step that the issue is of. */
  readonly alternative?: { readonly step: number };
}

/** A value with one fault. */
export interface Invalid {
  readonly value: unknown;
  readonly issue: ExpectedIssue;
}

/** The faults of a validator. */
export interface Faults {
  /** The value has one issue. */
  readonly single: readonly fc.Arbitrary<Invalid>[];
  /** The value has one issue for each alternative. */
  readonly alternatives?: readonly fc.Arbitrary<Invalid>[];
}

/** Makes the arbitraries of the validators inside of one. */
export interface Maker {
  /** True if all values are JSON data. */
  readonly json: boolean;
  /** How many more members a container may have than it must have. */
  readonly more: number;
  /** Valid values; undefined if none ends within the depth. */
  valid(validator: Validator): fc.Arbitrary<unknown> | undefined;
  faults(validator: Validator): Faults;
  /** All faults with one issue, as one arbitrary; undefined if there are none. */
  fault(validator: Validator): fc.Arbitrary<Invalid> | undefined;
  /** Says why there are no valid values, for the error if the whole schema has none. Returns undefined. */
  none(validator: Validator, why: string): undefined;
  /** The maker for the target of a reference; undefined if it is too deep. */
  below(reference: Validator, use: unknown, maxdepth: number | undefined): Maker | undefined;
}

/** How the arbitraries of a class are made. */
export interface Kind<V extends Validator> {
  valid(validator: V, to: Maker): fc.Arbitrary<unknown> | undefined;
  faults(validator: V, to: Maker): Faults;
}

/** Longer texts of validators are not quoted. */
const MAX_NAME = 200;

/** A validator in messages. */
export function nameOf(validator: Validator): string {
  const text = literal(validator);
  return text.length <= MAX_NAME ? text : `${text.slice(0, MAX_NAME)}\u2026`;
}

/** An error for a validator for which there are no values. */
export const refusal = (validator: Validator, why: string): Error =>
  new Error(`There is no arbitrary for ${nameOf(validator)}: ${why}`);

/** Whether the validator accepts a value. A function of the caller's that throws accepts none. */
export function accepts(validator: Validator, value: unknown): boolean {
  try {
    return validator.is(value);
  } catch {
    return false;
  }
}

/** The result of a valid value. */
export function resultOf(validator: Validator, value: unknown): { readonly value: unknown } | undefined {
  try {
    const result = validator.safe(value as never);
    return result.ok ? result : undefined;
  } catch {
    return undefined;
  }
}

/** Those of the values that the validator accepts; undefined if none is found. */
export function accepted(
  validator: Validator,
  values: fc.Arbitrary<unknown> | undefined,
  to: Maker,
): fc.Arbitrary<unknown> | undefined {
  if (values === undefined) return undefined;
  const all = such(values, (value) => accepts(validator, value), nameOf(validator));
  return isPossible(all) ? all : to.none(validator, "it accepts none of the values that were tried");
}

/** Those of the values that the validator refuses, without `other`, which has faults of its own. */
export const refused = <T>(validator: object, values: fc.Arbitrary<T>, other?: T): fc.Arbitrary<T> =>
  such(values, (value) => value !== other && !accepts(validator as Validator, value), nameOf(validator as Validator));

/** The values, and null if the validator accepts it. */
export function orNull(
  validator: object,
  values: fc.Arbitrary<unknown> | undefined,
): fc.Arbitrary<unknown> | undefined {
  if (!(validator as { nullable?: boolean }).nullable) return values;
  return values === undefined ? fc.constant(null) : fc.option(values, { freq: 9 });
}

/** Values with an issue at themselves. */
export const fault = <T>(
  values: fc.Arbitrary<T>,
  code: string,
  rest: (value: T) => Partial<ExpectedIssue> = () => ({}),
): fc.Arbitrary<Invalid> => values.map((value) => ({ value, issue: { code, path: [], ...rest(value) } }));

/** The faults for which values are found: for those that are searched for. */
export const possible = (faults: readonly fc.Arbitrary<Invalid>[]): fc.Arbitrary<Invalid>[] =>
  faults.filter(isPossible);

/** A value of each type of JSON, by its name. */
const SAMPLES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  null: fc.constant(null),
  boolean: fc.boolean(),
  number: fc.constantFrom(0.5, 1.5, -2.5),
  string: fc.constantFrom("x", "no", "-"),
  array: fc.constantFrom([], [0]),
  object: fc.constantFrom({}, { a: 0 }),
};
const NAMES = Object.keys(SAMPLES);

/**
 * Values of a wrong type.
 * @param taken the types whose values the validator takes, beside null.
 */
export function wrongType(validator: object, expected: string, taken: readonly string[]): fc.Arbitrary<Invalid> {
  const isNullable = (validator as { nullable?: boolean }).nullable;
  const others = NAMES.filter((name) => !taken.includes(name) && !(name === "null" && isNullable));
  return fc.oneof(
    ...others.map((name) =>
      fault(SAMPLES[name] as fc.Arbitrary<unknown>, "invalid_type", () => ({ expected, actual: name })),
    ),
  );
}

/** A fault further down. */
export const at = (key: string | number, { value, issue }: Invalid): Invalid => ({
  value,
  issue: { ...issue, path: [key, ...issue.path] },
});

/** A condition of a value without members. */
export interface Condition<T> {
  readonly code: string;
  readonly expected?: unknown;
  readonly isBroken: (value: T) => boolean;
  /** Values among which some break it. */
  readonly values: fc.Arbitrary<T>;
  /** False if `actual` is not the value itself. */
  readonly isActual?: boolean;
}

/** For each of the conditions, in the order of errors: values that break it and none before it. */
export const broken = <T>(conditions: readonly Condition<T>[], name: string): fc.Arbitrary<Invalid>[] =>
  possible(
    conditions.map(({ code, expected, isBroken, values, isActual }, index) => {
      const before = conditions.slice(0, index);
      const test = (value: T): boolean => isBroken(value) && !before.some((one) => one.isBroken(value));
      return fault(such(values, test, name), code, (value) => ({
        ...(expected !== undefined && { expected }),
        ...(isActual !== false && { actual: value }),
      }));
    }),
  );
