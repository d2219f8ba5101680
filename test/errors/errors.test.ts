import { describe, expect, test } from "vitest";
import * as exc from "../../src/exc.ts";
import { Dict, Int, List } from "../../src/index.ts";

const {
  AssertionError,
  CheckError,
  ConditionError,
  EXTRA_KEY,
  ForbiddenKeyError,
  InvalidTypeError,
  JsonDecodeError,
  KeyError,
  MappingKeyError,
  MaxValueError,
  MinValueError,
  MissingKeyError,
  SchemaError,
  Step,
  ValidationError,
  ValueError,
} = exc;

const byName: Readonly<Record<string, unknown>> = exc;

const CONDITIONS = [
  "InvalidTypeError",
  "OptionsError",
  "MinValueError",
  "MaxValueError",
  "ExclusiveMinValueError",
  "ExclusiveMaxValueError",
  "MultipleError",
  "FloatValueError",
  "StrDecodeError",
  "MinLengthError",
  "MaxLengthError",
  "TupleLengthError",
  "PatternMatchError",
  "FormatError",
  "DatetimeParseError",
  "DatetimeTypeError",
  "RecursionMaxDepthError",
  "WorkLimitError",
] as const;

describe("the hierarchy", () => {
  test("the root is ValueError, an Error", () => {
    expect(Object.getPrototypeOf(ValueError)).toBe(Error);
    expect(Object.getPrototypeOf(ValidationError)).toBe(ValueError);
    for (const errorClass of [ConditionError, MappingKeyError, SchemaError, JsonDecodeError]) {
      expect(Object.getPrototypeOf(errorClass)).toBe(ValidationError);
    }
    for (const errorClass of [ForbiddenKeyError, MissingKeyError]) {
      expect(Object.getPrototypeOf(errorClass)).toBe(MappingKeyError);
    }
    for (const errorClass of [AssertionError, KeyError]) expect(Object.getPrototypeOf(errorClass)).toBe(Error);
  });

  test.each(CONDITIONS)("%s is a ConditionError with expected and actual", (name) => {
    const errorClass = byName[name] as new (init: exc.ConditionInit) => exc.ConditionError;
    const parents: Readonly<Record<string, unknown>> = {
      ExclusiveMinValueError: MinValueError,
      ExclusiveMaxValueError: exc.MaxValueError,
    };
    expect(Object.getPrototypeOf(errorClass)).toBe(parents[name] ?? ConditionError);
    const error = new errorClass({ context: ["a", 0], expected: 1, actual: "x" });
    expect(error).toMatchObject({ name, context: ["a", 0], expected: 1, actual: "x" });
    expect(String(error)).toBe(`<a.0: ${name}(expected=1, actual='x')>`);
    expect(error.message).toBe(error.issues[0]?.message);
    expect(error.formatError()).toBe(`${name}(expected=1, actual='x')`);
    expect(error.formatContext()).toBe("a.0");
  });

  test("an error of a class with fields of its own shows those", () => {
    class TooFarError extends MaxValueError {
      override fields(): [string, unknown][] {
        return [["limit", this.expected], ...super.fields()];
      }
    }
    const error = new TooFarError({ expected: 1, actual: "x", context: ["a"] });
    expect(error.formatError()).toBe("TooFarError(limit=1, expected=1, actual='x')");
    expect(error.message).toBe("TooFarError(limit=1, expected=1, actual='x')");
    expect(String(error)).toBe("<a: TooFarError(limit=1, expected=1, actual='x')>");
  });

  test("every class is known by its name, whatever a minifier makes of it", () => {
    for (const [name, value] of Object.entries(exc)) {
      if (typeof value === "function" && value.prototype instanceof Error) {
        expect(value.name).toBe(name);
        const error = Reflect.construct(value, name === "JsonDecodeError" ? [{ reason: "syntax" }] : []);
        expect(error.name).toBe(name);
      }
    }
    expect(String(new KeyError("x"))).toBe("KeyError: x");
  });
});

describe("an error that is not a SchemaError", () => {
  const cause = new Error("why");
  const error = new MinValueError({ context: new Set(["a"]), expected: 1, actual: 0, cause });

  test("yields itself", () => {
    expect([...error]).toStrictEqual([error]);
    expect(error.length).toBe(1);
    expect(error.at(0)).toBe(error);
    expect(error.at(-1)).toBe(error);
    expect(error.at(1)).toBeUndefined();
  });

  test("sorting does nothing to it", () => {
    expect(error.sort()).toBe(error);
    expect(error.sort(true)).toBe(error);
    expect(error.context).toEqual(["a"]);
  });

  test("has an empty context and no cause by default", () => {
    const bare = new ValidationError();
    expect(bare.context).toEqual([]);
    expect(String(bare)).toBe("<ValidationError()>");
    expect(bare.cause).toBeUndefined();
    expect("cause" in bare).toBe(false);
    expect(String(new InvalidTypeError())).toBe("<InvalidTypeError(expected=undefined, actual=undefined)>");
    expect(error.cause).toBe(cause);
  });

  test("addContext puts a node on the left and returns the error itself", () => {
    const one = new MaxValueError({ expected: 1, actual: 2 });
    expect(one.addContext("b").addContext(0)).toBe(one);
    expect(String(one)).toBe("<0.b: MaxValueError(expected=1, actual=2)>");
    expect(String(one.addContext(new Step(1)).addContext(EXTRA_KEY))).toMatch(/^<@KEY\.#1\.0\.b: /);
  });

  test("the context is a copy of what it is made with", () => {
    const context = ["a"];
    new ValidationError({ context }).addContext("b");
    expect(context).toEqual(["a"]);
  });

  test("has no place unless it comes from JSON text", () => {
    expect([error.offset, error.line, error.column]).toEqual([undefined, undefined, undefined]);
    ValidationError.place(error, () => ({ offset: 3, line: 1, column: 4 }));
    expect([error.offset, error.line, error.column]).toEqual([3, 1, 4]);
  });

  test("an empty key is a context, no context is none", () => {
    expect(String(new MissingKeyError(""))).toBe("<: MissingKeyError()>");
    expect(String(new MissingKeyError())).toBe("<MissingKeyError()>");
  });
});

describe("an error about a key", () => {
  test.each([ForbiddenKeyError, MissingKeyError, MappingKeyError])(
    "is made with the key, or the context: %o",
    (errorClass) => {
      const { name } = errorClass;
      expect(String(new errorClass("x"))).toBe(`<x: ${name}()>`);
      expect(String(new errorClass(5))).toBe(`<5: ${name}()>`);
      expect(String(new errorClass(["a", "x"]))).toBe(`<a.x: ${name}()>`);
      expect(String(new errorClass({ context: ["a", "x"] }))).toBe(`<a.x: ${name}()>`);
      expect(new errorClass("x").equals(new errorClass({ context: ["x"] }))).toBe(true);
      expect(new errorClass("__proto__").context).toEqual(["__proto__"]);
    },
  );
});

describe("a SchemaError", () => {
  const make = (): InstanceType<typeof SchemaError> =>
    new SchemaError([
      new MissingKeyError(["b"]),
      new MaxValueError({ context: ["a", 10], expected: 1, actual: 2 }),
      new MaxValueError({ context: ["a", 2], expected: 1, actual: 3 }),
    ]);

  test("is a sequence of its nested errors", () => {
    const error = make();
    expect(error.length).toBe(3);
    expect([...error]).toStrictEqual(error.errors);
    expect(error.at(0)).toBe(error.errors[0]);
    expect(error.at(-1)).toBe(error.errors[2]);
    expect(error.at(3)).toBeUndefined();
    expect([new SchemaError().length, ...new SchemaError()]).toEqual([0]);
  });

  test("its text form is <SchemaError(errors=[...])>", () => {
    expect(String(make())).toBe(
      "<SchemaError(errors=[\n    <b: MissingKeyError()>,\n    <a.10: MaxValueError(expected=1, actual=2)>,\n    <a.2: MaxValueError(expected=1, actual=3)>\n])>",
    );
    expect(make().formatError()).toBe(String(make()).slice(1, -1));
  });

  test("its message has the contexts and messages of the first 20 errors", () => {
    expect(make().message).toBe(
      "3 errors\n  b: Required key is not provided.\n  a.10: Expected at most 1, got 2.\n  a.2: Expected at most 1, got 3.",
    );
    expect(new SchemaError([new MissingKeyError("x")]).message).toBe("x: Required key is not provided.");
    const many = new SchemaError(Array.from({ length: 25 }, (_, index) => new MissingKeyError(index)));
    expect(many.message.split("\n")).toHaveLength(22);
    expect(many.message).toMatch(/^25 errors\n {2}0: .*\n {2}19: Required key is not provided\.\n {2}and 5 more$/s);
  });

  test("its message is one line for each error, and bounded", () => {
    const text = `forged\n2026-01-01 ok${"x".repeat(10_000)}`;
    const error = new SchemaError(Array.from({ length: 50 }, () => new CheckError({ message: text, context: [text] })));
    expect(error.message.split("\n")).toHaveLength(22);
    expect(error.message.length).toBeLessThan(50_000);
  });

  test("sort orders nested errors by context, in place, and with reverse in descending order", () => {
    const error = make();
    expect(error.sort()).toBe(error);
    expect(error.errors.map((one) => one.formatContext())).toEqual(["a.2", "a.10", "b"]);
    error.sort(true);
    expect(error.errors.map((one) => one.formatContext())).toEqual(["b", "a.10", "a.2"]);
  });

  test("sorting is stable", () => {
    const twins = [new MinValueError({ context: ["a"] }), new MaxValueError({ context: ["a"] })];
    expect([...new SchemaError(twins).sort()]).toStrictEqual(twins);
    expect([...new SchemaError(twins).sort(true)]).toStrictEqual(twins);
  });

  test("its own context is always empty: addContext goes to the nested errors", () => {
    const error = make();
    expect(error.addContext("top")).toBe(error);
    expect(error.context).toEqual([]);
    expect(error.errors.map((one) => one.formatContext())).toEqual(["top.b", "top.a.10", "top.a.2"]);
  });

  test("has the place of its first error", () => {
    const error = make();
    expect([error.offset, error.line, error.column]).toEqual([undefined, undefined, undefined]);
    ValidationError.place(error.at(0) as InstanceType<typeof ValidationError>, () => ({
      offset: 7,
      line: 2,
      column: 3,
    }));
    expect([error.offset, error.line, error.column]).toEqual([7, 2, 3]);
  });
});

describe("errors are equal", () => {
  const error = new MinValueError({ context: ["a", new Step(0), EXTRA_KEY], expected: [1], actual: { b: 2 } });

  test("when class, context, expected and actual are", () => {
    expect(
      error.equals(
        new MinValueError({
          context: ["a", new Step(0), new exc.Extra("KEY")],
          expected: [1],
          actual: { b: 2 },
          cause: new Error("no matter"),
        }),
      ),
    ).toBe(true);
    const nan = { expected: "number", actual: Number.NaN };
    expect(new exc.FloatValueError(nan).equals(new exc.FloatValueError(nan))).toBe(true);
  });

  test.each([
    new MaxValueError({ context: ["a", new Step(0), EXTRA_KEY], expected: [1], actual: { b: 2 } }),
    new MinValueError({ context: ["a", new Step(0)], expected: [1], actual: { b: 2 } }),
    new MinValueError({ context: ["a", new Step(1), EXTRA_KEY], expected: [1], actual: { b: 2 } }),
    new MinValueError({ context: ["a", "#0", EXTRA_KEY], expected: [1], actual: { b: 2 } }),
    new MinValueError({ context: ["a", new Step(0), EXTRA_KEY], expected: [2], actual: { b: 2 } }),
    new MinValueError({ context: ["a", new Step(0), EXTRA_KEY], expected: [1], actual: { b: 3 } }),
    new SchemaError([error]),
    null,
    "<MinValueError()>",
  ])("and not otherwise: %s", (other) => {
    expect(error.equals(other)).toBe(false);
  });

  test("SchemaErrors when their nested errors are, in order", () => {
    const [a, b] = [new MissingKeyError("a"), new MissingKeyError("b")];
    expect(new SchemaError([a, b]).equals(new SchemaError([new MissingKeyError("a"), b]))).toBe(true);
    expect(new SchemaError([a, b]).equals(new SchemaError([b, a]))).toBe(false);
    expect(new SchemaError([a]).equals(new SchemaError([a, b]))).toBe(false);
    expect(new SchemaError([a]).equals(a)).toBe(false);
    expect(a.equals(new SchemaError([a]))).toBe(false);
  });
});

describe("a JsonDecodeError", () => {
  test("has a reason, and a limit where there is one", () => {
    const error = new JsonDecodeError({ reason: "size", expected: 10, actual: 11 });
    expect(String(error)).toBe("<JsonDecodeError(reason='size', expected=10, actual=11)>");
    expect(String(new JsonDecodeError({ reason: "syntax" }))).toBe("<JsonDecodeError(reason='syntax')>");
    ValidationError.place(error, () => ({ offset: 0, line: 1, column: 1 }));
    expect(String(error)).toBe("<JsonDecodeError(reason='size', expected=10, actual=11, offset=0)>");
  });
});

describe("the stack", () => {
  test("of a thrown error begins at the call that validates, of a nested one there is none", () => {
    const { stackTraceLimit } = Error;
    function caller(): unknown {
      return List(Int())(["a"]);
    }
    try {
      caller();
      expect.unreachable();
    } catch (error) {
      const thrown = error as InstanceType<typeof SchemaError>;
      expect(thrown.stack?.split("\n    at ")[1]).toMatch(/caller/);
      expect(thrown.at(0)?.stack ?? "").not.toMatch(/\n {4}at /);
    }
    expect(Error.stackTraceLimit).toBe(stackTraceLimit);
  });

  test("is that of the caller for JSON text too", () => {
    function caller(): unknown {
      return Dict({ a: Int() }).json("{");
    }
    expect(() => caller()).toThrow(JsonDecodeError);
    try {
      caller();
    } catch (error) {
      expect((error as Error).stack?.split("\n    at ")[1]).toMatch(/caller/);
    }
  });

  test("an error that is returned has none: it is cheap", () => {
    const result = Int().safe("a");
    expect((result as { error: Error }).error.stack ?? "").not.toMatch(/\n {4}at /);
  });
});
