/** What a validator says of a value of JSON: the same by each call. */
import { expect } from "vitest";
import type { Validator } from "../../src/index.ts";

interface Result {
  readonly ok: boolean;
  readonly value?: unknown;
  readonly error?: unknown;
}

const said = ({ ok, value, error }: Result): unknown =>
  ok
    ? value
    : (error as { issues: { pointer: string; code: string }[] }).issues.map(
        ({ pointer, code }) => `${pointer} ${code}`,
      );

/** The result, or the place and the code of each error. There are calls enough for all engines. */
export function outcomeOf(validator: Validator, input: unknown): unknown {
  const { ok } = validator.safe(input);
  const known = said(validator.safe(input));
  const text = JSON.stringify(input);
  for (let times = 0; times < 3; times++) expect(said(validator.safeJson(text))).toEqual(known);
  expect([validator.is(input), validator.isJson(text)]).toEqual([ok, ok]);
  return known;
}

/** The place and the code of each error. */
export function errorsOf(validator: Validator, input: unknown): string[] {
  const outcome = outcomeOf(validator, input);
  return validator.is(input) ? [] : (outcome as string[]);
}
