import { describe, expect, test } from "vitest";
import { execution } from "../../src/engines/fast/mode.ts";
import { MinLengthError, MinValueError, type ValidationError } from "../../src/exc.ts";
import * as v from "../../src/index.ts";
import { de } from "../../src/text/locales/de.ts";
import { keepMode } from "../fast/mode.ts";

keepMode();

/** The messages of a value, by pointer: the same in every way of asking. */
function said(validator: v.Validator, input: unknown): Record<string, string> {
  const messagesOf = (error: ValidationError | undefined) =>
    Object.fromEntries((error?.issues ?? []).map(({ pointer, message }) => [pointer, message]));
  const { mode } = execution;
  const expected = messagesOf(validator.safe(input).error);
  for (execution.mode of ["check", "compiled"] as const)
    expect(messagesOf(validator.safe(input).error)).toEqual(expected);
  execution.mode = mode;
  const text = JSON.stringify(input);
  // JSON has no NaN.
  if (text.includes("null")) return expected;
  for (const source of [text, new TextEncoder().encode(text)]) {
    expect(messagesOf(validator.safeJson(source).error)).toEqual(expected);
  }
  return expected;
}

const name = v.Str({
  minlen: 2,
  pattern: /\w+$/,
  messages: { minlen: "Too short.", pattern: "No word.", required: "Missing." },
});

describe("messages and message", () => {
  test.each<[string, v.Validator, unknown, Record<string, string>]>([
    ["by parameter", name, "a", { "": "Too short." }],
    ["by another parameter", name, "a b", { "": "No word." }],
    ["an error without a text", name, 5, { "": "Expected a string, got an integer." }],
    [
      "message, where messages has none",
      v.Str({ minlen: 2, message: "Bad.", messages: { minlen: "Short." } }),
      5,
      { "": "Bad." },
    ],
    [
      "messages before message",
      v.Str({ minlen: 2, message: "Bad.", messages: { minlen: "Short." } }),
      "a",
      { "": "Short." },
    ],
    ["by type", v.Int({ messages: { type: "No number." } }), "a", { "": "No number." }],
    ["by code", v.Int({ min: 1, messages: { min_value: "Small.", invalid_type: "No." } }), 0, { "": "Small." }],
    [
      "a parameter before a code",
      v.Int({ min: 1, messages: { min: "Small.", min_value: "No." } }),
      0,
      { "": "Small." },
    ],
    [
      "exclusive limits have names of their own",
      v.Int({ exclusive_min: 1, messages: { min: "No.", exclusive_min: "Small." } }),
      1,
      { "": "Small." },
    ],
    [
      "NaN and infinities",
      v.List(v.Float({ messages: { nan: "NaN", inf: "inf" } })),
      [NaN, Infinity],
      { "/0": "NaN", "/1": "inf" },
    ],
    ["a format", v.Str({ format: "email", messages: { format: "No address." } }), "a", { "": "No address." }],
    ["ASCII", v.Str({ ascii: true, messages: { format: "No.", ascii: "Plain." } }), "\xe4", { "": "Plain." }],
    ["options", v.Str({ options: ["a"], messages: { options: "Other." } }), "b", { "": "Other." }],
    ["a constant", v.Const("a", { messages: { value: "Other." } } as never), "b", { "": "Other." }],
    ["a date", v.Date({ format: "iso", messages: { format: "No date." } }), "b", { "": "No date." }],
    [
      "a limit of a date",
      v.Date({ format: "iso", min: "2020-01-01", relmin: "-P1D", messages: { min: "Old.", relmin: "Past." } }),
      "2019-01-01",
      { "": "Old." },
    ],
    [
      "a relative limit",
      v.Date({ format: "iso", min: "2020-01-01", relmin: "-P1D", messages: { min: "Old.", relmin: "Past." } }),
      "2021-01-01",
      { "": "Past." },
    ],
    ["a greatest value", v.Int({ max: 1, messages: { max: "Large." } }), 2, { "": "Large." }],
    ["an exclusive one", v.Int({ exclusive_max: 1, messages: { exclusive_max: "Large." } }), 1, { "": "Large." }],
    ["a multiple", v.Int({ multiple_of: 2, messages: { multiple_of: "Odd." } }), 1, { "": "Odd." }],
    [
      "an order",
      v.List(v.Int(), { ascending: true, messages: { ascending: "Unsorted." } }),
      [2, 1],
      { "/1": "Unsorted." },
    ],
    [
      "a relative greatest value",
      v.Date({ format: "iso", max: "2999-01-01", relmax: "P1D", messages: { max: "Late.", relmax: "Future." } }),
      "2998-01-01",
      { "": "Future." },
    ],
    [
      "a parser",
      v.Date({ parser: (text) => JSON.parse(text), messages: { parser: "No date." } }),
      "b",
      { "": "No date." },
    ],
    [
      "a time zone",
      v.Datetime({ format: "rfc3339", tz: "Europe/Berlin", messages: { format: "No date.", tz: "No zone." } }),
      "b",
      { "": "No date." },
    ],
    [
      "the depth of references",
      v.Dict(
        { a: v.LazyRef("annotations.deep", { maxdepth: 1, messages: { maxdepth: "Deep." } }) },
        { optional: ["a"], alias: "annotations.deep" },
      ),
      { a: { a: { a: {} } } },
      { "/a/a": "Deep." },
    ],
    [
      "not by a relative limit, if the other is meant",
      v.Date({ format: "iso", min: "2020-01-01", relmin: "-P1D", messages: { relmin: "Past." } }),
      "2019-01-01",
      { "": "Expected 2020-01-01 or later, got 2019-01-01." },
    ],
    ["values, limits", v.Int({ max: 5, message: "{actual} is more than {expected}." }), 7, { "": "7 is more than 5." }],
    [
      "values, lists",
      v.Str({ options: ["a", "b"], message: "{expected}: not {actual}." }),
      "c\n",
      { "": "a, b: not c\\n." },
    ],
    ["members of values", v.Str({ options: ["a", "b"], message: "{expected[1]} {{x}}" }), "c", { "": "b {x}" }],
    ["a function", v.Int({ max: 5, message: (error) => `${error.code}!` }), 7, { "": "max_value!" }],
    ["a missing key", v.Dict({ name }), {}, { "/name": "Missing." }],
    [
      "a missing key, around its validator",
      v.Dict({ a: v.Nullable(name), b: v.Fallback(name, "x") }),
      {},
      { "/a": "Missing.", "/b": "Missing." },
    ],
    ["a missing key, by message", v.Dict({ a: v.Int({ message: "A number." }) }), {}, { "/a": "A number." }],
    [
      "a missing key, inside others",
      v.Dict({
        a: v.AllOf(
          v.AllOf(name),
          v.Check(() => true),
        ),
      }),
      {},
      { "/a": "Missing." },
    ],
    [
      "a missing key, by the Dict",
      v.Dict({ name, b: v.Int() }, { messages: { required: "Gone." } }),
      {},
      { "/name": "Missing.", "/b": "Gone." },
    ],
    [
      "a missing key in a list",
      v.List(v.Dict({ name, b: v.Int() }, { messages: { required: "Gone." } })),
      [{}, { b: 1 }],
      { "/0/name": "Missing.", "/0/b": "Gone.", "/1/name": "Missing." },
    ],
    [
      "a key that the parameter asks for",
      v.Dict({ name: v.Optional(name) }, { required: ["name", "b"], unknown: "keep", messages: { required: "Gone." } }),
      {},
      { "/name": "Missing.", "/b": "Gone." },
    ],
    [
      "a key that the names of others ask for",
      v.Dict({ extra: [v.Str({ options: ["x", "y"] }), name], exhaustive: true, message: "Gone." }),
      { x: "Ann" },
      { "/y": "Missing." },
    ],
    [
      "the same without a text of the value",
      v.Dict({ extra: [v.Str({ options: ["x", "y"] }), v.Any()], exhaustive: true, message: "Gone." }),
      { x: 1 },
      { "/y": "Gone." },
    ],
    [
      "a key that another asks for",
      v.Dict({ a: v.Int() }, { unknown: "keep", dependent_required: { a: ["b"] }, messages: { required: "Gone." } }),
      { a: 1 },
      { "/b": "Gone." },
    ],
    [
      "a key with a validator that another asks for",
      v.Dict(
        { a: v.Int(), b: v.Optional(name) },
        { dependent_required: { a: ["b"] }, messages: { required: "Gone." } },
      ),
      { a: 1 },
      { "/b": "Missing." },
    ],
    [
      "a key whose validator has a pattern",
      v.Dict({ extra: [v.Str(), v.Int({ message: "Extra." })], patterns: { n: name }, required: ["n", "b"] }),
      {},
      { "/n": "Missing.", "/b": "Extra." },
    ],
    ["an unknown key", v.Dict({}, { messages: { unknown: "Unknown." } }), { a: 1 }, { "/a": "Unknown." }],
    ["a Dict's type", v.Dict({ a: v.Int() }, { message: "An object." }), [], { "": "An object." }],
    [
      "what a Dict says is not said of members",
      v.Dict({ a: v.Int() }, { message: "An object." }),
      { a: "x" },
      { "/a": "Expected an integer, got a string." },
    ],
    [
      "the length of a Dict",
      v.Dict({ extra: [v.Str(), v.Int()], minlen: 2, messages: { minlen: "Few." } }),
      { a: 1 },
      { "": "Few." },
    ],
    ["the length of a List", v.List(v.Int(), { maxlen: 1, messages: { maxlen: "Many." } }), [1, 2], { "": "Many." }],
    ...(
      [
        [{ minlen: "Few.", contains: "No 5.", min_contains: "One 5." }, [1], "One 5."],
        [{ minlen: "Few.", contains: "No 5." }, [1], "No 5."],
        [{ minlen: "Few.", min_length: "Short." }, [1], "Short."],
        [{ minlen: "Few.", contains: "No 5." }, [5], "Few."],
        [{ maxlen: "Many.", contains: "5s." }, [5, 5], "5s."],
        [{ maxlen: "Many.", max_contains: "5s.", contains: "No." }, [5, 5], "5s."],
        [{ maxlen: "Many.", max_contains: "5s." }, [5, 1, 1, 1], "Many."],
      ] as const
    ).map(([messages, value, text]): [string, v.Validator, unknown, Record<string, string>] => [
      `items by ${Object.keys(messages)}`,
      v.List(v.Int(), { minlen: 2, maxlen: 3, contains: v.Const(5), max_contains: 1, messages }),
      value,
      { "": text },
    ]),
    [
      "equal items",
      v.List(v.Int(), { unique_items: true, messages: { unique_items: "Twice." } }),
      [1, 1],
      { "/1": "Twice." },
    ],
    [
      "several steps",
      v.OneOf([v.Int(), v.Float()], { exclusive: true, messages: { exclusive: "Both." } }),
      1,
      { "": "Both." },
    ],
    ["the length of a Set", v.Set(v.Int(), { minlen: 3, messages: { minlen: "Few." } }), [1, 1], { "": "Few." }],
    ["the length of a Tuple", v.Tuple([v.Int()], { messages: { items: "One." } }), [], { "": "One." }],
    [
      "steps of a pipeline",
      v.AllOf([v.Str(), v.Int({ coerce: true })], { message: "A number as text." }),
      "x",
      { "": "A number as text." },
    ],
    ["the innermost text", v.AllOf([name, v.Check(() => false)], { message: "Outer." }), "a", { "": "Too short." }],
    [
      "a Check's own text",
      v.AllOf([v.Str(), v.Check(() => false, { message: "Mine." })], { message: "Outer." }),
      "a",
      { "": "Mine." },
    ],
    ["a Check without one", v.AllOf([v.Str(), v.Check(() => false)], { message: "Outer." }), "a", { "": "Outer." }],
    [
      "members of what a pipeline refuses",
      v.AllOf([v.Dict({ a: v.Int() })], { message: "Outer." }),
      { a: "x" },
      { "/a": "Expected an integer, got a string." },
    ],
    [
      "all steps of a OneOf",
      v.OneOf([v.Int(), v.Bool()], { message: "A number or a flag." }),
      "x",
      { "": "A number or a flag." },
    ],
    [
      "a tag",
      v.OneOf([v.Dict({ kind: v.Const("a") }), v.Dict({ kind: v.Const("b") })], {
        discriminator: "kind",
        messages: { discriminator: "Kind?", required: "None." },
      }),
      { kind: "c" },
      { "/kind": "Kind?" },
    ],
    [
      "no tag",
      v.OneOf([v.Dict({ kind: v.Const("a") }), v.Dict({ kind: v.Const("b") })], {
        discriminator: "kind",
        messages: { discriminator: "Kind?", required: "None." },
      }),
      {},
      { "/kind": "None." },
    ],
    [
      "members of the step that a tag chooses",
      v.OneOf(
        [
          v.Dict({ kind: v.Const("a"), n: v.Int({ message: "A" }) }),
          v.Dict({ kind: v.Const("b"), n: v.Int({ message: "B" }) }),
        ],
        { discriminator: "kind" },
      ),
      { kind: "b", n: "x" },
      { "/n": "B" },
    ],
    ["a reference", v.LazyRef(() => v.Int(), { message: "By reference." }), "x", { "": "By reference." }],
    ["a default", v.Dict({ a: v.Default(v.Int(), 5, { message: "Default." }) }), { a: "x" }, { "/a": "Default." }],
    ["Any of a list", v.List(v.OneOf([v.Int({ message: "N." })])), ["x"], { "/0": "N." }],
    [
      "keys",
      v.Dict({ extra: [v.Str({ minlen: 2, message: "Key." }), v.Int({ message: "Value." })] }),
      { a: "x" },
      { "/a": "Value." },
    ],
  ])("%s", (_name, validator, input, expected) => {
    expect(said(validator, input)).toEqual(expected);
    // In a schema, too, and by what a dump of it makes.
    const inside = v.Dict({ x: v.List(validator) });
    const below = Object.fromEntries(Object.entries(expected).map(([pointer, text]) => [`/x/0${pointer}`, text]));
    expect(said(inside, { x: [input] })).toEqual(below);
  });
});

describe("they are parameters as all others are", () => {
  const schema = v.Dict({ name }, { message: "An object.", messages: { unknown: "What is {context}?" } });

  test("of dumps, clones, comparisons and text forms", () => {
    const data = JSON.parse(JSON.stringify(schema.dump()));
    expect(data).toMatchObject({
      __class__: "Dict",
      schema: { name: { messages: { minlen: "Too short.", pattern: "No word.", required: "Missing." } } },
      message: "An object.",
      messages: { unknown: "What is {context}?" },
    });
    const loaded = v.load(data);
    expect(loaded.equals(schema)).toBe(true);
    expect(said(loaded, { x: 1 })).toEqual({ "/x": "What is x?", "/name": "Missing." });
    expect(schema.equals(v.Dict({ name }, { message: "An object." }))).toBe(false);
    expect(v.Int({ message: "a" }).equals(v.Int({ message: "b" }))).toBe(false);
    const changed = schema.clone({
      message: "Other.",
      "schema.name.messages.minlen": "Tiny.",
      "messages-": ["unknown"],
    });
    expect([said(changed, 5), said(changed, { name: "a" })]).toEqual([{ "": "Other." }, { "/name": "Tiny." }]);
    expect(said(v.Int().clone({ "messages+": { type: "No." } }), "x")).toEqual({ "": "No." });
    expect(String(v.Int({ message: "No." }))).toBe("<Int(message='No.')>");
    expect(said(v.extend(schema, { age: v.Int() }), 5)).toEqual({ "": "An object." });
    expect(said(v.load({ __class__: "Dict", schema: {}, message: "No." }), 5)).toEqual({ "": "No." });
    expect(said(v.Dict({ schema: {}, message: "No." }), 5)).toEqual({ "": "No." });
  });

  test("a function is dumped as other functions are", () => {
    const text = v.functions.add("test.text", (error: ValidationError) => `No ${error.code}`);
    try {
      const data = JSON.parse(JSON.stringify(v.Int({ messages: { type: text as never } }).dump()));
      expect(data).toEqual({ __class__: "Int", messages: { type: { __value__: "function", text: "test.text" } } });
      expect(said(v.load(data), "x")).toEqual({ "": "No invalid_type" });
    } finally {
      v.functions.delete("test.text");
    }
  });

  test("texts for errors that a class does not have are refused", () => {
    const refuses = (make: () => unknown, message: string) => expect(make).toThrow(message);
    refuses(() => v.Int({ messages: { minlen: "x" } }), "Int.messages has a key that is no error of it: 'minlen'");
    refuses(() => v.Str({ messages: { minlem: "x" } as never }), "'minlem': did you mean 'minlen'?");
    refuses(() => v.Str({ messages: { constructor: "x" } as never }), "Str.messages has a key");
    refuses(() => v.Str({ messages: { minlen: 5 } as never }), "Str.messages.minlen should be a string or a function");
    refuses(
      () => v.Str({ messages: { strip: "x" } as never }),
      "Str.messages has a key that is no error of it: 'strip'",
    );
    refuses(() => v.Str({ messages: "x" as never }), "Str.messages should be of type object");
    refuses(() => v.Str({ secret: "x" as never }), "Str.secret should be of type");
    refuses(() => v.Str({ message: 5 as never }), "Str.message should be a string or a function");
    for (const none of [undefined, null as never]) {
      expect(v.Int({ message: none, messages: none }).dump()).toEqual({ __class__: "Int" });
    }
    expect(v.Int({ messages: {} }).safe("x").error?.issues[0]?.message).toBe("Expected an integer, got a string.");
  });

  test("of classes of your own, which may have parameters of the same names", () => {
    class Even extends v.Validator<number> {
      override check(input: unknown, report: v.Report) {
        return Number(input) % 2 === 0 ? Number(input) : report.fail(MinValueError, 2, input);
      }
    }
    expect(said(new Even({ message: "Odd." }), 3)).toEqual({ "": "Odd." });
    expect(said(new Even({ messages: { min_value: "{actual} is odd." } }), 3)).toEqual({ "": "3 is odd." });
    class Long extends v.Validator {
      static override readonly params = { minlen: () => 2 };
      override check(input: unknown, report: v.Report) {
        return report.fail(MinLengthError, 2, input);
      }
    }
    expect(said(new Long({ messages: { minlen: "Short." } }), 1)).toEqual({ "": "Short." });
    class Own extends Even {
      static override readonly params = { message: () => 5 };
      declare readonly message: number;
    }
    expect(new Own({ message: "x" }).message).toBe(5);
    expect(said(new Own({ message: "x" }), 3)).toEqual({ "": "Expected at least 2, got 3." });
  });
});

test("only a text or a secret has to be looked for in a check", () => {
  const { check } = v.Int.prototype;
  const all = [{}, { alias: "annotations.check" }, { meta: { title: "A" } }, { message: "No." }, { secret: true }];
  expect(all.map((params) => v.Int(params as object).check === check)).toEqual([true, true, true, false, false]);
});

test("they are the texts of all formats of errors", () => {
  const schema = v.List(name);
  const { error } = schema.safe(["a"]);
  expect(error?.flatten()).toEqual({ formErrors: [], fieldErrors: { 0: ["Too short."] } });
  expect(error?.tree()).toEqual({ errors: [], items: [{ errors: ["Too short."] }] });
  expect(JSON.parse(JSON.stringify(error))).toMatchObject([{ message: "Too short.", code: "min_length" }]);
  expect(schema["~standard"].validate(["a"])).toEqual({ issues: [{ message: "Too short.", path: [0] }] });
  // The text of a program is no text of a formatter.
  expect(schema.safe(["a"], { formatter: v.formatError }).error?.issues[0]?.message).toBe("Too short.");
  expect(String(error?.at(0))).toBe("<0: MinLengthError(expected=2, actual=1)>");
});

test("an error of a call inside a check keeps its text", () => {
  const outer = v.Check((value) => name(value), { message: "Outer.", messages: { min_length: "Outer." } });
  expect(said(v.List(outer), ["a"])).toEqual({ "/0": "Too short." });
});

describe("the message of a Check", () => {
  const odd = v.Check((value: number) => value % 2 === 1, { message: "{actual} is not odd.", code: "odd" });
  const messagesOf = (validator: v.Validator, value: unknown) =>
    [validator.safe(value), validator.safeJson(JSON.stringify(value))].map(({ error }) =>
      error?.issues.map(({ message }) => message),
    );

  test("has placeholders, as that of other validators", () => {
    expect(messagesOf(v.List(v.AllOf(v.Int(), odd)), [2, 3])).toEqual([["2 is not odd."], ["2 is not odd."]]);
    const texts = v.Check(() => false, { message: "{code}: {{x}} {params}{context}", path: ["a"], code: "c" });
    expect(messagesOf(texts, 1)).toEqual([["c: {x} undefineda"], ["c: {x} undefineda"]]);
    // A text that a function has made is no template.
    const made = v.Check((_, fail) => fail({ message: "{actual}" }), { message: "not this" });
    expect(made.safe(1).error?.message).toBe("{actual}");
    const thrown = v.Check(
      () => {
        throw new Error("{actual}");
      },
      { throws: true },
    );
    expect(thrown.safe(1).error?.message).toBe("{actual}");
    expect(String(odd.safe(2).error)).toBe("<CheckError(message='{actual} is not odd.', code='odd')>");
  });

  test("may be a function of the error", async () => {
    const said = (error: v.ValidationError) => `${error.code} ${JSON.stringify((error as v.CheckError).params)}`;
    const check = v.Check((_: unknown, fail) => fail({ code: "c", params: { a: 1 } }), { message: said });
    expect(messagesOf(v.Dict({ a: check }), { a: 1 })).toEqual([['c {"a":1}'], ['c {"a":1}']]);
    const convert = v.Transform((text: string) => BigInt(text), { throws: true, message: said, code: "big" });
    expect(messagesOf(v.AllOf(v.Str(), convert), "x")).toEqual([["big undefined"], ["big undefined"]]);
    const slow = v.Check(async () => false, { async: true, message: said });
    expect((await slow.safeAsync(1)).error?.message).toBe("check undefined");
    // It comes before those of the validators around it.
    const around = v.AllOf([v.Int(), v.Check(() => false, { message: () => "mine" })], { message: "theirs" });
    expect(messagesOf(around, 1)).toEqual([["mine"], ["mine"]]);
    expect(check.dump().message).toBe(said);
    expect(check.clone({ code: "d" }).safe(1).error?.message).toBe('c {"a":1}');
    expect(() => v.Check(() => true, { message: 5 as never })).toThrow("Check.message should be of type string");
  });

  test("is translated, and says nothing of secrets", () => {
    const german = { ...de, texts: { "{actual} is not odd.": "{actual} ist gerade." } };
    expect(odd.safe(2, { locale: german }).error?.message).toBe("2 ist gerade.");
    const secret = v.Dict({ pin: v.AllOf([v.Int(), odd], { secret: true }) });
    const { error } = secret.safe({ pin: 4712 });
    expect(error?.message).toContain("pin: \u2026 is not odd.");
    expect(JSON.stringify(error)).not.toContain("4712");
  });
});

describe("a message function", () => {
  const messageOf = (message: unknown) =>
    v.Int({ max: 5, message: message as never }).safe(7).error?.issues[0]?.message;

  test("that returns undefined leaves the message to the language", () => {
    expect(messageOf(() => undefined)).toBe("Expected at most 5, got 7.");
    expect(messageOf(() => null)).toBe("Expected at most 5, got 7.");
    expect(messageOf(() => "")).toBe("");
    expect(v.Check(() => false, { message: (() => undefined) as never }).safe(1).error?.message).toBe(
      "Value is not valid.",
    );
  });

  test("that throws, or returns anything else than text, fails where the message is read", () => {
    const thrown = new RangeError("mine");
    expect(() =>
      messageOf(() => {
        throw thrown;
      }),
    ).toThrow(thrown);
    expect(() => messageOf(() => 5)).toThrow("The function of a message should return text, got integer");
    // Its rejection is handled.
    expect(() => messageOf(async () => Promise.reject(thrown))).toThrow("should return text, got instance");
    const { ok, error } = v.Int({ max: 5, message: () => 5 as never }).safe(7);
    expect([ok, String(error), error?.code]).toEqual([false, "<MaxValueError(expected=5, actual=7)>", "max_value"]);
  });
});
