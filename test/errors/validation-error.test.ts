import { deepStrictEqual } from "node:assert/strict";
import { inspect, types } from "node:util";
import { describe, expect, test } from "vitest";
import { ConditionError, InvalidTypeError, JsonDecodeError } from "../../src/core/errors/errors.ts";
import { SchemaError } from "../../src/core/errors/schema-error.ts";
import { ValidationError } from "../../src/core/errors/validation-error.ts";
import type { Report } from "../../src/core/report/report.ts";
import { Date as DateType, Dict, type Failed, Int, List, Validator } from "../../src/index.ts";

const { isNativeError } = types;

test("the base of all errors can be made, and says what it is", () => {
  const error = new ValidationError({ context: ["a", 0] });
  expect(error).toBeInstanceOf(Error);
  expect(error.name).toBe("ValidationError");
  expect(error.code).toBe("validation");
  expect([error.message, String(error)]).toEqual(["Value is not valid.", "<a.0: ValidationError()>"]);
  expect([...error]).toEqual([error]);
});

describe("an error that is returned, not thrown", () => {
  const ages = Dict({ age: Int(), years: List(Int({ min: 1 })) });
  const limits = { maxBytes: 1000 };
  const returned = (validator: Validator, value: unknown): ValidationError =>
    validator.safe(value).error as ValidationError;
  const error = returned(ages, { age: "7", years: [0] });

  test.each([
    ["the error of a call", error, SchemaError],
    ["one of those it holds", error.at(0), InvalidTypeError],
    ["an error by itself", returned(Int(), "7"), InvalidTypeError],
  ])("is stackless, but an instance of Error and of its class: %s", (_, one, itsClass) => {
    expect(isNativeError(one)).toBe(false);
    expect(one).toBeInstanceOf(Error);
    expect(one).toBeInstanceOf(itsClass);
    expect(one?.constructor).toBe(itsClass);
    expect(one?.stack).toBe(`${one?.name}: ${one?.message}`);
  });

  test("is shown as one that is thrown, which is what JavaScript engines take for an error", () => {
    let thrown: unknown;
    try {
      Int()("7");
    } catch (caught) {
      thrown = caught;
    }
    expect(isNativeError(thrown)).toBe(true);
    const withoutStack = inspect(thrown).replace(/(\n {4}at .*)+ \{/, "] {");
    // Some Nodes say behind the class that it is an Error.
    expect(inspect(returned(Int(), "7")).replace(" [Error]:", ":")).toBe(`[${withoutStack}`);
    expect((thrown as ValidationError).equals(returned(Int(), "7"))).toBe(true);
  });

  test.each([
    ["invalid", '"7"', InvalidTypeError],
    ["no JSON", "7,", JsonDecodeError],
    ["longer than allowed", `"${"7".repeat(1000)}"`, JsonDecodeError],
  ])("is light where it is about JSON text too: %s", async (_, text, itsClass) => {
    const calls = [Int().safeJson(text, limits), await Int().safeJsonAsync(text, limits)];
    for (const { error } of calls) {
      expect(error).toBeInstanceOf(itsClass);
      expect(isNativeError(error)).toBe(false);
    }
    const thrown = [
      await Int()
        .jsonAsync(text, limits)
        .catch((caught) => caught),
    ];
    try {
      Int().json(text, limits);
    } catch (caught) {
      thrown.push(caught);
    }
    expect(thrown.map((caught) => [isNativeError(caught), caught.constructor])).toEqual([
      [true, itsClass],
      [true, itsClass],
    ]);
  });

  test("is light where another thread has read the text", async () => {
    const text = `[${"1,".repeat(200_000)}"7"]`;
    const { error } = await List(Int()).safeJsonAsync(text);
    expect([error?.length, isNativeError(error)]).toEqual([1, false]);
    expect(
      isNativeError(
        await List(Int())
          .jsonAsync(text)
          .catch((caught) => caught),
      ),
    ).toBe(true);
  });

  test("is equal to one that somebody has made, and no plain object that tools would copy", () => {
    const made = new InvalidTypeError({ expected: "integer", actual: "string" });
    expect(Object.prototype.toString.call(error)).toBe("[object Error]");
    deepStrictEqual(returned(Int(), "7"), made);
  });

  test("takes a stack where it is given one", () => {
    const one = returned(Int(), "7");
    const keys = Object.keys(one);
    one.stack = "of mine";
    expect(one.stack).toBe("of mine");
    expect(Object.keys(one)).toEqual(keys);
  });

  test("has a context of its own, whatever its class gives for one", () => {
    const path = ["of", "all"];
    class Sharing extends ConditionError {
      constructor(init = {}) {
        super({ ...init, context: path });
      }
    }
    class Listing extends ConditionError {
      constructor(init = {}) {
        super({ ...init, context: new Set(["of", "one"]) });
      }
    }
    class Refusing extends Validator {
      override check(input: unknown, report: Report): Failed {
        return report.fail(input === 1 ? Sharing : Listing);
      }
    }
    const errors = returned(List(new Refusing()), [1, 1, 2]);
    errors.at(0)?.addContext("top");
    expect(Array.from(errors, (error) => error.formatContext())).toEqual(["top.of.all", "of.all", "of.one"]);
    expect(path).toEqual(["of", "all"]);
  });

  test("has the stack that its class declares", () => {
    class Declaring extends ConditionError {
      override stack = "of the class";
    }
    class Declares extends Validator {
      override check(_: unknown, report: Report): Failed {
        return report.fail(Declaring);
      }
    }
    expect([returned(new Declares(), 1).stack, new Declaring().stack]).toEqual(["of the class", "of the class"]);
  });

  test("keeps what has caused it", () => {
    const cause = new Error("not a number");
    const parsed = returned(
      DateType({
        parser: () => {
          throw cause;
        },
      }),
      "7",
    );
    expect(parsed.cause).toBe(cause);
    expect(Object.keys(parsed)).not.toContain("cause");
  });
});
