import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { closestFirst, factsOf } from "../../src/core/errors/closest.ts";
import { type Step, stepAt } from "../../src/core/errors/step.ts";
import { InvalidTypeError, MinValueError, OptionsError, SchemaError, type ValidationError } from "../../src/exc.ts";
import {
  AllOf,
  Any,
  Bool,
  Check,
  Const,
  Dict,
  Float,
  Formatter,
  formatError,
  If,
  Int,
  issueTemplates,
  LazyRef,
  List,
  OneOf,
  Str,
  type Validator,
} from "../../src/index.ts";
import { de } from "../../src/text/locales/de.ts";
import { sweep } from "../support/sweep.ts";

/** Where the issues are and what they say, the same for JavaScript values and JSON text. */
function saidOf(validator: Validator, value: unknown): string[] {
  const said = (error: ValidationError | undefined) =>
    error?.issues.map(({ pointer, message, alternative }) => {
      return `${alternative === undefined ? "" : `#${alternative.step} `}${pointer} ${message}`;
    });
  const all = said(validator.safe(value).error);
  expect(said(validator.safeJson(JSON.stringify(value)).error)).toEqual(all);
  return all ?? [];
}

const [int, str, bool] = [Dict({ a: Int() }), Dict({ a: Str() }), Dict({ a: Bool() })];
const kinds = OneOf(Dict({ kind: Const("a"), x: Int() }), Dict({ kind: Const("b"), y: Int() }));
const needy = () => Dict({ a: Any(), b: Any() }, { optional: ["a", "b"], dependent_required: { a: ["b"] } });
const worded = (message: string, expected: Validator) => AllOf([expected], { message });
const closest = " (closest of 2 alternatives).";

describe("what several steps of a OneOf say of a value is said once", () => {
  test.each<[string, Validator, unknown, string[]]>([
    [
      "types",
      OneOf(Str(), Int(), Bool(), List(Int())),
      null,
      [" Expected a string, an integer, a boolean or an array, got null."],
    ],
    ["two types", OneOf(Str(), Dict({ a: Int() })), null, [" Expected a string or an object, got null."]],
    [
      "a type that several expect",
      OneOf(Int({ min: 1 }), Int({ max: 0 })),
      "x",
      [" Expected an integer, got a string."],
    ],
    ["null, if all expect one type", OneOf(Int({ min: 1 }), Int({ max: 0 })), null, [" Value should not be null."]],
    [
      "a text that one of them would convert",
      OneOf(Int({ coerce: true }), Bool()),
      "x",
      [" Expected an integer or a boolean, got “x”."],
    ],
    [
      "options",
      OneOf(Str({ options: ["a", "b"] }), Const("c"), Const("a")),
      "x",
      [" Expected “a”, “b” or “c”, got “x”."],
    ],
    [
      "types of members, and keys that none knows",
      OneOf(int, str, bool),
      { a: null, z: 1 },
      ["/a Expected an integer, a string or a boolean, got null.", "/z Key is not allowed."],
    ],
    ["missing keys", OneOf(int, str), {}, ["/a Required key is not provided."]],
    [
      "missing keys, with the reason",
      OneOf(needy(), needy()),
      { a: 1 },
      ["/b Required key is not provided (because a is provided)."],
    ],
    [
      "what Checks say",
      OneOf(
        AllOf(
          Int(),
          Check(() => false, { message: "No." }),
        ),
        AllOf(
          Any(),
          Check(() => false, { message: "No." }),
        ),
      ),
      1,
      [" No."],
    ],
    ["messages of validators", OneOf(Str({ message: "No." }), Int({ message: "No." })), null, [" No."]],
    [
      "what a OneOf in a OneOf says",
      OneOf(Str(), OneOf(Int(), Dict({}))),
      null,
      [" Expected an integer, an object or a string, got null."],
    ],
    [
      "what a OneOf in a pipeline says",
      OneOf(Str(), AllOf(OneOf(Int(), Bool()), Any())),
      null,
      [" Expected an integer, a boolean or a string, got null."],
    ],
    [
      "while what is left says which alternative is closest",
      kinds,
      { kind: "c", x: 1 },
      ["/kind Expected “a” or “b”, got “c”.", "#1 /x Key is not allowed.", "#1 /y Required key is not provided."],
    ],
    [
      "by some of them: the closest of these",
      OneOf(Dict({ a: Int(), b: Int() }), str, Dict({ a: Bool(), c: Int(), d: Int() })),
      { a: null },
      [
        "/a Expected a string, an integer or a boolean, got null.",
        "#0 /b Required key is not provided.",
        "#2 /c Required key is not provided.",
        "#2 /d Required key is not provided.",
      ],
    ],
  ])("%s", (_, validator, value, said) => {
    expect(saidOf(validator, value)).toEqual(said);
  });

  test.each<[string, Validator, unknown, string[]]>([
    [
      "limits",
      OneOf(Str({ minlen: 3 }), Str({ minlen: 4 })),
      "x",
      [`#0  Expected at least 3 characters, got 1${closest}`, "#1  Expected at least 4 characters, got 1."],
    ],
    ["messages", OneOf(worded("A.", Str()), worded("B.", Int())), null, ["#0  A.", "#1  B."]],
    [
      "values",
      OneOf(Dict({ a: Int() }), Dict({ b: Int() })),
      { a: null, b: null },
      [
        `#0 /a Value should not be null${closest}`,
        `#0 /b Key is not allowed${closest}`,
        "#1 /a Key is not allowed.",
        "#1 /b Value should not be null.",
      ],
    ],
    [
      "reasons",
      OneOf(needy(), Dict({ a: Any(), b: Any() })),
      { a: 1 },
      [`#0 /b Required key is not provided (because a is provided)${closest}`, "#1 /b Required key is not provided."],
    ],
  ])("but not different %s", (_, validator, value, said) => {
    expect(saidOf(validator, value)).toEqual(said);
  });

  test("as data: the list of what is expected, and no alternative if all of them say it", () => {
    const { error } = OneOf(Str(), Int(), Dict({ a: Int() })).safe({ a: "x" });
    expect(error?.issues).toMatchObject([
      { code: "invalid_type", path: ["a"], expected: "integer", alternative: { step: 2, of: 3, closest: true } },
      {
        code: "invalid_type",
        path: [],
        expected: ["string", "integer"],
        alternative: { step: 0, of: 3, closest: false },
      },
    ]);
    const [whole] = OneOf(Str(), Int()).safe(null).error?.issues ?? [];
    expect(whole).toMatchObject({ expected: ["string", "integer"], actual: "null" });
    expect(whole).not.toHaveProperty("alternative");
  });

  test("in the message, flatten, tree, JSON, with positions, and in other languages", () => {
    const validator = List(OneOf(Str(), Int()));
    const message = "Expected a string or an integer, got null.";
    const { error } = validator.safeJson("[1,\n null]");
    expect(error?.message).toBe(`1: ${message}`);
    expect(error?.flatten().fieldErrors).toEqual({ 1: [message] });
    expect(error?.tree().items?.[1]?.errors).toEqual([message]);
    expect(JSON.parse(JSON.stringify(error))).toMatchObject([{ message, offset: 5, line: 2, column: 2 }]);
    expect(error?.formatWith(de).issues[0]?.message).toBe("Erwartet: Zeichenkette oder ganze Zahl, erhalten: null.");
  });

  test("errors, their text, and the specified messages of formatError are those of each step", () => {
    const { error } = OneOf(Str(), Int()).safe(null);
    expect(error?.length).toBe(2);
    expect(Array.from(error ?? [], String)).toEqual([
      "<#0: InvalidTypeError(expected='string', actual='null')>",
      "<#1: InvalidTypeError(expected='integer', actual='null')>",
    ]);
    expect(error && formatError(error)).toHaveLength(2);
  });

  test("formatters and functions of yours get errors as they are: only a text that they repeat is said once", () => {
    const texts = (InvalidTypeErrorTemplate: string) =>
      OneOf(Str(), Int())
        .safe(null, { formatter: Formatter({ ...issueTemplates, InvalidTypeError: InvalidTypeErrorTemplate }) })
        .error?.issues.map(({ message }) => message);
    expect(texts("Not {expected}.")).toEqual(["Not string.", "Not integer."]);
    expect(texts("Wrong.")).toEqual(["Wrong."]);
    const seen: unknown[] = [];
    const message = (one: ValidationError): string => {
      seen.push((one as InvalidTypeError).expected);
      return "Wrong.";
    };
    expect(OneOf(Str({ message }), Int({ message })).safe(null).error?.issues).toHaveLength(2);
    expect(seen).toEqual(["string", "integer"]);
  });

  test("of a secret, without the value", () => {
    const validator = OneOf(Str({ options: ["a"], secret: true }), Str({ options: ["b"], secret: true }));
    const said = validator.safe("hush").error?.issues.map(({ message, actual }) => [message, actual]);
    expect(said).toEqual([["Value is not valid.", undefined]]);
  });

  test("beside the condition of an If", () => {
    const branch = () => If(Dict({ a: Const(1) }, { unknown: "keep" }), Dict({ b: Int() }, { unknown: "keep" }));
    const said = saidOf(OneOf(branch(), branch()), { a: 1 });
    expect(said).toEqual(["/b Required key is not provided (because a is 1)."]);
  });
});

describe("facts", () => {
  const key = fc.constantFrom("a", "b");
  const leaf = fc.constantFrom<() => Validator>(
    Int,
    Str,
    Bool,
    () => Float({ min: 1 }),
    () => Str({ options: ["x", "y"] }),
    () => Const(null),
  );
  const { schema } = fc.letrec<{ schema: () => Validator }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc
        .dictionary(key, tie("schema"))
        .map((all) => () => Dict(Object.fromEntries(Object.entries(all).map(([name, make]) => [name, make()])))),
      fc.array(tie("schema"), { minLength: 2, maxLength: 3 }).map((all) => () => OneOf(all.map((make) => make()))),
      tie("schema").map((make) => () => AllOf(make())),
      tie("schema").map((make) => () => List(make())),
    ),
  }));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(null, 0, 1.5, "x", "z", true),
      fc.dictionary(key, tie("value")),
      fc.array(tie("value"), { maxLength: 2 }),
    ),
  }));

  test("are never the same, cover each error, and leave the order of alternatives", () => {
    fc.assert(
      fc.property(schema, value, (make, input) => {
        const { error } = make().safe(input);
        if (error === undefined) return;
        const pathOf = (one: ValidationError) =>
          JSON.stringify([one.name, ...one.context.filter((node) => typeof node !== "object")]);
        const said = error.issues.map((one) => JSON.stringify([one.pointer, one.message.replace(/ \(closest.*/, "")]));
        expect(new Set(said).size).toBe(said.length);
        const facts = factsOf(error, () => undefined);
        expect(new Set(facts.map((one) => pathOf(one.error)))).toEqual(new Set(Array.from(error, pathOf)));
        const order = closestFirst(error).map((one) => pathOf(one.error));
        expect([...new Set(facts.map((one) => pathOf(one.error)))]).toEqual([...new Set(order)]);
      }),
      { numRuns: sweep(250, 4000) },
    );
  });

  test("of recursive schemas are said once on each level", () => {
    const tree: Validator = LazyRef(() => OneOf(Int(), Dict({ left: tree, right: tree })));
    const messages = tree.safe({ left: { left: 1, right: "x" }, right: 1 }).error?.issues.map(({ pointer }) => pointer);
    expect(messages).toEqual(["/left/right", "/left", ""]);
  });

  test("of very many errors are found in proportion to their number and size", () => {
    const type = (context: (Step | number | string)[], expected: string) =>
      new InvalidTypeError({ context, expected, actual: "null" });
    const count = sweep(15_000, 50_000);
    const steps = Array.from({ length: count }, (_, num) => type([stepAt(num)], `type ${num}`));
    expect(factsOf(new SchemaError(steps), () => undefined)).toMatchObject([
      { error: { expected: { length: count } } },
    ]);
    const different = Array.from(
      { length: count },
      (_, num) => new MinValueError({ context: [stepAt(num)], expected: num, actual: 0 }),
    );
    expect(factsOf(new SchemaError(different), () => undefined)).toHaveLength(count);
    const long = Array.from({ length: 100 }, (_, num) => num);
    const options = Array.from(
      { length: 1000 },
      (_, num) => new OptionsError({ context: [stepAt(num)], expected: long, actual: 1 }),
    );
    expect(factsOf(new SchemaError(options), () => undefined)).toHaveLength(1);
    const nested = Array.from({ length: sweep(1000, 2000) }, (_, index) =>
      type([...new Array(index).fill(stepAt(1)), stepAt(0)], "x"),
    );
    expect(factsOf(new SchemaError(nested), () => undefined).length).toBeLessThan(nested.length);
  });
});
