import { describe, expect, test } from "vitest";
import { answerOf, path, refused, valueFunction } from "../../src/core/params/function.ts";
import { CheckError, ValidationError } from "../../src/exc.ts";
import type { Validator } from "../../src/index.ts";

class Owner {}
const owner = new Owner() as Validator;

test("a function must be given", () => {
  const fn = () => 1;
  expect(valueFunction(owner, "test", fn)).toBe(fn);
  expect(() => valueFunction(owner, "test", undefined)).toThrow(new TypeError("Owner.test should be of type function"));
});

test("a path is a list of keys and indexes", () => {
  expect(path(owner, "path", ["a", 0, 0])).toEqual(["a", 0, 0]);
  expect(path(owner, "path", [])).toEqual([]);
  expect(path(owner, "path", undefined)).toBeUndefined();
  expect(() => path(owner, "path", [1.5])).toThrow(TypeError);
});

describe("what a function throws", () => {
  const says = { message: undefined, path: ["a"], code: "odd", throws: false };
  const thrown = (error: unknown, throws: boolean): unknown => {
    try {
      return answerOf({ ...says, throws }, () => {
        throw error;
      });
    } catch (caught) {
      return caught;
    }
  };

  test("is the caller's, unless it is meant to refuse the value", () => {
    const error = new Error("No.");
    expect(thrown(error, false)).toBe(error);
    expect(thrown(error, true)).toEqual(refused(says, error));
    expect(thrown(error, true)).toMatchObject({ text: "No.", code: "odd", context: ["a"], cause: error });
    expect(thrown("no error", true)).toBe("no error");
  });

  test("stays what it is where it is a ValidationError", () => {
    const error = new ValidationError();
    expect(thrown(error, true)).toBe(error);
    expect(error).not.toBeInstanceOf(CheckError);
  });
});
