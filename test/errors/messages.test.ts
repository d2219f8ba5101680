import { expect, test } from "vitest";
import { InvalidTypeError, OptionsError } from "../../src/exc.ts";
import {
  Bool,
  Dict,
  formatError,
  formatIssue,
  Int,
  issueTemplates,
  List,
  Str,
  Type,
  type Validator,
} from "../../src/index.ts";

const messageOf = (validator: Validator, value: unknown): string | undefined =>
  validator.safe(value).error?.issues[0]?.message;

test.each<[Validator, unknown, string]>([
  [Int(), "x", "Expected an integer, got a string."],
  [Int(), 1.5, "Expected an integer, got a number."],
  [Str(), null, "Value should not be null."],
  [Dict({}), [], "Expected an object, got an array."],
  [Type(URL), 1, "Expected URL, got an integer."],
  [Int({ options: [1] }), 2, "Expected 1, got 2."],
  [Str({ options: ["a", "b"] }), "c", "Expected “a” or “b”, got “c”."],
  [Int({ options: [1, 2, 3] }), 4, "Expected 1, 2 or 3, got 4."],
  [Int({ options: [1, 2, 3, 4, 5, 6, 7] }), 0, "Expected one of 1, 2, 3, 4, 5 and 2 more, got 0."],
  [Str({ minlen: 2 }), "a", "Expected value length ≥ 2, got 1."],
])("%s refuses %j: %s", (validator, value, message) => {
  expect(messageOf(validator, value)).toBe(message);
});

test("formatError says it as ever", () => {
  expect(formatError(new InvalidTypeError({ expected: "integer", actual: "string" }))).toEqual([
    ["", "Expected type “integer”, got “string”."],
  ]);
  expect(formatIssue(new OptionsError({ expected: ["a"], actual: 1 }))).toEqual([["", "Expected “a”, got 1."]]);
});

test("there is a template for each class, and the values of messages are bounded", () => {
  expect(Object.isFrozen(issueTemplates)).toBe(true);
  const options = Array.from({ length: 5 }, (_, index) => `${index}`.repeat(100_000));
  expect((messageOf(Str({ options }), "y".repeat(100_000)) ?? "").length).toBeLessThan(10_000);
  expect(messageOf(List(Bool()), [1])).toBe("Expected a boolean, got an integer.");
});
