import type { Validator } from "../../src/core/validator.ts";

/** The text of the result, or of the error. */
export function outcome(validator: Validator, input: unknown): string {
  const result = validator.safe(input);
  return String(result.ok ? result.value : result.error);
}
