import { describe, expect, test } from "vitest";
import * as exc from "../../src/exc.ts";
import { Const, Dict, Float, Int, List, OneOf, Str } from "../../src/index.ts";

const {
  defaultTemplates,
  EXTRA_VALUE,
  Formatter,
  formatError,
  MaxValueError,
  MinValueError,
  MissingKeyError,
  SchemaError,
  Step,
  ValidationError,
} = exc;

const byName: Readonly<Record<string, unknown>> = exc;

/** The default message of each class of errors. */
const messages: [name: string, init: Record<string, unknown>, message: string][] = [
  [
    "InvalidTypeError",
    { expected: "integer", actual: "string" },
    "Expected type \u201cinteger\u201d, got \u201cstring\u201d.",
  ],
  ["InvalidTypeError", { expected: "integer", actual: "null" }, "Value should not be null."],
  ["InvalidTypeError", {}, "Expected type \u201cundefined\u201d, got \u201cundefined\u201d."],
  ["OptionsError", { expected: [5], actual: 6 }, "Expected 5, got 6."],
  ["OptionsError", { expected: ["a"], actual: "b" }, "Expected a, got b."],
  ["OptionsError", { expected: [1, "a"], actual: null }, "Expected one of [1, 'a'], got null."],
  ["OptionsError", {}, "Expected one of undefined, got undefined."],
  ["MinValueError", { expected: 1, actual: 0 }, "Expected value \u2265 1, got 0."],
  ["MaxValueError", { expected: 1, actual: 2 }, "Expected value \u2264 1, got 2."],
  ["ExclusiveMinValueError", { expected: 5, actual: 5 }, "Expected value > 5, got 5."],
  ["ExclusiveMaxValueError", { expected: 5, actual: 6 }, "Expected value < 5, got 6."],
  ["MultipleError", { expected: 0.1, actual: 0.25 }, "Expected a multiple of 0.1, got 0.25."],
  ["FloatValueError", { expected: "number", actual: Number.NaN }, "Expected number, got NaN."],
  ["FloatValueError", { expected: "finite", actual: Number.POSITIVE_INFINITY }, "Expected finite number, got +\u221e."],
  ["FloatValueError", { expected: "finite", actual: Number.NEGATIVE_INFINITY }, "Expected finite number, got -\u221e."],
  [
    "StrDecodeError",
    { expected: "utf-8", actual: Uint8Array.of(255) },
    "Cannot decode value using \u201cutf-8\u201d encoding.",
  ],
  ["MinLengthError", { expected: 1, actual: 0 }, "Expected value length \u2265 1, got 0."],
  ["MaxLengthError", { expected: 1, actual: 2 }, "Expected value length \u2264 1, got 2."],
  ["TupleLengthError", { expected: 1, actual: 2 }, "Expected exactly 1 element, got 2."],
  ["TupleLengthError", { expected: 2, actual: 1 }, "Expected exactly 2 elements, got 1."],
  ["DuplicateItemError", { expected: 0, actual: 1 }, "Item is equal to item 0."],
  ["ForbiddenValueError", { actual: 1 }, "Value is not allowed."],
  ["AmbiguousError", { expected: 1, actual: [0, 1] }, "Value matches more than one alternative."],
  ["PatternMatchError", { expected: "^a", actual: "b" }, "Cannot match \u201cb\u201d using \u201c^a\u201d."],
  ["FormatError", { expected: "email", actual: "x" }, "Expected a valid email address, got \u201cx\u201d."],
  ["FormatError", { expected: "toString", actual: "x" }, "Expected a valid toString, got \u201cx\u201d."],
  [
    "DatetimeParseError",
    { expected: "%Y", actual: "x" },
    "Cannot parse date/time value from \u201cx\u201d using \u201c%Y\u201d format.",
  ],
  ["DatetimeParseError", { expected: () => 1, actual: "x" }, "Cannot parse date/time value from \u201cx\u201d."],
  ["DatetimeTypeError", { expected: "naive" }, "Naive date/time object is expected."],
  ["DatetimeTypeError", { expected: "tzaware" }, "Timezone-aware date/time object is expected."],
  ["WorkLimitError", { expected: 5, actual: 6 }, "Value takes too many steps to judge, limit is 5."],
  ["RecursionMaxDepthError", { expected: 5, actual: 6 }, "Too many nested structures, limit is 5."],
  ["ForbiddenKeyError", {}, "Key is not allowed."],
  ["MissingKeyError", {}, "Required key is not provided."],
  ["JsonDecodeError", { reason: "size", expected: 10, actual: 11 }, "JSON text is too large: 11 bytes, limit is 10."],
  [
    "JsonDecodeError",
    { reason: "depth", expected: 5 },
    "Too many nested structures in JSON text, limit is 5, at line 2, column 3.",
  ],
  ["JsonDecodeError", { reason: "utf8" }, "JSON text is not valid UTF-8 at line 2, column 3."],
  ["JsonDecodeError", { reason: "syntax" }, "Not valid JSON at line 2, column 3."],
  ["ValidationError", {}, "Value is not valid."],
  // Values that the original has no message for.
  ["FloatValueError", { expected: "even", actual: 3 }, "FloatValueError(expected='even', actual=3)"],
  ["FloatValueError", { expected: "finite", actual: 0 }, "FloatValueError(expected='finite', actual=0)"],
  ["FloatValueError", { expected: "finite", actual: Number.NaN }, "FloatValueError(expected='finite', actual=NaN)"],
  ["FloatValueError", {}, "FloatValueError(expected=undefined, actual=undefined)"],
  ["DatetimeTypeError", { expected: "utc", actual: 1 }, "DatetimeTypeError(expected='utc', actual=1)"],
  ["ConditionError", { expected: 1, actual: 2 }, "ConditionError(expected=1, actual=2)"],
  ["CheckError", { message: "It ends before it begins." }, "It ends before it begins."],
  ["CheckError", {}, "Value is not valid."],
  ["MappingKeyError", {}, "Key is not valid."],
];

describe("the default formatter", () => {
  test.each(messages)("of a %s with %j", (name, init, message) => {
    const error = new (byName[name] as new (init: exc.ErrorInit) => exc.ValidationError)({
      ...init,
      context: ["a", 0],
    });
    ValidationError.place(error, () => ({ offset: 9, line: 2, column: 3 }));
    expect(formatError(error)).toStrictEqual([["a.0", message]]);
  });

  test("has a message for every class", () => {
    const classes = Object.entries(exc)
      .filter(
        ([, value]) =>
          typeof value === "function" && (value === ValidationError || value.prototype instanceof ValidationError),
      )
      .map(([name]) => name);
    expect(Object.keys(defaultTemplates).sort()).toEqual(classes.sort());
    expect([...new Set(messages.map(([name]) => name)), "SchemaError"].sort()).toEqual(classes);
  });

  test("gives a pair of context and message for each error, sorted by context, and leaves the error as it is", () => {
    const error = new SchemaError([
      new MissingKeyError(["b"]),
      new MaxValueError({ context: ["a", 10], expected: 1, actual: 2 }),
      new MaxValueError({ context: ["a", 2], expected: 1, actual: 3 }),
      new MissingKeyError([new Step(0), "c", EXTRA_VALUE]),
    ]);
    const before = [...error];
    expect(formatError(error)).toStrictEqual([
      ["#0.c.@VALUE", "Required key is not provided."],
      ["a.2", "Expected value \u2264 1, got 3."],
      ["a.10", "Expected value \u2264 1, got 2."],
      ["b", "Required key is not provided."],
    ]);
    expect([...error]).toStrictEqual(before);
    expect(formatError(new SchemaError())).toStrictEqual([]);
  });

  test("tells what validators found", () => {
    const messagesOf = (validator: { safe(value: unknown): unknown }, value: unknown): unknown =>
      formatError((validator.safe(value) as { error: exc.ValidationError }).error);
    expect(messagesOf(Dict({ query: Str({ minlen: 3 }), tags: List(Int()) }), { query: "ab", tags: [1, "x"] })).toEqual(
      [
        ["query", "Expected value length \u2265 3, got 2."],
        ["tags.1", "Expected type \u201cinteger\u201d, got \u201cstring\u201d."],
      ],
    );
    expect(messagesOf(OneOf(Const("a"), Float()), "b")).toEqual([
      ["#0", "Expected a, got b."],
      ["#1", "Expected type \u201cnumber\u201d, got \u201cstring\u201d."],
    ]);
    expect(messagesOf(Int({ options: [1] }), 2)).toEqual([["", "Expected 1, got 2."]]);
  });
});

describe("Formatter refuses a name that is no error class", () => {
  const unknown = (name: string): TypeError =>
    new TypeError(`There is no error class ${name}: see the second argument for your own`);

  test.each(["MissingKeyErorr", "missingKeyError", "ValueError", "toString", "__proto__", ""])("%j", (name) => {
    const templates = Object.fromEntries([[name, "x"]]);
    expect(() => Formatter(templates as never)).toThrow(unknown(name));
    expect(() => new Formatter({ ...defaultTemplates, ...templates } as never)).toThrow(unknown(name));
  });

  test("a class of the user's own is given beside the templates", () => {
    class TooSmall extends MinValueError {}
    expect(Formatter({ TooSmall: "small" }, [TooSmall])(new TooSmall())).toStrictEqual([["", "small"]]);
    expect(() => Formatter({ TooSmal: "small" }, [TooSmall])).toThrow(unknown("TooSmal"));
  });
});

describe("Formatter(templates)", () => {
  const error = new MinValueError({ context: ["a"], expected: 1, actual: "it's" });

  test("works with and without new", () => {
    for (const format of [Formatter({ MinValueError: "small" }), new Formatter({ MinValueError: "small" })]) {
      expect(format(error)).toStrictEqual([["a", "small"]]);
    }
  });

  test.each([
    ["{expected} {actual}", "1 it's"],
    ["{0.expected}", "1"],
    ["{actual!r} {actual!s}", "'it\\'s' it's"],
    ["{context}: {name}", "a: MinValueError"],
    ["{{expected}} }}{{", "{expected} }{"],
    ["{nothing}", "undefined"],
    ["no places, $& $1", "no places, $& $1"],
    ["{expected!x} {expected.name} { }", "{expected!x} {expected.name} { }"],
  ])("a simple template: %j", (template, message) => {
    expect(Formatter({ MinValueError: template })(error)).toStrictEqual([["a", message]]);
  });

  test("a member of a property", () => {
    const one = new exc.OptionsError({ expected: ["x", "y"], actual: [["z"]] });
    expect(Formatter({ OptionsError: "{expected[1]} {actual[0]!r} {expected[7]}" })(one)).toStrictEqual([
      ["", "y ['z'] undefined"],
    ]);
  });

  test("a member of what is not there is undefined", () => {
    expect(Formatter({ OptionsError: "{expected[0]}" })(new exc.OptionsError())).toStrictEqual([["", "undefined"]]);
  });

  test("what an error holds is not a template", () => {
    const tricky = new MinValueError({ expected: "{actual}", actual: "$& {expected}" });
    expect(Formatter({ MinValueError: "{expected} | {actual}" })(tricky)).toStrictEqual([
      ["", "{actual} | $& {expected}"],
    ]);
  });

  test("a function", () => {
    const format = Formatter({ MinValueError: (one) => `${one.formatContext()}!` });
    expect(format(error)).toStrictEqual([["a", "a!"]]);
  });

  test("the first conditional template whose predicate is true supplies the text, the last item may be a default", () => {
    const format = Formatter({
      MinValueError: [
        [(one) => (one as exc.ConditionError).expected === 1, "one"],
        [(one) => (one as exc.ConditionError).expected !== 3, (one) => `not three: ${one.length}`],
        "default",
      ],
    });
    const message = (expected: number): string | undefined => format(new MinValueError({ expected }))[0]?.[1];
    expect([message(1), message(2), message(3)]).toEqual(["one", "not three: 1", "default"]);
  });

  test("an error no template fits shows its formatError", () => {
    const text = "MinValueError(expected=1, actual='it\\'s')";
    expect(Formatter({})(error)).toStrictEqual([["a", text]]);
    expect(Formatter({ MinValueError: [[() => false, "never"]] })(error)).toStrictEqual([["a", text]]);
  });

  test("classes are looked up exactly: a subclass has a template of its own", () => {
    class TooSmall extends MinValueError {}
    const format = Formatter({ MinValueError: "small", TooSmall: "too small", ValidationError: "any" }, [TooSmall]);
    expect(format(new SchemaError([new TooSmall(), new MaxValueError()]))).toStrictEqual([
      ["", "too small"],
      ["", "MaxValueError(expected=undefined, actual=undefined)"],
    ]);
  });

  test("a class named like a member of Object has no template by itself", () => {
    const Named = { constructor: class extends ValidationError {} }.constructor;
    Object.defineProperty(Named, "name", { value: "constructor" });
    expect(Formatter({})(new Named())).toStrictEqual([["", "constructor()"]]);
  });

  test.each([5, null, undefined, {}, [5], [[() => true]], [["a", "b"]], [[() => true, 5]], [[() => true, "a", "b"]]])(
    "throws TypeError for a template that is none: %j",
    (template) => {
      expect(() => Formatter({ MinValueError: template as never })).toThrow(
        new TypeError("The template of MinValueError should be a string, a function, or a list of them and of pairs"),
      );
    },
  );

  test.each([undefined, null, "x", Object.create({ MinValueErorr: "x" }), new Map()])(
    "throws TypeError for templates in no plain object: %s",
    (templates) => {
      expect(() => Formatter(templates as never)).toThrow(new TypeError("Templates should be an object"));
    },
  );

  test("defaultTemplates can be spread to change some messages of many", () => {
    const format = Formatter({ ...defaultTemplates, MissingKeyError: "Pflichtfeld" });
    expect(format(new SchemaError([new MissingKeyError("b"), new exc.ForbiddenKeyError("a")]))).toStrictEqual([
      ["a", "Key is not allowed."],
      ["b", "Pflichtfeld"],
    ]);
    expect(Object.isFrozen(defaultTemplates)).toBe(true);
  });
});
