import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import {
  ConditionError,
  DatetimeTypeError,
  FloatValueError,
  InvalidTypeError,
  OptionsError,
  type ValidationError,
} from "../../src/exc.ts";
import {
  AllOf,
  Bool,
  Bytes,
  Const,
  Date,
  Datetime,
  Dict,
  Float,
  Formatter,
  formatError,
  formatIssue,
  Int,
  issueTemplates,
  List,
  Set,
  Str,
  Time,
  Tuple,
  Type,
  Validator,
} from "../../src/index.ts";
import { de } from "../../src/text/locales/de.ts";
import { temporal } from "../../src/values/temporal.ts";

const messageOf = (validator: Validator, value: unknown): string | undefined =>
  validator.safe(value).error?.issues[0]?.message;

describe("issues say what a person would", () => {
  const long = "x".repeat(300);
  const day = (text: string) => temporal().PlainDate.from(text);

  test.each<[Validator, unknown, string]>([
    [Str(), 5, "Expected a string, got an integer."],
    [Str(), null, "Value should not be null."],
    [Str(), undefined, "Expected a string, got undefined."],
    [Dict({}), [], "Expected an object, got an array."],
    [Date(), new globalThis.Date(Number.NaN), "Expected a date, got an invalid date."],
    [Type(URL), 1, "Expected URL, got an integer."],
    [Int({ min: 1 }), 0, "Expected at least 1, got 0."],
    [Int({ max: 1 }), 2, "Expected at most 1, got 2."],
    [Int({ bigint: true, min: 5n }), 3n, "Expected at least 5, got 3."],
    [Int({ bigint: true, min: 5n }), -(10n ** 5000n), "Expected at least 5, got \u2026."],
    [Int({ exclusive_min: 1 }), 1, "Expected more than 1, got 1."],
    [Int({ exclusive_max: 1 }), 1, "Expected less than 1, got 1."],
    [Int({ multiple_of: 5 }), 12, "Expected a multiple of 5, got 12."],
    [Float(), Number.NaN, "Expected a number, got NaN."],
    [Float(), Number.NEGATIVE_INFINITY, "Expected a finite number, got -Infinity."],
    [Date({ format: "iso", min: day("2024-01-02") }), "2024-01-01", "Expected 2024-01-02 or later, got 2024-01-01."],
    [Date({ format: "iso", max: day("2024-01-02") }), "2024-01-03", "Expected 2024-01-02 or earlier, got 2024-01-03."],
    [Date({ format: "%Y-%m-%d" }), "x", "Expected a date or time in the format “YYYY-MM-DD”, got “x”."],
    [Time({ format: "%H:%M %p" }), "x", "Expected a date or time in the format “%H:%M %p”, got “x”."],
    [Datetime({ format: "rfc3339" }), "x", "Expected a date or time in the format of RFC 3339, got “x”."],
    [Time({ parser: () => null }), "x", "Expected a date or time, got “x”."],
    [Datetime({ format: "iso", tz: "UTC" }), "2024-01-01T00:00", "Expected a date and time with a time zone."],
    [Datetime({ format: "iso" }), "2024-01-01T00:00Z", "Expected a date and time without a time zone."],
    [Str({ encoding: "utf-8" }), Uint8Array.of(255), "Expected bytes that are text in the encoding utf-8."],
    [Tuple(Int()), [], "Expected exactly 1 item, got 0."],
    [Str({ pattern: "^\\d+$" }), "x", "Expected text that matches “^\\d+$”, got “x”."],
    [Str({ format: "email" }), "x", "Expected a valid email address, got “x”."],
    [Str({ format: "email" }), long, `Expected a valid email address, got “${"x".repeat(80)}…”.`],
    [Type(String, { min: "b" }), "a", "Expected at least “b”, got “a”."],
    [List(List(Int(), { nullable: true }), { nullable: true }), [[[]]], "Expected an integer, got an array."],
  ])("%s: %#", (validator, value, message) => {
    expect(messageOf(validator, value)).toBe(message);
  });

  test.each<[string, string]>([
    ["[1", "Not valid JSON at line 1, column 3."],
    ["[[[1]]]", "JSON text is nested too deep at line 1, column 3: the limit is 2."],
    [`"${long}"`, "JSON text is too large: 302 bytes, the limit is 100."],
  ])("of a text too: %.20s", (text, message) => {
    const { error } = Int().safeJson(text, { maxDepth: 2, maxBytes: 100 });
    expect(error?.issues[0]?.message).toBe(message);
  });
});

describe("lists of options are short", () => {
  const long = "x".repeat(100);
  test.each<[Validator, unknown, string]>([
    [Int({ options: [1] }), 2, "Expected 1, got 2."],
    [Str({ options: ["a", "b"] }), "c", "Expected “a” or “b”, got “c”."],
    [Int({ options: [1, 2, 3] }), 4, "Expected 1, 2 or 3, got 4."],
    [Int({ options: [1, 2, 3, 4, 5, 6, 7] }), 0, "Expected one of 1, 2, 3, 4, 5 and 2 more, got 0."],
    [Str({ options: ["a", long] }), "c", `Expected “a” or “${"x".repeat(40)}…”, got “c”.`],
    [Const({ a: [1, 2] }), {}, "Expected {a: [1, 2]}, got {}."],
    [Bool({ coerce_str: true }), "Maybe", "Expected “true” or “false”, got “maybe”."],
  ])("%s: %#", (validator, value, message) => {
    expect(messageOf(validator, value)).toBe(message);
  });
});

describe("lengths say what they count", () => {
  test.each<[Validator, unknown, string]>([
    [Str({ minlen: 2 }), "a", "Expected at least 2 characters, got 1."],
    [Str({ maxlen: 1 }), "ab", "Expected at most 1 character, got 2."],
    [List(Int(), { minlen: 1 }), [], "Expected at least 1 item, got 0."],
    [List(Int(), { maxlen: 1 }), [1, 2], "Expected at most 1 item, got 2."],
    [Set(Int(), { minlen: 2 }), [1, 1], "Expected at least 2 items, got 1."],
    [Dict({}, { extra: [Str(), Int()], minlen: 2 }), { a: 1 }, "Expected at least 2 keys, got 1."],
    [Bytes({ maxlen: 1 }), new Uint8Array(2), "Expected at most 1 byte, got 2."],
    [Int({ bigint: true, coerce: true }), "1".repeat(5000), "Expected at most 1000 digits, got 5000."],
    [Type(String, { minlen: 2 }), "a", "Expected a length of at least 2, got 1."],
  ])("%s: %#", (validator, value, message) => {
    expect(messageOf(validator, value)).toBe(message);
    const text = JSON.stringify(value);
    if (validator.constructor !== Bytes && validator.constructor !== Type) {
      expect(validator.safeJson(text).error?.issues[0]?.message).toBe(message);
    }
  });
});

describe("a value is quoted where it is not its type that is wrong", () => {
  test.each<[Validator, unknown, string]>([
    [Int({ coerce: true }), "x", "Expected an integer, got “x”."],
    [Int({ coerce: true, bigint: true }), "x", "Expected an integer, got “x”."],
    [Float({ coerce: true }), "1,5", "Expected a number, got “1,5”."],
    [Int(), 1.5, "Expected an integer, got 1.5."],
    [Int({ bigint: true }), 1.5, "Expected an integer, got 1.5."],
    [Type(URL, { coerce: true }), "example", "Expected URL, got “example”."],
    [Int(), "5", "Expected an integer, got a string."],
    [Int({ coerce: true }), [], "Expected an integer, got an array."],
    [Float(), "5", "Expected a number, got a string."],
    [Type(URL), "example", "Expected URL, got a string."],
  ])("%s: %#", (validator, value, message) => {
    const { error } = Dict({ a: validator }).safe({ a: value });
    const inText = Dict({ a: validator }).safeJson(JSON.stringify({ a: value })).error;
    expect([error?.issues[0]?.message, inText?.issues[0]?.message]).toEqual([message, message]);
  });

  test("also what the query of a page says", () => {
    const query = Dict({ page: Int({ coerce: true }) });
    const { error } = query.safe(new URLSearchParams("page=x"));
    expect(error?.flatten().fieldErrors.page).toEqual(["Expected an integer, got “x”."]);
  });

  test("long ones are cut short, and templates may quote it", () => {
    const secret = "x".repeat(5000);
    expect(messageOf(Float({ coerce: true }), secret)).toBe(`Expected a number, got “${"x".repeat(80)}…”.`);
    const formatter = Formatter({ ...issueTemplates, InvalidTypeError: "“{given}” ist keine Zahl." });
    expect(Int({ coerce: true }).safe("drei", { formatter }).error?.issues[0]?.message).toBe("“drei” ist keine Zahl.");
  });

  test("an error of the application may have any value in the place of a type", () => {
    const toPrimitive = (): never => {
      throw new Error("it was called");
    };
    for (const actual of [Object.create(null), { [Symbol.toPrimitive]: toPrimitive }, { toString: toPrimitive }]) {
      class Odd extends Validator {
        override check(): never {
          throw new InvalidTypeError({ expected: "x", actual: actual as never });
        }
      }
      const { error } = new Odd().safe(1);
      expect(error?.issues[0]?.message).toMatch(/^Expected x, got {.*}\.$/);
    }
  });

  test("an error that a check of the caller's throws keeps what is quoted, and its text form is without it", () => {
    class Page extends Validator<number> {
      override check(input: unknown): number {
        return Int({ coerce: true })(input);
      }
    }
    const { error } = List(new Page()).safe(["x"]);
    expect(error?.issues[0]?.message).toBe("Expected an integer, got “x”.");
    expect(String(error?.at(0))).toBe("<0: InvalidTypeError(expected='integer', actual='string')>");
    expect(error?.at(0)).toMatchObject({ given: "x" });
    expect(Object.keys(error?.at(0) ?? {})).toEqual(["context", "truncated", "expected", "actual"]);
    const { error: short } = List(AllOf([Str({ minlen: 2 }), Str()])).safe([""]);
    expect(short?.at(0)).toMatchObject({ unit: "character" });
  });
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

test.each<[ValidationError, string]>([
  [new FloatValueError({ expected: "even", actual: 3 }), "Expected “even”, got 3."],
  [new FloatValueError({ expected: 5n, actual: Symbol("x") }), "Expected 5, got Symbol(x)."],
  [new DatetimeTypeError({ expected: "utc", actual: "x" }), "Expected “utc”, got “x”."],
  [new ConditionError({ expected: [1], actual: null }), "Expected [1], got null."],
])("values that only an application reports are shown: %s", (error, message) => {
  expect(formatIssue(error)).toEqual([["", message]]);
});

describe("a function that writes a message may ask for the one that there would be without it", () => {
  const own = (error: ValidationError): string => `${error.message} Ask us.`;
  const name = Str({ minlen: 2, message: own });
  const plain = "Expected at least 2 characters, got 1.";

  test("as the message of a validator, in the language of the call", () => {
    expect(name.safe("x").error?.message).toBe(`${plain} Ask us.`);
    expect(messageOf(name, "x")).toBe(`${plain} Ask us.`);
    const { error } = Dict({ name }).safe({ name: "x" }, { locale: de });
    expect(error?.issues[0]?.message).toBe(`${Str({ minlen: 2 }).safe("x", { locale: de }).error?.message} Ask us.`);
    expect(error?.issues[0]?.message).toContain("Mindestens");
  });

  test("as the template of a formatter, and as a formatter", () => {
    const item = Str({ minlen: 2 });
    const formatter = Formatter({ ...issueTemplates, MinLengthError: own });
    for (const validator of [item, Dict({ item })]) {
      const { error } = validator.safe(validator === item ? "x" : { item: "x" }, { formatter });
      expect(error?.issues[0]?.message).toBe(`${plain} Ask us.`);
      expect(error?.at(0)?.message).toBe(`${plain} Ask us.`);
      expect(error?.formatWith((one) => [["", own(one)]]).issues[0]?.message).toBe(`${plain} Ask us.`);
    }
  });

  test("and for anything else that has it", () => {
    const all = (error: ValidationError): string =>
      [inspect(error), JSON.stringify(error), error.flatten().formErrors[0]]
        .map((text) => text?.includes(plain))
        .join();
    const validator = Str({ minlen: 2, message: all });
    expect(validator.safe("x").error?.message).toBe("true,true,true");
    expect(validator.safe("x").error?.issues[0]?.message).toBe("true,true,true");
    const formatter = (error: ValidationError): [string, string][] => [["", all(error)]];
    expect(Str({ minlen: 2 }).safe("x", { formatter }).error?.message).toBe("true,true,true");
  });

  test("also after one that has thrown", () => {
    let calls = 0;
    const validator = Str({
      minlen: 2,
      message: () => {
        throw new Error(`No. ${++calls}`);
      },
    });
    const { error } = validator.safe("x");
    for (const text of ["No. 1", "No. 2"]) expect(() => error?.message).toThrow(text);
  });
});
