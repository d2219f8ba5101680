import { expect, test } from "vitest";
import * as contracts from "../../src/core/contracts.ts";
import * as exc from "../../src/exc.ts";
import { STACKLESS, ValueError } from "../../src/values/value-error.ts";

test("it is an Error with a message, a cause and a stack", () => {
  const cause = new Error("why");
  const error = new ValueError("wrong", { cause });
  expect(error).toBeInstanceOf(Error);
  expect([error.message, error.cause, typeof error.stack]).toEqual(["wrong", cause, "string"]);
});

test("without a stack it is an object of the class that is made, not of a base", () => {
  class OfOne extends ValueError {}
  const error = new OfOne(undefined, STACKLESS);
  expect(Object.getPrototypeOf(error)).toBe(OfOne.prototype);
  expect(Object.getOwnPropertyNames(error)).toEqual([]);
});

test("there is one class of that name", () => {
  expect([contracts.ValueError, exc.ValidationError.prototype instanceof ValueError]).toEqual([ValueError, true]);
});
