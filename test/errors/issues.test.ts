/** Errors as data: issues, messages by field, messages in the structure of the value. */
import { describe, expect, test } from "vitest";
import {
  AllOf,
  Check,
  Dict,
  defaultTemplates,
  Formatter,
  Int,
  type Issue,
  List,
  OneOf,
  type Report,
  Str,
  ValidationError,
  Validator,
} from "../../src/index.ts";

const order = Dict({
  id: Int({ min: 1 }),
  "a/b~c": Str(),
  lines: List(Dict({ price: AllOf([Int(), Int({ min: 0 })]), name: Str({ minlen: 1 }) })),
});
const bad = { id: 0, "a/b~c": 5, lines: [{ price: 1, name: "x" }, { price: -1 }], more: 1 };

const errorOf = (validator: Validator, value: unknown): ValidationError => {
  const { error } = validator.safe(value);
  if (error === undefined) throw new Error("it is valid");
  return error;
};

describe("issues", () => {
  test("say what is wrong, where, and what for people", () => {
    expect(errorOf(order, bad).issues).toEqual([
      {
        code: "min_value",
        path: ["id"],
        pointer: "/id",
        message: "Expected at least 1, got 0.",
        expected: 1,
        actual: 0,
      },
      {
        code: "invalid_type",
        path: ["a/b~c"],
        pointer: "/a~1b~0c",
        message: "Expected a string, got an integer.",
        expected: "string",
        actual: "integer",
      },
      {
        code: "min_value",
        path: ["lines", 1, "price"],
        pointer: "/lines/1/price",
        message: "Expected at least 0, got -1.",
        expected: 0,
        actual: -1,
      },
      {
        code: "missing_key",
        path: ["lines", 1, "name"],
        pointer: "/lines/1/name",
        message: "Required key is not provided.",
      },
      { code: "forbidden_key", path: ["more"], pointer: "/more", message: "Key is not allowed." },
    ]);
  });

  test("of JSON text have positions", () => {
    const { error } = List(Int()).safeJson('[1,\n "é", "x"]');
    expect(error?.issues.map(({ offset, line, column }) => [offset, line, column])).toEqual([
      [5, 2, 2],
      [10, 2, 7],
    ]);
    expect(List(Int()).safeJson("[1").error?.issues).toMatchObject([{ code: "json_decode", path: [], line: 1 }]);
  });

  test("of one error by itself are one issue, about the whole value", () => {
    expect(errorOf(Int(), "x").issues).toMatchObject([{ code: "invalid_type", path: [], pointer: "" }]);
  });

  test("have no markers of steps, keys and values in their paths", () => {
    const scores = Dict({}, { extra: [Str({ maxlen: 1 }), OneOf([Int({ max: 0 }), Str()])] });
    expect(errorOf(scores, { ab: -1, c: 1 }).issues.map(({ path }) => path)).toEqual([["ab"], ["c"], ["c"]]);
  });

  test("are what JSON.stringify writes", () => {
    const error = errorOf(order, bad);
    expect(JSON.parse(JSON.stringify(error))).toEqual(JSON.parse(JSON.stringify(error.issues)));
    expect(JSON.parse(JSON.stringify({ error })).error[0]).toEqual({
      code: "min_value",
      path: ["id"],
      pointer: "/id",
      message: "Expected at least 1, got 0.",
      expected: 1,
      actual: 0,
    });
  });

  test("narrow by their code", () => {
    const describeIssue = (issue: Issue): string => {
      switch (issue.code) {
        case "min_length":
          return `${issue.expected - issue.actual} more`;
        case "invalid_type":
          return [issue.expected].flat().join().toUpperCase();
        default:
          return issue.message;
      }
    };
    expect(errorOf(Str({ minlen: 3 }), "a").issues.map(describeIssue)).toEqual(["2 more"]);
    expect(errorOf(Str(), 1).issues.map(describeIssue)).toEqual(["STRING"]);
  });
});

describe("messages", () => {
  const german = Formatter({ ...defaultTemplates, MissingKeyError: "Pflichtfeld fehlt." });

  test("are written by the formatter of the call", () => {
    const form = Dict({ name: Str(), age: Int() });
    const messages = (error: ValidationError | undefined) => error?.issues.map(({ message }) => message);
    expect(messages(form.safe({ age: 1 }, { formatter: german }).error)).toEqual(["Pflichtfeld fehlt."]);
    expect(messages(form.safeJson('{"age":1}', { formatter: german }).error)).toEqual(["Pflichtfeld fehlt."]);
    expect(messages(form.safe({ age: 1 }).error)).toEqual(["Required key is not provided."]);
    for (const call of [() => form({ age: 1 }, { formatter: german }), () => form.json("{}", { formatter: german })]) {
      try {
        call();
        expect.unreachable();
      } catch (error) {
        expect((error as ValidationError).flatten().fieldErrors.name).toEqual(["Pflichtfeld fehlt."]);
      }
    }
  });

  test("or by one that is given to the error, in one place for all calls", () => {
    const { error } = Dict({ name: Str() }).safe({});
    expect(error?.formatWith(german)).toBe(error);
    expect(error?.issues[0]?.message).toBe("Pflichtfeld fehlt.");
    expect([error?.message, error?.at(0)?.message]).toEqual(["name: Pflichtfeld fehlt.", "Pflichtfeld fehlt."]);
    expect(error?.flatten().fieldErrors.name).toEqual(["Pflichtfeld fehlt."]);
    expect(error?.tree().properties?.name?.errors).toEqual(["Pflichtfeld fehlt."]);
    expect(Dict({ name: Str() }).safe({}).error?.issues[0]?.message).toBe("Required key is not provided.");
    // @ts-expect-error -- it should be a function
    expect(() => error?.formatWith("de")).toThrow(TypeError);
  });

  test("and one object of limits is for all calls of a program", () => {
    const limits = Object.freeze({ formatter: german, maxErrors: 1 });
    const form = Dict({ name: Str(), age: Int() });
    for (const { error } of [form.safe({}, limits), form.safeJson("{}", limits), form.safe({}, { ...limits })]) {
      expect([error?.length, error?.truncated, error?.issues[0]?.message]).toEqual([1, true, "Pflichtfeld fehlt."]);
    }
  });

  test("a formatter that is none is refused", () => {
    // @ts-expect-error -- it should be a function
    expect(() => Int().safe("x", { formatter: "de" })).toThrow(TypeError);
  });

  test("of an error may be assigned", () => {
    const error = errorOf(Dict({ a: Int() }), {});
    const [first] = error;
    if (first === undefined) throw new Error("there is one");
    first.message = "Please say how many.";
    expect(first.message).toBe("Please say how many.");
    expect(error.issues[0]?.message).toBe("Please say how many.");
    error.message = "The form is not complete.";
    expect(error.message).toBe("The form is not complete.");
  });
});

describe("flatten gives the messages by top-level key", () => {
  test("with those about the whole apart", () => {
    expect(errorOf(order, bad).flatten()).toEqual({
      formErrors: [],
      fieldErrors: {
        id: ["Expected at least 1, got 0."],
        "a/b~c": ["Expected a string, got an integer."],
        lines: ["Expected at least 0, got -1.", "Required key is not provided."],
        more: ["Key is not allowed."],
      },
    });
    expect(errorOf(order, 1).flatten()).toEqual({
      formErrors: ["Expected an object, got an integer."],
      fieldErrors: {},
    });
  });

  test("whatever the keys are", () => {
    const { error } = Dict({}).safeJson('{"__proto__":1,"constructor":2,"toString":3}');
    const { fieldErrors } = error?.flatten() ?? {};
    expect(Object.keys(fieldErrors ?? {})).toEqual(["__proto__", "constructor", "toString"]);
    expect(Object.getPrototypeOf(fieldErrors)).toBe(Object.prototype);
  });
});

describe("tree gives the messages in the structure of the value", () => {
  test("objects have properties, arrays have items", () => {
    expect(errorOf(order, bad).tree()).toEqual({
      errors: [],
      properties: {
        id: { errors: ["Expected at least 1, got 0."] },
        "a/b~c": { errors: ["Expected a string, got an integer."] },
        lines: {
          errors: [],
          items: [
            undefined,
            {
              errors: [],
              properties: {
                price: { errors: ["Expected at least 0, got -1."] },
                name: { errors: ["Required key is not provided."] },
              },
            },
          ],
        },
        more: { errors: ["Key is not allowed."] },
      },
    });
  });

  test("whatever the keys are", () => {
    const { error } = Dict({}).safeJson('{"__proto__":1,"constructor":2}');
    expect(Object.keys(error?.tree().properties ?? {})).toEqual(["__proto__", "constructor"]);
  });

  test("a number that is a key of a Map is no place in a list, which it would make as long", () => {
    const validator = Dict({ list: List(Int()) }, { optional: ["list"], extra: [Int({ max: 1e9 }), List(Int())] });
    const input = new Map<unknown, unknown>([
      [1e8, [1, "x"]],
      [1e10, []],
    ]);
    expect(errorOf(validator, input).tree()).toEqual({
      errors: [],
      properties: {
        "100000000": { errors: [], items: [undefined, { errors: ["Expected an integer, got a string."] }] },
        "10000000000": { errors: ["Expected at most 1000000000, got 10000000000."] },
      },
    });
    expect(errorOf(Dict({}), new Map([[1e8, 1]])).tree().properties).toEqual({
      "100000000": { errors: ["Key is not allowed."] },
    });
  });

  test.each([2 ** 25, 1e8, 2 ** 32, 1e21, -1, 1.5, Number.NaN])("nor is %d, whoever puts it into a path", (key) => {
    const told = { errors: ["Value is not valid."] };
    const validator = Check(() => false);
    class Keyed extends Validator {
      override check(input: unknown, report: Report): unknown {
        return report.nest(() => report.member(validator, input, key));
      }
    }
    expect(errorOf(new Keyed(), 1).tree()).toEqual({ errors: [], properties: { [key]: told } });
  });

  test("the greatest index of a List is one", () => {
    const { items } = new ValidationError({ context: [2 ** 25 - 1] }).tree();
    expect(items?.length).toBe(2 ** 25);
  });
});
