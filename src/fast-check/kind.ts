/** What each class of validators states: arbitraries of valid values, and of values with one fault. */
import fc from "fast-check";
import type { ValidationError } from "../core/errors/errors.ts";
import type { Validator } from "../core/validator.ts";
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

/** The error of a value. A function of the caller's that throws says nothing. */
export function refusalOf(validator: Validator, value: unknown): ValidationError | undefined {
  try {
    return validator.safe(value as never).error;
  } catch {
    return undefined;
  }
}

/** The result of a valid value. */
export function validResult(validator: Validator, value: unknown): { readonly value: unknown } | undefined {
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

/** The values, and null if the validator accepts it. */
export function orNull(
  validator: object,
  values: fc.Arbitrary<unknown> | undefined,
): fc.Arbitrary<unknown> | undefined {
  if (!(validator as { nullable?: boolean }).nullable) return values;
  return values === undefined ? fc.constant(null) : fc.option(values, { freq: 9 });
}

/** The issue of a value; undefined if there is not just one, or it is of one step of a union. */
function issueOf(validator: Validator, value: unknown): ExpectedIssue | undefined {
  const [only, ...others] = refusalOf(validator, value)?.issues ?? [];
  if (only === undefined || others.length > 0 || only.alternative !== undefined) return undefined;
  const { code, path, expected, actual } = only;
  // What a member expects may change with the time.
  if (path.length > 0) return { code, path };
  return { code, path, ...(expected !== undefined && { expected }), ...(actual !== undefined && { actual }) };
}

/** Those of the values that the validator refuses with one issue, which it says itself. */
export const refusedBy = (validator: Validator, values: fc.Arbitrary<unknown>): fc.Arbitrary<Invalid> =>
  such(
    values.map((value) => ({ value, issue: issueOf(validator, value) })),
    ({ issue }) => issue !== undefined,
    nameOf(validator),
  ) as fc.Arbitrary<Invalid>;

/** The faults for which values are found: for those that are searched for. */
export const possible = (faults: readonly fc.Arbitrary<Invalid>[]): fc.Arbitrary<Invalid>[] =>
  faults.filter(isPossible);

/** Values of each type of JSON. */
const SAMPLES: fc.Arbitrary<unknown> = /*#__PURE__*/ fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.constantFrom(0.5, 1.5, -2.5),
  fc.constantFrom("x", "no", "-"),
  fc.constantFrom([], [0]),
  fc.constantFrom({}, { a: 0 }),
);

/** Values of a type that the validator refuses. */
export const wrongType = (validator: object): fc.Arbitrary<Invalid> => refusedBy(validator as Validator, SAMPLES);

/** A fault further down. */
export const at = (key: string | number, { value, issue }: Invalid): Invalid => ({
  value,
  issue: { ...issue, path: [key, ...issue.path] },
});
