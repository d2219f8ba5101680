/** The valid members of an object that was refused: the Checks behind it that name their keys still run on those. */
import { define } from "../../values/define.ts";
import { FAILED, type RefusedObject, type Report } from "./report.ts";

/** The object that `value` was refused as; undefined if it was not refused because of its members. */
export function refusedAs(value: unknown, { refused, depth }: Report): RefusedObject | undefined {
  return refused?.input === value && refused?.depth === depth ? refused : undefined;
}

/**
 * A frozen object of the valid members of one that was refused.
 * @param values their values, in place of the results.
 */
export function validMembers(
  { result }: RefusedObject,
  values: Readonly<Record<string, unknown>> = result,
): Readonly<Record<string, unknown>> {
  const valid: Record<string, unknown> = {};
  for (const key of Object.keys(values)) {
    const isValid = Object.hasOwn(result, key) && result[key] !== FAILED;
    if (isValid && values[key] !== undefined) define(valid, key, values[key]);
  }
  return Object.freeze(valid);
}
