/** How the errors of a OneOf become facts: what joins, and what does not. */
import { expect, test } from "vitest";
import { Float, Int, OneOf, Str, type Validator } from "../../src/index.ts";

const messages = (validator: Validator, value: unknown): string[] =>
  (validator.safe(value).error?.issues ?? []).map(({ message }) => message);

test("types and options that steps expect are one list", () => {
  expect(messages(OneOf(Int(), Str()), true)).toEqual(["Expected an integer or a string, got a boolean."]);
  const options = OneOf(Str({ options: ["a"] }), Str({ options: ["b"] }));
  expect(messages(options, "c")).toEqual(["Expected “a” or “b”, got “c”."]);
});

test("what has a message of its own says no list", () => {
  const steps = OneOf(Int({ message: "A number, please." }), Float({ min: 9 }));
  expect(messages(steps, "x")).toEqual(["A number, please.", "Expected a number, got a string."]);
});
