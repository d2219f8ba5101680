/** What the tests of the JSON entry points ask, whichever engine answers. */
import { expect } from "vitest";
import { JsonDecodeError, type ValidationError } from "../../src/exc.ts";
import { Any, type JsonLimits, type JsonSource, type Validator } from "../../src/index.ts";

export const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
export const MIB = 2 ** 20;

/** JSON text that keeps what `JSON.stringify` loses: -0 and infinities. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value === "number") {
    return Object.is(value, -0) ? "-0" : Number.isFinite(value) ? String(value) : value < 0 ? "-1e999" : "1e999";
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`)}}`;
}

export function refused(validator: Validator, source: JsonSource, limits?: JsonLimits): ValidationError {
  const result = validator.safeJson(source, limits);
  expect(result.ok).toBe(false);
  return (result as { error: ValidationError }).error;
}

export function undecoded(source: JsonSource, limits?: JsonLimits): JsonDecodeError {
  const error = refused(Any(), source, limits);
  expect(error).toBeInstanceOf(JsonDecodeError);
  return error as JsonDecodeError;
}

/** All three entry points, asked at once: the value, or the error they agree on. */
export function validate(
  validator: Validator,
  source: JsonSource,
  limits?: JsonLimits,
): { value: unknown } | ValidationError {
  const result = validator.safeJson(source, limits);
  expect(validator.isJson(source, limits)).toBe(result.ok);
  if (result.ok) {
    expect(validator.json(source, limits)).toEqual(result.value);
    return { value: result.value };
  }
  try {
    validator.json(source, limits);
  } catch (error) {
    expect((error as ValidationError).equals(result.error)).toBe(true);
    return result.error;
  }
  throw new Error("json() should throw what safeJson() returns");
}
