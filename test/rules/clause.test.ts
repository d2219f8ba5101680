/** What a condition says of values, for messages. */
import { describe, expect, test } from "vitest";
import { ALWAYS, type Clause, type Compound, MORE, type Statement } from "../../src/core/errors/clauses.ts";
import { clauseOf } from "../../src/core/rules/clause.ts";
import * as v from "../../src/index.ts";

const { AllOf, Any, Bool, Const, Dict, Float, Int, List, Not, Nullable, OneOf, Str } = v;

const say = (about: Statement["about"], expected?: unknown, path: readonly string[] = []): Statement => ({
  ...{ about, path, holds: true, expected },
});
const not = (clause: Statement): Statement => ({ ...clause, holds: false });
const there = (key: string): Statement => say("there", undefined, [key]);
const all = (...clauses: Clause[]): Clause => ({ join: "all", clauses });
const any = (...clauses: Clause[]): Clause => ({ join: "any", clauses });
const least = say("limit", "\u2265 1");
const keep = { unknown: "keep" } as const;

/** One step for each type of JSON. */
const types = (changes: Partial<Record<"null" | "boolean" | "number" | "string" | "array" | "object", v.Validator>>) =>
  Object.values({
    ...{ null: Const(null), boolean: Bool(), number: Float(), string: Str(), array: List(Any()) },
    ...{ object: Dict({}, keep), ...changes },
  }) as [v.Validator];
/** What they say. */
const saidOf = (changes: Readonly<Record<string, Clause>> = {}): Clause => {
  const types = ["boolean", "number", "string", "array", "object"].map((one) => [one, say("type", one)]);
  return any(...Object.values<Clause>({ null: say("is", [null]), ...Object.fromEntries(types), ...changes }));
};

describe("a condition says of a value", () => {
  test.each<[v.Validator, Clause]>([
    [Any(), ALWAYS],
    [Const(1), say("is", [1])],
    [Const({ a: 1 }), MORE],
    [Bool(), say("type", "boolean")],
    [Int(), say("type", "integer")],
    [Float(), say("type", "number")],
    [Str(), say("type", "string")],
    [Int({ min: 1 }), least],
    [Int({ max: 1 }), say("limit", "\u2264 1")],
    [Float({ exclusive_min: 1 }), say("limit", "> 1")],
    [Float({ exclusive_max: 1 }), say("limit", "< 1")],
    [Int({ min: 1, max: 5 }), all(least, say("limit", "\u2264 5"))],
    [Int({ min: 1, nullable: true }), any(least, say("is", [null]))],
    [Nullable(Int({ min: 1 })), any(least, say("is", [null]))],
    [Int({ options: [1, 2, 3, 4, 5] }), say("is", [1, 2, 3, 4, 5])],
    [Int({ options: [1, 2, 3, 4, 5, 6] }), MORE],
    [Str({ pattern: "a+" }), say("matches", "a+")],
    [Not(Int()), not(say("type", "integer"))],
    [AllOf(Int({ min: 1 }), Int({ max: 5 })), all(least, say("limit", "\u2264 5"))],
    [OneOf(Int(), Str()), any(say("type", "integer"), say("type", "string"))],
    [List(Any()), say("type", "array")],
    [List(Int()), MORE],
    [Dict({}, keep), say("type", "object")],
    [Dict({}, { unknown: "strip" }), say("type", "object")],
    [Dict({}), MORE],
    [Dict({ a: Any() }, keep), there("a")],
    [Dict({ a: Int() }, keep), say("type", "integer", ["a"])],
    [Dict({ a: Int() }, { optional: ["a"], ...keep }), any(say("type", "integer", ["a"]), not(there("a")))],
    [Dict({}, { required: ["a"], ...keep }), there("a")],
    [Dict({ a: Int() }), all(say("type", "integer", ["a"]), MORE)],
    [Dict({ a: Dict({ b: Int() }, keep) }, keep), say("type", "integer", ["a", "b"])],
  ])("%s", (validator, clause) => {
    expect(clauseOf(validator)).toEqual(clause);
  });

  test("whether it is met, or is not", () => {
    expect(clauseOf(Int(), false)).toEqual(not(say("type", "integer")));
  });

  test.each<[string, v.Validator, Clause]>([
    ["unsafe", Int({ unsafe: true }), say("type", "integer")],
    ["bigint", Int({ bigint: true }), say("type", "integer")],
    ["exact", Float({ exact: true } as never), say("type", "number")],
    ["nullable", Int({ nullable: true }), any(say("type", "integer"), say("is", [null]))],
    ["backtrack", Str({ pattern: "(a+)+b", backtrack: true }), say("matches", "(a+)+b")],
    [
      "discriminator",
      OneOf([Dict({ t: Const(1) }, keep), Dict({ t: Const(2) }, keep)], { discriminator: "t" }),
      say("is", [1, 2], ["t"]),
    ],
  ])("the same with %s", (_, validator, clause) => {
    expect(clauseOf(validator)).toEqual(clause);
  });

  test.each<[v.Validator, Clause]>([
    [Str({ minlen: 1 }), all(say("type", "string"), MORE)],
    [Int({ min: 1, multiple_of: 2 }), all(least, MORE)],
    [Str({ secret: true }), MORE],
    [v.Tuple(Int()), MORE],
    [new (class Int extends v.Validator {})() as v.Validator, MORE],
  ])("no more than is known, and that there is more: %s", (validator, clause) => {
    expect(clauseOf(validator)).toEqual(clause);
  });

  test("of fifty validators, and no more", () => {
    const many = (count: number): v.Validator =>
      Dict(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, Const(1)])), keep);
    const last = (count: number): unknown => (clauseOf(many(count)) as Compound).clauses.at(-1);
    expect(last(49)).toEqual(say("is", [1], ["k48"]));
    expect(last(50)).toBe(MORE);
  });
});

describe("a union with one step for each type", () => {
  const byType = { by_type: true } as const;
  const number = Float({ min: 1 });

  test("of which one says more is that, or another type", () => {
    expect(clauseOf(OneOf(types({ number }), byType))).toEqual(any(least, not(say("type", "number"))));
    const object = Dict({ a: Const(null) }, keep);
    expect(clauseOf(OneOf(types({ object }), byType))).toEqual(
      any(say("is", [null], ["a"]), not(say("type", "object"))),
    );
    expect(clauseOf(OneOf(types({ number: Int({ options: [1] }) }), byType))).toEqual(
      any(say("is", [1]), not(say("type", "number"))),
    );
  });

  test("of which none or several say more is all that is said", () => {
    expect(clauseOf(OneOf(types({}), byType))).toEqual(saidOf());
    const several = types({ number, string: Str({ pattern: "a" }) });
    expect(clauseOf(OneOf(several, byType))).toEqual(saidOf({ number: least, string: say("matches", "a") }));
  });

  test("but not chosen by it, or without some of the types, is any of its steps", () => {
    expect(clauseOf(OneOf(types({ number })))).toEqual(saidOf({ number: least }));
    expect(clauseOf(OneOf([number, Str()], byType))).toEqual(any(least, say("type", "string")));
  });

  test("exclusively says more", () => {
    expect(clauseOf(OneOf([Int(), Str()], { exclusive: true }))).toEqual(
      all(any(say("type", "integer"), say("type", "string")), MORE),
    );
  });
});
