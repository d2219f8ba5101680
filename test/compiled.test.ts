/** Compiled validators in the library: `fromCompiled` is accepted wherever a validator is. */
import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import {
  AllOf,
  Check,
  Const,
  Default,
  Dict,
  dump,
  exc,
  fromCompiled,
  If,
  type Infer,
  Int,
  List,
  Not,
  Nullable,
  OneOf,
  Str,
  Transform,
  Tuple,
  toJsonSchema,
  toSource,
  type Validator,
} from "../src/index.ts";
import type { Compiled } from "../src/runtime/index.ts";
import { readJson, respond } from "../src/servers/fetch.ts";
import { validator as middleware } from "../src/servers/hono.ts";
import { de } from "../src/text/locales/de.ts";
import { compiled } from "./compiled/evaluate.ts";
import { outcome } from "./compiled/outcome.ts";

const source: Validator = AllOf(
  Dict(
    {
      name: Str({ minlen: 1, maxlen: 8 }),
      age: Int({ min: 0, multiple_of: 2 }),
      tags: List(Str({ options: ["a", "b"] }), { maxlen: 2 }),
      at: Tuple(Int(), Int()),
      mail: Str({ format: "email", pattern: "@" }),
      pay: OneOf(
        Int(),
        AllOf(Dict({ n: Int() }), Dict({ n: Str() }) as never),
        Dict({ s: Str() }, { extra: [Str(), Int()] }),
      ),
      sent: If(
        Dict({ by: Const("post") }, { unknown: "keep" }),
        Dict({ by: Str(), zip: Str({ minlen: 5 }) }),
        Dict({}),
      ),
    },
    { optional: ["tags", "at", "mail", "pay", "sent"] },
  ),
  Check((value: { name: string }, fail) => {
    if (value.name === "Eve") fail({ path: ["name"], message: "Not {her}.", code: "eve", params: { of: 1 } });
    if (value.name === "Bob") fail({ path: ["name"], message: "Not him.", code: "min_value" });
    if (value.name === "Mo") fail();
  }),
);
const inner = fromCompiled(compiled(source));

const ANN = { name: "Ann", age: 36 };
const VALUES: readonly unknown[] = [
  ANN,
  { ...ANN, tags: ["a"], at: [1, 2], mail: "a@example.org" },
  ...["Eve", "Bob", "Mo"].map((name) => ({ ...ANN, name })),
  { ...ANN, sent: { by: "post", zip: "1" } },
  { ...ANN, sent: { by: "mail" } },
  { name: "", age: -1 },
  { name: "Ann and all others", age: 3 },
  { ...ANN, tags: ["a", "c", "b"], at: [1], mail: "ann" },
  { ...ANN, at: ["1", 2.5], mail: "x@" },
  { ...ANN, more: 1 },
  ...[true, "x", { n: 1 }, { n: "1" }, { s: 1, m: "x" }, { s: "x", m: "y" }, {}].map((pay) => ({ ...ANN, pay })),
  { name: "Ann" },
  new Map<string, unknown>([["name", "Ann"]]),
  ...[null, undefined, [], "Ann", Number.NaN],
];

test("says why a value is refused", () => {
  const nick = Not(Str({ options: ["root"] }));
  const [expected, actual] = [nick, fromCompiled(compiled(nick))].map((one) =>
    Dict({ nick: one }).safe({ nick: "root" }),
  );
  expect(actual?.error?.issues[0]?.message).toBe("Value is not allowed (because nick is “root”).");
  expect(actual?.error?.issues).toStrictEqual(expected?.error?.issues);
});

/** Each place that takes a validator, and a value around one for it. */
const PLACES: Readonly<
  Record<string, readonly [of: (member: Validator) => Validator, around: (value: unknown) => unknown]>
> = {
  "by itself": [(one) => one, (value) => value],
  "a member of a Dict": [(user) => Dict({ user, n: Int() }), (user) => ({ user, n: "x" })],
  "any member of a Dict": [(user) => Dict({}, { extra: [Str(), user] }), (user) => ({ a: user, b: user })],
  "an item of a List": [(item) => List(item), (value) => [ANN, value, 5]],
  "an item of a Tuple": [(item) => Tuple(Int(), item), (value) => [1, value]],
  "a branch of a OneOf": [(one) => OneOf(one, Int()), (value) => value],
  "the first step of an AllOf": [
    (one) =>
      AllOf(
        one,
        Transform((value) => [value]),
      ),
    (value) => value,
  ],
  "a later step of an AllOf": [
    (one) =>
      AllOf(
        Transform((value) => value),
        one,
      ),
    (value) => value,
  ],
  "a Nullable": [(item) => Nullable(item), (value) => value],
  "a Default": [(item) => Dict({ user: Default(item, ANN) }), (user) => ({ user })],
};

describe.each(Object.entries(PLACES))("%s", (_, [of, around]) => {
  test.each([...VALUES.entries()])("gives what the validator of the source gives: value %i", (_index, value) => {
    const [expected, actual] = [of(source), of(inner)];
    const given = around(value);
    expect(outcome(() => actual.safe(given))).toStrictEqual(outcome(() => expected.safe(given)));
    expect(actual.is(given)).toBe(expected.is(given));
    const text = JSON.stringify(given) ?? "null";
    const issues = (one: Validator) => one.safeJson(text).error?.issues;
    expect(issues(actual)).toStrictEqual(issues(expected));
    const inGerman = (one: Validator) => one.safe(given, { locale: de }).error?.issues;
    expect(inGerman(actual)).toStrictEqual(inGerman(expected));
  });
});

test("its errors are those of the library, one by itself if the value has no members", () => {
  const name = fromCompiled(compiled(Str({ minlen: 2 })));
  expect(String(name.safe("a").error)).toBe(String(Str({ minlen: 2 }).safe("a").error));
  expect(inner.safe({}).error).toBeInstanceOf(exc.SchemaError);
});

test("values are encoded by the compiled encoder", () => {
  const list = List(inner);
  expect(list.encode([ANN])).toEqual([ANN]);
  expect(list.stringify([ANN])).toBe(JSON.stringify([ANN]));
  expect(() => list.encode([{ ...ANN, age: 1 }] as never)).toThrow("multiple");
  const oneWay = fromCompiled(
    compiled(
      AllOf(
        Str(),
        Transform((text: string) => text.length),
      ),
    ),
  );
  expect(() => oneWay.encode(5)).toThrow("encode");
});

test("a secret is in no error, whatever compiled code says of it", () => {
  const secret = compiled(
    AllOf(
      Str(),
      Check((_, fail) => fail({ message: "hunter2 is no password" })),
    ),
  );
  const root = Dict({ password: fromCompiled(secret) }, { secret: true });
  const { error } = root.safe({ password: "hunter2" });
  expect(JSON.stringify(error?.issues)).not.toContain("hunter2");
  const mail = Dict({ mail: fromCompiled(compiled(Str({ format: "email" }))) }, { secret: true });
  expect(JSON.stringify(mail.safe({ mail: "hunter2" }).error?.issues)).not.toContain("hunter2");
});

test("records and lines are validated with it", async () => {
  const found: boolean[] = [];
  for await (const { ok } of inner.lines([`${JSON.stringify(ANN)}\n{"name":5}\n`])) found.push(ok);
  expect(found).toEqual([true, false]);
});

test("servers take it", async () => {
  expect(() => middleware("json", inner)).not.toThrow();
  const request = (body: unknown) =>
    new Request("http://localhost", {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    });
  expect(await readJson(request(ANN), inner)).toEqual(ANN);
  await expect(readJson(request({}), inner)).rejects.toThrow();
  expect(await respond(inner, ANN).json()).toEqual(ANN);
});

test("what reads a schema declines it: JSON Schema, source, and dumps as JSON", () => {
  const root = Dict({ user: inner });
  expect(() => toJsonSchema(root)).toThrow(/\/user|user/);
  expect(toJsonSchema(root, { unrepresentable: "any" })).toMatchObject({ properties: { user: {} } });
  expect(() => toSource({ root })).toThrow("FromCompiled");
  expect(typeof (dump(root) as never as { schema: { user: { of: unknown } } }).schema.user.of).toBe("function");
});

test("it is one validator for each compiled one, and takes nothing else", () => {
  const one = compiled(Int());
  expect(fromCompiled(one)).toBe(fromCompiled(one));
  for (const other of [Int(), z.int(), 5, undefined, () => true])
    expect(() => fromCompiled(other as never)).toThrow("fromCompiled takes a compiled validator");
});

test("its types are those of the compiled validator", () => {
  const typed = (one: Compiled<{ at: number }, { at: string }>) => Dict({ user: fromCompiled(one) });
  expectTypeOf<Infer<ReturnType<typeof typed>>>().toEqualTypeOf<{ user: { at: number } }>();
});
