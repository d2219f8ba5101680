/** A SchemaError makes its errors when somebody looks at them, and nobody can tell. */
import assert from "node:assert/strict";
import { inspect, isDeepStrictEqual } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { type Failures, SchemaError, Unmade } from "../../src/core/errors/schema-error.ts";
import type { CheckReport } from "../../src/core/report/report.ts";
import * as v from "../../src/index.ts";

const { Dict, Int, List, MaxValueError, MissingKeyError, Str, ValidationError } = v;

/** Failures whose issues need errors. */
const madeBy = (make: Failures["make"]): Failures => ({ make, stated: () => undefined });

const two = (most?: number): v.ValidationError[] =>
  [new MissingKeyError(["b"]), new MaxValueError({ context: ["a", 10], expected: 1, actual: 2 })].slice(0, most);

describe("nothing is made for who asks only", () => {
  test.each<[string, (error: SchemaError) => unknown, unknown]>([
    ["how many errors there are", (error) => error.length, 2],
    ["whether some are missing", (error) => error.truncated, false],
    ["for the context, which is empty", (error) => error.context, []],
    ["for its name", (error) => error.name, "SchemaError"],
    ["for its class", (error) => error instanceof ValidationError, true],
    ["for its own properties", (error) => ({ ...error }), { context: [], truncated: false }],
  ])("%s", (_name, ask, answer) => {
    const make = vi.fn(two);
    expect(ask(new SchemaError(new Unmade(2, madeBy(make))))).toEqual(answer);
    expect(make).not.toHaveBeenCalled();
  });
});

const LOOKS: Readonly<Record<string, (error: SchemaError) => unknown>> = {
  errors: (error) => error.errors,
  iteration: (error) => [...error],
  at: (error) => [error.at(0), error.at(-1), error.at(2)],
  sort: (error) => [...error.sort()],
  "sort, descending": (error) => [...error.sort(true)],
  addContext: (error) => [...error.addContext("x")],
  equals: (error) => [error.equals(new SchemaError(two())), error.equals(new SchemaError())],
  "equals, of the other": (error) => new SchemaError(two()).equals(error),
  toJSON: (error) => error.toJSON(),
  "JSON.stringify": (error) => JSON.stringify(error),
  message: (error) => error.message,
  stack: (error) => error.stack,
  formatError: (error) => error.formatError(),
  String,
  inspect: (error) => inspect(error, { depth: 5 }),
  "inspect of a result": (error) => inspect({ ok: false, error }, { depth: 5 }),
  "inspect without custom forms": (error) => inspect(new SchemaError(error.errors).errors, { customInspect: false }),
  structuredClone: (error) => String(structuredClone({ ok: false, error }).error),
  offset: (error) => [error.offset, error.line, error.column],
};

/** Only the first error has to be made for them. */
const FIRST_ONLY = { offset: true };

describe("whoever looks sees what was there, made once:", () => {
  test.each(Object.entries(LOOKS))("%s", (name, look) => {
    const make = vi.fn(two);
    const error = new SchemaError(new Unmade(2, madeBy(make)));
    expect(look(error)).toStrictEqual(look(new SchemaError(two())));
    look(error);
    expect(make.mock.calls.filter(([most]) => most === undefined).length).toBe(name in FIRST_ONLY ? 0 : 1);
  });

  test("and of many errors, no more are made than a message shows", () => {
    const many = (most = 50): v.ValidationError[] =>
      Array.from({ length: most }, (_, index) => new MissingKeyError([index]));
    const make = vi.fn(many);
    const error = new SchemaError(new Unmade(50, madeBy(make)));
    expect(error.message).toBe(new SchemaError(many()).message);
    expect(error.offset).toBeUndefined();
    expect(make.mock.results.map(({ value }) => (value as unknown[]).length)).toEqual([20, 1]);
    expect(error.errors.length).toBe(50);
    expect(error.message).toBe(new SchemaError(many()).message);
    expect(make).toHaveBeenCalledTimes(3);
  });

  test("the same errors each time", () => {
    const error = new SchemaError(new Unmade(2, madeBy(two)));
    expect(error.errors).toBe(error.errors);
    expect(error.at(0)).toBe([...error][0]);
    expect(error.errors[0]).toBeInstanceOf(MissingKeyError);
  });
});

describe("a SchemaError is an error like any other", () => {
  const made = (): SchemaError => new SchemaError(new Unmade(2, madeBy(two)));

  test("that compares as one", () => {
    expect(isDeepStrictEqual(made(), new SchemaError(two()))).toBe(true);
    expect(isDeepStrictEqual(made(), new SchemaError(two().slice(1)))).toBe(false);
    assert.deepEqual(made(), new SchemaError(two()));
    expect(made()).toStrictEqual(new SchemaError(two()));
  });

  test("console.log shows the errors in it", () => {
    expect(inspect(made())).toMatch(
      /^\[?SchemaError: 2 errors\n {2}b: Required key is not provided\.\n {2}a\.10: Expected at most /,
    );
    expect(inspect(made())).not.toContain("Getter");
  });

  test("whatever is on the prototype of all objects", () => {
    for (const name of ["value", "writable"]) {
      let error: SchemaError;
      Object.defineProperty(Object.prototype, name, { value: 1, configurable: true });
      try {
        error = made();
      } finally {
        Reflect.deleteProperty(Object.prototype, name);
      }
      expect(error.errors.length).toBe(2);
    }
  });
});

describe("the errors of a call", () => {
  const validator = Dict({ a: Int({ min: 0 }), b: List(Str()) });
  const errorOf = (result: v.Result<unknown>): v.ValidationError => (result as { error: v.ValidationError }).error;

  test("are as they were when they were found, whatever became of the value since", () => {
    const value = { a: -1, b: ["x", 1] as unknown[] };
    const error = errorOf(validator.safe(value));
    value.a = 5;
    value.b.length = 0;
    expect(String(error)).toBe(
      "<SchemaError(errors=[\n    <a: MinValueError(expected=0, actual=-1)>,\n    <b.1: InvalidTypeError(expected='string', actual='integer')>\n])>",
    );
  });

  test("of a text know their places, also if that is asked when the bytes have changed", () => {
    const bytes = new TextEncoder().encode('{"a":-1,\n "b":["x",1]}');
    const error = errorOf(validator.safeJson(bytes));
    bytes.fill(0x20);
    expect([...error].map(({ offset, line, column }) => [offset, line, column])).toEqual([
      [5, 1, 6],
      [19, 2, 11],
    ]);
  });

  test("of a class of the caller's are made in the call, as making them runs the caller's code", () => {
    let made = 0;
    class Odd extends v.ConditionError {
      constructor(init: v.ConditionInit) {
        super(init);
        made++;
      }
    }
    class Even extends v.Validator<number> {
      override check(input: unknown, report: CheckReport): number | v.Failed {
        return (input as number) % 2 === 0 ? (input as number) : report.fail(Odd, "even", input);
      }
    }
    const error = errorOf(List(new Even()).safe([1, 2, 3]));
    expect(made).toBe(2);
    expect([...error].map(({ context }) => context)).toEqual([[0], [2]]);
  });

  test("that a check has caught and thrown are copied in the call, as they may change", () => {
    const thrown = new SchemaError([new v.OptionsError({ context: ["k"], expected: [1], actual: 2 })]);
    class Rethrows extends v.Validator<unknown> {
      override check(): never {
        throw thrown;
      }
    }
    const error = errorOf(List(new Rethrows()).safe([0]));
    (thrown.at(0) as unknown as { expected: unknown }).expected = [3];
    thrown.addContext("z");
    expect(String(error.at(0))).toBe("<0.k: OptionsError(expected=[1], actual=2)>");
  });

  test("that a check catches are what they were, though the call around it goes on", () => {
    const seen: v.ValidationError[] = [];
    class Looks extends v.Validator<unknown> {
      override check(input: unknown, report: CheckReport): unknown {
        seen.push(errorOf(validator.safe(input)));
        return report.fail(v.OptionsError, [], input);
      }
    }
    errorOf(List(new Looks()).safe([{ a: -1, b: [] }, {}]));
    expect(seen.map((error) => [...error].map(({ context }) => context))).toEqual([[["a"]], [["a"], ["b"]]]);
  });

  test("show a stack only where one is thrown", () => {
    const error = errorOf(validator.safe({ a: -1, b: [1] }));
    for (const one of [error, ...error]) expect(one.stack).not.toContain("\n    at ");
    const thrown = ((): v.ValidationError => {
      try {
        validator({ a: -1, b: [1] });
      } catch (caught) {
        return caught as v.ValidationError;
      }
      throw new Error("it should throw");
    })();
    expect(thrown.stack).toContain("schema-error.test.ts");
    for (const one of thrown) expect(one.stack).not.toContain("\n    at ");
  });
});
