import { describe, expect, test } from "vitest";
import {
  AllOf,
  Check,
  Const,
  Datetime,
  Dict,
  If,
  Int,
  List,
  Not,
  OneOf,
  Str,
  toJsonSchema,
  type Validator,
} from "../../src/index.ts";
import { makes, refuses } from "../support/parameters.ts";
import { rows } from "../support/verdict.ts";

const card = Dict({ kind: Const("card"), number: Str() });
const other = Dict({ kind: Str() }, { unknown: "keep" });
const isCard = Dict({ kind: Const("card") }, { unknown: "keep" });

describe("If", () => {
  const int = { __class__: "Int" };
  const str = { __class__: "Str" };
  makes(If, [
    [[Int(), Str()], "<If(condition=<Int()>, consequent=<Str()>)>", { condition: int, consequent: str }],
    [[Int(), undefined, Str()], "<If(condition=<Int()>, alternate=<Str()>)>", { condition: int, alternate: str }],
    [[Int(), { alternate: Str() }], "<If(condition=<Int()>, alternate=<Str()>)>", { condition: int, alternate: str }],
    [[{ condition: Int() }], "<If(condition=<Int()>)>", { condition: int }],
  ]);
  refuses(If as never, [
    [[5], TypeError, "If parameters should be an object"],
    [[Int(), 5], TypeError, "If parameters should be an object"],
    [[Int(), { consequent: 5 }], TypeError, "If.consequent should be of type Validator"],
  ]);

  describe("passes the value to one of two validators", () => {
    rows([
      [If(isCard, card, other), { kind: "card", number: "1" }, { value: { kind: "card", number: "1" } }],
      [If(isCard, card, other), { kind: "card" }, ["<#1.number: MissingKeyError()>"]],
      [If(isCard, card, other), { kind: 5 }, ["<#2.kind: InvalidTypeError(expected='string', actual='integer')>"]],
      [If(Int(), Int({ min: 1 })), 0, "<#1: MinValueError(expected=1, actual=0)>"],
      [If(Int(), Int({ min: 1 })), "a", { value: "a" }],
      [If(Int(), undefined, Str()), 0, { value: 0 }],
      [If(Str(), Int({ coerce: true })), "5", { value: 5 }],
      [List(If(Not(Int()), Str())), [1, "a", null], ["<2.#1: InvalidTypeError(expected='string', actual='null')>"]],
      [OneOf(If(Int(), Int({ min: 1 }), Str()), Int()), 0, { value: 0 }],
      [AllOf(If(Int(), Int({ min: 1 })), Int()), "a", "<#1: InvalidTypeError(expected='integer', actual='string')>"],
    ]);
  });

  test("is no thenable, so it may be awaited", async () => {
    const validator = If(Int(), Str());
    expect(await validator).toBe(validator);
  });

  test("from JSON text, as JSON Schema, and on the way back", () => {
    const validator = If(isCard, card, other);
    expect(validator.isJson('{ "kind": "card", "number": "1" }')).toBe(true);
    expect(validator.safeJson('{ "kind": "card", "number": 1 }').error?.issues).toMatchObject([
      { pointer: "/number", code: "invalid_type", line: 1 },
    ]);
    expect(toJsonSchema(If(Int(), Int({ min: 1 }), Str()))).toMatchObject({
      if: { type: "integer" },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { type: "integer", minimum: 1 },
      else: { type: "string" },
    });
    expect(If(Int(), Int(), Str()).encode("a")).toBe("a");
    expect(If(Str(), Int({ coerce: true })).encode(1 as never)).toBe(1);
  });
});

test("a result that is null is remembered like any other where its encoder runs again and again", () => {
  const callsFor = (value: null | string): number => {
    let calls = 0;
    const counted = Check(() => {
      calls++;
      return true;
    });
    const no = Check(() => false);
    let all: Validator = If(AllOf(counted, Const(value)), Const(value), Datetime({ format: "iso" }));
    for (let level = 0; level < 10; level++) all = OneOf(AllOf(all, no), AllOf(all, no), all);
    expect(all.encode(value)).toBe(value);
    return calls;
  };
  expect(callsFor(null)).toBe(callsFor("text"));
});
