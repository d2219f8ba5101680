/** Why a rule applies: the conditions of `If` and of JSON Schema, in words and as data. */
import { afterEach, describe, expect, test } from "vitest";
import * as v from "../../src/index.ts";
import {
  AllOf,
  Any,
  Const,
  Dict,
  Float,
  fromJsonSchema,
  If,
  Int,
  instances,
  LazyRef,
  List,
  load,
  Not,
  Nullable,
  OneOf,
  Str,
  toAjvErrors,
  type ValidationError,
  type Validator,
} from "../../src/index.ts";
import { ProblemError } from "../../src/servers/fetch.ts";
import { de } from "../../src/text/locales/de.ts";
import { ja } from "../../src/text/locales/ja.ts";

afterEach(() => instances.clear());

const no = Not(Any());
// An object with the literal key might be awaited by mistake.
const THEN = "then";

/** The error of a value and of its JSON text, which are equal and have the same issues. */
function errorOf(validator: Validator, value: unknown): ValidationError {
  const { error } = validator.safe(value);
  const { error: ofText } = validator.safeJson(JSON.stringify(value));
  if (error === undefined || ofText === undefined) throw new Error("It should be refused");
  expect(ofText.equals(error)).toBe(true);
  expect(ofText.issues.map(({ message, condition }) => [message, condition])).toEqual(
    error.issues.map(({ message, condition }) => [message, condition]),
  );
  return error;
}
const reasonOf = (validator: Validator, value: unknown) => errorOf(validator, value).issues[0]?.condition;

describe("the condition of an If", () => {
  test.each<[object, unknown, boolean, string]>([
    [{ properties: { kind: { const: "card" } }, required: ["kind"] }, { kind: "card" }, true, "kind is “card”"],
    [{ properties: { kind: { const: "card" } } }, { kind: "card" }, true, "kind is “card” or kind is not provided"],
    [{ properties: { kind: { const: "card" } }, required: ["kind"] }, { kind: "x" }, false, "kind is not “card”"],
    [{ properties: { kind: { const: "card" } } }, { kind: "x" }, false, "kind is not “card”"],
    [{ properties: { n: { enum: [1, 2] } }, required: ["n"] }, { n: 2 }, true, "n is 1 or 2"],
    [{ properties: { n: { enum: ["a", 1, null] } } }, { n: null }, true, "n is null, 1 or “a” or n is not provided"],
    [{ properties: { n: { enum: ["a", 1, null] } } }, { n: 2 }, false, "n is not null, 1 or “a”"],
    [{ properties: { n: { const: null } }, required: ["n"] }, { n: null }, true, "n is null"],
    [{ properties: { n: { const: true } }, required: ["n"] }, { n: 1 }, false, "n is not true"],
    [{ required: ["a"] }, { a: 1 }, true, "a is provided"],
    [{ required: ["a"] }, {}, false, "a is not provided"],
    [{ required: ["a", "b.c"] }, { a: 1, "b.c": 1 }, true, "a is provided and [b.c] is provided"],
    [{ required: ["a", "b"] }, { a: 1 }, false, "a is not provided or b is not provided"],
    [{ not: { required: ["a"] } }, {}, true, "a is not provided"],
    [{ not: { required: ["a"] } }, { a: 1 }, false, "a is provided"],
    [{ anyOf: [{ required: ["a"] }, { required: ["b"] }] }, { b: 1 }, true, "a is provided or b is provided"],
    [{ properties: { n: { type: "integer" } }, required: ["n"] }, { n: 1 }, true, "n is an integer"],
    [{ properties: { n: { type: "string" } }, required: ["n"] }, {}, false, "n is not a string"],
    [{ properties: { n: { type: "number", minimum: 18 } }, required: ["n"] }, { n: 20 }, true, "n is ≥ 18"],
    [
      { properties: { n: { type: "number", exclusiveMaximum: 18 } }, required: ["n"] },
      { n: 20 },
      false,
      "n is not < 18",
    ],
    [
      { properties: { n: { minimum: 18 } }, required: ["n"] },
      { n: 20 },
      true,
      "n is provided and (n is ≥ 18 or n is not a number)",
    ],
    [
      { properties: { s: { type: "string", pattern: "^3\\." } }, required: ["s"] },
      { s: "3." },
      true,
      "s matches “^3\\.”",
    ],
    [
      { properties: { s: { type: "string", pattern: "a|b" } }, required: ["s"] },
      { s: "c" },
      false,
      "s does not match “a|b”",
    ],
    [
      { properties: { a: { properties: { b: { const: 1 } }, required: ["b"], type: "object" } }, required: ["a"] },
      { a: { b: 1 } },
      true,
      "a.b is 1",
    ],
    [
      {
        allOf: [{ required: ["x"] }],
        properties: { a: { const: 1 }, b: { const: 2 } },
        required: ["a"],
      },
      { a: 1, x: 1 },
      true,
      "a is 1, (b is 2 or b is not provided) and x is provided",
    ],
    // What is left out is not denied.
    [{ properties: { a: { const: 1 } }, required: ["a"], minProperties: 1 }, { a: 1 }, true, "a is 1 and …"],
    [
      { properties: { a: { const: 1 } }, required: ["a"], minProperties: 1 },
      { a: 2 },
      false,
      "the condition of “if” is not met",
    ],
    [{ minProperties: 1 }, { a: 1 }, true, "the condition of “if” is met"],
    [{ required: ["a", "b", "c", "d", "e"] }, {}, false, "the condition of “if” is not met"],
    [{ properties: { a: { enum: [1, 2, 3, 4, 5, 6] } }, required: ["a"] }, { a: 1 }, true, "a is provided and …"],
  ])("%j is named for %j", (condition, value, met, text) => {
    const schema = { type: "object", if: condition, [met ? "then" : "else"]: { required: ["missing"] } };
    const error = errorOf(fromJsonSchema(schema), value);
    expect(error.issues).toMatchObject([
      {
        message: `Required key is not provided (because ${text}).`,
        pointer: "/missing",
        condition: { met, text },
      },
    ]);
    expect(error.message).toBe(`missing: Required key is not provided (because ${text}).`);
  });

  const kind = (value: unknown) => Dict({ kind: Const(value) }, { unknown: "keep" });
  const isCard = kind("card");

  test.each<[Validator, unknown, string]>([
    [If(isCard, no), { kind: "card" }, "kind is “card”"],
    [If(Dict({}), no), {}, "the condition of “if” is met"],
    [If(Dict({ kind: Const("card") }), no), { kind: "card" }, "kind is “card” and …"],
    [If(Int(), no), 1, "the value is an integer"],
    [If(Int(), undefined, no), "a", "the value is not an integer"],
    [If(Nullable(Str()), no), null, "the value is a string or the value is null"],
    [If(Str({ nullable: true }), no), null, "the value is a string or the value is null"],
    [If(List(Any()), no), [], "the value is an array"],
    [If(List(Int()), no), [], "the condition of “if” is met"],
    [If(AllOf(Float({ min: 0 }), Not(Int())), no), 1.5, "the value is ≥ 0 and the value is not an integer"],
    [If(OneOf([Int(), Str()], { exclusive: true }), no), 1, "(the value is an integer or the value is a string) and …"],
    [If(Str({ strip: true }), no), "a", "the value is a string and …"],
    [If(Dict({}, { unknown: "keep" }), no), {}, "the value is an object"],
    [If(Dict({ a: v.Optional(Const(1)) }, { unknown: "strip" }), no), {}, "a is 1 or a is not provided"],
    [If(Any(), no), 1, "the condition of “if” is met"],
    [If(Not(Any()), undefined, no), 1, "the condition of “if” is not met"],
    [If(Const({ a: 1 }), no), { a: 1 }, "the condition of “if” is met"],
    [
      If(
        v.Check(() => true),
        no,
      ),
      1,
      "the condition of “if” is met",
    ],
    [List(If(isCard, no)), [{ kind: 1 }, { kind: "card" }], "1.kind is “card”"],
    [Dict({ a: Dict({ b: If(isCard, no) }) }), { a: { b: { kind: "card" } } }, "a.b.kind is “card”"],
    // A chain, and conditions inside each other.
    [If(isCard, Any(), If(kind("bank"), Any(), no)), { kind: "x" }, "kind is not “card” and kind is not “bank”"],
    [If(isCard, If(isCard, no)), { kind: "card" }, "kind is “card”"],
    [OneOf(If(isCard, no), no), { kind: "card" }, "kind is “card”"],
    [Nullable(If(isCard, no)), { kind: "card" }, "kind is “card”"],
    [v.Closed(AllOf(Dict({}, { unknown: "keep" }), If(isCard, no))), { kind: "card" }, "kind is “card”"],
  ])("%s is named for %j", (validator, value, text) => {
    expect(reasonOf(validator, value)?.text).toBe(text);
    for (const copy of [validator.clone(), load(v.dump(validator))] as Validator[]) {
      expect(reasonOf(copy, value)?.text).toBe(text);
    }
  });

  test("is that of the target of a reference, and of a schema that contains itself", () => {
    const node = Dict({ kind: Str(), child: LazyRef("reason-node") }, {
      optional: ["child"],
      alias: "reason-node-dict",
    } as never);
    AllOf([node, If(isCard, Dict({ kind: Any() }))], { alias: "reason-node" } as never);
    const value = { kind: "a", child: { kind: "card", child: { kind: "b" } } };
    expect(reasonOf(LazyRef("reason-node"), value)?.text).toBe("child.kind is “card”");
  });

  test("is described to a bounded depth and length", () => {
    let condition: Validator = Const(1);
    for (let level = 0; level < 60; level++) condition = Dict({ a: condition }, { unknown: "keep" });
    let value: unknown = 1;
    for (let level = 0; level < 60; level++) value = { a: value };
    expect(reasonOf(If(condition, no), value)?.text).toMatch(/^(?:a\.)+….{0,80} is provided and …$/);
    let shared: Validator = Const(1);
    for (let level = 0; level < 40; level++) shared = OneOf(shared, AllOf(shared, shared));
    expect(reasonOf(If(shared, no), 1)?.text).toBe("the condition of “if” is met");
    const long = "k".repeat(10_000);
    const texts = reasonOf(If(Dict({ [long]: Const(long) }), no), { [long]: long })?.text as string;
    expect(texts.length).toBeLessThan(500);
  });

  test("is as long as allowed in JSON", () => {
    const many = List(If(isCard, no)).safe(Array.from({ length: 5000 }, () => ({ kind: "card" }))).error;
    expect(JSON.stringify(many).length).toBeLessThan(5_000_000);
  });
});

describe("a reason", () => {
  const schema = If(Dict({ kind: Const("card") }, { unknown: "keep" }), Dict({ number: Str() }, { unknown: "keep" }));

  test("is in the language of the message", () => {
    const { error } = schema.safe({ kind: "card" });
    expect(error?.formatWith(de).issues[0]).toMatchObject({
      message: "Erforderlicher Schlüssel fehlt (denn kind ist „card“).",
      condition: { met: true, text: "kind ist „card“" },
    });
    expect(error?.formatWith(ja).issues[0]?.message).toBe("必須のキーがありません（理由: kind が 「card」 である）。");
  });

  test("goes together with the closest alternative", () => {
    const { error } = OneOf(schema, Int()).safe({ kind: "card" });
    expect(error?.message.split("\n")[1]).toBe(
      "  number: Required key is not provided (because kind is “card”) (closest of 2 alternatives).",
    );
  });

  test("is in no message that the caller has written, but in the data", () => {
    const own = If(schema.condition, Dict({ number: Str() }, { unknown: "keep", messages: { required: "Needed." } }));
    expect(own.safe({ kind: "card" }).error?.issues).toMatchObject([
      { message: "Needed.", condition: { text: "kind is “card”" } },
    ]);
    const formatter = v.Formatter({ ...v.issueTemplates, MissingKeyError: "Gone." });
    expect(schema.safe({ kind: "card" }, { formatter }).error?.issues[0]?.message).toBe("Gone.");
  });

  test("does not change the text forms of errors", () => {
    const { error } = schema.safe({ kind: "card" });
    expect(error?.at(0)?.formatContext()).toBe("#1.number");
    expect(String(error?.at(0))).toBe("<#1.number: MissingKeyError()>");
    expect(error?.at(0)?.message).toBe("Required key is not provided (because kind is “card”).");
    const missing = new v.MissingKeyError([new v.Step(1), "number"]);
    expect(error?.at(0)?.equals(missing)).toBe(true);
  });

  test("reaches everyone who reads issues", async () => {
    const message = "Required key is not provided (because kind is “card”).";
    const { error } = schema.safe({ kind: "card" });
    expect(error?.flatten().fieldErrors).toEqual({ number: [message] });
    expect(error?.tree().properties).toEqual({ number: { errors: [message] } });
    expect(JSON.parse(JSON.stringify(error))[0].condition).toEqual({ met: true, text: "kind is “card”" });
    expect((await schema["~standard"].validate({ kind: "card" })) as object).toMatchObject({ issues: [{ message }] });
    const problem = ProblemError.of("body", schema.safe({ kind: "card" }).error as ValidationError);
    expect(problem.detail).toBe(`body /number: ${message}`);
    expect(JSON.parse(JSON.stringify(problem)).issues[0].condition.text).toBe("kind is “card”");
    const results = [];
    for await (const line of schema.lines('{"kind":"card"}\n')) results.push(line.ok || line.error.issues[0]?.message);
    expect(results).toEqual([message]);
    const asynchronous = AllOf(
      schema,
      v.Check(async () => true, { async: true }),
    );
    expect((await asynchronous.safeAsync({ kind: "card" })).error?.issues[0]?.message).toBe(message);
    const encoded = If(schema.condition, Dict({ kind: Any(), at: v.Date({ format: "iso" }) }), Any());
    expect(encoded.safeEncode({ kind: "card" }).error?.issues[0]?.message).toBe(message);
  });

  test("survives a check of the caller that throws the error again", () => {
    const again = v.Transform((value) => schema(value));
    expect(again.safe({ kind: "card" }).error?.issues[0]?.condition?.text).toBe("kind is “card”");
  });

  test("is the keyword if for code that reads errors of ajv", () => {
    const nested = List(
      If(Dict({ a: Any() }, { unknown: "keep" }), Dict({ b: Any(), c: Any() }, { unknown: "keep" }), no),
    );
    const error = errorOf(nested, [{ a: 1 }, { a: 1, b: 1 }, {}]);
    const branch = { schemaPath: "#/items/if", keyword: "if" };
    expect(toAjvErrors(error)).toMatchObject([
      { instancePath: "/0", keyword: "required", params: { missingProperty: "b" } },
      { instancePath: "/0", keyword: "required", params: { missingProperty: "c" } },
      { instancePath: "/0", ...branch, params: { failingKeyword: "then" }, message: 'must match "then" schema' },
      { instancePath: "/1", keyword: "required", params: { missingProperty: "c" } },
      { instancePath: "/1", ...branch, params: { failingKeyword: "then" } },
      { instancePath: "/2", keyword: "not" },
      { instancePath: "/2", ...branch, params: { failingKeyword: "else" }, message: 'must match "else" schema' },
    ]);
  });
});

describe("beside If", () => {
  test.each<[object, unknown, string]>([
    [{ dependentRequired: { a: ["b"] } }, { a: 1 }, "b: Required key is not provided (because a is provided)."],
    [
      { $schema: "http://json-schema.org/draft-07/schema#", dependencies: { a: ["b"] } },
      { a: 1 },
      "b: Required key is not provided (because a is provided).",
    ],
    [
      { properties: { x: { dependentSchemas: { a: { required: ["b"], properties: { c: { type: "string" } } } } } } },
      { x: { a: 1, b: 1, c: 1 } },
      "x.c: Expected a string, got an integer (because x.a is provided).",
    ],
    [
      { dependentSchemas: { a: { required: ["b"] } } },
      { a: 1 },
      "b: Required key is not provided (because a is provided).",
    ],
    [
      { dependentSchemas: { a: { dependentSchemas: { b: { dependentRequired: { c: ["d"] } } } } } },
      { a: 1, b: 1, c: 1 },
      "d: Required key is not provided (because a is provided, b is provided and c is provided).",
    ],
    [
      { dependentSchemas: { a: { if: { required: ["b"] }, [THEN]: { not: { required: ["c"] } } } } },
      { a: 1, b: 1, c: 1 },
      "Value is not allowed (because a is provided, b is provided and c is provided).",
    ],
    [{ not: { required: ["a"] } }, { a: 1 }, "Value is not allowed (because a is provided)."],
    [{ properties: { n: { not: { const: 1 } } } }, { n: 1 }, "n: Value is not allowed (because n is 1)."],
    [{ if: { required: ["a"] }, [THEN]: false }, { a: 1 }, "Value is not allowed (because a is provided)."],
    [
      { properties: { n: { not: { multipleOf: 2, type: "integer" } } } },
      { n: 2 },
      "n: Value is not allowed (because n is an integer and …).",
    ],
  ])("%j says why %j is refused", (schema, value, message) => {
    const error = errorOf(fromJsonSchema(schema), value);
    const single = error.length === 1 && error.message.startsWith("Value") ? error.issues[0]?.message : error.message;
    expect(single).toBe(message);
  });

  test("a rule that leads back to its own object ends at the limit of the schema", () => {
    const back = AllOf(
      v.Check(() => true),
      LazyRef("reason-back"),
    );
    const schema = Dict({ a: Any() }, {
      unknown: "keep",
      dependent_schemas: { a: back },
      alias: "reason-back",
    } as never);
    expect(schema.safe({ a: 1 }).error?.at(0)).toBeInstanceOf(v.RecursionMaxDepthError);
    expect(schema.safeJson('{"a":1}').error?.at(0)).toBeInstanceOf(v.RecursionMaxDepthError);
    expect([schema.is({ a: 1 }), schema.isJson('{"a":1}'), schema.is({ b: 1 })]).toEqual([false, false, false]);
  });

  test("what a Not excludes is not mentioned if it cannot be described", () => {
    const { issues } = errorOf(Not(Const({ a: 1 })), { a: 1 });
    expect(issues).toMatchObject([{ message: "Value is not allowed." }]);
    expect(issues[0]).not.toHaveProperty("condition");
  });
});

describe("a secret", () => {
  const says = (validator: Validator, value: unknown): string => {
    const error = errorOf(validator, value);
    const texts = [error.message, JSON.stringify(error), String(error), ...error.issues.map((one) => one.message)];
    texts.push(JSON.stringify(toAjvErrors(error)), JSON.stringify(error.formatWith(de)));
    return texts.join("\n");
  };
  const open = { unknown: "keep" } as const;

  test.each<[string, Validator, unknown]>([
    ["in the condition", If(Dict({ pin: Const("hunter2", { secret: true }) }, open), no), { pin: "hunter2" }],
    [
      "beside it",
      AllOf(Dict({ pin: Str({ secret: true }) }, open), If(Dict({ pin: Const("hunter2") }, open), no)),
      { pin: "hunter2" },
    ],
    [
      "that is refused",
      AllOf(Dict({ pin: Str({ secret: true }) }, open), If(Dict({ pin: Const("hunter2") }, open), Any(), no)),
      { pin: "x" },
    ],
    ["that is excluded", AllOf(Str({ secret: true }), Not(Const("hunter2"))), "hunter2"],
    [
      "in what is excluded",
      AllOf(Dict({ pin: Str({ secret: true }) }, open), Not(Dict({ pin: Const("hunter2") }, open))),
      { pin: "hunter2" },
    ],
    ["around it", Dict({ a: If(Const("hunter2"), no) }, { secret: true } as never), { a: "hunter2" }],
    [
      "deeper",
      AllOf(Dict({ a: Dict({ pin: Str({ secret: true }) }) }), If(Dict({ a: Dict({ pin: Const("hunter2") }) }), no)),
      { a: { pin: "hunter2" } },
    ],
    [
      "in a part of a secret",
      AllOf(
        Dict({ a: Dict({ pin: Str() }, { secret: true }) }),
        If(Dict({ a: Dict({ pin: Const("hunter2") }, open) }, open), no),
      ),
      { a: { pin: "hunter2" } },
    ],
    [
      "moved by a Transform",
      AllOf(
        Dict({ pin: Str({ secret: true }) }, open),
        v.Transform((all: { pin: string }) => ({ other: all.pin })),
        If(Dict({ other: Const("hunter2") }, open), no),
      ),
      { pin: "hunter2" },
    ],
    [
      "in the branch",
      If(Dict({ pin: Const("hunter2") }, open), Dict({ pin: Str({ secret: true, maxlen: 1 }) }, open)),
      { pin: "hunter2" },
    ],
  ])("is in no reason: %s", (_, validator, value) => {
    expect(says(validator, value)).not.toContain("hunter");
  });

  test("leaves the rest of the schema as it is", () => {
    const schema = AllOf(
      Dict({ pin: Str({ secret: true }), kind: Str() }, open),
      If(Dict({ kind: Const("card") }, open), Dict({ number: Str() }, open)),
    );
    expect(reasonOf(schema, { pin: "hunter2", kind: "card" })?.text).toBe("kind is “card”");
    const hidden = AllOf(Dict({ pin: Str({ secret: true }) }, open), If(Dict({ pin: Const("hunter2") }, open), no));
    expect(reasonOf(hidden, { pin: "hunter2" })).toEqual({ met: true, text: "the condition of “if” is met" });
  });
});
