/** Texts by their parts. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { arbitrary } from "../src/fast-check/index.ts";
import {
  AllOf,
  Bool,
  Check,
  Const,
  Date as DateOf,
  Dict,
  Float,
  fromJsonSchema,
  type Infer,
  type InferInput,
  Int,
  Json,
  LazyRef,
  load,
  Nullable,
  OneOf,
  Optional,
  Str,
  Template,
  toJsonSchema,
  toSource,
  type Validator,
} from "../src/index.ts";
import { FORMATS, type FormatName } from "../src/text/formats/index.ts";
import { mayBacktrack } from "../src/text/pattern/ambiguity.ts";
import { integersOf, oneOf, wholeAlternatives } from "../src/text/pattern/compose.ts";
import { parsePattern } from "../src/text/pattern/syntax.ts";
import { CASES } from "./formats/cases.ts";
import { sweep } from "./support/sweep.ts";
import { exact } from "./types/exact.ts";

const version = Template(["v", Int({ min: 0 }), ".", Int({ min: 0 })]);

/** Parts, texts that they accept, and texts that they refuse. */
const PARTS: readonly (readonly [name: string, parts: readonly unknown[], valid: string[], invalid: string[]])[] = [
  ["no part", [], [""], [" ", "a"]],
  ["texts", ["a.b", "*", "(["], ["a.b*(["], ["axb*([", "a.b*([ ", "a.bb(["]],
  ["values", [1, "-", true, 2n, null, 0.5], ["1-true2null0.5"], ["1-true2null0x5", "1-True2null0.5"]],
  ["line ends", ["a"], ["a"], ["a\n", "\na"]],
  ["Int", ["v", Int()], ["v0", "v-12", "v007", `v${"9".repeat(400)}`], ["v", "v+1", "v1.5", "v1e3", "v٣", "v 1"]],
  ["Int with limits", [Int({ min: -20, exclusive_max: 300 })], ["-20", "0", "299", "0299"], ["-21", "300", "1000"]],
  ["Int of bigints", [Int({ bigint: true, min: 10n ** 20n })], ["1".repeat(21)], ["9".repeat(20), "-5"]],
  ["Int above", [Int({ exclusive_min: 99 })], ["100", "4711"], ["99", "-100", "0099"]],
  ["Int with options", [Int({ options: [1, 20, -3], max: 10 })], ["1", "-3"], ["20", "2", "01"]],
  ["Float", [Float(), "px"], ["1px", "-1.50px", "007px"], ["1.px", ".5px", "1e3px", "NaNpx", "Infinitypx"]],
  ["Bool", [Bool()], ["true", "false"], ["True", "1", "truefalse"]],
  ["Str", ["<", Str(), ">"], ["<>", "<a>b\n>"], ["<a", "a>"]],
  ["Str with lengths", [Str({ minlen: 1, maxlen: 2 }), "!"], ["😀😀!", "a!"], ["!", "aaa!"]],
  ["Str of ASCII", [Str({ ascii: true, maxlen: 3 }), "é"], ["abcé", "é"], ["éé", "abcdé"]],
  ["Str with a pattern to its end", ["#", Str({ pattern: "^[a-f]{2}$|x$" }), ";"], ["#ab;", "#x;"], ["#abc;", "#a;"]],
  ["Str with a pattern from its start", [Str({ pattern: "a|(?<n>b)" }), ";"], ["axx;", "b;"], ["xa;", ";"]],
  ["two patterns with names", [Str({ pattern: "(?<n>a)$" }), Str({ pattern: "(?<n>b)$" })], ["ab"], ["a", "b"]],
  ["Str with a RegExp", [Str({ pattern: /^\d{2}-\d{2}$/ }), "Z"], ["05-07Z"], ["5-7Z"]],
  [
    "Str with options",
    [Str({ options: ["a.b", "a.bc", "toolong"], maxlen: 4 }), "c"],
    ["a.bc", "a.bcc"],
    ["axbc", "toolongc"],
  ],
  [
    "Str with a format",
    ["user_", Str({ format: "ulid" })],
    ["user_01ARZ3NDEKTSV4RRFFQ69G5FAV"],
    ["user_01ARZ3NDEKTSV4RRFFQ69G5FA"],
  ],
  ["Const", [Const("a|b"), Const(5), Const(null)], ["a|b5null"], ["a5null"]],
  ["OneOf", [OneOf(Const("a"), OneOf(Int({ min: 0, max: 3 }), Bool())), "."], ["a.", "3.", "true."], ["b.", "4.", "."]],
  ["Nullable", [Nullable(Int()), "/", Int({ nullable: true })], ["null/1", "1/null"], ["/"]],
  ["Optional", [Int(), Optional(Str({ options: ["px", "em"] }))], ["1", "1px"], ["1pt", "px"]],
  ["a Template", [version, "-", version], ["v1.2-v3.4"], ["v1.2", "v1.2-v3"]],
  ["surrogates beside text", [Str({ maxlen: 1 }), "b"], ["\ud800b", "😀b"], ["\ud800\ud800b"]],
];

describe("Template", () => {
  test.each(PARTS)("accepts and refuses texts, by every call: %s", (_, parts, valid, invalid) => {
    const one = Template(parts as never) as Validator;
    const both = [...valid, ...invalid];
    const verdicts = both.map((text) => valid.includes(text));
    expect(both.map((text) => one.is(text))).toEqual(verdicts);
    expect(both.map((text) => one.safe(text).ok)).toEqual(verdicts);
    expect(both.map((text) => one.isJson(JSON.stringify(text)))).toEqual(verdicts);
    expect(both.map((text) => one.safeJson(JSON.stringify([text])).ok)).toEqual(both.map(() => false));
    for (const text of valid) {
      expect(one(text)).toBe(text);
      expect(one.json(JSON.stringify(text))).toBe(text);
      expect([one.encode(text), one.stringify(text)]).toEqual([text, JSON.stringify(text)]);
    }
    for (const text of invalid) expect(one.safe(text).error?.issues.map(({ code }) => code)).toEqual(["pattern_match"]);
    // What is written means the same.
    const again = [load(one.dump()) as Validator, fromJsonSchema(toJsonSchema(one)) as Validator];
    for (const other of again) expect(both.map((text) => other.is(text))).toEqual(verdicts);
  });

  test.each(PARTS)("test data is valid, and some of it new: %s", (_, parts) => {
    const one = Template(parts as never) as Validator;
    fc.assert(
      fc.property(arbitrary(one), (text) => one.is(text)),
      { numRuns: 30 },
    );
  });

  test("is a Str with a pattern: dumped, written and shown as one", () => {
    expect(version.pattern).toBe("^v\\d+\\.\\d+$");
    expect(version).toBeInstanceOf(Str);
    expect(toJsonSchema(version)).toMatchObject({ type: "string", pattern: "^v\\d+\\.\\d+$" });
    expect(toSource(version)).toContain("Str({ pattern: /^v\\d+\\.\\d+$/ })");
    expect(version.equals(Str({ pattern: "^v\\d+\\.\\d+$" }))).toBe(true);
  });

  test("has its template literal type, as result and as input", () => {
    exact<Infer<typeof version>, `v${number}.${number}`>();
    exact<InferInput<typeof version>, `v${number}.${number}`>();
    const size = Template([Float(), Optional(Str({ options: ["px", "em"] }))]);
    exact<Infer<typeof size>, `${number}` | `${number}px` | `${number}em`>();
    const maybe = Template(["id-", OneOf(Int({ bigint: true }), Bool())], { nullable: true });
    exact<Infer<typeof maybe>, `id-${bigint}` | "id-true" | "id-false" | null>();
    const rest = Template([Const("a"), 1, null, Str(), Nullable(Const(2))]);
    exact<Infer<typeof rest>, `a1null${string}2` | `a1null${string}null`>();
    const nested = Template([version, "/", version]);
    exact<Infer<typeof nested>, `v${number}.${number}/v${number}.${number}`>();
    const none = Template([]);
    exact<Infer<typeof none>, "">();
    const some = Template([..."ab"]);
    exact<Infer<typeof some>, string>();
    const member = Dict({ version });
    exact<Infer<typeof member>, { version: `v${number}.${number}` }>();
    const text: string = "v1.2";
    if (version.is(text)) exact<typeof text, `v${number}.${number}`>();
  });

  test("takes the parameters of all validators", () => {
    const secret = Template(["key-", Int()], {
      secret: true,
      message: "No key.",
      meta: { title: "Key" },
      nullable: true,
    });
    expect(secret(null)).toBe(null);
    const { error } = secret.safe("key-x");
    expect([error?.issues[0]?.message, JSON.stringify(error?.issues).includes("key-x")]).toEqual(["No key.", false]);
    expect(toJsonSchema(secret)).toMatchObject({ title: "Key" });
    // @ts-expect-error: a misspelt parameter
    expect(() => Template(["a"], { nulable: true })).toThrow(
      new TypeError("Template got an unexpected parameter 'nulable': did you mean 'nullable'?"),
    );
    // @ts-expect-error: the parts are the pattern
    expect(() => Template(["a"], { pattern: "b" })).toThrow("unexpected parameter 'pattern'");
  });

  test.each<readonly [string, () => unknown, string]>([
    ["a date", () => DateOf(), "Template.parts[1]: no regular expression describes the texts of Date"],
    ["a Dict", () => Dict({}), "Template.parts[1]: no regular expression describes the texts of Dict"],
    [
      "a pipeline",
      () =>
        AllOf(
          Str(),
          Check(() => true),
        ),
      "Template.parts[1]: no regular expression describes the texts of AllOf",
    ],
    [
      "a reference",
      () => LazyRef(() => Str()),
      "Template.parts[1]: no regular expression describes the texts of LazyRef",
    ],
    ["Json", () => Json(), "Template.parts[1].by_type: no regular expression describes OneOf with it"],
    [
      "a subclass",
      () => new (class Own extends Str {})(),
      "Template.parts[1]: no regular expression describes the texts of Own",
    ],
    [
      "limits of a Float",
      () => Float({ min: 0 }),
      "Template.parts[1].min: no regular expression describes Float with it",
    ],
    [
      "multiples",
      () => Int({ multiple_of: 2 }),
      "Template.parts[1].multiple_of: no regular expression describes Int with it",
    ],
    ["conversions", () => Str({ strip: true }), "Template.parts[1].strip: no regular expression describes Str with it"],
    [
      "conversions of numbers",
      () => Int({ coerce: true }),
      "Template.parts[1].coerce: no regular expression describes Int with it",
    ],
    ["words", () => Bool({ true: ["ja"] }), "Template.parts[1].true: no regular expression describes Bool with it"],
    ["a message", () => Int({ message: "No." }), "Template.parts[1].message: give it to the Template"],
    ["a secret", () => OneOf(Str({ secret: true })), "Template.parts[1].steps[0].secret: give it to the Template"],
    [
      "two conditions",
      () => Str({ pattern: "a$", maxlen: 3 }),
      "Template.parts[1].maxlen: no regular expression describes Str with it",
    ],
    ["a format", () => Str({ format: "email" }), "Template.parts[1].format: 'email' is not a regular expression"],
    [
      "look-ahead",
      () => Str({ pattern: "(?=a)" }),
      "Template.parts[1].pattern: flags, look-around, references, and '^', '$' or '\\b' inside cannot be part of another pattern",
    ],
    ["an anchor inside", () => Str({ pattern: "(a$|b)" }), "Template.parts[1].pattern: flags,"],
    ["a flag", () => Str({ pattern: /a/iu }), "Template.parts[1].pattern: flags,"],
    ["half a pair", () => "\ud800", "Template.parts[1] should not have half of a surrogate pair"],
    [
      "a constant that is no text",
      () => Const({ a: 1 }),
      "Template.parts[1].value should be a validator, or a string, finite number, bigint, boolean or null, got object",
    ],
    [
      "NaN",
      () => Number.NaN,
      "Template.parts[1] should be a validator, or a string, finite number, bigint, boolean or null, got",
    ],
    [
      "undefined",
      () => undefined,
      "Template.parts[1] should be a validator, or a string, finite number, bigint, boolean or null, got",
    ],
    [
      "long limits",
      () => Int({ bigint: true, min: 10n ** 50n }),
      "Template.parts[1] should not have limits of more than 40 digits",
    ],
    [
      "steps that are too deep",
      () => Array.from({ length: 120 }).reduce<Validator>((one) => OneOf(one) as never, Int() as never),
      "should not be nested deeper than 100",
    ],
  ])("fails when it is built, with the place: %s", (_, part, message) => {
    expect(() => Template(["a", part()] as never)).toThrow(message);
  });

  test("parts that no text can have do not compile", () => {
    // @ts-expect-error: a date is no text
    expect(() => Template([DateOf()])).toThrow();
    // @ts-expect-error: nor is an object
    expect(() => Template([{}])).toThrow();
    // @ts-expect-error: the parts are a list
    expect(() => Template("a")).toThrow("Template.parts should be of type array");
  });

  test("takes time in proportion to the text, whatever its parts are", () => {
    const many = Template([Str(), ",", Str(), ",", Str(), ",", Int(), Int(), Int()]);
    expect(mayBacktrack(parsePattern(many.pattern, "") as never)).toBe(true);
    expect(many.is(`${",".repeat(20_000)}${"1".repeat(20_000)}x`)).toBe(false);
    expect(many.isJson(`"${",".repeat(20_000)}${"1".repeat(20_000)}"`)).toBe(true);
  });
});

describe("beside zod", () => {
  const texts = [
    "",
    "1",
    "-1",
    "01",
    "+1",
    "1.5",
    "-0.50",
    ".5",
    "1.",
    "1e3",
    "1n",
    "true",
    "false",
    "TRUE",
    "null",
    "a",
    "a\n",
    "ab",
    "abc",
    "px",
  ];
  test.each<readonly [string, Validator, z.ZodType]>([
    ["int", Template([Int()]) as never, z.templateLiteral([z.int()])],
    ["number", Template([Float()]) as never, z.templateLiteral([z.number()])],
    ["boolean", Template([Bool()]) as never, z.templateLiteral([z.boolean()])],
    ["null", Template([null]) as never, z.templateLiteral([z.null()])],
    ["string", Template(["a", Str()]) as never, z.templateLiteral(["a", z.string()])],
    ["lengths", Template([Str({ minlen: 1, maxlen: 2 })]) as never, z.templateLiteral([z.string().min(1).max(2)])],
    ["enum", Template([Str({ options: ["a", "px"] })]) as never, z.templateLiteral([z.enum(["a", "px"])])],
    ["union", Template([OneOf(Int(), Const("a"))]) as never, z.templateLiteral([z.union([z.int(), z.literal("a")])])],
    ["nullable", Template([Nullable(Int())]) as never, z.templateLiteral([z.int().nullable()])],
    ["optional", Template([Optional(Int())]) as never, z.templateLiteral([z.int().optional()])],
  ])("the same texts: %s", (_, ours, theirs) => {
    expect(texts.map((text) => [text, ours.is(text)])).toEqual(
      texts.map((text) => [text, theirs.safeParse(text).success]),
    );
  });

  test("but limits of numbers are enforced, and what cannot be is refused", () => {
    expect(z.templateLiteral([z.int().max(5)]).safeParse("7").success).toBe(true);
    expect(Template([Int({ max: 5 })]).is("7")).toBe(false);
    expect(z.templateLiteral([z.string().regex(/a$/).max(2)]).safeParse("a").success).toBe(true);
    expect(() => Template([Str({ pattern: "a$", maxlen: 2 })])).toThrow("Template.parts[0].maxlen");
    // A pattern matches from the start, wherever it is.
    expect(z.templateLiteral([z.string().regex(/^a/)]).safeParse("ab").success).toBe(false);
    expect(Template([Str({ pattern: "^a" })]).is("ab")).toBe(true);
  });
});

describe("sources", () => {
  test("integers of a range, with zeros in front", () => {
    const limit = fc.option(
      fc.oneof(fc.bigInt({ min: -1200n, max: 1200n }), fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n })),
      { nil: undefined },
    );
    fc.assert(
      fc.property(limit, limit, fc.bigInt({ min: -1500n, max: 1500n }), fc.nat(3), (a, b, any, zeros) => {
        const [min, max] = a !== undefined && b !== undefined && a > b ? [b, a] : [a, b];
        const source = new RegExp(`^${oneOf(integersOf({ min, max }))}$`, "u");
        for (const value of [any, min, max, min && min - 1n, max && max + 1n]) {
          if (value === undefined) continue;
          const text = `${value < 0n ? "-" : ""}${"0".repeat(zeros)}${value < 0n ? -value : value}`;
          const isInside = (min === undefined || value >= min) && (max === undefined || value <= max);
          expect([text, source.test(text)]).toEqual([text, isInside]);
        }
      }),
      { numRuns: sweep(300, 6000) },
    );
  });

  test.each([
    "a",
    "^a",
    "a$",
    "^a|b$|c",
    "^(?:a|b)+$",
    "[$^|]$",
    "\\$$",
    "a\\\\$",
    "\\|",
    "",
    "^$",
    "(?<n>a)(?<m>b)?$",
  ])("the whole of %j matches what it accepts from the start", (pattern) => {
    const whole = new RegExp(`^${oneOf(wholeAlternatives(pattern) as string[])}$`, "u");
    const one = Str({ pattern });
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "b", "c", "$", "^", "|", "\\", "\n"), maxLength: 4 }),
        (text) => {
          expect([text, whole.test(text)]).toEqual([text, one.is(text)]);
        },
      ),
      { numRuns: sweep(300, 3000) },
    );
  });

  const regular = Object.entries(FORMATS).filter(([, { pattern }]) => pattern !== undefined);
  test("some formats are patterns", () => {
    expect(regular.length).toBeGreaterThan(20);
  });
  test.each(regular)("a part of the format %s accepts what the format does", (name, { pattern }) => {
    expect(pattern?.source).toMatch(/^\^.*\$$/);
    const format = name as FormatName;
    const { good, bad } = CASES[format];
    const part = Template(["<", Str({ format }), ">"]) as Validator;
    for (const text of good) expect([text, part.is(`<${text}>`)]).toEqual([text, true]);
    for (const text of bad) expect([text, part.is(`<${text}>`)]).toEqual([text, false]);
  });
});
