import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { becauseOf } from "../../src/core/errors/reason.ts";
import type { Report } from "../../src/core/report/report.ts";
import { concealSecrets, hasSecrets, moverIn, Secrets } from "../../src/core/schemas/secrets.ts";
import { execution } from "../../src/engines/fast/mode.ts";
import { CheckError, MinValueError, MissingKeyError, ValidationError } from "../../src/exc.ts";
import * as v from "../../src/index.ts";
import { invalid } from "../../src/servers/problem.ts";
import { keepMode } from "../fast/mode.ts";
import { sweep } from "../support/sweep.ts";
import { verdict } from "../support/verdict.ts";

keepMode();

/** All that an error shows of itself. */
function shownBy(error: ValidationError): string {
  const all = [error, ...error];
  return [
    ...all.flatMap((one) => [one.message, String(one), one.stack ?? "", inspect(one, { depth: 9, showHidden: true })]),
    ...all.flatMap((one) => [inspect(one.cause), inspect((one as { given?: unknown }).given), one.formatContext()]),
    JSON.stringify(error),
    inspect(error.issues, { depth: 9 }),
    JSON.stringify([error.flatten(), error.tree(), v.formatError(error)]),
    JSON.stringify(invalid([["body", error]])),
  ].join("\n");
}

/** The errors of a value, in every way of asking. */
function errorsOf(validator: v.Validator, input: unknown): ValidationError[] {
  const errors: ValidationError[] = [];
  const keep = (error: ValidationError | undefined) => error !== undefined && errors.push(error);
  const thrown = (act: () => unknown): ValidationError | undefined => {
    try {
      act();
      return undefined;
    } catch (error) {
      return error as ValidationError;
    }
  };
  const { mode } = execution;
  for (execution.mode of ["check", "compiled"] as const) {
    keep(validator.safe(input).error);
    keep(thrown(() => validator(input)));
    const outer = v.List(v.Check((value) => validator(value)));
    keep(thrown(() => outer([input])));
    v.Fallback(validator, null as never).safe(input, { onFallback: keep });
  }
  execution.mode = mode;
  const text = JSON.stringify(input);
  if (text !== undefined) {
    keep(validator.safeJson(text).error);
    keep(thrown(() => validator.json(new TextEncoder().encode(text))));
  }
  return errors;
}

const SECRET = "hunter-secret-2";
const secret = (params = {}) => v.Str({ maxlen: 3, secret: true, ...params });
class Custom extends v.Validator {
  static override readonly params = { item: (_owner: v.Validator, _name: string, value: unknown) => value };
  declare readonly item: v.Validator;
  override check(input: unknown, report: v.Report) {
    const { item } = this;
    return report.nest(() => Object.entries(input as object).map(([key, one]) => report.member(item, one, key)));
  }
}
const any = (_owner: unknown, _name: string, value: unknown) => value;
class Named extends Custom {
  static override readonly params = {
    ...Custom.params,
    ...{ schema: any, path: any, steps: any, extra: any, items: any, discriminator: any },
  };
}
const hidden = secret();
class Closed extends v.Validator {
  override check(input: unknown, report: v.Report) {
    return v.Dict({ pw: v.List(hidden) }).check(input, report as never);
  }
}
class Failing extends v.Validator {
  override check(input: unknown, report: v.Report) {
    return report.fail(MinValueError, 5, input);
  }
}

const atTwoPlaces = { pw: SECRET };
const saying = (pw: v.Validator<string>): v.Validator =>
  v.AllOf(
    v.Dict({ pw }),
    v.Check((value: typeof atTwoPlaces, fail) => fail({ message: `No ${value.pw}.` })),
  ) as never;

const notEven = (value: v.Validator): v.Validator =>
  v.AllOf(
    value,
    v.Check((_, fail) => fail({ message: `No ${SECRET}.` })),
  );

const throwing = (): never => {
  throw new Error("No.");
};
/** Text that shows what a function got. */
const shows = "got {actual}";
const pair = v.Dict({ pw: secret({ maxlen: 99 }), age: v.Int() });
const reading = v.Transform((text: string) => JSON.parse(text), { throws: true, message: shows });

const cases: [string, v.Validator, unknown][] = [
  ...(
    [
      [
        "of a function",
        v.AllOf(
          pair,
          v.Check(() => false, { message: shows }),
        ),
      ],
      [
        "of a function that says why",
        v.AllOf(
          pair,
          v.Check(() => false, { message: shows, path: ["age"] }),
        ),
      ],
      [
        "of a member",
        v.Dict({
          a: v.AllOf(
            pair,
            v.Check(() => false, { message: shows }),
          ),
        }),
      ],
      ["of a function that throws", v.AllOf(pair, v.Check(throwing, { message: shows, throws: true }))],
      ["of the pipeline", v.AllOf([pair, v.Check(() => false)], { message: shows })],
      [
        "of a text for each code",
        v.AllOf(
          pair,
          v.Check(() => false, { messages: { check: shows } } as never),
        ),
      ],
    ] as const
  ).map(([name, validator]): [string, v.Validator, unknown] => {
    const value = { pw: SECRET, age: 5 };
    return [`the value in the text ${name}`, validator, name === "of a member" ? { a: value } : value];
  }),
  ["a constant after the secret", v.AllOf(pair as v.Validator, v.Const(1)), { pw: SECRET, age: 5 }],
  ["a length", secret(), SECRET],
  ["a pattern", v.Str({ pattern: /\d/, secret: true }), SECRET],
  ["a format", v.Str({ format: "email", secret: true }), SECRET],
  ["options", v.Str({ options: ["a"], secret: true }), SECRET],
  ["the option that is expected", v.Str({ options: [SECRET], secret: true }), "a"],
  ["a constant", v.Const(SECRET, { secret: true } as never), "a"],
  ["a number", v.Int({ max: 5, secret: true }), 48151623],
  ["a conversion", v.Int({ coerce: true, secret: true }), SECRET],
  ["a date", v.Date({ format: "iso", secret: true }), SECRET],
  [
    "a parser",
    v.Date({
      parser: (text) => {
        throw new Error(text);
      },
      secret: true,
    }),
    SECRET,
  ],
  ["a class", v.Type(Number, { secret: true, coerce: true } as never), SECRET],
  ["a member", v.Dict({ pw: secret() }), { pw: SECRET }],
  ["an item", v.List(v.Tuple(v.Int(), secret())), [[1, SECRET]]],
  [
    "a member of a secret",
    v.Dict({ a: v.Dict({ b: v.Str({ maxlen: 1 }), c: v.Int() }, { secret: true }) }),
    { a: { b: SECRET, c: SECRET } },
  ],
  ["an unknown key in a secret", v.Dict({ a: v.Dict({}, { secret: true }) }), { a: { [SECRET]: 1 } }],
  [
    "an extra key in a secret",
    v.Dict({ extra: [v.Str(), v.Dict({ x: v.Int() })], secret: true }),
    { [SECRET]: { x: "1" } },
  ],
  ["a secret key", v.Dict({ extra: [secret(), v.Int()] }), { [SECRET]: 1 }],
  [
    "the value of a secret key",
    v.Dict({ extra: [secret({ maxlen: 99 }), v.Dict({ x: v.Int() })] }),
    { [SECRET]: { x: "a" } },
  ],
  [
    "the value of a secret key that matches a pattern",
    v.Dict({}, { keys: secret({ maxlen: 99 }), patterns: { hunter: v.Dict({ x: v.Int() }) } }),
    { [SECRET]: { x: "a" } },
  ],
  [
    "a secret key that another alternative refuses",
    v.OneOf(v.Dict({ extra: [secret(), v.Int()] }), v.Dict({})),
    { [SECRET]: 1 },
  ],
  [
    "a secret key that is missing",
    v.Dict({ extra: [v.Str({ options: [SECRET, "a"], secret: true }), v.Int()], exhaustive: true }),
    { a: 1 },
  ],
  ["another alternative", v.OneOf(secret(), v.Const("x"), v.Int({ coerce: true })), SECRET],
  [
    "another alternative of a member",
    v.OneOf(v.Dict({ pw: secret() }), v.Dict({ pw: v.Int({ coerce: true }) })),
    { pw: SECRET },
  ],
  ["a constant of the whole", v.OneOf(v.Dict({ pw: secret() }), v.Const({ pw: "a" })), { pw: SECRET }],
  ["an earlier step", v.AllOf(v.Str({ pattern: /\d/ }), secret()), SECRET],
  ["a later step", v.AllOf(secret({ maxlen: 99 }), v.Str({ pattern: /\d/ })), SECRET],
  [
    "a step that moves it",
    v.AllOf(
      v.Dict({ pw: secret({ maxlen: 99 }) }),
      v.Transform(({ pw }) => ({ name: pw })),
      v.Dict({ name: v.Int({ coerce: true }) }),
    ),
    { pw: SECRET },
  ],
  [
    "text with it",
    v.AllOf(
      v.Str({ maxlen: 5 }),
      v.Transform((text: string) => JSON.parse(text)),
      v.Dict({ pw: secret() }),
    ),
    `{"pw":"${SECRET}"}`,
  ],
  [
    "a reference",
    v.OneOf(
      v.LazyRef(() => secret()),
      v.Const(1),
    ),
    SECRET,
  ],
  ["a recursive reference", v.Dict({ a: v.LazyRef(() => v.Dict({ b: secret() })) }), { a: { b: SECRET } }],
  [
    "a default",
    v.Dict({ a: v.Default(secret(), "x"), b: v.Default(v.Int(), 5, { secret: true }) }),
    { a: SECRET, b: SECRET },
  ],
  [
    "a tag",
    v.OneOf([v.Dict({ k: v.Const("a", { secret: true } as never) }), v.Dict({ k: v.Const("b") })], {
      discriminator: "k",
    }),
    { k: SECRET },
  ],
  [
    "the message of a Check",
    v.AllOf(
      secret({ maxlen: 99 }),
      v.Check((text: string) => {
        throw new CheckError({ message: `No ${text}` });
      }),
    ),
    SECRET,
  ],
  [
    "what a Check reports",
    v.AllOf(
      secret({ maxlen: 99 }),
      v.Check((text: string, fail) => {
        fail({ message: `No ${text}`, params: { text }, code: `is-${text}`, path: [text] });
      }),
    ),
    SECRET,
  ],
  [
    "what a Check reports of the whole",
    v.AllOf(
      v.Dict({ pw: secret({ maxlen: 99 }) }),
      v.Check(({ pw }, fail) => {
        fail({ message: `No ${pw}`, params: { pw } });
        fail({ path: ["pw"], message: pw });
      }),
    ),
    { pw: SECRET },
  ],
  [
    "the parameters that a Check reports of the whole",
    v.AllOf(
      v.Dict({ pw: secret({ maxlen: 99 }) }),
      v.Check(({ pw }, fail) => fail({ message: "No.", params: { pw } })),
    ),
    { pw: SECRET },
  ],
  ["an item at its place", v.Tuple(v.Int(), secret()), [1, SECRET]],
  [
    "what a Check says of an item at its place",
    v.AllOf(
      v.Tuple(v.Int(), secret({ maxlen: 99 })),
      v.Check(([, pw], fail) => fail({ message: `No ${pw}.` })),
    ),
    [1, SECRET],
  ],
  [
    "what a Check says of secret keys",
    v.AllOf(
      v.Dict({ extra: [secret({ maxlen: 99 }), v.Int()] }),
      v.Check((value, fail) => {
        for (const key of Object.keys(value)) fail({ path: [key], message: `No ${key}.`, code: key, params: { key } });
      }),
    ),
    { [SECRET]: 1 },
  ],
  [
    "a path that a Check makes",
    v.AllOf(
      v.Dict({ pw: secret({ maxlen: 99 }) }),
      v.Check(({ pw }, fail) => {
        fail({ path: [pw] });
        fail({ path: ["pw", `of-${pw}`, 0] });
      }),
    ),
    { pw: SECRET },
  ],
  [
    "what a Check throws",
    v.AllOf(
      v.Dict({ pw: secret({ maxlen: 99 }) }),
      v.Check(({ pw }) => {
        throw new MinValueError({ expected: 1, actual: pw });
      }),
    ),
    { pw: SECRET },
  ],
  [
    "an Error that a Check throws",
    v.AllOf(
      secret({ maxlen: 99 }),
      v.Check((text: string) => JSON.parse(text), { throws: true }),
    ),
    SECRET,
  ],
  [
    "an Error that a Transform throws",
    v.AllOf(
      v.Dict({ pw: secret({ maxlen: 99 }) }),
      v.Transform(({ pw }) => JSON.parse(pw), { throws: true }),
    ),
    { pw: SECRET },
  ],
  ["a class of the caller's", new Custom({ item: secret() }), { a: SECRET }],
  [
    "a class with keys of the caller's",
    v.Dict({ x: new Custom({ item: v.Int(), secret: true }) }),
    { x: { [SECRET]: "a" } },
  ],
  ["a class with a validator of its own", v.Dict({ x: new Closed() }), { x: { pw: [SECRET] } }],
  [
    "a class whose parameters have names of others",
    new Named({ item: secret(), schema: null, path: 5, steps: "a", extra: 1, items: 2, discriminator: {} } as never),
    { a: SECRET },
  ],
  [
    "a member in a class",
    new Custom({ item: v.Dict({ a: v.Str({ options: ["b"], secret: true }) }) }),
    { x: { a: SECRET } },
  ],
  [
    "a key of the caller's before one that is missing",
    v.Dict({ x: new Custom({ item: v.Dict({ q: v.Int() }), secret: true }) }),
    { x: { [SECRET]: {} } },
  ],
  [
    "a secret key that is no option",
    v.Dict({ extra: [v.Str({ options: ["a"], secret: true }), v.Int()] }),
    { [SECRET]: 1 },
  ],
  [
    "a secret key that is no option of another alternative",
    v.OneOf(v.Dict({ extra: [secret(), v.Int()] }), v.Dict({ extra: [v.Str({ options: ["a"] }), v.Int()] })),
    { [SECRET]: 1 },
  ],
  [
    "a key of another alternative before one that is missing",
    v.OneOf(v.Str({ secret: true }), v.Dict({ extra: [v.Str(), v.Dict({ q: v.Int() })] })),
    { [SECRET]: {} },
  ],
  ["the value of an extra key", v.Dict({ extra: [v.Str(), v.Str({ options: ["a"], secret: true })] }), { x: SECRET }],
  [
    "a member by its name outside",
    v.Dict({ pin: v.Str({ options: ["a"], secret: true }) }, { names: { pin: "PIN" } }),
    { PIN: SECRET },
  ],
  [
    "the end of a long text",
    v.AllOf(
      secret({ maxlen: 99 }),
      v.Check((text, fail) => fail({ message: `${"x".repeat(2000)} ${text}` })),
    ),
    SECRET,
  ],
  [
    "the code that is one of two",
    v.AllOf(
      v.Dict({ a: secret(), pw: secret({ maxlen: 99 }) }),
      v.Check(({ pw }, fail) => fail({ code: pw })),
    ),
    { a: "abc", pw: SECRET },
  ],
  [
    "what a Check says of what a Transform has moved",
    v.AllOf(
      v.Dict({ pw: secret({ maxlen: 99 }) }),
      v.Transform(({ pw }) => ({ name: pw })),
      v.Dict({
        name: v.AllOf(
          v.Str(),
          v.Check((name, fail) => fail({ message: `No ${name}.` })),
        ),
      }),
    ),
    { pw: SECRET },
  ],
  [
    "what a Check says of an object that a Transform has made",
    v.AllOf(
      v.Dict({ pw: secret({ maxlen: 99 }) }),
      v.Transform(({ pw }) => ({ name: pw })),
      v.Check(({ name }, fail) => fail({ message: `No ${name}.`, code: name, path: [name] })),
    ),
    { pw: SECRET },
  ],
  [
    "the condition of an If, of what a Transform makes a secret",
    v.AllOf(
      v.If(
        v.Dict({ word: v.Const(SECRET) }),
        v.Check(() => false),
      ),
      v.Transform(({ word }) => ({ pw: word })),
      v.Dict({ pw: secret() }),
    ),
    { word: SECRET },
  ],
  ["a text that a Transform cannot read", v.AllOf(reading, pair), `{"pw": "${SECRET}`],
  [
    "what a Check says of a text that a Transform reads",
    v.AllOf(
      v.Check((text, fail) => fail({ message: `No ${text}.` })),
      reading,
      pair,
    ),
    JSON.stringify({ pw: SECRET }),
  ],
  [
    "what a Check says of a member that is beside a secret, in a secret",
    v.Dict(
      {
        a: v.AllOf(
          v.Dict({ pw: secret(), name: v.Str() }),
          v.Check(({ name }, fail) => fail({ message: `No ${name}.` })),
        ),
      },
      { secret: true },
    ),
    { a: { pw: "a", name: SECRET } },
  ],
  [
    "what a Check says of a member in a class",
    v.AllOf(
      v.Check((value, fail) => fail({ message: `No ${value.x.pw}.` })),
      new Custom({ item: v.Dict({ pw: secret() }) }),
    ),
    { x: { pw: SECRET } },
  ],
  ["a class that is secret", new Failing({ secret: true }), SECRET],
  ["a class beside a secret", v.AllOf(v.Dict({ pw: secret({ maxlen: 99 }) }), new Failing()), { pw: SECRET }],
  ["a text of the schema", v.Str({ maxlen: 1, secret: true, message: "Not {actual}, {given}." }), SECRET],
  [
    "a function of the schema",
    v.Int({
      coerce: true,
      secret: true,
      message: (error: ValidationError) => `${error} ${(error as MinValueError).actual}`,
    }),
    SECRET,
  ],
];

describe("a secret is shown nowhere", () => {
  test.each(cases)("%s", (_name, validator, input) => {
    const errors = errorsOf(validator, input);
    expect(errors.length).toBeGreaterThan(2);
    for (const error of errors) {
      const text = shownBy(error);
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain("48151623");
    }
  });
});

describe("what is no secret is shown", () => {
  const messagesOf = (validator: v.Validator, input: unknown) =>
    errorsOf(validator, input)[0]?.issues.map(({ pointer, message, actual }) => [pointer, message, actual]);

  test.each<[string, v.Validator, unknown, unknown]>([
    [
      "beside a secret",
      v.Dict({ pw: secret(), name: v.Str({ maxlen: 1 }) }),
      { pw: SECRET, name: "Ann" },
      [
        ["/pw", "Expected at most 3 characters.", undefined],
        ["/name", "Expected at most 1 character, got 3.", 3],
      ],
    ],
    [
      "keys that the schema names",
      v.Dict({ a: v.Dict({ user: v.Str(), pw: v.List(v.Int()) }, { secret: true }) }),
      { a: { user: 5, pw: [1, SECRET], x: 1 } },
      [
        ["/a/user", "Expected a string.", undefined],
        ["/a/pw/1", "Expected an integer.", undefined],
        ["/a/\u2026", "Key is not allowed.", undefined],
      ],
    ],
    [
      "what a Check says without the value",
      v.AllOf(
        secret({ maxlen: 99 }),
        v.Check((text: string, fail) => {
          fail({ message: "A digit is missing.", code: "digit", params: { least: 7 } });
          fail({ message: `${text} is bad.` });
        }),
      ),
      SECRET,
      [
        ["", "A digit is missing.", undefined],
        ["", "Value is not valid.", undefined],
      ],
    ],
    [
      "an index that a Check says",
      v.AllOf(
        v.List(v.Dict({ pin: v.Int({ secret: true }) })),
        v.Check((_, fail) => fail({ path: [1, "pin"], message: "As the first one." })),
      ),
      [{ pin: 1 }, { pin: 1 }],
      [["/1/pin", "As the first one.", undefined]],
    ],
    [
      "keys by the names that they have outside",
      v.Dict({ firstName: v.Int() }, { names: { firstName: "first_name" }, secret: true }),
      { first_name: "x" },
      [["/first_name", "Expected an integer.", undefined]],
    ],
    [
      "keys that a Check of the schema has as its path",
      v.AllOf([v.Any(), v.Check(() => false, { path: ["ways"], message: "No." })], { secret: true }),
      { [SECRET]: 1 },
      [["/ways", "No.", undefined]],
    ],
    [
      "an index in a secret that has none",
      v.AllOf(
        secret({ maxlen: 99 }),
        v.Check((_, fail) => fail({ path: [0], message: "No." })),
      ),
      SECRET,
      [["/0", "No.", undefined]],
    ],
    [
      "a text about a secret that is empty or null",
      v.List(
        v.AllOf([
          v.Str({ secret: true, nullable: true }),
          v.Check((_, fail) => fail({ message: "Neither null nor text." })),
        ]),
      ),
      ["", null],
      [
        ["/0", "Neither null nor text.", undefined],
        ["/1", "Neither null nor text.", undefined],
      ],
    ],
    [
      "of keys in a secret, not those of the data that are like others of the schema",
      v.Dict({
        a: v.Dict({}, { secret: true }),
        b: v.Dict({ extra: [v.Str(), v.Int()], secret: true }),
        other: v.Int(),
      }),
      { a: { other: 1 }, b: { other: "x" }, other: 1 },
      [
        ["/a/\u2026", "Key is not allowed.", undefined],
        ["/b/\u2026", "Expected an integer.", undefined],
      ],
    ],
    [
      "of another alternative, but not keys of the data that are like others of the schema",
      v.Dict({ a: v.OneOf(v.Str({ secret: true }), v.Dict({ b: v.Dict({}) })), other: v.Int() }),
      { a: { b: { other: 1 }, other: 1 }, other: 1 },
      [
        ["/a/b/\u2026", "Key is not allowed (closest of 2 alternatives).", undefined],
        ["/a/\u2026", "Key is not allowed (closest of 2 alternatives).", undefined],
        ["/a", "Expected a string.", undefined],
      ],
    ],
    [
      "the way to a key in a secret",
      v.Dict({ a: v.Dict({ b: v.Dict({}) }) }, { secret: true } as never),
      { a: { b: { x: 1 } } },
      [["/a/b/\u2026", "Key is not allowed.", undefined]],
    ],
    [
      "an option of keys that is missing in a secret",
      v.Dict({ extra: [v.Str({ options: ["p", "q"] }), v.Int()], exhaustive: true, secret: true }),
      { p: 1 },
      [["/q", "Required key is not provided.", undefined]],
    ],
    ["a key beside a secret", v.Dict({ pw: secret() }), { pw: "a", x: 1 }, [["/x", "Key is not allowed.", undefined]]],
    [
      "the value of a key beside one with the name undefined",
      v.Dict({ undefined: secret() }, { extra: [v.Str(), v.Int()] }),
      { undefined: "a", x: "b" },
      [["/x", "Expected an integer, got a string.", "string"]],
    ],
    [
      "an object beside a secret",
      v.Dict({ pw: secret(), n: v.Const(1) }),
      { pw: "a", n: { x: 1 } },
      [["/n", "Expected 1, got {x: 1}.", { x: 1 }]],
    ],
    [
      "what a Check throws of a value beside a secret",
      v.Dict({
        pw: secret(),
        o: v.AllOf(
          v.Dict({ n: v.Int() }),
          v.Check(() => {
            throw new MinValueError({ context: ["n"], expected: 9, actual: 5 });
          }),
        ),
      }),
      { pw: "a", o: { n: 5 } },
      [["/o/n", "Expected at least 9, got 5.", 5]],
    ],
    [
      "what a Check throws of a text where an object might have a secret",
      v.AllOf(
        v.OneOf(v.Str(), v.Dict({ pw: secret() })),
        v.Check(() => {
          throw new MinValueError({ expected: 9, actual: 5 });
        }),
      ),
      "abc",
      [["", "Expected at least 9, got 5.", 5]],
    ],
    [
      "members that a class after the secret refuses",
      v.AllOf(v.Dict({ pw: secret({ maxlen: 99 }), n: v.Str() }), new Custom({ item: v.Int() })),
      { pw: SECRET, n: "a" },
      [
        ["/pw", "Expected an integer.", undefined],
        ["/n", "Expected an integer, got a string.", "string"],
      ],
    ],
    [
      "a text that is not the secret without what comes after it",
      v.AllOf(
        v.Str({ secret: true }),
        v.Check((_, fail) => fail({ message: "a" })),
      ),
      "au",
      [["", "a", undefined]],
    ],
    [
      "a text about no secret at all",
      v.List(
        v.AllOf(
          v.Any({ secret: true }),
          v.Check((_, fail) => fail({ message: "Not even this." })),
        ),
      ),
      [undefined],
      [["/0", "Not even this.", undefined]],
    ],
    [
      "of one object that is in a secret, and elsewhere",
      v.Dict({ a: notEven(v.Any()), b: notEven(v.Any({ secret: true })), c: notEven(v.Any()) }),
      { a: atTwoPlaces, b: atTwoPlaces, c: atTwoPlaces },
      [
        ["/a", `No ${SECRET}.`, undefined],
        ["/b", "Value is not valid.", undefined],
        ["/c", `No ${SECRET}.`, undefined],
      ],
    ],
    [
      "keys that the schema requires",
      v.Dict({ extra: [secret(), v.Int()], required: ["a"], dependent_required: { c: ["d"] } }),
      { c: 1 },
      [
        ["/a", "Required key is not provided.", undefined],
        ["/d", "Required key is not provided (because c is provided).", undefined],
      ],
    ],
    [
      "a text where an object might have a secret",
      v.AllOf(
        v.OneOf(v.Str(), v.Dict({ pw: secret() })),
        v.Check((text, fail) => fail({ message: `${text} is bad.` })),
      ),
      "abc",
      [["", "abc is bad.", undefined]],
    ],
    [
      "of one object that is at two places",
      v.Dict({ a: saying(v.Str()), b: saying(secret({ maxlen: 99 })), c: saying(v.Str()) }),
      { a: atTwoPlaces, b: atTwoPlaces, c: atTwoPlaces },
      [
        ["/a", `No ${SECRET}.`, undefined],
        ["/b", "Value is not valid.", undefined],
        ["/c", `No ${SECRET}.`, undefined],
      ],
    ],
    [
      "what a Check always says",
      v.AllOf(
        secret({ maxlen: 99 }),
        v.Check(() => false, { message: "Taken." }),
      ),
      SECRET,
      [["", "Taken.", undefined]],
    ],
    [
      "a text of the schema",
      v.Str({ maxlen: 5, secret: true, messages: { maxlen: "At most {expected}, not {actual}." } }),
      SECRET,
      [["", "At most 5, not \u2026.", undefined]],
    ],
    [
      "what a Check says before a Transform",
      v.AllOf(
        v.Dict({ pw: secret(), name: v.Str() }),
        v.Check(({ name }, fail) => fail({ message: `No ${name}.` })),
        v.Transform((value) => value),
      ),
      { pw: "a", name: "Ann" },
      [["", "No Ann.", undefined]],
    ],
    [
      "beside a Transform that only some objects get",
      v.Dict(
        { a: v.Int(), n: v.Int() },
        {
          dependent_schemas: {
            a: v.AllOf(
              v.Transform((value) => value),
              v.Dict({ pw: secret() }, { unknown: "keep", optional: ["pw"] }),
            ),
          },
        },
      ),
      { a: 1, n: "x" },
      [["/n", "Expected an integer, got a string.", "string"]],
    ],
    [
      "before a Transform",
      v.AllOf(
        v.Dict({ pw: secret(), n: v.Int() }),
        v.Transform((value) => value),
      ),
      { pw: SECRET, n: "a" },
      [
        ["/pw", "Expected at most 3 characters.", undefined],
        ["/n", "Expected an integer, got a string.", "string"],
      ],
    ],
  ])("%s", (_name, validator, input, expected) => {
    expect(messagesOf(validator, input)).toEqual(expected);
  });

  test("the code, the place in the text, and the parameters of a Check", () => {
    const schema = v.Dict({ pw: secret() });
    const { error } = schema.safeJson(`{"pw": "${SECRET}"}`);
    expect(error?.at(0)?.hidesValue).toBe(true);
    expect(error?.issues).toMatchObject([{ code: "max_length", expected: 3, offset: 7, line: 1, column: 8 }]);
    expect(String(error?.at(0))).toBe("<pw: MaxLengthError(expected=3)>");
    const check = v.AllOf(
      v.Str({ secret: true }),
      v.Check((_, fail) => fail({ code: "weak", params: { least: 99 } })),
    );
    expect(check.safe("x").error?.issues).toMatchObject([{ code: "weak", params: { least: 99 } }]);
    // A program may depend on the code, and so few letters say nothing.
    expect(check.safe("a").error?.issues).toMatchObject([{ code: "weak" }]);
    const said = v.AllOf(
      v.Str({ secret: true }),
      v.Check((text, fail) => fail({ code: text })),
    );
    expect(said.safe(SECRET).error?.issues[0]?.code).toBe("check");
    // A code may have few letters of it, unless it is the secret.
    const within = v.AllOf(
      v.Str({ secret: true }),
      v.Check((text, fail) => {
        for (const code of [text, `is-${text}`]) fail({ code });
      }),
    );
    const codesOf = (input: string) => within.safe(input).error?.issues.map(({ code }) => code);
    expect([codesOf("abc"), codesOf("abcd")]).toEqual([
      ["check", "is-abc"],
      ["check", "check"],
    ]);
  });
});

test("a secret that is empty is hidden as any other", () => {
  const schema = v.AllOf(
    v.Any({ secret: true }),
    v.Check((_, fail) => [1, 2].map(() => fail())),
  );
  for (const empty of ["", null, undefined]) {
    const errors = [...(schema.safe(empty).error as ValidationError)];
    expect(errors.map(({ hidesValue }) => hidesValue)).toEqual([true, true]);
  }
});

test("the limits of a JSON text are no secret", () => {
  const { error } = v.Any({ secret: true }).safeJson("[1, 2]", { maxBytes: 3 });
  expect(error?.issues).toMatchObject([{ code: "json_decode", expected: 3, actual: 6 }]);
});

test("it is a parameter as all others are", () => {
  const schema = v.Dict({ pw: v.Str({ secret: true }) });
  expect(schema.dump()).toEqual({ __class__: "Dict", schema: { pw: { __class__: "Str", secret: true } } });
  const loaded = v.load(JSON.parse(JSON.stringify(schema.dump())));
  expect([loaded.equals(schema), schema.equals(v.Dict({ pw: v.Str() }))]).toEqual([true, false]);
  expect(v.Str({ secret: false }).dump()).toEqual({ __class__: "Str" });
  expect(v.load({ __class__: "List", item: { __class__: "Int" }, secret: true }).safe(SECRET).error?.hidesValue).toBe(
    true,
  );
  expect(v.Str().clone({ secret: true }).safe(5).error?.hidesValue).toBe(true);
  expect(v.toJsonSchema(schema)).toEqual(v.toJsonSchema(v.Dict({ pw: v.Str() })));
});

/** A random validator, with secrets in it or around it, and a value for it. */
class Maker {
  readonly #choices: readonly number[];
  readonly #token: string;
  #at = 0;

  constructor(choices: readonly number[], token: string) {
    this.#choices = choices;
    this.#token = token;
  }

  #choose(count: number): number {
    return (this.#choices[this.#at++] ?? 0) % count;
  }

  /** A text or a number: the secret in a secret, and something else outside of it. */
  #scalar(isSecret: boolean): unknown {
    const text = isSecret ? this.#token : "open";
    return [text, `${text}\n"x`, isSecret ? Number.parseInt(this.#token, 36) : 7, null, true][this.#choose(5)];
  }

  make(depth: number, isInSecret: boolean): [v.Validator, unknown] {
    const secret = this.#choose(4) === 0;
    const isSecret = isInSecret || secret;
    const kind = this.#choose(depth === 0 ? 5 : 16);
    const inner = (): [v.Validator, unknown] => this.make(depth - 1, isSecret);
    const value = kind < 5 ? this.#scalar(isSecret) : undefined;
    switch (kind) {
      case 0:
        return [v.Str({ maxlen: 2, secret }), value];
      case 1:
        return [v.Int({ max: 5, coerce: true, secret }), value];
      case 2:
        return [v.Str({ pattern: /\d$/, options: ["a"], secret, message: "{actual}, {given}" }), value];
      case 3:
        return [v.Float({ min: 1e300, coerce: true, secret }), value];
      case 4:
        return [v.Const(0, { secret } as never), value];
      case 5: {
        const [item, one] = inner();
        return [v.List(item, { secret, maxlen: 1 }), [one, one]];
      }
      case 6: {
        const [[a, first], [b, second]] = [inner(), inner()];
        return [v.Tuple([a, b], { secret }), [first, second]];
      }
      case 7: {
        const [item, one] = inner();
        return [v.AllOf([item, v.Check((it, fail) => fail({ message: String(it) }))], { secret }), one];
      }
      case 8: {
        const [item, one] = inner();
        return [v.OneOf([v.Int({ coerce: true }), item, v.Const("x"), v.Const({ a: 1 })], { secret }), one];
      }
      case 9: {
        const [item, one] = inner();
        return [v.LazyRef(() => item, { secret }), one];
      }
      case 10: {
        const [item, one] = this.make(depth - 1, isInSecret);
        return [v.Dict({ extra: [v.Str({ maxlen: 1, secret }), item] }), { [isSecret ? this.#token : "key"]: one }];
      }
      case 11: {
        const [item, one] = inner();
        return [new Custom({ item, secret }), { [isSecret ? this.#token : "key"]: one }];
      }
      case 12: {
        const [item, one] = inner();
        const moved = v.Transform((it) => ({ moved: it }));
        return [v.AllOf([item, moved, v.Dict({ moved: v.Int({ coerce: true }) })], { secret }), one];
      }
      case 13: {
        const [item, one] = inner();
        return [
          v.AllOf([v.Any(), v.OneOf(v.Dict({ a: v.Int({ coerce: true }) }), v.Dict({ a: item }))], { secret }),
          { a: one },
        ];
      }
      case 14: {
        const [item, one] = inner();
        return [v.Default(v.AllOf(item), 0 as never, { secret }), one];
      }
      default: {
        const [[a, first], [b, second]] = [inner(), inner()];
        const more = isSecret ? this.#token : "more";
        return [v.Dict({ a, b }, { secret, maxlen: 2 }), { a: first, b: second, [more]: 1 }];
      }
    }
  }
}

test("a secret is shown nowhere, in whatever schema", () => {
  const choices = fc.array(fc.nat(100), { minLength: 5, maxLength: 60 });
  const token = fc.stringMatching(/^[a-h][a-z0-9]{7}$/);
  fc.assert(
    fc.property(choices, token, (numbers, text) => {
      const [validator, input] = new Maker(numbers, text).make(4, false);
      for (const error of errorsOf(validator, input)) {
        const shown = shownBy(error);
        expect(shown).not.toContain(text);
        expect(shown).not.toContain(String(Number.parseInt(text, 36)));
      }
    }),
    { numRuns: sweep(40, 1000) },
  );
});

test("a key that a class of the caller's has from a secret is hidden, though the schema has one like it elsewhere", () => {
  class FirstKey extends v.Validator {
    override check(input: unknown, report: Report): unknown {
      return report.nest(() => [report.member(v.Float(), "x", Object.keys(input as object)[0] as string)], 2);
    }
  }
  const schema = v.Dict({ name: v.Dict({ inner: new FirstKey() }, { secret: true }), other: v.Int() });
  const value = { name: { inner: { other: 1 } }, other: 1 };
  expect(verdict(schema, value)).toEqual(["<name.inner.\u2026: InvalidTypeError(expected='number')>"]);
});

describe("a secret is one in each place where a validator may have it", () => {
  const pin = v.Str({ secret: true, minlen: 99 });
  const word = v.Str({ secret: true });
  const object = { unknown: "keep" } as const;
  test.each<[string, v.Validator, unknown?]>([
    ["Nullable", v.Dict({ a: v.Nullable(v.Optional(v.Nullable(pin))) })],
    ["the branch of an If", v.Dict({ a: v.If(v.Int(), v.Int(), pin) })],
    ["the condition of an If", v.Dict({ a: v.If(word, v.Int()) })],
    ["Not", v.Dict({ a: v.AllOf(v.Not(word), v.Any()) })],
    ["Closed", v.Closed(v.Dict({ a: pin }, object))],
    ["the rest of a Closed", v.Closed(v.Dict({}, object), { rest: pin })],
    ["patterns of a Dict", v.Dict({}, { patterns: { a: pin } })],
    ["a dependent schema", v.Dict({ a: v.Str() }, { dependent_schemas: { a: v.Dict({ a: pin }) } })],
    ["the first items of a List", v.Dict({ a: v.List(v.Any(), { prefix: [pin] }) }), { a: ["hunter2"] }],
    ["what a List contains", v.Dict({ a: v.List(v.Any(), { contains: pin }) }), { a: ["hunter2"] }],
    ["Fallback", v.Dict({ a: v.Fallback(pin, "x"), b: v.Int() })],
    ["LazyRef", v.Dict({ a: v.LazyRef(() => pin) })],
  ])("%s", (_, validator, value = { a: "hunter2" }) => {
    const replaced: unknown[] = [];
    const onFallback = (error: v.ValidationError) => replaced.push(String(error), error.message);
    for (const { error } of [validator.safe(value, { onFallback }), validator.safeJson(JSON.stringify(value))]) {
      expect(error).toBeDefined();
      const texts = [String(error), error?.message, JSON.stringify(error), JSON.stringify(error?.issues), ...replaced];
      expect(texts.join("\n")).not.toContain("hunter2");
    }
  });
});

test("a key that is missing inside a secret value is one of the schema's, and shown", () => {
  const secret = v.List(
    v.Dict({ a: v.Any() }, { unknown: "keep", required: ["b", "other"], dependent_required: { c: ["d"] } }),
    {
      secret: true,
    },
  );
  for (const schema of [secret, v.Dict({ other: v.Any(), secret }, { optional: ["other"] })]) {
    const value = schema === secret ? [{ c: 1 }] : { secret: [{ c: 1 }] };
    for (const error of errorsOf(schema, value)) {
      const keys = error.issues.map(({ code, path }) => `${code} ${String(path.at(-1))}`);
      expect(keys).toEqual(expect.arrayContaining(["missing_key a", "missing_key b", "missing_key other"]));
      expect(keys).not.toContain("missing_key …");
    }
  }
});

describe("of a value of any size", () => {
  const saying = (text: string) => (_: unknown, fail: (init: object) => unknown) => fail({ message: text, code: text });
  const issueOf = (schema: v.Validator, value: unknown, text: string) => {
    const [issue] = v.AllOf(schema, v.Check(saying(text) as never)).safe(value).error?.issues ?? [];
    return [issue?.code, issue?.message];
  };
  const any = v.Any({ secret: true });
  const hidden = ["check", "Value is not valid."];

  test("a secret that is deep is hidden", () => {
    let deep: unknown = SECRET;
    for (let level = 0; level < 2000; level++) deep = [deep];
    expect(issueOf(any, deep, SECRET)).toEqual(hidden);
  });

  test("one with parts that are shared, or that is in itself, is searched in time", () => {
    let shared: unknown = SECRET;
    for (let level = 0; level < 60; level++) shared = { a: shared, b: shared };
    expect(issueOf(any, shared, SECRET)).toEqual(hidden);
    const circular: Record<string, unknown> = { pin: SECRET };
    Object.assign(circular, { a: circular, b: circular });
    expect(issueOf(any, circular, SECRET)).toEqual(hidden);
    expect(issueOf(any, circular, "Unknown.")).toEqual(["Unknown.", "Unknown."]);
  });

  test("with many secrets, nothing is said of it", () => {
    const pins = v.List(v.Str({ secret: true }));
    const many = (length: number) => Array.from({ length }, (_, index) => `pin-${index}`);
    expect(issueOf(pins, many(1000), "Taken.")[1]).toBe("Taken.");
    for (const text of ["Taken.", "pin-0", "pin-1000"]) expect(issueOf(pins, many(1001), text)[1]).toBe(hidden[1]);
  });
});

describe("the places of a schema", () => {
  const placeIn = (root: v.Validator, ...keys: (string | number)[]) => {
    const secrets = new Secrets(root);
    let place = secrets.placeOf([root]);
    for (const key of keys) place = secrets.memberOf(place, key);
    return place;
  };
  const word = v.Str({ secret: true });

  test("lead by indexes and by keys, and by those that are used outside", () => {
    const union = v.OneOf(v.Tuple(v.Int(), word), v.Dict({ 1: v.Int(), pin: word }, { names: { pin: "PIN" } }));
    expect([...placeIn(union).named]).toEqual([0, 1, "1", "pin", "PIN"]);
    const secret = [1, "pin", "PIN"].filter((key) => placeIn(union, key).isSecret);
    expect(secret).toEqual([1, "pin", "PIN"]);
    expect([0, "0", "1", 2, "x"].filter((key) => placeIn(union, key).isSecret)).toEqual([]);
  });

  test("know the first function that may move a secret", () => {
    const moved = v.Transform((value) => value);
    const pins = v.Dict({ pin: word });
    const open = v.AllOf(v.Any(), moved);
    const check = v.Check(() => true);
    const of = (root: v.Validator) => moverIn(placeIn(root));
    expect([v.AllOf(moved, pins), v.AllOf(pins, moved), v.AllOf(pins, check), open, pins].map(of)).toEqual([
      ...[0, 1, undefined, undefined, undefined],
    ]);
    expect(of(v.AllOf(v.AllOf(pins, moved), v.Any(), moved))).toBe(1);
    expect(of(v.AllOf(moved, v.AllOf(pins, moved)))).toBe(0);
  });
});

test("what is outside of the schema's value is not said", () => {
  const schema = v.Dict({ pin: v.Str({ secret: true }), n: v.Int() });
  const because = new MissingKeyError(["outer", "n"]);
  ValidationError.explain(because, [[becauseOf("of"), 2]]);
  expect(concealSecrets(because, schema, 1).message).toBe("Required key is not provided.");
  for (const key of ["n", "pin"]) {
    const refused = new CheckError({ context: ["outer", key], message: `No ${SECRET}.` });
    ValidationError.refuse(refused, { of: SECRET });
    expect(concealSecrets(refused, schema, 1).message).not.toContain(SECRET);
  }
  const actualIn = (root: v.Validator): unknown => {
    const value = new MinValueError({ context: ["outer", "n"], expected: 9, actual: 5 });
    ValidationError.refuse(value, { of: SECRET });
    return concealSecrets(value, root, 1).actual;
  };
  const open = v.Dict({ n: v.Int() });
  expect([schema, open].map(actualIn)).toEqual([undefined, 5]);
  expect([schema, open].map(hasSecrets)).toEqual([true, false]);
});
