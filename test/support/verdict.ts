/** What a validator says of a value, in a form tables can spell. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type ConditionError, SchemaError, type ValidationError } from "../../src/exc.ts";
import type { Limits, Validator } from "../../src/index.ts";
import { literal } from "../../src/values/text.ts";
import { isConvertedUnasked } from "./converted.ts";

/** The validated value, the text of an error by itself, or the texts of the errors a SchemaError holds. */
export type Verdict = { readonly value: unknown } | string | readonly string[];

/** The errors as texts: one text for a bare error, a list for a SchemaError. */
export function texts(error: ValidationError): string | string[] {
  return error instanceof SchemaError ? Array.from(error, String) : String(error);
}

/** The error a value is refused with. */
export function refusal(validator: Validator, input: unknown, limits?: Limits): ConditionError {
  const result = validator.safe(input, limits);
  if (result.ok) throw new Error(`${validator} should refuse ${literal(input)}`);
  return result.error as ConditionError;
}

/** Spells a value so that only equal ones look alike: -0, holes, prototypes and dates included. */
export const spelled = (value: unknown): string => fc.stringify(value);

/** Asks in every way there is, which must agree. */
export function verdict(validator: Validator, input: unknown, limits?: Limits): Verdict {
  const result = validator.safe(input, limits);
  // Only a call converts what `is`, a type guard, must refuse.
  if (!result.ok || !isConvertedUnasked(input)) expect(validator.is(input, limits)).toBe(result.ok);
  let called: Verdict;
  try {
    called = { value: validator(input, limits) };
  } catch (error) {
    called = texts(error as ValidationError);
  }
  const verdict = result.ok ? { value: result.value } : texts(result.error);
  expect(spelled(called)).toBe(spelled(verdict));
  return verdict;
}

export type Row = readonly [validator: Validator, input: unknown, expected: Verdict];

/** One test for each row. */
export function rows(table: readonly Row[]): void {
  for (const [validator, input, expected] of table) {
    test(`${validator} given ${literal(input)}`, () => {
      expect(verdict(validator, input)).toStrictEqual(expected);
    });
  }
}

/** One test for each input, which is accepted as it is. */
export function unchanged(validator: Validator, inputs: readonly unknown[]): void {
  rows(inputs.map((value) => [validator, value, { value }]));
}
