import { expect, test } from "vitest";
import { ValidationError } from "../../src/errors/validation-error.ts";

test("the base of all errors can be made, and says what it is", () => {
  const error = new ValidationError({ context: ["a", 0] });
  expect(error).toBeInstanceOf(Error);
  expect(error.name).toBe("ValidationError");
  expect(error.code).toBe("validation");
  expect(error.message).toBe("a.0: ValidationError()");
  expect([...error]).toEqual([error]);
});
